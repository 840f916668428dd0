//! What the nets are told of a board: rows of the first layer that are switched on, and a few
//! numbers that scale rows of their own.
//!
//! Rows are numbered per side, the side to throw (side 0) first, so that the mirrored board lights
//! the mirrored rows. Checkers are counted against fifteen: a game of fewer (hypergammon) looks
//! like one in which the rest is borne off. Whether a gammon can still be lost is no feature; the
//! evaluator rules impossible results out afterwards.
//!
//! A net only understands the numbering that it was trained with: any change here must raise the
//! version of the phase.

mod contact;
mod laps;
pub(super) mod masks;
pub(crate) mod merged;
mod parallel;
mod pins;
mod race;
mod reach;
mod royal;
mod set;
mod shots;

pub use contact::ContactScalar;
pub(crate) use contact::Own;
pub use parallel::ParallelScalar;
pub use race::RaceScalar;
pub use set::{Described, InputSet, Told};

use crate::board::{Board, Stacks};

/// Most rows a board switches on: of doublegammon, thirty stacks of four rows each, fewer of all
/// else.
pub const ACTIVE_MAX: usize = 128;
/// Most numbers a phase has.
pub const SCALARS_MAX: usize = 32;

/// Which of its two nets a board of the backgammon family belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Some checkers have still to pass enemies.
    Contact,
    /// All have passed.
    Race,
}

impl Phase {
    /// Both phases.
    pub const ALL: [Phase; 2] = [Phase::Contact, Phase::Race];

    /// The phase's name in weight files and recipes.
    pub const fn name(self) -> &'static str {
        self.set().name()
    }

    /// The inputs of the phase's net.
    pub const fn set(self) -> InputSet {
        match self {
            Phase::Contact => InputSet::Contact,
            Phase::Race => InputSet::Race,
        }
    }

    /// The board in the eyes of this phase's net.
    pub fn inputs(self, board: &Board) -> Inputs {
        let mut inputs = Inputs::new();
        self.write(board, &mut inputs);
        inputs
    }

    /// The same into a buffer.
    #[inline(always)]
    pub(crate) fn write(self, board: &Board, inputs: &mut Inputs) {
        inputs.len = 0;
        match self {
            Phase::Contact => contact::write(board, inputs),
            Phase::Race => race::write(board, inputs),
        }
    }
}

/// A board as a net sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    rows: [u16; ACTIVE_MAX],
    len: usize,
    /// The numbers; as many as the phase has are in use, the rest are 0.
    pub scalars: [f32; SCALARS_MAX],
}

impl Inputs {
    /// Nothing switched on.
    pub fn new() -> Inputs {
        Inputs { rows: [0; ACTIVE_MAX], len: 0, scalars: [0.0; SCALARS_MAX] }
    }

    /// The rows switched on, each once.
    #[inline(always)]
    pub fn rows(&self) -> &[u16] {
        &self.rows[..self.len]
    }

    /// Switches a row on. No board has room for more than [`ACTIVE_MAX`]; more would be dropped.
    #[inline(always)]
    fn on(&mut self, row: usize) {
        if self.len < ACTIVE_MAX {
            self.rows[self.len] = row as u16;
            self.len += 1;
        }
    }
}

impl Default for Inputs {
    fn default() -> Self {
        Self::new()
    }
}

/// How many checkers lie where, whatever their kinds.
#[inline(always)]
fn counts<B: Stacks>(board: &B) -> Board {
    let side = |side: usize| std::array::from_fn(|place| board.count(side, place));
    Board::new(side(0), side(1))
}

/// Checkers not in play, counted against fifteen.
#[inline(always)]
fn off(in_play: u32) -> usize {
    15u32.saturating_sub(in_play) as usize
}

/// `value / step` as one of `2 * half` buckets around zero.
#[inline(always)]
fn difference_bucket(value: i32, step: i32, half: i32) -> usize {
    (value.div_euclid(step).clamp(-half, half - 1) + half) as usize
}

#[cfg(test)]
mod literal;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::any_board;
