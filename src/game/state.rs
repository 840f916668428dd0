//! Everything that undo must bring back.

use super::score::advance;
use crate::board::{Board, Byside, Roll, Side};
use crate::moves::{PlayList, generate};
use crate::rules::{Cube, MatchState, NextStart, Outcome, Phase, Position, Rules, Variant};

/// A double that has not been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingDouble {
    /// Who doubled first and will throw once it is taken.
    pub doubler: Side,
    /// Beavers made since.
    pub beavers: u8,
}

/// The state of a session of games; plain data that copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The current game. Its `score` stays the one it began with, also when it is over.
    pub position: Position,
    /// Score and match rules: of the current game, or of the next one when it is over.
    pub score: MatchState,
    /// The rules: of the current game, or of the next one when it is over.
    pub rules: Rules,
    /// Whether the match has a Crawford game (C-11).
    pub crawford_rule: bool,
    /// The number of the current game in its match or session, from 1.
    pub game: u32,
    /// Who began the current game, where that is known.
    pub beginner: Option<Side>,
    /// How the current game started: `Opening`, or `ToRoll` where G-06 named who begins.
    pub opened: Phase,
    /// Turns each side has had in the current game, played or passed.
    pub turns: Byside<u32>,
    /// The double that waits for an answer.
    pub double: Option<PendingDouble>,
    /// What a rejected resignation goes back to.
    pub resume: Option<Phase>,
}

impl State {
    /// The first game of a money session.
    pub(super) fn money(rules: Rules) -> State {
        State {
            position: Position::start(rules),
            score: MatchState::MONEY,
            rules,
            crawford_rule: crawford_by_default(rules.variant),
            game: 1,
            beginner: None,
            opened: Phase::Opening,
            turns: Byside::new(0, 0),
            double: None,
            resume: None,
        }
    }

    /// The first game of a match or money session that follows this one; the cube stays in use or
    /// out of it.
    pub(super) fn fresh(&self, rules: Rules, score: MatchState) -> State {
        let mut state = State { score, ..State::money(rules) };
        state.begin(Phase::Opening, self.position.cube.in_use);
        state
    }

    /// Sets up the game that `rules`, `score` and `opened` describe.
    pub(super) fn begin(&mut self, opened: Phase, cube_in_use: bool) {
        self.opened = opened;
        self.position = Position {
            phase: opened,
            cube: Cube { in_use: cube_in_use, ..Cube::CENTRED },
            score: self.score,
            ..Position::start(self.rules)
        };
        self.beginner = opened.decider();
        self.turns = Byside::new(0, 0);
        self.double = None;
        self.resume = None;
    }

    /// The same game from its start.
    pub(super) fn restarted(mut self, rules: Rules) -> State {
        self.rules = rules;
        let (opened, cube_in_use) = (self.opened, self.position.cube.in_use);
        self.begin(opened, cube_in_use);
        self
    }

    /// The game after one that ended in `outcome` (G-06, A-05).
    pub(super) fn following(mut self, outcome: &Outcome, rules: Rules) -> State {
        self.rules = rules;
        self.game = self.game.saturating_add(1);
        let begins = match (outcome.winner, rules.next_start) {
            (None, _) | (_, NextStart::Roll) => None,
            (winner, NextStart::Winner) => winner,
            (Some(winner), NextStart::Loser) => Some(winner.other()),
            (Some(_), NextStart::Alternate) => self.beginner.map(Side::other),
        };
        let cube_in_use = self.position.cube.in_use;
        self.begin(begins.map_or(Phase::Opening, Phase::ToRoll), cube_in_use);
        self
    }

    /// Ends the current game.
    pub(super) fn end(&mut self, outcome: Outcome) {
        self.position.phase = Phase::Over(outcome);
        self.score = advance(&self.position.score, &outcome, self.crawford_rule);
        self.double = None;
        self.resume = None;
    }

    /// `side` has thrown or been named first, if nobody had.
    pub(super) fn note_beginner(&mut self, side: Side) {
        self.beginner.get_or_insert(side);
    }

    /// Puts the checkers as `board` has them, `side` being its side 0.
    pub(super) fn place(&mut self, board: &Board, side: Side) {
        self.position.white_board = match side {
            Side::White => *board,
            Side::Black => board.swapped(),
        };
    }
}

/// Backgammon matches have a Crawford game unless told otherwise; the nardy ones do not (C-11).
pub(super) const fn crawford_by_default(variant: Variant) -> bool {
    !matches!(variant, Variant::Short)
}

/// The results of `side` playing `roll`, into `list`.
pub(super) fn legal_plays(position: &Position, side: Side, roll: Roll, list: &mut PlayList) {
    generate(&position.rules.movement, &position.board(side), roll, list);
}
