//! Carries sessions: standard input and output, TCP and Unix sockets.
//!
//! A [`Conversation`] is one client without its wire: bytes in, bytes out, time told. Two drivers
//! move the bytes, [`stdio`] with threads and [`socket`] with tokio; [`Server`] opens the listeners
//! and ends everything in order. What a session says stands in `session`, what the engine computes
//! in `search`: here is neither.
//!
//! Invariant: nothing here knows a rule, a command or a net. Invariant: what one client does, or
//! leaves undone, costs the others nothing but their share of the processor; all that is kept for
//! a client has a bound in [`Limits`].

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod auth;
mod conversation;
mod engine;
mod input;
mod limits;
mod outbox;
mod server;
mod shutdown;
mod socket;
mod stdio;
mod tcp;
mod unix;

pub use auth::{Token, TokenError};
pub use conversation::Conversation;
pub use engine::{Dialect, Engine, News, Peer, Post, Posted, Reporter, Service};
pub use limits::Limits;
pub use server::{Listeners, Server};
pub use shutdown::Shutdown;
pub use stdio::{Ended, converse};
pub use tcp::ListenError;
