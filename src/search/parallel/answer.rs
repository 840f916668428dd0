//! From a task about several boards to its answer.

use std::time::Instant;

use super::super::answer::Evaluators;
use super::super::decide::{Decision, sides};
use super::super::stop::StopToken;
use super::super::task::{Answer, CubeChoice, DiceChoice, Findings, Query, Task, TaskError};
use super::choose::{Candidate, DEEPEST, Look, Scene, Turn, seen};
use super::cube;
use super::findings::{Several, TableDecision, TablePlay, TableWorth, ThrowPlays, Total};
use super::judge::Judge;
use super::total::Scales;
use crate::board::{ALL_ROLLS, Roll, Side};
use crate::eval::Chances;
use crate::moves::Child;
use crate::rules::Phase;

/// Answers a task about several boards that is no rollout; `started` is when it was handed over.
///
/// # Errors
/// Where the question makes no sense at this point of the game, or a board has no evaluator.
pub(in crate::search) fn answer(
    task: &Task,
    evaluators: &Evaluators,
    token: &StopToken,
    started: Instant,
) -> Result<Answer, TaskError> {
    let judge = Judge::new(&task.position, evaluators)?;
    let mut look = Look::new(&judge, token);
    let several = match task.query {
        Query::Eval(cubes) => Several::Total(worth(&mut look, task, cubes)?),
        Query::Best(dice) => Several::Plays(plays(&mut look, task, dice, 1)?),
        Query::Hint(dice, count) => Several::Plays(plays(&mut look, task, dice, count)?),
        Query::Cube(cubes) => {
            as_shown(cubes)?;
            let (thrower, decider) = sides(&task.position)?;
            let scene = look.scene(&task.position);
            Several::Cube(cube::decisions(&scene, thrower, decider))
        }
        Query::Resignation => {
            return Err(TaskError::WrongPhase("of several boards no resignation is judged"));
        }
        Query::Decide | Query::Rollout | Query::Perft(_) => {
            Several::Decision(decide(&mut look, task)?)
        }
    };
    let nodes = look.nodes;
    Ok(Answer {
        findings: Findings::Several(several),
        nodes,
        elapsed: started.elapsed(),
        stopped: token.is_stopped(),
        shortfall: judge.shortfall(),
    })
}

fn as_shown(cubes: CubeChoice) -> Result<(), TaskError> {
    match cubes {
        CubeChoice::Shown => Ok(()),
        CubeChoice::All => {
            Err(TaskError::WrongPhase("several boards have their cubes as they stand"))
        }
    }
}

pub(super) fn turn(task: &Task) -> Turn {
    Turn { turns: task.tables.turns, only: task.tables.chosen.map(usize::from) }
}

/// The total with the side that decides on turn or to answer.
fn worth(look: &mut Look<'_>, task: &Task, cubes: CubeChoice) -> Result<Total, TaskError> {
    as_shown(cubes)?;
    let (thrower, decider) = sides(&task.position)?;
    let scene = look.scene(&task.position);
    let scales = Scales::of(&scene.position);
    let mut total = scales.total(&scene.standings, thrower, false);
    let mut cubeful = scales.total(&scene.standings, thrower, true);
    let mut plies = 0;
    for deeper in 1..=task.limits.plies.min(DEEPEST) {
        let Ok(plain) = look.total(&scene, thrower, deeper) else { break };
        look.cubes = true;
        let live = look.total(&scene, thrower, deeper);
        look.cubes = false;
        let Ok(live) = live else { break };
        (total, cubeful, plies) = (plain, live, deeper);
    }
    let parts = scales.parts(&scene.standings, thrower, false);
    let table = |n: usize| TableWorth {
        table: n,
        chances: chances_of(decider, &parts[n].chances),
        points: seen(decider, parts[n].points),
        first: parts[n].place.first.iter().sum(),
    };
    Ok(Total {
        total: seen(decider, total),
        cubeful: seen(decider, cubeful),
        settled: seen(decider, scales.settled()),
        tables: scene.open().map(table).collect(),
        plies,
    })
}

