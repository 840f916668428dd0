//! What a thousand stopped requests leave behind: nothing. A process of its own, since what other
//! tests allocate and start would be counted, too.

use std::sync::mpsc::channel;
use std::time::Duration;

use nardy::board::{Roll, Side};
use nardy::rules::{Phase, Position, Variant};
use nardy::search::{
    CubeChoice, DiceChoice, Engine, EngineConfig, Evaluators, Limits, Query, Report, StopToken,
    Task,
};

/// Bytes of this process that are in memory.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap() * 4096
}

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

/// Asks and stops, each request at another moment of its work.
fn stop(engine: &Engine, requests: u64) {
    let start = Position::start(Variant::Backgammon.rules());
    let roll = Roll::from_pips(3, 1).unwrap();
    for n in 0..requests {
        let (query, phase) = match n % 3 {
            0 => (Query::Rollout, Phase::ToMove(Side::White, roll)),
            1 => (Query::Hint(DiceChoice::All, 3), Phase::ToRoll(Side::White)),
            _ => (Query::Cube(CubeChoice::All), Phase::ToRoll(Side::White)),
        };
        let limits = Limits { trials: 1_000_000, ..Limits::plies(4) };
        let task = Task::new(query, Position { phase, ..start }, limits);
        let token = StopToken::new();
        let (sender, reports) = channel();
        let report = Box::new(move |report| {
            if let Report::Done(answer) = report {
                sender.send(answer).unwrap();
            }
        });
        engine.start(n % 7, task, token.clone(), report).unwrap();
        std::thread::sleep(Duration::from_micros(n * 7919 % 2000));
        token.stop();
        assert!(reports.recv().unwrap().unwrap().stopped);
        // Once the report is dropped nothing can come any more.
        assert!(reports.recv().is_err());
    }
}

#[test]
fn stopped_requests_leave_nothing() {
    let alone = threads();
    let evaluators = Evaluators::standard().unwrap();
    let config = EngineConfig { threads: 2, waiting_max: 64, evaluators };
    let engine = Engine::with_cache(config, 1 << 20);
    // Tables, buffers and the cache are made when first used.
    stop(&engine, 300);
    let (before, working) = (resident(), threads());
    stop(&engine, 1000);
    let grown = resident().saturating_sub(before);
    assert!(grown < 4 << 20, "{grown} bytes more");
    assert_eq!(threads(), working);
    drop(engine);
    assert_eq!(threads(), alone);
}
