//! The grammar of request lines. All use of nom is in here.
//!
//! A line is cut into tokens (`lex` for text, `json` for JSON objects); the tokens
//! become a command in `command`, which both forms share. What is tolerated: any
//! amount of white space, a byte order mark, commands in any case, and the spellings
//! that the value and play grammars list.

mod args;
mod command;
mod fault;
mod json;
pub(crate) mod lex;
mod play;
mod query;
mod set;
mod suggest;
#[cfg(test)]
mod tests;
mod value;

pub use play::{PLACES_MAX, STEPS_MAX};
pub use suggest::nearest;

use crate::error::{ErrorCode, ProtocolError};
use crate::request::{Command, Request, Setting, Tag, Word};

/// What a line turned out to be.
#[derive(Debug, Clone, PartialEq)]
pub enum Parsed {
    /// An empty line or a comment, which has no reply.
    Nothing,
    /// A request.
    Request(Request),
    /// A line that must be answered with an error.
    Failed {
        /// The tag of the line, where it could be read.
        tag: Option<Tag>,
        /// Whether the line asks to be answered in JSON.
        json: bool,
        /// What is wrong with it.
        error: ProtocolError,
    },
}

/// Reads one line, without its line end.
pub fn parse_line(line: &str) -> Parsed {
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    let start = line.trim_start();
    if start.is_empty() || start.starts_with('#') {
        return Parsed::Nothing;
    }
    let json = start.starts_with('{');
    let lexed = if json { json::line(line) } else { lex::line(line) };
    let tag = lexed.tag;
    let end = line.trim_end().chars().count() + 1;
    let command = lexed.tokens.and_then(|tokens| command::convert(tokens, end));
    match command {
        Ok((command, warnings)) => Parsed::Request(Request { tag, json, command, warnings }),
        Err(error) => Parsed::Failed { tag, json, error },
    }
}

/// The setting that `set NAME VALUE` asks for, the value taken as it stands.
///
/// # Errors
/// Those of the request: there is no such setting, or the value does not fit.
pub fn setting(name: &str, value: &str) -> Result<Setting, ProtocolError> {
    let words = ["set"].into_iter().chain(name.split(' ')).chain([value]);
    let token = |text| lex::Token { key: None, value: Word::new(text, 1) };
    match command::convert(words.map(token).collect(), 1)? {
        (Command::Set(setting), _) => Ok(setting),
        _ => Err(ProtocolError::new(ErrorCode::UnknownOption, format!("no setting '{name}'"))),
    }
}

/// Reads the start of a line that cannot be read as a whole, for its tag.
///
/// Of a JSON object that is cut off the tag is not found.
pub(crate) fn fail_line(start: &str, error: ProtocolError) -> Parsed {
    let start = start.strip_prefix('\u{feff}').unwrap_or(start);
    Parsed::Failed { tag: lex::tag_of(start), json: start.trim_start().starts_with('{'), error }
}
