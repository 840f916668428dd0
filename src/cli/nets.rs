//! The nets that a sub-command is to use.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, ensure};
use nardy::eval::features::{InputSet, Phase};
use nardy::eval::games;
use nardy::eval::net::{FILE_BYTES_MAX, Net, NetInfo};
use nardy::eval::{Evaluator, Evaluators, for_variant, standard};
use nardy::rules::Variant;

use super::args::NetArgs;

/// The game and its nets, or those of a folder.
pub fn load(args: &NetArgs) -> Result<(Variant, Evaluators)> {
    let variant = game(&args.game)?;
    let own = InputSet::of(variant).is_some();
    ensure!(!own, "{} has a net of its own, not a contact and a race net", variant.name());
    let nets = match &args.nets {
        Some(folder) => from_folder(folder)?,
        None => for_variant(variant).context("the built-in nets")?.clone(),
    };
    Ok((variant, nets))
}

/// The game of a name.
pub fn game(name: &str) -> Result<Variant> {
    Variant::from_name(name).ok_or_else(|| anyhow!("there is no game '{name}'"))
}

/// A game's own net as `nardy train` leaves it.
pub fn game_net(folder: &Path, game: Variant) -> Result<Net> {
    let path = folder.join(format!("{}.bin", game.name()));
    let net = read(&path).map_err(anyhow::Error::from);
    let net = net.and_then(|bytes| Ok(Net::of_game(&bytes, game)?));
    net.with_context(|| path.display().to_string())
}

fn pair_file(phase: Phase) -> String {
    format!("backgammon-{}.bin", phase.name())
}

/// The pair of backgammon's nets as `nardy train` leaves it.
pub fn from_folder(folder: &Path) -> Result<Evaluators> {
    let net = |phase: Phase| {
        let path = folder.join(pair_file(phase));
        let net = read(&path).map_err(anyhow::Error::from);
        let net = net.and_then(|bytes| Ok(Net::from_bytes(&bytes, phase)?));
        net.with_context(|| path.display().to_string())
    };
    Evaluators::new(net(Phase::Contact)?, net(Phase::Race)?).context("the nets of the folder")
}

/// A weight file, of one too large only so much that this is seen.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(FILE_BYTES_MAX as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The nets of all games: the program's own, or in place of them those that a folder has.
pub struct Nets {
    backgammon: Option<Arc<Evaluators>>,
    games: Vec<Net>,
}

impl Nets {
    /// The nets of the folder, if there is to be one: backgammon's pair, nets of other games, or
    /// both.
    ///
    /// # Errors
    /// What is wrong with the folder's files, or that there are none.
    pub fn read(folder: Option<&Path>) -> Result<Nets> {
        let mut nets = Nets { backgammon: None, games: Vec::new() };
        let Some(folder) = folder else { return Ok(nets) };
        for game in games::games() {
            if folder.join(format!("{}.bin", game.name())).exists() {
                nets.games.push(game_net(folder, game)?);
            }
        }
        let is_there = |phase: &Phase| folder.join(pair_file(*phase)).exists();
        if nets.games.is_empty() || Phase::ALL.iter().any(is_there) {
            nets.backgammon = Some(Arc::new(from_folder(folder)?));
        }
        Ok(nets)
    }

    /// The judge of a game of the backgammon family.
    ///
    /// # Errors
    /// If the program's own nets do not fit it.
    pub fn of(&self, variant: Variant) -> Result<Arc<dyn Evaluator>> {
        let built_in = for_variant(variant).context("the built-in nets")?;
        let backgammons = std::ptr::eq(built_in, standard().context("the built-in nets")?);
        Ok(match &self.backgammon {
            Some(nets) if backgammons => Arc::clone(nets) as Arc<dyn Evaluator>,
            _ => Arc::new(built_in),
        })
    }

    /// The net of each game that one net knows.
    ///
    /// # Errors
    /// If the program's own nets do not fit it.
    pub fn games(&self) -> Result<Vec<&Net>> {
        let net = |game: Variant| {
            let given = self.games.iter().find(|net| net.shape().game == Some(game));
            let own = || games::net(game).transpose().context("the built-in nets");
            given.map_or_else(own, |net| Ok(Some(net)))
        };
        Ok(games::games().map(net).collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    /// Name and hash of each net in use.
    ///
    /// # Errors
    /// If the program's own nets do not fit it.
    pub fn versions(&self) -> Result<Vec<NetInfo>> {
        let standard = standard().context("the built-in nets")?;
        let outlying = for_variant(Variant::Longgammon).context("the built-in nets")?;
        let nets = self.backgammon.as_deref().unwrap_or(standard);
        let pairs = [nets.versions(), outlying.versions()].concat();
        let games = self.games()?.into_iter().map(|net| net.info(net.shape().family()));
        Ok(pairs.into_iter().chain(games).collect())
    }
}
