//! What follows a command's words: its values and options, taken one by one.

use super::lex::Token;
use super::suggest::nearest;
use super::value;
use crate::catalogue::{self, CommandRow, ValueKind};
use crate::error::{ErrorCode, ProtocolError};
use crate::request::{Warning, Word};
use std::collections::VecDeque;

/// An option as it was written.
struct Given {
    name: Word,
    value: Word,
}

/// The values and options that have not been taken yet.
pub(super) struct Args {
    row: &'static CommandRow,
    words: VecDeque<Word>,
    options: Vec<Given>,
    end: usize,
}

impl Args {
    /// What follows the words of this command; `end` is the column after the line.
    ///
    /// Fails where an option is given twice, since neither value can be trusted.
    pub(super) fn new(
        row: &'static CommandRow,
        tokens: impl IntoIterator<Item = Token>,
        end: usize,
    ) -> Result<Self, ProtocolError> {
        let mut args = Self { row, words: VecDeque::new(), options: Vec::new(), end };
        for token in tokens {
            match token.key {
                None => args.words.push_back(token.value),
                Some(name) if args.options.iter().any(|given| given.name == name) => {
                    let message = format!("the option '{}' is given twice", name.text);
                    return Err(ProtocolError::new(ErrorCode::BadValue, message).at(name.column));
                }
                Some(name) => args.options.push(Given { name, value: token.value }),
            }
        }
        Ok(args)
    }

    /// The command's name in the catalogue.
    pub(super) fn command(&self) -> &'static str {
        self.row.name
    }

    /// The next positional value, which may also be given as `name=`.
    pub(super) fn word(&mut self, name: &str) -> Option<Word> {
        self.named(name).or_else(|| self.words.pop_front())
    }

    /// The same where it cannot be left out.
    pub(super) fn required(&mut self, name: &str, expected: &str) -> Result<Word, ProtocolError> {
        let word = self.word(name);
        word.ok_or_else(|| self.missing(expected))
    }

    /// All positional values that are left, or the one given as `name=`.
    pub(super) fn rest(&mut self, name: &str) -> Vec<Word> {
        match self.named(name) {
            Some(word) => vec![word],
            None => self.words.drain(..).collect(),
        }
    }

    /// The remaining positional values as one word, single spaces between.
    pub(super) fn joined(&mut self, name: &str) -> Option<Word> {
        let words = self.rest(name);
        let column = words.first()?.column;
        let texts: Vec<_> = words.into_iter().map(|word| word.text).collect();
        Some(Word::new(texts.join(" "), column))
    }

    /// The value of an option with its range, where the command takes it.
    pub(super) fn option(&mut self, name: &str) -> Option<(Word, ValueKind)> {
        let kind = catalogue::option(self.command(), name)?.kind;
        Some((self.named(name)?, kind))
    }

    /// The value of an option that is a text, which cannot be empty.
    pub(super) fn text(&mut self, name: &str) -> Result<Option<Word>, ProtocolError> {
        match self.option(name) {
            Some((word, _)) if word.text.is_empty() => Err(value::bad_value(name, &word, "a text")),
            found => Ok(found.map(|(word, _)| word)),
        }
    }

    /// The value of an option that is a whole number.
    pub(super) fn integer<T: TryFrom<u64>>(
        &mut self,
        name: &str,
    ) -> Result<Option<T>, ProtocolError> {
        self.option(name).map(|(word, kind)| value::integer(name, &word, kind)).transpose()
    }

    /// The value of an option that is a number.
    pub(super) fn decimal(&mut self, name: &str) -> Result<Option<f64>, ProtocolError> {
        self.option(name).map(|(word, kind)| value::decimal(name, &word, kind)).transpose()
    }

    /// The value of an option that is `on` or `off`.
    pub(super) fn switch(&mut self, name: &str) -> Result<Option<bool>, ProtocolError> {
        self.option(name).map(|(word, _)| value::switch(name, &word)).transpose()
    }

    /// The value of an option that is one of these words.
    pub(super) fn choice<T: Copy>(
        &mut self,
        name: &str,
        choices: &[(&'static str, T)],
    ) -> Result<Option<T>, ProtocolError> {
        self.option(name).map(|(word, _)| value::choice(name, &word, choices)).transpose()
    }

    /// The positional value of this name as a whole number in the option's range.
    pub(super) fn number<T: TryFrom<u64>>(
        &mut self,
        name: &str,
    ) -> Result<Option<T>, ProtocolError> {
        let Some(kind) = catalogue::option(self.command(), name).map(|row| row.kind) else {
            return Ok(None);
        };
        self.word(name).map(|word| value::integer(name, &word, kind)).transpose()
    }

    /// The error for a value that is not there.
    pub(super) fn missing(&self, expected: &str) -> ProtocolError {
        let message = format!("'{}' needs {expected}", self.command());
        ProtocolError::new(ErrorCode::Syntax, message).expecting(expected).at(self.end)
    }

    /// Ends the line: no value may be left, and options left are unknown ones.
    pub(super) fn finish(self) -> Result<Vec<Warning>, ProtocolError> {
        if let Some(word) = self.words.front() {
            return Err(self.unexpected(word));
        }
        let row = self.row;
        let warnings = self.options.into_iter().map(|given| Warning {
            did_you_mean: nearest(&given.name.text, known(row)).map(str::to_owned),
            option: given.name.text,
            column: given.name.column,
        });
        Ok(warnings.collect())
    }

    fn unexpected(&self, word: &Word) -> ProtocolError {
        let shown: String = word.text.chars().take(40).collect();
        let message = format!("'{}' does not take '{shown}'", self.command());
        // `Plies=2` is a word, for its capital.
        let name = word.text.split_once('=').map(|(name, _)| name);
        ProtocolError::new(ErrorCode::Syntax, message)
            .expecting(self.row.syntax)
            .suggesting(name.and_then(|name| nearest(name, known(self.row))))
            .at(word.column)
    }

    /// The value given as `name=`, whatever the catalogue says.
    pub(super) fn named(&mut self, name: &str) -> Option<Word> {
        let mut options = self.options.iter();
        let index = options.position(|given| given.name.text == name)?;
        Some(self.options.remove(index).value)
    }
}

/// The names of what a command takes.
fn known(row: &'static CommandRow) -> impl Iterator<Item = &'static str> {
    let options = row.options().map(|option| option.name);
    options.chain(row.parameters.iter().copied())
}
