//! NPN, nardy's own notation: `VARIANT;BOARD;TURN;DICE;CUBE;MATCH`.
//!
//! Read more freely than printed: places in any order, either die first, match flags in any order,
//! leading zeros, `off:0`. Only plain boards so far, whose stacks are counts.

use std::fmt::Write;

use super::error::{IdError, IdErrorKind};
use super::span::Span;
use crate::board::{BAR, Byside, CubeSetup, DiceSetup, MatchSetup, OFF, Place, Roll, Setup, Side};

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
    let (checkers, off_given) = parse_board(board)?;
    Ok(Setup {
        variant: Some(variant),
        options,
        checkers,
        off_given,
        turn: parse_turn(turn)?,
        dice: parse_dice(dice)?,
        cube: parse_cube(cube)?,
        score: parse_score(score)?,
    })
}

/// `variant = name [ "{" option *( "," option ) "}" ]`, `option = name "=" value`
fn parse_variant(field: Span<'_>) -> Result<(String, Vec<(String, String)>), IdError> {
    const NAME: &str = "the name of a game";
    const OPTION: &str = "NAME=VALUE";
    let (name, options) = match field.split_once('{') {
        Some((name, rest)) => (name, Some(rest)),
        None => (field, None),
    };
    if name.text.starts_with("parallel:") || name.text.contains('+') {
        return Err(name.error(IdErrorKind::NotPlain("parallel boards"), NAME));
    }
    check_word(name, "variant", NAME)?;
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

type Checkers = (Byside<[u8; 26]>, Byside<bool>);

/// `board = side "/" side`, White first
fn parse_board(field: Span<'_>) -> Result<Checkers, IdError> {
    const EXPECTED: &str = "WHITE/BLACK";
    if field.text.contains('|') || field.text.starts_with('=') {
        return Err(field.error(IdErrorKind::NotPlain("parallel boards"), EXPECTED));
    }
    let Some((white, black)) = field.split_once('/') else {
        let end = field.skip(field.text.len());
        return Err(end.error(IdErrorKind::Missing("black side"), EXPECTED));
    };
    let (white, white_off) = parse_side(white)?;
    let (black, black_off) = parse_side(black)?;
    Ok((Byside([white, black]), Byside([white_off, black_off])))
}

/// `side = "-" / ( place ":" count *( "," place ":" count ) )`
fn parse_side(field: Span<'_>) -> Result<([u8; 26], bool), IdError> {
    const EXPECTED: &str = "PLACE:COUNT, highest place first, or - for none";
    let mut counts = [0; 26];
    let mut seen = [false; 26];
    if field.text == "-" {
        return Ok((counts, false));
    }
    for piece in field.split(',') {
        let Some((name, stack)) = piece.split_once(':') else {
            return Err(piece.unexpected("stack", EXPECTED));
        };
        let place = parse_place(name)?.index();
        if seen[place] {
            let kind = IdErrorKind::RepeatedPlace(name.text.to_owned());
            return Err(name.error(kind, EXPECTED));
        }
        seen[place] = true;
        counts[place] = parse_count(stack, place == OFF)?;
    }
    Ok((counts, seen[OFF]))
}

/// `place = "bar" / 1*2DIGIT / "off"`, the digits 1 to 24
fn parse_place(name: Span<'_>) -> Result<Place, IdError> {
    const EXPECTED: &str = "bar, 24 … 1 or off";
    let unknown = || name.error(IdErrorKind::UnknownPlace(name.text.to_owned()), EXPECTED);
    match name.text {
        "bar" => Ok(Place::BAR),
        "off" => Ok(Place::OFF),
        digits if digits.bytes().all(|b| b.is_ascii_digit()) && !digits.is_empty() => {
            let point: u8 = digits.parse().map_err(|_| unknown())?;
            let inner = (1..BAR as u8).contains(&point);
            Place::new(point).filter(|_| inner).ok_or_else(unknown)
        }
        _ => Err(unknown()),
    }
}

/// `count = 1*DIGIT`, not 0 except for checkers borne off
fn parse_count(stack: Span<'_>, off: bool) -> Result<u8, IdError> {
    const EXPECTED: &str = "a number of checkers";
    let plain = |c: char| c.is_ascii_digit();
    let known = stack.text.chars().all(|c| plain(c) || "kab".contains(c));
    if let Some((c, here)) = stack.characters().find(|&(c, _)| known && !plain(c)) {
        let what = if c == 'k' { "a royal checker" } else { "checkers by lap" };
        return Err(here.error(IdErrorKind::NotPlain(what), EXPECTED));
    }
    match stack.number("number of checkers", EXPECTED)? {
        0 if !off => Err(stack.error(IdErrorKind::EmptyStack, EXPECTED)),
        count => Ok(count),
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

/// `dice = "-" / ( die die ) / "D" / ( "R" 1*DIGIT )`, `die = %x31-36`
fn parse_dice(field: Span<'_>) -> Result<DiceSetup, IdError> {
    const EXPECTED: &str = "-, two dice such as 31, D or R1 … R3";
    match *field.text.as_bytes() {
        [b'-'] => Ok(DiceSetup::ToRoll),
        [b'D'] => Ok(DiceSetup::Doubled),
        [b'R', ..] => {
            Ok(DiceSetup::Resigned(field.skip(1).number("value of the resignation", EXPECTED)?))
        }
        [a @ b'1'..=b'6', b @ b'1'..=b'6'] => match Roll::from_pips(a - b'0', b - b'0') {
            Some(roll) => Ok(DiceSetup::Rolled(roll)),
            None => Err(field.unexpected("throw", EXPECTED)),
        },
        _ => Err(field.unexpected("throw", EXPECTED)),
    }
}

/// `cube = "x" / ( 1*DIGIT [ "w" / "b" ] )`
fn parse_cube(field: Span<'_>) -> Result<CubeSetup, IdError> {
    const EXPECTED: &str = "a value such as 1 or 2w, or x";
    if field.text == "x" {
        return Ok(CubeSetup { in_use: false, ..CubeSetup::CENTRED });
    }
    if field.text.contains('|') {
        return Err(field.error(IdErrorKind::NotPlain("one cube a board"), EXPECTED));
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

/// `match = 1*DIGIT "-" 1*DIGIT "/" 1*DIGIT *( "c" / "p" / "j" / ( "b" 1*DIGIT ) )`
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
            white.number("white score", EXPECTED)?,
            black.number("black score", EXPECTED)?,
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

/// Prints NPN: reading it gives the setup back, but that an off count of 0 is never written and a
/// cube that is not in use has no value.
pub fn print(setup: &Setup) -> String {
    let mut text = setup.variant.clone().unwrap_or_else(|| "backgammon".to_owned());
    for (n, (name, value)) in setup.options.iter().enumerate() {
        text.push(if n == 0 { '{' } else { ',' });
        text.extend([name, "=", value]);
    }
    text.push_str(if setup.options.is_empty() { ";" } else { "};" });
    print_side(&mut text, setup, Side::White);
    text.push('/');
    print_side(&mut text, setup, Side::Black);
    text.push(';');
    text.push(setup.turn.map_or('-', Side::letter));
    text.push(';');
    print_dice(&mut text, setup.dice);
    text.push(';');
    print_cube(&mut text, setup.cube);
    text.push(';');
    print_score(&mut text, &setup.score);
    text
}

// Writing to a string cannot fail, so the results of `write!` below carry nothing.

fn print_side(text: &mut String, setup: &Setup, side: Side) {
    let counts = &setup.checkers[side];
    let start = text.len();
    for index in (0..=BAR).rev() {
        let written = counts[index] > 0 && (index != OFF || setup.off_given[side]);
        let Some(place) = Place::new(index as u8).filter(|_| written) else { continue };
        let comma = if text.len() > start { "," } else { "" };
        let _ = write!(text, "{comma}{place}:{}", counts[index]);
    }
    if text.len() == start {
        text.push('-');
    }
}

fn print_dice(text: &mut String, dice: DiceSetup) {
    let _ = match dice {
        DiceSetup::ToRoll => write!(text, "-"),
        DiceSetup::Rolled(roll) => write!(text, "{roll}"),
        DiceSetup::Doubled => write!(text, "D"),
        DiceSetup::Resigned(points) => write!(text, "R{points}"),
    };
}

fn print_cube(text: &mut String, cube: CubeSetup) {
    if !cube.in_use {
        text.push('x');
        return;
    }
    let _ = write!(text, "{}", cube.value);
    text.extend(cube.owner.map(Side::letter));
}

fn print_score(text: &mut String, score: &MatchSetup) {
    let [white, black] = score.score.0;
    let _ = write!(text, "{white}-{black}/{}", score.length);
    let flags = [(score.crawford, 'c'), (score.post_crawford, 'p'), (score.jacoby, 'j')];
    text.extend(flags.iter().filter(|(set, _)| *set).map(|&(_, flag)| flag));
    if score.beavers > 0 {
        let _ = write!(text, "b{}", score.beavers);
    }
}
