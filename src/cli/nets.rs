//! The nets that a sub-command is to use.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use nardy::eval::features::Phase;
use nardy::eval::{Evaluators, for_variant};
use nardy::rules::Variant;

use super::args::NetArgs;

/// The game and its nets, or those of a folder.
pub fn load(args: &NetArgs) -> Result<(Variant, Evaluators)> {
    let game = &args.game;
    let variant = Variant::from_name(game).ok_or_else(|| anyhow!("there is no game '{game}'"))?;
    let nets = match &args.nets {
        Some(folder) => from_folder(folder)?,
        None => for_variant(variant).context("the built-in nets")?.clone(),
    };
    Ok((variant, nets))
}

/// Nets as `nardy train` leaves them.
pub fn from_folder(folder: &Path) -> Result<Evaluators> {
    let read = |phase: Phase| {
        let path = folder.join(format!("backgammon-{}.bin", phase.name()));
        fs::read(&path).with_context(|| path.display().to_string())
    };
    let (contact, race) = (read(Phase::Contact)?, read(Phase::Race)?);
    Evaluators::from_bytes(&contact, &race).with_context(|| folder.display().to_string())
}
