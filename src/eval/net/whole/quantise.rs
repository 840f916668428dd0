//! From floats to whole numbers, when a net is loaded. In double precision and without any function
//! whose result depends on the machine.

use super::{Line, LongLine, Net, SECOND, WORDS, WholeNet};
use crate::eval::features::Phase;
use crate::eval::features::merged::Layout;
use crate::eval::net::simd::words::SHIFT;
use crate::eval::net::{CLASSES, LANES, Shape};
use std::ops::Range;

/// Checkers of a side.
const CHECKERS: usize = 15;
/// What 1 after the first layer is before.
const STEP: f64 = (1 << SHIFT) as f64;
/// What rounding may add to a sum of the first layer: half for each row (at most 2 x 15 places and
/// 15 tails) and the bias, one for each number.
const FIRST_SLACK: f64 = 64.0;
/// More than rounding the weights may add to a sum of the second layer: half of 32767 for each of
/// at most 512 units, and the bias.
const SECOND_SLACK: f64 = (1 << 24) as f64;

/// The first layer in double precision, merged.
struct First {
    hidden: usize,
    rows: Vec<f64>,
    bias: Vec<f64>,
    /// What each number adds where it is largest.
    numbers: Vec<f64>,
}

impl First {
    fn of(net: &Net, layout: &Layout) -> First {
        let shape = net.shape();
        let hidden = shape.hidden;
        let chunks = |row: usize| &net.weights()[row * shape.row_chunks()..][..shape.row_chunks()];
        let plain = |row: usize| chunks(row).iter().flat_map(|chunk| chunk.0).map(f64::from);
        let mut rows = vec![0.0; layout.rows() * hidden];
        for (row, sums) in rows.chunks_mut(hidden).enumerate() {
            for (part, factor) in layout.parts(row) {
                let factor = f64::from(factor);
                for (sums, chunk) in sums.chunks_exact_mut(LANES).zip(chunks(part)) {
                    for (sum, &weight) in sums.iter_mut().zip(&chunk.0) {
                        *sum += factor * f64::from(weight);
                    }
                }
            }
        }
        let mut numbers = Vec::new();
        for side in 0..2 {
            for number in layout.numbers {
                let scalar = side * shape.inputs.scalars() / 2 + number.scalar;
                let most = f64::from(number.max) / f64::from(number.unit);
                numbers.extend(plain(shape.inputs.rows() + scalar).map(|weight| weight * most));
            }
        }
        First { hidden, rows, bias: plain(shape.rows()).collect(), numbers }
    }

    /// For each unit the largest (`sign` 1) or least (-1) sum that any board can give, times the
    /// sign.
    fn most(&self, layout: &Layout, sign: f64) -> Vec<f64> {
        let hidden = self.hidden;
        let row = |row: usize| &self.rows[row * hidden..][..hidden];
        let mut sum: Vec<f64> = self.bias.iter().map(|bias| sign * bias).collect();
        let mut add_best = |rows: Range<usize>| {
            let mut best = vec![f64::NEG_INFINITY; hidden];
            rows.for_each(|n| raise(&mut best, None, sign, row(n)));
            sum.iter_mut().zip(best).for_each(|(sum, best)| *sum += best);
        };
        add_best(layout.difference());
        for side in 0..2 {
            // The first goes with the checkers in play, below.
            layout.tails(side).skip(1).for_each(&mut add_best);
        }
        for side in 0..2 {
            // The best with so many checkers in play, over the places so far.
            let mut best = vec![vec![f64::NEG_INFINITY; hidden]; CHECKERS + 1];
            best[0].fill(0.0);
            for place in layout.places(side) {
                for used in (1..=CHECKERS).rev() {
                    let (fewer, more) = best.split_at_mut(used);
                    for count in 1..=used {
                        let before = &fewer[used - count];
                        raise(&mut more[0], Some(before), sign, row(place.start + count - 1));
                    }
                }
            }
            let mut whole = vec![f64::NEG_INFINITY; hidden];
            if let Some(off) = layout.tails(side).next() {
                for (used, best) in best.iter().enumerate() {
                    raise(&mut whole, Some(best), sign, row(off.start + CHECKERS - used));
                }
            }
            sum.iter_mut().zip(whole).for_each(|(sum, whole)| *sum += whole);
        }
        for (n, weights) in self.numbers.chunks(hidden).enumerate() {
            let part = part(layout, n);
            for (sum, weight) in sum.iter_mut().zip(weights) {
                *sum += (sign * weight).max(0.0) * part;
            }
        }
        sum
    }
}

/// Raises `best` to `sign` times `row`, beside what was there `before`.
fn raise(best: &mut [f64], before: Option<&[f64]>, sign: f64, row: &[f64]) {
    // No weight is a NaN, which `f64::max` would look for at several times the cost.
    let larger = |a: f64, b: f64| if b > a { b } else { a };
    match before {
        None => {
            for (best, weight) in best.iter_mut().zip(row) {
                *best = larger(*best, sign * weight);
            }
        }
        Some(before) => {
            for ((best, before), weight) in best.iter_mut().zip(before).zip(row) {
                *best = larger(*best, before + sign * weight);
            }
        }
    }
}

