//! Plays as the generators list them.

use crate::board::Board;

/// Most steps a turn has: the four of a double (G-07).
pub const MAX_STEPS: usize = 4;

/// One checker moved by one die, in the mover's numbering (25 the bar, 0 off).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Where the checker stood.
    pub from: u8,
    /// Where it lands.
    pub to: u8,
}

/// The steps of one turn in an order in which they can be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Steps {
    steps: [Step; MAX_STEPS],
    len: u8,
}

impl Steps {
    /// No step yet.
    pub const EMPTY: Steps = Steps { steps: [Step { from: 0, to: 0 }; MAX_STEPS], len: 0 };

    /// These steps and one more; a fifth is ignored, since no turn has five.
    #[inline(always)]
    #[must_use]
    pub const fn with(mut self, from: usize, to: usize) -> Steps {
        if (self.len as usize) < MAX_STEPS {
            self.steps[self.len as usize] = Step { from: from as u8, to: to as u8 };
            self.len += 1;
        }
        self
    }

    /// The steps in order.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Step] {
        &self.steps[..self.len as usize]
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
#[derive(Clone, Debug)]
pub struct PlayList<B = Board> {
    children: Vec<Child<B>>,
}

impl<B: Copy + Eq> PlayList<B> {
    /// An empty list with room for nearly every turn.
    pub fn new() -> Self {
        PlayList { children: Vec::with_capacity(512) }
    }

    /// Forgets all results, keeps the room.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.children.clear();
    }

    /// Adds a result.
    #[inline(always)]
    pub fn push(&mut self, board: B, steps: Steps) {
        self.children.push(Child { board, steps });
    }

    /// The results.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Child<B>] {
        &self.children
    }
}

impl<B: Copy + Eq> Default for PlayList<B> {
    fn default() -> Self {
        Self::new()
    }
}
