//! The match ID: 72 bits of cube, turn, dice, score and game state.

use super::super::error::{IdError, IdErrorKind, Unprintable};
use super::super::span::Span;
use super::MATCH_ID_LENGTH;
use super::bits::Bits;
use crate::board::{Byside, CubeSetup, DiceSetup, MatchSetup, Points, Roll, Side};

const FORM: &str = "a match ID";
const EXPECTED: &str = "12 characters of A-Z a-z 0-9 + /";
/// The highest cube exponent that GNU Backgammon uses.
const CUBE_EXPONENT_MAX: u32 = 12;
/// The longest match that GNU Backgammon plays.
const LENGTH_MAX: u32 = 64;
const OWNER_CENTRE: u32 = 3;

/// Where a game stands as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// No game, or nobody has thrown yet.
    None,
    /// In play.
    Playing,
    /// Somebody has borne off everything.
    Over,
    /// Ended by an accepted resignation.
    Resigned,
    /// Ended by a refused double.
    Dropped,
}

impl GameState {
    const ALL: [GameState; 5] = [
        GameState::None,
        GameState::Playing,
        GameState::Over,
        GameState::Resigned,
        GameState::Dropped,
    ];
}

/// The fields of a match ID; player 1 is White, player 0 Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchId {
    /// The cube, always in use.
    pub cube: CubeSetup,
    /// The side on roll, or who would be had nothing been offered.
    pub on_roll: Side,
    /// This is the Crawford game.
    pub crawford: bool,
    /// Where the game stands.
    pub state: GameState,
    /// Who decides now.
    pub decider: Side,
    /// A double is offered.
    pub doubled: bool,
    /// The resignation that is offered, 1 to 3; 0 none.
    pub resigned: u8,
    /// What is thrown.
    pub roll: Option<Roll>,
    /// Match length, 0 for money.
    pub length: u32,
    /// The score.
    pub points: Byside<u32>,
    /// The Jacoby rule, in money play.
    pub jacoby: bool,
}

impl MatchId {
    /// What is to be decided; an offer hides the dice.
    pub(super) fn dice_setup(&self) -> DiceSetup {
        match (self.resigned, self.doubled, self.roll) {
            (points @ 1.., ..) => DiceSetup::Resigned(points),
            (0, true, _) => DiceSetup::Doubled,
            (0, false, Some(roll)) => DiceSetup::Rolled(roll),
            (0, false, None) => DiceSetup::ToRoll,
        }
    }

    /// Score and match rules.
    pub(super) fn score(&self) -> MatchSetup {
        let mut score = MatchSetup {
            score: Byside(self.points.0.map(Points::whole)),
            length: self.length,
            crawford: self.crawford,
            jacoby: self.jacoby,
            ..MatchSetup::MONEY
        };
        score.post_crawford = score.is_post_crawford_by_score();
        score
    }
}

/// `match-id = 12base64`
pub(super) fn parse(span: Span<'_>) -> Result<MatchId, IdError> {
    let bits = Bits::parse(span, "match ID", MATCH_ID_LENGTH, EXPECTED)?;
    fields(bits).map_err(|kind| span.error(kind, EXPECTED))
}

fn player(bit: u32) -> Side {
    if bit == 1 { Side::White } else { Side::Black }
}

fn player_bit(side: Side) -> u32 {
    u32::from(side == Side::White)
}

fn fields(bits: Bits) -> Result<MatchId, IdErrorKind> {
    let exponent = bits.get(0, 4);
    if exponent > CUBE_EXPONENT_MAX {
        return Err(IdErrorKind::MatchId("the cube shows more than 4096"));
    }
    let owner = match bits.get(4, 2) {
        OWNER_CENTRE => None,
        owner @ 0..=1 => Some(player(owner)),
        _ => return Err(IdErrorKind::MatchId("the cube belongs to no player")),
    };
    let Some(&state) = GameState::ALL.get(bits.get(8, 3) as usize) else {
        return Err(IdErrorKind::MatchId("the game is in no known state"));
    };
    let id = MatchId {
        cube: CubeSetup { value: 1 << exponent, owner, in_use: true },
        on_roll: player(bits.get(6, 1)),
        crawford: bits.get(7, 1) == 1,
        state,
        decider: player(bits.get(11, 1)),
        doubled: bits.get(12, 1) == 1,
        resigned: bits.get(13, 2) as u8,
        roll: roll(bits.get(15, 3), bits.get(18, 3))?,
        length: bits.get(21, 15),
        points: Byside([bits.get(51, 15), bits.get(36, 15)]),
        jacoby: bits.get(21, 15) == 0 && bits.get(66, 1) == 0,
    };
    check(&id)?;
    if bits.any_from(67) {
        return Err(IdErrorKind::TrailingBits("match ID"));
    }
    Ok(id)
}

fn roll(a: u32, b: u32) -> Result<Option<Roll>, IdErrorKind> {
    if (a, b) == (0, 0) {
        return Ok(None);
    }
    let roll = Roll::from_pips(a as u8, b as u8);
    roll.map(Some).ok_or(IdErrorKind::MatchId("the dice are not both 1 to 6"))
}

fn check(id: &MatchId) -> Result<(), IdErrorKind> {
    let offered = id.doubled || id.resigned > 0;
    let [white, black] = id.points.0;
    let faults = [
        (id.length > LENGTH_MAX, "a match goes to 64 points at most"),
        (id.length > 0 && white.max(black) > id.length, "a score is above the match length"),
        (id.length == 0 && id.crawford, "money play has no Crawford game"),
        (
            id.state == GameState::Playing && offered == (id.on_roll == id.decider),
            "who decides and who is on roll do not fit what is offered",
        ),
    ];
    match faults.iter().find(|(wrong, _)| *wrong) {
        Some(&(_, why)) => Err(IdErrorKind::MatchId(why)),
        None => Ok(()),
    }
}

pub(super) fn print(id: &MatchId) -> Result<String, Unprintable> {
    let value = id.cube.value;
    if !value.is_power_of_two() || value.ilog2() > CUBE_EXPONENT_MAX {
        return Err(Unprintable::Cube { form: FORM, value });
    }
    if id.resigned > 3 {
        return Err(Unprintable::Resignation { form: FORM, points: id.resigned });
    }
    let [white, black] = id.points.0;
    let most = if id.length == 0 { 0x7fff } else { id.length };
    if id.length > LENGTH_MAX || white.max(black) > most {
        let why = "a match goes to 64 points at most, a score to the match length";
        return Err(Unprintable::Score { form: FORM, why });
    }
    let mut bits = Bits::default();
    bits.put(0, value.ilog2());
    bits.put(4, id.cube.owner.map_or(OWNER_CENTRE, player_bit));
    bits.put(6, player_bit(id.on_roll));
    bits.put(7, u32::from(id.crawford));
    bits.put(8, id.state as u32);
    bits.put(11, player_bit(id.decider));
    bits.put(12, u32::from(id.doubled));
    bits.put(13, u32::from(id.resigned));
    if let Some(roll) = id.roll {
        bits.put(15, u32::from(roll.high().pips()));
        bits.put(18, u32::from(roll.low().pips()));
    }
    bits.put(21, id.length);
    bits.put(36, black);
    bits.put(51, white);
    bits.put(66, u32::from(!id.jacoby));
    Ok(bits.print(MATCH_ID_LENGTH))
}
