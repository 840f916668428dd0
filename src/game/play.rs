//! The game: new games, throws, plays, and the way back.

use super::history::History;
use super::state::legal_plays;
use super::{Action, Change, DiceSource, GameError, State, decided};
use crate::board::{ALL_ROLLS, Board, Die, Roll, Side};
use crate::moves::{PlayList, Steps};
use crate::rules::{
    FirstRoll, MatchState, Outcome, Phase, Position, Rules, Standstill, finished_side,
};

/// The longest match: the most that GNU Backgammon's match IDs hold.
pub const LENGTH_MAX: u32 = 32_767;

/// A session of games with its dice and its history.
#[derive(Debug)]
pub struct Game {
    pub(super) state: State,
    history: History,
    dice: DiceSource,
    plays: PlayList,
}

impl Game {
    /// A money session under `rules` before its first throw.
    pub fn new(rules: Rules, dice: DiceSource) -> Game {
        let (state, history) = (State::money(rules), History::default());
        Game { state, history, dice, plays: PlayList::new() }
    }

    /// The state as it is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.state.position
    }

    /// The phase of the current game.
    pub fn phase(&self) -> Phase {
        self.state.position.phase
    }

    /// The dice.
    pub fn dice(&self) -> &DiceSource {
        &self.dice
    }

    /// Replaces the dice and gives the old ones back; what has been thrown stays.
    pub fn set_dice_source(&mut self, dice: DiceSource) -> DiceSource {
        std::mem::replace(&mut self.dice, dice)
    }

    /// Who has won the match, once it is decided.
    pub fn decided(&self) -> Option<Side> {
        decided(&self.state.score)
    }

    /// Whether `side` has not yet had a turn in this game, played or passed (L-07, A-10).
    pub fn first_turn(&self, side: Side) -> bool {
        self.state.turns[side] == 0
    }

    /// What has been done, oldest first.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = &Change> + ExactSizeIterator {
        self.history.done()
    }

    /// What has been undone and may be redone, next first.
    pub fn undone(&self) -> impl DoubleEndedIterator<Item = &Change> + ExactSizeIterator {
        self.history.undone()
    }

    /// Starts a game of `rules`.
    ///
    /// Within a session of the same game that is not decided this is the next game when the current
    /// one is over (as [`next_game`](Self::next_game)), else the current one from its start at the
    /// score it had. Otherwise a money session begins at nothing to nothing.
    ///
    /// # Errors
    /// Never; the result is fallible as all transitions are.
    pub fn new_game(&mut self, rules: Rules) -> Result<&Change, GameError> {
        let same = rules.variant == self.state.rules.variant && self.decided().is_none();
        let (action, after) = match self.phase() {
            Phase::Over(outcome) if same => {
                (Action::NextGame, self.state.following(&outcome, rules))
            }
            _ if same => (Action::NewGame, self.state.restarted(rules)),
            _ => (Action::NewGame, self.state.fresh(rules, self.money_score())),
        };
        Ok(self.commit(None, action, after))
    }

    /// Starts a match to `length` points; to 0 it is a money session.
    ///
    /// # Errors
    /// [`GameError::Length`] above [`LENGTH_MAX`].
    pub fn new_match(&mut self, length: u32, rules: Rules) -> Result<&Change, GameError> {
        if length > LENGTH_MAX {
            return Err(GameError::Length { length, max: LENGTH_MAX });
        }
        let score = match length {
            0 => self.money_score(),
            _ => MatchState { length, ..MatchState::MONEY },
        };
        let after = self.state.fresh(rules, score);
        Ok(self.commit(None, Action::NewMatch(length), after))
    }

    /// Starts the next game of the match or session; who begins is G-06 and A-05.
    ///
    /// # Errors
    /// If the current game is not over, or the match is decided.
    pub fn next_game(&mut self) -> Result<&Change, GameError> {
        let Phase::Over(outcome) = self.phase() else {
            return Err(self.wrong_phase("new game"));
        };
        if let Some(winner) = self.decided() {
            return Err(GameError::MatchDecided(winner));
        }
        let after = self.state.following(&outcome, self.state.rules);
        Ok(self.commit(None, Action::NextGame, after))
    }

    /// Throws the dice, or takes these.
    ///
    /// In the opening each side throws one die (G-05), White's named first. The source throws equal
    /// dice again; equal dice named by hand are refused, so that the hand throws again.
    ///
    /// # Errors
    /// If nothing is to be thrown, the dice are none, or their source has no throw.
    pub fn roll(&mut self, dice: Option<(u8, u8)>) -> Result<&Change, GameError> {
        match self.phase() {
            Phase::Opening => self.opening_throw(dice),
            Phase::ToRoll(side) => {
                let (a, b) = self.throw(dice)?;
                let roll = Roll::new(a, b);
                let mut after = self.state;
                after.position.phase = Phase::ToMove(side, roll);
                after.note_beginner(side);
                Ok(self.commit(Some(side), Action::Roll(roll), after))
            }
            _ => Err(self.wrong_phase("roll")),
        }
    }

    fn throw(&mut self, dice: Option<(u8, u8)>) -> Result<(Die, Die), GameError> {
        let Some((a, b)) = dice else { return Ok(self.dice.throw()?) };
        Die::new(a).zip(Die::new(b)).ok_or(GameError::BadDice(a, b))
    }

    fn opening_throw(&mut self, dice: Option<(u8, u8)>) -> Result<&Change, GameError> {
        let mut throws = Vec::new();
        let (white, black) = loop {
            let throw = self.throw(dice)?;
            throws.push(throw);
            if throw.0 != throw.1 {
                break throw;
            }
            if dice.is_some() {
                return Err(GameError::OpeningTie);
            }
        };
        let begins = if white > black { Side::White } else { Side::Black };
        let mut after = self.state;
        after.position.phase = match after.position.rules.first_roll {
            FirstRoll::Reroll => Phase::ToRoll(begins),
            FirstRoll::UseOpeningDice => Phase::ToMove(begins, Roll::new(white, black)),
        };
        after.note_beginner(begins);
        Ok(self.commit(None, Action::Opening(throws), after))
    }

    /// Every distinct result of the throw that is to be played; none in other phases.
    pub fn plays(&self) -> PlayList {
        let mut list = PlayList::new();
        if let Phase::ToMove(side, roll) = self.phase() {
            legal_plays(self.position(), side, roll, &mut list);
        }
        list
    }

    /// Whether the throw that is to be played moves anything (G-13).
    pub fn can_move(&self) -> bool {
        !self.plays().is_empty()
    }

    /// Plays the throw so that `after` results, the mover being side 0 of it (G-19).
    ///
    /// # Errors
    /// If no throw is to be played, or no legal play leads there.
    pub fn play(&mut self, after: &Board) -> Result<&Change, GameError> {
        let (side, steps) = {
            let Phase::ToMove(side, roll) = self.phase() else {
                return Err(self.wrong_phase("move"));
            };
            legal_plays(&self.state.position, side, roll, &mut self.plays);
            let child = self.plays.iter().find(|child| child.board == *after);
            (side, child.ok_or(GameError::IllegalPlay)?.steps)
        };
        Ok(self.end_turn(side, after, Some(steps)))
    }

    /// Passes a throw with which nothing can be moved (G-13).
    ///
    /// # Errors
    /// If no throw is to be played, or something can be moved.
    pub fn pass(&mut self) -> Result<&Change, GameError> {
        let Phase::ToMove(side, roll) = self.phase() else {
            return Err(self.wrong_phase("pass"));
        };
        legal_plays(&self.state.position, side, roll, &mut self.plays);
        if !self.plays.is_empty() {
            return Err(GameError::MustMove(side));
        }
        let board = self.position().board(side);
        Ok(self.end_turn(side, &board, None))
    }

    fn end_turn(&mut self, side: Side, board: &Board, steps: Option<Steps>) -> &Change {
        let mut after = self.state;
        after.place(board, side);
        after.note_beginner(side);
        after.turns[side] = after.turns[side].saturating_add(1);
        after.position.phase = Phase::ToRoll(side.other());
        if finished_side(board) == Some(0) {
            after.end(after.position.outcome_against(side.other())); // G-18
        } else if let Some(outcome) = self.standstill(&after.position) {
            after.end(outcome);
        }
        self.commit(Some(side), steps.map_or(Action::Pass, Action::Play), after)
    }

    /// What the game is worth if neither side can move with any throw (G-20).
    fn standstill(&mut self, position: &Position) -> Option<Outcome> {
        let mut stuck = |side: Side| {
            ALL_ROLLS.iter().rev().all(|&roll| {
                legal_plays(position, side, roll, &mut self.plays);
                self.plays.is_empty()
            })
        };
        let both = Side::BOTH.into_iter().all(&mut stuck);
        both.then_some(match position.rules.standstill {
            Standstill::Void => Outcome { winner: None, kind: None, points: 0 },
        })
    }

    /// Takes back the last change, whatever it was; the dice source goes on where it is.
    ///
    /// # Errors
    /// If there is none, or it has been forgotten.
    pub fn undo(&mut self) -> Result<&Change, GameError> {
        let change = self.history.back().ok_or(GameError::NothingToUndo)?;
        self.state = change.before;
        Ok(change)
    }

    /// Makes the last change taken back again.
    ///
    /// # Errors
    /// If there is none.
    pub fn redo(&mut self) -> Result<&Change, GameError> {
        let change = self.history.forth().ok_or(GameError::NothingToRedo)?;
        self.state = change.after;
        Ok(change)
    }

    pub(super) fn wrong_phase(&self, command: &'static str) -> GameError {
        GameError::wrong_phase(command, self.phase())
    }

    pub(super) fn commit(&mut self, by: Option<Side>, action: Action, after: State) -> &Change {
        let before = std::mem::replace(&mut self.state, after);
        self.history.push(Change { by, action, before, after })
    }

    /// A new money session keeps the Jacoby rule and the beavers of the one before.
    fn money_score(&self) -> MatchState {
        let (jacoby, beavers) = (self.state.score.jacoby, self.state.score.beavers);
        MatchState { jacoby, beavers, ..MatchState::MONEY }
    }
}
