//! Adam, applied only to rows that a step has touched, and an average of the weights.

use super::backward::{Backward, Gradient};
use super::sample::Sample;
use crate::eval::net::simd::{self, Kernel};
use crate::eval::net::{Chunk, LANES, Net, Shape};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

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

    /// One step down the mean gradient of the samples; gives the sum of their losses.
    pub fn learn(&mut self, samples: &[Sample], size: StepSize) -> f64 {
        if samples.is_empty() {
            return 0.0;
        }
        let gradient = &mut self.gradient;
        let net = &self.net;
        let equity_weight = size.equity_weight;
        let loss = simd::run(Backward { net, samples, equity_weight, gradient });
        let scale = 1.0 / samples.len() as f32;
        simd::run(Adam { learner: self, scale, size });
        self.gradient.clear();
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
    fill(&mut weights[shape.third()..shape.third_bias()], crate::eval::net::CLASSES, 0.2);
    net
}

struct Adam<'a> {
    learner: &'a mut Learner,
    scale: f32,
    size: StepSize,
}

impl Kernel for Adam<'_> {
    type Out = ();

    #[inline(always)]
    fn run(self) {
        let Adam { learner, scale, size } = self;
        let shape = learner.net.shape();
        let chunks = shape.row_chunks();
        let weights = learner.net.weights_mut();
        let moments = &mut learner.moments;
        let mut change = |at: std::ops::Range<usize>, count: usize, rate: f32| {
            moments.counts[count] += 1;
            let n = moments.counts[count].min(100_000) as i32;
            let correct_first = 1.0 / (1.0 - KEEP_FIRST.powi(n));
            let correct_second = 1.0 / (1.0 - KEEP_SECOND.powi(n));
            for c in at {
                let (w, g) = (&mut weights[c].0, &mut learner.gradient.sums[c].0);
                let (m, v) = (&mut moments.first[c].0, &mut moments.second[c].0);
                for k in 0..LANES {
                    let slope = g[k] * scale;
                    m[k] = KEEP_FIRST * m[k] + (1.0 - KEEP_FIRST) * slope;
                    v[k] = KEEP_SECOND * v[k] + (1.0 - KEEP_SECOND) * slope * slope;
                    let step = m[k] * correct_first / ((v[k] * correct_second).sqrt() + 1e-8);
                    w[k] -= rate * step;
                    g[k] = 0.0;
                }
            }
        };
        for &row in &learner.gradient.touched {
            let row = usize::from(row);
            change(row * chunks..(row + 1) * chunks, row, size.rate * size.row_rate);
        }
        change(shape.tail()..shape.chunks(), shape.rows(), size.rate);
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
    fn run(self) {
        for (sum, w) in self.average.weights_mut().iter_mut().zip(self.net.weights()) {
            for k in 0..LANES {
                sum.0[k] += (1.0 - self.keep) * (w.0[k] - sum.0[k]);
            }
        }
    }
}

/// The generator of a step's random numbers.
pub(super) fn generator(seed: u64, stage: usize, step: u64) -> impl Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&(stage as u64).to_le_bytes());
    key[16..24].copy_from_slice(&step.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}
