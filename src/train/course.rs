//! What a run trains, apart from how it steps.

use super::curve::Measure;
use super::error::TrainError;
use super::recipe::Stage;
use super::sample::Lesson;
use crate::eval::net::{CLASSES, Net};
use rand::rngs::ChaCha8Rng;

/// The nets of a run, where their lessons come from and how well they do.
pub(super) trait Course {
    /// What a stage draws its lessons from.
    type Source;

    /// The name of each net's loss in the curve, in the order of the nets.
    const LOSSES: &'static [&'static str];

    /// Opens what a stage draws from.
    ///
    /// # Errors
    /// [`TrainError`] if a file is not what the recipe says.
    fn open(&self, stage: &Stage) -> Result<Self::Source, TrainError>;

    /// Adds the lessons of a step to those of each net; `share` of the stage's steps are taken.
    fn draw(
        &mut self,
        source: &Self::Source,
        share: f32,
        rng: &mut ChaCha8Rng,
        lessons: &mut [Vec<Lesson>],
    ) -> Drawn;

    /// What each class of results is worth to the side to throw.
    fn points(&self) -> [f32; CLASSES];

    /// The averaged net number `n`, which plays.
    fn net_mut(&mut self, n: usize) -> &mut Net;

    /// What is measured of the nets as they are.
    fn measure(&mut self) -> Vec<Measure>;
}

/// What a step has drawn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Drawn {
    pub games: u64,
    pub positions: u64,
}
