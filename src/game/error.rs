//! Why a transition cannot be made.

use super::DiceError;
use crate::board::Side;
use crate::rules::{Phase, PositionErrors};
use thiserror::Error;

/// Why a side may not double (C-10, C-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DoubleRefusal {
    /// The game is played without a cube.
    #[error("no cube is in use")]
    NotInUse,
    /// The other side owns the cube.
    #[error("the other side owns the cube")]
    NotOwner,
    /// The cube is at its limit.
    #[error("the cube is at its limit, {0}")]
    Limit(u32),
    /// The other side has finished and this one has its last turn (L-14).
    #[error("nobody may double before the last turn")]
    LastTurn,
    /// Each board has its own cube and none is named (P-09).
    #[error("each board has its own cube: name a board first")]
    ChooseBoard,
    /// Nobody doubles in the Crawford game.
    #[error("nobody may double in the Crawford game")]
    Crawford,
    /// The cube as it stands already wins the match.
    #[error("the cube is dead: its value already wins the match")]
    Dead,
}

/// Why a side may not beaver (C-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BeaverRefusal {
    /// Dave is answered by yes or no (C-05).
    #[error("dave is answered by take or drop")]
    Dave,
    /// Beavers belong to money play.
    #[error("there is no beaver in a match")]
    Match,
    /// So many in a row have been made as are allowed.
    #[error("{0} beavers in a row are allowed")]
    Used(u8),
    /// The cube would pass its limit.
    #[error("the cube would pass its limit, {0}")]
    Limit(u32),
}

/// Why a transition cannot be made; the state is what it was before.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// The phase does not allow it.
    #[error("{command}: not while the game is in phase {}; {hint}", .phase.name())]
    WrongPhase {
        /// What was asked for.
        command: &'static str,
        /// The phase.
        phase: Phase,
        /// What may be done instead.
        hint: &'static str,
    },
    /// The resulting position cannot be.
    #[error(transparent)]
    Impossible(#[from] PositionErrors),
    /// The dice source has no throw.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// Dice set by hand show 1 to 6.
    #[error("dice show 1 to 6, not {0} and {1}")]
    BadDice(u8, u8),
    /// Equal dice do not settle who begins (G-05).
    #[error("equal dice do not settle who begins: throw again")]
    OpeningTie,
    /// No legal play leads to the board asked for.
    #[error("no legal play leads to this position")]
    IllegalPlay,
    /// A play is compulsory (G-13).
    #[error("{0} can move and may not pass")]
    MustMove(Side),
    /// The side may not double.
    #[error("{side} may not double: {reason}")]
    NoDouble {
        /// The side on turn.
        side: Side,
        /// Why.
        reason: DoubleRefusal,
    },
    /// The side may not beaver.
    #[error("{side} may not beaver: {reason}")]
    NoBeaver {
        /// The side that answers the double.
        side: Side,
        /// Why.
        reason: BeaverRefusal,
    },
    /// A resignation of a value that the game does not know.
    #[error("a resignation of this game is worth 1 to {max}, not {value}")]
    ResignationValue {
        /// The value asked for.
        value: u8,
        /// The highest the game knows.
        max: u8,
    },
    /// There is no board of this number.
    #[error("there is no board {number}: the game has {boards}")]
    NoBoard {
        /// The number asked for, from 1.
        number: usize,
        /// How many boards there are.
        boards: usize,
    },
    /// A finished board is named (P-06).
    #[error("board {0} is finished")]
    BoardFinished(usize),
    /// Several boards could be meant (P-03).
    #[error("{0}: name a board first, as in board 1")]
    ChooseBoard(&'static str),
    /// The match is decided and has no next game.
    #[error("{0} has won the match: start a new one")]
    MatchDecided(Side),
    /// A match is longer than can be written down.
    #[error("a match is played to {max} points at most, not {length}")]
    Length {
        /// The length asked for.
        length: u32,
        /// The longest.
        max: u32,
    },
    /// There is nothing to undo.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// There is nothing to redo.
    #[error("there is nothing to redo")]
    NothingToRedo,
}

impl GameError {
    /// The rule that forbids it, where one does.
    pub const fn rule(&self) -> Option<&'static str> {
        match self {
            GameError::OpeningTie => Some("G-05"),
            GameError::IllegalPlay => Some("G-07"),
            GameError::MustMove(_) => Some("G-13"),
            GameError::NoBoard { .. } => Some("P-01"),
            GameError::BoardFinished(_) => Some("P-06"),
            GameError::ChooseBoard(_) => Some("P-03"),
            GameError::NoBeaver { reason: BeaverRefusal::Dave, .. } => Some("C-05"),
            GameError::NoDouble { reason: DoubleRefusal::Crawford, .. }
            | GameError::NoBeaver { .. } => Some("C-11"),
            GameError::NoDouble { reason: DoubleRefusal::LastTurn, .. } => Some("L-14"),
            GameError::NoDouble { reason: DoubleRefusal::ChooseBoard, .. } => Some("P-09"),
            GameError::NoDouble { .. } => Some("C-10"),
            _ => None,
        }
    }

    pub(super) const fn wrong_phase(command: &'static str, phase: Phase) -> GameError {
        let hint = match phase {
            Phase::Opening => "roll, set turn or set dice settles who begins",
            Phase::ToRoll(_) => "roll, double or resign",
            Phase::ToMove(..) => "move, pass or resign",
            Phase::DoubleOffered(_) => "take, drop or beaver",
            Phase::ResignationOffered(..) => "accept or reject",
            Phase::Over(_) => "new game or new match",
        };
        GameError::WrongPhase { command, phase, hint }
    }
}
