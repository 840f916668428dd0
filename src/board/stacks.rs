//! What the step generator needs to know of a board, whatever its points hold.

use super::place::BAR;
use super::plain::Board;

/// A board whose places hold stacks of checkers, seen from the side to move (side 0).
///
/// Plain games hold counts; games with several kinds of checkers hold more behind the same
/// interface, so that one generator serves all.
pub trait Stacks: Copy + Eq + std::hash::Hash + std::fmt::Debug {
    /// What tells one checker of a stack from another; `()` where all are equal.
    type Kind: Copy + Eq;

    /// Whether a checker may go round a second time (D-03).
    const SECOND_LAP: bool = false;

    /// Checkers of a side on a place.
    fn count(&self, side: usize, place: usize) -> u8;

    /// The other side's checkers that hold its point `point`; a pinned one holds nothing.
    #[inline(always)]
    fn guards(&self, point: usize) -> u8 {
        self.count(1, point)
    }

    /// Kinds of the mover's checkers that may be picked up from a place, without repeats.
    fn movable(&self, place: usize) -> impl Iterator<Item = Self::Kind> + use<Self>;

    /// Takes one of the mover's checkers away from a place where [`movable`](Self::movable)
    /// offers it.
    fn lift(&mut self, place: usize, kind: Self::Kind);

    /// Puts one of the mover's checkers on a place.
    fn put(&mut self, place: usize, kind: Self::Kind);

    /// The other side's single checker on its point `point` is hit (or pinned).
    fn capture(&mut self, point: usize);

    /// The same board seen by the other side.
    #[must_use]
    fn swapped(&self) -> Self;

    /// Whether a checker may land on its own side's checkers.
    #[inline(always)]
    fn may_join(_kind: Self::Kind) -> bool {
        true
    }

    /// What a checker becomes as it goes round a second time, if it may (D-04).
    #[inline(always)]
    fn turned(_kind: Self::Kind) -> Option<Self::Kind> {
        None
    }

    /// Whether text marks the checker as a royal one.
    #[inline(always)]
    fn is_royal(_kind: Self::Kind) -> bool {
        false
    }

    /// The mover's checkers by place and kind, whatever order they lie in.
    fn shape(&self) -> [u8; 32];

    /// What one checker adds to its place in [`shape`](Self::shape).
    #[inline(always)]
    fn weight(_kind: Self::Kind) -> u8 {
        1
    }

    /// What a checker adds that text marks as royal, or does not; `None` where there is no such kind.
    fn weight_named(royal: bool) -> Option<u8> {
        (!royal).then_some(1)
    }

    /// The mover's checkers of a kind on a place.
    #[inline(always)]
    fn of_kind(&self, place: usize, _kind: Self::Kind) -> u8 {
        self.count(0, place)
    }

    /// The points (bits 1 to 24) on which a side has a checker.
    #[inline]
    fn occupied(&self, side: usize) -> u32 {
        (1..BAR).fold(0, |mask, p| mask | u32::from(self.count(side, p) > 0) << p)
    }
}

impl Stacks for Board {
    type Kind = ();

    #[inline(always)]
    fn count(&self, side: usize, place: usize) -> u8 {
        self.row(side)[place]
    }

    #[inline(always)]
    fn movable(&self, place: usize) -> impl Iterator<Item = ()> + use<> {
        (self.row(0)[place] > 0).then_some(()).into_iter()
    }

    #[inline(always)]
    fn lift(&mut self, place: usize, (): ()) {
        let row = self.row_mut(0);
        row[place] = row[place].wrapping_sub(1);
    }

    #[inline(always)]
    fn put(&mut self, place: usize, (): ()) {
        let row = self.row_mut(0);
        row[place] = row[place].wrapping_add(1);
    }

    #[inline(always)]
    fn capture(&mut self, point: usize) {
        let row = self.row_mut(1);
        row[point] = row[point].wrapping_sub(1);
        row[BAR] = row[BAR].wrapping_add(1);
    }

    #[inline(always)]
    fn swapped(&self) -> Board {
        Board::swapped(self)
    }

    #[inline(always)]
    fn shape(&self) -> [u8; 32] {
        *self.row(0)
    }
}
