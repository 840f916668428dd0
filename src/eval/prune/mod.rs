//! A small net that leaves plays out: ten times as quick as the nets in use and much rougher, it
//! picks the few plays of a throw that are worth their judgement.
//!
//! `inputs (rows switched on) -> 32, ReLU -> 6 classes`. Rows a side, side 0's first:
//!
//! | rows | meaning |
//! |---|---|
//! | 0..168 | point p (1..=24) holds 1, 2, … 6, 7 or more checkers |
//! | 168..172 | 1, 2, 3, 4 or more on the bar |
//! | 172..188 | 0..=15 not in play |
//! | 188..444 | which of the points 1-6, 4-9, 7-12, 19-24 are made: 64 rows a window |

mod file;

pub use file::PruneFileError;

use super::features::masks::{Masks, POINTS};
use super::net::simd::{self, Kernel, Lanes};
use super::net::{CLASSES, Chunk, LANES, classes, cumulative};
use super::{Chances, Evaluator};
use crate::board::{BAR, Board};
use arrayvec::ArrayVec;
use std::sync::LazyLock;

/// Units of the hidden layer.
pub(crate) const HIDDEN: usize = 32;
/// Chunks of a row.
pub(crate) const ROW: usize = HIDDEN / LANES;

const COUNTS: usize = 7;
const AT_BAR: usize = 24 * COUNTS;
const AT_OFF: usize = AT_BAR + 4;
const AT_WINDOWS: usize = AT_OFF + 16;
/// The lowest point of each window of six.
const WINDOWS: [usize; 4] = [1, 4, 7, 19];
const SIDE: usize = AT_WINDOWS + 64 * WINDOWS.len();
/// Rows of both sides.
pub(crate) const ROWS: usize = 2 * SIDE;
/// Most rows a board switches on: of each side fifteen checkers, and what is told in any case.
const ACTIVE_MAX: usize = 48;

/// Where the parts behind the rows begin, in chunks: bias, for each unit its six weights, bias.
pub(crate) const AT_BIAS: usize = ROWS * ROW;
pub(crate) const AT_OUTPUT: usize = AT_BIAS + ROW;
pub(crate) const AT_OUTPUT_BIAS: usize = AT_OUTPUT + HIDDEN;
/// Chunks in all.
pub(crate) const CHUNKS: usize = AT_OUTPUT_BIAS + 1;

/// The rows that a board switches on.
pub(crate) type Rows = ArrayVec<u16, ACTIVE_MAX>;

/// The small net.
#[derive(Clone, Debug, PartialEq)]
pub struct Pruner {
    weights: Vec<Chunk>,
}

/// The program's own, for the games of backgammon's nets; `None` only if the program was built with
/// weights that do not fit it.
pub fn standard() -> Option<&'static Pruner> {
    static STANDARD: LazyLock<Option<Pruner>> = LazyLock::new(|| {
        Pruner::from_bytes(include_bytes!("../net/weights/backgammon-prune.bin")).ok()
    });
    STANDARD.as_ref()
}

impl Pruner {
    /// A net of zeros.
    pub(crate) fn zero() -> Pruner {
        Pruner { weights: vec![Chunk::ZERO; CHUNKS] }
    }

    pub(crate) fn weights(&self) -> &[Chunk] {
        &self.weights
    }

    pub(crate) fn weights_mut(&mut self) -> &mut [Chunk] {
        &mut self.weights
    }

    /// The hidden layer and the outputs.
    #[inline(always)]
    pub(crate) fn forward<L: Lanes>(&self, rows: &Rows) -> ([Chunk; ROW], Chunk) {
        self.finish(self.add::<L>(self.bias(), rows))
    }

    /// The sums of the hidden layer before anything is switched on.
    fn bias(&self) -> [Chunk; ROW] {
        std::array::from_fn(|c| self.weights[AT_BIAS + c])
    }

