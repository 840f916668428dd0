//! How freely a lone checker moves through the points that the enemy holds ahead of it.

use crate::board::ALL_ROLLS;
use std::sync::LazyLock;

/// Points ahead that are looked at: no throw but a double goes farther.
const AHEAD: usize = 12;

/// Pips that the 36 throws move a checker on an open road, 8 1/6 each on average.
pub(super) const OPEN_PIPS: u16 = 294;

/// A checker's freedom.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Reach {
    /// Of 36 throws, those of which it can play both dice.
    pub free: u16,
    /// Pips that the 36 throws move it, alone; at most [`OPEN_PIPS`].
    pub pips: u16,
}

static TABLE: LazyLock<Vec<Reach>> = LazyLock::new(|| (0..1 << AHEAD).map(Reach::of).collect());

/// All reaches, to look up with [`look`].
#[inline(always)]
pub(super) fn table() -> &'static [Reach] {
    &TABLE
}

/// The reach of a checker on `place` against closed points, both in its owner's numbering.
#[inline(always)]
pub(super) fn look(table: &[Reach], closed: u32, place: usize) -> Reach {
    // The farthest point looked at comes to bit 0, the next one ahead to bit 11.
    let ahead = (u64::from(closed) << AHEAD >> place) as usize & ((1 << AHEAD) - 1);
    table.get(ahead).copied().unwrap_or_default()
}

impl Reach {
    fn of(closed: u32) -> Reach {
        let open = |distance: usize| distance > AHEAD || closed >> (AHEAD - distance) & 1 == 0;
        let (mut free, mut pips) = (0, 0);
        for roll in ALL_ROLLS {
            let (high, low) = (roll.high().pips() as usize, roll.low().pips() as usize);
            let (moved, both) = if roll.is_double() {
                let steps = (1..=4).take_while(|n| open(n * high)).count();
                (steps * high, steps >= 2)
            } else if open(high + low) && (open(high) || open(low)) {
                (high + low, true)
            } else if open(high) {
                (high, false)
            } else if open(low) {
                (low, false)
            } else {
                (0, false)
            };
            pips += roll.weight() * moved as u32;
            free += roll.weight() * u32::from(both);
        }
        Reach { free: free as u16, pips: pips as u16 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_road_a_prime_and_one_point() {
        let reach = |closed, place| look(table(), closed, place);
        assert_eq!(reach(0, 24), Reach { free: 36, pips: OPEN_PIPS });
        // Points 18 to 23 closed: a full prime.
        assert_eq!(reach(0b11_1111 << 18, 24), Reach { free: 0, pips: 0 });
        // Only the point one pip ahead is closed: double aces do not move at all, nothing else
        // is lost (an ace comes after the other number).
        let one = reach(1 << 23, 24);
        assert_eq!(one.free, 35);
        assert_eq!(one.pips, 290);
        // The same seen from the bar and from near home.
        assert_eq!(reach(1 << 24, 25), one);
        assert_eq!(reach(1 << 4, 5), one);
        assert_eq!(reach(1 << 4, 4), Reach { free: 36, pips: OPEN_PIPS });
    }
}
