//! The error of the grammar functions: where, and what was expected there.

use nom::error::{ErrorKind, FromExternalError, ParseError};
use nom::{Finish, IResult, Parser};

/// A parse that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fault<'a> {
    /// What is left of the text where it went wrong.
    rest: &'a str,
    /// What would have been right there.
    pub(super) expected: &'static str,
}

impl Fault<'_> {
    /// How many characters of the text stand before the fault.
    pub(super) fn offset(&self, text: &str) -> usize {
        let bytes = text.len().saturating_sub(self.rest.len());
        text.get(..bytes).map_or(0, |before| before.chars().count())
    }
}

impl<'a> ParseError<&'a str> for Fault<'a> {
    fn from_error_kind(rest: &'a str, kind: ErrorKind) -> Self {
        let expected = match kind {
            ErrorKind::Eof => "the end",
            _ => "",
        };
        Self { rest, expected }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }

    /// The alternative that came further knows best what is missing.
    fn or(self, other: Self) -> Self {
        if self.rest.len() < other.rest.len() { self } else { other }
    }
}

impl<'a, E> FromExternalError<&'a str, E> for Fault<'a> {
    fn from_external_error(rest: &'a str, kind: ErrorKind, _: E) -> Self {
        Self::from_error_kind(rest, kind)
    }
}

/// The result of a grammar function.
pub(super) type Parsed<'a, T> = IResult<&'a str, T, Fault<'a>>;

/// Names what the parser reads, for errors at its first character.
pub(super) fn expect<'a, T>(
    expected: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
) -> impl FnMut(&'a str) -> Parsed<'a, T> {
    move |text| {
        parser.parse(text).map_err(|error| {
            error.map(|fault| {
                let named = !fault.expected.is_empty() && fault.rest.len() < text.len();
                if named { fault } else { Fault { rest: fault.rest, expected } }
            })
        })
    }
}

/// Runs a parser that must read the whole text.
pub(super) fn whole<'a, T>(
    text: &'a str,
    parser: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
) -> Result<T, Fault<'a>> {
    let (_, value) = nom::combinator::all_consuming(parser).parse_complete(text).finish()?;
    Ok(value)
}
