//! What can be asked of a position, and what is answered.
//!
//! Every equity and chance is the point of view of the side that decides in the asked position.

use std::time::Duration;

use super::cube::CubeDecision;
use super::decide::Decision;
use super::met::Met;
use super::parallel::findings::Several;
use super::resign::Advice;
use crate::board::{AnyBoard, Roll};
use crate::eval::Chances;
use crate::moves::{Child, Perft, TurnContext, Turns};
use crate::rules::{Position, TABLES_MAX, Variant};
use thiserror::Error;

/// Which throws a play is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceChoice {
    /// The one the position shows.
    Shown,
    /// All 21, whether the position shows one or not.
    All,
}

/// Which places of the cube a decision is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeChoice {
    /// The one the position shows.
    Shown,
    /// Three: centred, owned by the decider, owned by the other.
    All,
}

/// By which equity plays are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// As if there were no cube.
    Cubeless,
    /// The cube counted.
    Cubeful,
}

/// How much a task may cost and how it is to be judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// How many turns to look ahead, at most [`PLIES_MAX`](super::PLIES_MAX); 0 judges the position
    /// as it stands. In a rollout's games so each play is chosen.
    pub plies: u8,
    /// Time from the moment the task was handed over; the deepest finished look-ahead counts.
    pub time: Option<Duration>,
    /// Boards that may be evaluated; like `time` it ends the look-ahead.
    pub nodes: Option<u64>,
    /// Games of a rollout, rounded up to a multiple of 36.
    pub trials: u32,
    /// A rollout ends when the standard errors of all its equities are below this.
    pub stderr: Option<f32>,
    /// After so many turns a rollout's game is judged instead of played on.
    pub truncate: Option<u16>,
    /// A rollout of several plays drops one that lies more than so many standard errors of their
    /// difference behind the best, and ends when one is left.
    pub jsd: Option<f32>,
    /// How many plays a rollout compares where a throw is to be played.
    pub candidates: usize,
    /// Whether a rollout takes the luck of the throws out of its games, as the evaluator sees it.
    pub luck: bool,
    /// Whether the sides double in a rollout's games. Plays are then compared with the cube.
    pub cubeful: bool,
    /// Threads a rollout may use at once; all if not said.
    pub threads: Option<usize>,
    /// Seed of dice and noise.
    pub seed: u64,
    /// Standard deviation of the error added to the equity of each play, to play weaker.
    pub noise: f32,
    /// By which equity plays are ordered.
    pub ranking: Ranking,
    /// What scores of a match are worth.
    pub met: Met,
    /// Whether all plays are judged at the full depth, however bad they look before.
    pub same_ply: bool,
    /// How often a rollout reports, if it shall.
    pub progress: Option<Duration>,
}

impl Limits {
    /// This many plies, nothing else limited, no noise; rollouts of 1,296 games.
    pub const fn plies(plies: u8) -> Limits {
        Limits {
            plies,
            time: None,
            nodes: None,
            trials: 1296,
            stderr: None,
            truncate: None,
            jsd: None,
            candidates: 5,
            luck: true,
            cubeful: true,
            threads: None,
            seed: 0,
            noise: 0.0,
            ranking: Ranking::Cubeless,
            met: Met::Published,
            same_ply: false,
            progress: None,
        }
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Query {
    /// How good is it, before the throw?
    Eval(CubeChoice),
    /// Which play is best?
    Best(DiceChoice),
    /// Which plays are the best so many?
    Hint(DiceChoice, usize),
    /// Double? Take?
    Cube(CubeChoice),
    /// What do played-out games say?
    Rollout,
    /// What does the engine do here?
    Decide,
    /// Is the game to be given up, or the other's resignation to be accepted?
    Resignation,
    /// How many ways are there for so many whole turns?
    Perft(u8),
}

/// A question about a snapshot of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task {
    /// What is asked.
    pub query: Query,
    /// Of which position.
    pub position: Position,
    /// At what cost.
    pub limits: Limits,
    /// What is known of the turn of the side that has thrown or is to throw; where it is `None` the
    /// board alone tells ([`TurnContext::of`]), as it does of all turns that are looked ahead at.
    pub turn: Option<TurnContext>,
    /// The same where there are several boards.
    pub tables: TablesTurn,
}

/// What is known of the turn of the side that has thrown or is to throw, of several boards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TablesTurn {
    /// By board; as of [`Task::turn`].
    pub turns: Turns,
    /// The board, from 0, that was named for the throw (P-03).
    pub chosen: Option<u8>,
}

impl TablesTurn {
    /// Nothing is known.
    pub const UNKNOWN: TablesTurn = TablesTurn { turns: [None; TABLES_MAX], chosen: None };
}

impl Task {
    /// A question about a position of which nothing more is known.
    pub const fn new(query: Query, position: Position, limits: Limits) -> Task {
        Task { query, position, limits, turn: None, tables: TablesTurn::UNKNOWN }
    }
}

/// How good a position is for the side that decides, were the side on turn to throw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// Where the cube was taken to be, for the side that decides.
    pub cube: CubePlace,
    /// Chances of each result.
    pub chances: Chances,
    /// Equity without a cube: points a game in money play, normalised match equity else.
    pub equity: f32,
    /// Equity with it.
    pub cubeful: f32,
    /// Chance to win the match without a cube; `None` in money play.
    pub match_chance: Option<f32>,
    /// Chance to win the match with it; `None` in money play.
    pub match_chance_cubeful: Option<f32>,
    /// Turns looked ahead.
    pub plies: u8,
}

