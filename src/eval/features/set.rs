//! Which inputs there are, and who is described by which.

use super::{Inputs, contact, laps, parallel, pins, race, royal};
use crate::board::{AnyBoard, Board, LapBoard, PinBoard, RoyalBoard, Track};
use crate::moves::Playable;
use crate::rules::{BoardKind, Mother, Prime, Rules, Variant};

/// What a net is told, and in which numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputSet {
    /// The backgammon family, some checkers have still to pass enemies.
    Contact,
    /// The backgammon family, all have passed.
    Race,
    /// Plain games on parallel roads.
    Parallel,
    /// Royal nardy.
    Royal,
    /// Doublegammon.
    Laps,
    /// Plakoto.
    Pins,
}

impl InputSet {
    /// The inputs of a game's own net; `None` for the backgammon family, which has two.
    pub fn of(variant: Variant) -> Option<InputSet> {
        let (kind, track) = (variant.spec().kind, variant.rules().movement.track);
        match (kind, track) {
            (BoardKind::Plain, Track::Parallel) => Some(InputSet::Parallel),
            (BoardKind::Plain, Track::Contrary) => None,
            (BoardKind::Royal, _) => Some(InputSet::Royal),
            (BoardKind::Laps, _) => Some(InputSet::Laps),
            (BoardKind::Pins, _) => Some(InputSet::Pins),
        }
    }

    /// The set's name in weight files and recipes.
    pub const fn name(self) -> &'static str {
        match self {
            InputSet::Contact => "contact",
            InputSet::Race => "race",
            InputSet::Parallel => "parallel",
            InputSet::Royal => "royal",
            InputSet::Laps => "laps",
            InputSet::Pins => "pins",
        }
    }

    /// The version of the set's numbering of rows.
    pub const fn version(self) -> u32 {
        1
    }

    /// How many rows there are to switch on.
    pub const fn rows(self) -> usize {
        match self {
            InputSet::Contact => contact::ROWS,
            InputSet::Race => race::ROWS,
            InputSet::Parallel => parallel::ROWS,
            InputSet::Royal => royal::ROWS,
            InputSet::Laps => laps::ROWS,
            InputSet::Pins => pins::ROWS,
        }
    }

    /// How many numbers there are beside them.
    pub const fn scalars(self) -> usize {
        match self {
            InputSet::Contact | InputSet::Royal | InputSet::Laps | InputSet::Pins => {
                2 * contact::SCALARS
            }
            InputSet::Race => 2 * race::SCALARS,
            InputSet::Parallel => 2 * parallel::SCALARS,
        }
    }
}

/// What a net is told of the rules, where it is taught a game under several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Told {
    /// Six points in a row only with an enemy checker ahead of them (L-10).
    pub limited_prime: bool,
    /// A pinned mother does not end the game (V-03).
    pub mothers_play_on: bool,
}

impl Told {
    /// What is told of these rules.
    pub fn of(rules: &Rules) -> Told {
        Told {
            limited_prime: rules.movement.prime != Prime::Free,
            mothers_play_on: rules.pays.mother == Mother::PlaysOn,
        }
    }
}

/// A board of a game that one net judges from its start to its end.
pub trait Described: Playable + Into<AnyBoard> {
    /// The inputs of its net.
    const SET: InputSet;

    /// The board of a position, if it is of this kind.
    fn from_any(board: &AnyBoard) -> Option<Self>;

    /// The board, side 0 to throw, as the net sees it.
    fn describe(&self, told: Told, inputs: &mut Inputs);
}

impl Described for Board {
    const SET: InputSet = InputSet::Parallel;

    fn from_any(board: &AnyBoard) -> Option<Board> {
        match board {
            AnyBoard::Plain(board) => Some(*board),
            _ => None,
        }
    }

    #[inline(always)]
    fn describe(&self, told: Told, inputs: &mut Inputs) {
        inputs.len = 0;
        parallel::write(self, told, inputs);
    }
}

impl Described for RoyalBoard {
    const SET: InputSet = InputSet::Royal;

    fn from_any(board: &AnyBoard) -> Option<RoyalBoard> {
        match board {
            AnyBoard::Royal(board) => Some(*board),
            _ => None,
        }
    }

    #[inline(always)]
    fn describe(&self, _told: Told, inputs: &mut Inputs) {
        inputs.len = 0;
        royal::write(self, inputs);
    }
}

impl Described for LapBoard {
    const SET: InputSet = InputSet::Laps;

    fn from_any(board: &AnyBoard) -> Option<LapBoard> {
        match board {
            AnyBoard::Laps(board) => Some(*board),
            _ => None,
        }
    }

    #[inline(always)]
    fn describe(&self, _told: Told, inputs: &mut Inputs) {
        inputs.len = 0;
        laps::write(self, inputs);
    }
}

impl Described for PinBoard {
    const SET: InputSet = InputSet::Pins;

    fn from_any(board: &AnyBoard) -> Option<PinBoard> {
        match board {
            AnyBoard::Pins(board) => Some(*board),
            _ => None,
        }
    }

    #[inline(always)]
    fn describe(&self, told: Told, inputs: &mut Inputs) {
        inputs.len = 0;
        pins::write(self, told, inputs);
    }
}
