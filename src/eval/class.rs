//! Which kind of position a board is, and which results it still allows.

use super::bearoff;
use super::features::Phase;
use super::net::Possible;
use crate::board::{BAR, Board, HOME_TOP, OFF};

/// What judges a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// A side has borne off everything: nothing to judge.
    Over,
    /// Both sides have only home checkers and have passed each other: the table.
    Bearoff,
    /// All checkers have passed the enemy's: the race net.
    Race,
    /// The contact net.
    Contact,
}

impl Class {
    /// The class of a board of the backgammon family (contrary roads).
    #[inline]
    pub fn of(board: &Board) -> Class {
        let (mine, theirs) = (board.rearmost(0), board.rearmost(1));
        if mine == OFF || theirs == OFF {
            Class::Over
        } else if mine + theirs > BAR {
            Class::Contact
        } else if mine <= HOME_TOP && theirs <= HOME_TOP && few(board, 0) && few(board, 1) {
            Class::Bearoff
        } else {
            Class::Race
        }
    }

    /// The net's phase, if a net judges it.
    pub fn phase(self) -> Option<Phase> {
        match self {
            Class::Over | Class::Bearoff => None,
            Class::Race => Some(Phase::Race),
            Class::Contact => Some(Phase::Contact),
        }
    }
}

/// Whether the table has room for a side's checkers.
fn few(board: &Board, side: usize) -> bool {
    board.in_play(side) <= bearoff::CHECKERS as u32
}

/// The results that can still happen: a gammon only against a side that has borne off nothing, a
/// backgammon after contact only if it also has a checker in the enemy's home.
#[inline(always)]
pub(crate) fn possible(board: &Board, class: Class) -> Possible {
    let loses = |side: usize| {
        let gammon = board.row(side)[OFF] == 0;
        let far = class == Class::Contact || board.rearmost(side) > BAR - 1 - HOME_TOP;
        (gammon, gammon && far)
    };
    let (lose_gammon, lose_backgammon) = loses(0);
    let (win_gammon, win_backgammon) = loses(1);
    [true, win_gammon, win_backgammon, true, lose_gammon, lose_backgammon]
}
