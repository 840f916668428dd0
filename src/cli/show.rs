//! `nardy show`.

use anyhow::{Context, Result};
use nardy::board::{draw, id};
use nardy::rules::Position;

use super::args::ShowArgs;
use super::output::Output;
use super::position;

/// Draws a position. One that cannot be is drawn as well, and then refused with the reasons.
pub fn run(args: &ShowArgs, output: &mut Output) -> Result<()> {
    let (setup, rules) = position::written(&args.position)?;
    let checked = Position::from_setup(&setup, rules);
    let shown = checked.as_ref().map_or(setup, Position::to_setup);
    output.text(&draw(&shown, &rules.boards()))?;
    if checked.is_err() {
        output.finish()?;
    }
    let position = checked.context("this position cannot be")?;
    output.line(format!("position {}", id::npn::print(&position.to_setup())))
}
