//! The nets that a sub-command is to use.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use nardy::eval::{Class, Evaluators, for_variant};
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

/// Nets as `nardy train` leaves them, and one for crashed positions if it lies there.
pub fn from_folder(folder: &Path) -> Result<Evaluators> {
    let path = |class: Class| folder.join(format!("backgammon-{}.bin", class.name()));
    let read = |class| fs::read(path(class)).with_context(|| path(class).display().to_string());
    let (contact, race) = (read(Class::Contact)?, read(Class::Race)?);
    let crashed = path(Class::Crashed).exists().then(|| read(Class::Crashed)).transpose()?;
    Evaluators::from_bytes(&contact, crashed.as_deref(), &race)
        .with_context(|| folder.display().to_string())
}
