//! Places of one side and how the two sides' numberings meet.

use std::fmt;

/// Index of the checkers borne off.
pub const OFF: usize = 0;
/// Index of the bar.
pub const BAR: usize = 25;
/// The farthest point of the home, which is 1..=6 in every game (G-02).
pub const HOME_TOP: usize = 6;

/// A place in its owner's numbering: 1..=24 a point, 25 the bar, 0 off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u8);

impl Place {
    /// Checkers borne off.
    pub const OFF: Place = Place(OFF as u8);
    /// The bar.
    pub const BAR: Place = Place(BAR as u8);

    /// The place with this index, or `None` above 25.
    pub const fn new(index: u8) -> Option<Place> {
        if index as usize <= BAR { Some(Place(index)) } else { None }
    }

    /// 0..=25, the index into a side's array.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Pips left to bear off from here; the bar counts 25.
    pub const fn pips(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index() {
            OFF => f.write_str("off"),
            BAR => f.write_str("bar"),
            p => write!(f, "{p}"),
        }
    }
}

/// How the sides' roads lie to one another (G-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Track {
    /// The sides move against each other: short nardy, backgammon.
    Contrary,
    /// The sides move the same way round, half a board apart: long nardy.
    Parallel,
}

impl Track {
    /// The opponent's number for my point `p` (1..=24).
    pub const fn facing(self, p: usize) -> usize {
        match self {
            Track::Contrary => 25 - p,
            Track::Parallel => {
                if p <= 12 {
                    p + 12
                } else {
                    p - 12
                }
            }
        }
    }
}
