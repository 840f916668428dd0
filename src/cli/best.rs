//! `nardy best`.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use nardy::board::{Roll, Side, id};
use nardy::moves::{self, Numbering};
use nardy::rules::{Phase, Position};
use nardy::search::{DiceChoice, Findings, Limits, Query, RankedPlay, StopToken, Task};
use nardy_protocol::reply::{FieldList, Record};
use nardy_protocol::request::Format;

use super::args::BestArgs;
use super::engine;
use super::nets::Nets;
use super::output::Output;
use super::position;

/// Ranks the plays of the position's throw; without a throw it lists the best play of each.
pub fn run(args: &BestArgs, folder: Option<PathBuf>, output: &mut Output) -> Result<()> {
    let (setup, rules) = position::written(&args.position)?;
    let mut position = Position::from_setup(&setup, rules).context("this position cannot be")?;
    let (dice, count) = match position.phase {
        Phase::ToMove(..) => (DiceChoice::Shown, args.count.max(1)),
        Phase::ToRoll(_) => (DiceChoice::All, 1),
        Phase::Opening => {
            position.phase = Phase::ToRoll(Side::White);
            (DiceChoice::All, 1)
        }
        phase => bail!("there is no play to choose: the phase is {}", phase.name()),
    };
    let nets = Nets::read(args.nets.as_deref())?;
    let engine = engine::start(args.threads, &nets, &engine::hypergammon(folder)?)?;
    let query = Query::Hint(dice, count);
    let limits = Limits::plies(args.plies);
    let answer = engine.ask(0, Task::new(query, position, limits), StopToken::new())?;
    if let Some(shortfall) = &answer.shortfall {
        tracing::warn!("{shortfall}");
    }
    let Findings::Plays(throws) = answer.findings else { bail!("the engine answered otherwise") };
    for throw in throws {
        if throw.plays.is_empty() {
            write(
                output,
                &Record::new("best").text("dice", throw.roll.to_string()).text("play", "pass"),
            )?;
        }
        for (rank, play) in throw.plays.iter().enumerate() {
            write(output, &record(&position, throw.roll, rank, play))?;
        }
    }
    Ok(())
}

fn record(position: &Position, roll: Roll, rank: usize, play: &RankedPlay) -> Record {
    let mover = position.phase.decider().unwrap_or(Side::White);
    let text = moves::text(position, 0, mover, play.child.steps, Numbering::Descending);
    let chances = &play.chances;
    let win = [chances.win, chances.win_gammon, chances.win_backgammon].map(f64::from);
    let lose = [1.0 - chances.win, chances.lose_gammon, chances.lose_backgammon].map(f64::from);
    let record = Record::new("best").text("dice", roll.to_string()).int("rank", rank + 1);
    let record =
        record.text("play", text.unwrap_or_default()).signed("equity", f64::from(play.equity), 3);
    let record = record.signed("diff", f64::from(play.diff), 3);
    let record = record.numbers("win", win, 4).numbers("lose", lose, 4);
    record.int("plies", play.plies).text("position", after(position, mover, play))
}

/// The position after a play, the other side to roll.
fn after(position: &Position, mover: Side, play: &RankedPlay) -> String {
    id::npn::print(&position.after_play(mover, 0, &play.child.board).to_setup())
}

fn write(output: &mut Output, record: &Record) -> Result<()> {
    let mut line = String::new();
    record.print(Format::Text, None, &mut line);
    output.text(&line)
}
