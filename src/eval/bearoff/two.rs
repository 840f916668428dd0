//! The two-sided bear-off table: what a race of up to six checkers a side is worth, exactly.
//!
//! Both sides have at most six checkers left, all in their homes, and each has borne off at least
//! one, so that nobody can lose a gammon. For each of the 924 by 924 pairs of homes the table holds
//! the equity without a cube and, for money play, with the cube in the centre, the thrower's own and
//! the other side's. In each of the four games every play and every cube decision is the best there
//! is, which a one-sided table cannot tell. The cube may be turned without end.
//!
//! It is worked out when first asked for (see [`two_sided`]); nothing is read from a file.

use super::Making;
use super::build::{Goal, steps};
use super::index::{number, position};
use super::race::home_of;
use crate::board::{ALL_ROLLS, Board, OFF};
use crate::eval::{Chances, MoneyEquities};
use std::sync::OnceLock;

/// Homes of up to six checkers: they have the first so many numbers of [`number`].
const HOMES: usize = 924;

/// Four numbers a pair of homes. Of the side to throw, nobody doubling at once: the equity without a
/// cube, with a centred one, with its own, with the other's.
type Four = [f32; 4];

/// The same four as the other side meets them after its play: the side to throw may double first.
/// Without a cube, a centred one, the other's (the player before owned it), its own.
type Met = [f32; 4];

/// What the side to throw has lost.
const LOST: Met = [-1.0; 4];

/// The table. Values are kept in 16 bits, 1/32767.5 of a point a step.
#[derive(Debug)]
pub struct TwoSided {
    units: Vec<[u16; 4]>,
}

impl TwoSided {
    /// Works the table out, which takes a fraction of a second; use [`two_sided`] for the shared
    /// one.
    pub fn new() -> TwoSided {
        let plays = Plays::new();
        let mut units = vec![[0; 4]; HOMES * HOMES];
        // met[home * HOMES + thrower]: what `thrower` meets against `home`.
        let mut met = vec![LOST; HOMES * HOMES];
        let mut row = vec![LOST; HOMES];
        for home in 1..HOMES {
            // Each play leads to a lower number, so everything below `home` is known, whoever
            // throws. First the worth of throwing with `home`, then against it.
            for other in home..HOMES {
                let four = plays.mean(home, |after| met[after * HOMES + other]);
                units[home * HOMES + other] = four.map(to_unit);
                met[other * HOMES + home] = doubled(&four);
            }
            for (other, met) in row.iter_mut().zip(met.chunks_exact(HOMES)) {
                *other = met[home];
            }
            row[0] = LOST;
            for other in home + 1..HOMES {
                let four = plays.mean(other, |after| row[after]);
                units[other * HOMES + home] = four.map(to_unit);
                met[home * HOMES + other] = doubled(&four);
            }
        }
        TwoSided { units }
    }

    fn four(&self, board: &Board) -> Option<Four> {
        let [mine, other] = [0, 1].map(|side| {
            let home = home_of(board, side).filter(|_| board.row(side)[OFF] > 0)?;
            number(&home).filter(|&number| 0 < number && number < HOMES)
        });
        Some(self.units[mine? * HOMES + other?].map(from_unit))
    }

    /// The chances of the side to throw (side 0), both playing as well as can be; `None` for boards
    /// that are not in the table.
    pub fn chances(&self, board: &Board) -> Option<Chances> {
        let [equity, ..] = self.four(board)?;
        Some(Chances { win: (equity + 1.0) / 2.0, ..Chances::default() })
    }

    /// What money play is worth to the side to throw (side 0); `None` for boards that are not in
    /// the table.
    pub fn money(&self, board: &Board) -> Option<MoneyEquities> {
        let [_, centred, owned, others] = self.four(board)?;
        // Nobody can win a gammon: the Jacoby rule changes nothing.
        Some(MoneyEquities { centred, jacoby: centred, owned, others })
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> usize {
        self.units.len() * size_of::<[u16; 4]>()
    }
}

impl Default for TwoSided {
    fn default() -> Self {
        Self::new()
    }
}

/// The shared table. The first call works it out and whoever calls meanwhile waits.
pub fn two_sided() -> &'static TwoSided {
    static TABLE: OnceLock<TwoSided> = OnceLock::new();
    TABLE.get_or_init(|| {
        let _making = Making::begin();
        TwoSided::new()
    })
}

fn to_unit(value: f32) -> u16 {
    ((value + 1.0) * 32767.5).round() as u16
}

fn from_unit(unit: u16) -> f32 {
    f32::from(unit) / 32767.5 - 1.0
}

/// What the side to throw meets whose four values these are: it doubles where that is better, and
/// the other takes or passes.
fn doubled(&[cubeless, centred, owned, others]: &Four) -> Met {
    let double = (2.0 * others).min(1.0);
    [cubeless, centred.max(double), others, owned.max(double)]
}

/// For each home and throw, the homes it can lead to.
struct Plays {
    ends: Vec<[u32; ALL_ROLLS.len() + 1]>,
    homes: Vec<u16>,
}

impl Plays {
    fn new() -> Plays {
        let mut plays = Plays { ends: Vec::with_capacity(HOMES), homes: Vec::new() };
        let by_die: Vec<[Vec<u16>; 6]> = (0..HOMES)
            .map(|home| {
                let home = position(home).unwrap_or_default();
                std::array::from_fn(|die| steps(&home, die + 1, Goal::Last).as_slice().to_vec())
            })
            .collect();
        let step = |from: &[u16], die: u8| -> Vec<u16> {
            let die = usize::from(die) - 1;
            let to = from.iter().flat_map(|&home| &by_die[usize::from(home)][die]);
            let mut to: Vec<u16> = to.copied().collect();
            to.sort_unstable();
            to.dedup();
            to
        };
        for home in 0..HOMES as u16 {
            let mut ends = [plays.homes.len() as u32; ALL_ROLLS.len() + 1];
            for (n, roll) in ALL_ROLLS.into_iter().enumerate() {
                let (high, low) = (roll.high().pips(), roll.low().pips());
                let mut after = step(&step(&[home], high), low);
                if roll.is_double() {
                    after = step(&step(&after, high), high);
                } else {
                    after.extend(step(&step(&[home], low), high));
                    after.sort_unstable();
                    after.dedup();
                }
                // The best play bears off as many as can be: no need to look at others then.
                if after.first() == Some(&0) {
                    after.truncate(1);
                }
                plays.homes.extend(after);
                ends[n + 1] = plays.homes.len() as u32;
            }
            plays.ends.push(ends);
        }
        plays
    }

    /// The mean over all throws of the best play from `home`, where `met` tells what the other side
    /// then meets; each of the four games has its own best play.
    #[inline(always)]
    fn mean(&self, home: usize, met: impl Fn(usize) -> Met) -> Four {
        let ends = &self.ends[home];
        let mut sum = [0.0; 4];
        for (n, roll) in ALL_ROLLS.into_iter().enumerate() {
            let mut least = [f32::INFINITY; 4];
            for &after in &self.homes[ends[n] as usize..ends[n + 1] as usize] {
                for (least, met) in least.iter_mut().zip(met(usize::from(after))) {
                    *least = if met < *least { met } else { *least };
                }
            }
            let weight = roll.weight() as f32 / 36.0;
            for (sum, least) in sum.iter_mut().zip(least) {
                *sum -= weight * least;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests;
