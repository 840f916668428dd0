//! The board of doublegammon: stacks that remember their order (D-01, D-07).

use super::place::{BAR, OFF};
use super::stacks::Stacks;

const PLACES: usize = BAR + 1;
/// A stack without checkers: nothing but the bit that marks its bottom.
const EMPTY: u16 = 1;

/// How often a checker has set out from the start of the road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lap {
    /// Mark 1: it may cross into a second lap.
    First,
    /// Mark 2: it may not.
    Second,
}

/// The stacks of both sides, the mover being side 0, each in its own numbering.
///
/// A stack is a word: below its highest bit, which marks the bottom, one bit a checker, the top one
/// lowest, set for the second lap. Checkers borne off have no order and lie first laps lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LapBoard {
    stacks: [[u16; PLACES]; 2],
}

impl LapBoard {
    /// The most checkers that a stack holds.
    pub const MAX: usize = 15;
    /// A board without checkers.
    pub const EMPTY: LapBoard = LapBoard { stacks: [[EMPTY; PLACES]; 2] };

    /// The marks of a side's stack from the bottom up.
    pub fn stack(&self, side: usize, place: usize) -> impl Iterator<Item = Lap> + use<> {
        let stack = self.stacks[side & 1][place];
        let height = stack.ilog2();
        (0..height).rev().map(move |bit| Self::lap(stack >> bit))
    }

    /// Puts a side's checker on top of a stack; a sixteenth is ignored.
    pub const fn push(&mut self, side: usize, place: usize, lap: Lap) {
        let stack = &mut self.stacks[side & 1][place];
        if stack.ilog2() as usize >= Self::MAX {
            return;
        }
        let second = matches!(lap, Lap::Second) as u16;
        if place == OFF {
            let (height, seconds) = (stack.ilog2(), stack.count_ones() - 1 + second as u32);
            *stack = 1 << (height + 1) | ((1 << seconds) - 1);
        } else {
            *stack = *stack << 1 | second;
        }
    }

    /// The words of all stacks.
    pub(super) const fn words(&self) -> &[[u16; PLACES]; 2] {
        &self.stacks
    }

    /// A board from the words of its stacks.
    pub(super) const fn from_words(stacks: [[u16; PLACES]; 2]) -> LapBoard {
        LapBoard { stacks }
    }

    const fn lap(bits: u16) -> Lap {
        if bits & 1 == 0 { Lap::First } else { Lap::Second }
    }
}

impl Stacks for LapBoard {
    type Kind = Lap;

    const SECOND_LAP: bool = true;

    #[inline(always)]
    fn count(&self, side: usize, place: usize) -> u8 {
        self.stacks[side & 1][place].ilog2() as u8
    }

    /// D-07: only the top one.
    #[inline(always)]
    fn movable(&self, place: usize) -> impl Iterator<Item = Lap> + use<> {
        let stack = self.stacks[0][place];
        (stack > EMPTY).then(|| Self::lap(stack)).into_iter()
    }

    #[inline(always)]
    fn lift(&mut self, place: usize, _kind: Lap) {
        self.stacks[0][place] >>= 1;
    }

    #[inline(always)]
    fn put(&mut self, place: usize, kind: Lap) {
        self.push(0, place, kind);
    }

    /// D-06: whatever it was, it is marked 2 now.
    #[inline(always)]
    fn capture(&mut self, point: usize) {
        self.stacks[1][point] = EMPTY;
        self.push(1, BAR, Lap::Second);
    }

    #[inline(always)]
    fn swapped(&self) -> LapBoard {
        LapBoard { stacks: [self.stacks[1], self.stacks[0]] }
    }

    #[inline(always)]
    fn turned(kind: Lap) -> Option<Lap> {
        (kind == Lap::First).then_some(Lap::Second)
    }

    fn shape(&self) -> [u8; 32] {
        let mut shape = [0; 32];
        for (place, count) in shape.iter_mut().enumerate().take(PLACES) {
            *count = self.count(0, place);
        }
        shape
    }
}

impl std::fmt::Debug for LapBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let side = |side: usize| {
            let held = (0..PLACES).rev().filter(move |&p| self.stacks[side][p] > EMPTY);
            let text = held.map(move |p| {
                let marks = self.stack(side, p).map(|lap| match lap {
                    Lap::First => '1',
                    Lap::Second => '2',
                });
                format!("{p}:{}", marks.collect::<String>())
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
    fn the_last_to_come_is_the_first_to_go_d07() {
        let mut board = LapBoard::EMPTY;
        board.put(6, Lap::First);
        board.put(6, Lap::Second);
        assert_eq!(board.stack(0, 6).collect::<Vec<_>>(), [Lap::First, Lap::Second]);
        assert_eq!(board.movable(6).collect::<Vec<_>>(), [Lap::Second]);
        board.lift(6, Lap::Second);
        assert_eq!((board.count(0, 6), board.movable(6).next()), (1, Some(Lap::First)));
    }

    #[test]
    fn a_hit_checker_is_marked_2_d06() {
        let mut board = LapBoard::EMPTY;
        board.push(1, 4, Lap::First);
        board.capture(4);
        assert_eq!((board.count(1, 4), board.count(1, BAR)), (0, 1));
        assert_eq!(board.stack(1, BAR).collect::<Vec<_>>(), [Lap::Second]);
    }

    #[test]
    fn checkers_borne_off_have_no_order_and_a_stack_has_an_end() {
        let (mut one, mut other) = (LapBoard::EMPTY, LapBoard::EMPTY);
        for (a, b) in [(Lap::First, Lap::Second), (Lap::Second, Lap::First)] {
            one.put(OFF, a);
            other.put(OFF, b);
        }
        assert_eq!(one, other);
        for _ in 0..20 {
            one.put(3, Lap::Second);
        }
        assert_eq!(usize::from(one.count(0, 3)), LapBoard::MAX);
    }
}
