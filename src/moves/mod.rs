//! Legal plays: single steps, whole turns, notation. Knows no evaluation.

mod list;
mod notation;
mod open;
mod perft;
mod sequences;
mod step;
mod turn;
mod written;

pub use list::{Child, MAX_STEPS, PlayList, Sink, Step, Steps};
pub use notation::{Numbering, canonical, spelled, write_place};
pub use perft::{Perft, perft, perft_while};
pub use sequences::sequences;
pub use step::StepError;
pub use written::{IllegalPlay, WrittenChain, resolve};

use crate::board::{ALL_ROLLS, Board, Roll, Track};
use crate::rules::{HitAndHide, Landing, Movement};

/// Every distinct result of playing `roll` on `board` (side 0 moves), into `list`, which is cleared
/// first. Nothing is listed when no checker can move (G-13).
pub fn generate(movement: &Movement, board: &Board, roll: Roll, list: &mut PlayList) {
    list.clear();
    if is_open(movement, board) {
        open::turn(board, roll, list);
    } else {
        generate_any(movement, board, roll, list);
    }
}

/// The same as [`generate`], always by the general generator: for tests to compare with.
pub fn generate_any(movement: &Movement, board: &Board, roll: Roll, list: &mut PlayList) {
    list.clear();
    let mut scratch = std::mem::take(&mut list.scratch);
    turn::turn(movement, board, roll, &mut scratch, list);
    list.scratch = scratch;
}

/// Whether the fast generator serves: hit-and-hide is allowed, or there is nothing to hit.
fn is_open(movement: &Movement, board: &Board) -> bool {
    let hides = || movement.hide == HitAndHide::Allowed || !board.row(1)[1..=24].contains(&1);
    movement.track == Track::Contrary && movement.landing == Landing::Hit && hides()
}

/// Whether side 0 has no legal step with any throw.
pub fn is_stuck(movement: &Movement, board: &Board, list: &mut PlayList) -> bool {
    ALL_ROLLS.into_iter().all(|roll| {
        generate(movement, board, roll, list);
        list.is_empty()
    })
}
