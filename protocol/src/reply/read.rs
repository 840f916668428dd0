//! Reply lines read back, for programs that drive the engine.

use super::{FieldList, Record, Value};
use crate::error::{ErrorCode, ProtocolError};
use crate::grammar::lex::{self, Token};
use crate::request::{Format, Tag};
use std::fmt;

/// One line of a reply as a client sees it, text and JSON alike.
///
/// All values are text here: what a figure means depends on its name. Numbers out of
/// JSON have their shortest form, so `0.500` there reads as `0.5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyLine {
    /// The tag of the request it answers.
    pub tag: Option<Tag>,
    /// Record or closing line.
    pub kind: ReplyKind,
    /// Names with their values; the fields of an error are those of its object in JSON.
    pub fields: Vec<(String, String)>,
}

/// What kind of line it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplyKind {
    /// A record of this name; more lines follow.
    Record(String),
    /// The reply ends well.
    Ok,
    /// The reply ends with an error.
    Error,
}

impl ReplyLine {
    /// The value of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut fields = self.fields.iter();
        let (_, value) = fields.find(|(field, _)| field == name)?;
        Some(value)
    }

    /// The value of this name as a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.get(name)?.parse().ok()
    }

    /// The value of this name as numbers with commas between.
    pub fn numbers(&self, name: &str) -> Option<Vec<f64>> {
        let parts = self.get(name)?.split(',');
        parts.map(|part| part.parse().ok()).collect()
    }

    /// Whether no further line of this reply follows.
    pub fn is_closing(&self) -> bool {
        !matches!(self.kind, ReplyKind::Record(_))
    }

    /// The error that the line tells, with its class, message and column.
    pub fn error(&self) -> Option<ProtocolError> {
        if self.kind != ReplyKind::Error {
            return None;
        }
        let code = self.get("code").and_then(ErrorCode::from_name);
        let mut error = ProtocolError::new(code.unwrap_or(ErrorCode::Internal), "");
        for (name, value) in &self.fields {
            match name.as_str() {
                "code" => {}
                "message" => error.message = value.clone(),
                "column" => error.column = value.parse().ok(),
                "expected" => error.expected = Some(value.as_str().into()),
                "rule" => error.rule = Some(value.as_str().into()),
                "did-you-mean" => error.did_you_mean = Some(value.as_str().into()),
                other => {
                    let value = Value::Text(value.clone().into());
                    error.extra.push((other.to_owned().into(), value));
                }
            }
        }
        Some(error)
    }
}

impl fmt::Display for ReplyLine {
    /// The line in its text form, without a line feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match &self.kind {
            ReplyKind::Record(name) => name.clone(),
            ReplyKind::Ok => "ok".to_owned(),
            ReplyKind::Error => "error".to_owned(),
        };
        let mut record = Record::new(name);
        for (name, value) in &self.fields {
            record = record.text(name.clone(), value.clone());
        }
        let mut line = String::new();
        record.print(Format::Text, self.tag.as_ref(), &mut line);
        f.write_str(line.trim_end_matches('\n'))
    }
}

/// Reads one line of a reply, without its line end.
///
/// # Errors
///
/// A `syntax` error where the line is no reply line.
pub fn parse_reply_line(line: &str) -> Result<ReplyLine, ProtocolError> {
    if line.trim_start().starts_with('{') {
        return json_line(line);
    }
    let lexed = lex::line(line);
    let mut tokens = lexed.tokens?.into_iter();
    let name = match tokens.next() {
        Some(Token { key: None, value }) if is_name(&value.text) => value.text,
        _ => return Err(no_reply(line, "a record name, ok or error")),
    };
    let kind = match name.as_str() {
        "ok" => ReplyKind::Ok,
        "error" => ReplyKind::Error,
        _ => ReplyKind::Record(name),
    };
    let fields: Result<_, _> = tokens
        .map(|token| match token.key {
            Some(key) => Ok((key.text, token.value.text)),
            None => Err(no_reply(line, "name=value").at(token.value.column)),
        })
        .collect();
    Ok(ReplyLine { tag: lexed.tag, kind, fields: fields? })
}

