//! The engine's threads: one final report, fairness, stops, faults.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use super::*;

fn task(query: Query, plies: u8) -> Task {
    Task::new(query, start(Some((3, 1))), Limits::plies(plies))
}

fn rollout(trials: u32) -> Task {
    let limits = Limits { trials, candidates: 2, ..Limits::plies(0) };
    Task::new(Query::Rollout, start(Some((3, 1))), limits)
}

fn sink() -> (Sender<Report>, Receiver<Report>) {
    channel()
}

fn into(sender: &Sender<Report>) -> Box<dyn FnMut(Report) + Send> {
    let sender = sender.clone();
    Box::new(move |report| {
        let _ = sender.send(report);
    })
}

const LONG: Duration = Duration::from_secs(60);

#[test]
fn a_task_is_answered_once() {
    let engine = engine(2);
    let (sender, reports) = sink();
    let queries = [
        Query::Eval(CubeChoice::All),
        Query::Best(DiceChoice::All),
        Query::Hint(DiceChoice::Shown, 5),
        Query::Cube(CubeChoice::All),
        Query::Decide,
    ];
    for query in queries {
        engine.start(1, task(query, 0), StopToken::new(), into(&sender)).unwrap();
    }
    engine.start(2, rollout(72), StopToken::new(), into(&sender)).unwrap();
    engine.shutdown(LONG);
    drop(sender);
    let done: Vec<Report> = reports.iter().collect();
    assert_eq!(done.len(), queries.len() + 1);
    assert!(done.iter().all(|report| matches!(report, Report::Done(Ok(_)))), "{done:?}");
}

#[test]
fn stopping_at_any_moment_gives_one_answer_soon() {
    for threads in [1, 2] {
        let engine = engine(threads);
        for n in 0..24 {
            let token = StopToken::new();
            let (sender, reports) = sink();
            let asked = match n % 3 {
                0 => rollout(1_000_000),
                1 => task(Query::Hint(DiceChoice::All, 3), 3),
                _ => task(Query::Cube(CubeChoice::Shown), 3),
            };
            engine.start(n, asked, token.clone(), into(&sender)).unwrap();
            std::thread::sleep(Duration::from_micros(n * n * 40));
            let stopped = Instant::now();
            token.stop();
            drop(sender);
            let mut done = 0;
            for report in reports.iter() {
                if let Report::Done(result) = report {
                    let took = stopped.elapsed();
                    assert!(took < Duration::from_millis(250), "{took:?} for {asked:?}");
                    assert!(result.unwrap().stopped);
                    done += 1;
                }
            }
            assert_eq!(done, 1);
        }
    }
}

#[test]
fn a_stopped_task_does_not_wait_for_a_thread() {
    let engine = engine(1);
    let (blocker, token) = (StopToken::new(), StopToken::new());
    let (blocked, others) = sink();
    engine
        .start(1, task(Query::Best(DiceChoice::All), 3), blocker.clone(), into(&blocked))
        .unwrap();
    std::thread::sleep(Duration::from_millis(20));
    let (sender, reports) = sink();
    engine.start(2, task(Query::Best(DiceChoice::All), 3), token.clone(), into(&sender)).unwrap();
    token.stop();
    let report = reports.recv_timeout(Duration::from_millis(500)).unwrap();
    assert!(matches!(report, Report::Done(Ok(Answer { stopped: true, .. }))));
    assert!(others.try_recv().is_err());
    blocker.stop();
    assert!(matches!(others.recv_timeout(LONG), Ok(Report::Done(Ok(_)))));
}

#[test]
fn short_tasks_pass_long_ones() {
    for long in [rollout(1_000_000), task(Query::Best(DiceChoice::All), 4)] {
        let engine = engine(1);
        let token = StopToken::new();
        let (sender, _reports) = sink();
        engine.start(1, long, token.clone(), into(&sender)).unwrap();
        std::thread::sleep(Duration::from_millis(20));
        let asked = Instant::now();
        let answer = engine.ask(1, task(Query::Best(DiceChoice::Shown), 0), StopToken::new());
        assert!(answer.is_ok() && asked.elapsed() < Duration::from_millis(500));
        token.stop();
    }
}

