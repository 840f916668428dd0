//! From inputs to outputs.
#![allow(clippy::needless_range_loop)] // loops over several arrays at once, see below

use super::simd::Lanes;
use super::{Chunk, HIDDEN_MAX, LANES, Net, SECOND};
use crate::eval::features::Inputs;

/// Chunks worked on at a time: few enough for registers.
const BLOCK: usize = 4;

/// What each layer gives, kept for training.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Activations {
    /// First hidden layer; as many chunks as the net is wide.
    pub first: [Chunk; HIDDEN_MAX / LANES],
    /// Second hidden layer.
    pub second: [Chunk; SECOND / LANES],
    /// Six outputs and ten zeros.
    pub outputs: Chunk,
}

impl Activations {
    pub const ZERO: Activations = Activations {
        first: [Chunk::ZERO; HIDDEN_MAX / LANES],
        second: [Chunk::ZERO; SECOND / LANES],
        outputs: Chunk::ZERO,
    };
}

impl Net {
    /// Runs the net. Inlined into kernels, so that each gets the vectors it was compiled for.
    #[inline(always)]
    pub(crate) fn forward<L: Lanes>(&self, inputs: &Inputs, a: &mut Activations) {
        let shape = self.shape;
        let chunks = shape.row_chunks();
        let first_scaled = shape.inputs.rows();
        for block in 0..chunks / BLOCK {
            let block = block * BLOCK;
            let mut sum = self.block::<L>(shape.tail() + block);
            for &row in inputs.rows() {
                let w = self.block::<L>(usize::from(row) * chunks + block);
                for c in 0..BLOCK {
                    sum[c] = sum[c].add(w[c]);
                }
            }
            let scalars = &inputs.scalars[..shape.inputs.scalars()];
            for n in 0..scalars.len() {
                let x = L::splat(scalars[n]);
                let w = self.block::<L>((first_scaled + n) * chunks + block);
                for c in 0..BLOCK {
                    sum[c] = sum[c].plus(x, w[c]);
                }
            }
            for c in 0..BLOCK {
                sum[c].relu().store(&mut a.first[block + c]);
            }
        }
        self.second_layer::<L>(a);
        self.third_layer::<L>(a);
    }

    #[inline(always)]
    fn second_layer<L: Lanes>(&self, a: &mut Activations) {
        let shape = self.shape;
        let bias = shape.second_bias();
        // Even and odd units sum apart: two chains of additions instead of one.
        let mut even = [L::load(&self.weights[bias]), L::load(&self.weights[bias + 1])];
        let mut odd = [L::splat(0.0); 2];
        let w = &self.weights[shape.second()..bias];
        // Plain loops over arrays: adaptors of iterators are not always inlined here.
        let (w, _) = w.as_chunks::<{ 2 * LANES }>();
        let first = &a.first[..w.len()];
        for c in 0..w.len() {
            let (units, w) = (&first[c].0, &w[c]);
            for k in 0..LANES / 2 {
                let (x, y) = (L::splat(units[2 * k]), L::splat(units[2 * k + 1]));
                even[0] = even[0].plus(x, L::load(&w[4 * k]));
                even[1] = even[1].plus(x, L::load(&w[4 * k + 1]));
                odd[0] = odd[0].plus(y, L::load(&w[4 * k + 2]));
                odd[1] = odd[1].plus(y, L::load(&w[4 * k + 3]));
            }
        }
        for c in 0..2 {
            even[c].add(odd[c]).relu().store(&mut a.second[c]);
        }
    }

    #[inline(always)]
    fn third_layer<L: Lanes>(&self, a: &mut Activations) {
        let shape = self.shape;
        let mut even = L::load(&self.weights[shape.third_bias()]);
        let mut odd = L::splat(0.0);
        let w = &self.weights[shape.third()..shape.third_bias()];
        let (w, _) = w.as_chunks::<LANES>();
        for c in 0..w.len().min(a.second.len()) {
            let (units, w) = (&a.second[c].0, &w[c]);
            for k in 0..LANES / 2 {
                even = even.plus(L::splat(units[2 * k]), L::load(&w[2 * k]));
                odd = odd.plus(L::splat(units[2 * k + 1]), L::load(&w[2 * k + 1]));
            }
        }
        even.add(odd).store(&mut a.outputs);
    }

    /// The block of chunks at `at`.
    #[inline(always)]
    fn block<L: Lanes>(&self, at: usize) -> [L; BLOCK] {
        let chunks = &self.weights[at..at + BLOCK];
        [L::load(&chunks[0]), L::load(&chunks[1]), L::load(&chunks[2]), L::load(&chunks[3])]
    }
}