    /// `from` and the rows.
    #[inline(always)]
    fn add<L: Lanes>(&self, from: [Chunk; ROW], rows: &[u16]) -> [L; ROW] {
        let mut sum = [L::load(&from[0]), L::load(&from[1])];
        for &row in rows {
            let at = ROW * usize::from(row);
            let w = &self.weights[at..at + ROW];
            sum[0] = sum[0].add(L::load(&w[0]));
            sum[1] = sum[1].add(L::load(&w[1]));
        }
        sum
    }

    #[inline(always)]
    fn finish<L: Lanes>(&self, sum: [L; ROW]) -> ([Chunk; ROW], Chunk) {
        let mut hidden = [Chunk::ZERO; ROW];
        for c in 0..ROW {
            sum[c].relu().store(&mut hidden[c]);
        }
        let mut even = L::load(&self.weights[AT_OUTPUT_BIAS]);
        let mut odd = L::splat(0.0);
        let w = &self.weights[AT_OUTPUT..AT_OUTPUT_BIAS];
        let (w, _) = w.as_chunks::<LANES>();
        for c in 0..ROW {
            let (units, w) = (&hidden[c].0, &w[c]);
            for k in 0..LANES / 2 {
                even = even.plus(L::splat(units[2 * k]), L::load(&w[2 * k]));
                odd = odd.plus(L::splat(units[2 * k + 1]), L::load(&w[2 * k + 1]));
            }
        }
        let mut outputs = Chunk::ZERO;
        even.add(odd).store(&mut outputs);
        (hidden, outputs)
    }
}

/// Finds the rows that a board switches on.
#[inline(always)]
pub(crate) fn rows(board: &Board, rows: &mut Rows) {
    rows.clear();
    for side in 0..2 {
        add_side(board.row(side), side, rows);
    }
}

/// Adds the rows that a side's checkers switch on.
#[inline(always)]
fn add_side(row: &[u8; 32], side: usize, rows: &mut Rows) {
    let base = side * SIDE;
    let Masks { any, made, .. } = Masks::of(row);
    // More points than the table of rows has room for are left out.
    let mut rest = any & POINTS;
    let mut in_play = usize::from(row[BAR]);
    while rest != 0 {
        let p = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let count = usize::from(row[p & 31]);
        in_play += count;
        on(rows, base + (p - 1) * COUNTS + count.min(COUNTS) - 1);
    }
    let bar = usize::from(row[BAR]);
    if bar > 0 {
        on(rows, base + AT_BAR + bar.min(4) - 1);
    }
    on(rows, base + AT_OFF + 15usize.saturating_sub(in_play));
    for (n, low) in WINDOWS.into_iter().enumerate() {
        on(rows, base + AT_WINDOWS + 64 * n + (made >> low & 63) as usize);
    }
}

#[inline(always)]
fn on(rows: &mut Rows, row: usize) {
    // A board of so many points is none of fifteen checkers a side.
    let _ = rows.try_push(row as u16);
}

struct Batch<'a> {
    pruner: &'a Pruner,
    boards: &'a [Board],
    chances: &'a mut [Chances],
}

impl Kernel for Batch<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let mut active = Rows::new();
        // What side 0's checkers come to: the plays of a throw hardly ever differ in them.
        let mut kept: Option<&[u8; 32]> = None;
        let mut sums = self.pruner.bias();
        for (board, chances) in self.boards.iter().zip(self.chances) {
            let mine = board.row(0);
            if kept != Some(mine) {
                kept = Some(mine);
                active.clear();
                add_side(mine, 0, &mut active);
                let added = self.pruner.add::<L>(self.pruner.bias(), &active);
                for (sum, added) in sums.iter_mut().zip(added) {
                    added.store(sum);
                }
            }
            active.clear();
            add_side(board.row(1), 1, &mut active);
            let (_, outputs) = self.pruner.finish(self.pruner.add::<L>(sums, &active));
            *chances = cumulative(&classes(&outputs, &[true; CLASSES]));
        }
    }
}

impl Evaluator for Pruner {
    fn evaluate(&self, boards: &[Board], chances: &mut [Chances]) {
        simd::run(Batch { pruner: self, boards, chances });
    }
}

#[cfg(test)]
mod tests;
