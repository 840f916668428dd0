//! Small nets: sparse rows, two hidden layers, six results.
//!
//! `inputs (rows switched on, scaled rows) -> H, ReLU -> 32, ReLU -> 6 classes`. All weights lie in
//! one array of 64-byte chunks, input-major, so that every layer adds whole rows and no sum runs
//! across lanes: the arithmetic is the same whatever vectors the processor has, to the last bit.
//!
//! These floats are what is trained and kept in files. Play takes the same nets in whole numbers
//! (`whole`), which are made of them when a net is first used: less than half the memory and time.

mod file;
mod forward;
pub(crate) mod simd;
pub(crate) mod whole;

pub use file::{FILE_BYTES_MAX, NetFileError, NetInfo};
pub(crate) use forward::Activations;

use super::Chances;
use super::features::{InputSet, Phase};
use crate::rules::Variant;

/// Numbers in a chunk.
pub(crate) const LANES: usize = 16;
/// Units of the second hidden layer.
pub(crate) const SECOND: usize = 32;
/// Classes of results.
pub const CLASSES: usize = 6;
/// Widest first hidden layer.
pub(crate) const HIDDEN_MAX: usize = 512;

/// Sixteen numbers, one cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Chunk(pub [f32; LANES]);

impl Chunk {
    pub const ZERO: Chunk = Chunk([0.0; LANES]);
}

/// Sizes of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Which inputs it takes.
    pub inputs: InputSet,
    /// The game that it is for; `None` for those of the backgammon family.
    pub game: Option<Variant>,
    /// Units of the first hidden layer, a multiple of 64 up to 512.
    pub hidden: usize,
}

impl Shape {
    /// The shape of a net of the backgammon family, or `None` if `hidden` is not a multiple of 64
    /// from 64 to 512.
    pub fn new(phase: Phase, hidden: usize) -> Option<Shape> {
        Shape { inputs: phase.set(), game: None, hidden }.checked()
    }

    /// The shape of a game's own net, or `None` if `hidden` is as of [`new`](Self::new) or the game
    /// is one of the backgammon family.
    pub fn of_game(game: Variant, hidden: usize) -> Option<Shape> {
        Shape { inputs: InputSet::of(game)?, game: Some(game), hidden }.checked()
    }

    fn checked(self) -> Option<Shape> {
        let fits = self.hidden.is_multiple_of(64) && (64..=HIDDEN_MAX).contains(&self.hidden);
        fits.then_some(self)
    }

    /// The name of the games that the net is for.
    pub fn family(self) -> &'static str {
        self.game.map_or("backgammon", Variant::name)
    }

    /// Chunks of one row of the first layer.
    pub(crate) fn row_chunks(self) -> usize {
        self.hidden / LANES
    }

    /// Rows of the first layer: those to switch on, then those that the numbers scale.
    pub(crate) fn rows(self) -> usize {
        self.inputs.rows() + self.inputs.scalars()
    }

    /// Where the rest begins: bias, second layer and its bias, third layer and its bias.
    pub(crate) fn tail(self) -> usize {
        self.rows() * self.row_chunks()
    }

    pub(crate) fn second(self) -> usize {
        self.tail() + self.row_chunks()
    }

    pub(crate) fn second_bias(self) -> usize {
        self.second() + self.hidden * SECOND / LANES
    }

    pub(crate) fn third(self) -> usize {
        self.second_bias() + SECOND / LANES
    }

    pub(crate) fn third_bias(self) -> usize {
        self.third() + SECOND
    }

    /// Chunks in all.
    pub(crate) fn chunks(self) -> usize {
        self.third_bias() + 1
    }
}

/// A net with its weights.
#[derive(Clone, Debug)]
pub struct Net {
    shape: Shape,
    weights: Vec<Chunk>,
    /// The hash of the file it was read from, unless the weights were changed since.
    digest: Option<[u8; 32]>,
}

impl PartialEq for Net {
    fn eq(&self, other: &Net) -> bool {
        (self.shape, &self.weights) == (other.shape, &other.weights)
    }
}

impl Net {
    /// A net of zeros: it gives every possible class the same chance.
    pub fn zero(shape: Shape) -> Net {
        Net { shape, weights: vec![Chunk::ZERO; shape.chunks()], digest: None }
    }

    /// Its sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    pub(crate) fn weights(&self) -> &[Chunk] {
        &self.weights
    }

    pub(crate) fn weights_mut(&mut self) -> &mut [Chunk] {
        self.digest = None;
        &mut self.weights
    }
}

/// Which of the six classes (win single, gammon, backgammon; lose single, gammon, backgammon) are
/// possible.
pub(crate) type Possible = [bool; CLASSES];

/// The chances of the six classes from the net's six outputs, impossible classes exactly 0.
#[inline(always)]
pub(crate) fn classes(outputs: &Chunk, possible: &Possible) -> [f32; CLASSES] {
    let mut top = f32::NEG_INFINITY;
    for (&output, &possible) in outputs.0.iter().zip(possible) {
        if possible {
            top = top.max(output);
        }
    }
    // Over all sixteen, which fits vectors.
    let mut powers = Chunk::ZERO;
    for k in 0..LANES {
        powers.0[k] = exp(outputs.0[k] - top);
    }
    let mut sum = 0.0;
    for (k, power) in powers.0[..CLASSES].iter_mut().enumerate() {
        *power = if possible[k] { *power } else { 0.0 };
        sum += *power;
    }
    for power in &mut powers.0 {
        *power /= sum;
    }
    std::array::from_fn(|k| powers.0[k])
}

/// e to the power `x` for x <= 0, to about 1e-7; the same bits on every machine.
#[inline(always)]
fn exp(x: f32) -> f32 {
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    /// 1.5 * 2^23: a sum with it is rounded to whole numbers, which stand in its lowest bits.
    const ROUND: f32 = 12_582_912.0;
    let x = x.clamp(-80.0, 0.0);
    let rounded = x * std::f32::consts::LOG2_E + ROUND;
    let n = rounded - ROUND;
    let r = x - n * LN2_HIGH - n * LN2_LOW;
    // Taylor's series to r^6 on |r| <= ln 2 / 2.
    let series = 1.0
        + r * (1.0
            + r * (0.5
                + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0))))));
    series * f32::from_bits((rounded.to_bits() << 23).wrapping_add(127 << 23))
}

/// The cumulative chances from those of the six classes.
#[inline(always)]
pub(crate) fn cumulative(classes: &[f32; CLASSES]) -> Chances {
    let [w1, w2, w3, _, l2, l3] = *classes;
    let win_gammon = w2 + w3;
    let win = (w1 + win_gammon).min(1.0);
    // Rounding may carry the sum a bit past the chance to lose.
    let lose_gammon = (l2 + l3).min(1.0 - win);
    Chances {
        win,
        win_gammon: win_gammon.min(win),
        win_backgammon: w3,
        lose_gammon,
        lose_backgammon: l3.min(lose_gammon),
    }
}

/// The chances of the six classes from cumulative ones.
pub(crate) fn split(chances: &Chances) -> [f32; CLASSES] {
    [
        chances.win - chances.win_gammon,
        chances.win_gammon - chances.win_backgammon,
        chances.win_backgammon,
        1.0 - chances.win - chances.lose_gammon,
        chances.lose_gammon - chances.lose_backgammon,
        chances.lose_backgammon,
    ]
    .map(|c| c.max(0.0))
}

#[cfg(test)]
pub(crate) mod tests;
