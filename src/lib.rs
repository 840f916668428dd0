//! Nardy: an engine for the nardy and backgammon family that speaks plain text lines.
//!
//! # Code map
//! Rooms in the order in which they build on one another; each may use only rooms above it.
//!
//! | room | what is there |
//! |---|---|
//! | [`board`] | sides, points, dice, checkers; positions as text |
//! | [`rules`] | the games as data, options, scoring, positions that can be |
//! | [`moves`] | single steps, whole turns, notation, perft |
//! | [`eval`] | from a board to chances: exact tables, nets |
//! | [`train`] | makes the nets, solves games |
//! | [`search`] | from a position to a decision: look-ahead, cube, rollouts, the engine's threads |
//! | [`game`] | a session of games: turns, cube, score, history |
//! | [`dialect`] | what other programs' requests mean |
//! | [`session`] | one client's conversation as a state machine |
//! | [`transport`] | bytes: standard input, TCP, Unix sockets |
//!
//! The crate `nardy-protocol` knows the words of the protocol and none of these rooms; of them only
//! `dialect`, `session` and `transport` know it. The binary's `cli` uses everything.
//!
//! # Invariants
//! Each is checked by `tests/architecture.rs`.
//!
//! - Invariant: a room uses only rooms above it.
//! - Invariant: nothing prints but `cli`, and `transport` owns standard output while serving.
//! - Invariant: `unsafe` stands only in modules named `simd` or `mmap`.
//! - Invariant: asynchronous code stands only in `transport`.
//! - Invariant: no file is longer than 500 lines, and each belongs to a module.
//! - Invariant: the words of the protocol have not changed since its specification was last read
//!   against them.

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
