//! Words of the dialect. What a word is depends on where it stands.

use nom::IResult;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_till, take_while, take_while1};
use nom::character::complete::{anychar, char, digit0, digit1, one_of};
use nom::combinator::{map, opt, peek, recognize, value, verify};
use nom::sequence::{delimited, preceded};

/// What a board line begins with.
pub(super) const BOARD: &str = "board:";

/// One word.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A keyword, by GNU Backgammon's name for it.
    Keyword(&'static str),
    /// `yes`, `on`, `true` and their opposites.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A number with a decimal point.
    Float(f64),
    /// A name, bare or quoted.
    Text(&'a str),
    /// `:` inside a board.
    Colon,
    /// The blank or end behind a board.
    BoardEnd,
    /// The end of the line.
    End,
    /// `(`, which GNU Backgammon knows but uses nowhere.
    Parenthesis,
    /// A character that begins nothing.
    Character,
}

impl Token<'_> {
    /// GNU Backgammon's name of the word, as its error messages give it.
    pub fn name(&self) -> &'static str {
        match self {
            Token::Keyword(name) => name,
            Token::Boolean(_) => "E_BOOLEAN",
            Token::Integer(_) => "E_INTEGER",
            Token::Float(_) => "E_FLOAT",
            Token::Text(_) => "E_STRING",
            Token::Colon => "':'",
            Token::BoardEnd => "FIBSBOARDEND",
            Token::End => "EOL",
            Token::Parenthesis => "'('",
            Token::Character => "E_CHARACTER",
        }
    }
}

/// Where a word stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// At the beginning of a line and in `set`.
    Command,
    /// Behind `evaluation` and behind a board.
    Options,
    /// Between `board:` and the next blank.
    Board,
}

const COMMANDS: &[(&str, &str)] = &[
    ("help", "HELP"),
    ("version", "INTERFACEVERSION"),
    ("quit", "EXIT"),
    ("exit", "EXIT"),
    ("set", "SET"),
    ("debug", "DEBUG"),
    ("interface", "E_INTERFACE"),
    ("prompt", "PROMPT"),
    ("new", "NEW"),
    ("old", "OLD"),
    ("evaluation", "EVALUATION"),
    ("fibsboard", "FIBSBOARD"),
];

const OPTIONS: &[(&str, &str)] = &[
    ("fibsboard", "FIBSBOARD"),
    ("jacobyrule", "JACOBYRULE"),
    ("crawfordrule", "CRAWFORDRULE"),
    ("resignation", "RESIGNATION"),
    ("beavers", "BEAVERS"),
    ("plies", "PLIES"),
    ("noise", "NOISE"),
    ("prune", "PRUNE"),
    ("deterministic", "DETERMINISTIC"),
    ("cube", "CUBE"),
    ("cubeful", "CUBEFUL"),
    ("cubeless", "CUBELESS"),
];

/// `blank = SP / HTAB / CR`
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r')
}

/// The line without NULs before it and without what stands behind its end.
pub(super) fn trim(line: &str) -> &str {
    let line = line.trim_start_matches('\0');
    line.split(['\0', '\n']).next().unwrap_or(line)
}

/// The next word; never fails.
pub(super) fn token(mode: Mode, input: &str) -> IResult<&str, Token<'_>> {
    match mode {
        Mode::Board => board_word(input),
        mode => {
            let (input, _) = take_while(is_blank)(input)?;
            if input.is_empty() { Ok((input, Token::End)) } else { word(mode, input) }
        }
    }
}

/// `word = keyword / boolean / "board:" / number / quoted / "(" / character`
fn word(mode: Mode, input: &str) -> IResult<&str, Token<'_>> {
    let board = verify(value(Token::Keyword("FIBSBOARD"), tag_no_case(BOARD)), |_: &Token<'_>| {
        mode == Mode::Command
    });
    let parenthesis = value(Token::Parenthesis, char('('));
    let character = value(Token::Character, anychar);
    let keyword = |input| keyword(mode, input);
    alt((keyword, board, number, quoted, parenthesis, character)).parse(input)
}

/// A keyword or boolean, which must be a whole word between blanks.
fn keyword(mode: Mode, input: &str) -> IResult<&str, Token<'_>> {
    let keywords = if mode == Mode::Command { COMMANDS } else { OPTIONS };
    let (rest, word) = take_till(is_blank)(input)?;
    let is = |known: &str| word.eq_ignore_ascii_case(known);
    let token = if ["yes", "on", "true"].into_iter().any(is) {
        Some(Token::Boolean(true))
    } else if ["no", "off", "false"].into_iter().any(is) {
        Some(Token::Boolean(false))
    } else {
        let known = keywords.iter().find(|(known, _)| is(known));
        known.map(|&(_, name)| Token::Keyword(name))
    };
    let error = || nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Tag));
    Ok((rest, token.ok_or_else(error)?))
}

/// `number = [ "+" / "-" ] ( 1*DIGIT / ( *DIGIT "." *DIGIT ) )`, with a digit somewhere
fn number(input: &str) -> IResult<&str, Token<'_>> {
    let sign = || opt(one_of("+-"));
    let float = alt((
        recognize((sign(), digit1, char('.'), digit0)),
        recognize((sign(), char('.'), digit1)),
    ));
    let float = map(float, |text: &str| Token::Float(text.parse().unwrap_or(0.0)));
    let integer = map(recognize((sign(), digit1)), |text: &str| Token::Integer(integer(text)));
    alt((float, integer)).parse(input)
}

/// The number, or the largest of its sign where it does not fit.
fn integer(text: &str) -> i64 {
    let most = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    text.parse().unwrap_or(most)
}

/// `quoted = ( DQUOTE *CHAR DQUOTE ) / ( "'" *CHAR "'" )`, without the quote inside
fn quoted(input: &str) -> IResult<&str, Token<'_>> {
    let double = delimited(char('"'), take_till(|c| c == '"'), char('"'));
    let single = delimited(char('\''), take_till(|c| c == '\''), char('\''));
    map(alt((double, single)), Token::Text).parse(input)
}

/// `board-word = ":" / name / number / quoted / board-end / character`,
/// `name = 1*( ALPHA / DIGIT / "_" )`, not all digits
fn board_word(input: &str) -> IResult<&str, Token<'_>> {
    if input.is_empty() {
        return Ok((input, Token::BoardEnd));
    }
    let end = value(Token::BoardEnd, peek(take_while1(is_blank)));
    let colon = value(Token::Colon, char(':'));
    let name =
        verify(take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_'), |name: &str| {
            !name.bytes().all(|b| b.is_ascii_digit())
        });
    let name = map(name, Token::Text);
    let character = value(Token::Character, preceded(peek(anychar), anychar));
    alt((end, colon, name, number, quoted, character)).parse(input)
}
