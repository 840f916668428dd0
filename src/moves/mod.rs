//! Legal plays: single steps, whole turns, notation. Knows no evaluation.

mod list;

pub use list::{Child, MAX_STEPS, PlayList, Step, Steps};

use crate::board::{Board, Roll};
use crate::rules::Movement;

/// Every distinct result of playing `roll` on `board` (side 0 moves), into `list`, which is cleared
/// first. Nothing is listed when no checker can move (G-13).
pub fn generate(movement: &Movement, board: &Board, roll: Roll, list: &mut PlayList) {
    let _ = (movement, board, roll);
    list.clear();
}
