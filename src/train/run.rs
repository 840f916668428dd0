//! A run from its recipe to its nets.

use super::checkpoint::{self, Standing};
use super::curve::{self, Progress};
use super::error::TrainError;
use super::labels::LabelSet;
use super::optimiser::{Learner, StepSize, generator, random_net, widened};
use super::play::{Manner, Player, Targets};
use super::recipe::{Recipe, SelfPlay, Stage, StageKind};
use super::sample::Sample;
use crate::eval::features::Phase;
use crate::eval::net::Net;
use crate::eval::validate::{Judged, JudgedPhase};
use crate::eval::{Class, Evaluators};
use crate::rules::Variant;
use rand::{Rng, RngExt};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often a checkpoint is written.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(120);

/// What to train and where to put it.
#[derive(Clone, Debug)]
pub struct TrainArgs {
    /// The recipe.
    pub recipe: PathBuf,
    /// The folder for weights, curve and checkpoint; made if need be.
    pub out: PathBuf,
    /// Stop after so many minutes, to be resumed; `None` for the whole recipe.
    pub minutes: Option<f64>,
    /// Where all randomness comes from.
    pub seed: u64,
    /// Go on from the folder's checkpoint if there is one.
    pub resume: bool,
}

/// What a run gives.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The averaged nets.
    pub nets: Evaluators,
    /// Whether the recipe is done; otherwise the time was up.
    pub finished: bool,
}

/// Trains and says nothing; see [`train`].
///
/// # Errors
/// As [`train`].
pub fn run(args: &TrainArgs) -> Result<Trained, TrainError> {
    train(args, |_| {})
}

/// Trains by a recipe; `report` hears of the progress. The folder then holds
/// `backgammon-contact.bin`, `backgammon-race.bin`, `curve.csv` and `checkpoint.bin`.
///
/// # Errors
/// [`TrainError`] if the recipe or a file that it names is wrong, or the folder cannot be written.
pub fn train(args: &TrainArgs, mut report: impl FnMut(&Progress)) -> Result<Trained, TrainError> {
    let recipe = Recipe::read(&args.recipe)?;
    recipe.check_files()?;
    std::fs::create_dir_all(&args.out).map_err(TrainError::file(&args.out))?;
    let mut run = Run::new(&recipe, args)?;
    let begun = run.standing.stage as usize;
    for (at, stage) in recipe.stages.iter().enumerate().skip(begun) {
        if !run.stage(at, stage, &mut report)? {
            break;
        }
    }
    run.write()?;
    let finished = run.standing.stage as usize >= recipe.stages.len();
    Ok(Trained { nets: run.nets, finished })
}

struct Run<'a> {
    args: &'a TrainArgs,
    recipe: &'a Recipe,
    learners: [Learner; 2],
    /// The averaged nets, which play.
    nets: Evaluators,
    player: Player,
    judged: Option<Judged>,
    standing: Standing,
    started: Instant,
    minutes_before: f64,
    written: Instant,
    /// Sum of losses and samples since the last report, by phase.
    losses: [(f64, u64); 2],
}

/// What a stage draws its samples from.
enum Source<'a> {
    Games(&'a SelfPlay, Vec<(Variant, u32)>, Targets),
    Labels(LabelSet),
}

impl<'a> Source<'a> {
    fn open(stage: &'a Stage) -> Result<Source<'a>, TrainError> {
        let games = |play: &'a SelfPlay, targets| {
            Ok(Source::Games(play, play.variants().map_err(TrainError::Value)?, targets))
        };
        match &stage.learn {
            StageKind::SelfPlay(play) => games(play, Targets::Played),
            StageKind::Lookahead(play) => games(play, Targets::AllThrows),
            StageKind::Labels(labels) => Ok(Source::Labels(LabelSet::read(labels)?)),
        }
    }
}

