//! Whether a solution is one: does one more step of the rules change anything?
//!
//! Nothing of the solver is used here, only the generator that games are played with.

use crate::board::{ALL_ROLLS, Board};
use crate::eval::hypergammon::{Index, Record};
use crate::moves::{PlayList, generate};
use crate::rules::{Variant, win_kind};
use std::thread;

/// The games that are solved, in the order of [`unrest`].
pub const GAMES: [&str; 5] = ["cubeless", "centred", "jacoby", "owned", "others"];

/// How far at most the values of these positions are from those that follow from the best plays:
/// without a cube, and with it in each of its places.
pub fn unrest(
    index: &Index,
    record: &(impl Fn(usize) -> Record + Sync),
    positions: &[usize],
    threads: usize,
) -> [f64; 5] {
    let part = positions.len().div_ceil(threads.max(1)).max(1);
    let work = |positions: &[usize]| {
        let mut list = PlayList::new();
        let mut most = [0.0f64; 5];
        for &number in positions {
            let off = one_unrest(index, record, number, &mut list);
            most = std::array::from_fn(|n| most[n].max(off[n]));
        }
        most
    };
    let parts: Vec<[f64; 5]> = thread::scope(|scope| {
        let parts = positions.chunks(part).map(|part| scope.spawn(move || work(part)));
        let parts: Vec<_> = parts.collect();
        parts.into_iter().map(|part| part.join().unwrap_or([f64::NAN; 5])).collect()
    });
    parts.into_iter().fold([0.0; 5], |most, part| std::array::from_fn(|n| most[n].max(part[n])))
}

fn one_unrest(
    index: &Index,
    record: &impl Fn(usize) -> Record,
    number: usize,
    list: &mut PlayList,
) -> [f64; 5] {
    let (mine, other) = index.split(number);
    let board = index.to_board(&mine, &other);
    if board.in_play(0) == 0 || board.in_play(1) == 0 {
        return [0.0; 5];
    }
    let mut mean = [0.0f64; 5];
    for roll in ALL_ROLLS {
        generate(&Variant::Hypergammon.rules().movement, &board, roll, list);
        let stay = [board];
        let after = if list.is_empty() { &stay } else { list.boards() };
        let mut best = [f64::NEG_INFINITY; 5];
        for after in after {
            let values = played(index, record, after);
            best = std::array::from_fn(|n| best[n].max(values[n]));
        }
        let weight = f64::from(roll.weight()) / 36.0;
        mean = std::array::from_fn(|n| mean[n] + weight * best[n]);
    }
    let Record { chances, money } = record(number);
    let found = [chances.equity(), money.centred, money.jacoby, money.owned, money.others];
    std::array::from_fn(|n| (mean[n] - f64::from(found[n])).abs())
}

/// What a board is worth to the side that has just played to it (side 0).
fn played(index: &Index, record: &impl Fn(usize) -> Record, after: &Board) -> [f64; 5] {
    if after.in_play(0) == 0 {
        let points = f64::from(win_kind(&Variant::Hypergammon.rules(), after, 1).points());
        return [points, points, 1.0, points, points];
    }
    // A board that is not in the table would show as unrest.
    let Record { chances, money } = index.board(&after.swapped()).map(record).unwrap_or_default();
    let double = (2.0 * money.others).min(1.0);
    let theirs = [
        chances.equity(),
        money.centred.max(double),
        money.jacoby.max(double),
        // The cube is owned by the one who played: the other's for the one to throw.
        money.others,
        money.owned.max(double),
    ];
    theirs.map(|value| -f64::from(value))
}

/// The value without a cube of having won the opening throw and playing those two dice, from the
/// start of hypergammon: the mean over the 15 throws that are no doubles.
pub fn opening(index: &Index, record: &impl Fn(usize) -> Record) -> f64 {
    let mut list = PlayList::new();
    let mut sum = 0.0;
    for roll in ALL_ROLLS.into_iter().filter(|roll| !roll.is_double()) {
        let start = Variant::Hypergammon.start();
        generate(&Variant::Hypergammon.rules().movement, &start, roll, &mut list);
        let values = list.boards().iter().map(|after| played(index, record, after)[0]);
        sum += values.fold(f64::NEG_INFINITY, f64::max);
    }
    sum / 15.0
}
