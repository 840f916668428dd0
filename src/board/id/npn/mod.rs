//! NPN, nardy's own notation: `VARIANT;BOARD;TURN;DICE;CUBE;MATCH`.
//!
//! Read more freely than printed: places in any order, either die first, match flags in any order,
//! leading zeros, `off:0`.
//!
//! A stack is a count; `3k2` are three simple and two royal checkers, `aab` checkers of the first and
//! second lap from the bottom up, `p` is one pinned under an enemy's. Several boards stand side by
//! side with `|` between them, as their cubes do; `=w2` is a board that White has won for 2, `=-0` one
//! that nobody has. `D@2` offers a double on the second board.

mod checkers;
mod print;

pub use print::print;

use super::error::{IdError, IdErrorKind};
use super::span::Span;
use crate::board::{Byside, CubeSetup, DiceSetup, MatchSetup, Points, Roll, Setup, Side};
use checkers::{Checkers, parse_boards};

const FORM: &str = "NPN";
const FIELDS: usize = 6;

/// Reads NPN.
///
/// `npn = variant ";" board ";" turn ";" dice ";" cube ";" match`
///
/// # Errors
/// [`IdError`] at the first character that does not fit.
pub fn parse(text: &str) -> Result<Setup, IdError> {
    let whole = Span::new(text);
    let fields: Vec<Span<'_>> = whole.split(';').collect();
    let [variant, board, turn, dice, cube, score] = fields[..] else {
        let kind = IdErrorKind::FieldCount { form: FORM, found: fields.len(), wanted: FIELDS };
        let at = fields.get(FIELDS).copied().unwrap_or(whole.skip(text.len()));
        return Err(at.error(kind, "VARIANT;BOARD;TURN;DICE;CUBE;MATCH"));
    };
    let (variant, options) = parse_variant(variant)?;
    let (checkers, mut tables) = parse_boards(board)?;
    let turn = parse_turn(turn)?;
    let (dice, offered) = parse_dice(dice, tables.len())?;
    let Checkers { counts: checkers, off_given, marked } = checkers;
    let cube = parse_cubes(cube, &mut tables)?;
    let score = parse_score(score)?;
    let variant = Some(variant);
    Ok(Setup {
        variant,
        options,
        checkers,
        off_given,
        marked,
        tables,
        offered,
        turn,
        dice,
        cube,
        score,
    })
}

/// `variant = name [ ":" name *( "+" name ) ] [ "{" option *( "," option ) "}" ]`, `option = name "=" value`
fn parse_variant(field: Span<'_>) -> Result<(String, Vec<(String, String)>), IdError> {
    const NAME: &str = "the name of a game";
    const OPTION: &str = "NAME=VALUE";
    let (name, options) = match field.split_once('{') {
        Some((name, rest)) => (name, Some(rest)),
        None => (field, None),
    };
    match name.split_once(':') {
        None => check_word(name, "variant", NAME)?,
        Some((head, games)) => {
            check_word(head, "variant", NAME)?;
            games.split('+').try_for_each(|game| check_word(game, "variant", NAME))?;
        }
    }
    let mut list: Vec<(String, String)> = Vec::new();
    let Some(options) = options else { return Ok((name.text.to_owned(), list)) };
    let Some((inside, after)) = options.split_once('}') else {
        let end = options.skip(options.text.len());
        return Err(end.unexpected("closing brace", "}"));
    };
    if !after.text.is_empty() {
        return Err(after.unexpected("semicolon", ";"));
    }
    for option in inside.split(',') {
        let Some((name, value)) = option.split_once('=') else {
            return Err(option.unexpected("option", OPTION));
        };
        check_word(name, "option's name", OPTION)?;
        check_word(value, "option's value", OPTION)?;
        if list.iter().any(|(known, _)| known == name.text) {
            return Err(name.error(IdErrorKind::Repeated(name.text.to_owned()), OPTION));
        }
        list.push((name.text.to_owned(), value.text.to_owned()));
    }
    Ok((name.text.to_owned(), list))
}

/// `word = 1*( ALPHA / DIGIT / "-" / "_" / "." )`
fn check_word(word: Span<'_>, what: &'static str, expected: &'static str) -> Result<(), IdError> {
    if word.text.is_empty() {
        return Err(word.unexpected(what, expected));
    }
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    match word.characters().find(|&(c, _)| !fits(c)) {
        Some((_, here)) => Err(here.unexpected(what, expected)),
        None => Ok(()),
    }
}

/// `turn = "w" / "b" / "-"`
fn parse_turn(field: Span<'_>) -> Result<Option<Side>, IdError> {
    match field.text {
        "w" => Ok(Some(Side::White)),
        "b" => Ok(Some(Side::Black)),
        "-" => Ok(None),
        _ => Err(field.unexpected("turn", "w, b or -")),
    }
}

