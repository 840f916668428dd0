//! Kinds of positions that nets judge, finer than the nets: what a harvest may be limited to.

use crate::board::Board;
use crate::eval::Class;

/// A kind of position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Contact, both sides with a game to play.
    Contact,
    /// Contact, and a side has at most six checkers that are not spent.
    Crashed,
    /// No contact.
    Race,
}

/// A side is crashed with so many unspent checkers or fewer.
const UNSPENT: u32 = 6;

impl Kind {
    /// All kinds, in the order in which games come to them.
    pub const ALL: [Kind; 3] = [Kind::Contact, Kind::Crashed, Kind::Race];

    /// The kind's name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Contact => "contact",
            Kind::Crashed => "crashed",
            Kind::Race => "race",
        }
    }

    /// The kind of a board; `None` if no net judges it.
    pub fn of(board: &Board) -> Option<Kind> {
        match Class::of(board) {
            Class::Over | Class::Bearoff => None,
            Class::Race => Some(Kind::Race),
            Class::Contact if (0..2).any(|side| unspent(board, side) <= UNSPENT) => {
                Some(Kind::Crashed)
            }
            Class::Contact => Some(Kind::Contact),
        }
    }
}

/// The checkers of a side that still have a choice. The others are spent: borne off, or on an ace
/// point that is made, or beside it on the deuce point, save for the one there that may be hit.
fn unspent(board: &Board, side: usize) -> u32 {
    let row = board.row(side);
    let (ace, deuce) = (u32::from(row[1]), u32::from(row[2]));
    board.in_play(side) - if ace > 1 { ace + deuce.saturating_sub(1) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_hand() {
        let row = |stacks: &[(usize, u8)]| {
            let mut row = [0; 26];
            for &(place, count) in stacks {
                row[place] = count;
            }
            row
        };
        let kind = |mover: &[(usize, u8)], other: &[(usize, u8)]| {
            Kind::of(&Board::new(row(mover), row(other)))
        };
        let held = [(24, 2), (6, 13)];
        assert_eq!(kind(&held, &held), Some(Kind::Contact));
        assert_eq!(kind(&[(13, 6), (2, 4), (1, 5)], &held), Some(Kind::Contact));
        assert_eq!(kind(&[(13, 5), (2, 4), (1, 6)], &held), Some(Kind::Crashed));
        assert_eq!(kind(&held, &[(13, 6), (2, 1), (1, 8)]), Some(Kind::Contact));
        assert_eq!(kind(&held, &[(13, 6), (1, 9)]), Some(Kind::Crashed));
        assert_eq!(kind(&[(8, 15)], &[(8, 15)]), Some(Kind::Race));
        assert_eq!(kind(&[(6, 15)], &[(6, 15)]), None);
    }
}
