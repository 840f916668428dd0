//! Plays, in all the ways people write them.

use super::fault::{Parsed, expect, whole};
use crate::error::{ErrorCode, ProtocolError};
use crate::request::{Movement, Place, Play, PlayAction, Stop, Word};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while_m_n};
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{cut, map, map_opt, map_res, not, opt, peek, value};
use nom::multi::many0;
use nom::sequence::{delimited, preceded, terminated};

/// No throw has more steps: a double counts four times.
pub const STEPS_MAX: usize = 4;
/// As many places as four steps written one by one.
pub const PLACES_MAX: usize = 2 * STEPS_MAX;

// play = [ board ] ( "pass" / movement *( separator movement ) )
pub(super) fn play(words: &[Word], end: usize) -> Result<Play, ProtocolError> {
    let mut pieces = words.iter().flat_map(pieces_of).peekable();
    let board = match pieces.peek() {
        Some(piece) => match piece.text.split_once(':') {
            Some((number, rest)) => {
                let board = board(piece, number)?;
                let column = piece.column + number.chars().count() + 1;
                let rest = Piece { text: rest, column };
                pieces.next();
                (Some(board), Some(rest).filter(|rest| !rest.text.is_empty()))
            }
            None => (None, None),
        },
        None => return Err(missing(end)),
    };
    let (board, first) = board;
    let pieces: Vec<_> = first.into_iter().chain(pieces).collect();
    let action = match pieces.as_slice() {
        [] => return Err(missing(end)),
        [piece] if piece.text.eq_ignore_ascii_case("pass") => PlayAction::Pass,
        pieces => PlayAction::Moves(movements(pieces)?),
    };
    Ok(Play { board, action })
}

/// A part of a word between commas or spaces.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    column: usize,
}

// separator = 1*( SP / "," / ";" )
fn pieces_of(word: &Word) -> impl Iterator<Item = Piece<'_>> {
    let is_separator = |character: char| character.is_whitespace() || ",;".contains(character);
    let mut column = word.column;
    let parts = word.text.split(is_separator).map(move |text| {
        let piece = Piece { text, column };
        column += text.chars().count() + 1;
        piece
    });
    parts.filter(|piece| !piece.text.is_empty())
}

// board = whole-number ":"
fn board(piece: &Piece<'_>, number: &str) -> Result<u8, ProtocolError> {
    let board = number.parse().ok().filter(|board| (1..=99).contains(board));
    board.ok_or_else(|| {
        bad("the board before ':' is no number from 1 to 99", piece.column).expecting("a board")
    })
}

/// Movements written out, and bare places taken in pairs.
fn movements(pieces: &[Piece<'_>]) -> Result<Vec<Movement>, ProtocolError> {
    let mut movements: Vec<Movement> = Vec::new();
    let mut start: Option<Written> = None;
    let (mut places, mut steps) = (0, 0);
    for piece in pieces {
        let written = whole(piece.text, written).map_err(|fault| {
            let column = piece.column + fault.offset(piece.text);
            bad(format!("'{}' is no part of a play", shown(piece.text)), column)
                .expecting(fault.expected)
        })?;
        places += written.stops.len();
        if places > PLACES_MAX {
            return Err(too_long(piece.column));
        }
        let written = written.at(piece);
        let movement = match start.take() {
            None if written.stops.len() > 1 => written.movement(),
            None => {
                start = Some(written);
                continue;
            }
            Some(from) => from.onward(written)?,
        };
        steps += movement.steps();
        if steps > STEPS_MAX {
            return Err(too_long(piece.column));
        }
        movements.push(movement);
    }
    match start.and_then(|lone| lone.stops.first().copied()) {
        Some(stop) => {
            Err(bad(format!("where does the checker on {stop} go?"), stop.column)
                .expecting("from/to"))
        }
        None => Ok(movements),
    }
}

/// A chain of places, or a place alone, with the offsets of the places for columns.
struct Written {
    stops: Vec<Stop>,
    count: Option<u8>,
}

impl Written {
    /// Turns the lengths left, which are all a grammar function knows, into columns.
    fn at(mut self, piece: &Piece<'_>) -> Self {
        for stop in &mut self.stops {
            let before = piece.text.len().saturating_sub(stop.column);
            let characters = piece.text.get(..before).map_or(0, |text| text.chars().count());
            stop.column = piece.column + characters;
        }
        self
    }

    fn movement(self) -> Movement {
        Movement { stops: self.stops, count: self.count.unwrap_or(1) }
    }

    /// The movement from this lone place to the other one.
    fn onward(mut self, to: Self) -> Result<Movement, ProtocolError> {
        let column = to.stops.first().map_or(0, |stop| stop.column);
        if self.count.is_some() || to.stops.len() != 1 {
            return Err(bad("a place stands alone between movements", column)
                .expecting("pairs of places, or from/to"));
        }
        self.stops.extend(to.stops);
        self.count = to.count;
        Ok(self.movement())
    }
}

// movement = stop *( ( "/" / "-" ) stop ) [ count [ "*" ] ]
fn written(text: &str) -> Parsed<'_, Written> {
    let chain = (stop, many0(preceded(one_of("/-"), cut(stop))));
    let marked = (chain, opt((count, opt(char('*')))));
    map(marked, |((first, onward), counted)| {
        let mut stops = vec![first];
        stops.extend(onward);
        if let (Some((_, Some(_))), Some(last)) = (counted, stops.last_mut()) {
            last.hit = true;
        }
        Written { stops, count: counted.map(|(count, _)| count) }
    })
    .parse(text)
}

