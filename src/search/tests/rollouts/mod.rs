//! Playing games out.

mod endings;
mod honesty;
mod luck;

use std::time::Duration;

use super::*;

fn limits(trials: u32) -> Limits {
    Limits { trials, candidates: 3, seed: 5, ..Limits::plies(0) }
}

fn rolled(engine: &Engine, position: Position, limits: Limits) -> (Vec<RolledOut>, u64) {
    let task = Task::new(Query::Rollout, position, limits);
    let answer = engine.ask(1, task, StopToken::new()).unwrap();
    match answer.findings {
        Findings::Rollout(results) => (results, answer.nodes),
        other => panic!("no rollout: {other:?}"),
    }
}

#[test]
fn threads_do_not_change_the_numbers() {
    for position in [start(Some((4, 2))), start(None)] {
        let wanted = Limits { stderr: Some(0.03), truncate: Some(9), ..limits(3600) };
        for limits in [Limits { candidates: 2, ..limits(72) }, wanted] {
            let (one, nodes) = rolled(&engine(1), position, limits);
            for threads in [2, 3] {
                assert_eq!(rolled(&engine(threads), position, limits), (one.clone(), nodes));
            }
        }
    }
}

#[test]
fn trials_come_in_blocks_and_a_wanted_error_ends_them() {
    let engine = engine(2);
    let (results, _) = rolled(&engine, start(Some((4, 2))), limits(100));
    assert_eq!(results.len(), 3);
    assert!(results.iter().all(|result| result.trials == 108));
    assert!(results.is_sorted_by(|a, b| a.equity >= b.equity));
    let wanted = Limits { stderr: Some(0.05), truncate: Some(12), ..limits(100_000) };
    let (results, _) = rolled(&engine, start(None), wanted);
    let errors = results[0].stderr.max(results[0].cubeful_stderr.unwrap());
    assert!(results[0].trials < 100_000 && errors <= 0.05, "{results:?}");
}

#[test]
fn a_race_that_is_over_has_the_exact_result() {
    // White's last checker goes off with any throw; Black has 15 left, one in White's home.
    let won = position(&setup(&[(1, 2)], &[(23, 1), (6, 14)], DiceSetup::ToRoll));
    let (results, _) = rolled(&engine(1), won, limits(36));
    assert_eq!((results[0].equity, results[0].stderr, results[0].chances.win), (3.0, 0.0, 1.0));
    let mut short = setup(&[(1, 2)], &[(25, 1), (6, 14)], DiceSetup::ToRoll);
    short.variant = Some("short".to_owned());
    let (results, _) = rolled(&engine(1), position(&short), limits(36));
    assert_eq!(results[0].equity, 4.0);
}

#[test]
fn one_checker_against_one_is_known() {
    // White needs two 1s out of four throws' worth: 36 first throws are counted exactly.
    let last = position(&setup(&[(6, 1)], &[(1, 1)], DiceSetup::ToRoll));
    let (results, _) = rolled(&engine(1), last, limits(36));
    // 27 of 36 throws bear off from the 6 point.
    assert!((results[0].chances.win - 27.0 / 36.0).abs() < 1e-6, "{results:?}");
}

#[test]
fn truncated_games_are_judged() {
    let (results, nodes) = rolled(&engine(1), start(None), limits(36));
    let truncated = Limits { truncate: Some(4), ..limits(36) };
    let (short, fewer) = rolled(&engine(1), start(None), truncated);
    assert!(fewer < nodes / 3 && short[0].stderr < results[0].stderr);
}

#[test]
fn progress_is_reported_before_the_end() {
    let engine = engine(2);
    let limits = Limits { progress: Some(Duration::ZERO), ..limits(360) };
    let task = Task::new(Query::Rollout, start(None), limits);
    let (sender, reports) = std::sync::mpsc::channel();
    let report = Box::new(move |report| drop(sender.send(report)));
    engine.start(1, task, StopToken::new(), report).unwrap();
    let reports: Vec<Report> = reports.iter().collect();
    let (last, before) = reports.split_last().unwrap();
    assert!(matches!(last, Report::Done(Ok(_))));
    assert!(!before.is_empty() && before.iter().all(|r| matches!(r, Report::Progress(_))));
}
