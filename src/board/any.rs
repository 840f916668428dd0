//! A board of any game.

use super::laps::LapBoard;
use super::pins::PinBoard;
use super::place::BAR;
use super::plain::Board;
use super::royal::{EATEN, Pair, RoyalBoard};
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

/// A board of any game without the room that makes boards fast: for keeping many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedBoard {
    kind: u8,
    bytes: [u8; Self::BYTES],
}

impl PackedBoard {
    /// Two bytes a place, for both sides.
    const BYTES: usize = 2 * 2 * (BAR + 1);

    /// A plain board without checkers.
    pub const EMPTY: PackedBoard = PackedBoard { kind: 0, bytes: [0; Self::BYTES] };

    /// The board as it was before it was packed.
    pub fn unpacked(&self) -> AnyBoard {
        let side = |side: usize| std::array::from_fn(|place| self.bytes[side * ROW + place]);
        match self.kind {
            0 => Board::new(side(0), side(1)).into(),
            1 => {
                let mask = |side: usize| {
                    (1..=24).fold(0, |mask, p| {
                        mask | u32::from(self.bytes[2 * ROW + side * ROW + p]) << p
                    })
                };
                PinBoard::new(Board::new(side(0), side(1)), [mask(0), mask(1)]).into()
            }
            2 => {
                let mut board = RoyalBoard::EMPTY;
                for side in 0..2 {
                    for place in 0..=EATEN {
                        let byte = self.bytes[side * (ROW + 1) + place];
                        board.set(side, place, Pair { simple: byte % 16, royal: byte / 16 });
                    }
                }
                board.into()
            }
            _ => {
                let mut stacks = [[1; ROW]; 2];
                for (n, stack) in stacks.iter_mut().flatten().enumerate() {
                    *stack = u16::from_le_bytes([self.bytes[2 * n], self.bytes[2 * n + 1]]);
                }
                LapBoard::from_words(stacks).into()
            }
        }
    }
}

/// Places of a side: off, 24 points, the bar.
const ROW: usize = BAR + 1;

impl From<&AnyBoard> for PackedBoard {
    fn from(board: &AnyBoard) -> PackedBoard {
        let mut packed = PackedBoard::EMPTY;
        for side in 0..2 {
            for place in 0..ROW {
                let byte = &mut packed.bytes[side * ROW + place];
                match board {
                    AnyBoard::Plain(_) | AnyBoard::Pins(_) => *byte = board.count(side, place),
                    AnyBoard::Royal(_) | AnyBoard::Laps(_) => {}
                }
            }
        }
        match board {
            AnyBoard::Plain(_) => packed.kind = 0,
            AnyBoard::Pins(pins) => {
                packed.kind = 1;
                for side in 0..2 {
                    for point in 1..=24 {
                        let pinned = u8::from(pins.is_pinned(side, point));
                        packed.bytes[2 * ROW + side * ROW + point] = pinned;
                    }
                }
            }
            AnyBoard::Royal(royal) => {
                packed.kind = 2;
                for side in 0..2 {
                    for place in 0..=EATEN {
                        let Pair { simple, royal } = royal.pair(side, place);
                        packed.bytes[side * (ROW + 1) + place] = simple + 16 * royal;
                    }
                }
            }
            AnyBoard::Laps(laps) => {
                packed.kind = 3;
                for (n, word) in laps.words().iter().flatten().enumerate() {
                    packed.bytes[2 * n..2 * n + 2].copy_from_slice(&word.to_le_bytes());
                }
            }
        }
        packed
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn boards_come_out_of_their_packing_as_they_were() {
        for variant in Variant::ALL {
            let board = variant.rules().start();
            assert_eq!(PackedBoard::from(&board).unpacked(), board, "{}", variant.name());
        }
        let counts = Variant::Plakoto.start();
        let pins = AnyBoard::Pins(PinBoard::new(counts, [1 << 24, 1 << 3]));
        assert_eq!(PackedBoard::from(&pins).unpacked(), pins);
    }
}
