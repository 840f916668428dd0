//! A quick and rough judge that tells which plays are worth the evaluator's time.
//!
//! It is linear: the count on each place has a weight, and a blot one for how it can be hit. What
//! the weights are it learns from the evaluator's word on some games played for that alone, from
//! where the rollout begins, so that it needs no weights of its own and serves every game. It only
//! ranks the plays of throws that did not come up: a bad choice makes luck less well known but moves
//! no mean.

use super::luck::SIFTED;
use crate::board::{BAR, Board, OFF};
use crate::rules::{Landing, Rules};
use crate::search::ends::is_over;
use crate::search::kind::Kind;

/// Kinds of a place: by its count (of checkers off up to 15, else up to 7), or what hits its blot.
const KINDS: usize = 16;
const PLACES: usize = BAR + 1;
/// The highest count told apart on a point.
const COUNT_MAX: u8 = 7;
/// Kind of a blot that one die hits in as many ways as come on top of this, at most 3; a blot that
/// only two dice hit is the kind itself.
const EXPOSED: usize = 8;
/// How far the plays of a throw move the weights, divided among them, at the beginning and at the
/// end: about half of what would make learning unstable.
const RATES: [f32; 2] = [0.6, 0.06];
/// Boards learnt from: with half as many luck is known less well, and this takes no tenth of a second.
const LESSONS: usize = 40_000;

type Weights = [[[f32; KINDS]; PLACES]; 2];

/// The judge.
#[derive(Clone, Debug)]
pub(super) struct Sieve {
    /// By whether the side that decides is to throw, and whether the sides had passed each other.
    weights: Box<[[Weights; 2]; 2]>,
    lessons: usize,
    scores: Vec<f32>,
}

impl Sieve {
    pub(super) fn new() -> Sieve {
        let weights = Box::new([[[[[0.0; KINDS]; PLACES]; 2]; 2]; 2]);
        Sieve { weights, lessons: 0, scores: Vec::new() }
    }

    /// Whether it has learnt enough.
    pub(super) fn is_ready(&self) -> bool {
        self.lessons >= LESSONS
    }

    /// Learns what the plays of a throw are worth: the boards after them and the equities of their
    /// side 0. Only differences between them count.
    pub(super) fn learn<B: Kind>(
        &mut self,
        rules: &Rules,
        parent: &B,
        boards: &[B],
        mine: bool,
        worth: &[f32],
    ) {
        let count = boards.len().max(1) as f32;
        let progress = (self.lessons as f32 / LESSONS as f32).min(1.0);
        let rate = (RATES[0] + (RATES[1] - RATES[0]) * progress) / count;
        self.lessons += boards.len();
        let hits = rules.movement.landing != Landing::Block;
        let passed = parent.has_passed(rules.movement.track);
        let weights = &mut self.weights[usize::from(mine)][usize::from(passed)];
        self.scores.clear();
        self.scores.extend(boards.iter().map(|board| judged(weights, &board.counts(), hits)));
        let shift = (worth.iter().sum::<f32>() - self.scores.iter().sum::<f32>()) / count;
        for ((board, worth), score) in boards.iter().zip(worth).zip(&self.scores) {
            let change = rate * (worth - score - shift);
            each_place(&board.counts(), hits, |side, place, kind| {
                weights[side][place][kind] += change;
            });
        }
    }

    /// Brings the few boards that are worst for their side 0 to the front, in no particular order.
    pub(super) fn sift<B: Kind>(
        &self,
        rules: &Rules,
        parent: &B,
        boards: &mut [B],
        mine: bool,
        scores: &mut Vec<f32>,
    ) {
        let hits = rules.movement.landing != Landing::Block;
        let passed = parent.has_passed(rules.movement.track);
        let weights = &self.weights[usize::from(mine)][usize::from(passed)];
        let may_end = parent.may_end();
        scores.clear();
        scores.extend(boards.iter().map(|board| {
            let over = may_end && is_over(rules, board);
            if over { f32::NEG_INFINITY } else { judged(weights, &board.counts(), hits) }
        }));
        for front in 0..SIFTED.min(boards.len()) {
            let rest = front..boards.len();
            let least = rest.min_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or(front);
            boards.swap(front, least);
            scores.swap(front, least);
        }
    }
}

fn judged(weights: &Weights, board: &Board, hits: bool) -> f32 {
    let mut sum = 0.0;
    each_place(board, hits, |side, place, kind| sum += weights[side][place][kind]);
    sum
}

/// Tells the kind of each place of both sides. Where nothing is hit a single checker is like others.
#[inline(always)]
fn each_place(board: &Board, hits: bool, mut tell: impl FnMut(usize, usize, usize)) {
    let mut throwers = 0u64;
    for (place, &count) in board.row(0)[..PLACES].iter().enumerate() {
        throwers |= u64::from(count > 0) << place;
        let most = if place == OFF { KINDS as u8 - 1 } else { COUNT_MAX };
        tell(0, place, usize::from(count.min(most)));
    }
    throwers &= !1;
    for (place, &count) in board.row(1)[..PLACES].iter().enumerate() {
        let kind = match count {
            1 if hits && (1..BAR).contains(&place) => {
                // The thrower's places from which a blot here is 1 to 6, and 7 to 12, pips away.
                let (near, far) = (throwers >> (26 - place) & 63, throwers >> (32 - place) & 63);
                match (near.count_ones(), far) {
                    (0, 0) => 1,
                    (ways, _) => EXPOSED + ways.min(3) as usize,
                }
            }
            count if place == OFF => usize::from(count) % KINDS,
            count => usize::from(count.min(COUNT_MAX)),
        };
        tell(1, place, kind);
    }
}
