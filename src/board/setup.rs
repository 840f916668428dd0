//! A position as somebody wrote it down, before any rule has looked at it.
//!
//! Parsing may accept nonsense boards; only [`Position`](crate::rules::Position) is checked.

use super::dice::Roll;
use super::side::{Byside, Side};

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

    /// Whether a side of a match needs one more point.
    pub fn is_one_away(&self) -> bool {
        let away = |points: u32| self.length.checked_sub(points) == Some(1);
        self.length > 0 && self.score.0.into_iter().any(away)
    }

    /// Whether this is a post-Crawford game as far as the score tells, for notations that do not
    /// say: a side is one point away, in a match longer than 1, outside the Crawford game.
    pub fn is_post_crawford_by_score(&self) -> bool {
        self.length > 1 && self.is_one_away() && !self.crawford
    }
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
    /// Whether a side's off count was written; otherwise it follows from the rest.
    pub off_given: Byside<bool>,
    /// Who decides; `None` before the opening throw.
    pub turn: Option<Side>,
    /// What is to be decided.
    pub dice: DiceSetup,
    /// The cube.
    pub cube: CubeSetup,
    /// Score and match rules.
    pub score: MatchSetup,
}
