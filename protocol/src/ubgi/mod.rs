//! The dialect UBGI, the Universal Backgammon Interface: request lines, most of them without a
//! reply, and reply lines.
//!
//! Both drafts are understood side by side: 0.1 with its sessions, scores and limits of thought, 0.2
//! with `set`, `get`, `keys` and `proto`. What is tolerated beyond them: any number of blanks
//! between words, limits and session options in any order. Words are told apart by case, as both
//! drafts ask. What the drafts leave open is settled in the specification, section 10.

mod error;
mod grammar;
mod option;
mod reply;
mod request;

pub use error::{UbgiClass, UbgiError};
pub use grammar::{LineParse, parse};
pub use option::{UbgiKind, UbgiOption};
pub use reply::{CubeWord, UbgiReply, UbgiStep};
pub use request::{Edition, Go, Player, PositionText, Role, SessionPlay, UbgiRequest};

/// Whether a line of a native session asks to go on in this dialect: the word `ubgi` alone.
pub fn begins_ubgi(line: &str) -> bool {
    grammar::trim(line) == "ubgi"
}
