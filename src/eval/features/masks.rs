//! One side of a board as bits.

use crate::board::BAR;

/// Bits of the points 1..=24, bit p for point p.
pub(in crate::eval) const POINTS: u32 = 0x01ff_fffe;

/// A side's checkers, bit p for its own point p.
#[derive(Clone, Copy)]
pub(in crate::eval) struct Masks {
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
    pub const NONE: Masks = Masks { any: 0, made: 0, blots: 0, bar: 0 };

    #[inline(always)]
    pub fn of(row: &[u8; 32]) -> Masks {
        let (any, two) = (at_least(row, 1), at_least(row, 2));
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

/// Bit p is set where `row[p]` is at least `least`. Counts are below 128, and eight of them are
/// compared at a time.
#[inline(always)]
fn at_least(row: &[u8; 32], least: u8) -> u32 {
    const TOPS: u64 = 0x8080_8080_8080_8080;
    /// Carries the top bit of each byte, moved to its lowest, to a bit of the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let lift = u64::from(128 - least) * 0x0101_0101_0101_0101;
    let (words, _) = row.as_chunks::<8>();
    let mut bits = 0;
    for (n, word) in words.iter().enumerate() {
        let tops = u64::from_le_bytes(*word).wrapping_add(lift) & TOPS;
        bits |= ((tops >> 7).wrapping_mul(GATHER) >> 56 << (8 * n)) as u32;
    }
    bits
}
