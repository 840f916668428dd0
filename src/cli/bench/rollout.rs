//! `nardy bench rollout`.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use nardy::board::{DiceSetup, Side, id};
use nardy::rules::{Position, Variant};
use nardy::search::{Engine, Findings, Limits, Query, RolledOut, StopToken, Task};

use super::gnubg;
use crate::cli::args::RolloutArgs;
use crate::cli::engine;
use crate::cli::nets::Nets;
use crate::cli::output::Output;

/// Where games begin, as GNU Backgammon's position IDs: the start, two middle games, one side bearing
/// in against an anchor.
const POSITIONS: [&str; 4] =
    ["4HPwATDgc/ABMA", "1jbBGAhoc/DgAA", "4HONAxDI28EBAw", "7m4AANC2DQkAAw"];

/// A way to play games out.
pub struct Style {
    /// What the line calls it.
    pub name: &'static str,
    /// Turns after which a game is judged.
    pub truncate: Option<u16>,
    /// Whether luck is taken out.
    pub luck: bool,
    /// Games a position for each 36 asked for.
    weight: u32,
}

/// What is measured: the quicker, the more games.
const STYLES: [Style; 3] = [
    Style { name: "full", truncate: None, luck: false, weight: 12 },
    Style { name: "full-vr", truncate: None, luck: true, weight: 1 },
    Style { name: "truncated-vr", truncate: Some(7), luck: true, weight: 4 },
];

/// What playing a position out took and gave.
pub struct Measured {
    /// Games.
    pub games: u32,
    /// How long they took.
    pub took: Duration,
    /// The scatter of one game's equity, if it is known.
    pub scatter: Option<f64>,
}

/// Games a second of each style, and beside them those of GNU Backgammon where it is asked for.
pub fn run(args: &RolloutArgs, output: &mut Output) -> Result<()> {
    let engine =
        engine::start(Some(args.threads), &Nets::read(None)?, &engine::hypergammon(None)?)?;
    // Tables are made when first used, which is no part of a game.
    for id in POSITIONS {
        let style = Style { name: "", truncate: None, luck: false, weight: 1 };
        play(&engine, id, &style, 36, args.seed)?;
    }
    for style in &STYLES {
        let games = args.games * style.weight;
        let mut ours = Vec::new();
        let mut theirs = Vec::new();
        // In turns, so that what else the machine does falls on both.
        for (number, id) in POSITIONS.into_iter().enumerate() {
            let seed = args.seed + number as u64;
            ours.push(play(&engine, id, style, games, seed)?);
            if let Some(program) = &args.gnubg {
                theirs.push(gnubg::play(program, id, style, games)?);
            }
        }
        let ours = sum(&ours);
        let rate = |all: &Measured| f64::from(all.games) / all.took.as_secs_f64();
        let mut line = format!(
            "rollout style={} threads={} games={} seconds={:.2} rate={:.1}",
            style.name,
            args.threads,
            ours.games,
            ours.took.as_secs_f64(),
            rate(&ours)
        );
        if let Some(scatter) = ours.scatter {
            line.push_str(&format!(" scatter={scatter:.4}"));
        }
        if !theirs.is_empty() {
            let theirs = sum(&theirs);
            line.push_str(&format!(
                " gnubg={:.1} ratio={:.2}",
                rate(&theirs),
                rate(&ours) / rate(&theirs)
            ));
        }
        output.line(line)?;
        output.finish()?;
    }
    Ok(())
}

/// All positions together; the scatter is the root of the mean square.
fn sum(all: &[Measured]) -> Measured {
    let squares: Option<Vec<f64>> = all.iter().map(|one| Some(one.scatter?.powi(2))).collect();
    let scatter = squares.map(|squares| (squares.iter().sum::<f64>() / all.len() as f64).sqrt());
    Measured {
        games: all.iter().map(|one| one.games).sum(),
        took: all.iter().map(|one| one.took).sum(),
        scatter,
    }
}

fn play(engine: &Engine, id: &str, style: &Style, games: u32, seed: u64) -> Result<Measured> {
    let (mut setup, _) = id::parse(id).with_context(|| id.to_owned())?;
    setup.turn = Some(Side::White);
    setup.dice = DiceSetup::ToRoll;
    let position = Position::from_setup(&setup, Variant::Backgammon.rules())
        .map_err(|errors| anyhow::anyhow!("{id}: {errors}"))?;
    let limits = Limits {
        trials: games,
        truncate: style.truncate,
        luck: style.luck,
        cubeful: false,
        seed,
        ..Limits::plies(0)
    };
    let task = Task::new(Query::Rollout, position, limits);
    let began = Instant::now();
    let answer = engine.ask(0, task, StopToken::new())?;
    let took = began.elapsed();
    let Findings::Rollout(results) = answer.findings else { bail!("no rollout of {id}") };
    let Some(RolledOut { trials, stderr, .. }) = results.first().copied() else {
        bail!("an empty rollout of {id}")
    };
    let scatter = f64::from(stderr) * f64::from(trials).sqrt();
    Ok(Measured { games: trials, took, scatter: Some(scatter) })
}
