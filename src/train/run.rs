//! A run from its recipe to its nets.

use super::checkpoint::{self, Standing};
use super::course::Course;
use super::curve::{self, Progress};
use super::error::TrainError;
use super::games;
use super::optimiser::{Learner, StepSize, generator, random_net, widened};
use super::pair::Pair;
use super::recipe::{NetRecipe, Recipe, Stage, Taught};
use super::sample::Lesson;
use crate::board::{Board, LapBoard, PinBoard, RoyalBoard};
use crate::eval::Evaluators;
use crate::eval::features::InputSet;
use crate::eval::net::{Net, Shape};
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
    /// The averaged nets, in the order of the recipe: contact and race, or the game's own.
    pub nets: Vec<Net>,
    /// Whether the recipe is done; otherwise the time was up.
    pub finished: bool,
}

impl Trained {
    /// The judge that a contact net and a race net make; `None` for a game's own net.
    pub fn pair(&self) -> Option<Evaluators> {
        match &self.nets[..] {
            [contact, race] => Evaluators::new(contact.clone(), race.clone()),
            _ => None,
        }
    }
}

/// Trains and says nothing; see [`train`].
///
/// # Errors
/// As [`train`].
pub fn run(args: &TrainArgs) -> Result<Trained, TrainError> {
    train(args, |_| {})
}

/// Trains by a recipe; `report` hears of the progress. The folder then holds the weights
/// (`backgammon-contact.bin` and `backgammon-race.bin`, or the game's, `long.bin`), `curve.csv`, its picture
/// `curve.svg`, and `checkpoint.bin`.
///
/// # Errors
/// [`TrainError`] if the recipe or a file that it names is wrong, or the folder cannot be written.
pub fn train(args: &TrainArgs, report: impl FnMut(&Progress)) -> Result<Trained, TrainError> {
    let recipe = Recipe::read(&args.recipe)?;
    recipe.check_files()?;
    std::fs::create_dir_all(&args.out).map_err(TrainError::file(&args.out))?;
    let nets = first_nets(&recipe, args.seed)?;
    let standing = Standing { origin: origin(args)?, ..Standing::default() };
    let job = Job { args, recipe: &recipe, standing };
    match recipe.taught() {
        Taught::Pair => job.run(Pair::new(&recipe, nets.clone())?, nets, report),
        Taught::Game(game) => match InputSet::of(game) {
            None | Some(InputSet::Contact | InputSet::Race) => Err(games::no_net(game)),
            Some(InputSet::Parallel) => {
                job.run(games::Course::<Board>::new(game, &nets)?, nets, report)
            }
            Some(InputSet::Royal) => {
                job.run(games::Course::<RoyalBoard>::new(game, &nets)?, nets, report)
            }
            Some(InputSet::Laps) => {
                job.run(games::Course::<LapBoard>::new(game, &nets)?, nets, report)
            }
            Some(InputSet::Pins) => {
                job.run(games::Course::<PinBoard>::new(game, &nets)?, nets, report)
            }
        },
    }
}

/// The nets that a recipe begins with.
fn first_nets(recipe: &Recipe, seed: u64) -> Result<Vec<Net>, TrainError> {
    let first = |(n, (shape, net)): (usize, (Shape, &NetRecipe))| {
        let seed = seed ^ n as u64;
        let Some(from) = &net.from else { return Ok(random_net(shape, seed)) };
        let path: &Path = from.as_ref();
        let bytes = std::fs::read(path).map_err(TrainError::file(path))?;
        let bad = |reason: String| recipe.bad_start(net, &reason);
        let old = Net::like(&bytes, shape)
            .map_err(|error| bad(format!("{}: {error}", path.display())))?;
        match old.shape().hidden {
            wide if wide > shape.hidden => {
                Err(bad(format!("it is wider than {}.hidden", recipe.key(shape))))
            }
            narrow if narrow < shape.hidden => Ok(widened(&old, shape, seed)),
            _ => Ok(old),
        }
    };
    recipe.nets()?.into_iter().enumerate().map(first).collect()
}

/// A run that is about to begin.
struct Job<'a> {
    args: &'a TrainArgs,
    recipe: &'a Recipe,
    standing: Standing,
}

