//! What is answered about several boards. Points are those of the side that decides.

use super::super::cube::CubeDecision;
use super::super::decide::Decision;
use crate::board::{AnyBoard, Roll};
use crate::eval::Chances;
use crate::moves::Child;

/// The worth of all boards together.
#[derive(Clone, Debug, PartialEq)]
pub struct Total {
    /// Points expected in the end, those of finished boards included; cubes stay as they are.
    pub total: f32,
    /// The same if what the cubes may still do counts.
    pub cubeful: f32,
    /// Points won less points lost on the finished boards.
    pub settled: f32,
    /// The boards that are not finished.
    pub tables: Vec<TableWorth>,
    /// Turns looked ahead.
    pub plies: u8,
}

/// One board of several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableWorth {
    /// Its number, from 0.
    pub table: usize,
    /// The chances there, whoever moves there next.
    pub chances: Chances,
    /// Points expected there, before halves are taken off and a single cube is counted.
    pub points: f32,
    /// How likely it is the next to finish.
    pub first: f32,
}

/// A play on one board of several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TablePlay {
    /// The board's number, from 0.
    pub table: usize,
    /// The play; without steps the turn is passed there.
    pub child: Child<AnyBoard>,
    /// Points expected in the end.
    pub total: f32,
    /// The same less that of the best play.
    pub diff: f32,
    /// The mover's chances on the board, whoever moves there next.
    pub chances: Chances,
    /// Turns looked ahead after the play.
    pub plies: u8,
}

/// The best plays of a throw on several boards.
#[derive(Clone, Debug, PartialEq)]
pub struct ThrowPlays {
    /// The throw.
    pub roll: Roll,
    /// The best plays, best first.
    pub plays: Vec<TablePlay>,
}

/// The decision about one cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableCube {
    /// The board of the cube, from 0; `None` of a single cube.
    pub table: Option<usize>,
    /// What to do, and the expected totals of each choice.
    pub decision: CubeDecision,
    /// The board that a refusal gives up.
    pub lost: usize,
}

/// What the engine does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableDecision {
    /// The act.
    pub decision: Decision,
    /// The board it is about, from 0, where one is to be named.
    pub table: Option<usize>,
}

/// What playing to the end gave.
#[derive(Clone, Debug, PartialEq)]
pub struct TablesRolledOut {
    /// The play and its board, from 0; `None` where the position itself was rolled out.
    pub play: Option<(usize, Child<AnyBoard>)>,
    /// Matches played to the end.
    pub trials: u32,
    /// Mean total, cubes as they stand; without matches the estimate.
    pub total: f32,
    /// Its standard error.
    pub stderr: f32,
    /// Mean total less that of the best play.
    pub diff: f32,
    /// Its standard error; all plays meet the same throws.
    pub diff_stderr: Option<f32>,
    /// Mean points of each board that was not finished, halves and cubes counted.
    pub tables: Vec<(usize, f32)>,
}

/// What can be found out about several boards.
#[expect(clippy::large_enum_variant, reason = "there is one a task")]
#[derive(Clone, Debug, PartialEq)]
pub enum Several {
    /// The worth of the position.
    Total(Total),
    /// The best plays of each throw asked for.
    Plays(Vec<ThrowPlays>),
    /// One for each cube.
    Cube(Vec<TableCube>),
    /// What the engine does.
    Decision(TableDecision),
    /// One for each play, best first, or one for the position.
    Rollout(Vec<TablesRolledOut>),
}
