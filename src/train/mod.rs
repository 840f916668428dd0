//! Training of the nets: self-play, labels, optimiser, recipes, checkpoints; and games solved
//! (`hypergammon`). Knows no session and no transport.
//!
//! A run is a recipe: stages of steps, each step some games (or labelled positions), one change of
//! each net. Everything random is drawn from (seed, stage, step), so a run stopped and resumed
//! gives the same weights, to the bit, as one that was not.

mod backward;
mod chart;
mod checkpoint;
mod course;
mod curve;
mod error;
pub mod games;
pub mod hypergammon;
mod kind;
mod labels;
mod look_ahead;
mod optimiser;
mod pair;
mod play;
pub mod prune;
mod recipe;
mod run;
mod sample;

pub use curve::{Measure, Progress};
pub use error::TrainError;
pub use kind::Kind;
pub use labels::{Harvest, LABEL_BYTES, POSITION_BYTES, write_labels, write_positions};
pub use look_ahead::LookAhead;
pub use play::SIBLINGS;
pub use recipe::{Labels, NetRecipe, Rate, Recipe, SelfPlay, Stage, StageKind, Start};
pub use run::{TrainArgs, Trained, run, train};

#[cfg(test)]
mod tests;
