//! When a rollout ends, and what is left behind.

use std::sync::mpsc;
use std::time::Instant;

use super::*;
use crate::rules::{Outcome, Phase};

#[test]
fn plays_far_behind_are_dropped() {
    let wanted = Limits { jsd: Some(3.0), candidates: 8, truncate: Some(6), ..limits(3600) };
    let dice = Some((3, 1));
    let (results, nodes) = rolled(&engine(1), start(dice), wanted);
    assert_eq!(results.len(), 8);
    assert!(results[0].diff == 0.0 && results[0].diff_stderr.is_none());
    assert!(results[0].trials < 3600, "{results:?}");
    for result in &results[1..] {
        let error = result.diff_stderr.unwrap();
        let apart = result.cubeful_stderr.unwrap() + results[0].cubeful_stderr.unwrap();
        assert!(error > 0.0 && error < apart && result.trials >= 288, "{result:?}");
        assert!(result.trials < results[0].trials || -result.diff > 3.0 * error, "{result:?}");
    }
    assert_eq!(rolled(&engine(2), start(dice), wanted), (results, nodes));
}

#[test]
fn more_trials_go_on_with_the_same_games() {
    let trials = |trials| Limits { truncate: Some(7), ..limits(trials) };
    let fresh = rolled(&engine(1), start(Some((6, 2))), trials(360));
    let engine = engine(2);
    let few = rolled(&engine, start(Some((6, 2))), trials(180));
    assert_eq!(rolled(&engine, start(Some((6, 2))), trials(360)), fresh);
    assert_eq!(rolled(&engine, start(Some((6, 2))), trials(180)), few);
}

#[test]
fn nodes_and_time_end_a_rollout() {
    let short = Limits { truncate: Some(5), ..limits(1296) };
    let (full, _) = rolled(&engine(1), start(None), short);
    let bounded = Limits { nodes: Some(200_000), ..short };
    let (results, nodes) = rolled(&engine(1), start(None), bounded);
    assert!(results[0].trials < full[0].trials && nodes >= 200_000);
    assert_eq!(rolled(&engine(3), start(None), bounded), (results, nodes));
    let timed = Limits { time: Some(Duration::from_millis(30)), ..limits(100_000_000) };
    let (results, _) = rolled(&engine(2), start(None), timed);
    assert!(results[0].trials < 100_000_000);
}

#[test]
fn deeper_plays_are_other_plays() {
    let short = Limits { truncate: Some(3), ..limits(36) };
    let (shallow, _) = rolled(&engine(1), start(None), short);
    let deep = Limits { plies: 1, ..short };
    let (deep_results, nodes) = rolled(&engine(1), start(None), deep);
    assert_ne!(deep_results[0].equity, shallow[0].equity);
    assert_eq!(rolled(&engine(2), start(None), deep), (deep_results, nodes));
}

#[test]
fn luck_is_most_of_the_scatter() {
    let short = Limits { truncate: Some(6), ..limits(1296) };
    let (with, _) = rolled(&engine(1), start(None), short);
    let (without, _) = rolled(&engine(1), start(None), Limits { luck: false, ..short });
    // The judge is a poor one.
    assert!(with[0].stderr < 0.7 * without[0].stderr, "{with:?} {without:?}");
    let error = without[0].stderr + with[0].stderr;
    assert!((with[0].equity - without[0].equity).abs() < 3.0 * error);
    assert!((with[0].cubeful - without[0].cubeful).abs() < 4.0 * error);
}

#[test]
fn a_rollout_needs_a_game_under_way() {
    let opening = Position::start(Variant::Backgammon.rules());
    for phase in [Phase::Opening, Phase::Over(Outcome::VOID)] {
        let task = Task::new(Query::Rollout, Position { phase, ..opening }, limits(36));
        let refused = engine(1).ask(1, task, StopToken::new());
        assert!(matches!(refused, Err(TaskError::WrongPhase(_))), "{refused:?}");
    }
}

#[test]
fn rollouts_stopped_at_any_moment_leave_nothing_running() {
    let engine = engine(2);
    for number in 0..1000u64 {
        let position = start(if number % 2 == 0 { Some((5, 2)) } else { None });
        let limits = Limits {
            plies: (number % 3 == 0).into(),
            seed: number,
            luck: number % 5 != 0,
            ..limits(100_000_000)
        };
        let token = StopToken::new();
        let (sender, reports) = mpsc::channel();
        let report = Box::new(move |report| drop(sender.send(report)));
        let task = Task::new(Query::Rollout, position, limits);
        engine.start(number % 7, task, token.clone(), report).unwrap();
        // Moments that depend on nothing but the number, from at once to some games later.
        let wait = (number * 7919) % 1500;
        std::thread::sleep(Duration::from_micros(wait));
        token.stop();
        let all: Vec<Report> = reports.iter().collect();
        assert!(matches!(&all[..], [Report::Done(Ok(answer))] if answer.stopped), "{all:?}");
    }
    let patience = Instant::now() + Duration::from_secs(10);
    while !engine.is_idle() {
        assert!(Instant::now() < patience, "something still runs");
        std::thread::yield_now();
    }
}
