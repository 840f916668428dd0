//! Whether a game is to be given up, and for how much.

use super::chequer::{Judging, best_plays};
use super::decide::{deepest, seen_by, sides};
use super::equity::{Payoff, Stakes};
use super::kind::Kind;
use super::task::{ResignationAnswer, Task, TaskError};
use super::tree::{CubeStates, Search};
use crate::board::Side;
use crate::eval::Chances;
use crate::rules::{Phase, Position};

/// What playing on may bring over giving up, in units of the stake, for the game to be given up.
const HOPE: f32 = 1e-3;
/// How much less than what is conceded playing on may be worth, for rounding's sake.
const ROUNDING: f32 = 1e-6;

/// What to do about resignations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Give up so many times the stake.
    Resign(u8),
    /// Give up nothing.
    PlayOn,
    /// Accept what the other side gives up.
    Accept,
    /// Refuse it.
    Reject,
}

/// What the side that decides is to do about resignations.
///
/// # Errors
/// Where nobody throws, plays or answers a resignation.
pub(super) fn resignation<B: Kind>(
    search: &mut Search<'_, B>,
    task: &Task,
) -> Result<ResignationAnswer, TaskError> {
    let (position, limits) = (&task.position, &task.limits);
    let (thrower, decider) = sides(position)?;
    let stakes = Stakes::of(position, thrower).by(limits.met);
    let payoff = Payoff::new(&stakes);
    let board: B = seen_by(position, thrower)?;
    let mut before_throw = |board: &B, payoff: &Payoff| {
        let depth = deepest(search, board, limits.plies, payoff, &CubeStates::new());
        (depth.chances, depth.plies)
    };
    let (chances, plies) = match position.phase {
        Phase::ToRoll(_) | Phase::ResignationOffered(..) => before_throw(&board, &payoff),
        Phase::ToMove(_, roll) => {
            let judging = Judging { turn: task.turn, ..Judging::new(stakes, limits) };
            match best_plays(search, &judging, &board, roll, 1).plays.first() {
                Some(play) => (play.chances, play.plies),
                None => {
                    let passed = board.swapped();
                    let depth = deepest(
                        search,
                        &passed,
                        limits.plies,
                        &payoff.swapped(),
                        &CubeStates::new(),
                    );
                    (depth.chances.swapped(), depth.plies)
                }
            }
        }
        _ => return Err(TaskError::WrongPhase("nobody can resign now")),
    };
    let most = position.resignation_max(0);
    let equity = payoff.equity(&chances);
    let advice = match position.phase {
        Phase::ResignationOffered(_, points) => match accepts(&stakes, most, equity, points) {
            true => Advice::Accept,
            false => Advice::Reject,
        },
        _ => offer(&stakes, most, equity).map_or(Advice::PlayOn, Advice::Resign),
    };
    let (chances, equity) = match thrower == decider {
        true => (chances, equity),
        false => (chances.swapped(), -equity),
    };
    Ok(ResignationAnswer { advice, chances, equity, plies })
}

/// What a side with these stakes, to which playing on is worth `equity`, gives up at least for the
/// other to accept it; `None` if that is more than playing on costs.
fn offer(stakes: &Stakes, most: u8, equity: f32) -> Option<u8> {
    let least = (1..=most).find(|&points| accepts(stakes, most, equity, points))?;
    (equity <= conceded(stakes, most, least) + HOPE).then_some(least)
}

/// Whether the other side should accept that a side with these stakes gives up so much: it should
/// if playing on is no worse for the one that resigns.
fn accepts(stakes: &Stakes, most: u8, equity: f32, points: u8) -> bool {
    equity >= conceded(stakes, most, points) - ROUNDING
}

fn conceded(stakes: &Stakes, most: u8, points: u8) -> f32 {
    stakes.exact(-i32::from(points.clamp(1, most)))
}

/// Whether the other side should accept that `resigner`, with these `chances` were it to throw,
/// gives up `points` times the stake: it should if playing on is no worse for the resigner.
pub fn should_accept_resignation(
    position: &Position,
    resigner: Side,
    chances: &Chances,
    points: u8,
) -> bool {
    let stakes = Stakes::of(position, resigner);
    let equity = Payoff::new(&stakes).equity(chances);
    accepts(&stakes, position.resignation_max(0), equity, points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Byside;
    use crate::rules::{MatchState, Variant};

    fn offered(position: &Position, chances: &Chances) -> Option<u8> {
        let stakes = Stakes::of(position, Side::White);
        offer(&stakes, position.resignation_max(0), Payoff::new(&stakes).equity(chances))
    }

    #[test]
    fn a_lost_game_is_given_up_for_what_it_costs() {
        let money = Position::start(Variant::Backgammon.rules());
        let lost = |gammon, backgammon| Chances {
            lose_gammon: gammon,
            lose_backgammon: backgammon,
            ..Chances::default()
        };
        assert_eq!(offered(&money, &lost(0.0, 0.0)), Some(1));
        assert_eq!(offered(&money, &lost(1.0, 0.0)), Some(2));
        assert_eq!(offered(&money, &lost(1.0, 1.0)), Some(3));
        assert_eq!(offered(&money, &lost(0.5, 0.0)), None, "nobody gives up what may be saved");
        let hope = Chances { win: 0.01, ..Chances::default() };
        assert_eq!(offered(&money, &hope), None);
        // Where a point wins the match a gammon costs no more.
        let score = MatchState { length: 5, score: Byside::whole(3, 4), ..MatchState::MONEY };
        let last = Position { score: MatchState { post_crawford: true, ..score }, ..money };
        assert_eq!(offered(&last, &lost(1.0, 0.5)), Some(1));
    }
}
