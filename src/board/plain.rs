//! The board of games whose points hold nothing but a count of equal checkers.

use super::place::{BAR, OFF};

const WIDTH: usize = 32;

/// Who has how many checkers where, seen from the side to move: side 0 is the mover, side 1 the
/// other; each side's array is in its own numbering (0 off, 1..=24 points, 25 bar).
///
/// Rows are padded to 32 bytes so that a board is one cache line and copies as two vectors.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
pub struct Board {
    rows: [[u8; WIDTH]; 2],
}

impl Board {
    /// A board from both sides' 26 counts (off, points 1..=24, bar), mover first.
    pub const fn new(mover: [u8; 26], other: [u8; 26]) -> Board {
        let mut rows = [[0; WIDTH]; 2];
        let mut p = 0;
        while p < 26 {
            rows[0][p] = mover[p];
            rows[1][p] = other[p];
            p += 1;
        }
        Board { rows }
    }

    /// The row of side 0 (mover) or 1 (other): 26 counts and six zeros.
    #[inline(always)]
    pub const fn row(&self, side: usize) -> &[u8; WIDTH] {
        &self.rows[side & 1]
    }

    /// The row of side 0 or 1 to change.
    #[inline(always)]
    pub const fn row_mut(&mut self, side: usize) -> &mut [u8; WIDTH] {
        &mut self.rows[side & 1]
    }

    /// The 26 counts of a side.
    pub fn counts(&self, side: usize) -> [u8; 26] {
        let mut counts = [0; 26];
        counts.copy_from_slice(&self.row(side)[..26]);
        counts
    }

    /// The same board seen by the other side.
    #[inline(always)]
    #[must_use]
    pub const fn swapped(&self) -> Board {
        Board { rows: [self.rows[1], self.rows[0]] }
    }

    /// All checkers of a side, those borne off included.
    pub fn checkers(&self, side: usize) -> u32 {
        self.row(side).iter().map(|&n| u32::from(n)).sum()
    }

    /// Checkers of a side that are not borne off.
    pub fn in_play(&self, side: usize) -> u32 {
        self.checkers(side) - u32::from(self.row(side)[OFF])
    }

    /// Pips a side needs to bear off everything.
    pub fn pips(&self, side: usize) -> u32 {
        (1..=BAR as u32).zip(&self.row(side)[1..=BAR]).map(|(p, &n)| p * u32::from(n)).sum()
    }

    /// The place of a side's rearmost checker (25 bar, 1..=24), 0 if it has borne off everything.
    pub fn rearmost(&self, side: usize) -> usize {
        let (eights, _) = self.row(side).as_chunks::<8>();
        for (n, eight) in eights.iter().enumerate().rev() {
            let eight = u64::from_le_bytes(*eight) & if n == 0 { !0xff } else { !0 };
            if eight != 0 {
                return 8 * n + 7 - eight.leading_zeros() as usize / 8;
            }
        }
        OFF
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let side = |side: usize| {
            let stacks = (0..=BAR).rev().filter(move |&p| self.row(side)[p] > 0);
            stacks.map(move |p| format!("{p}:{}", self.row(side)[p])).collect::<Vec<_>>().join(",")
        };
        write!(f, "{}/{}", side(0), side(1))
    }
}