// stop = place [ "k" ] [ "*" ]
//
// The column is left as the number of bytes that follow: see `Written::at`.
fn stop(text: &str) -> Parsed<'_, Stop> {
    let (rest, (place, royal, hit)) =
        expect("a point from 1 to 24, bar or off", (place, opt(one_of("kK")), opt(char('*'))))
            .parse(text)?;
    let stop = Stop { place, hit: hit.is_some(), royal: royal.is_some(), column: text.len() };
    Ok((rest, stop))
}

// place = "bar" / "b" / "off" / "o" / 1*2DIGIT     ; 25 is the bar, 0 is off
fn place(text: &str) -> Parsed<'_, Place> {
    alt((
        value(Place::Bar, name("bar")),
        value(Place::Off, name("off")),
        value(Place::Bar, name("b")),
        value(Place::Off, name("o")),
        point,
    ))
    .parse(text)
}

/// A name that is not the beginning of another, but for the royal mark.
fn name<'a>(
    name: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = super::fault::Fault<'a>> {
    let letter = satisfy(|character| character.is_alphanumeric() && !"kK".contains(character));
    terminated(tag_no_case(name), peek(not(letter)))
}

fn point(text: &str) -> Parsed<'_, Place> {
    let digits = take_while_m_n(1, 2, |character: char| character.is_ascii_digit());
    let number = map_res(digits, str::parse::<u8>);
    map_opt(number, |number| match number {
        0 => Some(Place::Off),
        25 => Some(Place::Bar),
        1..=24 => Some(Place::Point(number)),
        _ => None,
    })
    .parse(text)
}

// count = "(" %x31-34 ")"             ; 1 to 4 checkers
fn count(text: &str) -> Parsed<'_, u8> {
    let digit = map_opt(satisfy(|character| ('1'..='4').contains(&character)), |digit| {
        digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok())
    });
    delimited(
        char('('),
        cut(expect("a count from 1 to 4", digit)),
        cut(expect("a closing parenthesis", char(')'))),
    )
    .parse(text)
}

fn bad(message: impl Into<String>, column: usize) -> ProtocolError {
    ProtocolError::new(ErrorCode::BadValue, message).at(column)
}

fn too_long(column: usize) -> ProtocolError {
    let message = format!("a play has at most {STEPS_MAX} steps");
    bad(message, column).expecting("the end of the play")
}

fn missing(end: usize) -> ProtocolError {
    ProtocolError::new(ErrorCode::Syntax, "'move' needs a play")
        .expecting("a play such as 8/5 6/5")
        .at(end)
}

fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Play, ProtocolError> {
        play(&[Word::new(text, 6)], 6 + text.chars().count())
    }

    fn canonical(text: &str) -> String {
        read(text).map_or_else(|error| panic!("{text}: {error}"), |play| play.to_string())
    }

    #[test]
    fn every_spelling_is_read() {
        for (text, printed) in [
            ("8/5 6/5", "8/5 6/5"),
            ("8/5,6/5", "8/5 6/5"),
            ("8/5, 6/5", "8/5 6/5"),
            ("8 5 6 5", "8/5 6/5"),
            ("8 5* 6/5", "8/5* 6/5"),
            ("24/18/13", "24/18/13"),
            ("8-5 6-5*", "8/5 6/5*"),
            ("24/18*/15", "24/18*/15"),
            ("6/4(3)", "6/4(3)"),
            ("6/4*(2)", "6/4*(2)"),
            ("6/4(2)*", "6/4*(2)"),
            ("BAR/22 b/20* 25/21", "bar/22 bar/20* bar/21"),
            ("6/off 5/o 4/0 3/OFF", "6/off 5/off 4/off 3/off"),
            ("8k/5 6/5K*", "8k/5 6/5k*"),
            ("bark/22", "bark/22"),
            ("3/22", "3/22"),
            ("2: 8/5 6/5", "2: 8/5 6/5"),
            ("2:8/5 6/5", "2: 8/5 6/5"),
            ("2: pass", "2: pass"),
            ("pass", "pass"),
            ("bar 20 6 5", "bar/20 6/5"),
            ("6 4 6 4 6 4 6 4", "6/4 6/4 6/4 6/4"),
        ] {
            assert_eq!(canonical(text), printed);
            assert_eq!(read(printed), read(text));
        }
    }

    #[test]
    fn faults_are_found_where_they_are() {
        for (text, column) in [
            ("8/5 6/x", 12),
            ("8/5 26/5", 10),
            ("8/5 6", 10),
            ("8/5 6/5(5)", 14),
            ("8/5 6/5(2", 15),
            ("8 5/3", 8),
            ("x: 8/5", 6),
            ("8/5/", 10),
            ("6/4(4) 6/4", 13),
            ("24/23/22/21/20/19", 6),
            ("1 2 3 4 5 6 7 8 9", 22),
            ("barn/5", 9),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!((error.code, error.column), (ErrorCode::BadValue, Some(column)), "{text}");
            assert!(error.expected.is_some_and(|expected| !expected.is_empty()), "{text}");
        }
        for text in ["", "2:", " , "] {
            assert_eq!(read(text).unwrap_err().code, ErrorCode::Syntax, "{text}");
        }
    }
}
