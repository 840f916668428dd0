//! Requests that the engine works on: from a request to a task.

use std::time::Duration;

use nardy_protocol::{ErrorCode, MatchTable, ProtocolError, Query as Asked, Unit};

use super::convert::Answered;
use super::look::PlayForm;
use super::settings::level;
use super::setup::no_level;
use super::table::Table;
use crate::rules::{MatchState, Phase, Position};
use crate::search::met::Met;
use crate::search::{CubeChoice, DiceChoice, Limits, PLIES_MAX, Query, Ranking, Task};

/// How often a running request tells of itself with `info=on`.
const PROGRESS: Duration = Duration::from_millis(500);

/// What a request asked for, which its answer is printed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// `eval`.
    Eval,
    /// `best`.
    Best,
    /// `hint N`.
    Hint(usize),
    /// `cube`.
    Cube,
    /// `rollout`.
    Rollout,
    /// `resign?`.
    Resignation,
}

/// A task and how its answer is to be printed.
#[derive(Clone, Copy, Debug)]
pub struct Thought {
    /// What the engine works on.
    pub task: Task,
    /// What was asked.
    pub ask: Ask,
    /// Whether one record a throw, or a place of the cube, is wanted.
    pub many: bool,
    /// How plays and positions are printed.
    pub form: PlayForm,
    /// The score of the position that was asked about, whatever it is judged for.
    pub score: MatchState,
    /// What equities are counted in.
    pub unit: Unit,
}

/// The task of a request.
///
/// # Errors
/// If its position, limits or phase do not allow it.
pub fn thought(table: &Table, ask: Ask, asked: &Asked) -> Answered<Thought> {
    let subject = table.subject(&asked.at)?;
    let position = judged(subject, asked.unit)?;
    let all_dice = Table::asks_all_dice(&asked.at);
    let form = PlayForm::new(table, asked.positions);
    let dice = if all_dice { DiceChoice::All } else { DiceChoice::Shown };
    let cube = if asked.cube_all { CubeChoice::All } else { CubeChoice::Shown };
    let query = match ask {
        Ask::Eval => Query::Eval(cube),
        Ask::Cube => Query::Cube(cube),
        Ask::Rollout => Query::Rollout,
        Ask::Resignation => Query::Resignation,
        Ask::Best if all_dice || moves(&position) => Query::Best(dice),
        Ask::Hint(count) if all_dice || moves(&position) => Query::Hint(dice, count),
        Ask::Best | Ask::Hint(_) if asked.cube_all => Query::Cube(cube),
        Ask::Best => Query::Decide,
        Ask::Hint(_) => Query::Cube(cube),
    };
    let mut limits = limits(table, asked)?;
    let open = asked.plies.is_none() && asked.level.is_none();
    let bounded = asked.time_ms.is_some_and(|time| time > 0) || asked.nodes.is_some();
    if ask == Ask::Rollout && open {
        // What is set for single decisions would take its games hours.
        limits.plies = 0;
    } else if bounded && open {
        limits.plies = PLIES_MAX;
    }
    let many = all_dice || asked.cube_all;
    let (turn, tables) = (table.turn(&asked.at), table.tables_turn(&asked.at));
    let task = Task { turn, tables, ..Task::new(query, position, limits) };
    Ok(Thought { task, ask, many, form, score: subject.score, unit: asked.unit })
}

/// The position as it is judged where equities are counted in this unit.
fn judged(mut position: Position, unit: Unit) -> Answered<Position> {
    let is_match = position.score.length > 0;
    match unit {
        Unit::Money if is_match => position.score = MatchState::MONEY,
        Unit::Mwc if !is_match => {
            let message = "there is no match whose winning could be counted";
            let units = "unit=money|emg outside a match";
            return Err(ProtocolError::new(ErrorCode::BadValue, message).expecting(units));
        }
        Unit::Money | Unit::Emg | Unit::Mwc => {}
    }
    Ok(position)
}

fn moves(position: &Position) -> bool {
    matches!(position.phase, Phase::ToMove(..))
}

/// The limits of a request: what it says, else what the session has set.
pub fn limits(table: &Table, asked: &Asked) -> Answered<Limits> {
    let settings = &table.settings;
    let (mut plies, mut noise) = (settings.plies, settings.noise);
    if let Some(word) = &asked.level {
        let level = level(&word.text).ok_or_else(|| no_level(word))?;
        (plies, noise) = (level.plies, level.noise);
    }
    plies = asked.plies.unwrap_or(plies);
    if plies > PLIES_MAX {
        let message = format!("this engine looks {PLIES_MAX} plies ahead at most, not {plies}");
        return Err(ProtocolError::new(ErrorCode::BadValue, message)
            .expecting(format!("plies=0..{PLIES_MAX}")));
    }
    let time = asked.time_ms.unwrap_or(settings.time_ms);
    let standard = Limits::plies(plies);
    Ok(Limits {
        time: (time > 0).then(|| Duration::from_millis(time)),
        nodes: asked.nodes,
        trials: asked.trials.unwrap_or(standard.trials),
        stderr: asked.stderr.filter(|&error| error > 0.0).map(|error| error as f32),
        jsd: asked.jsd.filter(|&errors| errors > 0.0).map(|errors| errors as f32),
        truncate: asked.truncate.filter(|&turns| turns > 0),
        candidates: asked.candidates.map_or(standard.candidates, |count| count as usize),
        luck: asked.vr.unwrap_or(standard.luck),
        cubeful: asked.cubeful.unwrap_or(standard.cubeful),
        threads: Some(asked.threads.unwrap_or(settings.threads).into()),
        seed: asked.seed.or(settings.seed).unwrap_or(0),
        met: match asked.met.unwrap_or(settings.met) {
            MatchTable::Published => Met::Published,
            MatchTable::Own => Met::Own,
        },
        same_ply: asked.same_ply.unwrap_or(standard.same_ply),
        noise: asked.noise.unwrap_or(noise) as f32,
        progress: asked.info.then_some(PROGRESS),
        ranking: Ranking::Cubeful,
        ..standard
    })
}
