//! Nardy: an engine for the nardy and backgammon family.

pub mod board;
pub mod dialect;
pub mod eval;
pub mod game;
pub mod moves;
pub mod rules;
pub mod search;
pub mod session;
pub mod train;
pub mod transport;
