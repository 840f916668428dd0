//! Adam, applied only to rows that a step has touched, and an average of the weights.
#![allow(clippy::needless_range_loop)] // loops over several arrays at once

use super::backward::{Backward, Gradient};
use super::sample::Lesson;
use crate::eval::net::simd::{self, Kernel, Lanes};
use crate::eval::net::{CLASSES, Chunk, LANES, Net, Shape};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// How many steps pass between two updates of the average: it touches every weight.
const AVERAGE_EVERY: u64 = 8;
const KEEP_FIRST: f32 = 0.9;
const KEEP_SECOND: f32 = 0.999;

/// Moments of every weight and how often each row has been changed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moments {
    pub first: Vec<Chunk>,
    pub second: Vec<Chunk>,
    /// Changes of each row, and last of the tail.
    pub counts: Vec<u32>,
}

/// One net in training.
pub(super) struct Learner {
    /// The weights that change.
    pub net: Net,
    /// Their running average, which plays and is kept.
    pub average: Net,
    pub moments: Moments,
    /// Steps taken.
    pub steps: u64,
    gradient: Gradient,
}

/// Settings of one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepSize {
    pub rate: f32,
    pub row_rate: f32,
    pub average: f32,
    pub equity_weight: f32,
    pub sibling_weight: f32,
    /// What each class of results is worth to the side to throw.
    pub points: [f32; CLASSES],
}

impl Learner {
    /// A learner that begins with a net.
    pub fn new(net: Net) -> Learner {
        let shape = net.shape();
        let zeros = vec![Chunk::ZERO; shape.chunks()];
        let counts = vec![0; shape.rows() + 1];
        Learner {
            gradient: Gradient::new(&net),
            average: net.clone(),
            moments: Moments { first: zeros.clone(), second: zeros, counts },
            net,
            steps: 0,
        }
    }

    /// Whether the last step renewed the average.
    pub fn has_new_average(&self) -> bool {
        self.steps.is_multiple_of(AVERAGE_EVERY)
    }

    /// One step down the mean gradient of the lessons; gives the sum of their losses.
    pub fn learn(&mut self, lessons: &[Lesson], size: StepSize) -> f64 {
        if lessons.is_empty() {
            return 0.0;
        }
        let gradient = &mut self.gradient;
        let net = &self.net;
        let loss = simd::run(Backward { net, lessons, size, gradient });
        let scale = 1.0 / lessons.len() as f32;
        simd::run(Adam { learner: self, scale, size });
        self.gradient.rows.clear();
        self.steps += 1;
        if self.steps.is_multiple_of(AVERAGE_EVERY) {
            // While young the average follows faster.
            let young = self.steps as f32 / (self.steps as f32 + 100.0);
            let keep = size.average.powi(AVERAGE_EVERY as i32).min(young);
            simd::run(Average { average: &mut self.average, net: &self.net, keep });
        }
        loss
    }
}

/// A net of random weights: inputs small, so that the first steps are not too wild.
pub(super) fn random_net(shape: Shape, seed: u64) -> Net {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut net = Net::zero(shape);
    let mut fill = |chunks: &mut [Chunk], lanes: usize, width: f32| {
        for chunk in chunks {
            for slot in &mut chunk.0[..lanes] {
                *slot = (rng.random::<f32>() * 2.0 - 1.0) * width;
            }
        }
    };
    let weights = net.weights_mut();
    fill(&mut weights[..shape.tail()], LANES, 0.1);
    let second = (6.0 / shape.hidden as f32).sqrt();
    fill(&mut weights[shape.second()..shape.second_bias()], LANES, second);
    fill(&mut weights[shape.third()..shape.third_bias()], CLASSES, 0.2);
    net
}

