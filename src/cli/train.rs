//! `nardy train`.

use std::fs;

use anyhow::{Context, Result};
use nardy::train::{self, Recipe, StageKind, prune, write_positions, write_siblings};

use super::args::{DistilArgs, PositionsArgs, TrainArgs};
use super::nets;
use super::output::Output;

/// Trains by a recipe, a line of progress now and then.
pub fn run(args: TrainArgs, output: &mut Output) -> Result<()> {
    let TrainArgs { recipe, out, minutes, seed, resume } = args;
    let folder = out.display().to_string();
    let mut said = Ok(());
    let trained = train::train(&train::TrainArgs { recipe, out, minutes, seed, resume }, |step| {
        if said.is_ok() {
            said = output.line(step.to_string()).and_then(|()| output.finish());
        }
    })
    .context("training")?;
    said?;
    output.line(format!("train finished={} folder=\"{folder}\"", trained.finished))
}

/// Writes positions of games.
pub fn positions(args: &PositionsArgs, output: &mut Output) -> Result<()> {
    let PositionsArgs { recipe: path, out, count, seed, siblings, nets } = args;
    let (_, nets) = nets::load(nets)?;
    let recipe = Recipe::read(path)?;
    let mut games = recipe.stages.iter().filter_map(|stage| match &stage.learn {
        StageKind::SelfPlay(games) | StageKind::Lookahead(games) => Some(games),
        StageKind::Labels(_) => None,
    });
    let games = games.next().with_context(|| format!("{}: no games in it", path.display()))?;
    let write = if *siblings { write_siblings } else { write_positions };
    write(&nets, games, *seed, *count, out)?;
    output.line(format!("positions file=\"{}\"", out.display()))?;
    output.finish()
}

/// Trains the small net that leaves plays out, a line of progress now and then.
pub fn distil(args: &DistilArgs, output: &mut Output) -> Result<()> {
    let (_, nets) = nets::load(&args.nets)?;
    let mut said = Ok(());
    let pruner = prune::distil(&nets, args.seed, args.boards, |word| {
        let lost = word
            .lost
            .iter()
            .zip(prune::KEPT)
            .map(|(lost, kept)| format!(" lost-of-{kept}={lost:.5}"));
        let line = format!(
            "distil boards={} error={:.4}{}",
            word.boards,
            word.error,
            lost.collect::<String>()
        );
        if said.is_ok() {
            said = output.line(line).and_then(|()| output.finish());
        }
    });
    said?;
    fs::write(&args.out, pruner.to_bytes()).with_context(|| args.out.display().to_string())?;
    output.line(format!("distil file=\"{}\"", args.out.display()))
}
