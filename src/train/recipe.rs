//! Recipes: what to train and how, as TOML.

use super::error::TrainError;
use super::games;
use crate::eval::features::{InputSet, Phase};
use crate::eval::net::Shape;
use crate::rules::Variant;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// Most records of a throw.
pub(super) const SIBLINGS_MAX: usize = 8;

/// A whole training run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The game that one net of its own is trained for; none for the backgammon family.
    pub game: Option<Spanned<String>>,
    /// That net.
    pub net: Option<NetRecipe>,
    /// The contact net of the backgammon family.
    pub contact: Option<NetRecipe>,
    /// Its race net.
    pub race: Option<NetRecipe>,
    /// A file of judged decisions to validate with; relative to the recipe.
    pub validation: Option<Spanned<PathBuf>>,
    /// How slowly the averaged weights follow: each step they keep this share of themselves.
    pub average: f32,
    /// The first layer's step as a share of the rest's: many rows act at once.
    pub row_rate: f32,
    /// What is done, in order.
    #[serde(rename = "stage")]
    pub stages: Vec<Stage>,
    #[serde(skip)]
    origin: Origin,
}

/// Where a recipe was read, to say which of its lines is wrong.
#[derive(Clone, Debug, Default)]
struct Origin {
    path: PathBuf,
    text: String,
}

impl Origin {
    /// An error about what stands at a byte of the text.
    fn error(&self, at: usize, reason: &str) -> TrainError {
        let before = self.text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        let message = format!("line {line}, column {column}: {reason}");
        TrainError::Recipe { path: self.path.clone(), message }
    }
}

/// One net.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetRecipe {
    /// Units of the first layer: a multiple of 64.
    pub hidden: usize,
    /// A weight file to begin with, relative to the recipe, of this width or less; random weights
    /// otherwise.
    pub from: Option<Spanned<PathBuf>>,
}

/// A part of the run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Its name in the curve.
    pub name: String,
    /// Steps of the optimiser.
    pub steps: u64,
    /// Adam's step size.
    pub rate: Rate,
    /// Weight of half the squared equity error beside the cross-entropy of results.
    #[serde(default)]
    pub equity_weight: f32,
    /// The same for the part of the error that siblings do not share: it is what orders plays.
    #[serde(default)]
    pub sibling_weight: f32,
    /// A line of the curve every so many steps.
    pub report: u64,
    /// What is learnt from: one of the tables `self-play`, `lookahead`, `labels`.
    pub learn: StageKind,
    /// Labelled positions that every step learns as well.
    pub beside: Option<Labels>,
}

/// A step size that falls from `first` to `last` along half a cosine.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// At the stage's beginning.
    pub first: f32,
    /// At its end.
    pub last: f32,
}

impl Rate {
    /// The rate after a share (0 to 1) of the stage.
    pub fn at(self, share: f32) -> f32 {
        self.last + (self.first - self.last) * 0.5 * (1.0 + (std::f32::consts::PI * share).cos())
    }
}

/// Where a stage's samples come from.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StageKind {
    /// Games of the averaged nets with themselves; targets by TD(lambda).
    SelfPlay(SelfPlay),
    /// The same games; each target is the mean over the 21 throws of the best play's value.
    Lookahead(SelfPlay),
    /// Positions with labels made elsewhere.
    Labels(Labels),
}

/// Labelled positions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Labels {
    /// The file, relative to the recipe.
    pub file: Spanned<PathBuf>,
    /// Its SHA-256, hexadecimal.
    pub sha256: String,
    /// Positions a step.
    pub batch: usize,
    /// So many records in a row are plays of the same throw, and are drawn together.
    #[serde(default = "one")]
    pub siblings: usize,
}

fn one() -> usize {
    1
}

/// How games are played for training.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlay {
    /// Games a step.
    pub games: u32,
    /// TD's lambda at the stage's beginning; it falls to 0 along a line over half the stage.
    pub lambda: f32,
    /// The share of plays, after the opening, chosen at random.
    pub explore: f32,
    /// Up to so many plays of the opening are random, in half the games.
    pub random_opening: u32,
    /// Games to play, in proportion to their weights; none is the recipe's own game.
    #[serde(default)]
    pub starts: Vec<Start>,
}

