//! One side of a board as bits.

use crate::board::{BAR, Board};

/// Bits of the points 1..=24, bit p for point p.
const POINTS: u32 = 0x01ff_fffe;

/// A side's checkers, bit p for its own point p.
#[derive(Clone, Copy)]
pub(super) struct Masks {
    /// Points with a checker, and bit 25 for the bar.
    pub any: u32,
    /// Points with two or more.
    pub made: u32,
    /// Points with exactly one.
    pub blots: u32,
    /// Checkers on the bar.
    pub bar: u8,
}

impl Masks {
    #[inline(always)]
    pub fn of(board: &Board, side: usize) -> Masks {
        let row = board.row(side);
        let (mut any, mut two) = (0u32, 0u32);
        for (p, &count) in row.iter().enumerate() {
            any |= u32::from(count > 0) << p;
            two |= u32::from(count > 1) << p;
        }
        let made = two & POINTS;
        Masks { any: any & (POINTS | 1 << BAR), made, blots: any & POINTS & !made, bar: row[BAR] }
    }

    /// The place of the rearmost checker, 25 the bar; 0 if there is none.
    #[inline(always)]
    pub fn rearmost(&self) -> usize {
        (31 - (self.any | 1).leading_zeros()) as usize
    }
}

/// Bits of points in the opponent's numbering (contrary roads): bit p becomes bit 25 - p.
#[inline(always)]
pub(super) const fn mirrored(points: u32) -> u32 {
    (points & POINTS).reverse_bits() >> 6
}
