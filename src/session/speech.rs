//! The languages of a session, and what waits in each.

use nardy_protocol::{Format, Reply, Request};

use super::{gnubg, ubgi};

/// Which language a session begins in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The line protocol; a board line of GNU Backgammon is answered in its own form.
    Native,
    /// GNU Backgammon's external player, and nothing else.
    Gnubg,
    /// The Universal Backgammon Interface, and nothing else.
    Ubgi,
}

/// What a session speaks at present, and what it keeps for that. A native session goes over to the
/// Universal Backgammon Interface when it is told `ubgi`, and stays there.
pub(super) enum Speech {
    /// As [`Dialect::Native`].
    Native,
    /// As [`Dialect::Gnubg`].
    Gnubg(gnubg::Manners),
    /// As [`Dialect::Ubgi`].
    Ubgi(Box<ubgi::Talk>),
}

impl Speech {
    /// As a session begins.
    pub(super) fn of(dialect: Dialect) -> Speech {
        match dialect {
            Dialect::Native => Speech::Native,
            Dialect::Gnubg => Speech::Gnubg(gnubg::Manners::default()),
            Dialect::Ubgi => Speech::Ubgi(Box::new(ubgi::Talk::new())),
        }
    }
}

/// Something that waits for its turn among the untagged requests.
pub(super) enum Waiting {
    /// A request.
    Request(Request),
    /// A reply that is ready but must not overtake.
    Reply(Format, Reply),
    /// A line of the gnubg dialect.
    Gnubg(String),
    /// A line of the ubgi dialect.
    Ubgi(ubgi::Heard),
}
