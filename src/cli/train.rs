//! `nardy train`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use nardy::train::{
    self, Harvest, LookAhead, Recipe, StageKind, prune, write_labels, write_positions,
};

use super::args::{DistilArgs, LabelArgs, PositionsArgs, TrainArgs};
use super::output::Output;
use super::{engine, nets};

/// Trains by a recipe, a line of progress now and then.
pub fn run(args: TrainArgs, output: &mut Output) -> Result<()> {
    let TrainArgs { recipe, game, out, minutes, seed, resume } = args;
    let recipe = match (recipe, game) {
        (Some(recipe), _) => recipe,
        (None, game) => own_recipe(&game.unwrap_or_default(), &out)?,
    };
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

/// Writes the program's own recipe of a game to a folder.
fn own_recipe(game: &str, folder: &Path) -> Result<PathBuf> {
    let game = nets::game(game)?;
    let text = train::games::recipe(game).with_context(|| {
        format!("{} has no net of its own: name a recipe of the backgammon family", game.name())
    })?;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let path = folder.join(format!("{}.toml", game.name()));
    fs::write(&path, text).with_context(|| path.display().to_string())?;
    Ok(path)
}

/// Writes positions of games.
pub fn positions(args: &PositionsArgs, output: &mut Output) -> Result<()> {
    let (_, nets) = nets::load(&args.nets)?;
    let recipe = Recipe::read(&args.recipe)?;
    let mut games = recipe.stages.iter().filter_map(|stage| match &stage.learn {
        StageKind::SelfPlay(games) | StageKind::Lookahead(games) => Some(games),
        StageKind::Labels(_) => None,
    });
    let play =
        games.next().with_context(|| format!("{}: no games in it", args.recipe.display()))?;
    let harvest = Harvest {
        play,
        seed: args.seed,
        count: args.count,
        kind: args.kind,
        siblings: args.siblings.then_some(args.near),
    };
    write_positions(&nets, &harvest, &args.out)?;
    output.line(format!("positions file=\"{}\"", args.out.display()))?;
    output.finish()
}

/// Labels positions.
pub fn label(args: &LabelArgs, output: &mut Output) -> Result<()> {
    let (_, nets) = nets::load(&args.nets)?;
    let judge = LookAhead::new(&nets, args.plies, engine::threads(args.threads)?);
    let sha256 = write_labels(&judge, &args.positions, &args.labels)?;
    output.line(format!("labels file=\"{}\" sha256=\"{sha256}\"", args.labels.display()))?;
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
