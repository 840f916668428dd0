//! What GNU Backgammon answers to a line that it cannot serve.

use thiserror::Error;

/// Why a line is refused. Its text follows `Error: ` in the reply.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GnubgError {
    /// An empty line.
    #[error("no command given")]
    NoCommand,
    /// A word where it cannot stand. The names are those of GNU Backgammon's tokens.
    #[error("syntax error, unexpected {unexpected}{}", expecting(.expected))]
    Syntax {
        /// What stands there.
        unexpected: &'static str,
        /// What could stand there; empty where that would be a long list.
        expected: &'static [&'static str],
    },
    /// A board line with more than two names and 50 numbers.
    #[error("Invalid board. Maximum number of elements is 52")]
    TooManyElements,
    /// A board that cannot be: numbers missing, nobody on turn, a decided score, checkers or dice
    /// that do not exist.
    #[error("badly formed board")]
    BadBoard,
    /// The option `prompt` exists in name only.
    #[error("set option 'prompt' not supported")]
    PromptUnsupported,
    /// A line above the limit.
    #[error("line too long")]
    LineTooLong,
    /// Anything else that stops an answer, in one line.
    #[error("{0}")]
    Other(String),
}

fn expecting(expected: &[&str]) -> String {
    match expected {
        [] => String::new(),
        names => format!(", expecting {}", names.join(" or ")),
    }
}
