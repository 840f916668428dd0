//! Matches as Jellyfish `.mat` text, the form that GNU Backgammon and most programs exchange.
//!
//! White is the first player and stands left. Written: the header comments, one cell a turn with
//! single steps (25 the bar, 0 off, `*` a hit), cube actions, and what each game was won for. Read
//! besides: joined steps, `(2)`, `bar` and `off`, text that overflows its column, `Cannot Move`.
//! The format has no words for a resignation or a standstill: a game that its cells do not finish
//! but that somebody wins was resigned.

mod export;
mod import;
#[cfg(test)]
mod tests;

pub use export::export;
pub use import::{Imported, import};

use super::GameError;
use crate::board::{Byside, Points, Side};
use crate::moves::IllegalPlay;
use thiserror::Error;

/// Why a match cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatError {
    /// A game does not start as its rules say, or was changed by hand on the way.
    #[error("game {0} was set up by hand, which this format cannot say")]
    SetByHand(u32),
    /// There is no line `N point match`.
    #[error("no line says 'N point match'")]
    NoMatch,
    /// A line cannot be.
    #[error("line {line}: {problem}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        problem: Problem,
    },
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// Something else should stand there.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The play is not legal.
    #[error(transparent)]
    Play(#[from] IllegalPlay),
    /// The action is not possible.
    #[error(transparent)]
    Game(#[from] GameError),
    /// It is in the wrong column.
    #[error("it is not {0}'s turn")]
    Turn(Side),
    /// A game starts before the last one has ended.
    #[error("the game before has not ended")]
    Unfinished,
    /// The score does not follow from the games before.
    #[error("the score should be {} to {}", .0.0[0], .0.0[1])]
    Score(Byside<Points>),
    /// The points do not follow from the play.
    #[error("the game was won for {0} points")]
    Points(Points),
}

/// Columns of the text, as GNU Backgammon sets them.
const LEFT_WIDTH: usize = 28;
const HEADER_WIDTH: usize = 31;
