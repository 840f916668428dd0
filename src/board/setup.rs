//! A position as somebody wrote it down, before any rule has looked at it.
//!
//! Parsing may accept nonsense boards; only [`Position`](crate::rules::Position) is checked.

use super::dice::Roll;
use super::side::{Byside, Side};

/// The checkers on one place as written. Plain games write counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stack {
    /// So many equal checkers.
    Count(u8),
}

/// What the dice field of a position says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceSetup {
    /// The side to decide has not thrown yet.
    ToRoll,
    /// Thrown, to be played.
    Rolled(Roll),
    /// The side to decide has been offered a double.
    Doubled,
    /// The side to decide has been offered a resignation worth 1 to 3.
    Resigned(u8),
}

/// The doubling cube as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeSetup {
    /// The stake the cube shows, at least 1; before the double while one is offered.
    pub value: u32,
    /// Who owns it; `None` in the centre.
    pub owner: Option<Side>,
    /// Whether a cube is in use at all.
    pub in_use: bool,
}

impl CubeSetup {
    /// At 1 in the centre.
    pub const CENTRED: CubeSetup = CubeSetup { value: 1, owner: None, in_use: true };
}

/// Score and match rules as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSetup {
    /// Points won so far.
    pub score: Byside<u32>,
    /// Points to win the match; 0 is money play.
    pub length: u32,
    /// This is the Crawford game.
    pub crawford: bool,
    /// The Crawford game has been played.
    pub post_crawford: bool,
    /// Jacoby rule (money play): gammons count only after a double.
    pub jacoby: bool,
    /// How many beavers in a row are allowed (money play).
    pub beavers: u8,
}

impl MatchSetup {
    /// Money play, nothing won yet, no Jacoby, no beavers.
    pub const MONEY: MatchSetup = MatchSetup {
        score: Byside([0, 0]),
        length: 0,
        crawford: false,
        post_crawford: false,
        jacoby: false,
        beavers: 0,
    };
}

/// A position as written: nothing in it has been checked against any rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Name of the game, as written (`backgammon`, `short`, …); `None` where the notation names
    /// none (GNU Backgammon's IDs, XGID, FIBS).
    pub variant: Option<String>,
    /// Rule options that differ from the game's defaults, `name=value` as written.
    pub options: Vec<(String, String)>,
    /// Each side's 26 counts in its own numbering: off, points 1..=24, bar.
    pub checkers: Byside<[u8; 26]>,
    /// Whether the off counts were written; otherwise they follow from the rest.
    pub off_given: bool,
    /// Who decides; `None` before the opening throw.
    pub turn: Option<Side>,
    /// What is to be decided.
    pub dice: DiceSetup,
    /// The cube.
    pub cube: CubeSetup,
    /// Score and match rules.
    pub score: MatchSetup,
}
