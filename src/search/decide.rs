//! What the engine itself does: one decision for the side to act.

use super::chequer::{Judging, best_plays};
use super::cube::{self, CubeDecision, CubeEquities, Reply};
use super::ends::is_over;
use super::equity::{Payoff, Stakes};
use super::filter::scale;
use super::kind::Kind;
use super::parity;
use super::resign::{Advice, resignation};
use super::task::{Limits, Task, TaskError};
use super::tree::{CubeStates, CubeValues, PLIES_MAX, Search};
use crate::board::{AnyBoard, Side};
use crate::eval::Chances;
use crate::moves::Child;
use crate::rules::{Classes, Phase, Position};

/// One act of the side that decides.
#[expect(clippy::large_enum_variant, reason = "there is one a task, and it copies")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decision {
    /// Throw the dice.
    Roll,
    /// Offer a double.
    Double,
    /// Take the double.
    Take,
    /// Take it and turn the cube once more.
    Beaver,
    /// Refuse the double and lose the game.
    Drop,
    /// Accept the other's resignation.
    Accept,
    /// Refuse it.
    Reject,
    /// Make this play.
    Play(Child<AnyBoard>),
    /// No checker can move.
    Pass,
}

/// The side to throw and the side that decides.
///
/// # Errors
/// Where nobody is on turn.
pub(super) fn sides(position: &Position) -> Result<(Side, Side), TaskError> {
    match position.phase {
        Phase::ToRoll(side) | Phase::ToMove(side, _) => Ok((side, side)),
        // The doubler throws after the answer; who resigns does so on its own turn.
        Phase::DoubleOffered(side) | Phase::ResignationOffered(side, _) => Ok((side.other(), side)),
        Phase::Opening => Err(TaskError::WrongPhase("nobody has thrown for who begins")),
        Phase::Over(_) => Err(TaskError::WrongPhase("the game is over")),
    }
}

/// The board of a position as `side` sees it.
///
/// # Errors
/// If it is of another kind than the evaluator judges.
pub(super) fn seen_by<B: Kind>(position: &Position, side: Side) -> Result<B, TaskError> {
    B::of(&position.board(side)).ok_or(TaskError::NoEvaluator(position.rules.variant))
}

/// A position judged as deep as the limits allow.
pub(super) struct Depth {
    /// Of side 0.
    pub(super) chances: Chances,
    /// Worth of each cube state that was asked for.
    pub(super) values: CubeValues,
    /// How many turns were looked ahead.
    pub(super) plies: u8,
}

/// Judges a board, side 0 to throw, with these cube states.
pub(super) fn deepest<B: Kind>(
    search: &mut Search<'_, B>,
    board: &B,
    plies: u8,
    payoff: &Payoff,
    states: &CubeStates,
) -> Depth {
    let mut values = CubeValues::new();
    let chances = search.judge_static(board, states, &mut values);
    let mut best = Depth { chances, values, plies: 0 };
    // The last turn of a game that one side has finished (L-14): one ply tells all.
    let least = u8::from(is_over(search.rules, board));
    for depth in 1..=plies.min(PLIES_MAX).max(least) {
        match search.look_ahead_all(std::slice::from_ref(board), depth, payoff, states) {
            Ok(looked) => {
                for (mut chances, mut values) in looked {
                    if parity::applies(&search.rules.movement, board, depth) {
                        chances = parity::mean_chances(&best.chances, &chances);
                        for (value, even) in values.iter_mut().zip(&best.values) {
                            *value = parity::mean(*even, *value);
                        }
                    }
                    best = Depth { chances, values, plies: depth };
                }
            }
            Err(_) => break,
        }
    }
    best
}

/// An equity at which a game is as good as lost, in backgammon.
const HOPELESS: f32 = -0.95;

/// What to do in `position`.
///
/// # Errors
/// Where the game is over.
pub(super) fn decide<B: Kind>(
    search: &mut Search<'_, B>,
    task: &Task,
) -> Result<Decision, TaskError> {
    let (position, limits) = (&task.position, &task.limits);
    match position.phase {
        Phase::Opening => Ok(Decision::Roll),
        Phase::ToRoll(side) => {
            if !Stakes::of(position, side).by(limits.met).may_double() {
                return Ok(Decision::Roll);
            }
            let decision = cube_decision(search, position, side, limits)?;
            // Where all is lost a double that changes nothing looks silly.
            let lost = HOPELESS * scale(&Classes::of(&position.rules));
            let hopeless = decision.equities.no_double < lost;
            let doubles = decision.action.doubles() && !hopeless;
            Ok(if doubles { Decision::Double } else { Decision::Roll })
        }
        Phase::ToMove(side, roll) => {
            let stakes = Stakes::of(position, side).by(limits.met);
            let board = seen_by(position, side)?;
            let shallow = Limits { plies: 0, ..*limits };
            let judging = |limits| Judging { turn: task.turn, ..Judging::new(stakes, limits) };
            let mut plays = best_plays(search, &judging(&shallow), &board, roll, 1);
            if plays.legal > 1 && limits.plies > 0 {
                plays = best_plays(search, &judging(limits), &board, roll, 1);
            }
            let moved = plays.plays.first().filter(|play| !play.child.steps.is_empty());
            Ok(moved.map_or(Decision::Pass, |play| Decision::Play(play.child)))
        }
        Phase::DoubleOffered(side) => {
            let decision = cube_decision(search, position, side.other(), limits)?;
            Ok(match decision.reply {
                Reply::Take => Decision::Take,
                Reply::Beaver => Decision::Beaver,
                Reply::Pass => Decision::Drop,
            })
        }
        Phase::ResignationOffered(..) => {
            let accepts = resignation(search, task)?.advice == Advice::Accept;
            Ok(if accepts { Decision::Accept } else { Decision::Reject })
        }
        Phase::Over(_) => Err(TaskError::WrongPhase("the game is over")),
    }
}

/// The cube decision of `thrower`.
fn cube_decision<B: Kind>(
    search: &mut Search<'_, B>,
    position: &Position,
    thrower: Side,
    limits: &Limits,
) -> Result<CubeDecision, TaskError> {
    let stakes = Stakes::of(position, thrower).by(limits.met);
    let board = seen_by(position, thrower)?;
    let states = CubeStates::from_iter([stakes, cube::taken(&stakes)]);
    let depth = deepest(search, &board, limits.plies, &Payoff::new(&stakes), &states);
    let equities = CubeEquities::from_values(&stakes, depth.values[0], depth.values[1]);
    Ok(CubeDecision::judge(&stakes, equities))
}
