//! What the lines of the Universal Backgammon Interface mean: the situation that they describe, the
//! questions asked about it, and how answers are written.
//!
//! Player `p0` is White and the bottom player of an XGID, `p1` Black and the top player. A bare
//! position ID shows the player on roll first, and who that is `setturn` says.

mod answer;
mod situation;

pub use answer::{Verdict, info};
pub use situation::{Checkers, Crawford, Situation};

use nardy_protocol::ubgi::{Role, UbgiClass, UbgiError};

use crate::rules::{Phase, Position};
use crate::search::{CubeChoice, DiceChoice, Limits, Query, Task};

/// How a question is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By looking ahead.
    LookAhead,
    /// By playing games out.
    Rollout,
}

/// What the engine is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The cube.
    Cube,
    /// The play of a throw.
    Play,
}

/// A question about a situation. The cube comes first where both it and a play are asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// What is asked.
    pub role: Role,
    /// The position: a throw to be played, or the cube's turn.
    pub position: Position,
    /// At what cost.
    pub limits: Limits,
    /// How.
    pub method: Method,
}

impl Question {
    /// What `role` asks in a situation.
    ///
    /// # Errors
    /// If a position or a throw is missing, or the decision has no place there.
    pub fn new(
        situation: &Situation,
        role: Role,
        method: Method,
        limits: Limits,
    ) -> Result<Question, UbgiError> {
        let mut position = situation.position()?;
        position.phase = match (role, position.phase) {
            (_, Phase::Over(_)) => return Err(missing("the game is over")),
            (_, Phase::Opening) => return Err(missing("nobody is on roll")),
            (_, Phase::ResignationOffered(..)) => {
                let message = "there are no words to answer a resignation";
                return Err(UbgiError::new(UbgiClass::Unsupported, message));
            }
            (Role::Cube, Phase::ToMove(side, _)) => Phase::ToRoll(side),
            (Role::Cube, phase) => phase,
            (_, Phase::ToMove(side, roll)) => Phase::ToMove(side, roll),
            (_, Phase::DoubleOffered(_)) => return Err(missing("a double is to be answered")),
            (_, Phase::ToRoll(_)) => return Err(missing("no dice")),
        };
        Ok(Question { role, position, limits, method })
    }

    /// Whether there is a cube to think about.
    fn has_cube(&self) -> bool {
        match (self.role, self.position.phase) {
            (Role::Chequer, _) => false,
            (Role::Turn, Phase::ToMove(side, _)) => self.position.may_double(side),
            _ => true,
        }
    }

    /// What comes first.
    pub fn first(&self) -> Stage {
        if self.has_cube() { Stage::Cube } else { Stage::Play }
    }

    /// What follows a stage.
    pub fn after(&self, stage: Stage) -> Option<Stage> {
        (self.role == Role::Turn && stage == Stage::Cube).then_some(Stage::Play)
    }

    /// The task of a stage; where there are two, each has half of the time.
    pub fn task(&self, stage: Stage) -> Task {
        let (mut position, mut limits) = (self.position, self.limits);
        if self.after(self.first()).is_some() {
            limits.time = limits.time.map(|time| time / 2);
        }
        let looking = match stage {
            Stage::Cube => Query::Cube(CubeChoice::Shown),
            Stage::Play => Query::Best(DiceChoice::Shown),
        };
        if let (Stage::Cube, Phase::ToMove(side, _)) = (stage, position.phase) {
            position.phase = Phase::ToRoll(side);
        }
        let query = match self.method {
            Method::LookAhead => looking,
            Method::Rollout => Query::Rollout,
        };
        Task::new(query, position, limits)
    }

    /// The task of the play for somebody who waits no longer.
    pub fn hurried_task(&self) -> Task {
        let limits = Limits { plies: 0, time: None, ..self.limits };
        Task::new(Query::Best(DiceChoice::Shown), self.position, limits)
    }
}

fn missing(what: &str) -> UbgiError {
    UbgiError::new(UbgiClass::MissingContext, what)
}
