//! A quick and rough judge that tells which plays are worth the evaluator's time.
//!
//! It is linear: each side's count on each place has a weight. What the weights are it learns from
//! the evaluator's word on some games played for that alone, from where the rollout begins, so that
//! it needs no weights of its own and serves every game. It only ranks the plays of throws that did
//! not come up: a bad choice makes luck less well known but moves no mean.

use crate::board::{BAR, Board};
use crate::search::tree::in_play;

/// Counts told apart.
const COUNTS: usize = 16;
const PLACES: usize = BAR + 1;
/// Share of an error that one board corrects, at the beginning and at the end.
const RATES: [f32; 2] = [0.2, 0.02];
/// Boards learnt from.
pub(super) const LESSONS: u32 = 20_000;

type Weights = [[[f32; COUNTS]; PLACES]; 2];

/// The judge.
#[derive(Clone, Debug)]
pub(super) struct Sieve {
    /// By whether the side that decides is side 0, and whether the sides have passed each other.
    weights: Box<[[Weights; 2]; 2]>,
    lessons: u32,
}

impl Sieve {
    pub(super) fn new() -> Sieve {
        Sieve { weights: Box::new([[[[[0.0; COUNTS]; PLACES]; 2]; 2]; 2]), lessons: 0 }
    }

    /// Whether it has learnt enough.
    pub(super) fn is_ready(&self) -> bool {
        self.lessons >= LESSONS
    }

    /// Learns that the equity of side 0 of a board, which is to throw, is this.
    pub(super) fn learn(&mut self, board: &Board, mine: bool, equity: f32) {
        let progress = self.lessons as f32 / LESSONS as f32;
        let rate = RATES[0] + (RATES[1] - RATES[0]) * progress.min(1.0);
        self.lessons += 1;
        let weights = &mut self.weights[usize::from(mine)][usize::from(has_passed(board))];
        let change = rate * (equity - judged(weights, board)) / (2 * PLACES) as f32;
        for (side, weights) in weights.iter_mut().enumerate() {
            for (weights, &count) in weights.iter_mut().zip(board.row(side)) {
                weights[usize::from(count) % COUNTS] += change;
            }
        }
    }

    /// Brings the `kept` boards that are worst for their side 0 to the front, in no particular order.
    pub(super) fn sift(
        &self,
        boards: &mut [Board],
        mine: bool,
        kept: usize,
        scores: &mut Vec<f32>,
    ) {
        let weights = &self.weights[usize::from(mine)];
        scores.clear();
        scores.extend(boards.iter().map(|board| match in_play(board, 1) {
            0 => f32::NEG_INFINITY,
            _ => judged(&weights[usize::from(has_passed(board))], board),
        }));
        for front in 0..kept.min(boards.len()) {
            let rest = front..boards.len();
            let least = rest.min_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or(front);
            boards.swap(front, least);
            scores.swap(front, least);
        }
    }
}

#[inline(always)]
fn judged(weights: &Weights, board: &Board) -> f32 {
    let mut sums = [0.0; 2];
    for (side, sum) in sums.iter_mut().enumerate() {
        for (weights, &count) in weights[side].iter().zip(board.row(side)) {
            *sum += weights[usize::from(count) % COUNTS];
        }
    }
    sums[0] + sums[1]
}

fn has_passed(board: &Board) -> bool {
    board.rearmost(0) + board.rearmost(1) < BAR
}
