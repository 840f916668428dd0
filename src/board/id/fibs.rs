//! The board line of the First Internet Backgammon Server: `board:NAME1:NAME2:` and 50 numbers.
//!
//! White is the owner of the line, the player it calls first (`You`), whatever sign and direction
//! the line gives it: GNU Backgammon writes all its lines as its player 1's, who is White in its
//! IDs too. Printed lines give the owner the positive sign and the direction from 24 to 1.
//!
//! Read freely: numbers behind the turn may be missing (to roll, cube centred at 1, positive sign,
//! direction from 24 to 1); a bar's sign and the counts of checkers borne off are ignored; names
//! are whatever stands before the next colon.
//!
//! What the line cannot say: the name of the game, Jacoby, beavers, a game without a cube, and the
//! time before the opening throw (written with White on roll); a resignation is refused.

use super::error::{IdError, IdErrorKind, Unprintable};
use super::span::Span;
use crate::board::{
    BAR, Byside, CubeSetup, DiceSetup, MatchSetup, Points, Roll, Setup, Side, Track,
};

/// What a line begins with.
pub const PREFIX: &str = "board:";
/// How many numbers a whole line has.
pub const NUMBERS: usize = 50;
/// The match length that stands for unlimited play beside 0.
pub const UNLIMITED: i64 = 9999;

const FORM: &str = "a FIBS board";
const EXPECTED: &str = "board:NAME:NAME: and up to 50 numbers";

/// Whose points the first score of a line counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreOrder {
    /// The owner's, as FIBS says.
    Fibs,
    /// The opponent's, as GNU Backgammon's external player writes and reads it, except while a
    /// double is offered.
    Gnubg,
    /// Told from the line: GNU Backgammon's where it looks as that program writes its own, else
    /// FIBS's. Lines that its `show board` prints look so too, although their order is FIBS's.
    Auto,
}

/// A line as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FibsBoard {
    /// The names in the order written.
    pub names: [String; 2],
    /// The position.
    pub setup: Setup,
}

/// What is wrong with the numbers of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FibsFault {
    /// Index of the number, 0 the match length; one past the last where numbers are missing.
    pub index: usize,
    /// What is wrong.
    pub why: &'static str,
}

/// The numbers, by their place behind the names.
mod at {
    pub const LENGTH: usize = 0;
    pub const SCORES: [usize; 2] = [1, 2];
    pub const BOARD: usize = 3;
    pub const TURN: usize = 29;
    pub const DICE: [usize; 2] = [30, 32];
    pub const CUBE: usize = 34;
    pub const MAY_DOUBLE: [usize; 2] = [35, 36];
    pub const DOUBLED: usize = 37;
    pub const COLOR: usize = 38;
    pub const DIRECTION: usize = 39;
    pub const HOME: usize = 40;
    pub const LAST_OFF: usize = 43;
    pub const POST_CRAWFORD: usize = 48;
    pub const NOT_CRAWFORD: usize = 49;
}

/// Reads a line.
///
/// `fibs = "board:" name ":" name 1*50( ":" [ "+" / "-" ] 1*DIGIT )`
///
/// # Errors
/// [`IdError`] at the first number that does not fit.
pub fn parse(text: &str, order: ScoreOrder) -> Result<FibsBoard, IdError> {
    let whole = Span::new(text);
    if !text.get(..PREFIX.len()).is_some_and(|head| head.eq_ignore_ascii_case(PREFIX)) {
        return Err(whole.unexpected("board", EXPECTED));
    }
    let mut fields = whole.skip(PREFIX.len()).split(':');
    let end = whole.skip(text.len());
    let mut name = || match fields.next() {
        Some(name) if !name.text.is_empty() => Ok(name.text.to_owned()),
        Some(name) => Err(name.unexpected("name", EXPECTED)),
        None => Err(end.unexpected("name", EXPECTED)),
    };
    let names = [name()?, name()?];
    let spans: Vec<Span<'_>> = fields.collect();
    if let Some(extra) = spans.get(NUMBERS) {
        let kind =
            IdErrorKind::FieldCount { form: FORM, found: spans.len() + 2, wanted: NUMBERS + 2 };
        return Err(extra.error(kind, EXPECTED));
    }
    let numbers = spans.iter().map(|&span| number(span)).collect::<Result<Vec<_>, _>>()?;
    let setup = from_numbers(&numbers, order).map_err(|fault| {
        let span = spans.get(fault.index).copied().unwrap_or(end);
        span.error(IdErrorKind::Fibs(fault.why), EXPECTED)
    })?;
    Ok(FibsBoard { names, setup })
}

fn number(span: Span<'_>) -> Result<i64, IdError> {
    let negative = span.text.starts_with('-');
    let digits = if negative || span.text.starts_with('+') { span.skip(1) } else { span };
    let value: u32 = digits.number("number", "a number")?;
    Ok(if negative { -i64::from(value) } else { i64::from(value) })
}

/// A line's numbers with what stands for those that are missing.
struct Numbers<'a>(&'a [i64]);

