//! The dialect of GNU Backgammon's external player: one request line, one reply.
//!
//! A superset of interface version 2 as GNU Backgammon 1.07 speaks it. What differs:
//!
//! - a line may have any length that the transport allows, not 255 bytes;
//! - a board line as GNU Backgammon's own client writes it may hold any characters in its names
//!   (the client sends them unquoted, its server refuses them); other lines may not;
//! - numbers that are missing from a short board are not filled from the board before;
//! - numbers that are too long are cut to the largest that fits, where GNU Backgammon wraps them.

mod error;
mod grammar;
mod lexer;
mod reply;
mod request;

pub use error::GnubgError;
pub use grammar::parse;
pub use reply::{GnubgReply, PlainStep, Verdict};
pub use request::{EvaluationOptions, FibsLine, GnubgRequest, SessionOptions};

/// Whether a line of a native session is one of this dialect: it begins with `board:`, `fibsboard`
/// or `evaluation`, in any case, after blanks and NULs.
pub fn looks_like_gnubg(line: &str) -> bool {
    let line = lexer::trim(line).trim_start_matches(lexer::is_blank);
    let word = line.split(lexer::is_blank).next().unwrap_or(line);
    let board = word.get(..lexer::BOARD.len());
    ["fibsboard", "evaluation"].iter().any(|known| word.eq_ignore_ascii_case(known))
        || board.is_some_and(|head| head.eq_ignore_ascii_case(lexer::BOARD))
}
