//! How fast boards are judged, on a fixed set of boards that everybody can reproduce.

use super::{Chances, Class, Evaluator};
use crate::board::{ALL_ROLLS, Board};
use crate::moves::{PlayList, generate};
use crate::rules::Variant;
use std::time::{Duration, Instant};

/// What a measurement gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// Boards judged.
    pub evaluations: u64,
    /// In this time.
    pub elapsed: Duration,
    /// A sum over the bits of all chances of one round: equal for equal nets on every machine.
    pub signature: u64,
}

impl Speed {
    /// Microseconds a board.
    pub fn micros(&self) -> f64 {
        self.elapsed.as_secs_f64() * 1e6 / (self.evaluations.max(1)) as f64
    }
}

/// Measures an evaluator on [`boards`], in batches as a search hands them over, for about
/// `seconds` (at least one round).
pub fn bench_evaluations(evaluator: &dyn Evaluator, seconds: f64) -> Speed {
    let boards = boards();
    let mut chances = vec![Chances::default(); boards.len()];
    // The first round also makes the table and is not measured.
    evaluator.evaluate(&boards, &mut chances);
    let signature = chances.iter().fold(0u64, |sum, c| {
        let bits = [c.win, c.win_gammon, c.win_backgammon, c.lose_gammon, c.lose_backgammon];
        bits.iter().fold(sum, |sum, p| sum.rotate_left(7).wrapping_add(p.to_bits().into()))
    });
    let started = Instant::now();
    let mut evaluations = 0;
    loop {
        for (boards, chances) in boards.chunks(20).zip(chances.chunks_mut(20)) {
            evaluator.evaluate(boards, chances);
        }
        evaluations += boards.len() as u64;
        let elapsed = started.elapsed();
        if elapsed.as_secs_f64() >= seconds {
            return Speed { evaluations, elapsed, signature };
        }
    }
}

/// 5,000 boards that games of cautious random play go through (of two random plays the one
/// with fewer blots is made), in each of which side 0 is to throw.
pub fn boards() -> Vec<Board> {
    walk(5000)
}

/// The same, so many as are asked for.
pub(crate) fn walk(count: usize) -> Vec<Board> {
    let variant = Variant::Backgammon;
    let movement = variant.rules().movement;
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut list = PlayList::new();
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut board = variant.start();
        while Class::of(&board) != Class::Over && boards.len() < count {
            boards.push(board);
            let roll = ALL_ROLLS[random.below(ALL_ROLLS.len())];
            generate(&movement, &board, roll, &mut list);
            let children = list.boards();
            if !children.is_empty() {
                let pair = [0; 2].map(|_: usize| children[random.below(children.len())]);
                let blots =
                    |board: &Board| board.row(0)[1..=24].iter().filter(|&&n| n == 1).count();
                board = if blots(&pair[1]) < blots(&pair[0]) { pair[1] } else { pair[0] };
            }
            board = board.swapped();
        }
    }
    boards
}

/// A small generator (xorshift) for the boards, the same for ever.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize * n) >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::standard;

    #[test]
    fn the_signature_repeats() {
        let nets = standard().unwrap();
        let speed = bench_evaluations(nets, 0.0);
        assert_eq!(speed.evaluations, 5000);
        assert_eq!(speed.signature, bench_evaluations(nets, 0.0).signature);
        assert!(speed.micros() > 0.0);
    }
}
