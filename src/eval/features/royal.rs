//! Inputs of royal nardy: those of contact, by counts of checkers of either kind, and behind them
//!
//! | rows a side | meaning |
//! |---|---|
//! | 0..120 | of the checkers on point p (1..=24) 1, 2, … 5 are royal |
//! | 120..144 | a royal stands alone on point p: one hit and it is eaten (R-06) |
//! | 144..152 | 0..=7 royals borne off |
//! | 152..160 | 0..=7 royals eaten |
//!
//! and, once, 15 rows for the royals eaten, the mover's less the other's.

use super::{Inputs, contact, counts};
use crate::board::{OFF, RoyalBoard};

const AT: usize = contact::ROWS;
const ROYALS: usize = 5;
const AT_ALONE: usize = 24 * ROYALS;
const AT_OFF: usize = AT_ALONE + 24;
const AT_EATEN: usize = AT_OFF + 8;
const SIDE: usize = AT_EATEN + 8;
const DIFFERENCES: usize = 15;

/// All rows.
pub(super) const ROWS: usize = AT + 2 * SIDE + DIFFERENCES;

#[inline(always)]
pub(super) fn write(board: &RoyalBoard, inputs: &mut Inputs) {
    contact::write(&counts(board), inputs);
    for side in 0..2 {
        let base = AT + side * SIDE;
        for point in 1..=24 {
            let pair = board.pair(side, point);
            if pair.royal > 0 {
                let royals = usize::from(pair.royal).min(ROYALS);
                inputs.on(base + (point - 1) * ROYALS + royals - 1);
                if pair.royal == 1 && pair.simple == 0 {
                    inputs.on(base + AT_ALONE + point - 1);
                }
            }
        }
        inputs.on(base + AT_OFF + usize::from(board.pair(side, OFF).royal).min(7));
        inputs.on(base + AT_EATEN + usize::from(board.eaten(side)).min(7));
    }
    let eaten = [0, 1].map(|side| i32::from(board.eaten(side).min(7)));
    inputs.on(AT + 2 * SIDE + (eaten[0] - eaten[1] + 7) as usize);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{EATEN, Pair};

    #[test]
    fn royals_and_what_became_of_them_are_seen() {
        let mut board = RoyalBoard::EMPTY;
        board.set(0, 6, Pair { simple: 0, royal: 5 });
        board.set(0, 9, Pair { simple: 0, royal: 1 });
        board.set(0, 4, Pair { simple: 2, royal: 1 });
        board.set(1, OFF, Pair { simple: 0, royal: 3 });
        board.set(1, EATEN, Pair { simple: 0, royal: 4 });
        let mut inputs = Inputs::new();
        write(&board, &mut inputs);
        let on = |row: usize| inputs.rows().contains(&(row as u16));
        assert!(on(AT + 5 * ROYALS + 4) && on(AT + 8 * ROYALS) && on(AT + 3 * ROYALS));
        assert!(on(AT + AT_ALONE + 8) && !on(AT + AT_ALONE + 3) && !on(AT + AT_ALONE + 5));
        assert!(on(AT + SIDE + AT_OFF + 3) && on(AT + SIDE + AT_EATEN + 4));
        assert!(on(AT + 2 * SIDE + 3));
    }
}
