//! Training of the games that one net of their own knows: the same run for all of them.

mod level;
mod play;
mod recipes;

pub use level::{Ahead, Duel, Estimate, Greedy, Player, Random, ZeroPly, duel};
pub use recipes::recipe;

use super::course::{self, Drawn};
use super::curve::Measure;
use super::error::TrainError;
use super::play::{Manner, Targets};
use super::recipe::{SelfPlay, Stage, StageKind};
use super::sample::Lesson;
use crate::eval::features::Described;
use crate::eval::games::{GameNet, points};
use crate::eval::net::{CLASSES, Net};
use crate::rules::{Rules, Variant};
use play::Gamer;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Games against the greedy player by which a net is measured.
const MEASURED: u32 = 400;
/// Where their dice come from.
const MEASURED_SEED: u64 = 1;

/// A game's net in training.
pub(super) struct Course<B> {
    judge: GameNet<B>,
    gamer: Gamer<B>,
}

/// What a stage plays, under which rules how often.
pub(super) struct Source {
    play: SelfPlay,
    rules: Vec<(Rules, u32)>,
    targets: Targets,
}

impl<B: Described> Course<B> {
    /// The course of a game that begins with this net.
    ///
    /// # Errors
    /// [`TrainError`] if the net is for something else.
    pub fn new(game: Variant, nets: &[Net]) -> Result<Course<B>, TrainError> {
        let judge = nets.first().and_then(|net| GameNet::new(&game.rules(), net.clone()));
        let judge = judge.ok_or_else(|| no_net(game))?;
        Ok(Course { judge, gamer: Gamer::new() })
    }
}

/// The error of a recipe for a game that has no net of its own.
pub(super) fn no_net(game: Variant) -> TrainError {
    let name = game.name();
    TrainError::Value(format!("game = \"{name}\": it has no net of its own"))
}

impl<B: Described> course::Course for Course<B> {
    type Source = Source;

    const LOSSES: &'static [&'static str] = &["loss"];

    fn open(&self, stage: &Stage) -> Result<Source, TrainError> {
        let (play, targets) = match &stage.learn {
            StageKind::SelfPlay(play) => (play, Targets::Played),
            StageKind::Lookahead(play) => (play, Targets::AllThrows),
            StageKind::Labels(_) => return Err(labelled(stage)),
        };
        if stage.beside.is_some() {
            return Err(labelled(stage));
        }
        let game = self.judge.game();
        let rules = under(play, game).map_err(TrainError::Value)?;
        Ok(Source { play: play.clone(), rules, targets })
    }

    fn draw(
        &mut self,
        source: &Source,
        share: f32,
        rng: &mut ChaCha8Rng,
        lessons: &mut [Vec<Lesson>],
    ) -> Drawn {
        let play = &source.play;
        let manner = Manner::of(play, share, source.targets);
        let before = lessons[0].len();
        let sum: u32 = source.rules.iter().map(|(_, weight)| weight).sum();
        for _ in 0..play.games {
            let mut at = rng.random_range(0..sum.max(1));
            for (rules, weight) in &source.rules {
                if at < *weight {
                    self.judge.play_under(rules);
                    self.gamer.game(&self.judge, &manner, rng, &mut lessons[0]);
                    break;
                }
                at -= weight;
            }
        }
        Drawn { games: u64::from(play.games), positions: (lessons[0].len() - before) as u64 }
    }

    fn points(&self) -> [f32; CLASSES] {
        points(self.judge.results().classes())
    }

    fn net_mut(&mut self, _n: usize) -> &mut Net {
        self.judge.net_mut()
    }

    fn measure(&mut self) -> Vec<Measure> {
        let rules = self.judge.game().rules();
        self.judge.play_under(&rules);
        let result = duel(
            &rules,
            &mut ZeroPly::new(&self.judge),
            &mut Greedy,
            None,
            MEASURED,
            MEASURED_SEED,
        );
        let pair = |Estimate { mean, stderr }: Estimate| Some((mean, stderr));
        let (value, won) = (pair(result.points), pair(result.won));
        vec![
            Measure { name: "greedy", unit: "points", value },
            Measure { name: "greedy_won", unit: "share", value: won },
        ]
    }
}

fn labelled(stage: &Stage) -> TrainError {
    let name = &stage.name;
    TrainError::Value(format!("stage {name}: labels are for the backgammon family"))
}

/// The rules of a stage's games with their weights; the game's usual ones if none are named.
fn under(play: &SelfPlay, game: Variant) -> Result<Vec<(Rules, u32)>, String> {
    if play.starts.is_empty() {
        return Ok(vec![(game.rules(), 1)]);
    }
    play.variants()?;
    let one = |start: &super::recipe::Start| {
        if start.variant != game.name() {
            return Err(format!("starts: '{}' is not {}", start.variant, game.name()));
        }
        let mut rules = game.rules();
        let options = start.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        rules.set_all(options).map_err(|error| error.to_string())?;
        Ok((rules, start.weight))
    };
    play.starts.iter().map(one).collect()
}

#[cfg(test)]
mod tests;
