//! Everything that undo must bring back.

use super::score::advance;
use crate::board::{Byside, Side};
use crate::moves::{TurnContext, Turns};
use crate::rules::{
    Cube, Doubles, MatchState, NextStart, Outcome, ParallelCube, Phase, Position, Rules,
    TABLES_MAX, Variant,
};

/// A double that has not been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingDouble {
    /// Who doubled first and will throw once it is taken.
    pub doubler: Side,
    /// Beavers made since.
    pub beavers: u8,
}

/// A side plays what the other could not (V-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// Steps of the current number that are left.
    pub steps: u8,
    /// The side that threw; its turn is over after this.
    pub thrower: Side,
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
    /// Turns each side has had in the current game, played or passed, by board.
    pub turns: [Byside<u32>; TABLES_MAX],
    /// Whether a cube is in use where that was said by hand.
    pub cube_use: Option<bool>,
    /// The board, from 0, that was named for what comes next (P-03).
    pub chosen: Option<u8>,
    /// The steps that are left of a double that goes on (V-07).
    pub leftover: Option<Leftover>,
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
            turns: NO_TURNS,
            cube_use: None,
            chosen: None,
            leftover: None,
            double: None,
            resume: None,
        }
    }

    /// The first game of a match or money session that follows this one; whether a cube is in use
    /// stays as it was said by hand.
    pub(super) fn fresh(&self, rules: Rules, score: MatchState) -> State {
        let mut state = State { score, cube_use: self.cube_use, ..State::money(rules) };
        state.begin(Phase::Opening);
        state
    }

    /// Sets up the game that `rules`, `score` and `opened` describe.
    pub(super) fn begin(&mut self, opened: Phase) {
        self.opened = opened;
        self.position =
            Position { phase: opened, score: self.score, ..Position::start(self.rules) };
        if let Some(in_use) = self.cube_use {
            use_cube(&mut self.position, in_use);
        }
        self.beginner = opened.decider();
        self.turns = NO_TURNS;
        self.clear();
    }

    /// Forgets what only the current decision needed.
    fn clear(&mut self) {
        self.chosen = None;
        self.leftover = None;
        self.double = None;
        self.resume = None;
    }

    /// The same game from its start.
    pub(super) fn restarted(mut self, rules: Rules) -> State {
        self.rules = rules;
        self.begin(self.opened);
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
        self.begin(begins.map_or(Phase::Opening, Phase::ToRoll));
        self
    }

    /// Ends the current game.
    pub(super) fn end(&mut self, outcome: Outcome) {
        self.position.phase = Phase::Over(outcome);
        self.score = advance(&self.position.score, &outcome, self.crawford_rule);
        self.rules = self.position.rules.following();
        self.clear();
    }

    /// Ends the current game if its position says that it is over.
    pub(super) fn end_if_over(&mut self) {
        if let Phase::Over(outcome) = self.position.phase {
            self.end(outcome);
        }
    }

    /// What the turn of `side` depends on, board by board.
    pub(super) fn contexts(&self, side: Side) -> Turns {
        self.turns.map(|turns| {
            let context = TurnContext::after(turns[side]);
            let steps_left = self.leftover.map_or(context.steps_left, |left| left.steps);
            Some(TurnContext { steps_left, ..context })
        })
    }

    /// What the turn of the side to throw or to move depends on, in games of one board; `None` in
    /// other phases.
    pub fn turn(&self) -> Option<TurnContext> {
        match self.position.phase {
            Phase::ToRoll(side) | Phase::ToMove(side, _) if self.position.tables() == 1 => {
                self.contexts(side)[0]
            }
            _ => None,
        }
    }

    /// What is known of the turn of the side to throw or to move, board by board, and the board that
    /// was named for it; nothing in other phases and in games of one board.
    pub fn tables_turn(&self) -> (Turns, Option<u8>) {
        match self.position.phase {
            Phase::ToRoll(side) | Phase::ToMove(side, _) if self.position.tables() > 1 => {
                (self.contexts(side), self.chosen)
            }
            _ => ([None; TABLES_MAX], None),
        }
    }

    /// Whether doubles of `side` on board `n` go on to the next number (V-07).
    pub(super) fn cascades(&self, n: usize, side: Side) -> bool {
        let thrower = self.leftover.map_or(side, |left| left.thrower);
        let turns = self.turns.get(n).map_or(0, |turns| turns[thrower]);
        let movement = self.position.rules.of_table(n).movement;
        movement.doubles == Doubles::Cascade && TurnContext::after(turns).cascades()
    }

    /// `side` has thrown or been named first, if nobody had.
    pub(super) fn note_beginner(&mut self, side: Side) {
        self.beginner.get_or_insert(side);
    }
}

/// Backgammon matches have a Crawford game unless told otherwise; the nardy ones do not (C-11).
pub(super) fn crawford_by_default(variant: Variant) -> bool {
    variant.spec().crawford
}

const NO_TURNS: [Byside<u32>; TABLES_MAX] = [Byside([0, 0]); TABLES_MAX];

/// Puts every cube of a position into use, or out of it.
pub(super) fn use_cube(position: &mut Position, in_use: bool) {
    let each = position.rules.parallel.cube == ParallelCube::Each;
    match &mut position.parallel {
        Some(parallel) if each => {
            for table in parallel.tables_mut().iter_mut().filter(|t| t.result.is_none()) {
                table.cube.in_use = in_use;
            }
        }
        _ => position.cube = Cube { in_use, ..position.cube },
    }
}
