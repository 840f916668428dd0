//! What can go wrong with a request, as the client is told.

use crate::reply::{Fields, Value};
use std::borrow::Cow;
use std::fmt;

/// The class of an error. The set is closed: a client may match on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// The line does not follow the grammar.
    Syntax,
    /// The line begins with a word that is no command.
    UnknownCommand,
    /// There is no setting of this name.
    UnknownOption,
    /// A value is of the wrong kind or out of range.
    BadValue,
    /// The position cannot be.
    IllegalPosition,
    /// The play breaks a rule.
    IllegalMove,
    /// The command has no place in this phase of the game.
    WrongPhase,
    /// There is no game.
    NoGame,
    /// The engine cannot do this for this variant.
    Unsupported,
    /// A limit of the server is reached.
    Limit,
    /// The server has too much to do.
    Busy,
    /// The session has not said the token.
    Unauthorised,
    /// The request was ended before it had an answer.
    Cancelled,
    /// The request took longer than it may.
    Timeout,
    /// A file could not be read or written.
    Io,
    /// A fault of the server.
    Internal,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [Self; 16] = [
        Self::Syntax,
        Self::UnknownCommand,
        Self::UnknownOption,
        Self::BadValue,
        Self::IllegalPosition,
        Self::IllegalMove,
        Self::WrongPhase,
        Self::NoGame,
        Self::Unsupported,
        Self::Limit,
        Self::Busy,
        Self::Unauthorised,
        Self::Cancelled,
        Self::Timeout,
        Self::Io,
        Self::Internal,
    ];

    /// The code as it stands on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::UnknownCommand => "unknown-command",
            Self::UnknownOption => "unknown-option",
            Self::BadValue => "bad-value",
            Self::IllegalPosition => "illegal-position",
            Self::IllegalMove => "illegal-move",
            Self::WrongPhase => "wrong-phase",
            Self::NoGame => "no-game",
            Self::Unsupported => "unsupported",
            Self::Limit => "limit",
            Self::Busy => "busy",
            Self::Unauthorised => "unauthorised",
            Self::Cancelled => "cancelled",
            Self::Timeout => "timeout",
            Self::Io => "io",
            Self::Internal => "internal",
        }
    }

    /// The code with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.as_str() == name)
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a request was refused. A refused request changes nothing.
///
/// Boxed texts keep it small enough to be returned by value everywhere.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct ProtocolError {
    /// The class.
    pub code: ErrorCode,
    /// What is wrong, for people.
    pub message: String,
    /// Where the line went wrong, 1-based, counted in characters.
    pub column: Option<usize>,
    /// What would have been right there.
    pub expected: Option<Box<str>>,
    /// The number of the rule that is broken.
    pub rule: Option<Box<str>>,
    /// The word that was probably meant.
    pub did_you_mean: Option<Box<str>>,
    /// Further fields of the error line.
    pub extra: Fields,
}

impl ProtocolError {
    /// An error with nothing but its class and message.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            column: None,
            expected: None,
            rule: None,
            did_you_mean: None,
            extra: Vec::new(),
        }
    }

    /// Tells where the line went wrong.
    #[must_use]
    pub fn at(mut self, column: usize) -> Self {
        self.column = Some(column);
        self
    }

    /// Tells what would have been right.
    #[must_use]
    pub fn expecting(mut self, what: impl Into<Box<str>>) -> Self {
        self.expected = Some(what.into());
        self
    }

    /// Tells which rule is broken.
    #[must_use]
    pub fn breaking(mut self, rule: impl Into<Box<str>>) -> Self {
        self.rule = Some(rule.into());
        self
    }

    /// Tells which word was probably meant, if there is one.
    #[must_use]
    pub fn suggesting(mut self, word: Option<impl Into<Box<str>>>) -> Self {
        self.did_you_mean = word.map(Into::into);
        self
    }

    /// Adds a field to the error line.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, value: Value) -> Self {
        self.extra.push((name.into(), value));
        self
    }

    /// All fields in the order they are printed, the message last.
    pub fn fields(&self) -> Fields {
        let text = |text: &str| Value::Text(text.to_owned().into());
        let mut fields: Fields = vec![("code".into(), text(self.code.as_str()))];
        if let Some(rule) = &self.rule {
            fields.push(("rule".into(), text(rule)));
        }
        if let Some(column) = self.column {
            fields.push(("column".into(), Value::from_int(column)));
        }
        if let Some(expected) = &self.expected {
            fields.push(("expected".into(), text(expected)));
        }
        if let Some(word) = &self.did_you_mean {
            fields.push(("did-you-mean".into(), text(word)));
        }
        fields.extend(self.extra.iter().cloned());
        fields.push(("message".into(), text(&self.message)));
        fields
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_found_by_its_name() {
        for code in ErrorCode::ALL {
            assert_eq!(ErrorCode::from_name(code.as_str()), Some(code));
        }
        assert_eq!(ErrorCode::from_name("teapot"), None);
    }

    #[test]
    fn fields_leave_out_what_is_not_known() {
        let error = ProtocolError::new(ErrorCode::BadValue, "too large").at(7);
        let names: Vec<_> = error.fields().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["code", "column", "message"]);
    }
}