fn is_name(text: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_lowercase();
    text.starts_with(is_letter)
        && text.chars().all(|letter| is_letter(letter) || letter.is_ascii_digit() || letter == '-')
}

fn no_reply(line: &str, expected: &str) -> ProtocolError {
    let what: String = line.chars().take(40).collect();
    ProtocolError::new(ErrorCode::Syntax, format!("no reply line: {what}")).expecting(expected)
}

fn json_line(line: &str) -> Result<ReplyLine, ProtocolError> {
    let value: serde_json::Value =
        serde_json::from_str(line).map_err(|_| no_reply(line, "a JSON object"))?;
    let serde_json::Value::Object(mut object) = value else {
        return Err(no_reply(line, "a JSON object"));
    };
    let tag = match object.shift_remove("tag") {
        Some(serde_json::Value::String(tag)) => {
            Some(Tag::new(&tag).ok_or_else(|| no_reply(line, "a tag"))?)
        }
        Some(_) => return Err(no_reply(line, "a tag")),
        None => None,
    };
    let record = object.shift_remove("record");
    let kind = match (record, object.shift_remove("ok")) {
        (Some(serde_json::Value::String(name)), None) => ReplyKind::Record(name),
        (None, Some(serde_json::Value::Bool(true))) => ReplyKind::Ok,
        (None, Some(serde_json::Value::Bool(false))) => {
            match object.shift_remove("error") {
                Some(serde_json::Value::Object(error)) => object = error,
                _ => return Err(no_reply(line, "an error object")),
            }
            ReplyKind::Error
        }
        _ => return Err(no_reply(line, "record or ok")),
    };
    let fields = object
        .into_iter()
        .map(|(name, value)| Some((name, json_text(&value)?)))
        .collect::<Option<_>>()
        .ok_or_else(|| no_reply(line, "plain values"))?;
    Ok(ReplyLine { tag, kind, fields })
}

fn json_text(value: &serde_json::Value) -> Option<String> {
    match value {
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        serde_json::Value::Bool(yes) => Some(yes.to_string()),
        serde_json::Value::Array(items) => {
            let parts: Option<Vec<_>> = items.iter().map(json_text).collect();
            Some(parts?.join(","))
        }
        serde_json::Value::Null | serde_json::Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_line_in_text_and_json() {
        let text = parse_reply_line("@a hint rank=1 play=\"8/5 6/5\" win=0.55,0.17").unwrap();
        let json = parse_reply_line(
            r#"{"tag":"a","record":"hint","rank":1,"play":"8/5 6/5","win":[0.55,0.17]}"#,
        )
        .unwrap();
        assert_eq!(text, json);
        assert_eq!(text.get("play"), Some("8/5 6/5"));
        assert_eq!(text.number("rank"), Some(1.0));
        assert_eq!(text.numbers("win"), Some(vec![0.55, 0.17]));
        assert_eq!(text.to_string(), "@a hint rank=1 play=\"8/5 6/5\" win=0.55,0.17");
    }

    #[test]
    fn errors_come_back_as_errors() {
        let line = r#"error code=illegal-move rule=G-07 column=10 message="no die left""#;
        let error = parse_reply_line(line).unwrap().error().unwrap();
        assert_eq!(error.code, ErrorCode::IllegalMove);
        assert_eq!(error.column, Some(10));
        assert_eq!(error.rule.as_deref(), Some("G-07"));
        assert_eq!(error.message, "no die left");
    }

    #[test]
    fn other_lines_are_refused() {
        for line in ["", "\"\"", "@a", "{", "{}", "ok fine", "x=1", "[1]", r#"{"ok":1}"#] {
            assert!(parse_reply_line(line).is_err(), "{line}");
        }
    }
}
