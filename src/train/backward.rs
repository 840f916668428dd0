//! Gradients of one net over the lessons of a step.
#![allow(clippy::needless_range_loop)] // loops over several arrays at once

use super::optimiser::StepSize;
use super::recipe::SIBLINGS_MAX;
use super::sample::{ALONE, Lesson};
use crate::eval::features::Inputs;
use crate::eval::net::simd::{Kernel, Lanes};
use crate::eval::net::{Activations, CLASSES, Chunk, HIDDEN_MAX, LANES, Net, SECOND, classes};

/// Sums of gradients, laid out as the weights, and which rows have any.
pub(super) struct Gradient {
    pub sums: Vec<Chunk>,
    pub rows: Touched,
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
            rows: Touched { list: Vec::new(), is_in: vec![false; shape.rows()] },
            second: vec![Chunk::ZERO; SECOND * shape.row_chunks()],
            third: [[Chunk::ZERO; SECOND / LANES]; CLASSES],
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

/// Rows that the samples have switched on, each once.
pub(super) struct Touched {
    pub list: Vec<u16>,
    is_in: Vec<bool>,
}

impl Touched {
    /// Forgets them.
    pub fn clear(&mut self) {
        for row in self.list.drain(..) {
            self.is_in[usize::from(row)] = false;
        }
    }

    #[inline(always)]
    fn touch(&mut self, row: u16) {
        if !std::mem::replace(&mut self.is_in[usize::from(row)], true) {
            self.list.push(row);
        }
    }
}

/// Adds the gradients of all lessons; gives the sum of their losses.
pub(super) struct Backward<'a> {
    pub net: &'a Net,
    pub lessons: &'a [Lesson],
    pub size: StepSize,
    pub gradient: &'a mut Gradient,
}

impl Kernel for Backward<'_> {
    type Out = f64;

    #[inline(always)]
    fn run<L: Lanes>(self) -> f64 {
        let gradient = self.gradient;
        gradient.transpose(self.net);
        let mut a = [Activations::ZERO; SIBLINGS_MAX];
        let mut chances = [[0.0; CLASSES]; SIBLINGS_MAX];
        let mut errors = [0.0; SIBLINGS_MAX];
        let mut loss = 0.0;
        let points = &self.size.points;
        let mut rest = self.lessons;
        while !rest.is_empty() {
            let (group, later) = rest.split_at(siblings(rest));
            rest = later;
            let mut shared = 0.0;
            for (n, lesson) in group.iter().enumerate() {
                self.net.forward::<L>(&lesson.inputs, &mut a[n]);
                chances[n] = classes(&a[n].outputs, &lesson.possible);
                errors[n] = equity(&chances[n], points) - equity(&lesson.target, points);
                shared += errors[n];
            }
            shared /= group.len() as f32;
            for (n, lesson) in group.iter().enumerate() {
                let pull = self.size.equity_weight * errors[n]
                    + self.size.sibling_weight * (errors[n] - shared);
                let (slope, entropy) = slopes(&chances[n], lesson, points, pull);
                loss += f64::from(entropy);
                descend::<L>(self.net, &lesson.inputs, &a[n], &slope, gradient);
            }
        }
        loss
    }
}

/// How many of the first lessons are plays of one throw.
#[inline(always)]
fn siblings(lessons: &[Lesson]) -> usize {
    let group = lessons[0].group;
    if group == ALONE {
        return 1;
    }
    lessons.iter().take(SIBLINGS_MAX).take_while(|lesson| lesson.group == group).count()
}

#[inline(always)]
fn equity(classes: &[f32; CLASSES], points: &[f32; CLASSES]) -> f32 {
    let mut equity = 0.0;
    for k in 0..CLASSES {
        equity += classes[k] * points[k];
    }
    equity
}

/// The loss's slope by each output (`pull`: its slope by the equity, apart from the cross-entropy),
/// and the cross-entropy beyond the target's own.
#[inline(always)]
fn slopes(
    chances: &[f32; CLASSES],
    lesson: &Lesson,
    points: &[f32; CLASSES],
    pull: f32,
) -> ([f32; CLASSES], f32) {
    let equity = equity(chances, points);
    let mut entropy = 0.0;
    for k in 0..CLASSES {
        if lesson.target[k] > 0.0 {
            entropy += lesson.target[k] * (lesson.target[k] / chances[k].max(1e-12)).ln();
        }
    }
    let slope = std::array::from_fn(|k| {
        chances[k] - lesson.target[k] + pull * chances[k] * (points[k] - equity)
    });
    (slope, entropy)
}

#[inline(always)]
fn descend<L: Lanes>(
    net: &Net,
    inputs: &Inputs,
    a: &Activations,
    slope: &[f32; CLASSES],
    gradient: &mut Gradient,
) {
    let shape = net.shape();
    let chunks = shape.row_chunks();
    let sums = &mut gradient.sums;
    let mut outputs = Chunk::ZERO;
    outputs.0[..CLASSES].copy_from_slice(slope);
    add::<L>(&mut sums[shape.third_bias()], &outputs, 1.0);
    let mut second = [Chunk::ZERO; SECOND / LANES];
    for c in 0..SECOND / LANES {
        let mut sum = L::splat(0.0);
        for k in 0..CLASSES {
            sum = sum.plus(L::splat(slope[k]), L::load(&gradient.third[k][c]));
        }
        sum.gated(L::load(&a.second[c])).store(&mut second[c]);
        for (j, &unit) in a.second[c].0.iter().enumerate() {
            add::<L>(&mut sums[shape.third() + c * LANES + j], &outputs, unit);
        }
        add::<L>(&mut sums[shape.second_bias() + c], &second[c], 1.0);
    }
    for c in 0..chunks {
        let base = shape.second() + 2 * c * LANES;
        let sums = &mut sums[base..base + 2 * LANES];
        for u in 0..LANES {
            let unit = a.first[c].0[u];
            if unit > 0.0 {
                add::<L>(&mut sums[2 * u], &second[0], unit);
                add::<L>(&mut sums[2 * u + 1], &second[1], unit);
            }
        }
    }
    let mut first = [Chunk::ZERO; HIDDEN_MAX / LANES];
    let first = &mut first[..chunks];
    for j in 0..SECOND {
        let x = second[j / LANES].0[j % LANES];
        if x != 0.0 {
            add_row::<L>(first, &gradient.second[j * chunks..(j + 1) * chunks], x);
        }
    }
    for c in 0..chunks {
        L::load(&first[c]).gated(L::load(&a.first[c])).store(&mut first[c]);
    }
    add_row::<L>(&mut sums[shape.tail()..][..chunks], first, 1.0);
    for &row in inputs.rows() {
        add_row::<L>(&mut sums[usize::from(row) * chunks..][..chunks], first, 1.0);
        gradient.rows.touch(row);
    }
    for (n, &x) in inputs.scalars[..shape.inputs.scalars()].iter().enumerate() {
        if x != 0.0 {
            let row = shape.inputs.rows() + n;
            add_row::<L>(&mut sums[row * chunks..][..chunks], first, x);
            gradient.rows.touch(row as u16);
        }
    }
}

#[inline(always)]
fn add_row<L: Lanes>(sums: &mut [Chunk], row: &[Chunk], x: f32) {
    for c in 0..sums.len().min(row.len()) {
        add::<L>(&mut sums[c], &row[c], x);
    }
}

#[inline(always)]
fn add<L: Lanes>(sum: &mut Chunk, w: &Chunk, x: f32) {
    L::load(sum).plus(L::splat(x), L::load(w)).store(sum);
}
