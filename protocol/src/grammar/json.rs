//! JSON requests, turned into the tokens that the same request has in text.
//!
//! `command` holds the words of the command, `tag` the tag. `args` holds positional
//! values: a text is cut at its spaces, an array has one value an element. Every
//! other name is an option; each positional value has a name too, so that
//! `{"command":"new match","length":7}` needs no `args`. `true` and `false` stand
//! for `on` and `off`, an array for its elements with spaces between, and `null` for
//! a name left out.

use super::lex::{Lexed, Token};
use crate::error::{ErrorCode, ProtocolError};
use crate::request::{Tag, Word};
use serde_json::Value;

/// Cuts a JSON line as `lex::line` cuts a text line.
pub(super) fn line(text: &str) -> Lexed {
    let object = match serde_json::from_str(text) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return refused(None, no_object(1)),
        Err(error) => return refused(None, broken(text, &error)),
    };
    let tag = match object.get("tag") {
        Some(Value::String(tag)) => Tag::new(tag),
        Some(Value::Number(tag)) => Tag::new(&tag.to_string()),
        _ => None,
    };
    let names = Columns::of(text);
    if names.0.len() != object.len() {
        let error = ProtocolError::new(ErrorCode::BadValue, "a name stands twice in the object");
        return refused(tag, error);
    }
    let mut parts = Parts::default();
    for ((name, value), place) in object.iter().zip(&names.0) {
        if let Err(error) = parts.add(name, value, *place, tag.is_some()) {
            return refused(tag, error);
        }
    }
    Lexed { tag, tokens: Ok(parts.tokens()) }
}

fn refused(tag: Option<Tag>, error: ProtocolError) -> Lexed {
    Lexed { tag, tokens: Err(error) }
}

fn no_object(column: usize) -> ProtocolError {
    ProtocolError::new(ErrorCode::Syntax, "a request is one JSON object")
        .expecting("a JSON object")
        .at(column)
}

/// The error of the JSON reader, its column counted in characters of the whole text.
fn broken(text: &str, error: &serde_json::Error) -> ProtocolError {
    let lines = text.split_inclusive('\n');
    let before: usize = lines.take(error.line().saturating_sub(1)).map(str::len).sum();
    let byte = before + error.column();
    let ends = text.char_indices().map(|(start, letter)| start + letter.len_utf8());
    let column = ends.take_while(|end| *end <= byte).count().max(1);
    let (what, column) = if error.is_eof() {
        ("the line ends inside a JSON object", text.chars().count() + 1)
    } else {
        ("the line is no JSON object", column)
    };
    ProtocolError::new(ErrorCode::Syntax, what).expecting("a JSON object").at(column)
}

/// The words and options found so far.
#[derive(Default)]
struct Parts {
    command: Vec<Word>,
    args: Vec<Word>,
    options: Vec<Token>,
}

impl Parts {
    fn add(
        &mut self,
        name: &str,
        value: &Value,
        place: Place,
        tag_is_read: bool,
    ) -> Result<(), ProtocolError> {
        match (name, value) {
            (_, Value::Null) => {}
            ("tag", _) if tag_is_read => {}
            ("tag", _) => return Err(bad(name, "1 to 32 letters, digits, - and _", place)),
            ("command", Value::String(text)) => self.command = words(text, place.value),
            ("command", _) => return Err(bad(name, "the words of a command", place)),
            ("args", Value::String(text)) => self.args = words(text, place.value),
            ("args", Value::Array(items)) => {
                for item in items {
                    let text = plain(item).ok_or_else(|| bad(name, "plain values", place))?;
                    self.args.push(Word::new(text, place.value));
                }
            }
            ("args", _) => return Err(bad(name, "a text or an array", place)),
            _ => {
                let text = option_text(value).ok_or_else(|| bad(name, "a plain value", place))?;
                self.options.push(Token {
                    key: Some(Word::new(name, place.name)),
                    value: Word::new(text, place.value),
                });
            }
        }
        Ok(())
    }