/// A game and how often it is played.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The game's name.
    pub variant: String,
    /// Its share, relative to the others'.
    pub weight: u32,
    /// Rule options that it is played under, where the recipe has a game of its own.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

impl Recipe {
    /// Reads and checks a recipe; paths in it become relative to its folder.
    ///
    /// # Errors
    /// [`TrainError`] with line and column for what TOML finds, else with the value's name.
    pub fn read(path: &Path) -> Result<Recipe, TrainError> {
        let text = std::fs::read_to_string(path).map_err(TrainError::file(path))?;
        let mut recipe = Recipe::parse(&text).map_err(|error| match error {
            TrainError::Recipe { message, .. } => {
                TrainError::Recipe { path: path.to_owned(), message }
            }
            other => other,
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for path in recipe.files_mut() {
            *path.as_mut() = folder.join(path.as_ref());
        }
        recipe.origin = Origin { path: path.to_owned(), text };
        Ok(recipe)
    }

    /// Whether every file that the recipe names is there.
    ///
    /// # Errors
    /// [`TrainError::Recipe`] with line and column of the first that is not.
    pub fn check_files(&self) -> Result<(), TrainError> {
        let missing = |file: &&Spanned<PathBuf>| !file.as_ref().is_file();
        match self.clone().files_mut().map(|file| &*file).find(missing) {
            None => Ok(()),
            Some(file) => {
                let reason = format!("there is no file {}", file.as_ref().display());
                Err(self.origin.error(file.span().start, &reason))
            }
        }
    }

    /// Parses and checks a recipe.
    ///
    /// # Errors
    /// As [`Recipe::read`], without the path.
    pub fn parse(text: &str) -> Result<Recipe, TrainError> {
        let recipe: Recipe = toml::from_str(text).map_err(|error| TrainError::Recipe {
            path: PathBuf::new(),
            message: error.to_string().trim_end().to_owned(),
        })?;
        recipe.check()?;
        Ok(recipe)
    }

    fn files_mut(&mut self) -> impl Iterator<Item = &mut Spanned<PathBuf>> {
        let labels = self.stages.iter_mut().flat_map(|stage| {
            let learnt = match &mut stage.learn {
                StageKind::Labels(labels) => Some(labels),
                _ => None,
            };
            learnt.into_iter().chain(&mut stage.beside).map(|labels| &mut labels.file)
        });
        let nets = [&mut self.contact, &mut self.race, &mut self.net];
        let nets = nets.into_iter().flatten().filter_map(|net| net.from.as_mut());
        nets.chain(self.validation.as_mut()).chain(labels)
    }

    fn check(&self) -> Result<(), TrainError> {
        let fail = |what: String| Err(TrainError::Value(what));
        self.nets()?;
        if !(0.0..1.0).contains(&self.average) {
            return fail(format!("average = {}: 0 or more and less than 1", self.average));
        }
        if !(self.row_rate > 0.0 && self.row_rate <= 1.0) {
            return fail(format!("row_rate = {}: more than 0, at most 1", self.row_rate));
        }
        for stage in &self.stages {
            let name = &stage.name;
            let rates = [stage.rate.first, stage.rate.last];
            if !rates.iter().all(|rate| *rate > 0.0 && *rate <= 1.0) {
                return fail(format!("stage {name}: rates are more than 0 and at most 1"));
            }
            if stage.steps == 0 || stage.report == 0 {
                return fail(format!("stage {name}: steps and report are 1 or more"));
            }
            let weights = [stage.equity_weight, stage.sibling_weight];
            if !weights.iter().all(|weight| (0.0..=100.0).contains(weight)) {
                return fail(format!(
                    "stage {name}: equity_weight and sibling_weight are 0 to 100"
                ));
            }
            match &stage.learn {
                StageKind::SelfPlay(play) | StageKind::Lookahead(play) => play.check(name)?,
                StageKind::Labels(labels) => labels.check(name)?,
            }
            if let Some(labels) = &stage.beside {
                labels.check(name)?;
            }
        }
        Ok(())
    }

    /// What the recipe teaches; the key `game` and the nets' keys were checked to fit each other.
    pub(super) fn taught(&self) -> Taught {
        let game = self.game.as_ref().and_then(|name| Variant::from_name(name.as_ref()));
        game.map_or(Taught::Pair, Taught::Game)
    }

    /// The shape of each net and what the recipe says of it, in order.
    ///
    /// # Errors
    /// [`TrainError`] if a net is missing, too many, or of a size that no net has.
    pub(super) fn nets(&self) -> Result<Vec<(Shape, &NetRecipe)>, TrainError> {
        let fail = |what: String| Err(TrainError::Value(what));
        if let Some(name) = &self.game {
            let name: &str = name.as_ref();
            let Some(game) = Variant::from_name(name) else {
                return fail(format!("game = \"{name}\": there is no such game"));
            };
            if self.contact.is_some() || self.race.is_some() {
                return fail("game: contact and race are nets of the backgammon family".to_owned());
            }
            let Some(net) = &self.net else { return fail("net is missing".to_owned()) };
            if InputSet::of(game).is_none() {
                return Err(games::no_net(game));
            }
            let shape = Shape::of_game(game, net.hidden);
            let shape = shape.ok_or_else(|| bad_size("net", net.hidden))?;
            return Ok(vec![(shape, net)]);
        }
        if self.net.is_some() {
            return fail("net: it needs a game".to_owned());
        }
        let one = |phase: Phase, net: &'_ Option<NetRecipe>| {
            let missing = || TrainError::Value(format!("{} is missing", phase.name()));
            let hidden = net.as_ref().ok_or_else(missing)?.hidden;
            Shape::new(phase, hidden).ok_or_else(|| bad_size(phase.name(), hidden))
        };
        let mut nets = Vec::new();
        for (phase, net) in [(Phase::Contact, &self.contact), (Phase::Race, &self.race)] {
            let shape = one(phase, net)?;
            nets.extend(net.as_ref().map(|net| (shape, net)));
        }
        Ok(nets)
    }

    /// The key under which a net stands.
    pub(super) fn key(&self, shape: Shape) -> &'static str {
        if shape.game.is_some() { "net" } else { shape.inputs.name() }
    }

