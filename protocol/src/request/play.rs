//! A play as it was written, which may be no legal move at all.

use std::fmt;

/// A whole turn as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    /// The board it is played on, counted from 1, where the game has several.
    pub board: Option<u8>,
    /// What is done there.
    pub action: PlayAction,
}

/// What a written play does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayAction {
    /// Nothing is moved.
    Pass,
    /// These movements, in the order written; never empty.
    Moves(Vec<Movement>),
}

/// One checker, or several alike, going from place to place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// Where it starts, comes by and ends: two places at least.
    pub stops: Vec<Stop>,
    /// How many checkers go this way, 1 to 4.
    pub count: u8,
}

impl Movement {
    /// How many steps are written here, a step over several dice counted once.
    pub fn steps(&self) -> usize {
        self.stops.len().saturating_sub(1) * usize::from(self.count)
    }
}

/// A place in a movement, with the marks written after it.
///
/// Two stops are equal whatever their columns are.
#[derive(Debug, Clone, Copy)]
pub struct Stop {
    /// The place.
    pub place: Place,
    /// A checker is hit here (`*`).
    pub hit: bool,
    /// The checker is a royal one (`k`).
    pub royal: bool,
    /// The column where the place is written, 1-based, counted in characters.
    pub column: usize,
}

impl PartialEq for Stop {
    fn eq(&self, other: &Self) -> bool {
        (self.place, self.hit, self.royal) == (other.place, other.hit, other.royal)
    }
}

impl Eq for Stop {}

/// Where a checker can stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// The bar, where hit checkers wait.
    Bar,
    /// Borne off.
    Off,
    /// A point, 1 to 24, in the numbering in use.
    Point(u8),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bar => f.write_str("bar"),
            Self::Off => f.write_str("off"),
            Self::Point(number) => write!(f, "{number}"),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let royal = if self.royal { "k" } else { "" };
        let hit = if self.hit { "*" } else { "" };
        write!(f, "{}{royal}{hit}", self.place)
    }
}

impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, stop) in self.stops.iter().enumerate() {
            let slash = if index == 0 { "" } else { "/" };
            write!(f, "{slash}{stop}")?;
        }
        if self.count > 1 {
            write!(f, "({})", self.count)?;
        }
        Ok(())
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(board) = self.board {
            write!(f, "{board}: ")?;
        }
        match &self.action {
            PlayAction::Pass => f.write_str("pass"),
            PlayAction::Moves(movements) => {
                for (index, movement) in movements.iter().enumerate() {
                    let space = if index == 0 { "" } else { " " };
                    write!(f, "{space}{movement}")?;
                }
                Ok(())
            }
        }
    }
}
