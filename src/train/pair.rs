//! The course of the backgammon family: a contact net and a race net.

use super::course::{Course, Drawn};
use super::curve::Measure;
use super::error::TrainError;
use super::labels::LabelSet;
use super::play::{Manner, Player, Targets};
use super::recipe::{Recipe, SelfPlay, Stage, StageKind};
use super::sample::{Lesson, POINTS};
use crate::eval::features::Phase;
use crate::eval::net::{CLASSES, Net};
use crate::eval::validate::{Judged, JudgedPhase};
use crate::eval::{Class, Evaluators};
use crate::rules::Variant;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt};

/// The two nets in training.
pub(super) struct Pair {
    nets: Evaluators,
    player: Player,
    judged: Option<Judged>,
}

/// What a stage draws its samples from, and what it learns as well.
pub(super) struct Source {
    main: Main,
    beside: Option<LabelSet>,
}

enum Main {
    Games(SelfPlay, Vec<(Variant, u32)>, Targets),
    Labels(LabelSet),
}

impl Pair {
    /// The course of a recipe that begins with these nets: contact, race.
    ///
    /// # Errors
    /// [`TrainError`] if the file to validate with cannot be used.
    pub fn new(recipe: &Recipe, nets: Vec<Net>) -> Result<Pair, TrainError> {
        let judged =
            recipe.validation.as_ref().map(|file| Judged::read(file.as_ref())).transpose()?;
        let pair = <[Net; 2]>::try_from(nets).ok();
        let nets = pair.and_then(|[contact, race]| Evaluators::new(contact, race));
        let wrong = || TrainError::Value("the nets are not contact and race".to_owned());
        Ok(Pair { nets: nets.ok_or_else(wrong)?, player: Player::new(), judged })
    }
}

impl Course for Pair {
    type Source = Source;

    const LOSSES: &'static [&'static str] = &["contact_loss", "race_loss"];

    fn open(&self, stage: &Stage) -> Result<Source, TrainError> {
        let games = |play: &SelfPlay, targets| {
            let variants = play.variants().map_err(TrainError::Value)?;
            if play.starts.iter().any(|start| !start.options.is_empty()) {
                let reason = "starts: options are for games with a net of their own";
                return Err(TrainError::Value(reason.to_owned()));
            }
            Ok::<_, TrainError>(Main::Games(play.clone(), variants, targets))
        };
        let main = match &stage.learn {
            StageKind::SelfPlay(play) => games(play, Targets::Played)?,
            StageKind::Lookahead(play) => games(play, Targets::AllThrows)?,
            StageKind::Labels(labels) => Main::Labels(LabelSet::read(labels)?),
        };
        Ok(Source { main, beside: stage.beside.as_ref().map(LabelSet::read).transpose()? })
    }

    fn draw(
        &mut self,
        source: &Source,
        share: f32,
        rng: &mut ChaCha8Rng,
        lessons: &mut [Vec<Lesson>],
    ) -> Drawn {
        let mut samples = Vec::new();
        let mut games = 0;
        match &source.main {
            Main::Games(play, variants, targets) => {
                let manner = Manner::of(play, share, *targets);
                for _ in 0..play.games {
                    let variant = pick(variants, rng);
                    self.player.game(&self.nets, variant, &manner, rng, &mut samples);
                }
                games = u64::from(play.games);
            }
            Main::Labels(labels) => labels.draw(rng, &mut samples),
        }
        if let Some(labels) = &source.beside {
            labels.draw(rng, &mut samples);
        }
        for sample in &samples {
            let phase =
                if Class::of(&sample.board) == Class::Race { Phase::Race } else { Phase::Contact };
            lessons[phase as usize].push(sample.lesson(phase));
        }
        Drawn { games, positions: samples.len() as u64 }
    }

    fn points(&self) -> [f32; CLASSES] {
        POINTS
    }

    fn net_mut(&mut self, n: usize) -> &mut Net {
        self.nets.net_mut(Phase::ALL[n.min(1)])
    }

    fn measure(&mut self) -> Vec<Measure> {
        let result = self.judged.as_ref().map(|judged| judged.measure(&self.nets));
        let phases = [JudgedPhase::Contact, JudgedPhase::Crashed, JudgedPhase::Race];
        let one = |phase: JudgedPhase| Measure {
            name: phase.name(),
            unit: "error",
            value: result.as_ref().map(|all| (all.of(phase).mean, all.of(phase).se)),
        };
        phases.map(one).to_vec()
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
