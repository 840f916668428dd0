//! `nardy bench`.
//!
//! Rates are for people and vary from run to run. Signatures are the same on every machine: how many
//! plays there were on the way through some games. `walk` changes only when the generator gives
//! other plays, `play` also when the nets judge otherwise.

mod cube;
mod decisions;
mod duel;
mod gnubg;
mod levels;
mod matches;
mod opponent;
mod rollout;
mod search;
mod several;
mod strength;

use std::hint::black_box;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use nardy::board::{Board, Roll};
use nardy::eval::{Chances, Evaluator, VARIANTS, for_variant};
use nardy::game::DiceSource;
use nardy::moves::{PlayList, generate, perft};
use nardy::rules::{Phase, Position, Variant, finished_side};
use nardy::search::{DiceChoice, Limits, Query, Report, StopToken, Task};

use super::args::{BenchArgs, BenchCommand};
use super::engine;
use super::nets::Nets;
use super::output::Output;

/// Turns walked and played in each game.
const TURNS: usize = 600;
/// How long the evaluation is measured.
const EVALUATE_FOR: Duration = Duration::from_secs(1);
/// Decisions asked for.
const DECISIONS: usize = 20_000;

/// Measures what is asked for, without a sub-command the general rates and signatures.
pub fn run(args: &BenchArgs, output: &mut Output) -> Result<()> {
    match &args.command {
        None => general(args.signature, output),
        Some(BenchCommand::Strength(args)) => strength::run(args, output),
        Some(BenchCommand::Decisions(args)) => decisions::run(args, output),
        Some(BenchCommand::Cube(args)) => cube::run(args, output),
        Some(BenchCommand::Duel(args)) => duel::run(args, output),
        Some(BenchCommand::Match(args)) => matches::run(args, output),
        Some(BenchCommand::Search(args)) => search::run(args, output),
        Some(BenchCommand::Rollout(args)) => rollout::run(args, output),
    }
}

fn general(signature: bool, output: &mut Output) -> Result<()> {
    if !signature {
        let backgammon = Variant::Backgammon;
        let walk = walk(backgammon, choose_by_look)?;
        movegen(output)?;
        evaluation(&walk, output)?;
        thinking(&walk, output)?;
    }
    for variant in VARIANTS {
        let walk = walk(variant, choose_by_look)?;
        let evaluator = for_variant(variant).context("the built-in nets")?;
        let play = self::walk(variant, |list| choose_by_value(evaluator, list))?;
        let (walk, play) = (walk.boards.len(), play.boards.len());
        output.line(format!("signature game={} walk={walk} play={play}", variant.name()))?;
        output.finish()?;
    }
    Ok(())
}

/// A way through some games.
struct Walk {
    /// Where there was a choice, and the throw.
    stations: Vec<(Board, Roll)>,
    /// Every play that there was.
    boards: Vec<Board>,
}

/// Goes through games of a variant with dice that are always the same; `choose` picks the play.
fn walk(variant: Variant, mut choose: impl FnMut(&PlayList) -> usize) -> Result<Walk> {
    let movement = variant.rules().movement;
    let mut dice = DiceSource::seeded(1);
    let mut list = PlayList::new();
    let mut board = variant.start();
    let mut walk = Walk { stations: Vec::new(), boards: Vec::new() };
    for _ in 0..TURNS {
        let (a, b) = dice.throw()?;
        let roll = Roll::new(a, b);
        generate(&movement, &board, roll, &mut list);
        if !list.is_empty() {
            let chosen = choose(&list);
            walk.stations.push((board, roll));
            walk.boards.extend_from_slice(list.boards());
            board = list.boards()[chosen];
        }
        board = match finished_side(&board) {
            Some(_) => variant.start(),
            None => board.swapped(),
        };
    }
    Ok(walk)
}

