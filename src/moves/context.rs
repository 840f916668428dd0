//! What a turn depends on and the board does not show.

use crate::board::Stacks;

/// The head: where long games start from.
pub(super) const HEAD: usize = 24;

/// Where a side's turn stands in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnContext {
    /// How many turns the side has had on this board, played or passed.
    pub turns_before: u32,
    /// How many of a double's four steps may still be played (V-07).
    pub steps_left: u8,
}

impl TurnContext {
    /// The turn after so many others of the same side.
    pub const fn after(turns_before: u32) -> TurnContext {
        TurnContext { turns_before, steps_left: 4 }
    }

    /// What a board alone tells: the first turn if all checkers of the mover stand on the head.
    pub fn of<B: Stacks>(board: &B) -> TurnContext {
        let elsewhere = (0..=25).any(|place| place != HEAD && board.count(0, place) > 0);
        TurnContext::after(if elsewhere { MANY } else { 0 })
    }

    /// Whether it is the side's first turn on the board (L-07, P-05).
    pub const fn is_first(self) -> bool {
        self.turns_before == 0
    }

    /// Whether doubles go on to the next number (V-07).
    pub const fn cascades(self) -> bool {
        self.turns_before >= 3
    }
}

/// A side that has moved is taken to be past its first throws.
const MANY: u32 = 3;