impl Numbers<'_> {
    fn get(&self, index: usize) -> i64 {
        let missing = match index {
            at::CUBE | at::COLOR => 1,
            at::DIRECTION => -1,
            index if at::MAY_DOUBLE.contains(&index) => 1,
            _ => 0,
        };
        self.0.get(index).copied().unwrap_or(missing)
    }

    fn pair(&self, [first, second]: [usize; 2]) -> [i64; 2] {
        [self.get(first), self.get(second)]
    }

    /// Whether a double is offered, by the flag or by nobody being allowed to double.
    fn doubled(&self) -> bool {
        self.get(at::DOUBLED) != 0 || self.pair(at::MAY_DOUBLE) == [0, 0]
    }

    fn throw(&self, index: usize) -> [i64; 2] {
        self.pair([index, index + 1])
    }
}

/// The position that a line's numbers mean.
///
/// # Errors
/// The first number that cannot be.
pub fn from_numbers(numbers: &[i64], order: ScoreOrder) -> Result<Setup, FibsFault> {
    if numbers.len() <= at::TURN {
        return Err(FibsFault { index: numbers.len(), why: "numbers up to the turn are missing" });
    }
    let numbers = Numbers(numbers);
    let sign = |index: usize, why: &'static str| match numbers.get(index).signum() {
        0 => Err(FibsFault { index, why }),
        sign => Ok(sign),
    };
    let turn = sign(at::TURN, "nobody is on turn")?;
    let color = sign(at::COLOR, "the owner has no colour")?;
    let direction = sign(at::DIRECTION, "the owner has no direction")?;
    let on_turn = if turn == color { Side::White } else { Side::Black };
    let checkers = read_checkers(&numbers, color, direction)?;
    let (decider, dice) = match numbers.doubled() {
        true => (on_turn.other(), DiceSetup::Doubled),
        false => (on_turn, read_dice(&numbers, on_turn)?),
    };
    let (cube, score) = (read_cube(&numbers)?, read_score(&numbers, order)?);
    Ok(Setup::of_counts(checkers, decider, dice, cube, score))
}

fn read_checkers(
    numbers: &Numbers<'_>,
    color: i64,
    direction: i64,
) -> Result<Byside<[u8; 26]>, FibsFault> {
    let mut checkers = Byside([[0; 26]; 2]);
    for index in 0..=BAR {
        let value = numbers.get(at::BOARD + index);
        let why = "no place holds so many checkers";
        let count = u8::try_from(value.unsigned_abs())
            .map_err(|_| FibsFault { index: at::BOARD + index, why })?;
        let white_place = if direction < 0 { index } else { BAR - index };
        let side = match white_place {
            BAR => Side::White,
            0 => Side::Black,
            _ if value.signum() == color => Side::White,
            _ => Side::Black,
        };
        let place = if side == Side::White { white_place } else { BAR - white_place };
        checkers[side][place] = count;
    }
    Ok(checkers)
}

fn read_dice(numbers: &Numbers<'_>, on_turn: Side) -> Result<DiceSetup, FibsFault> {
    // GNU Backgammon takes the owner's pair wherever it is not 0; that the other pair may be a
    // throw of the past on a server's line is why the mover's own comes first here.
    let [owner, opponent] = at::DICE;
    let pairs = if on_turn == Side::White { [owner, opponent] } else { [opponent, owner] };
    let Some(index) = pairs.into_iter().find(|&index| numbers.throw(index) != [0, 0]) else {
        return Ok(DiceSetup::ToRoll);
    };
    let [a, b] = numbers.throw(index).map(|die| u8::try_from(die).unwrap_or(0));
    let roll = Roll::from_pips(a, b);
    roll.map(DiceSetup::Rolled).ok_or(FibsFault { index, why: "the dice are not both 1 to 6" })
}

fn read_cube(numbers: &Numbers<'_>) -> Result<CubeSetup, FibsFault> {
    let why = "a cube shows at least 1";
    let fault = FibsFault { index: at::CUBE, why };
    let value = u32::try_from(numbers.get(at::CUBE)).ok().filter(|&value| value > 0);
    let owner = match numbers.pair(at::MAY_DOUBLE).map(|flag| flag != 0) {
        [true, false] => Some(Side::White),
        [false, true] => Some(Side::Black),
        _ => None,
    };
    Ok(CubeSetup { value: value.ok_or(fault)?, owner, in_use: true })
}

fn read_score(numbers: &Numbers<'_>, order: ScoreOrder) -> Result<MatchSetup, FibsFault> {
    let length = match numbers.get(at::LENGTH) {
        UNLIMITED => 0,
        length => u32::try_from(length)
            .map_err(|_| FibsFault { index: at::LENGTH, why: "no match has such a length" })?,
    };
    let points = |index: usize| {
        let points = u32::try_from(numbers.get(index)).ok();
        let points = points.filter(|&points| length == 0 || points < length);
        points.ok_or(FibsFault { index, why: "a score is from 0 to below the match length" })
    };
    let [first, second] = at::SCORES;
    let mut score = [points(first)?, points(second)?];
    let gnubg = match order {
        ScoreOrder::Fibs => false,
        ScoreOrder::Gnubg => true,
        ScoreOrder::Auto => looks_like_gnubg(numbers),
    };
    if gnubg && !numbers.doubled() {
        score.swap(0, 1);
    }
    let mut score =
        MatchSetup { score: Byside(score.map(Points::whole)), length, ..MatchSetup::MONEY };
    let flags = numbers.pair([at::POST_CRAWFORD, at::NOT_CRAWFORD]);
    score.crawford = score.is_one_away() && flags == [0, 0];
    score.post_crawford = score.is_post_crawford_by_score();
    Ok(score)
}

