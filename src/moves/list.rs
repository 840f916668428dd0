//! Plays as the generators list them.

use super::turn::Scratch;
use crate::board::{Board, Stacks};

/// Most steps a turn has: the four of a double (G-07).
pub const MAX_STEPS: usize = 4;

/// One checker moved by one die, in the mover's numbering (25 the bar, 0 off).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Where the checker stood.
    pub from: u8,
    /// Where it lands.
    pub to: u8,
    /// Whether it is a royal checker.
    pub royal: bool,
}

impl Step {
    /// Whether the checker goes round a second time (D-03).
    pub const fn crosses(self) -> bool {
        self.to > self.from
    }
}

/// The steps of one turn in an order in which they can be played.
///
/// Packed into one word (5 bits a place, one for royals, the count on top) so that listing a play costs one store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Steps(u64);

const PLACE_BITS: u32 = 5;
const STEP_BITS: u32 = 2 * PLACE_BITS + 1;
const LEN_SHIFT: u32 = 56;

impl Steps {
    /// No step yet.
    pub const EMPTY: Steps = Steps(0);

    /// These steps and one more; a fifth is ignored, since no turn has five.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, from: usize, to: usize) -> Steps {
        let len = self.len() as u32;
        if len as usize >= MAX_STEPS {
            return self;
        }
        let step = (from as u64 & 31) | (to as u64 & 31) << PLACE_BITS;
        Steps((self.0 | step << (len * STEP_BITS)) + (1 << LEN_SHIFT))
    }

    /// These steps and one more of a royal checker, or of another.
    #[inline(always)]
    #[must_use]
    pub const fn with_kind(self, from: usize, to: usize, royal: bool) -> Steps {
        let len = self.len() as u32;
        let mark = (royal as u64) << (2 * PLACE_BITS + (len & 3) * STEP_BITS);
        let steps = self.with(from, to);
        if (len as usize) < MAX_STEPS { Steps(steps.0 | mark) } else { steps }
    }

    /// How many there are.
    #[inline(always)]
    pub const fn len(self) -> usize {
        (self.0 >> LEN_SHIFT) as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The steps in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Step> + ExactSizeIterator {
        (0..self.len()).map(move |n| {
            let step = self.0 >> (n as u32 * STEP_BITS);
            let place = |shift: u32| (step >> shift & 31) as u8;
            let royal = step >> (2 * PLACE_BITS) & 1 != 0;
            Step { from: place(0), to: place(PLACE_BITS), royal }
        })
    }
}

impl FromIterator<Step> for Steps {
    fn from_iter<T: IntoIterator<Item = Step>>(steps: T) -> Steps {
        steps
            .into_iter()
            .fold(Steps::EMPTY, |all, s| all.with_kind(s.from.into(), s.to.into(), s.royal))
    }
}

/// One distinct result of a turn and a way to get there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child<B = Board> {
    /// The board after the turn, the mover still side 0.
    pub board: B,
    /// Steps that lead there.
    pub steps: Steps,
}

/// A buffer of results, to be reused: it allocates only while it grows.
///
/// Boards and steps lie apart, so that the boards can be handed to an evaluator as one slice.
#[derive(Clone, Debug)]
pub struct PlayList<B = Board> {
    boards: Vec<B>,
    steps: Vec<Steps>,
    pub(super) scratch: Scratch<B>,
}

/// Takes results as a generator finds them.
pub trait Sink<B> {
    /// One distinct result.
    fn push(&mut self, board: B, steps: Steps);
}

impl<B: Copy> Sink<B> for PlayList<B> {
    #[inline(always)]
    fn push(&mut self, board: B, steps: Steps) {
        self.boards.push(board);
        self.steps.push(steps);
    }
}

impl<B: Stacks> PlayList<B> {
    /// An empty list with room for nearly every turn.
    pub fn new() -> Self {
        let room = 256;
        PlayList {
            boards: Vec::with_capacity(room),
            steps: Vec::with_capacity(room),
            scratch: Scratch::default(),
        }
    }

    /// Forgets all results, keeps the room.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.boards.clear();
        self.steps.clear();
    }

    /// How many results there are; 0 when no checker can move.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether no checker can move.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// The boards after each play, the mover still side 0.
    pub fn boards(&self) -> &[B] {
        &self.boards
    }

    /// The same boards to change in place, as when they are turned round for the other side.
    pub fn boards_mut(&mut self) -> &mut [B] {
        &mut self.boards
    }

    /// The steps to each result, in the order of [`boards`](Self::boards).
    pub fn steps(&self) -> &[Steps] {
        &self.steps
    }

    /// Result number `n`, if there are that many.
    pub fn get(&self, n: usize) -> Option<Child<B>> {
        Some(Child { board: *self.boards.get(n)?, steps: *self.steps.get(n)? })
    }

    /// All results.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Child<B>> + '_ {
        self.boards.iter().zip(&self.steps).map(|(&board, &steps)| Child { board, steps })
    }
}

impl<B: Stacks> Default for PlayList<B> {
    fn default() -> Self {
        Self::new()
    }
}
