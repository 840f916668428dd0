//! Blocks of games added up in their order, and when there are enough of them.

use std::collections::BTreeMap;
use std::time::Instant;

use super::dice::BLOCK;
use super::figures::{BLOCKS_MIN, BlockSums, CUBEFUL, EQUITY, Sums, variance};
use crate::search::task::Limits;

/// What the games of one block gave.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// By start; `None` for one that was not played.
    pub(super) starts: Vec<Option<Played>>,
}

/// The games of one start in a block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Played {
    pub(super) sums: BlockSums,
    pub(super) nodes: u64,
}

impl Block {
    /// Whether it has games of all starts that are wanted.
    pub(super) fn has(&self, wanted: &[bool]) -> bool {
        self.starts.iter().zip(wanted).all(|(played, wanted)| played.is_some() || !wanted)
    }
}

/// What is left to do after a block was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Progress {
    /// More blocks, nothing to say.
    On,
    /// More blocks; a report is due.
    Due,
    /// Nothing.
    Finished,
}

/// A rollout's sums so far.
pub(super) struct Tally {
    pub(super) claimed: u32,
    merged: u32,
    waiting: BTreeMap<u32, Block>,
    pub(super) sums: Vec<Sums>,
    /// Which starts are still played.
    pub(super) alive: Vec<bool>,
    /// The standard error of the difference to the best for which a start was dropped.
    dropped: Vec<f32>,
    /// Sums over blocks of the products of the ranked means of two starts, row by row.
    products: Vec<f64>,
    /// The figure that starts are ranked by.
    pub(super) ranked: usize,
    pub(super) nodes: u64,
    pub(super) finished: bool,
    reported: Instant,
}

impl Tally {
    /// Nothing yet; `nodes` were needed to begin.
    pub(super) fn new(starts: usize, is_cubeful: bool, nodes: u64) -> Tally {
        Tally {
            claimed: 0,
            merged: 0,
            waiting: BTreeMap::new(),
            sums: vec![Sums::default(); starts],
            alive: vec![true; starts],
            dropped: vec![0.0; starts],
            products: vec![0.0; starts * starts],
            ranked: if is_cubeful { CUBEFUL } else { EQUITY },
            nodes,
            finished: false,
            reported: Instant::now(),
        }
    }

    /// Adds a block, and whatever waited for it, to the sums.
    pub(super) fn add(&mut self, number: u32, block: Block, limits: &Limits) -> Progress {
        self.waiting.insert(number, block);
        while !self.finished {
            let Some(block) = self.waiting.remove(&self.merged) else { break };
            self.merge(&block);
            self.drop_hopeless(limits);
            self.finished = self.is_enough(limits);
        }
        let is_due = |period| self.reported.elapsed() >= period;
        if self.finished {
            Progress::Finished
        } else if limits.progress.is_some_and(is_due) {
            self.reported = Instant::now();
            Progress::Due
        } else {
            Progress::On
        }
    }

    /// Adds the games of a block that was ended early, the last there will be.
    pub(super) fn add_part(&mut self, part: &Block) {
        for (n, played) in part.starts.iter().enumerate() {
            if let Some(played) = played.as_ref().filter(|_| self.alive[n] && !self.finished) {
                self.nodes += played.nodes;
                self.sums[n].add_part(&played.sums);
            }
        }
    }

    fn merge(&mut self, block: &Block) {
        self.merged += 1;
        let starts = self.sums.len();
        let played = |n: usize| block.starts[n].as_ref().filter(|_| self.alive[n]);
        for n in 0..starts {
            let Some(mine) = played(n) else { continue };
            let mean = mine.sums.mean(self.ranked);
            for other in 0..starts {
                if let Some(other_played) = played(other) {
                    self.products[n * starts + other] += mean * other_played.sums.mean(self.ranked);
                }
            }
        }
        for n in 0..starts {
            if let Some(played) = block.starts[n].as_ref().filter(|_| self.alive[n]) {
                self.nodes += played.nodes;
                self.sums[n].add(&played.sums);
            }
        }
    }

    /// The standard error of the difference between two starts that have the same blocks.
    ///
    /// They meet the same dice, so that it is smaller than their own errors make it look.
    fn diff_stderr(&self, one: usize, two: usize) -> f64 {
        let starts = self.sums.len();
        let at = |a: usize, b: usize| self.products[a * starts + b];
        let sum = self.sums[one].block_sum(self.ranked) - self.sums[two].block_sum(self.ranked);
        let squares = at(one, one) + at(two, two) - 2.0 * at(one, two);
        let blocks = self.sums[one].blocks();
        (variance(blocks, sum, squares) / f64::from(blocks.max(1))).sqrt()
    }

    /// The standard error of a start's difference to the best, for a dropped one as it was then;
    /// `None` for the best and where one block tells nothing.
    pub(super) fn diff_error(&self, start: usize) -> Option<f32> {
        if !self.alive[start] {
            return Some(self.dropped[start]);
        }
        let best = self.best().filter(|best| *best != start && self.merged > 1)?;
        Some(self.diff_stderr(start, best) as f32)
    }

    /// The best of the starts that are still played.
    fn best(&self) -> Option<usize> {
        let mean = |n: &usize| self.sums[*n].mean(self.ranked);
        let alive = (0..self.sums.len()).filter(|&n| self.alive[n]);
        // The first of equal ones.
        alive.reduce(|best, n| if mean(&n) > mean(&best) { n } else { best })
    }

    fn drop_hopeless(&mut self, limits: &Limits) {
        let (Some(jsd), Some(best)) = (limits.jsd, self.best()) else { return };
        if self.merged < BLOCKS_MIN {
            return;
        }
        for n in 0..self.sums.len() {
            if n != best && self.alive[n] {
                let behind = self.sums[best].mean(self.ranked) - self.sums[n].mean(self.ranked);
                let error = self.diff_stderr(best, n) as f32;
                self.alive[n] = behind <= jsd * error;
                self.dropped[n] = error;
            }
        }
    }

    fn is_enough(&self, limits: &Limits) -> bool {
        let precise = |wanted: f32| {
            let mut alive = self.sums.iter().zip(&self.alive).filter(|(_, alive)| **alive);
            let within =
                |sums: &Sums| sums.stderr(EQUITY) <= wanted && sums.stderr(self.ranked) <= wanted;
            self.merged >= BLOCKS_MIN && alive.all(|(sums, _)| within(sums))
        };
        let decided =
            || self.sums.len() > 1 && self.alive.iter().filter(|alive| **alive).count() == 1;
        self.merged >= blocks(limits)
            || limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || limits.stderr.is_some_and(precise)
            || limits.jsd.is_some() && decided()
    }
}

/// How many blocks there are at most.
pub(super) fn blocks(limits: &Limits) -> u32 {
    limits.trials.div_ceil(BLOCK).max(1)
}
