//! XGID, the notation of eXtreme Gammon. The bottom player is White.
//!
//! `XGID=` and ten fields: board, cube exponent, cube owner, turn, dice, bottom score, top score,
//! rules, match length, highest cube exponent. The prefix may be left out.
//!
//! What XGID cannot say: the name of the game, its rule options, post-Crawford (read from the
//! score), a resignation (refused), and the time before the opening throw (written with White on
//! roll). Its beaver bit stands for GNU Backgammon's usual three beavers in a row; a highest cube
//! exponent of 0 for a game without a cube. A Crawford flag where nobody is one point away is
//! dropped, as GNU Backgammon drops it.

use super::error::{IdError, IdErrorKind, Unprintable};
use super::span::Span;
use crate::board::{
    BAR, Byside, CubeSetup, DiceSetup, MatchSetup, Points, Roll, Setup, Side, Track,
};

/// What an XGID begins with.
pub const PREFIX: &str = "XGID=";
/// Characters of the board: the top player's bar, 24 points, the bottom player's bar.
pub const BOARD_LENGTH: usize = 26;
/// Fields between the colons.
pub const FIELDS: usize = 10;

const FORM: &str = "XGID";
/// How many beavers in a row the beaver bit means.
const BEAVERS: u8 = 3;
/// The most checkers a letter can stand for.
const STACK_MAX: u8 = 16;
/// What eXtreme Gammon writes as the highest cube exponent.
const CUBE_EXPONENT_MAX: u32 = 10;

/// Reads an XGID.
///
/// `xgid = [ "XGID=" ] board 9( ":" field )`
///
/// # Errors
/// [`IdError`] at the first field that does not fit.
pub fn parse(text: &str) -> Result<Setup, IdError> {
    let whole = Span::new(text);
    let has_prefix = text.get(..PREFIX.len()).is_some_and(|head| head.eq_ignore_ascii_case(PREFIX));
    let fields: Vec<Span<'_>> =
        whole.skip(if has_prefix { PREFIX.len() } else { 0 }).split(':').collect();
    let [board, exponent, owner, turn, dice, bottom, top, rules, length, highest] = fields[..]
    else {
        let kind = IdErrorKind::FieldCount { form: FORM, found: fields.len(), wanted: FIELDS };
        let at = fields.get(FIELDS).copied().unwrap_or(whole.skip(text.len()));
        return Err(at.error(kind, "ten fields with colons between them"));
    };
    let checkers = parse_board(board)?;
    let mut cube = parse_cube(exponent, owner)?;
    let (turn, dice) = parse_turn(turn, dice)?;
    let score = parse_score(bottom, top, rules, length)?;
    if highest.number::<u32>("highest cube exponent", "0 for no cube, else 10")? == 0 {
        cube = CubeSetup { in_use: false, ..CubeSetup::CENTRED };
    }
    Ok(Setup::of_counts(checkers, turn, dice, cube, score))
}

/// `board = ( "-" / %x61-70 ) 24( "-" / %x41-50 / %x61-70 ) ( "-" / %x41-50 )`
fn parse_board(field: Span<'_>) -> Result<Byside<[u8; 26]>, IdError> {
    const EXPECTED: &str = "-, A to P for the bottom player or a to p for the top player";
    let found = field.text.chars().count();
    if found != BOARD_LENGTH {
        let kind = IdErrorKind::Length { what: "board", found, wanted: BOARD_LENGTH };
        return Err(field.error(kind, EXPECTED));
    }
    let mut checkers = Byside([[0; 26]; 2]);
    for (index, (c, here)) in field.characters().enumerate() {
        let (side, count) = match c {
            '-' => continue,
            'A'..='P' => (Side::White, c as u8 - b'A' + 1),
            'a'..='p' => (Side::Black, c as u8 - b'a' + 1),
            _ => return Err(here.error(IdErrorKind::Unexpected(c.to_string()), EXPECTED)),
        };
        let place = match side {
            Side::White => index,
            Side::Black => BAR - index,
        };
        if place == 0 {
            let why =
                "only the top player's bar is the first character, the bottom player's the last";
            return Err(here.error(IdErrorKind::Xgid(why), EXPECTED));
        }
        checkers[side][place] = count;
    }
    Ok(checkers)
}

fn parse_player(field: Span<'_>, expected: &'static str) -> Result<i8, IdError> {
    match field.text {
        "1" | "+1" => Ok(1),
        "0" => Ok(0),
        "-1" => Ok(-1),
        _ => Err(field.unexpected("player", expected)),
    }
}

fn parse_cube(exponent: Span<'_>, owner: Span<'_>) -> Result<CubeSetup, IdError> {
    const EXPECTED: &str = "the exponent of the cube, 0 for 1";
    const OWNER: &str = "1 for the bottom player, -1 for the top player, 0 for the centre";
    let shift: u32 = exponent.number("cube", EXPECTED)?;
    let Some(value) = 1u32.checked_shl(shift) else {
        return Err(exponent.error(IdErrorKind::TooLarge(exponent.text.to_owned()), EXPECTED));
    };
    let owner = match parse_player(owner, OWNER)? {
        1 => Some(Side::White),
        -1 => Some(Side::Black),
        _ => None,
    };
    Ok(CubeSetup { value, owner, in_use: true })
}