fn chances_of(side: Side, white: &Chances) -> Chances {
    match side {
        Side::White => *white,
        Side::Black => white.swapped(),
    }
}

fn plays(
    look: &mut Look<'_>,
    task: &Task,
    dice: DiceChoice,
    count: usize,
) -> Result<Vec<ThrowPlays>, TaskError> {
    let side = match task.position.phase {
        Phase::ToMove(side, _) | Phase::ToRoll(side) => side,
        Phase::Over(_) => return Err(TaskError::WrongPhase("the game is over")),
        _ => return Err(TaskError::WrongPhase("there is no throw to play")),
    };
    let scene = look.scene(&task.position);
    let mut of = |roll: Roll| {
        let ranked = look.ranked(&scene, side, roll, &turn(task), &task.limits);
        let best = ranked.first().map_or(0.0, |best| best.total);
        let plays = ranked.iter().take(count.max(1));
        ThrowPlays { roll, plays: plays.map(|one| play(&scene, side, one, best)).collect() }
    };
    match (dice, task.position.phase) {
        (DiceChoice::All, _) => Ok(ALL_ROLLS.into_iter().map(of).collect()),
        (DiceChoice::Shown, Phase::ToMove(_, roll)) => Ok(vec![of(roll)]),
        _ => Err(TaskError::WrongPhase("the dice have not been thrown")),
    }
}

fn play(scene: &Scene, side: Side, one: &Candidate, best: f32) -> TablePlay {
    let table = one.play.table;
    let after = scene.after(side, one);
    let parts = Scales::of(&after.position).parts(&after.standings, side.other(), false);
    let chances = match one.standing {
        Some(_) => chances_of(side, &parts[table].chances),
        // The mover has finished the board.
        None => Chances { win: 1.0, ..Chances::default() },
    };
    let child = Child { board: one.play.board, steps: one.play.steps };
    let Candidate { total, plies, .. } = *one;
    TablePlay { table, child, total, diff: total - best, chances, plies }
}

fn decide(look: &mut Look<'_>, task: &Task) -> Result<TableDecision, TaskError> {
    let position = &task.position;
    let plain = |decision| Ok(TableDecision { decision, table: None });
    match position.phase {
        Phase::Opening => plain(Decision::Roll),
        Phase::ToRoll(side) => {
            let scene = look.scene(position);
            match cube::best_double(&scene, side) {
                Some(table) => Ok(TableDecision { decision: Decision::Double, table }),
                None => plain(Decision::Roll),
            }
        }
        Phase::ToMove(side, roll) => {
            let scene = look.scene(position);
            let ranked = look.ranked(&scene, side, roll, &turn(task), &task.limits);
            let Some(best) = ranked.first() else { return plain(Decision::Pass) };
            let child = Child { board: best.play.board, steps: best.play.steps };
            let decision =
                if child.steps.is_empty() { Decision::Pass } else { Decision::Play(child) };
            Ok(TableDecision { decision, table: Some(best.play.table) })
        }
        Phase::DoubleOffered(side) => {
            let scene = look.scene(position);
            let offered = position.parallel.and_then(|boards| boards.offered).map(usize::from);
            let cube = cube::decision(&scene, side.other(), offered);
            let drops = cube.decision.equities.double_take > cube.decision.equities.double_pass;
            match (drops, offered) {
                (false, _) => plain(Decision::Take),
                (true, Some(_)) => plain(Decision::Drop),
                (true, None) => {
                    Ok(TableDecision { decision: Decision::Drop, table: Some(cube.lost) })
                }
            }
        }
        Phase::ResignationOffered(side, value) => {
            let scene = look.scene(position);
            let offered = position.parallel.and_then(|boards| boards.offered).map(usize::from);
            let table = offered.or_else(|| scene.open().next()).unwrap_or(0);
            let accepts = cube::accepts(&scene, table, side.other(), value);
            plain(if accepts { Decision::Accept } else { Decision::Reject })
        }
        Phase::Over(_) => Err(TaskError::WrongPhase("the game is over")),
    }
}