/// `dice = "-" / ( die die ) / ( ( "D" / "R" 1*DIGIT ) [ "@" board ] )`, `die = %x31-36`,
/// `board = %x31-34`
fn parse_dice(field: Span<'_>, tables: usize) -> Result<(DiceSetup, Option<u8>), IdError> {
    const EXPECTED: &str = "-, two dice such as 31, D or R1 … R3";
    const BOARD: &str = "the number of a board";
    let (what, offered) = match field.split_once('@') {
        None => (field, None),
        Some((what, board)) => {
            let number: u8 = board.number("number of a board", BOARD)?;
            if !matches!(what.text.as_bytes(), [b'D' | b'R', ..]) {
                return Err(what.unexpected("offer", "D or R before @"));
            }
            if !(1..=tables).contains(&number.into()) {
                return Err(board.error(IdErrorKind::TooLarge(board.text.to_owned()), BOARD));
            }
            (what, Some(number - 1))
        }
    };
    let dice = match *what.text.as_bytes() {
        [b'-'] => DiceSetup::ToRoll,
        [b'D'] => DiceSetup::Doubled,
        [b'R', ..] => {
            DiceSetup::Resigned(what.skip(1).number("value of the resignation", EXPECTED)?)
        }
        [a @ b'1'..=b'6', b @ b'1'..=b'6'] => match Roll::from_pips(a - b'0', b - b'0') {
            Some(roll) => DiceSetup::Rolled(roll),
            None => return Err(what.unexpected("throw", EXPECTED)),
        },
        _ => return Err(what.unexpected("throw", EXPECTED)),
    };
    Ok((dice, offered))
}

/// `cubes = cube *( "|" cube )`: one for all boards, or one a board.
fn parse_cubes(
    field: Span<'_>,
    tables: &mut [crate::board::TableSetup],
) -> Result<CubeSetup, IdError> {
    const EXPECTED: &str = "one cube, or one a board";
    if !field.text.contains('|') {
        return parse_cube(field);
    }
    let pieces: Vec<Span<'_>> = field.split('|').collect();
    if pieces.len() != tables.len() {
        let (found, wanted) = (pieces.len(), tables.len());
        return Err(field.error(IdErrorKind::CubeCount { found, wanted }, EXPECTED));
    }
    for (piece, table) in pieces.into_iter().zip(tables) {
        table.cube = Some(parse_cube(piece)?);
    }
    Ok(CubeSetup { in_use: false, ..CubeSetup::CENTRED })
}

/// `cube = "x" / ( 1*DIGIT [ "w" / "b" ] )`
fn parse_cube(field: Span<'_>) -> Result<CubeSetup, IdError> {
    const EXPECTED: &str = "a value such as 1 or 2w, or x";
    if field.text == "x" {
        return Ok(CubeSetup { in_use: false, ..CubeSetup::CENTRED });
    }
    let (digits, owner) = match field.text.as_bytes().split_last() {
        Some((b'w', digits)) => (digits.len(), Some(Side::White)),
        Some((b'b', digits)) => (digits.len(), Some(Side::Black)),
        _ => (field.text.len(), None),
    };
    let digits = Span { text: &field.text[..digits], ..field };
    match digits.number("value of the cube", EXPECTED)? {
        0 => Err(digits.error(IdErrorKind::CubeZero, EXPECTED)),
        value => Ok(CubeSetup { value, owner, in_use: true }),
    }
}

/// `points = 1*DIGIT [ ".5" ]`
fn points(field: Span<'_>, what: &'static str, expected: &'static str) -> Result<Points, IdError> {
    match field.text.parse() {
        Ok(points) => Ok(points),
        // The digits say what is wrong, if anything is.
        Err(_) => {
            let _: u32 = digits_of(field).number(what, expected)?;
            Err(field.unexpected(what, expected))
        }
    }
}

/// `match = points "-" points "/" 1*DIGIT *( "c" / "p" / "j" / ( "b" 1*DIGIT ) )`
fn parse_score(field: Span<'_>) -> Result<MatchSetup, IdError> {
    const EXPECTED: &str = "W-B/LENGTH, then c, p, j or bN";
    let Some((score, length)) = field.split_once('/') else {
        let end = field.skip(field.text.len());
        return Err(end.error(IdErrorKind::Missing("match length"), EXPECTED));
    };
    let Some((white, black)) = score.split_once('-') else {
        let end = score.skip(score.text.len());
        return Err(end.error(IdErrorKind::Missing("black score"), EXPECTED));
    };
    let digits = digits_of(length);
    let mut setup = MatchSetup {
        score: Byside([
            points(white, "white score", EXPECTED)?,
            points(black, "black score", EXPECTED)?,
        ]),
        length: digits.number("match length", EXPECTED)?,
        ..MatchSetup::MONEY
    };
    let mut flags = length.skip(digits.text.len());
    let mut seen = String::new();
    while let Some((flag, here)) = flags.characters().next() {
        if seen.contains(flag) {
            return Err(here.error(IdErrorKind::Repeated(flag.to_string()), EXPECTED));
        }
        seen.push(flag);
        flags = flags.skip(flag.len_utf8());
        match flag {
            'c' => setup.crawford = true,
            'p' => setup.post_crawford = true,
            'j' => setup.jacoby = true,
            'b' => {
                let digits = digits_of(flags);
                setup.beavers = digits.number("number of beavers", EXPECTED)?;
                flags = flags.skip(digits.text.len());
            }
            _ => return Err(here.unexpected("flag", EXPECTED)),
        }
    }
    Ok(setup)
}

/// The digits that a piece begins with.
fn digits_of(field: Span<'_>) -> Span<'_> {
    let end = field.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(field.text.len());
    Span { text: &field.text[..end], ..field }
}