impl<'a> Run<'a> {
    fn new(recipe: &'a Recipe, args: &'a TrainArgs) -> Result<Run<'a>, TrainError> {
        let learner = |phase: Phase| {
            let shape = recipe.shape(phase)?;
            let net = match &recipe.net(phase).from {
                None => random_net(shape, args.seed ^ phase as u64),
                Some(path) => read_net(recipe, path.as_ref(), phase)?,
            };
            if net.shape().hidden > shape.hidden {
                let name = phase.name();
                return Err(recipe.bad_start(phase, &format!("it is wider than {name}.hidden")));
            }
            let narrower = net.shape().hidden < shape.hidden;
            let wide = || widened(&net, shape, args.seed ^ phase as u64);
            Ok(Learner::new(if narrower { wide() } else { net }))
        };
        let mut learners = [learner(Phase::Contact)?, learner(Phase::Race)?];
        let origin = origin(args)?;
        let mut standing = Standing { origin, ..Standing::default() };
        let path = args.out.join("checkpoint.bin");
        if args.resume && path.exists() {
            let [contact, race] = &mut learners;
            standing = checkpoint::read(&path, origin, [contact, race])?;
        }
        let judged =
            recipe.validation.as_ref().map(|file| Judged::read(file.as_ref())).transpose()?;
        let [contact, race] = learners.each_ref().map(|learner| learner.average.clone());
        let nets = Evaluators::new(contact, race)
            .ok_or_else(|| TrainError::Value("the nets are not contact and race".to_owned()))?;
        let now = Instant::now();
        Ok(Run {
            args,
            recipe,
            learners,
            nets,
            player: Player::new(),
            judged,
            standing,
            started: now,
            minutes_before: standing.minutes,
            written: now,
            losses: [(0.0, 0); 2],
        })
    }

    /// Runs a stage to its end, or until the time is up: then `false`.
    fn stage(
        &mut self,
        at: usize,
        stage: &Stage,
        report: &mut impl FnMut(&Progress),
    ) -> Result<bool, TrainError> {
        let source = Source::open(stage)?;
        let beside = stage.beside.as_ref().map(LabelSet::read).transpose()?;
        let mut samples = [Vec::new(), Vec::new()];
        while self.standing.step < stage.steps {
            self.standing.minutes =
                self.minutes_before + self.started.elapsed().as_secs_f64() / 60.0;
            let spent = self.started.elapsed().as_secs_f64() / 60.0;
            if self.args.minutes.is_some_and(|limit| spent >= limit) {
                return Ok(false);
            }
            self.step(at, stage, (&source, beside.as_ref()), &mut samples);
            let last = self.standing.step == stage.steps;
            if self.standing.step.is_multiple_of(stage.report) || last {
                let progress = self.progress(stage);
                curve::append(&self.args.out.join("curve.csv"), &progress)?;
                report(&progress);
            }
            if self.written.elapsed() >= CHECKPOINT_EVERY {
                self.write()?;
            }
        }
        self.standing.stage += 1;
        self.standing.step = 0;
        Ok(true)
    }

    fn step(
        &mut self,
        at: usize,
        stage: &Stage,
        (source, beside): (&Source<'_>, Option<&LabelSet>),
        samples: &mut [Vec<Sample>; 2],
    ) {
        let share = self.standing.step as f32 / stage.steps as f32;
        let mut rng = generator(self.args.seed, at, self.standing.step);
        let mut drawn = Vec::new();
        match source {
            Source::Games(play, variants, targets) => {
                let manner = Manner {
                    lambda: play.lambda * (1.0 - 2.0 * share).max(0.0),
                    explore: play.explore,
                    random_opening: play.random_opening,
                    targets: *targets,
                };
                for _ in 0..play.games {
                    let variant = pick(variants, &mut rng);
                    self.player.game(&self.nets, variant, &manner, &mut rng, &mut drawn);
                }
                self.standing.games += u64::from(play.games);
            }
            Source::Labels(labels) => labels.draw(&mut rng, &mut drawn),
        }
        if let Some(labels) = beside {
            labels.draw(&mut rng, &mut drawn);
        }
        self.standing.positions += drawn.len() as u64;
        for samples in samples.iter_mut() {
            samples.clear();
        }
        for sample in drawn {
            let race = Class::of(&sample.board) == Class::Race;
            samples[usize::from(race)].push(sample);
        }
        let size = StepSize {
            rate: stage.rate.at(share),
            row_rate: self.recipe.row_rate,
            average: self.recipe.average,
            equity_weight: stage.equity_weight,
            sibling_weight: stage.sibling_weight,
        };
        for (n, phase) in Phase::ALL.into_iter().enumerate() {
            let learner = &mut self.learners[n];
            self.losses[n].0 += learner.learn(&samples[n], size);
            self.losses[n].1 += samples[n].len() as u64;
            if !samples[n].is_empty() && learner.has_new_average() {
                let weights = self.nets.net_mut(phase).weights_mut();
                weights.copy_from_slice(learner.average.weights());
            }
        }
        self.standing.step += 1;
    }

    fn progress(&mut self, stage: &Stage) -> Progress {
        let losses = self.losses.map(|(sum, count)| sum / (count.max(1)) as f64);
        self.losses = [(0.0, 0); 2];
        let errors = self.judged.as_ref().map(|judged| {
            let result = judged.measure(&self.nets);
            JudgedPhase::ALL.map(|phase| (result.of(phase).mean, result.of(phase).se)).to_vec()
        });
        Progress {
            stage: stage.name.clone(),
            step: self.standing.step,
            steps: stage.steps,
            games: self.standing.games,
            positions: self.standing.positions,
            minutes: self.minutes_before + self.started.elapsed().as_secs_f64() / 60.0,
            losses,
            errors: errors.unwrap_or_default(),
        }
    }

    /// Writes the nets and the checkpoint.
    fn write(&mut self) -> Result<(), TrainError> {
        for phase in Phase::ALL {
            let name = format!("backgammon-{}.bin", phase.name());
            checkpoint::replace(&self.args.out.join(name), &self.nets.net(phase).to_bytes())?;
        }
        let path = self.args.out.join("checkpoint.bin");
        checkpoint::write(&path, &self.standing, self.learners.each_ref())?;
        self.written = Instant::now();
        Ok(())
    }
}

/// A variant drawn by weight.
pub(super) fn pick(variants: &[(Variant, u32)], rng: &mut impl Rng) -> Variant {
    let sum: u32 = variants.iter().map(|&(_, weight)| weight).sum();
    let mut at = rng.random_range(0..sum.max(1));
    for &(variant, weight) in variants {
        if at < weight {
            return variant;
        }
        at -= weight;
    }
    Variant::Backgammon
}

fn read_net(recipe: &Recipe, path: &Path, phase: Phase) -> Result<Net, TrainError> {
    let bytes = std::fs::read(path).map_err(TrainError::file(path))?;
    Net::from_bytes(&bytes, phase)
        .map_err(|error| recipe.bad_start(phase, &format!("{}: {error}", path.display())))
}

/// A number that tells runs of different recipes or seeds apart.
fn origin(args: &TrainArgs) -> Result<u64, TrainError> {
    let text = std::fs::read(&args.recipe).map_err(TrainError::file(&args.recipe))?;
    let mut hasher = Sha256::new();
    hasher.update(args.seed.to_le_bytes());
    hasher.update(&text);
    let hash = hasher.finalize();
    Ok(hash.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes)))
}
