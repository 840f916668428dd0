//! Why a line is refused.

use thiserror::Error;

use super::request::Edition;
use crate::error::{ErrorCode, ProtocolError};

/// What kind of thing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UbgiClass {
    /// The line begins with a word that is no command.
    UnknownCommand,
    /// Words are missing, or stand where they cannot.
    Malformed,
    /// A value that cannot be.
    BadValue,
    /// A position, a throw or a decision is missing.
    MissingContext,
    /// There is no such option or feature here.
    Unsupported,
    /// The engine has too much to do.
    Busy,
    /// A limit of the server is reached.
    Limit,
    /// A fault of the engine.
    Internal,
}

impl UbgiClass {
    /// The code on the wire. Draft 0.2 has four; `limit` and `internal` are additions.
    pub const fn code(self, edition: Edition) -> &'static str {
        match (self, edition) {
            (UbgiClass::UnknownCommand, Edition::First) => "unknown_command",
            (UbgiClass::UnknownCommand | UbgiClass::Malformed, Edition::Second) => "bad_command",
            (UbgiClass::Malformed | UbgiClass::BadValue, Edition::First) => "bad_argument",
            (UbgiClass::BadValue, Edition::Second) => "bad_value",
            (UbgiClass::MissingContext, Edition::First) => "missing_context",
            (UbgiClass::Unsupported, Edition::First) => "unsupported_feature",
            (UbgiClass::Unsupported, Edition::Second) => "unsupported",
            (UbgiClass::Busy, Edition::First) => "search_in_progress",
            (UbgiClass::MissingContext | UbgiClass::Busy, Edition::Second) => "bad_state",
            (UbgiClass::Limit, _) => "limit",
            (UbgiClass::Internal, _) => "internal",
        }
    }
}

/// A line that is refused; it has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct UbgiError {
    /// What kind of thing is wrong.
    pub class: UbgiClass,
    /// What is wrong, for people.
    pub message: String,
}

impl UbgiError {
    /// An error of this class.
    pub fn new(class: UbgiClass, message: impl Into<String>) -> UbgiError {
        UbgiError { class, message: message.into() }
    }
}

impl From<ProtocolError> for UbgiError {
    /// The same error in the words of this dialect.
    fn from(error: ProtocolError) -> UbgiError {
        let class = match error.code {
            ErrorCode::UnknownCommand => UbgiClass::UnknownCommand,
            ErrorCode::Syntax
            | ErrorCode::BadValue
            | ErrorCode::IllegalPosition
            | ErrorCode::IllegalMove => UbgiClass::BadValue,
            ErrorCode::WrongPhase | ErrorCode::NoGame => UbgiClass::MissingContext,
            ErrorCode::UnknownOption | ErrorCode::Unsupported => UbgiClass::Unsupported,
            ErrorCode::Busy => UbgiClass::Busy,
            ErrorCode::Limit | ErrorCode::Timeout | ErrorCode::Unauthorised => UbgiClass::Limit,
            ErrorCode::Cancelled | ErrorCode::Io | ErrorCode::Internal => UbgiClass::Internal,
        };
        UbgiError::new(class, error.message)
    }
}
