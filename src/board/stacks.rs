//! What the step generator needs to know of a board, whatever its points hold.

use super::plain::Board;

/// A board whose places hold stacks of checkers, seen from the side to move (side 0).
///
/// Plain games hold counts; games with several kinds of checkers hold more behind the same
/// interface, so that one generator serves all.
pub trait Stacks: Copy + Eq + std::hash::Hash {
    /// What tells one checker of a stack from another; `()` where all are equal.
    type Kind: Copy + Eq;

    /// Checkers of a side on a place.
    fn count(&self, side: usize, place: usize) -> u8;

    /// Kinds of the mover's checkers that may be picked up from a place, without repeats.
    fn movable(&self, place: usize) -> impl Iterator<Item = Self::Kind> + use<Self>;

    /// Takes one of the mover's checkers away from a place where [`movable`](Self::movable)
    /// offers it.
    fn lift(&mut self, place: usize, kind: Self::Kind);

    /// Puts one of the mover's checkers on a place.
    fn put(&mut self, place: usize, kind: Self::Kind);

    /// The other side's single checker on its point `point` is hit and leaves the point.
    fn capture(&mut self, point: usize);
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
        row[super::place::BAR] = row[super::place::BAR].wrapping_add(1);
    }
}
