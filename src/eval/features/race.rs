//! Inputs of races.
//!
//! | rows a side | meaning |
//! |---|---|
//! | 0..168 | point p (1..=24) holds 1, 2, … 6, 7 or more checkers |
//! | 168..184 | 0..=15 not in play |
//! | 184..232 | pips in fours, the last for 188 and more |
//!
//! and, once, 32 rows for the difference of pips (mover's less other's) in twos. The numbers are
//! named in [`RaceScalar`]; all lie between 0 and about 2.

use super::{Inputs, difference_bucket, off};
use crate::board::{Board, HOME_TOP};

const COUNTS: usize = 7;
pub(super) const AT_OFF: usize = 24 * COUNTS;
const AT_PIPS: usize = AT_OFF + 16;
const SIDE: usize = AT_PIPS + 48;

/// Rows of both sides and the pip difference.
pub(super) const ROWS: usize = 2 * SIDE + 32;
/// Numbers of one side.
pub(super) const SCALARS: usize = 6;

/// The numbers of one side, in the order of the inputs (side 0's six, then side 1's).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceScalar {
    /// Pips to bear off, in units of 100.
    Pips,
    /// Checkers in play outside the home, in units of 15.
    Outside,
    /// Quarters of the board still to cross to come home, in units of 15.
    Crossovers,
    /// Pips that the checkers outside need to come home, in units of 60.
    HomePips,
    /// Empty home points, in units of 6.
    Gaps,
    /// Checkers on the two lowest points, in units of 10.
    Deep,
}

#[inline(always)]
pub(super) fn write(board: &Board, inputs: &mut Inputs) {
    let mut pips = [0; 2];
    for (side, pips) in pips.iter_mut().enumerate() {
        *pips = write_side(board, side, inputs);
    }
    inputs.on(2 * SIDE + difference(pips[0], pips[1]));
}

/// The row, of 32, of the difference of pips.
#[inline(always)]
pub(super) fn difference(mover: u32, other: u32) -> usize {
    difference_bucket(mover as i32 - other as i32, 2, 16)
}

/// A side's row for a count of checkers, above 0, on a point.
#[inline(always)]
pub(super) fn count_row(point: usize, count: usize) -> usize {
    (point - 1) * COUNTS + count.min(COUNTS) - 1
}

#[inline(always)]
fn write_side(board: &Board, side: usize, inputs: &mut Inputs) -> u32 {
    let row = board.row(side);
    let base = side * SIDE;
    let (mut pips, mut in_play, mut outside, mut crossovers, mut home_pips) = (0, 0, 0, 0, 0);
    let mut gaps = 0;
    for (p, &count) in row.iter().enumerate().take(25).skip(1) {
        let count = usize::from(count);
        if count == 0 {
            gaps += usize::from(p <= HOME_TOP);
            continue;
        }
        inputs.on(base + count_row(p, count));
        pips += p * count;
        in_play += count;
        if p > HOME_TOP {
            outside += count;
            crossovers += count * ((p - 1) / HOME_TOP);
            home_pips += count * (p - HOME_TOP);
        }
    }
    inputs.on(base + AT_OFF + off(in_play as u32));
    inputs.on(base + AT_PIPS + (pips / 4).min(47));
    let scalars = [
        pips as f32 / 100.0,
        outside as f32 / 15.0,
        crossovers as f32 / 15.0,
        home_pips as f32 / 60.0,
        gaps as f32 / 6.0,
        f32::from(row[1] + row[2]) / 10.0,
    ];
    inputs.scalars[side * SCALARS..(side + 1) * SCALARS].copy_from_slice(&scalars);
    pips as u32
}
