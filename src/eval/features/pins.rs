//! Inputs of plakoto: those of contact, a pin taken for a hit, and behind them
//!
//! | rows a side | meaning |
//! |---|---|
//! | 0..24 | the checker on point p (1..=24) is pinned |
//!
//! and, once, a row that is on where a pinned mother does not end the game (V-03).

use super::{Inputs, Told, contact};
use crate::board::PinBoard;

const AT: usize = contact::ROWS;
const SIDE: usize = 24;

/// All rows.
pub(super) const ROWS: usize = AT + 2 * SIDE + 1;

#[inline(always)]
pub(super) fn write(board: &PinBoard, told: Told, inputs: &mut Inputs) {
    contact::write(board.counts(), inputs);
    for side in 0..2 {
        for point in 1..=24 {
            if board.is_pinned(side, point) {
                inputs.on(AT + side * SIDE + point - 1);
            }
        }
    }
    if told.mothers_play_on {
        inputs.on(AT + 2 * SIDE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn pins_are_seen() {
        let board = PinBoard::new(Variant::Plakoto.start(), [1 << 24, 1 << 3]);
        let mut inputs = Inputs::new();
        write(&board, Told::default(), &mut inputs);
        let on = |row: usize| inputs.rows().contains(&(row as u16));
        assert!(on(AT + 23) && on(AT + SIDE + 2) && !on(AT + 2) && !on(AT + 2 * SIDE));
    }
}
