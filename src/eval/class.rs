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
    /// Contact, and all but six of a side's checkers are spent: the crashed net.
    Crashed,
    /// All other contact: the contact net.
    Contact,
}

/// A side is crashed with so many checkers or fewer that are not spent.
const UNSPENT: u32 = 6;

impl Class {
    /// The class of a board of the backgammon family (contrary roads).
    #[inline]
    pub fn of(board: &Board) -> Class {
        let (mine, theirs) = (board.rearmost(0), board.rearmost(1));
        if mine == OFF || theirs == OFF {
            Class::Over
        } else if mine + theirs > BAR {
            let crashed = unspent(board, 0) <= UNSPENT || unspent(board, 1) <= UNSPENT;
            if crashed { Class::Crashed } else { Class::Contact }
        } else if mine <= HOME_TOP && theirs <= HOME_TOP && few(board, 0) && few(board, 1) {
            Class::Bearoff
        } else {
            Class::Race
        }
    }

    /// The classes that nets judge, in the order in which games come to them.
    pub const JUDGED: [Class; 3] = [Class::Contact, Class::Crashed, Class::Race];

    /// Its name in the names of weight files; empty where no net judges.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Contact => "contact",
            Class::Crashed => "crashed",
            Class::Race => "race",
            Class::Bearoff | Class::Over => "",
        }
    }

    /// The inputs of the net that judges it, if one does.
    pub fn phase(self) -> Option<Phase> {
        match self {
            Class::Over | Class::Bearoff => None,
            Class::Race => Some(Phase::Race),
            Class::Crashed | Class::Contact => Some(Phase::Contact),
        }
    }
}

/// Whether the table has room for a side's checkers.
fn few(board: &Board, side: usize) -> bool {
    board.in_play(side) <= bearoff::CHECKERS as u32
}

/// The checkers of a side that still have a choice. The others are spent: borne off, or on an ace
/// point that is made, or beside it on the deuce point, save for the one there that may be hit.
/// They never become fewer, so that no crashed position leads back to one that is not.
#[inline(always)]
fn unspent(board: &Board, side: usize) -> u32 {
    let row = board.row(side);
    let (ace, deuce) = (u32::from(row[1]), u32::from(row[2]));
    board.in_play(side) - if ace > 1 { ace + deuce.saturating_sub(1) } else { 0 }
}

/// The results that can still happen: a gammon only against a side that has borne off nothing, a
/// backgammon after contact only if it also has a checker in the enemy's home.
#[inline(always)]
pub(crate) fn possible(board: &Board, class: Class) -> Possible {
    let loses = |side: usize| {
        let gammon = board.row(side)[OFF] == 0;
        let far = class != Class::Race || board.rearmost(side) > BAR - 1 - HOME_TOP;
        (gammon, gammon && far)
    };
    let (lose_gammon, lose_backgammon) = loses(0);
    let (win_gammon, win_backgammon) = loses(1);
    [true, win_gammon, win_backgammon, true, lose_gammon, lose_backgammon]
}
