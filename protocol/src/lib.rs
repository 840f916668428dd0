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
//! | [`gnubg`] | the dialect of GNU Backgammon's external player |
//! | [`ubgi`] | the dialect UBGI |
//! | [`limits`] | how much a server puts up with |
//! | [`error`] | what can go wrong, as it is told on the wire |
//!
//! ```
//! use nardy_protocol::{Command, FieldList, Parsed, Record, Reply, parse_line};
//!
//! let Parsed::Request(request) = parse_line("@a hint 3 plies=2") else {
//!     unreachable!("this is a request");
//! };
//! assert!(matches!(request.command, Command::Hint { count: Some(3), .. }));
//!
//! let reply = Reply::ok().record(Record::new("hint").int("rank", 1).text("play", "8/5 6/5"));
//! let mut out = String::new();
//! reply.print_text(request.tag.as_ref(), &mut out);
//! assert_eq!(out, "@a hint rank=1 play=\"8/5 6/5\"\n@a ok\n");
//! ```
//!
//! Invariant: no input can make this crate panic.
//! Invariant: no IO, no clock and no thread in here.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod catalogue;
pub mod error;
pub mod frame;
pub mod gnubg;
pub mod grammar;
pub mod limits;
pub mod reply;
pub mod request;
pub mod ubgi;

pub use error::{ErrorCode, ProtocolError};
pub use frame::{Frame, Framer};
pub use grammar::{Parsed, nearest, parse_line, setting};
pub use limits::Limits;
pub use reply::{Closing, FieldList, Fields, Record, Reply, Value};
pub use request::{
    At, Colour, Command, CubeOwner, Dice, DiceChoice, ExportTarget, Format, HelpTopic,
    ImportSource, ListKind, MatchTable, MovesOrder, MovesQuery, Numbering, Place, Play, PlayAction,
    PositionForm, Positions, Query, Request, Setting, Show, Tag, Unit, Word,
};
