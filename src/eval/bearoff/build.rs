//! Fills the one-sided table.
//!
//! A player alone in the home can always play both dice while checkers are left, so a throw is one
//! or four free choices of a step, and the best continuation of every die is worked out once a
//! position instead of once a throw.
//!
//! The work is done in the 16-bit units in which the table is kept, and of equally good plays the
//! first from the rear is taken: so every row equals GNU Backgammon's to the last unit (the
//! rounding costs about 1e-5 of a throw).

use super::index::{POSITIONS, number, position};
use crate::board::{ALL_ROLLS, HOME_TOP};

/// Most throws with a chance that 16 bits can show; later ones have none.
pub(super) const THROWS: usize = 32;

/// What a certainty is stored as.
pub(super) const CERTAIN: u16 = u16::MAX;

/// Chances by number of throws, `[n]` that of exactly `n`, in units of 1/65535; they sum to 65535.
pub(super) type Distribution = [u16; THROWS];

const DICE: usize = 6;

/// The positions that one die can lead to.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    to: [u16; HOME_TOP],
    len: u8,
}

impl Steps {
    pub(super) fn as_slice(&self) -> &[u16] {
        &self.to[..usize::from(self.len)]
    }
}

/// The positions one checker moved by `die` leads to; position 0 once the goal is reached.
pub(super) fn steps(home: &[u8; HOME_TOP], die: usize, goal: Goal) -> Steps {
    let mut steps = Steps { to: [0; HOME_TOP], len: 0 };
    let highest = (1..=HOME_TOP).rev().find(|&p| home[p - 1] > 0).unwrap_or(0);
    for from in (1..=highest).rev() {
        // Behind the die only the highest checker may be borne off (S-13 and its like).
        let bears_off = from == die || (from < die && from == highest);
        if home[from - 1] == 0 || (from < die && !bears_off) {
            continue;
        }
        let mut after = *home;
        after[from - 1] -= 1;
        if !bears_off {
            after[from - die - 1] += 1;
        }
        // The first checker off ends the count to it: that is position 0, where nothing is left.
        let reached = bears_off && goal == Goal::First;
        let to = if reached { 0 } else { number(&after).unwrap_or(0) };
        steps.to[usize::from(steps.len)] = to as u16;
        steps.len += 1;
    }
    steps.len = steps.len.max(1);
    steps
}

/// Which event the throws are counted to.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Goal {
    /// The last checker is borne off.
    Last,
    /// The first checker is borne off.
    First,
}

/// For every position: the distribution of the number of throws to the goal when the expected
/// number is made as small as possible.
pub(super) fn distributions(goal: Goal) -> Vec<Distribution> {
    // Means in units of 1/65535 throws.
    let mut mean = vec![0u32; POSITIONS];
    // best[die][k][n]: where to go from n with k + 1 steps of the die.
    let mut best = vec![[[0u16; 4]; DICE]; POSITIONS];
    let mut rows: Vec<Distribution> = vec![[0; THROWS]; POSITIONS];
    rows[0][0] = CERTAIN;
    for n in 1..POSITIONS {
        let home = position(n).unwrap_or_default();
        let lists: [Steps; DICE] = std::array::from_fn(|d| steps(&home, d + 1, goal));
        for d in 0..DICE {
            for k in 0..4 {
                let targets = lists[d].as_slice().iter().map(|&to| match k {
                    0 => to,
                    _ => best[usize::from(to)][d][k - 1],
                });
                best[n][d][k] = least(targets, &mean);
            }
        }
        let (mut mixed, mut doubles) = ([0u32; THROWS], [0u32; THROWS]);
        for roll in ALL_ROLLS {
            let (high, low) = (roll.high().pips() as usize - 1, roll.low().pips() as usize - 1);
            let to = if high == low {
                best[n][high][3]
            } else {
                let high_first =
                    lists[high].as_slice().iter().map(|&to| best[usize::from(to)][low][0]);
                let low_first =
                    lists[low].as_slice().iter().map(|&to| best[usize::from(to)][high][0]);
                least(high_first.chain(low_first), &mean)
            };
            let after = &rows[usize::from(to)];
            let sums = if high == low { &mut doubles } else { &mut mixed };
            for (sum, &units) in sums.iter_mut().zip(after) {
                *sum += u32::from(units);
            }
        }
        // One throw has been made; a mixed throw comes up twice in 36.
        let mut sums = [0; THROWS];
        for t in 1..THROWS {
            sums[t] = 2 * mixed[t - 1] + doubles[t - 1];
        }
        rows[n] = average(&sums);
        mean[n] = (0..).zip(&rows[n]).map(|(n, &u)| n * u32::from(u)).sum();
    }
    rows
}

/// A 36th of the sums, each rounded, the largest corrected so that the whole stays 65535.
fn average(sums: &[u32; THROWS]) -> Distribution {
    let mut units = sums.map(|sum| ((sum + 18) / 36) as u16);
    let mut largest = 0;
    for t in 1..THROWS {
        if units[t] > units[largest] {
            largest = t;
        }
    }
    let others: u16 = (0..THROWS).filter(|&t| t != largest).map(|t| units[t]).sum();
    units[largest] = CERTAIN - others;
    units
}

/// The target with the least mean, the first listed of equals.
fn least(targets: impl Iterator<Item = u16>, mean: &[u32]) -> u16 {
    let mut best = (u32::MAX, 0);
    for to in targets {
        let value = mean[usize::from(to)];
        if value < best.0 {
            best = (value, to);
        }
    }
    best.1
}
