//! A line cut into its tag, words and options.

use super::fault::{Fault, Parsed, expect, whole};
use crate::error::{ErrorCode, ProtocolError};
use crate::request::{Tag, Word};
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while, take_while1};
use nom::character::complete::{char, none_of, satisfy};
use nom::combinator::{eof, map, map_opt, not, opt, recognize, value};
use nom::multi::fold_many0;
use nom::sequence::{delimited, preceded, terminated};
use nom::{Finish, Parser};

/// A word of the line, or an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// The name before the `=`; none for a plain word.
    pub(crate) key: Option<Word>,
    /// The word, or the value of the option.
    pub(crate) value: Word,
}

/// A line after cutting. The tag is known even where the rest is wrong.
pub(crate) struct Lexed {
    /// The tag.
    pub(crate) tag: Option<Tag>,
    /// The rest of the line.
    pub(crate) tokens: Result<Vec<Token>, ProtocolError>,
}

/// Cuts a line.
pub(crate) fn line(text: &str) -> Lexed {
    let mut cursor = Cursor { text, rest: text };
    let tag = match cursor.read(tag_prefix) {
        Ok(tag) => tag,
        Err(error) => {
            return Lexed { tag: None, tokens: Err(error) };
        }
    };
    Lexed { tag, tokens: tokens(&mut cursor) }
}

/// The tag that a line begins with, if it can be read.
pub(crate) fn tag_of(text: &str) -> Option<Tag> {
    tag_prefix(text).ok().and_then(|(_, tag)| tag)
}

/// Whether a word must be quoted, so as not to read as something else.
pub(crate) fn needs_quotes(text: &str) -> bool {
    text.chars().any(|character| character.is_control()) || whole(text, bare_word).is_err()
}

/// Whether the value of an option must be quoted.
pub(crate) fn value_needs_quotes(text: &str) -> bool {
    text.chars().any(|character| character.is_control()) || whole(text, bare_value).is_err()
}

struct Cursor<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    fn column(&self) -> usize {
        column_of(self.text, self.rest)
    }

    fn read<T>(
        &mut self,
        parser: impl FnOnce(&'a str) -> Parsed<'a, T>,
    ) -> Result<T, ProtocolError> {
        let (rest, value) = parser(self.rest).finish().map_err(|fault| self.error(fault))?;
        self.rest = rest;
        Ok(value)
    }

    fn error(&self, fault: Fault<'_>) -> ProtocolError {
        let column = self.column() + fault.offset(self.rest);
        ProtocolError::new(ErrorCode::Syntax, format!("expected {}", fault.expected))
            .expecting(fault.expected)
            .at(column)
    }
}

fn column_of(text: &str, rest: &str) -> usize {
    let before = text.len().saturating_sub(rest.len());
    1 + text.get(..before).map_or(0, |before| before.chars().count())
}

// *( token gap )
fn tokens(cursor: &mut Cursor<'_>) -> Result<Vec<Token>, ProtocolError> {
    let mut tokens = Vec::new();
    cursor.read(space)?;
    while !cursor.rest.is_empty() {
        let column = cursor.column();
        let key = cursor.read(|text| opt(option_name).parse(text))?;
        let value_column = cursor.column();
        let text = if key.is_some() { cursor.read(option_value)? } else { cursor.read(word)? };
        tokens.push(Token {
            key: key.map(|key| Word::new(key, column)),
            value: Word::new(text, value_column),
        });
        cursor.read(gap)?;
    }
    Ok(tokens)
}

// tag-prefix = *space [ "@" 1*32( ALPHA / DIGIT / "-" / "_" ) gap ]
fn tag_prefix(text: &str) -> Parsed<'_, Option<Tag>> {
    let letters = expect(
        "a tag of 1 to 32 letters, digits, - and _",
        map_opt(take_while1(Tag::allows), Tag::new),
    );
    let (text, _) = space(text)?;
    let (text, at) = opt(char('@')).parse(text)?;
    if at.is_none() {
        return Ok((text, None));
    }
    let (text, tag) = terminated(letters, gap).parse(text)?;
    Ok((text, Some(tag)))
}

// word = quoted / bare-word
fn word(text: &str) -> Parsed<'_, String> {
    expect("a word", alt((quoted, map(bare_word, str::to_owned)))).parse(text)
}

// bare-word = 1*non-space            ; neither quoted nor an option
fn bare_word(text: &str) -> Parsed<'_, &str> {
    preceded(not(alt((recognize(option_name), tag("\"")))), take_while1(is_visible)).parse(text)
}

