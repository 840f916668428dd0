//! Inputs of doublegammon: those of contact, by counts of checkers whatever their lap, and behind
//! them
//!
//! | rows a side | meaning |
//! |---|---|
//! | 0..24 | the top checker of point p (1..=24) is on its second lap |
//! | 24..96 | 1, 2, 3 or more of the point's checkers are |
//! | 96..112 | 0..=15 checkers in play are |
//! | 112..128 | 0..=15 checkers at home are on their first lap and may still cross (D-03) |

use super::{Inputs, contact, counts};
use crate::board::{BAR, HOME_TOP, Lap, LapBoard, Stacks};

const AT: usize = contact::ROWS;
const AT_SECONDS: usize = 24;
const AT_SUM: usize = AT_SECONDS + 3 * 24;
const AT_HOME: usize = AT_SUM + 16;
const SIDE: usize = AT_HOME + 16;

/// All rows.
pub(super) const ROWS: usize = AT + 2 * SIDE;

#[inline(always)]
pub(super) fn write(board: &LapBoard, inputs: &mut Inputs) {
    contact::write(&counts(board), inputs);
    for side in 0..2 {
        let base = AT + side * SIDE;
        let mut sum = usize::from(board.count(side, BAR));
        let mut home = 0;
        for point in 1..=24 {
            let count = usize::from(board.count(side, point));
            if count == 0 {
                continue;
            }
            let (mut seconds, mut top) = (0, Lap::First);
            for lap in board.stack(side, point) {
                seconds += usize::from(lap == Lap::Second);
                top = lap;
            }
            if top == Lap::Second {
                inputs.on(base + point - 1);
            }
            if seconds > 0 {
                inputs.on(base + AT_SECONDS + 3 * (point - 1) + seconds.min(3) - 1);
            }
            sum += seconds;
            if point <= HOME_TOP {
                home += count - seconds;
            }
        }
        inputs.on(base + AT_SUM + sum.min(15));
        inputs.on(base + AT_HOME + home.min(15));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laps_and_who_lies_on_top_are_seen() {
        let mut board = LapBoard::EMPTY;
        for (place, laps) in [(6, [Lap::First, Lap::Second]), (3, [Lap::Second, Lap::First])] {
            laps.into_iter().for_each(|lap| board.push(0, place, lap));
        }
        board.push(1, BAR, Lap::Second);
        let mut inputs = Inputs::new();
        write(&board, &mut inputs);
        let on = |row: usize| inputs.rows().contains(&(row as u16));
        assert!(on(AT + 5) && !on(AT + 2));
        assert!(on(AT + AT_SECONDS + 3 * 5) && on(AT + AT_SECONDS + 3 * 2));
        assert!(on(AT + AT_SUM + 2) && on(AT + AT_HOME + 2));
        assert!(on(AT + SIDE + AT_SUM + 1) && on(AT + SIDE + AT_HOME));
    }
}
