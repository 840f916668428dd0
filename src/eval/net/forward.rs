//! From inputs to outputs.

use super::{Chunk, HIDDEN_MAX, LANES, Net, SECOND};
use crate::eval::features::Inputs;

/// Chunks worked on at a time: few enough for registers.
const BLOCK: usize = 4;

/// What each layer gives, kept for training.
#[derive(Clone, Debug)]
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
    pub(crate) fn forward(&self, inputs: &Inputs, a: &mut Activations) {
        let shape = self.shape;
        let chunks = shape.row_chunks();
        for block in (0..chunks).step_by(BLOCK) {
            let mut sum = load(&self.weights, shape.tail() + block);
            for &row in &inputs.rows {
                let w = load(&self.weights, usize::from(row) * chunks + block);
                for c in 0..BLOCK {
                    for k in 0..LANES {
                        sum[c].0[k] += w[c].0[k];
                    }
                }
            }
            let first_scaled = shape.phase.rows();
            for (n, &x) in inputs.scalars[..shape.phase.scalars()].iter().enumerate() {
                let w = load(&self.weights, (first_scaled + n) * chunks + block);
                for c in 0..BLOCK {
                    for k in 0..LANES {
                        sum[c].0[k] += x * w[c].0[k];
                    }
                }
            }
            for c in 0..BLOCK {
                for k in 0..LANES {
                    a.first[block + c].0[k] = sum[c].0[k].max(0.0);
                }
            }
        }
        self.second_layer(a);
        self.third_layer(a);
    }

    #[inline(always)]
    fn second_layer(&self, a: &mut Activations) {
        let shape = self.shape;
        // Even and odd units sum apart: two chains of additions instead of one.
        let bias = shape.second_bias();
        let mut even = [self.weights[bias], self.weights[bias + 1]];
        let mut odd = [Chunk::ZERO; 2];
        let w = &self.weights[shape.second()..bias];
        for (unit, w) in a.first[..shape.row_chunks()].iter().zip(w.chunks_exact(2 * LANES)) {
            for k in (0..LANES).step_by(2) {
                for j in 0..LANES {
                    even[0].0[j] += unit.0[k] * w[2 * k].0[j];
                    even[1].0[j] += unit.0[k] * w[2 * k + 1].0[j];
                    odd[0].0[j] += unit.0[k + 1] * w[2 * k + 2].0[j];
                    odd[1].0[j] += unit.0[k + 1] * w[2 * k + 3].0[j];
                }
            }
        }
        for c in 0..2 {
            for j in 0..LANES {
                a.second[c].0[j] = (even[c].0[j] + odd[c].0[j]).max(0.0);
            }
        }
    }

    #[inline(always)]
    fn third_layer(&self, a: &mut Activations) {
        let shape = self.shape;
        let mut sum = self.weights[shape.third_bias()];
        let w = &self.weights[shape.third()..shape.third_bias()];
        for (unit, w) in a.second.iter().zip(w.chunks_exact(LANES)) {
            for k in 0..LANES {
                for j in 0..LANES {
                    sum.0[j] += unit.0[k] * w[k].0[j];
                }
            }
        }
        a.outputs = sum;
    }
}

/// The block of chunks at `at`.
#[inline(always)]
pub(crate) fn load(weights: &[Chunk], at: usize) -> [Chunk; BLOCK] {
    let mut block = [Chunk::ZERO; BLOCK];
    block.copy_from_slice(&weights[at..at + BLOCK]);
    block
}