/// Whether GNU Backgammon wrote the line: always as the positive player's from 24 to 1, the throw
/// in both pairs, nothing in the fields that only a server fills, and 1 in the last one outside
/// the Crawford game (in which it asks about throws only).
fn looks_like_gnubg(numbers: &Numbers<'_>) -> bool {
    let [owner, opponent] = at::DICE.map(|index| numbers.throw(index));
    let frame = [at::COLOR, at::DIRECTION, at::HOME, at::HOME + 1].map(|index| numbers.get(index));
    numbers.0.len() == NUMBERS
        && frame == [1, -1, 0, BAR as i64]
        && (at::LAST_OFF + 1..at::POST_CRAWFORD).all(|index| numbers.get(index) == 0)
        && owner == opponent
        && (numbers.get(at::NOT_CRAWFORD) == 1 || owner != [0, 0])
}

/// Prints a line with the owner's score first, as FIBS says. Colons and line breaks in names
/// become `_`.
///
/// # Errors
/// [`Unprintable`] for both sides on one point, an offered resignation and a decided match.
pub fn print(setup: &Setup, names: [&str; 2]) -> Result<String, Unprintable> {
    let sign = |side: Side| if side == Side::White { 1 } else { -1 };
    let turn = setup.turn.unwrap_or(Side::White);
    let (turn, doubled) = match setup.dice {
        DiceSetup::Doubled => (turn.other(), true),
        DiceSetup::Resigned(points) => {
            return Err(Unprintable::Resignation { form: FORM, points });
        }
        DiceSetup::ToRoll | DiceSetup::Rolled(_) => (turn, false),
    };
    let mut numbers = [0; NUMBERS];
    let score = &setup.score;
    let [white, black] = score.score.0;
    let decided = score.length > 0 && white.max(black) >= Points::whole(score.length);
    if decided || i64::from(score.length) == UNLIMITED {
        let why = "its scores are below the match length, which is not 9999";
        return Err(Unprintable::Score { form: FORM, why });
    }
    numbers[at::LENGTH] = i64::from(score.length);
    for (index, side) in at::SCORES.into_iter().zip(Side::BOTH) {
        numbers[index] = i64::from(score.score[side].floor());
    }
    print_board(&setup.checkers, &mut numbers)?;
    numbers[at::TURN] = sign(turn);
    if let DiceSetup::Rolled(roll) = setup.dice {
        let index = at::DICE[turn as usize];
        numbers[index] = i64::from(roll.high().pips());
        numbers[index + 1] = i64::from(roll.low().pips());
    }
    let cube = if setup.cube.in_use { setup.cube } else { CubeSetup::CENTRED };
    numbers[at::CUBE] = i64::from(cube.value);
    for (index, side) in at::MAY_DOUBLE.into_iter().zip(Side::BOTH) {
        numbers[index] = i64::from(cube.owner != Some(side.other()));
    }
    numbers[at::DOUBLED] = i64::from(doubled);
    numbers[at::COLOR] = 1;
    numbers[at::DIRECTION] = -1;
    numbers[at::HOME + 1] = BAR as i64;
    numbers[at::POST_CRAWFORD] = i64::from(score.is_one_away() && !score.crawford);
    let mut text = PREFIX.to_owned();
    for (n, name) in names.into_iter().enumerate() {
        let name = name.replace([':', '\n', '\r', '\0'], "_");
        text.push_str(if n > 0 { ":" } else { "" });
        text.push_str(if name.is_empty() { "_" } else { &name });
    }
    for number in numbers {
        text.push(':');
        text.push_str(&number.to_string());
    }
    Ok(text)
}

fn print_board(
    checkers: &Byside<[u8; 26]>,
    numbers: &mut [i64; NUMBERS],
) -> Result<(), Unprintable> {
    let (white, black) = (&checkers[Side::White], &checkers[Side::Black]);
    numbers[at::BOARD] = -i64::from(black[BAR]);
    numbers[at::BOARD + BAR] = i64::from(white[BAR]);
    for point in 1..BAR {
        let (own, other) = (white[point], black[Track::Contrary.facing(point)]);
        if own > 0 && other > 0 {
            return Err(Unprintable::SharedPoint { form: FORM, point });
        }
        numbers[at::BOARD + point] = i64::from(own) - i64::from(other);
    }
    for (index, side) in [at::LAST_OFF - 1, at::LAST_OFF].into_iter().zip(Side::BOTH) {
        numbers[index] = i64::from(checkers[side][0]);
    }
    Ok(())
}
