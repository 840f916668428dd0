//! A board of any game.

use super::laps::LapBoard;
use super::pins::PinBoard;
use super::place::BAR;
use super::plain::Board;
use super::royal::RoyalBoard;
use super::stacks::Stacks;

/// A board of any game, side 0 in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyBoard {
    /// Counts of equal checkers.
    Plain(Board),
    /// Simple and royal checkers.
    Royal(RoyalBoard),
    /// Stacks of two laps.
    Laps(LapBoard),
    /// Counts and pins.
    Pins(PinBoard),
}

/// Does the same with the board of whichever game it is.
macro_rules! each_board {
    ($any:expr, $board:ident => $result:expr) => {
        match $any {
            $crate::board::AnyBoard::Plain($board) => $result,
            $crate::board::AnyBoard::Royal($board) => $result,
            $crate::board::AnyBoard::Laps($board) => $result,
            $crate::board::AnyBoard::Pins($board) => $result,
        }
    };
}
pub(crate) use each_board;

impl AnyBoard {
    /// Checkers of a side on a place.
    pub fn count(&self, side: usize, place: usize) -> u8 {
        each_board!(self, board => board.count(side, place))
    }

    /// The board of a plain game; `None` if its points hold more than counts.
    pub const fn plain(&self) -> Option<&Board> {
        match self {
            AnyBoard::Plain(board) => Some(board),
            _ => None,
        }
    }

    /// How many checkers lie where, whatever their kinds.
    pub fn counts(&self) -> Board {
        if let AnyBoard::Plain(board) = self {
            return *board;
        }
        let side = |side: usize| std::array::from_fn(|place| self.count(side, place));
        Board::new(side(0), side(1))
    }

    /// The same board seen by the other side.
    #[must_use]
    pub fn swapped(&self) -> AnyBoard {
        match self {
            AnyBoard::Plain(board) => AnyBoard::Plain(board.swapped()),
            AnyBoard::Royal(board) => AnyBoard::Royal(board.swapped()),
            AnyBoard::Laps(board) => AnyBoard::Laps(board.swapped()),
            AnyBoard::Pins(board) => AnyBoard::Pins(board.swapped()),
        }
    }

    /// Royals of a side that were eaten; 0 in other games.
    pub const fn eaten(&self, side: usize) -> u8 {
        match self {
            AnyBoard::Royal(board) => board.eaten(side),
            _ => 0,
        }
    }

    /// Checkers of a side still to be borne off.
    pub fn in_play(&self, side: usize) -> u32 {
        (1..=BAR).map(|place| u32::from(self.count(side, place))).sum()
    }

    /// Pips a side needs to bear off everything.
    pub fn pips(&self, side: usize) -> u32 {
        self.counts().pips(side)
    }
}

impl From<Board> for AnyBoard {
    fn from(board: Board) -> AnyBoard {
        AnyBoard::Plain(board)
    }
}

impl From<RoyalBoard> for AnyBoard {
    fn from(board: RoyalBoard) -> AnyBoard {
        AnyBoard::Royal(board)
    }
}

impl From<LapBoard> for AnyBoard {
    fn from(board: LapBoard) -> AnyBoard {
        AnyBoard::Laps(board)
    }
}

impl From<PinBoard> for AnyBoard {
    fn from(board: PinBoard) -> AnyBoard {
        AnyBoard::Pins(board)
    }
}
