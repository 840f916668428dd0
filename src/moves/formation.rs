//! Points that may not all be held: six in a row, and start quarters.

use super::context::HEAD;
use super::step::StepError;
use crate::board::{Stacks, Track};
use crate::rules::{Movement, Prime, PrimeCheck, Quarter};

const SIX: u32 = 0x3f;
/// Points 19 to 24.
const START_QUARTER: u32 = SIX << 19;

/// The mover's points as the opponent numbers them.
fn facing(track: Track, mine: u32) -> u32 {
    match track {
        Track::Contrary => mine.reverse_bits() >> 6 & 0x01ff_fffe,
        Track::Parallel => (mine << 12 | mine >> 12) & 0x01ff_fffe,
    }
}

/// What is tested after each step.
///
/// # Errors
/// The rule that the mover's points break.
#[inline]
pub fn check_step<B: Stacks>(movement: &Movement, board: &B) -> Result<(), StepError> {
    if movement.prime_check == PrimeCheck::Step {
        check_prime(movement, board)?;
    }
    check_quarter(movement, board)
}

/// What is tested at the end of a turn.
#[inline]
pub fn may_end<B: Stacks>(movement: &Movement, board: &B) -> bool {
    movement.prime_check == PrimeCheck::Step || check_prime(movement, board).is_ok()
}

/// L-10, L-11.
fn check_prime<B: Stacks>(movement: &Movement, board: &B) -> Result<(), StepError> {
    if movement.prime == Prime::Free {
        return Ok(());
    }
    let mine = facing(movement.track, board.occupied(0));
    // Bit q is set where the six points q..q+5 of the opponent's road are all held.
    let pairs = mine & mine >> 1;
    let sixes = pairs & pairs >> 2 & pairs >> 4;
    if sixes == 0 {
        return Ok(());
    }
    // An enemy checker below the lowest six has passed all of them.
    let lowest = sixes.trailing_zeros();
    let ahead = board.occupied(1) & ((1 << lowest) - 1);
    if ahead == 0 { Err(StepError::Prime) } else { Ok(()) }
}

fn check_quarter<B: Stacks>(movement: &Movement, board: &B) -> Result<(), StepError> {
    match movement.quarter {
        Quarter::Free => Ok(()),
        Quarter::NotAllOwn if board.occupied(0) & START_QUARTER == START_QUARTER => {
            Err(StepError::OwnQuarter)
        }
        Quarter::NotAllOwn => Ok(()),
        Quarter::FourOfEnemy => {
            let held = facing(movement.track, board.occupied(0)) & START_QUARTER;
            if held.count_ones() > 4 { Err(StepError::EnemyQuarter) } else { Ok(()) }
        }
    }
}

/// Whether the mover holds the six points right before the whole enemy army, which must then be
/// opened if it can be (V-05).
pub fn shuts_in_army<B: Stacks>(movement: &Movement, board: &B) -> bool {
    if movement.quarter != Quarter::NotAllOwn {
        return false;
    }
    let army = board.occupied(1);
    if army.count_ones() != 1 || board.count(1, 0) > 0 {
        return false;
    }
    let at = army.trailing_zeros();
    let before = facing(movement.track, board.occupied(0));
    at > 6 && at as usize <= HEAD && before >> (at - 6) & SIX == SIX
}
