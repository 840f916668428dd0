//! Legal plays: single steps, whole turns, notation. Knows no evaluation.

mod context;
mod formation;
mod list;
mod notation;
mod open;
mod perft;
mod plays;
mod seen;
mod sequences;
mod step;
mod turn;
mod written;

pub use context::TurnContext;
pub use list::{Child, MAX_STEPS, PlayList, Sink, Step, Steps};
pub use notation::{Numbering, canonical, spelled, write_place};
pub use perft::{Perft, perft, perft_position, perft_while};
pub use plays::{Play, Plays, Turns, text};
pub use sequences::sequences;
pub use step::StepError;
pub use written::{IllegalPlay, WrittenChain, resolve};

use crate::board::{ALL_ROLLS, Board, LapBoard, PinBoard, Roll, RoyalBoard, Stacks, Track};
use crate::rules::{Doubles, FirstChecker, Head, HitAndHide, Landing, Movement, Prime, Quarter};

/// Every distinct result of playing `roll` on `board` (side 0 moves), into `list`, which is cleared
/// first. Nothing is listed when no checker can move (G-13). The turn is the mover's first if all
/// its checkers stand on the head.
#[inline]
pub fn generate(movement: &Movement, board: &Board, roll: Roll, list: &mut PlayList) {
    board.generate(movement, roll, TurnContext::of(board), list);
}

/// The same as [`generate`], always by the general generator: for tests to compare with.
pub fn generate_any(movement: &Movement, board: &Board, roll: Roll, list: &mut PlayList) {
    generate_in(movement, board, roll, TurnContext::of(board), list);
}

/// Every distinct result of playing `roll` on a board of any kind in a turn of this context, by the
/// general generator.
pub fn generate_in<B: Stacks>(
    movement: &Movement,
    board: &B,
    roll: Roll,
    context: TurnContext,
    list: &mut PlayList<B>,
) {
    list.clear();
    let mut scratch = std::mem::take(&mut list.scratch);
    turn::turn(movement, board, roll, context, &mut scratch, list);
    list.scratch = scratch;
}

/// A board that plays can be listed for, by the fastest generator that serves.
pub trait Playable: Stacks {
    /// Every distinct result of playing `roll` on this board, side 0 moving.
    fn generate(
        &self,
        movement: &Movement,
        roll: Roll,
        context: TurnContext,
        list: &mut PlayList<Self>,
    ) {
        generate_in(movement, self, roll, context, list);
    }
}

impl Playable for Board {
    fn generate(
        &self,
        movement: &Movement,
        roll: Roll,
        context: TurnContext,
        list: &mut PlayList<Board>,
    ) {
        list.clear();
        match (fast(movement, self, roll), movement.head) {
            (Some(Fast::Hits), _) => open::turn(self, roll, list),
            (Some(Fast::Blocks), Head::Free) => open::blocked_turn::<false>(self, roll, list),
            (Some(Fast::Blocks), Head::OnePerTurn) if !context.is_first() => {
                open::blocked_turn::<true>(self, roll, list);
            }
            _ => generate_in(movement, self, roll, context, list),
        }
    }
}

impl Playable for RoyalBoard {}
impl Playable for LapBoard {}
impl Playable for PinBoard {}

/// Where the fast generator serves.
enum Fast {
    /// Blots are hit, and hit-and-hide is allowed or there is nothing to hit.
    Hits,
    /// Nothing is hit, and no points may be held in this turn that must not be.
    Blocks,
}

#[inline(always)]
fn fast(movement: &Movement, board: &Board, roll: Roll) -> Option<Fast> {
    match (movement.track, movement.landing) {
        (Track::Contrary, Landing::Hit) => {
            let hides = movement.hide != HitAndHide::Allowed && board.row(1)[1..=24].contains(&1);
            (!hides).then_some(Fast::Hits)
        }
        (Track::Parallel, Landing::Block) => {
            let plain = movement.quarter == Quarter::Free
                && movement.first_checker == FirstChecker::Free
                && movement.doubles == Doubles::Four;
            let primes = || open::may_hold_six(board, roll);
            (plain && (movement.prime == Prime::Free || !primes())).then_some(Fast::Blocks)
        }
        _ => None,
    }
}

/// Whether side 0 has no legal step with any throw.
pub fn is_stuck<B: Playable>(movement: &Movement, board: &B, list: &mut PlayList<B>) -> bool {
    // Which turn of the game it is changes only how much may be played.
    let context = TurnContext::of(board);
    ALL_ROLLS.into_iter().rev().all(|roll| {
        board.generate(movement, roll, context, list);
        list.steps().iter().all(|steps| steps.is_empty())
    })
}
