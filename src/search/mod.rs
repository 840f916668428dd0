//! Search: from a question about a position to its answer, in every game of one board and of
//! several. Knows no protocol and prints nothing.
//!
//! * [`task`]: what can be asked and what is answered
//! * [`Engine`]: the threads that answer, fair between callers; [`StopToken`] ends a task early
//! * [`equity`], [`met`], [`cube`]: what chances are worth for money and in a match, the cube
//! * `worth`: what cube states are worth, by tables or the cube model
//! * `cache`, `parts`: what is remembered of boards, a look-ahead by several threads
//! * `queue`, `guard`, `ready`: who is next, faults, tables that are still being made
//! * `kind`, `ends`: what is asked of a board, whatever its points hold; games that are over
//! * `cascade`: throws that go on to other numbers
//! * [`parallel`]: several boards at once
//! * `tree`, `chequer`, `rollout`, `decide`, `resign`: looking ahead, ranking plays, playing games
//!   out, acting, giving up
//!
//! Invariant: each task handed to the engine has exactly one final report.
//! Invariant: answers do not depend on the number of threads.

mod answer;
mod cache;
mod cascade;
mod chequer;
pub mod cube;
mod decide;
mod ends;
pub mod equity;
mod filter;
mod guard;
mod judge;
mod kind;
pub mod met;
pub mod parallel;
mod parity;
mod parts;
mod pool;
mod queue;
mod ready;
mod resign;
mod rollout;
mod stop;
pub mod task;
mod taught;
mod tree;
mod worth;

#[cfg(test)]
mod tests;

pub use answer::Evaluators;
pub use decide::Decision;
pub use filter::{Filter, Filters};
pub use kind::AnyEvaluator;
pub use pool::{Engine, EngineConfig, StartError};
pub use resign::{Advice, should_accept_resignation};
pub use stop::{Ended, StopToken};
pub use task::{
    Answer, CubeAnswer, CubeChoice, CubePlace, DiceChoice, Evaluation, Findings, Limits, Query,
    RankedPlay, Ranking, Report, ResignationAnswer, RollPlays, RolledOut, TablesTurn, Task,
    TaskError,
};
pub use tree::PLIES_MAX;
