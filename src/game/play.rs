//! The game: new games, throws, plays, and the way back.

use std::sync::Arc;

use super::history::History;
use super::{Action, Change, DiceSource, GameError, State, decided};
use crate::board::{Die, Roll, Side};
use crate::moves::Plays;
use crate::rules::{FirstRoll, MatchState, Phase, Position, Rules, Series};

/// The longest match: the most that GNU Backgammon's match IDs hold.
pub const LENGTH_MAX: u32 = 32_767;

/// A session of games with its dice and its history.
#[derive(Debug)]
pub struct Game {
    pub(super) state: Arc<State>,
    history: History,
    dice: DiceSource,
    pub(super) plays: Plays,
}

impl Game {
    /// A money session under `rules` before its first throw.
    pub fn new(rules: Rules, dice: DiceSource) -> Game {
        let (state, history) = (Arc::new(State::money(rules)), History::default());
        Game { state, history, dice, plays: Plays::new() }
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
        self.state.turns.iter().all(|turns| turns[side] == 0)
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
        let series = rules.series != Series::Same && rules.series == self.state.rules.series;
        let rules = if series { self.state.rules } else { rules };
        let same = rules.name() == self.state.rules.name() && self.decided().is_none();
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
                let mut after = *self.state;
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
        let mut after = *self.state;
        after.position.phase = match after.position.rules.first_roll {
            FirstRoll::Reroll => Phase::ToRoll(begins),
            FirstRoll::UseOpeningDice => Phase::ToMove(begins, Roll::new(white, black)),
        };
        after.note_beginner(begins);
        Ok(self.commit(None, Action::Opening(throws), after))
    }

    /// Takes back the last change, whatever it was; the dice source goes on where it is.
    ///
    /// # Errors
    /// If there is none, or it has been forgotten.
    pub fn undo(&mut self) -> Result<&Change, GameError> {
        let change = self.history.back().ok_or(GameError::NothingToUndo)?;
        self.state = Arc::clone(&change.before);
        Ok(change)
    }

    /// Makes the last change taken back again.
    ///
    /// # Errors
    /// If there is none.
    pub fn redo(&mut self) -> Result<&Change, GameError> {
        let change = self.history.forth().ok_or(GameError::NothingToRedo)?;
        self.state = Arc::clone(&change.after);
        Ok(change)
    }

    pub(super) fn wrong_phase(&self, command: &'static str) -> GameError {
        GameError::wrong_phase(command, self.phase())
    }

    pub(super) fn commit(&mut self, by: Option<Side>, action: Action, after: State) -> &Change {
        let after = Arc::new(after);
        let before = std::mem::replace(&mut self.state, Arc::clone(&after));
        self.history.push(Change { by, action, before, after })
    }

    /// A new money session keeps the Jacoby rule and the beavers of the one before.
    fn money_score(&self) -> MatchState {
        let (jacoby, beavers) = (self.state.score.jacoby, self.state.score.beavers);
        MatchState { jacoby, beavers, ..MatchState::MONEY }
    }
}
