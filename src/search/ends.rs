//! Games that are over: who has won, and for how much.

use super::kind::Kind;
use super::tree::{CubeStates, CubeValues};
use crate::eval::Chances;
use crate::moves::{PlayList, is_stuck};
use crate::rules::{Classes, Rules, Worth};

/// A game that has ended, as side 0 sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct End {
    /// Points won before the cube, negative if lost, 0 if nobody has won.
    pub(super) points: i32,
    /// What comes to the same in chances, as near as three classes tell. A game that nobody has won
    /// is half a single win and half a single loss.
    pub(super) chances: Chances,
}

impl End {
    /// How the game of a board has ended; `None` while it goes on.
    #[inline]
    pub(super) fn of<B: Kind>(rules: &Rules, board: &B) -> Option<End> {
        if !board.may_be_over() {
            return None;
        }
        Worth::of(rules, &(*board).into()).map(|worth| End::worth(rules, worth))
    }

    /// How a game ends in which neither side can ever move again (G-20); `None` while one can.
    pub(super) fn of_standstill<B: Kind>(
        rules: &Rules,
        board: &B,
        list: &mut PlayList<B>,
    ) -> Option<End> {
        let stuck = [*board, board.swapped()];
        if !stuck.iter().all(|board| is_stuck(&rules.movement, board, list)) {
            return None;
        }
        let worth = Worth::of_standstill(rules, &(*board).into());
        Some(worth.map_or(End::NOBODY, |worth| End::worth(rules, worth)))
    }

    /// What the cube `states` of side 0 are worth.
    pub(super) fn values(&self, states: &CubeStates, values: &mut CubeValues) {
        values.clear();
        values.extend(states.iter().map(|stakes| stakes.exact_value(self.points)));
    }

    const NOBODY: End = End {
        points: 0,
        chances: Chances {
            win: 0.5,
            win_gammon: 0.0,
            win_backgammon: 0.0,
            lose_gammon: 0.0,
            lose_backgammon: 0.0,
        },
    };

    fn worth(rules: &Rules, worth: Worth) -> End {
        let Some(winner) = worth.winner else { return End::NOBODY };
        let [_, gammon, backgammon] = Classes::of(rules).shares(worth.kind, worth.points);
        let won = Chances {
            win: 1.0,
            win_gammon: gammon + backgammon,
            win_backgammon: backgammon,
            ..Chances::default()
        };
        let points = worth.points as i32;
        match winner {
            0 => End { points, chances: won },
            _ => End { points: -points, chances: won.swapped() },
        }
    }
}

/// Whether the game of a board is over.
#[inline]
pub(super) fn is_over<B: Kind>(rules: &Rules, board: &B) -> bool {
    board.may_be_over() && Worth::of(rules, &(*board).into()).is_some()
}