#[test]
fn time_and_nodes_end_the_look_ahead() {
    let engine = engine(1);
    let mut timed = task(Query::Best(DiceChoice::All), 4);
    timed.limits.time = Some(Duration::from_millis(30));
    let asked = Instant::now();
    let answer = engine.ask(1, timed, StopToken::new()).unwrap();
    assert!(asked.elapsed() < Duration::from_millis(500) && !answer.stopped);
    assert_eq!(plays_of(answer).len(), 21);
    let mut counted = task(Query::Eval(CubeChoice::Shown), 4);
    counted.limits.nodes = Some(1000);
    let answer = engine.ask(1, counted, StopToken::new()).unwrap();
    let Findings::Evaluations(evaluations) = answer.findings else { panic!() };
    assert_eq!(evaluations[0].plies, 1);
}

#[test]
fn turns_are_counted_until_stopped() {
    let engine = engine(1);
    let answer = engine.ask(1, task(Query::Perft(2), 0), StopToken::new()).unwrap();
    let counted = crate::moves::Perft { leaves: 202_782, weighted: 419_783 };
    assert_eq!(answer.findings, Findings::Perft(counted));
    let mut short = task(Query::Perft(9), 0);
    short.limits.time = Some(Duration::from_millis(20));
    let asked = Instant::now();
    assert!(engine.ask(1, short, StopToken::new()).is_ok());
    assert!(asked.elapsed() < Duration::from_millis(500));
}

#[test]
fn a_full_queue_is_busy_and_a_closed_engine_says_so() {
    let config = EngineConfig { threads: 1, waiting_max: 2, evaluators: evaluators() };
    let engine = Engine::new(config);
    let token = StopToken::new();
    let (sender, reports) = sink();
    let long = task(Query::Best(DiceChoice::All), 4);
    let start = || engine.start(1, long, token.clone(), into(&sender));
    start().unwrap();
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!((start(), start(), start()), (Ok(()), Ok(()), Err(StartError::Busy)));
    engine.shutdown(Duration::ZERO);
    assert_eq!(start(), Err(StartError::ShutDown));
    drop(sender);
    assert_eq!(reports.iter().count(), 3);
}

#[test]
fn a_panic_is_an_internal_error_and_the_engine_lives_on() {
    let pips = Arc::new(Pips::default());
    let evaluators = Evaluators::new().with(Variant::Backgammon, pips.clone());
    let engine = Engine::new(EngineConfig { threads: 2, waiting_max: 8, evaluators });
    pips.broken.store(true, Ordering::Relaxed);
    for asked in [task(Query::Best(DiceChoice::Shown), 1), rollout(72)] {
        let error = engine.ask(1, asked, StopToken::new()).unwrap_err();
        assert_eq!(error, TaskError::Internal("the evaluator is broken".to_owned()));
    }
    pips.broken.store(false, Ordering::Relaxed);
    let token = StopToken::new();
    let (sender, reports) = sink();
    engine.start(1, rollout(1_000_000), token.clone(), into(&sender)).unwrap();
    std::thread::sleep(Duration::from_millis(20));
    pips.broken.store(true, Ordering::Relaxed);
    let report = reports.recv_timeout(LONG).unwrap();
    assert!(matches!(report, Report::Done(Err(TaskError::Internal(_)))), "{report:?}");
    pips.broken.store(false, Ordering::Relaxed);
    engine.ask(1, task(Query::Best(DiceChoice::Shown), 1), StopToken::new()).unwrap();
    drop(sender);
    assert!(reports.recv().is_err());
}

#[test]
fn a_report_that_panics_harms_nobody() {
    let engine = engine(1);
    let best = task(Query::Best(DiceChoice::Shown), 0);
    engine.start(1, best, StopToken::new(), Box::new(|_| panic!("a bad report"))).unwrap();
    engine.ask(1, best, StopToken::new()).unwrap();
    engine.shutdown(LONG);
}

#[test]
fn the_programs_own_evaluators_judge_all_games() {
    let evaluators = Evaluators::standard().unwrap();
    let engine = Engine::new(EngineConfig { threads: 1, waiting_max: 2, evaluators });
    for variant in crate::eval::VARIANTS {
        let mut position = Position::start(variant.rules());
        position.phase = crate::rules::Phase::ToRoll(Side::Black);
        let asked = Task::new(Query::Best(DiceChoice::All), position, Limits::plies(0));
        assert_eq!(plays_of(engine.ask(1, asked, StopToken::new()).unwrap()).len(), 21);
    }
}

#[test]
fn a_game_nobody_can_judge_is_refused() {
    let config = EngineConfig { threads: 1, waiting_max: 2, evaluators: Evaluators::new() };
    let result = Engine::new(config).ask(1, task(Query::Decide, 0), StopToken::new());
    assert_eq!(result, Err(TaskError::NoEvaluator(Variant::Backgammon)));
}
