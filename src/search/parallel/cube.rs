//! Doubles and resignations where the whole counts: each choice is worth the expected total after it.

use super::super::cube::{CubeDecision, CubeEquities};
use super::choose::{Scene, seen};
use super::findings::TableCube;
use super::total::{self, Scales};
use crate::board::{Points, Side};
use crate::rules::{AfterDrop, Cube, Outcome, ParallelCube, Position, WinKind};

/// Whether one cube serves all boards.
fn is_single(position: &Position) -> bool {
    position.rules.parallel.cube == ParallelCube::Single
}

/// The decision about each cube in use, `thrower` to throw, as `decider` counts the totals.
pub(super) fn decisions(scene: &Scene, thrower: Side, decider: Side) -> Vec<TableCube> {
    let position = &scene.position;
    let cubes: Vec<Option<usize>> = match is_single(position) {
        true => vec![None],
        false => scene.open().map(Some).collect(),
    };
    let of = |table| {
        let mut found = decision(scene, thrower, table);
        if thrower != decider {
            found.decision = found.decision.swapped();
        }
        found
    };
    cubes.into_iter().map(of).collect()
}

/// The decision about one cube, as the thrower counts the totals.
pub(super) fn decision(scene: &Scene, thrower: Side, table: Option<usize>) -> TableCube {
    let position = &scene.position;
    let at = table.or_else(|| scene.open().next()).unwrap_or(0);
    let cube = position.cube_of(at);
    let rules = position.rules.of_table(at);
    let total = |after: &Position| {
        let mut standings = scene.standings;
        for (n, standing) in standings.iter_mut().enumerate() {
            if !after.open_tables().any(|open| open == n) {
                *standing = None;
            }
        }
        seen(thrower, Scales::of(after).total(&standings, thrower, true))
    };
    let mut taken = *position;
    let raised = Cube { value: rules.raised(cube.value), owner: Some(thrower.other()), ..cube };
    taken.set_cube_of(at, raised);
    // A refused single cube costs the board that the other side names (P-22).
    let given_up = |n: usize| (n, total(&refused(position, n, thrower)));
    let candidates: Vec<usize> = match table {
        Some(n) => vec![n],
        None => scene.open().collect(),
    };
    let worst = candidates.into_iter().map(given_up).min_by(|a, b| a.1.total_cmp(&b.1));
    let (lost, double_pass) = worst.unwrap_or((at, 0.0));
    let (no_double, double_take) = (total(position), total(&taken));
    let equities = CubeEquities { no_double, double_take, double_pass };
    let stakes = total::stakes(position, rules, cube, thrower);
    let decision = CubeDecision::judge(&stakes, equities);
    TableCube { table, decision, lost }
}

/// The position after the double of `doubler` was refused at the price of board `n`.
fn refused(position: &Position, n: usize, doubler: Side) -> Position {
    let mut after = lost(position, n, doubler.other(), 1);
    let keeps = is_single(position) && position.rules.parallel.after_drop == AfterDrop::Keep;
    if keeps && after.open_tables().next().is_some() {
        after.cube = Cube { owner: Some(doubler.other()), ..position.cube };
    }
    after
}

/// The position after `loser` has given up board `n` for `value` times its stake.
fn lost(position: &Position, n: usize, loser: Side, value: u8) -> Position {
    let kind = WinKind::given_up(&position.rules.of_table(n), value);
    let points = position.after_half(Points::whole(value.into()), position.cube_of(n).value);
    let mut after = *position;
    after.settle(n, Outcome { winner: Some(loser.other()), kind: Some(kind), points });
    after
}

/// The board whose cube the side to throw should turn: where that gains most.
pub(super) fn best_double(scene: &Scene, thrower: Side) -> Option<Option<usize>> {
    let position = &scene.position;
    let gain = |one: &TableCube| {
        let CubeEquities { no_double, double_take, double_pass } = one.decision.equities;
        double_take.min(double_pass) - no_double
    };
    let may = |one: &TableCube| {
        let table = one.table.or_else(|| scene.open().next()).unwrap_or(0);
        position.may_double_on(table, thrower) && one.decision.action.doubles()
    };
    let all = decisions(scene, thrower, thrower).into_iter().filter(|one| may(one));
    let gains = all.map(|one| (gain(&one), one)).filter(|(gain, _)| *gain > 0.0);
    gains.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, one)| one.table)
}

/// Whether the resignation of board `n` for `value` by `resigner` is worth no less than playing on.
pub(super) fn accepts(scene: &Scene, n: usize, resigner: Side, value: u8) -> bool {
    let after = lost(&scene.position, n, resigner, value);
    let mut standings = scene.standings;
    if let Some(standing) = standings.get_mut(n) {
        *standing = None;
    }
    let accepted = Scales::of(&after).total(&standings, resigner, true);
    let played = Scales::of(&scene.position).total(&scene.standings, resigner, true);
    seen(resigner.other(), accepted - played) >= -1e-6
}
