//! `nardy train`.

use anyhow::{Context, Result};
use nardy::train;

use super::args::TrainArgs;
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
