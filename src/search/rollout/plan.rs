//! How the games of a rollout are played: where they begin, for what, and by which rules of thumb.

use super::figures::Figures;
use crate::board::{AnyBoard, HOME_TOP};
use crate::eval::Chances;
use crate::moves::Child;
use crate::search::cube;
use crate::search::ends::End;
use crate::search::equity::{Payoff, Stakes};
use crate::search::kind::Kind;
use crate::search::tree::Search;
use crate::search::worth::Worth;

/// Where games begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<B> {
    /// The play that leads there.
    pub(super) child: Option<Child<AnyBoard>>,
    /// The side to throw is side 0.
    pub(super) board: B,
    /// Whether that is the side that decides.
    pub(super) mine: bool,
    /// Whether it may double before its first throw.
    pub(super) may_double: bool,
    /// Whether its first throw is played although the other side has finished (L-14).
    pub(super) last_turn: bool,
    /// What the evaluator says, for the side that decides.
    pub(super) guess: Chances,
}

/// What all games of a rollout have in common.
#[derive(Clone, Debug)]
pub(in crate::search) struct Plan<B> {
    /// Of the side that decides, as the rollout begins.
    pub(super) stakes: Stakes,
    pub(super) payoff: Payoff,
    pub(super) starts: Vec<Start<B>>,
    /// Turns looked ahead to choose a play.
    pub(super) plies: u8,
    /// After so many turns a game is judged as it stands.
    pub(super) turns_max: u32,
    /// Whether the luck of the throws is taken out of the results.
    pub(super) luck: bool,
    /// Whether the sides double.
    pub(super) cube: bool,
    /// Whether a game ends where a table knows the rest.
    pub(super) exact_ends: bool,
}

/// A game's cube and what it has decided.
#[derive(Clone, Copy)]
pub(super) struct Cube {
    /// Of the side that decides, as the cube now stands.
    pub(super) stakes: Stakes,
    /// The cubeful equity of a game in which a double was passed.
    pub(super) settled: Option<f32>,
}

impl<B: Kind> Plan<B> {
    /// The figures of a board whose side 0 is to throw, with its `chances`; `mine` says that it is
    /// the side that decides.
    pub(super) fn figures(
        &self,
        search: &Search<'_, B>,
        board: &B,
        chances: &Chances,
        mine: bool,
        cube: &Cube,
    ) -> Figures {
        if let Some(end) = End::of(search.rules, board) {
            return self.ended(&end, mine, cube);
        }
        let seen = if mine { *chances } else { chances.swapped() };
        let equity = self.payoff.equity(&seen);
        let cubeful = match cube.settled {
            Some(settled) => settled,
            None if self.cube => self.cubeful(search, board, chances, mine, &cube.stakes),
            None => equity,
        };
        Figures::new(&seen, equity, cubeful)
    }

    /// The figures of a game that has ended so for the side to throw.
    pub(super) fn ended(&self, end: &End, mine: bool, cube: &Cube) -> Figures {
        let (points, chances) =
            if mine { (end.points, end.chances) } else { (-end.points, end.chances.swapped()) };
        let won = || self.equity_of(&cube.stakes, cube.stakes.exact_value(points));
        let cubeful = cube.settled.unwrap_or_else(won);
        Figures::new(&chances, self.stakes.exact(points), cubeful)
    }

    /// The equity with the cube at `stakes` if both sides handle it best from now on.
    fn cubeful(
        &self,
        search: &Search<'_, B>,
        board: &B,
        chances: &Chances,
        mine: bool,
        stakes: &Stakes,
    ) -> f32 {
        let thrower = if mine { *stakes } else { stakes.swapped() };
        let worth = Worth::new(search.evaluator, search.rules, board, chances);
        let mut value = worth.value(&thrower);
        if thrower.may_double() {
            value = cube::best_value(&thrower, value, worth.value(&cube::taken(&thrower)));
        }
        self.equity_of(stakes, if mine { value } else { thrower.turned(value) })
    }

    /// A worth of the side that decides, in units of `stakes`, as an equity of the beginning.
    pub(super) fn equity_of(&self, stakes: &Stakes, value: f32) -> f32 {
        if stakes.is_money() {
            return value * (stakes.cube as f32 / self.stakes.cube as f32);
        }
        self.stakes.equity_of(value)
    }

    /// Whether a game need not be played on: both sides bear off and the evaluator knows all of it.
    pub(super) fn is_known(&self, search: &Search<'_, B>, board: &B) -> bool {
        self.exact_ends
            && (0..2).all(|side| board.counts().rearmost(side) <= HOME_TOP)
            && search.is_known(board)
    }
}
