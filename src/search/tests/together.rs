//! Look-aheads with several threads and with a cache, which change no answer.

use super::*;
use crate::eval::bench_boards;
use crate::rules::Phase;

fn engine(threads: usize, cache: usize) -> Engine {
    let evaluators = Evaluators::standard().unwrap();
    Engine::with_cache(EngineConfig { threads, waiting_max: 64, evaluators }, cache)
}

/// Positions of play, every other one with a throw.
fn positions() -> impl Iterator<Item = Position> {
    let boards = bench_boards();
    (0..6).map(move |n| {
        let start = Position::start(Variant::Backgammon.rules());
        let roll = crate::board::ALL_ROLLS[n * 3];
        let phase =
            if n % 2 == 0 { Phase::ToMove(Side::White, roll) } else { Phase::ToRoll(Side::White) };
        Position { white_board: boards[n * 40 + 5].into(), phase, ..start }
    })
}

fn tasks(limits: Limits) -> Vec<Task> {
    let query = |position: &Position| match position.phase {
        Phase::ToMove(..) => Query::Hint(DiceChoice::Shown, 5),
        _ => Query::Cube(CubeChoice::All),
    };
    positions().map(|position| Task::new(query(&position), position, limits)).collect()
}

/// What is found and how many boards were judged.
fn found(engine: &Engine, task: &Task) -> (Findings, u64) {
    let answer = engine.ask(1, *task, StopToken::new()).unwrap();
    (answer.findings, answer.nodes)
}

#[test]
fn threads_and_cache_change_no_answer() {
    let engines = [engine(1, 0), engine(1, 1 << 20), engine(3, 0), engine(3, 1 << 12)];
    for task in tasks(Limits::plies(2)) {
        let answers = engines.each_ref().map(|engine| found(engine, &task));
        for answer in &answers[1..] {
            assert_eq!(*answer, answers[0], "{task:?}");
        }
        // What was remembered is no different either.
        assert_eq!(found(&engines[1], &task), answers[0]);
    }
}

#[test]
fn so_many_nodes_are_the_deepest_finished_look_ahead_with_any_threads() {
    let engines = [engine(1, 0), engine(3, 1 << 20)];
    let mut seen = [false; PLIES_MAX as usize + 1];
    for nodes in [10, 300, 4_000, 20_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::plies(PLIES_MAX) };
        for task in tasks(limits) {
            let [one, three] = engines.each_ref().map(|engine| found(engine, &task));
            assert_eq!(one, three, "{task:?}");
            let plies = match &one.0 {
                Findings::Plays(rolls) => rolls[0].plays[0].plies,
                Findings::Cube(answers) => answers[0].plies,
                other => panic!("{other:?}"),
            };
            seen[usize::from(plies)] = true;
            // The same as when that depth is asked for.
            let plain = Task { limits: Limits::plies(plies), ..task };
            assert_eq!(found(&engines[0], &plain).0, one.0, "{task:?}");
        }
    }
    assert!(seen[0] && seen[1] && seen[2], "{seen:?}");
}

#[test]
fn a_deadline_that_has_passed_leaves_the_answer_without_look_ahead() {
    let engine = engine(2, 1 << 20);
    for task in tasks(Limits::plies(3)) {
        let late = Limits { time: Some(std::time::Duration::ZERO), ..task.limits };
        let plain = Task { limits: Limits::plies(0), ..task };
        assert_eq!(found(&engine, &Task { limits: late, ..task }), found(&engine, &plain));
    }
}

#[test]
fn a_panic_in_a_part_is_an_internal_error() {
    let pips = Arc::new(Pips::default());
    let evaluators = Evaluators::new().with(Variant::Backgammon, pips.clone());
    let engine = Engine::new(EngineConfig { threads: 3, waiting_max: 8, evaluators });
    let task = Task::new(Query::Best(DiceChoice::All), start(None), Limits::plies(3));
    let (sender, reports) = std::sync::mpsc::channel();
    let report = Box::new(move |report| sender.send(report).unwrap());
    engine.start(1, task, StopToken::new(), report).unwrap();
    while pips.judged.load(Ordering::Relaxed) < 100_000 {
        std::thread::yield_now();
    }
    pips.broken.store(true, Ordering::Relaxed);
    let report = reports.recv().unwrap();
    assert!(matches!(report, Report::Done(Err(TaskError::Internal(_)))), "{report:?}");
    pips.broken.store(false, Ordering::Relaxed);
    let short = Task { limits: Limits::plies(0), ..task };
    assert!(engine.ask(1, short, StopToken::new()).is_ok());
}

#[test]
fn a_thousand_stops_leave_nothing_behind() {
    let evaluators = evaluators();
    let engine =
        Engine::with_cache(EngineConfig { threads: 2, waiting_max: 64, evaluators }, 1 << 20);
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let (sender, reports) = std::sync::mpsc::channel();
    for n in 0..1000u64 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let query = match n % 3 {
            0 => Query::Rollout,
            1 => Query::Hint(DiceChoice::All, 3),
            _ => Query::Cube(CubeChoice::Shown),
        };
        let limits = Limits { trials: 1_000_000, ..Limits::plies((n % 2 + 3) as u8) };
        let token = StopToken::new();
        let sender = sender.clone();
        let report = Box::new(move |report| {
            if let Report::Done(answer) = report {
                sender.send(answer).unwrap();
            }
        });
        let task = Task::new(query, start(Some((3, 1))), limits);
        engine.start(n % 5, task, token.clone(), report).unwrap();
        std::thread::sleep(std::time::Duration::from_micros(state % 1500));
        token.stop();
        // Now and then several run at a time.
        if n % 4 == 3 {
            for _ in 0..4 {
                assert!(reports.recv().unwrap().unwrap().stopped);
            }
        }
    }
    // Offers of parts may still be in the queue for a moment.
    while !engine.is_idle() {
        std::thread::yield_now();
    }
    assert!(reports.try_recv().is_err());
}
