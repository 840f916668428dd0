//! A net in whole numbers: what plays.
//!
//! The first layer and its sums are 16-bit, the second layer 16-bit with 32-bit sums, the third
//! plain floats, few enough not to matter. Each unit has a scale of its own, the largest at which
//! no board can carry its sum past 16 bits (the second layer's: 32 bits), so nothing saturates and
//! sums may be taken in any order: all kernels agree to the last bit.
#![allow(clippy::needless_range_loop)] // loops over several arrays at once

mod outputs;
mod quantise;

pub(crate) use outputs::Kept;

use super::simd::words::{Line, LongLine, WORDS, Words};
use super::{CLASSES, Chunk, HIDDEN_MAX, Net, SECOND};
use crate::eval::features::Phase;

/// Lines of the widest first layer.
pub(crate) const LINES_MAX: usize = HIDDEN_MAX / WORDS;
/// Lines worked on at a time: few enough for the registers of AVX2. Whatever is left of a row is a
/// multiple of two.
const BLOCK: usize = 6;
/// Chains of additions in the third layer.
const CHAINS: usize = 4;

/// A net in whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WholeNet {
    phase: Phase,
    /// Lines of one row of the first layer.
    lines: usize,
    /// The merged rows, then those that the numbers scale.
    rows: Vec<Line>,
    merged: usize,
    bias: Vec<Line>,
    /// For each pair of units two lines: pairs of weights for 16 units each.
    second: Vec<Line>,
    second_bias: [LongLine; SECOND / 16],
    /// What 1 in a sum of the second layer stands for.
    second_unit: [f32; SECOND],
    third: [[f32; 8]; SECOND],
    third_bias: [f32; 8],
}

/// What a first layer is to add up, beside the sums begun with.
pub(crate) struct Terms<'a> {
    /// Rows to add as they are.
    pub rows: &'a [u16],
    /// Numbers and the parts of 32768 by which they scale their rows.
    pub numbers: &'a [(u16, i16)],
}

impl WholeNet {
    /// The net of floats, which is one of this phase, in whole numbers.
    pub fn new(net: &Net, phase: Phase) -> WholeNet {
        quantise::quantise(net, phase)
    }

    /// The sums of the first layer before anything is switched on.
    pub fn bias(&self) -> &[Line] {
        &self.bias
    }

    /// `from` and the terms.
    #[inline(always)]
    pub fn add<W: Words>(&self, from: &[Line], terms: &Terms<'_>, sums: &mut [Line; LINES_MAX]) {
        let mut at = 0;
        while at + BLOCK <= self.lines {
            let sum = self.block::<W, BLOCK>(from, terms, at);
            for c in 0..BLOCK {
                sum[c].store(&mut sums[at + c]);
            }
            at += BLOCK;
        }
        while at + 2 <= self.lines {
            let sum = self.block::<W, 2>(from, terms, at);
            for c in 0..2 {
                sum[c].store(&mut sums[at + c]);
            }
            at += 2;
        }
    }

    /// Runs the net from sums begun with; the first six numbers are the outputs.
    #[inline(always)]
    pub fn forward<W: Words>(&self, from: &[Line], terms: &Terms<'_>) -> Chunk {
        let mut units = Units { lines: [Line::ZERO; LINES_MAX], pairs: [0; LINES_MAX / 4] };
        let mut at = 0;
        while at + BLOCK <= self.lines {
            self.finish::<W, BLOCK>(from, terms, at, &mut units);
            at += BLOCK;
        }
        while at + 2 <= self.lines {
            self.finish::<W, 2>(from, terms, at, &mut units);
            at += 2;
        }
        let second = self.second_layer::<W>(&units);
        self.third_layer(&second)
    }

    #[inline(always)]
    fn finish<W: Words, const N: usize>(
        &self,
        from: &[Line],
        terms: &Terms<'_>,
        at: usize,
        units: &mut Units,
    ) {
        let sum = self.block::<W, N>(from, terms, at);
        for c in 0..N {
            let unit = sum[c].relu();
            unit.store(&mut units.lines[at + c]);
            units.pairs[(at + c) / 4] |= u64::from(unit.pairs()) << (16 * ((at + c) % 4));
        }
    }

    /// Adds a block of each row.
    #[inline(always)]
    fn block<W: Words, const N: usize>(
        &self,
        from: &[Line],
        terms: &Terms<'_>,
        at: usize,
    ) -> [W; N] {
        let from = &from[at..at + N];
        let mut sum = [W::load(&from[0]); N];
        for c in 1..N {
            sum[c] = W::load(&from[c]);
        }
        for &row in terms.rows {
            let w = &self.rows[usize::from(row) * self.lines + at..][..N];
            for c in 0..N {
                sum[c] = sum[c].add(W::load(&w[c]));
            }
        }
        for &(n, x) in terms.numbers {
            let w = &self.rows[(self.merged + usize::from(n)) * self.lines + at..][..N];
            for c in 0..N {
                sum[c] = sum[c].add(W::load(&w[c]).scaled(x));
            }
        }
        sum
    }

    /// Most units of the first layer are 0: only pairs with one that is not are looked at.
    #[inline(always)]
    fn second_layer<W: Words>(&self, units: &Units) -> [LongLine; SECOND / 16] {
        let mut low = W::load_longs(&self.second_bias[0]);
        let mut high = W::load_longs(&self.second_bias[1]);
        for (n, &pairs) in units.pairs.iter().enumerate() {
            let mut rest = pairs;
            while rest != 0 {
                let k = 64 * n + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let line = &units.lines[k / 16].0;
                let pair = [line[2 * (k % 16)], line[2 * (k % 16) + 1]];
                let w = &self.second[2 * k..2 * k + 2];
                low = W::dot(low, pair, &w[0]);
                high = W::dot(high, pair, &w[1]);
            }
        }
        let mut sums = self.second_bias;
        W::store_longs(low, &mut sums[0]);
        W::store_longs(high, &mut sums[1]);
        sums
    }

    #[inline(always)]
    fn third_layer(&self, second: &[LongLine; SECOND / 16]) -> Chunk {
        let mut units = [0.0; SECOND];
        for j in 0..SECOND {
            units[j] = second[j / 16].0[j % 16].max(0) as f32 * self.second_unit[j];
        }
        // Never fused and always in this order: the same bits everywhere.
        let mut sums = [[0.0; 8]; CHAINS];
        for j in 0..SECOND / CHAINS {
            for c in 0..CHAINS {
                let (unit, w) = (units[CHAINS * j + c], &self.third[CHAINS * j + c]);
                for k in 0..8 {
                    sums[c][k] += unit * w[k];
                }
            }
        }
        let mut outputs = Chunk::ZERO;
        for k in 0..CLASSES {
            outputs.0[k] =
                (sums[0][k] + sums[1][k]) + (sums[2][k] + sums[3][k]) + self.third_bias[k];
        }
        outputs
    }
}

/// The first layer's results.
struct Units {
    lines: [Line; LINES_MAX],
    /// Which pairs of neighbours are not both 0.
    pairs: [u64; LINES_MAX / 4],
}

#[cfg(test)]
mod tests;
