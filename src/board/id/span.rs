//! A piece of a text that knows its column.

use super::error::{IdError, IdErrorKind};

/// A piece of the text that is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span<'a> {
    /// The piece.
    pub text: &'a str,
    /// Where it begins, counted from 1 in characters.
    pub column: usize,
}

impl<'a> Span<'a> {
    /// The whole text.
    pub fn new(text: &'a str) -> Self {
        Span { text, column: 1 }
    }

    /// An error about the first character of this piece.
    pub fn error(self, kind: IdErrorKind, expected: &'static str) -> IdError {
        IdError { column: self.column, kind, expected: Some(expected) }
    }

    /// This piece cannot stand here, or is missing where it is empty.
    pub fn unexpected(self, what: &'static str, expected: &'static str) -> IdError {
        if self.text.is_empty() {
            return self.error(IdErrorKind::Missing(what), expected);
        }
        self.error(IdErrorKind::Unexpected(self.text.to_owned()), expected)
    }

    /// The piece from byte `at` on, which must lie on a character boundary (else all of it).
    pub fn skip(self, at: usize) -> Self {
        match self.text.split_at_checked(at) {
            Some((head, text)) => Span { text, column: self.column + head.chars().count() },
            None => self,
        }
    }

    /// The pieces between the separators.
    pub fn split(self, separator: char) -> impl Iterator<Item = Span<'a>> {
        let mut column = self.column;
        self.text.split(separator).map(move |text| {
            let piece = Span { text, column };
            column += text.chars().count() + 1;
            piece
        })
    }

    /// What stands before and after the first separator.
    pub fn split_once(self, separator: char) -> Option<(Span<'a>, Span<'a>)> {
        let at = self.text.find(separator)?;
        let head = Span { text: &self.text[..at], column: self.column };
        Some((head, self.skip(at + separator.len_utf8())))
    }

    /// The characters, each as a piece of its own.
    pub fn characters(self) -> impl Iterator<Item = (char, Span<'a>)> {
        let text = self.text;
        text.char_indices()
            .zip(self.column..)
            .map(move |((at, c), column)| (c, Span { text: &text[at..at + c.len_utf8()], column }))
    }

    /// `1*DIGIT` as a number of the type asked for.
    pub fn number<N: TryFrom<u64>>(
        self,
        what: &'static str,
        expected: &'static str,
    ) -> Result<N, IdError> {
        if self.text.is_empty() {
            return Err(self.error(IdErrorKind::Missing(what), expected));
        }
        let mut value: u64 = 0;
        for (c, here) in self.characters() {
            let Some(digit) = c.to_digit(10) else {
                return Err(here.error(IdErrorKind::Unexpected(c.to_string()), expected));
            };
            value = value.saturating_mul(10).saturating_add(u64::from(digit));
        }
        N::try_from(value)
            .map_err(|_| self.error(IdErrorKind::TooLarge(self.text.to_owned()), expected))
    }
}
