//! Teaches the small net that leaves plays out what the nets in use think of all plays of a throw.
//!
//! Games of those nets with themselves, some plays by chance, give the throws. Each board is learnt
//! once, by one step of Adagrad down the cross-entropy.

use crate::board::Board;
use crate::eval::features::Phase;
use crate::eval::net::simd::{self, Kernel, Lanes};
use crate::eval::net::{CLASSES, Chunk, LANES, classes, split};
use crate::eval::prune::{
    AT_BIAS, AT_OUTPUT, AT_OUTPUT_BIAS, CHUNKS, HIDDEN, Pruner, ROW, Rows, rows,
};
use crate::eval::{Chances, Class, Evaluator, Evaluators};
use crate::moves::{PlayList, generate};
use crate::rules::Variant;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::play::throw;

/// Of a hundred games so many begin as nackgammon, the rest as backgammon.
const NACKGAMMON: u32 = 20;
/// Share of plays by chance.
const EXPLORE: f32 = 0.1;
/// No game is longer.
const PLAYS_MAX: usize = 400;
/// Steps are this long at first and fall to a tenth.
const RATE: f32 = 0.03;
/// What every weight's sum of squares begins with.
const SQUARES: f32 = 1e-3;
/// Plays so far behind the best in equity are learnt with a quarter of the weight.
const NEAR: f32 = 0.3;
/// Every so many throws one is measured before it is learnt.
const MEASURED: u64 = 16;
/// Plays that are kept when measured.
pub const KEPT: [usize; 3] = [4, 6, 8];

/// How the teaching goes, since the last word.
#[derive(Clone, Copy, Debug, Default)]
pub struct Distilled {
    /// Boards learnt in all.
    pub boards: u64,
    /// Mean absolute error of the equity.
    pub error: f64,
    /// Mean equity lost where the best of so many ([`KEPT`]) kept plays is made.
    pub lost: [f64; 3],
}

/// Teaches a net from random weights.
pub fn distil(
    nets: &Evaluators,
    seed: u64,
    boards: u64,
    mut progress: impl FnMut(Distilled),
) -> Pruner {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut learner = Learner::new(&mut rng);
    let mut list = PlayList::new();
    let mut chances = Vec::new();
    let (mut learnt, mut throws, mut said) = (0, 0u64, 0);
    let mut measure = Measure::default();
    while learnt < boards {
        let nack = rng.random_range(0..100) < NACKGAMMON;
        let variant = if nack { Variant::Nackgammon } else { Variant::Backgammon };
        let movement = variant.rules().movement;
        let mut board = variant.start();
        for _ in 0..PLAYS_MAX {
            if Class::of(&board).phase() != Some(Phase::Contact) {
                break;
            }
            generate(&movement, &board, throw(&mut rng), &mut list);
            if list.is_empty() {
                board = board.swapped();
                continue;
            }
            for child in list.boards_mut() {
                *child = child.swapped();
            }
            chances.resize(list.len(), Chances::default());
            nets.evaluate(list.boards(), &mut chances);
            throws += 1;
            if throws.is_multiple_of(MEASURED) {
                measure.throw(&learner.pruner, list.boards(), &chances);
            }
            let done = learnt as f32 / boards as f32;
            learner.learn(list.boards(), &chances, RATE * (1.0 - 0.9 * done));
            learnt += list.len() as u64;
            let next = if rng.random::<f32>() < EXPLORE {
                rng.random_range(0..list.len())
            } else {
                best(&chances, 0..list.len())
            };
            board = list.boards()[next];
        }
        if learnt - said >= boards.div_ceil(20) || learnt >= boards {
            said = learnt;
            progress(std::mem::take(&mut measure).told(learnt));
        }
    }
    learner.pruner
}

/// The play after which the other side, whose chances these are, stands worst.
fn best(chances: &[Chances], among: impl Iterator<Item = usize>) -> usize {
    let equity = |n: usize| chances[n].equity();
    among.min_by(|&a, &b| equity(a).total_cmp(&equity(b))).unwrap_or(0)
}

/// What a stretch of teaching showed.
#[derive(Default)]
struct Measure {
    boards: f64,
    errors: f64,
    throws: f64,
    lost: [f64; 3],
}