/// `turn = "1" / "-1"`, `dice = "00" / ( die die ) / "D"`
fn parse_turn(turn: Span<'_>, dice: Span<'_>) -> Result<(Side, DiceSetup), IdError> {
    const TURN: &str = "1 for the bottom player or -1 for the top player";
    const DICE: &str = "00, two dice such as 31, or D";
    let side = match parse_player(turn, TURN)? {
        1 => Side::White,
        -1 => Side::Black,
        _ => return Err(turn.unexpected("turn", TURN)),
    };
    let refuse = |why| Err(dice.error(IdErrorKind::Xgid(why), DICE));
    match *dice.text.as_bytes() {
        [b'0', b'0'] => Ok((side, DiceSetup::ToRoll)),
        [a @ b'1'..=b'6', b @ b'1'..=b'6'] => match Roll::from_pips(a - b'0', b - b'0') {
            Some(roll) => Ok((side, DiceSetup::Rolled(roll))),
            None => Err(dice.unexpected("throw", DICE)),
        },
        // The side on turn has doubled; the other decides.
        [b'D' | b'd'] => Ok((side.other(), DiceSetup::Doubled)),
        [b'B' | b'b'] => refuse("an offered beaver cannot be set up"),
        [b'R' | b'r'] => refuse("an offered raccoon cannot be set up"),
        _ => Err(dice.unexpected("throw", DICE)),
    }
}

fn parse_score(
    bottom: Span<'_>,
    top: Span<'_>,
    rules: Span<'_>,
    length: Span<'_>,
) -> Result<MatchSetup, IdError> {
    const RULES: &str = "0 or 1 for the Crawford game in a match, 0 to 3 for money";
    let mut score = MatchSetup {
        score: Byside([
            Points::whole(bottom.number("bottom score", "points")?),
            Points::whole(top.number("top score", "points")?),
        ]),
        length: length.number("match length", "points, 0 for money")?,
        ..MatchSetup::MONEY
    };
    let bits: u32 = rules.number("rules", RULES)?;
    match (score.length, bits) {
        (0, 0..=3) => {
            score.jacoby = bits & 1 != 0;
            score.beavers = if bits & 2 != 0 { BEAVERS } else { 0 };
        }
        (1.., 0..=1) => score.crawford = bits == 1 && score.is_one_away(),
        _ => return Err(rules.unexpected("rules", RULES)),
    }
    score.post_crawford = score.is_post_crawford_by_score();
    Ok(score)
}

/// Prints an XGID.
///
/// # Errors
/// [`Unprintable`] for stacks above 16, both sides on one point, a cube that is no power of two,
/// an offered resignation.
pub fn print(setup: &Setup) -> Result<String, Unprintable> {
    let board = print_board(&setup.checkers)?;
    let value = setup.cube.value;
    if !value.is_power_of_two() {
        return Err(Unprintable::Cube { form: FORM, value });
    }
    let cube = if setup.cube.in_use { setup.cube } else { CubeSetup::CENTRED };
    let exponent = cube.value.ilog2();
    let sign = |side: Side| if side == Side::White { "1" } else { "-1" };
    let turn = setup.turn.unwrap_or(Side::White);
    let (turn, dice) = match setup.dice {
        DiceSetup::ToRoll => (turn, "00".to_owned()),
        DiceSetup::Rolled(roll) => (turn, roll.to_string()),
        DiceSetup::Doubled => (turn.other(), "D".to_owned()),
        DiceSetup::Resigned(points) => {
            return Err(Unprintable::Resignation { form: FORM, points });
        }
    };
    let score = &setup.score;
    let rules = match score.length {
        0 => u8::from(score.jacoby) | u8::from(score.beavers > 0) << 1,
        _ => u8::from(score.crawford),
    };
    let highest = if setup.cube.in_use { CUBE_EXPONENT_MAX.max(exponent) } else { 0 };
    let owner = cube.owner.map_or("0", sign);
    let turn = sign(turn);
    let [bottom, top] = score.score.0;
    let length = score.length;
    Ok(format!(
        "{PREFIX}{board}:{exponent}:{owner}:{turn}:{dice}:{bottom}:{top}:{rules}:{length}:{highest}"
    ))
}

fn print_board(checkers: &Byside<[u8; 26]>) -> Result<String, Unprintable> {
    let mut text = String::with_capacity(BOARD_LENGTH);
    for index in 0..=BAR {
        // The first and the last character are each one side's bar; the other side's place of
        // the same index there would be its checkers off.
        let white = if index == 0 { 0 } else { checkers[Side::White][index] };
        let black = match index {
            0 => checkers[Side::Black][BAR],
            BAR => 0,
            point => checkers[Side::Black][Track::Contrary.facing(point)],
        };
        let letter = |base: u8, count: u8| match count {
            1..=STACK_MAX => Ok(char::from(base + count - 1)),
            _ => Err(Unprintable::Checkers { form: FORM, checkers: u32::from(count) }),
        };
        text.push(match (white, black) {
            (0, 0) => '-',
            (count, 0) => letter(b'A', count)?,
            (0, count) => letter(b'a', count)?,
            _ => return Err(Unprintable::SharedPoint { form: FORM, point: index }),
        });
    }
    Ok(text)
}
