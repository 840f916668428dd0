//! GNU Backgammon's IDs: the position ID, the match ID, and the pair of both.
//!
//! A position ID knows the side on roll and the other, not who they are. Its match ID says that
//! player 1 or player 0 is on roll: nardy takes player 1 for White and player 0 for Black, as XGID
//! has player 1 at the bottom. A position ID alone is White's, to roll, for money.
//!
//! What the IDs cannot say: the name of the game, its rule options, beavers, a game without a cube,
//! and post-Crawford. A side one point away in a match longer than 1, outside the Crawford game, is
//! read as post-Crawford. Dice thrown before a double or resignation was offered are forgotten.
//!
//! Game states of a match ID: 1 is a game in play. 0 (no game) is read and written as the time
//! before the opening throw. 2 to 4 are finished games: accepted where the board shows who won,
//! refused where it does not, since nothing is left to decide.

mod bits;
mod match_id;
mod position_id;

pub use match_id::{GameState, MatchId};

use super::error::{IdError, IdErrorKind, Unprintable};
use super::span::Span;
use crate::board::{Byside, CubeSetup, DiceSetup, MatchSetup, Points, Setup, Side};

use position_id::Halves;

/// Characters of a position ID.
pub const POSITION_ID_LENGTH: usize = 14;
/// Characters of a match ID.
pub const MATCH_ID_LENGTH: usize = 12;

const EXPECTED: &str = "a position ID (14 characters), alone or with a match ID (12) and a colon";

/// Reads a position ID, alone or with a match ID before or behind it.
///
/// `gnubg-id = position-id / ( position-id ":" match-id ) / ( match-id ":" position-id )`
///
/// # Errors
/// [`IdError`] where a character or a combination of bits cannot be.
pub fn parse(text: &str) -> Result<Setup, IdError> {
    let whole = Span::new(text);
    let length = |span: Span<'_>| span.text.chars().count();
    let Some((first, second)) = whole.split_once(':') else {
        return match length(whole) {
            MATCH_ID_LENGTH => Err(whole.error(IdErrorKind::LoneMatchId, EXPECTED)),
            _ => Ok(money(position_id::parse(whole)?)),
        };
    };
    let (position, score) = match (length(first), length(second)) {
        (MATCH_ID_LENGTH, POSITION_ID_LENGTH) => (second, first),
        _ => (first, second),
    };
    let halves = position_id::parse(position)?;
    let id = match_id::parse(score)?;
    combine(&halves, &id).map_err(|kind| score.error(kind, EXPECTED))
}

/// Reads a match ID alone.
///
/// # Errors
/// [`IdError`] for illegal characters and for fields that cannot be: a cube above 4096, an unknown
/// owner or state, dice that are none, a length above 64, scores above the length, the Crawford
/// game in money play, the two players to act apart with nothing offered, bits after the end.
pub fn parse_match_id(text: &str) -> Result<MatchId, IdError> {
    match_id::parse(Span::new(text))
}

/// The setup of a lone position ID.
fn money(halves: Halves) -> Setup {
    let checkers = Byside([halves.on_roll, halves.other]);
    Setup::of_counts(
        checkers,
        Side::White,
        DiceSetup::ToRoll,
        CubeSetup::CENTRED,
        MatchSetup::MONEY,
    )
}

fn combine(halves: &Halves, id: &MatchId) -> Result<Setup, IdErrorKind> {
    let mut setup = money(*halves);
    if id.on_roll == Side::Black {
        setup.checkers = Byside([halves.other, halves.on_roll]);
    }
    setup.cube = id.cube;
    setup.score = id.score();
    let finished = |side: Side| setup.checkers[side][1..].iter().all(|&checkers| checkers == 0);
    let winner = Side::BOTH.into_iter().find(|&side| finished(side));
    match (id.state, winner) {
        (GameState::None, _) => setup.turn = None,
        (GameState::Playing, _) => {
            setup.turn = Some(id.decider);
            setup.dice = id.dice_setup();
        }
        // The loser stands as the side on turn of a finished game.
        (_, Some(winner)) => setup.turn = Some(winner.other()),
        (GameState::Over, None) => {
            return Err(IdErrorKind::MatchId("the game is over, yet nobody has borne off all"));
        }
        (GameState::Resigned, None) => return Err(IdErrorKind::GameEnded("resignation")),
        (GameState::Dropped, None) => return Err(IdErrorKind::GameEnded("dropped double")),
    }
    Ok(setup)
}

/// The player whose checkers the position ID puts second: on roll, or who made the offer that the
/// side to decide answers; White where nobody is on turn.
fn on_roll(setup: &Setup) -> Side {
    let turn = setup.turn.unwrap_or(Side::White);
    match setup.dice {
        DiceSetup::ToRoll | DiceSetup::Rolled(_) => turn,
        DiceSetup::Doubled | DiceSetup::Resigned(_) => turn.other(),
    }
}

/// The position ID, the side on roll as its second half.
///
/// # Errors
/// [`Unprintable`] if a side has more than 15 checkers on the board.
pub fn print_position_id(setup: &Setup) -> Result<String, Unprintable> {
    let side = on_roll(setup);
    let (on_roll, other) = (setup.checkers[side], setup.checkers[side.other()]);
    position_id::print(&Halves { on_roll, other })
}

/// The match ID.
///
/// # Errors
/// [`Unprintable`] if cube, score or resignation do not fit.
pub fn print_match_id(setup: &Setup) -> Result<String, Unprintable> {
    if let DiceSetup::Resigned(0) = setup.dice {
        return Err(Unprintable::Resignation { form: "a match ID", points: 0 });
    }
    let state = match setup.turn {
        None => GameState::None,
        Some(turn) => {
            let won = setup.checkers[turn.other()][1..].iter().all(|&checkers| checkers == 0);
            if won { GameState::Over } else { GameState::Playing }
        }
    };
    let id = MatchId {
        cube: if setup.cube.in_use { setup.cube } else { CubeSetup::CENTRED },
        on_roll: on_roll(setup),
        crawford: setup.score.crawford && setup.score.length > 0,
        state,
        decider: setup.turn.unwrap_or(Side::White),
        doubled: setup.dice == DiceSetup::Doubled,
        resigned: match setup.dice {
            DiceSetup::Resigned(points) => points,
            _ => 0,
        },
        roll: match setup.dice {
            DiceSetup::Rolled(roll) => Some(roll),
            _ => None,
        },
        length: setup.score.length,
        points: Byside(setup.score.score.0.map(Points::floor)),
        jacoby: setup.score.jacoby,
    };
    match_id::print(&id)
}

/// `position:match`, as GNU Backgammon writes its GNUBG ID.
///
/// # Errors
/// [`Unprintable`] if the board, cube, score or resignation do not fit.
pub fn print_gnubgid(setup: &Setup) -> Result<String, Unprintable> {
    Ok(format!("{}:{}", print_position_id(setup)?, print_match_id(setup)?))
}
