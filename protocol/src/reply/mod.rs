//! Replies: records and one closing line, and how they are written and read.

mod logfmt;
mod print;
mod read;

pub(crate) use logfmt::write_quoted;
pub use read::{ReplyKind, ReplyLine, parse_reply_line};

use crate::error::ProtocolError;
use std::borrow::Cow;

/// Names with their values, in the order they are printed.
pub type Fields = Vec<(Cow<'static, str>, Value)>;

/// One value of a reply.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Any text, quoted where it has to be.
    Text(Cow<'static, str>),
    /// A whole number.
    Int(i128),
    /// A number with so many decimals.
    Number {
        /// The number.
        value: f64,
        /// How many digits after the point.
        decimals: u8,
    },
    /// A number that always shows its sign in text: equities.
    Signed {
        /// The number.
        value: f64,
        /// How many digits after the point.
        decimals: u8,
    },
    /// Several numbers, in text with commas between, in JSON an array.
    Numbers {
        /// The numbers.
        values: Vec<f64>,
        /// How many digits after the point.
        decimals: u8,
    },
    /// Yes or no.
    Flag(bool),
}

impl Value {
    /// A whole number of any width.
    pub fn from_int(value: impl TryInto<i128>) -> Self {
        // Only u128 is wider, and nothing here counts that far.
        Self::Int(value.try_into().unwrap_or(i128::MAX))
    }

    /// Whether it can be printed: a figure that is no finite number never is.
    pub fn is_printable(&self) -> bool {
        match self {
            Self::Number { value, .. } | Self::Signed { value, .. } => value.is_finite(),
            Self::Numbers { values, .. } => values.iter().all(|value| value.is_finite()),
            Self::Text(_) | Self::Int(_) | Self::Flag(_) => true,
        }
    }
}

/// Builds a list of fields, for records and closing lines alike.
///
/// In JSON the names `tag`, `record`, `ok` and `error` are taken.
pub trait FieldList: Sized {
    /// The list under construction.
    fn fields_mut(&mut self) -> &mut Fields;

    /// Adds a value.
    #[must_use]
    fn field(mut self, name: impl Into<Cow<'static, str>>, value: Value) -> Self {
        self.fields_mut().push((name.into(), value));
        self
    }

    /// Adds a text.
    #[must_use]
    fn text(self, name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Self {
        self.field(name, Value::Text(text.into()))
    }

    /// Adds a text where there is one.
    #[must_use]
    fn text_if(
        self,
        name: impl Into<Cow<'static, str>>,
        text: Option<impl Into<Cow<'static, str>>>,
    ) -> Self {
        match text {
            Some(text) => self.text(name, text),
            None => self,
        }
    }

    /// Adds a whole number.
    #[must_use]
    fn int(self, name: impl Into<Cow<'static, str>>, value: impl TryInto<i128>) -> Self {
        self.field(name, Value::from_int(value))
    }

    /// Adds a number with so many decimals.
    #[must_use]
    fn number(self, name: impl Into<Cow<'static, str>>, value: f64, decimals: u8) -> Self {
        self.field(name, Value::Number { value, decimals })
    }

    /// Adds a number that shows its sign.
    #[must_use]
    fn signed(self, name: impl Into<Cow<'static, str>>, value: f64, decimals: u8) -> Self {
        self.field(name, Value::Signed { value, decimals })
    }

    /// Adds several numbers under one name.
    #[must_use]
    fn numbers(
        self,
        name: impl Into<Cow<'static, str>>,
        values: impl Into<Vec<f64>>,
        decimals: u8,
    ) -> Self {
        let values = values.into();
        self.field(name, Value::Numbers { values, decimals })
    }

    /// Adds a yes or no.
    #[must_use]
    fn flag(self, name: impl Into<Cow<'static, str>>, value: bool) -> Self {
        self.field(name, Value::Flag(value))
    }
}

impl FieldList for Fields {
    fn fields_mut(&mut self) -> &mut Fields {
        self
    }
}

/// One record line.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// What kind of record it is.
    pub name: Cow<'static, str>,
    /// Its fields.
    pub fields: Fields,
}

impl Record {
    /// A record without fields.
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), fields: Vec::new() }
    }
}

impl FieldList for Record {
    fn fields_mut(&mut self) -> &mut Fields {
        &mut self.fields
    }
}

/// The line that ends a reply.
#[derive(Debug, Clone, PartialEq)]
pub enum Closing {
    /// It was done.
    Ok(Fields),
    /// It was refused.
    Error(ProtocolError),
}

/// A whole reply.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The record lines.
    pub records: Vec<Record>,
    /// The line that ends it.
    pub closing: Closing,
}

impl Reply {
    /// A reply that is a bare `ok` so far.
    pub fn ok() -> Self {
        Self { records: Vec::new(), closing: Closing::Ok(Vec::new()) }
    }

    /// A refusal.
    pub fn error(error: ProtocolError) -> Self {
        Self { records: Vec::new(), closing: Closing::Error(error) }
    }

    /// Adds a record.
    #[must_use]
    pub fn record(mut self, record: Record) -> Self {
        self.records.push(record);
        self
    }

    /// Replaces the closing line by an `ok` with these fields.
    #[must_use]
    pub fn closing_ok(mut self, fields: Fields) -> Self {
        self.closing = Closing::Ok(fields);
        self
    }
}

impl From<ProtocolError> for Reply {
    fn from(error: ProtocolError) -> Self {
        Self::error(error)
    }
}