/// Where the cube is, for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubePlace {
    /// Not in use, or of no use to either side.
    Dead,
    /// In the centre.
    Centred,
    /// This side's.
    Owned,
    /// The other side's.
    Others,
}

impl CubePlace {
    /// The same place for the other side.
    #[must_use]
    pub const fn swapped(self) -> CubePlace {
        match self {
            CubePlace::Owned => CubePlace::Others,
            CubePlace::Others => CubePlace::Owned,
            same => same,
        }
    }

    /// `dead`, `centre`, `own` or `other`.
    pub const fn name(self) -> &'static str {
        match self {
            CubePlace::Dead => "dead",
            CubePlace::Centred => "centre",
            CubePlace::Owned => "own",
            CubePlace::Others => "other",
        }
    }
}

/// One play and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedPlay {
    /// The play and the board after it, the mover still side 0.
    pub child: Child<AnyBoard>,
    /// The mover's chances after it.
    pub chances: Chances,
    /// The mover's equity without a cube.
    pub equity: f32,
    /// The mover's equity with it.
    pub cubeful: f32,
    /// Ranking equity less that of the best play: 0 for the best, else negative.
    pub diff: f32,
    /// Turns looked ahead after the play.
    pub plies: u8,
}

/// The best plays of one throw.
#[derive(Clone, Debug, PartialEq)]
pub struct RollPlays {
    /// The throw.
    pub roll: Roll,
    /// How many distinct results it has; 0 is a forced pass.
    pub legal: usize,
    /// The best of them, best first; empty at a forced pass.
    pub plays: Vec<RankedPlay>,
}

/// A cube decision for one place of the cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeAnswer {
    /// Where the cube was taken to be, for the side that may double.
    pub cube: CubePlace,
    /// Chances of the side that decides.
    pub chances: Chances,
    /// Its equity without a cube.
    pub equity: f32,
    /// What to do and what each choice is worth, for the side that decides.
    pub decision: CubeDecision,
    /// Turns looked ahead.
    pub plies: u8,
}

/// What rolling out one play, or the position itself, gave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolledOut {
    /// The play; `None` where the position itself was rolled out.
    pub child: Option<Child<AnyBoard>>,
    /// Games played to the end.
    pub trials: u32,
    /// Mean chances; without games those of the evaluator.
    pub chances: Chances,
    /// Their standard errors.
    pub chances_stderr: Chances,
    /// Mean equity without a cube, results counted exactly.
    pub equity: f32,
    /// Its standard error.
    pub stderr: f32,
    /// Mean equity with the cube; where the sides did not double estimated from the mean chances.
    pub cubeful: f32,
    /// Its standard error; `None` where it is estimated.
    pub cubeful_stderr: Option<f32>,
    /// Equity (with the cube if the sides doubled) less that of the best play.
    pub diff: f32,
    /// Its standard error, for a play that was dropped as it was then; `None` for the best and
    /// where there are too few games to tell.
    pub diff_stderr: Option<f32>,
}

/// What to do about resignations, for the side that decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResignationAnswer {
    /// What to do.
    pub advice: Advice,
    /// Its chances if the game goes on.
    pub chances: Chances,
    /// Its equity without a cube if the game goes on.
    pub equity: f32,
    /// Turns looked ahead.
    pub plies: u8,
}

/// The results a task can have.
#[derive(Clone, Debug, PartialEq)]
pub enum Findings {
    /// Of [`Query::Eval`]: one for each place of the cube.
    Evaluations(Vec<Evaluation>),
    /// Of [`Query::Best`] and [`Query::Hint`]: one for each throw.
    Plays(Vec<RollPlays>),
    /// Of [`Query::Cube`]: one for each place of the cube.
    Cube(Vec<CubeAnswer>),
    /// Of [`Query::Rollout`]: one for each play, best first, or one for the position.
    Rollout(Vec<RolledOut>),
    /// Of [`Query::Decide`].
    Decision(Decision),
    /// Of [`Query::Resignation`].
    Resignation(ResignationAnswer),
    /// Of [`Query::Perft`].
    Perft(Perft),
    /// Of all but that where there are several boards.
    Several(Several),
}

/// A result and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The result.
    pub findings: Findings,
    /// Boards evaluated.
    pub nodes: u64,
    /// Time since the task was handed over.
    pub elapsed: Duration,
    /// Somebody stopped the task: this is the best so far.
    pub stopped: bool,
    /// Why the evaluator judged less well than it could, if a table was not used.
    pub shortfall: Option<String>,
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TaskError {
    /// The question makes no sense at this point of the game.
    #[error("{0}")]
    WrongPhase(&'static str),
    /// There is nothing that can judge this game.
    #[error("there is no evaluator for {}", .0.name())]
    NoEvaluator(Variant),
    /// The engine has too much to do to take the task.
    #[error("too many requests are waiting")]
    Busy,
    /// A fault of the engine.
    #[error("the engine failed: {0}")]
    Internal(String),
}

/// What a running task says.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// Not yet the end; any number of these.
    Progress(Answer),
    /// The end; exactly one, also when stopped.
    Done(Result<Answer, TaskError>),
}
