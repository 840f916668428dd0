//! Gradients of one net over the samples of a step.

use super::sample::{POINTS, Sample};
use crate::eval::features::Inputs;
use crate::eval::net::simd::Kernel;
use crate::eval::net::{Activations, CLASSES, Chunk, LANES, Net, SECOND, classes};

/// Sums of gradients, laid out as the weights, and which rows have any.
pub(super) struct Gradient {
    pub sums: Vec<Chunk>,
    pub touched: Vec<u16>,
    is_touched: Vec<bool>,
    /// The second layer with units and inputs exchanged: `[j * hidden / 16 + c]`.
    second: Vec<Chunk>,
    /// The third, by output.
    third: [[Chunk; SECOND / LANES]; CLASSES],
}

impl Gradient {
    pub fn new(net: &Net) -> Gradient {
        let shape = net.shape();
        Gradient {
            sums: vec![Chunk::ZERO; shape.chunks()],
            touched: Vec::with_capacity(shape.rows()),
            is_touched: vec![false; shape.rows()],
            second: vec![Chunk::ZERO; SECOND * shape.row_chunks()],
            third: [[Chunk::ZERO; SECOND / LANES]; CLASSES],
        }
    }

    /// Forgets the rows; their sums must have been zeroed.
    pub fn clear(&mut self) {
        for row in self.touched.drain(..) {
            self.is_touched[usize::from(row)] = false;
        }
    }

    fn touch(&mut self, row: u16) {
        if !std::mem::replace(&mut self.is_touched[usize::from(row)], true) {
            self.touched.push(row);
        }
    }

    fn transpose(&mut self, net: &Net) {
        let shape = net.shape();
        let (chunks, weights) = (shape.row_chunks(), net.weights());
        for unit in 0..shape.hidden {
            for j in 0..SECOND {
                let w = weights[shape.second() + 2 * unit + j / LANES].0[j % LANES];
                self.second[j * chunks + unit / LANES].0[unit % LANES] = w;
            }
        }
        for k in 0..CLASSES {
            for j in 0..SECOND {
                let w = weights[shape.third() + j].0[k];
                self.third[k][j / LANES].0[j % LANES] = w;
            }
        }
    }
}

/// Adds the gradients of all samples; gives the sum of their losses.
pub(super) struct Backward<'a> {
    pub net: &'a Net,
    pub samples: &'a [Sample],
    pub equity_weight: f32,
    pub gradient: &'a mut Gradient,
}

impl Kernel for Backward<'_> {
    type Out = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        let gradient = self.gradient;
        gradient.transpose(self.net);
        let phase = self.net.shape().phase;
        let mut inputs = Inputs::new();
        let mut a = Activations::ZERO;
        let mut loss = 0.0;
        for sample in self.samples {
            phase.write(&sample.board, &mut inputs);
            self.net.forward(&inputs, &mut a);
            let chances = classes(&a.outputs, &sample.possible);
            let (slope, entropy) = slopes(&chances, sample, self.equity_weight);
            loss += f64::from(entropy);
            descend(self.net, &inputs, &a, &slope, gradient);
        }
        loss
    }
}

/// The loss's slope by each output, and the cross-entropy beyond the target's own.
#[inline(always)]
fn slopes(chances: &[f32; CLASSES], sample: &Sample, equity_weight: f32) -> ([f32; CLASSES], f32) {
    let (mut equity, mut wanted, mut entropy) = (0.0, 0.0, 0.0);
    for k in 0..CLASSES {
        equity += chances[k] * POINTS[k];
        wanted += sample.target[k] * POINTS[k];
        if sample.target[k] > 0.0 {
            entropy += sample.target[k] * (sample.target[k] / chances[k].max(1e-12)).ln();
        }
    }
    let pull = equity_weight * (equity - wanted);
    let slope = std::array::from_fn(|k| {
        chances[k] - sample.target[k] + pull * chances[k] * (POINTS[k] - equity)
    });
    (slope, entropy)
}

#[inline(always)]
fn descend(
    net: &Net,
    inputs: &Inputs,
    a: &Activations,
    slope: &[f32; CLASSES],
    gradient: &mut Gradient,
) {
    let shape = net.shape();
    let chunks = shape.row_chunks();
    let mut outputs = Chunk::ZERO;
    outputs.0[..CLASSES].copy_from_slice(slope);
    add(&mut gradient.sums[shape.third_bias()], &outputs, 1.0);
    let mut second = [Chunk::ZERO; SECOND / LANES];
    for c in 0..SECOND / LANES {
        for k in 0..CLASSES {
            add(&mut second[c], &gradient.third[k][c], slope[k]);
        }
        for j in 0..LANES {
            let unit = a.second[c].0[j];
            second[c].0[j] = if unit > 0.0 { second[c].0[j] } else { 0.0 };
            add(&mut gradient.sums[shape.third() + c * LANES + j], &outputs, unit);
        }
        add(&mut gradient.sums[shape.second_bias() + c], &second[c], 1.0);
    }
    let mut first = [Chunk::ZERO; crate::eval::net::HIDDEN_MAX / LANES];
    let first = &mut first[..chunks];
    for j in 0..SECOND {
        let x = second[j / LANES].0[j % LANES];
        if x != 0.0 {
            for (sum, w) in first.iter_mut().zip(&gradient.second[j * chunks..]) {
                add(sum, w, x);
            }
        }
    }
    for c in 0..chunks {
        for u in 0..LANES {
            let unit = a.first[c].0[u];
            if unit > 0.0 {
                let at = shape.second() + 2 * (c * LANES + u);
                add(&mut gradient.sums[at], &second[0], unit);
                add(&mut gradient.sums[at + 1], &second[1], unit);
            } else {
                first[c].0[u] = 0.0;
            }
        }
    }
    add_row(&mut gradient.sums[shape.tail()..][..chunks], first, 1.0);
    for &row in &inputs.rows {
        gradient.touch(row);
        add_row(&mut gradient.sums[usize::from(row) * chunks..][..chunks], first, 1.0);
    }
    for (n, &x) in inputs.scalars[..shape.phase.scalars()].iter().enumerate() {
        if x != 0.0 {
            let row = shape.phase.rows() + n;
            gradient.touch(row as u16);
            add_row(&mut gradient.sums[row * chunks..][..chunks], first, x);
        }
    }
}

#[inline(always)]
fn add_row(sums: &mut [Chunk], row: &[Chunk], x: f32) {
    for (sum, w) in sums.iter_mut().zip(row) {
        add(sum, w, x);
    }
}

#[inline(always)]
fn add(sum: &mut Chunk, w: &Chunk, x: f32) {
    for k in 0..LANES {
        sum.0[k] += w.0[k] * x;
    }
}