    /// An error about the weight file that a net begins with.
    pub(super) fn bad_start(&self, net: &NetRecipe, reason: &str) -> TrainError {
        let at = net.from.as_ref().map_or(0, |from| from.span().start);
        self.origin.error(at, reason)
    }
}

/// What a recipe teaches.
pub(super) enum Taught {
    /// The contact net and the race net.
    Pair,
    /// A game's own net.
    Game(Variant),
}

fn bad_size(key: &str, hidden: usize) -> TrainError {
    TrainError::Value(format!("{key}.hidden = {hidden}: a multiple of 64, 64 to 512"))
}

impl Labels {
    fn check(&self, stage: &str) -> Result<(), TrainError> {
        let fail = |what: String| Err(TrainError::Value(format!("stage {stage}: {what}")));
        if !(1..=100_000).contains(&self.batch) {
            return fail(format!("batch = {}: 1 to 100000", self.batch));
        }
        if !(1..=SIBLINGS_MAX).contains(&self.siblings) {
            return fail(format!("siblings = {}: 1 to {SIBLINGS_MAX}", self.siblings));
        }
        Ok(())
    }
}

impl SelfPlay {
    fn check(&self, stage: &str) -> Result<(), TrainError> {
        let fail = |what: String| Err(TrainError::Value(format!("stage {stage}: {what}")));
        if !(1..=1000).contains(&self.games) {
            return fail(format!("games = {}: 1 to 1000", self.games));
        }
        if ![self.lambda, self.explore].iter().all(|share| (0.0..=1.0).contains(share)) {
            return fail("lambda and explore are 0 to 1".to_owned());
        }
        if self.starts.is_empty() {
            return Ok(());
        }
        self.variants().map(drop).map_err(TrainError::Value)
    }

    /// The games with their weights.
    pub(super) fn variants(&self) -> Result<Vec<(Variant, u32)>, String> {
        let named = |start: &Start| {
            let unknown = || format!("there is no game '{}'", start.variant);
            Variant::from_name(&start.variant).map(|v| (v, start.weight)).ok_or_else(unknown)
        };
        let variants: Vec<_> = self.starts.iter().map(named).collect::<Result<_, _>>()?;
        let sum: u64 = variants.iter().map(|&(_, weight)| u64::from(weight)).sum();
        if sum == 0 || sum > 1_000_000 {
            return Err("the weights of starts sum to 1 to 1000000".to_owned());
        }
        Ok(variants)
    }
}
