//! What the next throw may hit.
#![allow(clippy::needless_range_loop)] // loops over several arrays at once

use super::masks::{Masks, mirrored};
use crate::board::BAR;

/// The danger to one side's blots from one throw of the other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Shots {
    /// Of 36 throws, those that can hit a blot.
    pub hits: u32,
    /// Sum over the 36 of the pips that the dearest blot within reach would lose.
    pub pips: u32,
    /// Of 36 throws, those that reach two blots or more.
    pub doubles: u32,
}

/// The fifteen throws of unequal dice, the larger number first. The last column is a filler: dice
/// of 31 reach nothing.
const HIGH: [u32; 16] = [2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 31];
const LOW: [u32; 16] = [1, 1, 2, 1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 4, 5, 31];
/// The six doubles, and fillers.
const DOUBLE: [u32; 8] = [1, 2, 3, 4, 5, 6, 31, 31];

impl Shots {
    /// Counts throws by the blots that each can hit.
    #[inline(always)]
    fn add<const N: usize>(&mut self, hits: &[u32; N], weight: u32) {
        let (mut any, mut two, mut pips) = (0, 0, 0);
        for &hit in hits {
            any += u32::from(hit != 0);
            two += u32::from(hit & hit.wrapping_sub(1) != 0);
            // A blot loses as many pips as the hitter's number of its point.
            pips += 31 - (hit | 1).leading_zeros();
        }
        self.hits += weight * any;
        self.pips += weight * pips;
        self.doubles += weight * two;
    }

    /// Shots of `hitter` at the blots of `target`.
    #[inline(always)]
    pub fn of(hitter: &Masks, target: &Masks) -> Shots {
        let mut shots = Shots::default();
        let blots = mirrored(target.blots);
        // Nobody stands behind a blot.
        if blots == 0 || hitter.any >> 1 < blots & blots.wrapping_neg() {
            return shots;
        }
        let road = Road { blots, open: !mirrored(target.made) };
        match hitter.bar {
            0 => road.free(hitter.any, &mut shots),
            1 => road.entering(hitter.any & !(1 << BAR), &mut shots),
            _ => road.entering_two(&mut shots),
        }
        shots
    }
}

/// The points the hitter looks at, in its numbering.
struct Road {
    blots: u32,
    open: u32,
}

// All throws side by side, without branches, so that they fit vectors.
impl Road {
    /// Nothing on the bar: each checker by one die, or by both in either order.
    #[inline(always)]
    fn free(&self, from: u32, shots: &mut Shots) {
        let mut hits = [0; 16];
        for n in 0..16 {
            let high = from >> HIGH[n] & self.open;
            let low = from >> LOW[n] & self.open;
            hits[n] = (high | low | high >> LOW[n] | low >> HIGH[n]) & self.blots;
        }
        shots.add(&hits, 2);
        let mut hits = [0; 8];
        for n in 0..8 {
            let one = from >> DOUBLE[n] & self.open;
            let two = one >> DOUBLE[n] & self.open;
            let three = two >> DOUBLE[n] & self.open;
            hits[n] = (one | two | three | three >> DOUBLE[n]) & self.blots;
        }
        shots.add(&hits, 1);
    }

    /// One on the bar: it enters by one die, then anything moves by the other.
    #[inline(always)]
    fn entering(&self, others: u32, shots: &mut Shots) {
        let mut hits = [0; 16];
        for n in 0..16 {
            let high = (1 << BAR) >> HIGH[n] & self.open;
            let low = (1 << BAR) >> LOW[n] & self.open;
            let then = |entered: u32, die: u32| {
                let reached = entered | (entered | others) >> die;
                if entered == 0 { 0 } else { reached }
            };
            hits[n] = (then(high, LOW[n]) | then(low, HIGH[n])) & self.blots;
        }
        shots.add(&hits, 2);
        let mut hits = [0; 8];
        for n in 0..8 {
            let entered = (1 << BAR) >> DOUBLE[n] & self.open;
            let two = (entered | others) >> DOUBLE[n] & self.open;
            let three = two >> DOUBLE[n] & self.open;
            let reached = entered | two | three | three >> DOUBLE[n];
            hits[n] = if entered == 0 { 0 } else { reached & self.blots };
        }
        shots.add(&hits, 1);
    }

    /// Two or more on the bar: only what they enter on counts (doubles may do more; rare).
    #[inline(always)]
    fn entering_two(&self, shots: &mut Shots) {
        let mut hits = [0; 16];
        for n in 0..16 {
            hits[n] = ((1 << BAR) >> HIGH[n] | (1 << BAR) >> LOW[n]) & self.blots;
        }
        shots.add(&hits, 2);
        let mut hits = [0; 8];
        for n in 0..8 {
            hits[n] = (1 << BAR) >> DOUBLE[n] & self.blots;
        }
        shots.add(&hits, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    fn shots(hitter: &[(usize, u8)], target: &[(usize, u8)]) -> Shots {
        let row = |stacks: &[(usize, u8)]| {
            let mut row = [0; 26];
            for &(place, count) in stacks {
                row[place] = count;
            }
            row
        };
        let board = Board::new(row(hitter), row(target));
        Shots::of(&Masks::of(board.row(0)), &Masks::of(board.row(1)))
    }

    #[test]
    fn published_shot_counts() {
        // A blot n pips away on an open board: 11 12 14 15 15 17 6 6 5 3 2 3 shots.
        let counts = [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3];
        for (n, want) in (1..).zip(counts) {
            let got = shots(&[(24, 1)], &[(25 - (24 - n), 1)]);
            assert_eq!((got.hits, got.doubles), (want, 0), "{n} away");
            assert_eq!(got.pips, want * (24 - n as u32), "{n} away");
        }
    }

    #[test]
    fn closed_points_and_the_bar() {
        // Six away, the points between closed: only sixes.
        let block = [(25 - 18, 1), (25 - 19, 2), (25 - 20, 2), (25 - 21, 2), (25 - 22, 2)];
        assert_eq!(shots(&[(24, 1)], &block).hits, 11 + 2); // and 51 by way of the 23
        // From the bar against a blot on the hitter's 20: a direct five, 41, 32.
        assert_eq!(shots(&[(25, 1)], &[(5, 1)]).hits, 15);
        // A closed board: nothing.
        let closed = [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (10, 1)];
        assert_eq!(shots(&[(25, 1), (20, 2)], &closed).hits, 0);
        // Two on the bar: only a six enters on the 19.
        assert_eq!(shots(&[(25, 2), (24, 3)], &[(6, 1)]).hits, 11);
        // Two blots at one and two away: 20 throws hit; 21, 11 reach both.
        let two = shots(&[(24, 1)], &[(2, 1), (3, 1)]);
        assert_eq!((two.hits, two.doubles), (20, 3));
    }
}