// option-name = LOWER *( LOWER / DIGIT / "-" ) "="
//
// `xgid=` is left to be a word, as `XGID=` is one by its capitals: it begins a
// position.
fn option_name(text: &str) -> Parsed<'_, &str> {
    let letter = satisfy(|character| character.is_ascii_lowercase());
    let rest = take_while(|character: char| {
        character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-'
    });
    let name = terminated(recognize((letter, rest)), char('='));
    preceded(not(tag_no_case("xgid=")), name).parse(text)
}

// option-value = quoted / *non-space
fn option_value(text: &str) -> Parsed<'_, String> {
    expect("a value", alt((quoted, map(bare_value, str::to_owned)))).parse(text)
}

fn bare_value(text: &str) -> Parsed<'_, &str> {
    preceded(not(char('"')), take_while(is_visible)).parse(text)
}

// quoted = DQUOTE *( escape / any but DQUOTE and "\" ) DQUOTE
fn quoted(text: &str) -> Parsed<'_, String> {
    let inside = fold_many0(alt((none_of("\"\\"), escape)), String::new, |mut text, character| {
        text.push(character);
        text
    });
    delimited(char('"'), inside, expect("a closing quote or an escape", char('"'))).parse(text)
}

// escape = "\" ( DQUOTE / "\" / "n" / "r" / "t" )
fn escape(text: &str) -> Parsed<'_, char> {
    let escaped = alt((
        char('"'),
        char('\\'),
        value('\n', char('n')),
        value('\r', char('r')),
        value('\t', char('t')),
    ));
    preceded(char('\\'), escaped).parse(text)
}

// space = *( SP / HTAB / CR / LF / FF / VT )
fn space(text: &str) -> Parsed<'_, &str> {
    take_while(is_space).parse(text)
}

// gap = 1*space / end of line
fn gap(text: &str) -> Parsed<'_, &str> {
    expect("a space", alt((take_while1(is_space), eof))).parse(text)
}

fn is_space(character: char) -> bool {
    character.is_ascii_whitespace() || character == '\u{b}'
}

fn is_visible(character: char) -> bool {
    !is_space(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(Option<String>, String)> {
        let tokens = line(text).tokens.unwrap().into_iter();
        tokens.map(|token| (token.key.map(|key| key.text), token.value.text)).collect()
    }

    fn word_of(text: &str) -> (Option<String>, String) {
        (None, text.to_owned())
    }

    fn option(key: &str, value: &str) -> (Option<String>, String) {
        (Some(key.to_owned()), value.to_owned())
    }

    #[test]
    fn options_split_at_their_first_equals_sign() {
        assert_eq!(
            cut("best position=XGID=-b--:1 plies=2"),
            [word_of("best"), option("position", "XGID=-b--:1"), option("plies", "2")]
        );
    }

    #[test]
    fn positions_are_words() {
        for position in [
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
            "xgid=-b",
            "short{dave=arithmetic};24:2/24:2;w;31;1;0-0/0",
            "4HPwATDgc/ABMA==:cIkKAAAAAAAA",
            "board:You:a=b:7",
        ] {
            assert_eq!(cut(position), [word_of(position)]);
            assert!(!needs_quotes(position));
        }
        assert!(needs_quotes("plies=2"));
        assert!(needs_quotes("a b"));
        assert!(!value_needs_quotes("plies=2"));
    }

    #[test]
    fn quotes_and_escapes_come_off() {
        assert_eq!(
            cut(r#"  import "a \"b\"" text="x\ny\\z" "#),
            [word_of("import"), word_of("a \"b\""), option("text", "x\ny\\z")]
        );
    }

    #[test]
    fn the_tag_is_known_even_where_the_rest_is_wrong() {
        let lexed = line("@a-1 best \"open");
        assert_eq!(lexed.tag, Tag::new("a-1"));
        let error = lexed.tokens.unwrap_err();
        assert_eq!(error.column, Some(16));
        assert_eq!(error.expected.as_deref(), Some("a closing quote or an escape"));
    }

    #[test]
    fn bad_tags_are_refused() {
        for text in ["@", "@ best", "@a+b best", "@123456789012345678901234567890123 ping"] {
            let lexed = line(text);
            assert!(lexed.tag.is_none() && lexed.tokens.is_err(), "{text}");
        }
    }

    #[test]
    fn a_quote_must_end_its_word() {
        let error = line("set position \"a\"b").tokens.unwrap_err();
        assert_eq!((error.column, error.expected.as_deref()), (Some(17), Some("a space")));
    }
}