/// The same net with more units in its first layer. The new ones look at random and have no say
/// yet, so that the wider net judges as the narrower one did.
pub(super) fn widened(net: &Net, shape: Shape, seed: u64) -> Net {
    let old = net.shape();
    let mut wide = random_net(shape, seed);
    let (from, to) = (net.weights(), wide.weights_mut());
    let (few, many) = (old.row_chunks(), shape.row_chunks());
    // The bias lies behind the rows as one more of them.
    for row in 0..=old.rows() {
        to[row * many..][..few].copy_from_slice(&from[row * few..][..few]);
    }
    let said = old.second_bias() - old.second();
    let (second, rest) = to[shape.second()..].split_at_mut(shape.second_bias() - shape.second());
    second.fill(Chunk::ZERO);
    second[..said].copy_from_slice(&from[old.second()..old.second_bias()]);
    rest.copy_from_slice(&from[old.second_bias()..]);
    wide
}

struct Adam<'a> {
    learner: &'a mut Learner,
    scale: f32,
    size: StepSize,
}

impl Kernel for Adam<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Adam { learner, scale, size } = self;
        let shape = learner.net.shape();
        let chunks = shape.row_chunks();
        let rows = learner.gradient.rows.list.iter().map(|&row| usize::from(row));
        let rows = rows.map(|row| (row, row * chunks..(row + 1) * chunks, size.row_rate));
        let tail = (shape.rows(), shape.tail()..shape.chunks(), 1.0);
        for (count, range, share) in rows.chain([tail]) {
            let moments = &mut learner.moments;
            moments.counts[count] += 1;
            let n = moments.counts[count].min(100_000) as i32;
            let change = Change {
                scale,
                correct_first: 1.0 / (1.0 - KEEP_FIRST.powi(n)),
                correct_second: 1.0 / (1.0 - KEEP_SECOND.powi(n)),
                rate: size.rate * share,
            };
            let weights = &mut learner.net.weights_mut()[range.clone()];
            let sums = &mut learner.gradient.sums[range.clone()];
            let first = &mut moments.first[range.clone()];
            let second = &mut moments.second[range];
            for c in 0..weights.len() {
                change.apply::<L>(&mut weights[c], &mut sums[c], &mut first[c], &mut second[c]);
            }
        }
    }
}

/// Adam's numbers for one group of weights.
struct Change {
    scale: f32,
    correct_first: f32,
    correct_second: f32,
    rate: f32,
}

impl Change {
    /// Changes a chunk of weights by its sum of gradients, which is set to 0.
    #[inline(always)]
    fn apply<L: Lanes>(&self, w: &mut Chunk, g: &mut Chunk, m: &mut Chunk, v: &mut Chunk) {
        let slope = L::load(g).mul(L::splat(self.scale));
        let (keep, take) = (L::splat(KEEP_FIRST), L::splat(1.0 - KEEP_FIRST));
        let first = L::load(m).mul(keep).plus(take, slope);
        let (keep, take) = (L::splat(KEEP_SECOND), L::splat(1.0 - KEEP_SECOND));
        let second = L::load(v).mul(keep).plus(take, slope.mul(slope));
        let spread = second.mul(L::splat(self.correct_second)).sqrt().add(L::splat(1e-8));
        let step = first.mul(L::splat(self.correct_first)).div(spread);
        L::load(w).plus(L::splat(-self.rate), step).store(w);
        first.store(m);
        second.store(v);
        *g = Chunk::ZERO;
    }
}

struct Average<'a> {
    average: &'a mut Net,
    net: &'a Net,
    keep: f32,
}

impl Kernel for Average<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let (keep, take) = (L::splat(self.keep), L::splat(1.0 - self.keep));
        let (sums, weights) = (self.average.weights_mut(), self.net.weights());
        for c in 0..sums.len() {
            L::load(&sums[c]).mul(keep).plus(take, L::load(&weights[c])).store(&mut sums[c]);
        }
    }
}

/// The generator of a step's random numbers.
pub(super) fn generator(seed: u64, stage: usize, step: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&(stage as u64).to_le_bytes());
    key[16..24].copy_from_slice(&step.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}
