//! The board of royal nardy: simple and royal checkers.

use super::place::BAR;
use super::stacks::Stacks;

/// Index of the royal checkers that were eaten.
pub const EATEN: usize = 26;
const WIDTH: usize = 32;
const ROYAL: u8 = 16;

/// How many simple and how many royal checkers lie on a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pair {
    /// Simple checkers.
    pub simple: u8,
    /// Royal checkers.
    pub royal: u8,
}

/// One of the two kinds of checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoyalKind {
    /// Simple.
    Simple,
    /// Royal.
    Royal,
}

/// Simple and royal checkers of both sides, the mover being side 0, each in its own numbering; one
/// place more than on a plain board holds the royals that were eaten.
///
/// A byte holds a place: simple checkers in the lower half, royal ones in the upper.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(32))]
pub struct RoyalBoard {
    rows: [[u8; WIDTH]; 2],
}

impl RoyalBoard {
    /// A board without checkers.
    pub const EMPTY: RoyalBoard = RoyalBoard { rows: [[0; WIDTH]; 2] };

    /// What a side has on a place, [`EATEN`] included.
    #[inline(always)]
    pub const fn pair(&self, side: usize, place: usize) -> Pair {
        let byte = self.rows[side & 1][place];
        Pair { simple: byte % ROYAL, royal: byte / ROYAL }
    }

    /// Puts so many checkers on a place; up to 15 of each kind.
    pub const fn set(&mut self, side: usize, place: usize, pair: Pair) {
        self.rows[side & 1][place] = pair.simple % ROYAL + pair.royal % ROYAL * ROYAL;
    }

    /// How many royals a side has lost for good.
    pub const fn eaten(&self, side: usize) -> u8 {
        self.pair(side, EATEN).royal
    }
}

impl Stacks for RoyalBoard {
    type Kind = RoyalKind;

    #[inline(always)]
    fn count(&self, side: usize, place: usize) -> u8 {
        let byte = self.rows[side & 1][place];
        byte % ROYAL + byte / ROYAL
    }

    #[inline(always)]
    fn movable(&self, place: usize) -> impl Iterator<Item = RoyalKind> + use<> {
        let Pair { simple, royal } = self.pair(0, place);
        let simple = (simple > 0).then_some(RoyalKind::Simple);
        simple.into_iter().chain((royal > 0).then_some(RoyalKind::Royal))
    }

    #[inline(always)]
    fn lift(&mut self, place: usize, kind: RoyalKind) {
        let byte = &mut self.rows[0][place];
        *byte = byte.wrapping_sub(Self::weight(kind));
    }

    #[inline(always)]
    fn put(&mut self, place: usize, kind: RoyalKind) {
        let byte = &mut self.rows[0][place];
        *byte = byte.wrapping_add(Self::weight(kind));
    }

    #[inline(always)]
    fn capture(&mut self, point: usize) {
        let row = &mut self.rows[1];
        let hit = row[point];
        row[point] = 0;
        // a simple one goes to the bar, a royal one is gone.
        let place = if hit >= ROYAL { EATEN } else { BAR };
        row[place] = row[place].wrapping_add(hit);
    }

    #[inline(always)]
    fn swapped(&self) -> RoyalBoard {
        RoyalBoard { rows: [self.rows[1], self.rows[0]] }
    }

    #[inline(always)]
    fn may_join(kind: RoyalKind) -> bool {
        kind == RoyalKind::Simple
    }

    #[inline(always)]
    fn is_royal(kind: RoyalKind) -> bool {
        kind == RoyalKind::Royal
    }

    #[inline(always)]
    fn of_kind(&self, place: usize, kind: RoyalKind) -> u8 {
        match kind {
            RoyalKind::Simple => self.pair(0, place).simple,
            RoyalKind::Royal => self.pair(0, place).royal,
        }
    }

    #[inline(always)]
    fn shape(&self) -> [u8; 32] {
        self.rows[0]
    }

    fn weight_named(royal: bool) -> Option<u8> {
        Some(if royal { ROYAL } else { 1 })
    }

    #[inline(always)]
    fn weight(kind: RoyalKind) -> u8 {
        match kind {
            RoyalKind::Simple => 1,
            RoyalKind::Royal => ROYAL,
        }
    }
}

impl std::fmt::Debug for RoyalBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let side = |side: usize| {
            let held = (0..=EATEN).rev().filter(move |&p| self.rows[side][p] > 0);
            let text = held.map(move |p| {
                let Pair { simple, royal } = self.pair(side, p);
                format!("{p}:{simple}k{royal}")
            });
            text.collect::<Vec<_>>().join(",")
        };
        write!(f, "{}/{}", side(0), side(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_simple_one_goes_to_the_bar_and_a_royal_one_is_eaten_r06() {
        let mut board = RoyalBoard::EMPTY;
        board.set(1, 5, Pair { simple: 1, royal: 0 });
        board.set(1, 7, Pair { simple: 0, royal: 1 });
        board.capture(5);
        board.capture(7);
        assert_eq!((board.count(1, BAR), board.eaten(1)), (1, 1));
        assert_eq!((board.count(1, 5), board.count(1, 7)), (0, 0));
        assert_eq!(board.swapped().eaten(0), 1);
    }

    #[test]
    fn kinds_are_told_apart() {
        let mut board = RoyalBoard::EMPTY;
        board.put(6, RoyalKind::Royal);
        board.put(6, RoyalKind::Simple);
        board.put(6, RoyalKind::Simple);
        assert_eq!(board.count(0, 6), 3);
        assert_eq!(board.movable(6).count(), 2);
        board.lift(6, RoyalKind::Royal);
        assert_eq!(board.movable(6).collect::<Vec<_>>(), [RoyalKind::Simple]);
    }
}
