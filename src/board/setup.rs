//! A position as somebody wrote it down, before any rule has looked at it.
//!
//! Parsing may accept nonsense boards; only [`Position`](crate::rules::Position) is checked.

use super::dice::Roll;
use super::laps::{Lap, LapBoard};
use super::points::Points;
use super::royal::Pair;
use super::side::{Byside, Side};
use arrayvec::ArrayVec;

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
    pub score: Byside<Points>,
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
        score: Byside([Points::ZERO, Points::ZERO]),
        length: 0,
        crawford: false,
        post_crawford: false,
        jacoby: false,
        beavers: 0,
    };

    /// How many points a side still needs to win the match, a half counted as a whole one; 0 when
    /// it has won, and in money play.
    pub fn away(&self, side: Side) -> u32 {
        let left = Points::whole(self.length).minus(self.score[side]);
        left.in_halves().div_ceil(2)
    }

    /// Whether a side of a match needs one more point, or half a one.
    pub fn is_one_away(&self) -> bool {
        self.length > 0 && Side::BOTH.into_iter().any(|side| self.away(side) == 1)
    }

    /// Whether this is a post-Crawford game as far as the score tells, for notations that do not
    /// say: a side is one point away, in a match longer than 1, outside the Crawford game.
    pub fn is_post_crawford_by_score(&self) -> bool {
        self.length > 1 && self.is_one_away() && !self.crawford
    }
}

/// What a place holds, where that is more than a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stack {
    /// Simple and royal checkers.
    Royal(Pair),
    /// Checkers of two laps, from the bottom up.
    Laps(ArrayVec<Lap, { LapBoard::MAX }>),
    /// One checker under an enemy's.
    Pinned,
}

/// A place that holds more than a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// Whose checkers.
    pub side: Side,
    /// The place in its own numbering.
    pub place: u8,
    /// What it holds; the count stands in `checkers`, too.
    pub stack: Stack,
}

/// One board of a parallel game as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSetup {
    /// Each side's 26 counts.
    pub checkers: Byside<[u8; 26]>,
    /// Whether a side's off count was written.
    pub off_given: Byside<bool>,
    /// Places that hold more than a count.
    pub marked: Vec<Marked>,
    /// Who won the board and for how much, once it is finished; nobody after a draw.
    pub result: Option<(Option<Side>, Points)>,
    /// Its cube, where each board has one.
    pub cube: Option<CubeSetup>,
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
    /// Places that hold more than a count.
    pub marked: Vec<Marked>,
    /// The boards of a parallel game; then `checkers` is empty.
    pub tables: Vec<TableSetup>,
    /// The board, from 0, that an offered double or resignation is about in a parallel game.
    pub offered: Option<u8>,
    /// Who decides; `None` before the opening throw.
    pub turn: Option<Side>,
    /// What is to be decided.
    pub dice: DiceSetup,
    /// The cube.
    pub cube: CubeSetup,
    /// Score and match rules.
    pub score: MatchSetup,
}

impl Setup {
    /// One board of plain counts in a game that is not named, as other programs' notations have it.
    pub const fn of_counts(
        checkers: Byside<[u8; 26]>,
        turn: Side,
        dice: DiceSetup,
        cube: CubeSetup,
        score: MatchSetup,
    ) -> Setup {
        Setup {
            variant: None,
            options: Vec::new(),
            checkers,
            off_given: Byside([false, false]),
            marked: Vec::new(),
            tables: Vec::new(),
            offered: None,
            turn: Some(turn),
            dice,
            cube,
            score,
        }
    }
}