impl Measure {
    fn throw(&mut self, pruner: &Pruner, boards: &[Board], exact: &[Chances]) {
        let mut rough = vec![Chances::default(); boards.len()];
        pruner.evaluate(boards, &mut rough);
        for (exact, rough) in exact.iter().zip(&rough) {
            self.errors += f64::from((exact.equity() - rough.equity()).abs());
        }
        self.boards += boards.len() as f64;
        self.throws += 1.0;
        let mut order: Vec<usize> = (0..boards.len()).collect();
        order.sort_by(|&a, &b| rough[a].equity().total_cmp(&rough[b].equity()));
        let least = exact[best(exact, 0..exact.len())].equity();
        for (lost, kept) in self.lost.iter_mut().zip(KEPT) {
            let chosen = best(exact, order.iter().take(kept).copied());
            *lost += f64::from(exact[chosen].equity() - least);
        }
    }

    fn told(self, boards: u64) -> Distilled {
        let throws = self.throws.max(1.0);
        let error = self.errors / self.boards.max(1.0);
        Distilled { boards, error, lost: self.lost.map(|lost| lost / throws) }
    }
}

/// The net with what Adagrad remembers.
struct Learner {
    pruner: Pruner,
    squares: Vec<Chunk>,
}

impl Learner {
    fn new(rng: &mut ChaCha8Rng) -> Learner {
        let mut pruner = Pruner::zero();
        let weights = pruner.weights_mut();
        for chunk in &mut weights[..AT_BIAS] {
            chunk.0 = std::array::from_fn(|_| rng.random_range(-0.1..0.1));
        }
        for chunk in &mut weights[AT_OUTPUT..AT_OUTPUT_BIAS] {
            for weight in &mut chunk.0[..CLASSES] {
                *weight = rng.random_range(-0.2..0.2);
            }
        }
        Learner { pruner, squares: vec![Chunk([SQUARES; LANES]); CHUNKS] }
    }

    fn learn(&mut self, boards: &[Board], targets: &[Chances], rate: f32) {
        let least = targets[best(targets, 0..targets.len())].equity();
        simd::run(Lesson { learner: self, boards, targets, least, rate });
    }

    /// A step of the chunk's weights down their gradient.
    #[inline(always)]
    fn step<L: Lanes>(&mut self, at: usize, gradient: L, rate: L) {
        let squares = L::load(&self.squares[at]).plus(gradient, gradient);
        squares.store(&mut self.squares[at]);
        let weights = &mut self.pruner.weights_mut()[at];
        L::load(weights).plus(rate, gradient.div(squares.sqrt())).store(weights);
    }
}

/// The plays of one throw.
struct Lesson<'a> {
    learner: &'a mut Learner,
    boards: &'a [Board],
    targets: &'a [Chances],
    least: f32,
    rate: f32,
}

impl Kernel for Lesson<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let learner = self.learner;
        let rate = L::splat(-self.rate);
        let mut active = Rows::new();
        for (board, target) in self.boards.iter().zip(self.targets) {
            if Class::of(board) == Class::Over {
                continue;
            }
            let weight = if target.equity() - self.least < NEAR { 1.0 } else { 0.25 };
            rows(board, &mut active);
            let (hidden, outputs) = learner.pruner.forward::<L>(&active);
            let chances = classes(&outputs, &[true; CLASSES]);
            let wanted = split(target);
            let mut wrong = Chunk::ZERO;
            for k in 0..CLASSES {
                wrong.0[k] = weight * (chances[k] - wanted[k]);
            }
            let mut back = [Chunk::ZERO; ROW];
            for unit in 0..HIDDEN {
                let weights = &learner.pruner.weights()[AT_OUTPUT + unit].0;
                let of_unit: f32 = (0..CLASSES).map(|k| weights[k] * wrong.0[k]).sum();
                back[unit / LANES].0[unit % LANES] = of_unit;
            }
            let wrong = L::load(&wrong);
            learner.step(AT_OUTPUT_BIAS, wrong, rate);
            for unit in 0..HIDDEN {
                let active = hidden[unit / LANES].0[unit % LANES];
                if active > 0.0 {
                    learner.step(AT_OUTPUT + unit, wrong.mul(L::splat(active)), rate);
                }
            }
            for c in 0..ROW {
                let gradient = L::load(&back[c]).gated(L::load(&hidden[c]));
                learner.step(AT_BIAS + c, gradient, rate);
                for &row in &active {
                    learner.step(ROW * usize::from(row) + c, gradient, rate);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::standard;

    #[test]
    fn teaching_repeats_and_helps() {
        let nets = standard().unwrap();
        let taught = |boards| {
            let mut told = Vec::new();
            let pruner = distil(nets, 1, boards, |word| told.push(word));
            (pruner, told)
        };
        let (pruner, told) = taught(40_000);
        assert_eq!(pruner, taught(40_000).0);
        let (first, last) = (told[0], told[told.len() - 1]);
        assert!(last.error < first.error && last.lost[0] < 0.1, "{first:?} {last:?}");
    }
}
