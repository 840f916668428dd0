//! What the next throw may hit.

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

impl Shots {
    #[inline(always)]
    fn add(&mut self, hit: u32, weight: u32) {
        self.hits += weight * u32::from(hit != 0);
        // A blot loses as many pips as the hitter's number of its point.
        self.pips += weight * (31 - (hit | 1).leading_zeros());
        self.doubles += weight * u32::from(hit & hit.wrapping_sub(1) != 0);
    }

    /// Shots of `hitter` at the blots of `target`.
    #[inline(always)]
    pub fn of(hitter: &Masks, target: &Masks) -> Shots {
        let mut shots = Shots::default();
        let blots = mirrored(target.blots);
        if blots == 0 {
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

impl Road {
    /// Nothing on the bar: each checker by one die, or by both in either order.
    #[inline(always)]
    fn free(&self, from: u32, shots: &mut Shots) {
        let step: [u32; 7] = std::array::from_fn(|die| from >> die & self.open);
        for high in 1..=6 {
            for low in 1..high {
                let reached = step[high] | step[low] | step[high] >> low | step[low] >> high;
                shots.add(reached & self.blots, 2);
            }
            let two = step[high] >> high & self.open;
            let three = two >> high & self.open;
            let reached = step[high] | two | three | three >> high;
            shots.add(reached & self.blots, 1);
        }
    }

    /// One on the bar: it enters by one die, then anything moves by the other.
    #[inline(always)]
    fn entering(&self, others: u32, shots: &mut Shots) {
        let enter = |die: usize| 1 << (BAR - die) & self.open;
        let then = |entered: u32, die: usize| {
            if entered == 0 { 0 } else { entered | (entered | others) >> die & self.open }
        };
        for high in 1..=6 {
            for low in 1..high {
                let reached = then(enter(high), low) | then(enter(low), high);
                shots.add(reached & self.blots, 2);
            }
            let mut reached = enter(high);
            if reached != 0 {
                let mut moving = reached | others;
                for _ in 0..3 {
                    moving = moving >> high & self.open;
                    reached |= moving;
                }
            }
            shots.add(reached & self.blots, 1);
        }
    }

    /// Two or more on the bar: only what they enter on counts (doubles may do more; rare).
    #[inline(always)]
    fn entering_two(&self, shots: &mut Shots) {
        for high in 1..=6 {
            for low in 1..=high {
                let reached = (1 << (BAR - high) | 1 << (BAR - low)) & self.open;
                shots.add(reached & self.blots, if high == low { 1 } else { 2 });
            }
        }
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
        Shots::of(&Masks::of(&board, 0), &Masks::of(&board, 1))
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