impl Job<'_> {
    fn run<C: Course>(
        self,
        course: C,
        nets: Vec<Net>,
        mut report: impl FnMut(&Progress),
    ) -> Result<Trained, TrainError> {
        let Job { args, recipe, standing } = self;
        let mut learners: Vec<Learner> = nets.into_iter().map(Learner::new).collect();
        let path = args.out.join("checkpoint.bin");
        let standing = if args.resume && path.exists() {
            checkpoint::read(&path, standing.origin, &mut learners)?
        } else {
            standing
        };
        let now = Instant::now();
        let losses = learners.iter().map(|_| (0.0, 0)).collect();
        let mut run = Run {
            args,
            recipe,
            learners,
            course,
            standing,
            started: now,
            minutes_before: standing.minutes,
            written: now,
            losses,
        };
        (0..run.learners.len()).for_each(|n| run.renew(n));
        let begun = standing.stage as usize;
        for (at, stage) in recipe.stages.iter().enumerate().skip(begun) {
            if !run.stage(at, stage, &mut report)? {
                break;
            }
        }
        run.write()?;
        let finished = run.standing.stage as usize >= recipe.stages.len();
        let nets = run.learners.into_iter().map(|learner| learner.average).collect();
        Ok(Trained { nets, finished })
    }
}

struct Run<'a, C> {
    args: &'a TrainArgs,
    recipe: &'a Recipe,
    learners: Vec<Learner>,
    course: C,
    standing: Standing,
    started: Instant,
    minutes_before: f64,
    written: Instant,
    /// Sum of losses and lessons since the last report, by net.
    losses: Vec<(f64, u64)>,
}

impl<C: Course> Run<'_, C> {
    /// Runs a stage to its end, or until the time is up: then `false`.
    fn stage(
        &mut self,
        at: usize,
        stage: &Stage,
        report: &mut impl FnMut(&Progress),
    ) -> Result<bool, TrainError> {
        let source = self.course.open(stage)?;
        let mut lessons = vec![Vec::new(); self.learners.len()];
        while self.standing.step < stage.steps {
            let spent = self.started.elapsed().as_secs_f64() / 60.0;
            self.standing.minutes = self.minutes_before + spent;
            if self.args.minutes.is_some_and(|limit| spent >= limit) {
                return Ok(false);
            }
            self.step(at, stage, &source, &mut lessons);
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

    fn step(&mut self, at: usize, stage: &Stage, source: &C::Source, lessons: &mut [Vec<Lesson>]) {
        let share = self.standing.step as f32 / stage.steps as f32;
        let mut rng = generator(self.args.seed, at, self.standing.step);
        lessons.iter_mut().for_each(Vec::clear);
        let drawn = self.course.draw(source, share, &mut rng, lessons);
        self.standing.games += drawn.games;
        self.standing.positions += drawn.positions;
        let size = StepSize {
            rate: stage.rate.at(share),
            row_rate: self.recipe.row_rate,
            average: self.recipe.average,
            equity_weight: stage.equity_weight,
            sibling_weight: stage.sibling_weight,
            points: self.course.points(),
        };
        for (n, lessons) in lessons.iter().enumerate() {
            let learner = &mut self.learners[n];
            self.losses[n].0 += learner.learn(lessons, size);
            self.losses[n].1 += lessons.len() as u64;
            if !lessons.is_empty() && learner.has_new_average() {
                self.renew(n);
            }
        }
        self.standing.step += 1;
    }

    /// Net number `n` plays from now on by its average.
    fn renew(&mut self, n: usize) {
        let weights = self.course.net_mut(n).weights_mut();
        weights.copy_from_slice(self.learners[n].average.weights());
    }

    fn progress(&mut self, stage: &Stage) -> Progress {
        let mean = |&(sum, count): &(f64, u64)| sum / (count.max(1)) as f64;
        let losses = C::LOSSES.iter().copied().zip(self.losses.iter().map(mean)).collect();
        self.losses.fill((0.0, 0));
        Progress {
            stage: stage.name.clone(),
            step: self.standing.step,
            steps: stage.steps,
            games: self.standing.games,
            positions: self.standing.positions,
            minutes: self.minutes_before + self.started.elapsed().as_secs_f64() / 60.0,
            losses,
            measures: self.course.measure(),
        }
    }

    /// Writes the nets and the checkpoint.
    fn write(&mut self) -> Result<(), TrainError> {
        for learner in &self.learners {
            let shape = learner.average.shape();
            let name = match shape.game {
                None => format!("{}-{}.bin", shape.family(), shape.inputs.name()),
                Some(game) => format!("{}.bin", game.name()),
            };
            checkpoint::replace(&self.args.out.join(name), &learner.average.to_bytes())?;
        }
        let path = self.args.out.join("checkpoint.bin");
        checkpoint::write(&path, &self.standing, &self.learners)?;
        self.written = Instant::now();
        Ok(())
    }
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
