//! The nets behind a look-ahead: what they learn from themselves.

use super::play::{Best, Player};
use super::sample::swapped;
use crate::board::{ALL_ROLLS, Board, Roll};
use crate::eval::net::{CLASSES, cumulative, split};
use crate::eval::{Chances, Class, Evaluator, Evaluators};
use crate::rules::{Movement, Variant};
use std::thread;

/// Boards that a thread takes at a time.
const SHARE: usize = 64;

/// Judges a board by the best plays of all 21 throws, each found by the nets at 0 plies among all
/// that are legal, and their value by one ply less; in more than one ply, among those that the small
/// net likes best. Tables need no look-ahead.
#[derive(Clone, Copy, Debug)]
pub struct LookAhead<'a> {
    nets: &'a Evaluators,
    plies: u32,
    threads: usize,
}

impl<'a> LookAhead<'a> {
    /// Most plies: each takes some 400 times the work of the one before.
    pub const PLIES_MAX: u32 = 3;

    /// A look-ahead of `plies` plies, at most [`PLIES_MAX`](Self::PLIES_MAX); the number of threads
    /// changes no result.
    pub fn new(nets: &'a Evaluators, plies: u32, threads: usize) -> LookAhead<'a> {
        LookAhead { nets, plies: plies.min(Self::PLIES_MAX), threads: threads.max(1) }
    }
}

impl Evaluator for LookAhead<'_> {
    fn evaluate(&self, boards: &[Board], chances: &mut [Chances]) {
        if self.plies == 0 {
            return self.nets.evaluate(boards, chances);
        }
        let movement = Variant::Backgammon.rules().movement;
        let shares = boards.chunks(SHARE).zip(chances.chunks_mut(SHARE));
        // Every thread takes each so-manieth share: they are many and about as hard.
        let mut hands: Vec<Vec<_>> = (0..self.threads).map(|_| Vec::new()).collect();
        for (n, share) in shares.enumerate() {
            hands[n % self.threads].push(share);
        }
        thread::scope(|scope| {
            for hand in hands {
                scope.spawn(|| {
                    let mut player = Player::new();
                    for (board, chances) in hand.into_iter().flat_map(|(b, c)| b.iter().zip(c)) {
                        let classes = look(self.nets, &movement, board, self.plies, &mut player);
                        *chances = cumulative(&classes);
                    }
                });
            }
        });
    }
}

/// Chances of the six classes, seen by side 0, which is to throw.
fn look(
    nets: &Evaluators,
    movement: &Movement,
    board: &Board,
    plies: u32,
    player: &mut Player,
) -> [f32; CLASSES] {
    let best = if plies == 1 { Player::best } else { Player::likely_best };
    look_by(best, nets, movement, board, plies, player)
}

/// Finds a throw's best play.
type Choice = fn(&mut Player, &Evaluators, &Movement, &Board, Roll) -> Best;

fn look_by(
    choice: Choice,
    nets: &Evaluators,
    movement: &Movement,
    board: &Board,
    plies: u32,
    player: &mut Player,
) -> [f32; CLASSES] {
    if Class::of(board).phase().is_none() {
        return split(&nets.judge(board));
    }
    let mut mean = [0.0; CLASSES];
    for roll in ALL_ROLLS {
        let best = choice(player, nets, movement, board, roll);
        let later = match plies {
            1 => split(&best.chances),
            _ => look_by(choice, nets, movement, &best.board, plies - 1, player),
        };
        for (sum, share) in mean.iter_mut().zip(swapped(later)) {
            *sum += roll.weight() as f32 / 36.0 * share;
        }
    }
    mean
}