/// A play that looks arbitrary and depends neither on nets nor on the order of the list.
fn choose_by_look(list: &PlayList) -> usize {
    let look = |board: &Board| {
        let counts = board.row(0).iter().chain(board.row(1));
        counts.fold(0xcbf2_9ce4_8422_2325, |sum: u64, &count| {
            (sum ^ u64::from(count)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    };
    let looks = list.boards().iter().map(look).enumerate();
    looks.max_by_key(|&(_, look)| look).map_or(0, |(at, _)| at)
}

/// The play after which the other side stands worst.
fn choose_by_value(evaluator: &impl Evaluator, list: &PlayList) -> usize {
    let after: Vec<Board> = list.boards().iter().map(Board::swapped).collect();
    let mut chances = vec![Chances::default(); after.len()];
    evaluator.evaluate(&after, &mut chances);
    let equities = chances.iter().map(Chances::equity).enumerate();
    equities.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at)
}

fn movegen(output: &mut Output) -> Result<()> {
    const DEPTH: u32 = 3;
    let began = Instant::now();
    let counted = perft(&Variant::Backgammon.rules().movement, &Variant::Backgammon.start(), DEPTH);
    rate(output, "movegen", "positions", counted.leaves, began.elapsed())
}

fn evaluation(walk: &Walk, output: &mut Output) -> Result<()> {
    const BATCH: usize = 64;
    let nets = for_variant(Variant::Backgammon).context("the built-in nets")?;
    let (whole, floats): (&dyn Evaluator, &dyn Evaluator) = (nets, &nets.floats());
    let after: Vec<Board> = walk.boards.iter().map(Board::swapped).collect();
    let mut chances = vec![Chances::default(); after.len()];
    // Tables are made when first used, which is no part of an evaluation.
    whole.evaluate(&after, &mut chances);
    for (what, evaluator) in [("evaluate", whole), ("evaluate weights=floats", floats)] {
        let (began, mut count) = (Instant::now(), 0);
        while began.elapsed() < EVALUATE_FOR {
            for boards in after.chunks_exact(BATCH) {
                evaluator.evaluate(black_box(boards), &mut chances[..BATCH]);
                count += boards.len() as u64;
            }
        }
        rate(output, what, "positions", count, began.elapsed())?;
    }
    Ok(())
}

fn thinking(walk: &Walk, output: &mut Output) -> Result<()> {
    let engine = engine::start(Some(1), &Nets::read(None)?, &engine::hypergammon(None)?)?;
    let start = Position::start(Variant::Backgammon.rules());
    let (sender, receiver) = mpsc::channel();
    let mut tasks = walk.stations.iter().cycle().map(|&(board, roll)| {
        let side = nardy::board::Side::White;
        let position =
            Position { white_board: board.into(), phase: Phase::ToMove(side, roll), ..start };
        Task::new(Query::Best(DiceChoice::Shown), position, Limits::plies(0))
    });
    let mut ask = || -> Result<()> {
        let Some(task) = tasks.next() else { return Ok(()) };
        let sender = sender.clone();
        let report = Box::new(move |report| {
            if let Report::Done(_) = report {
                // The receiver outlives the engine's work.
                let _ = sender.send(());
            }
        });
        Ok(engine.start(0, task, StopToken::new(), report)?)
    };
    let began = Instant::now();
    for _ in 0..64 {
        ask()?;
    }
    for _ in 64..DECISIONS {
        receiver.recv()?;
        ask()?;
    }
    for _ in 0..64 {
        receiver.recv()?;
    }
    rate(output, "decide plies=0", "decisions", DECISIONS as u64, began.elapsed())
}

fn rate(output: &mut Output, what: &str, of: &str, count: u64, took: Duration) -> Result<()> {
    let seconds = took.as_secs_f64();
    let rate = count as f64 / seconds;
    output.line(format!("{what} threads=1 {of}={count} seconds={seconds:.3} rate={rate:.0}"))?;
    output.finish()
}
