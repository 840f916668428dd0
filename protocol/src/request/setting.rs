//! Everything that `set` sets.

use super::{Dice, Word};

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
}

impl Colour {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

/// Who may double.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CubeOwner {
    /// This side alone.
    Side(Colour),
    /// Both sides.
    Centre,
}

impl CubeOwner {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Side(colour) => colour.as_str(),
            Self::Centre => "centre",
        }
    }
}

/// How replies are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// Names and values in lines.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

impl Format {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
        }
    }
}

/// How points are numbered in plays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// 24 down to 1, so that a point's number is its distance to being off.
    #[default]
    Descending,
    /// 1 up to 24 in the direction of play.
    Ascending,
}

impl Numbering {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Descending => "descending",
            Self::Ascending => "ascending",
        }
    }
}

/// Which table tells the chance to win a match from each score.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum MatchTable {
    /// The published one, Kazaross XG2.
    #[default]
    Published,
    /// The engine's own.
    Own,
}

impl MatchTable {
    /// Both, with their words.
    pub const ALL: [(&'static str, Self); 2] = [("published", Self::Published), ("own", Self::Own)];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Own => "own",
        }
    }
}

/// One `set` request.
#[derive(Debug, Clone, PartialEq)]
pub enum Setting {
    /// `set variant V`.
    Variant(Word),
    /// `set rule NAME VALUE`.
    Rule {
        /// The name of the rule option.
        name: Word,
        /// The value to give it.
        value: Word,
    },
    /// `set position P`.
    Position(Word),
    /// `set turn white|black`.
    Turn(Colour),
    /// `set dice D D`, or `set dice none` for dice not yet thrown.
    Dice(Option<Dice>),
    /// `set cube value N`.
    CubeValue(u32),
    /// `set cube owner white|black|centre`.
    CubeOwner(CubeOwner),
    /// `set cube use on|off`.
    CubeUse(bool),
    /// `set score W B`.
    Score {
        /// White's points.
        white: u32,
        /// Black's points.
        black: u32,
    },
    /// `set length N`; 0 is play without a match.
    Length(u16),
    /// `set crawford on|off`: whether this is the Crawford game.
    Crawford(bool),
    /// `set jacoby on|off`.
    Jacoby(bool),
    /// `set beavers N`: how many in a row.
    Beavers(u8),
    /// `set seed N`.
    Seed(u64),
    /// `set format text|json`.
    Format(Format),
    /// `set numbering descending|ascending`.
    Numbering(Numbering),
    /// `set plies N`.
    Plies(u8),
    /// `set time MS`; 0 is without limit.
    Time(u64),
    /// `set threads N`.
    Threads(u16),
    /// `set noise X`.
    Noise(f64),
    /// `set level NAME`.
    Level(Word),
    /// `set met published|own`.
    Met(MatchTable),
    /// `set auto-pass on|off`.
    AutoPass(bool),
}
