//! The board of plakoto: a single checker is not hit but pinned (V-03).

use super::place::Track;
use super::plain::Board;
use super::stacks::Stacks;

/// Counts of both sides, the mover being side 0, and which single checkers lie under an enemy one.
/// The roads are contrary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PinBoard {
    counts: Board,
    pinned: [u32; 2],
}

impl PinBoard {
    /// The counts and, for each side, a bit for each of its points where its checker is pinned.
    pub const fn new(counts: Board, pinned: [u32; 2]) -> PinBoard {
        PinBoard { counts, pinned }
    }

    /// The counts.
    pub const fn counts(&self) -> &Board {
        &self.counts
    }

    /// Whether a side's checker on its point is pinned.
    #[inline(always)]
    pub const fn is_pinned(&self, side: usize, point: usize) -> bool {
        self.pinned[side & 1] >> point & 1 != 0
    }
}

impl Stacks for PinBoard {
    type Kind = ();

    #[inline(always)]
    fn count(&self, side: usize, place: usize) -> u8 {
        self.counts.row(side)[place]
    }

    #[inline(always)]
    fn guards(&self, point: usize) -> u8 {
        if self.is_pinned(1, point) { 0 } else { self.count(1, point) }
    }

    #[inline(always)]
    fn movable(&self, place: usize) -> impl Iterator<Item = ()> + use<> {
        (self.count(0, place) > 0 && !self.is_pinned(0, place)).then_some(()).into_iter()
    }

    #[inline(always)]
    fn lift(&mut self, place: usize, (): ()) {
        self.counts.lift(place, ());
        if self.count(0, place) == 0 && (1..=24).contains(&place) {
            self.pinned[1] &= !(1 << Track::Contrary.facing(place));
        }
    }

    #[inline(always)]
    fn put(&mut self, place: usize, (): ()) {
        self.counts.put(place, ());
    }

    #[inline(always)]
    fn capture(&mut self, point: usize) {
        self.pinned[1] |= 1 << point;
    }

    #[inline(always)]
    fn swapped(&self) -> PinBoard {
        PinBoard { counts: self.counts.swapped(), pinned: [self.pinned[1], self.pinned[0]] }
    }

    #[inline(always)]
    fn shape(&self) -> [u8; 32] {
        *self.counts.row(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pinned_checker_is_free_once_the_last_one_above_has_left_v03() {
        let mut counts = Board::new([0; 26], [0; 26]);
        counts.row_mut(0)[10] = 1;
        counts.row_mut(1)[20] = 1;
        let mut board = PinBoard::new(counts, [0, 0]);
        board.lift(10, ());
        board.capture(20);
        board.put(5, ());
        assert_eq!((board.guards(20), board.swapped().movable(20).next()), (0, None));
        board.lift(5, ());
        assert_eq!((board.guards(20), board.swapped().movable(20).next()), (1, Some(())));
    }
}