/// How much larger a number's row has to be than what it adds, because the number stops short of
/// 32768.
fn part(layout: &Layout, n: usize) -> f64 {
    let number = &layout.numbers[n % layout.numbers.len()];
    32768.0 / (f64::from(number.max) * f64::from(number.step()))
}

pub(super) fn quantise(net: &Net, phase: Phase) -> WholeNet {
    let shape = net.shape();
    let layout = Layout::of(phase);
    let first = First::of(net, layout);
    let hidden = shape.hidden;
    let (mut scales, mut limits) = (vec![1.0; hidden], vec![0.0; hidden]);
    let (up, down) = (first.most(layout, 1.0), first.most(layout, -1.0));
    for unit in 0..hidden {
        let bound = up[unit].max(down[unit]);
        if bound > 0.0 {
            scales[unit] = (f64::from(i16::MAX) - FIRST_SLACK) / bound;
        }
        limits[unit] = (up[unit].max(0.0) * scales[unit] + FIRST_SLACK).min(f64::from(i16::MAX));
        // As the second layer sees it.
        limits[unit] /= STEP;
    }
    let word = |x: f64, unit: usize| nearest(x * scales[unit]) as i16;
    let lines = |values: &[f64], factor: f64| -> Vec<Line> {
        let line = |n: usize, values: &[f64]| {
            Line(std::array::from_fn(|k| word(values[k] * factor, n * WORDS + k)))
        };
        values.chunks(WORDS).enumerate().map(|(n, values)| line(n, values)).collect()
    };
    let merged = first.rows.chunks(hidden).flat_map(|row| lines(row, 1.0));
    let numbers = first.numbers.chunks(hidden).enumerate();
    let numbers = numbers.flat_map(|(n, row)| lines(row, part(layout, n)));
    let second = Second::of(net, shape, &scales, &limits);
    let mut bias = lines(&first.bias, 1.0);
    for word in bias.iter_mut().flat_map(|line| &mut line.0) {
        // Shifts round down.
        *word += (STEP / 2.0) as i16;
    }
    let third = &net.weights()[shape.third()..shape.third_bias()];
    let eight = |k: usize, chunk: &super::Chunk| if k < CLASSES { chunk.0[k] } else { 0.0 };
    let third_bias = &net.weights()[shape.third_bias()];
    WholeNet {
        phase,
        lines: hidden / WORDS,
        rows: merged.chain(numbers).collect(),
        merged: layout.rows(),
        bias,
        second: second.weights,
        second_bias: second.bias,
        second_unit: second.unit,
        third: std::array::from_fn(|j| std::array::from_fn(|k| eight(k, &third[j]))),
        third_bias: std::array::from_fn(|k| eight(k, third_bias)),
    }
}

/// The nearest whole number.
fn nearest(x: f64) -> i32 {
    (if x < 0.0 { x - 0.5 } else { x + 0.5 }) as i32
}

struct Second {
    weights: Vec<Line>,
    bias: [LongLine; SECOND / 16],
    unit: [f32; SECOND],
}

impl Second {
    /// `limits`: what each unit of the first layer can come to.
    fn of(net: &Net, shape: Shape, scales: &[f64], limits: &[f64]) -> Second {
        let plain = |at: usize, j: usize| f64::from(net.weights()[at + j / LANES].0[j % LANES]);
        let weight =
            |unit: usize, j: usize| plain(shape.second() + 2 * unit, j) * STEP / scales[unit];
        let bias = |j: usize| plain(shape.second_bias(), j);
        let mut factors = [1.0; SECOND];
        for (j, factor) in factors.iter_mut().enumerate() {
            let (mut sum, mut largest) = (bias(j).abs(), 0.0f64);
            for (unit, limit) in limits.iter().enumerate() {
                sum += weight(unit, j).abs() * limit;
                largest = largest.max(weight(unit, j).abs());
            }
            if sum > 0.0 {
                let most = (f64::from(i32::MAX) - SECOND_SLACK) / sum;
                *factor =
                    if largest > 0.0 { most.min(f64::from(i16::MAX) / largest) } else { most };
            }
        }
        let word = |unit: usize, j: usize| nearest(weight(unit, j) * factors[j]) as i16;
        let line = |n: usize| {
            let (pair, half) = (n / 2, n % 2);
            Line(std::array::from_fn(|k| word(2 * pair + k % 2, 16 * half + k / 2)))
        };
        Second {
            weights: (0..scales.len()).map(line).collect(),
            bias: std::array::from_fn(|half| {
                let long = |j: usize| nearest(bias(j) * factors[j]);
                LongLine(std::array::from_fn(|k| long(16 * half + k)))
            }),
            unit: factors.map(|factor| (1.0 / factor) as f32),
        }
    }
}
