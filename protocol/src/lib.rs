//! The Nardy line protocol: requests and replies as types, and their text and JSON
//! forms.
//!
//! The crate knows nothing of the games: a request is syntax, a reply is names and
//! values. `SPEC.md` beside the sources is the specification it follows.
//!
//! | module | holds |
//! |---|---|
//! | [`request`] | what a client asks for |
//! | [`grammar`] | request lines, text and JSON, into requests |
//! | [`reply`] | what it is answered, printed and read back |
//! | [`catalogue`] | every command and option, for listing and for the grammar |
//! | [`frame`] | bytes into lines |
//! | [`limits`] | how much a server puts up with |
//! | [`error`] | what can go wrong, as it is told on the wire |
//!
//! Invariant: no input can make this crate panic.
//! Invariant: no IO, no clock and no thread in here.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod catalogue;
pub mod error;
pub mod frame;
pub mod grammar;
pub mod limits;
pub mod reply;
pub mod request;

pub use error::{ErrorCode, ProtocolError};
pub use frame::{Frame, Framer};
pub use grammar::{Parsed, parse_line};
pub use limits::Limits;
pub use reply::{Closing, FieldList, Fields, Record, Reply, Value};
pub use request::{Command, Request, Tag, Word};
