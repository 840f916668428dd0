//! Numbering of home positions: up to 15 checkers on the six points of the home.
//!
//! A position is numbered by how many checkers stand on point 6, on points 6 and 5, and so on down
//! to all six points: these six sums never fall, so that adding 0, 1, … 5 to them gives six
//! different numbers below 21, and those have a rank among all such choices (the combinatorial
//! number system). Any step lowers a sum and raises none: every play leads to a LOWER number,
//! which lets the table be filled in order.

use crate::board::HOME_TOP;

/// Most checkers a side has.
pub const CHECKERS: usize = 15;
/// All positions of 0 to 15 checkers on six points.
pub const POSITIONS: usize = 54_264;

/// `CHOOSE[k][n]`: how many ways to choose `k + 1` of `n`.
const CHOOSE: [[u32; CHECKERS + HOME_TOP + 1]; HOME_TOP] = {
    let mut table = [[0; CHECKERS + HOME_TOP + 1]; HOME_TOP];
    let mut n = 1;
    while n <= CHECKERS + HOME_TOP {
        table[0][n] = n as u32;
        let mut k = 1;
        while k < HOME_TOP {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of the position with `home[p - 1]` checkers on point `p`, 0 to 54,263; `None` with
/// more than 15 checkers.
pub fn number(home: &[u8; HOME_TOP]) -> Option<usize> {
    let mut sum = 0;
    let mut number = 0;
    for (k, &count) in home.iter().rev().enumerate() {
        sum += usize::from(count);
        number += *CHOOSE[k].get(sum + k)? as usize;
    }
    (sum <= CHECKERS).then_some(number)
}

/// The position with this number, `[p - 1]` the checkers on point `p`; `None` from 54,264 on.
pub fn position(number: usize) -> Option<[u8; HOME_TOP]> {
    if number >= POSITIONS {
        return None;
    }
    let mut rest = number as u32;
    let mut sums = [0; HOME_TOP];
    let mut top = CHECKERS + HOME_TOP;
    for k in (0..HOME_TOP).rev() {
        top = (0..top).rev().find(|&n| CHOOSE[k][n] <= rest).unwrap_or(0);
        rest -= CHOOSE[k][top];
        sums[k] = top - k;
    }
    let mut home = [0; HOME_TOP];
    let mut before = 0;
    for (k, &sum) in sums.iter().enumerate() {
        home[HOME_TOP - 1 - k] = (sum - before) as u8;
        before = sum;
    }
    Some(home)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_positions_are_one_to_one() {
        for n in 0..POSITIONS {
            let home = position(n).unwrap();
            assert_eq!(number(&home), Some(n), "{home:?}");
        }
        assert_eq!(position(POSITIONS), None);
        assert_eq!(number(&[16, 0, 0, 0, 0, 0]), None);
        assert_eq!(number(&[255; 6]), None);
    }

    #[test]
    fn the_ends_are_the_empty_home_and_all_on_the_six_point() {
        assert_eq!(number(&[0; 6]), Some(0));
        assert_eq!(number(&[0, 0, 0, 0, 0, 15]), Some(POSITIONS - 1));
    }
}
