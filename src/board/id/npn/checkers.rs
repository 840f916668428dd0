//! The board field of NPN.

use super::super::error::{IdError, IdErrorKind};
use super::super::span::Span;
use super::points;
use crate::board::{
    BAR, Byside, Lap, LapBoard, Marked, OFF, Pair, Place, Points, Side, Stack, TableSetup,
};
use arrayvec::ArrayVec;

/// One board as written.
#[derive(Default)]
pub(super) struct Checkers {
    pub counts: Byside<[u8; 26]>,
    pub off_given: Byside<bool>,
    pub marked: Vec<Marked>,
}

/// `boards = board / ( table 1*( "|" table ) )`, `table = board / result`
pub(super) fn parse_boards(field: Span<'_>) -> Result<(Checkers, Vec<TableSetup>), IdError> {
    let several = field.text.contains('|') || field.text.starts_with('=');
    if !several {
        return Ok((parse_board(field)?, Vec::new()));
    }
    let tables = field.split('|').map(parse_table).collect::<Result<_, _>>()?;
    Ok((Checkers::default(), tables))
}

fn parse_table(field: Span<'_>) -> Result<TableSetup, IdError> {
    let (board, result) = match field.text.strip_prefix('=') {
        Some(_) => (Checkers::default(), Some(parse_result(field.skip(1))?)),
        None => (parse_board(field)?, None),
    };
    let Checkers { counts: checkers, off_given, marked } = board;
    Ok(TableSetup { checkers, off_given, marked, result, cube: None })
}

/// `result = "=" ( "w" / "b" / "-" ) points`
fn parse_result(field: Span<'_>) -> Result<(Option<Side>, Points), IdError> {
    const EXPECTED: &str = "who won the board and for how much, such as =w2 or =b0.5";
    let winner = match field.text.as_bytes().first() {
        Some(b'w') => Some(Side::White),
        Some(b'b') => Some(Side::Black),
        Some(b'-') => None,
        _ => return Err(field.unexpected("winner", EXPECTED)),
    };
    Ok((winner, points(field.skip(1), "points", EXPECTED)?))
}

/// `board = side "/" side`, White first
fn parse_board(field: Span<'_>) -> Result<Checkers, IdError> {
    const EXPECTED: &str = "WHITE/BLACK";
    let Some((white, black)) = field.split_once('/') else {
        let end = field.skip(field.text.len());
        return Err(end.error(IdErrorKind::Missing("black side"), EXPECTED));
    };
    let mut checkers = Checkers::default();
    parse_side(white, Side::White, &mut checkers)?;
    parse_side(black, Side::Black, &mut checkers)?;
    Ok(checkers)
}

/// `side = "-" / ( place ":" stack *( "," place ":" stack ) )`
fn parse_side(field: Span<'_>, side: Side, checkers: &mut Checkers) -> Result<(), IdError> {
    const EXPECTED: &str = "PLACE:COUNT, highest place first, or - for none";
    let mut seen = [false; 26];
    if field.text == "-" {
        return Ok(());
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
        let (count, marked) = parse_stack(stack, place == OFF)?;
        checkers.counts[side][place] = count;
        let place = place as u8;
        checkers.marked.extend(marked.map(|stack| Marked { side, place, stack }));
    }
    checkers.off_given[side] = seen[OFF];
    Ok(())
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

/// `stack = count / ( [ count ] "k" count ) / 1*15( "a" / "b" ) / "p"`, `count = 1*DIGIT`, not 0
/// except for checkers borne off
fn parse_stack(stack: Span<'_>, off: bool) -> Result<(u8, Option<Stack>), IdError> {
    const EXPECTED: &str = "a number of checkers";
    let marked = |text: &str| text.bytes().all(|b| matches!(b, b'a' | b'b'));
    if stack.text == "p" {
        return Ok((1, Some(Stack::Pinned)));
    }
    if !stack.text.is_empty() && marked(stack.text) {
        let mut laps = ArrayVec::<Lap, { LapBoard::MAX }>::new();
        for (letter, here) in stack.characters() {
            let lap = if letter == 'a' { Lap::First } else { Lap::Second };
            let too_large = || IdErrorKind::TooLarge(stack.text.to_owned());
            laps.try_push(lap).map_err(|_| here.error(too_large(), "at most 15 letters"))?;
        }
        return Ok((laps.len() as u8, Some(Stack::Laps(laps))));
    }
    if let Some((simple, royal)) = stack.split_once('k') {
        let number = |span: Span<'_>| span.number("number of checkers", EXPECTED);
        let simple = if simple.text.is_empty() { 0 } else { number(simple)? };
        let royal: u8 = number(royal)?;
        let too_large = || stack.error(IdErrorKind::TooLarge(stack.text.to_owned()), EXPECTED);
        if simple > MOST || royal > MOST {
            return Err(too_large());
        }
        if simple + royal == 0 && !off {
            return Err(stack.error(IdErrorKind::EmptyStack, EXPECTED));
        }
        return Ok((simple + royal, Some(Stack::Royal(Pair { simple, royal }))));
    }
    match stack.number("number of checkers", EXPECTED)? {
        0 if !off => Err(stack.error(IdErrorKind::EmptyStack, EXPECTED)),
        count => Ok((count, None)),
    }
}

/// The most checkers of a kind on one place.
const MOST: u8 = 15;
