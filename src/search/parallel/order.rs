//! In which order boards finish.
//!
//! A side needs about `(pips + 7.5) / 8.17` turns on a board to bear off all its checkers: 8.17 pips
//! are thrown a turn, and about 7.5 are lost to gaps and to the last throw. A board finishes when its
//! winner is done; while both sides share their turns alike among the boards, the fewer turns the
//! winner needs, the sooner. The turns needed scatter by throws (about 0.28 turns squared a turn) and
//! more by hits and choices.

use crate::board::AnyBoard;
use crate::rules::TABLES_MAX;

/// Mean pips of a throw, doubles counted fourfold.
const PIPS_A_TURN: f32 = 49.0 / 6.0;
/// Pips lost on the way home and off.
const WASTE: f32 = 7.5;
/// Checkers a turn that are borne off at most, by the mean.
const OFF_A_TURN: f32 = 2.33;
/// Variance of the turns needed: for each turn, and for any board.
const SPREAD: f32 = 0.5;
const SPREAD_LEAST: f32 = 0.5;

/// Turns that `side` still needs on a board if nothing hinders it.
pub(super) fn turns(board: &AnyBoard, side: usize) -> f32 {
    let checkers = board.in_play(side);
    if checkers == 0 {
        return 0.0;
    }
    let pips = board.pips(side) as f32;
    let by_pips = (pips + WASTE) / PIPS_A_TURN;
    by_pips.max(checkers as f32 / OFF_A_TURN).max(1.0)
}

/// A board that is not finished.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runner {
    /// Chance that White wins it.
    pub(super) win: f32,
    /// Turns that White and Black need.
    pub(super) turns: [f32; 2],
}

/// How likely a board finishes first or last.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Place {
    /// First, won by White and by Black.
    pub(super) first: [f32; 2],
    /// Last.
    pub(super) last: f32,
}

/// The places of all boards. The chances of each place sum to 1.
pub(super) fn places(runners: &[Option<Runner>; TABLES_MAX]) -> [Place; TABLES_MAX] {
    let mut places = [Place::default(); TABLES_MAX];
    let mut sums = [0.0; 2];
    for (n, runner) in runners.iter().enumerate() {
        let Some(runner) = runner else { continue };
        let others = || runners.iter().enumerate().filter(|(m, _)| *m != n);
        for side in 0..2 {
            let wins = if side == 0 { runner.win } else { 1.0 - runner.win };
            let (mut first, mut last) = (wins, wins);
            for other in others().filter_map(|(_, other)| other.as_ref()) {
                let later = other.later_than(runner.turns[side]);
                first *= later;
                last *= 1.0 - later;
            }
            places[n].first[side] = first;
            places[n].last += last;
            sums[0] += first;
            sums[1] += last;
        }
    }
    for place in &mut places {
        place.first = place.first.map(|first| first / sums[0].max(1e-9));
        place.last /= sums[1].max(1e-9);
    }
    places
}

impl Runner {
    /// The chance that this board finishes later than one that takes so many turns.
    fn later_than(&self, turns: f32) -> f32 {
        let later = |own: f32| {
            let spread = (SPREAD * (own + turns) + 2.0 * SPREAD_LEAST).sqrt();
            // The logistic curve that lies nearest the normal distribution.
            1.0 / (1.0 + (-1.702 * (own - turns) / spread).exp())
        };
        self.win * later(self.turns[0]) + (1.0 - self.win) * later(self.turns[1])
    }
}