    fn tokens(self) -> Vec<Token> {
        let words = self.command.into_iter().chain(self.args);
        words.map(|value| Token { key: None, value }).chain(self.options).collect()
    }
}

fn words(text: &str, column: usize) -> Vec<Word> {
    // The text stands one character after its opening quote.
    let mut column = column + 1;
    let parts = text.split(char::is_whitespace).map(|part| {
        let word = Word::new(part, column);
        column += part.chars().count() + 1;
        word
    });
    parts.filter(|word| !word.text.is_empty()).collect()
}

fn option_text(value: &Value) -> Option<String> {
    match value {
        Value::Array(items) => {
            let parts: Option<Vec<_>> = items.iter().map(plain).collect();
            Some(parts?.join(" "))
        }
        other => plain(other),
    }
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(true) => Some("on".to_owned()),
        Value::Bool(false) => Some("off".to_owned()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn bad(name: &str, expected: &str, place: Place) -> ProtocolError {
    let shown: String = name.chars().take(40).collect();
    ProtocolError::new(ErrorCode::BadValue, format!("'{shown}' must be {expected}"))
        .expecting(expected)
        .at(place.value)
}

/// The columns of a name and of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    name: usize,
    value: usize,
}

/// Where the names and values of the outermost object stand, in their order.
///
/// The JSON reader does not tell. It has accepted the text before this looks at it,
/// so all that matters here is how deep the brackets are and where texts end.
struct Columns(Vec<Place>);

impl Columns {
    fn of(text: &str) -> Self {
        let mut places: Vec<Place> = Vec::new();
        let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
        let mut wants = Wanted::Name;
        for (index, letter) in text.chars().enumerate() {
            let column = index + 1;
            if in_text {
                in_text = escaped || letter != '"';
                escaped = !escaped && letter == '\\';
                continue;
            }
            let is_outer = depth == 1 && !letter.is_ascii_whitespace();
            match (is_outer, wants, letter) {
                (true, _, ',') => wants = Wanted::Name,
                (true, _, ':') => wants = Wanted::Value,
                (true, Wanted::Name, '"') => {
                    places.push(Place { name: column, value: column });
                    wants = Wanted::Nothing;
                }
                (true, Wanted::Value, _) => {
                    if let Some(place) = places.last_mut() {
                        place.value = column;
                    }
                    wants = Wanted::Nothing;
                }
                _ => {}
            }
            match letter {
                '"' => in_text = true,
                '{' | '[' => depth += 1,
                '}' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        Self(places)
    }
}

#[derive(Clone, Copy)]
enum Wanted {
    Name,
    Value,
    Nothing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_names_and_values() {
        let text = r#"{"a" : [1,{"x":"}"}], "b\"":"é\\", "c":null}"#;
        let at = |part: &str| text.find(part).unwrap() + 1;
        let places = Columns::of(text).0;
        assert_eq!(places.len(), 3);
        assert_eq!(places[0], Place { name: 2, value: at("[1") });
        assert_eq!(places[1].name, at("\"b"));
        // One letter of two bytes stands before the last name.
        assert_eq!(places[2].name, at("\"c\"") - 1);
    }

    #[test]
    fn half_an_object_is_told_by_its_end() {
        let error = line(r#"{"command":"best""#).tokens.unwrap_err();
        assert_eq!((error.code, error.column), (ErrorCode::Syntax, Some(18)));
        let error = line(r#"{"command" "best"}"#).tokens.unwrap_err();
        assert_eq!((error.code, error.column), (ErrorCode::Syntax, Some(12)));
    }

    #[test]
    fn a_name_given_twice_is_refused() {
        let lexed = line(r#"{"tag":"7","plies":1,"plies":2}"#);
        assert_eq!(lexed.tag, Tag::new("7"));
        assert_eq!(lexed.tokens.unwrap_err().code, ErrorCode::BadValue);
    }
}
