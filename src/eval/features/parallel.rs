//! Inputs of plain games on parallel roads (long nardy and its kin), from their start to their end.
//!
//! | rows a side | meaning |
//! |---|---|
//! | 0..161 | point p (1..=23) holds 1, 2, … 6, 7 or more checkers |
//! | 161..176 | the head holds 1, 2, … 15 |
//! | 176..192 | 0..=15 not in play |
//! | 192..238 | pips in eights, the last for 360 and more |
//! | 238..295 | of the points p to p+5 (p = 1..=19) the side holds four, five or six |
//!
//! and, once, 48 rows for the difference of pips (mover's less other's) in eights and one that is on
//! where six points in a row need an enemy checker ahead (L-10). The numbers are named in
//! [`ParallelScalar`]; all lie between 0 and about 1.

use super::{Inputs, Told, difference_bucket, off};
use crate::board::{Board, HOME_TOP};

const COUNTS: usize = 7;
const HEAD: usize = 24;
const AT_HEAD: usize = 23 * COUNTS;
const AT_OFF: usize = AT_HEAD + 15;
const AT_PIPS: usize = AT_OFF + 16;
const PIPS: usize = 46;
const AT_BLOCKS: usize = AT_PIPS + PIPS;
const WINDOWS: usize = 19;
const SIDE: usize = AT_BLOCKS + 3 * WINDOWS;
const DIFFERENCES: usize = 48;

/// Rows of both sides, the pip difference and the rule.
pub(super) const ROWS: usize = 2 * SIDE + DIFFERENCES + 1;
/// Numbers of one side.
pub(super) const SCALARS: usize = 10;

/// The numbers of one side, in the order of the inputs (side 0's ten, then side 1's).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParallelScalar {
    /// Pips to bear off, in units of 360.
    Pips,
    /// Checkers on the head, in units of 15.
    Head,
    /// Checkers at home, in units of 15.
    Home,
    /// Of all single steps of one to six pips from a held point to another point, the share that no
    /// enemy checker stops.
    Open,
    /// Throws of one die that move nothing at all, in units of 6.
    Stuck,
    /// Of the six steps from the head the share that no enemy checker stops, 0 without a checker
    /// there.
    HeadOpen,
    /// The same from the rearmost held point.
    RearOpen,
    /// Enemy points among the six ahead of the side's checkers, where they are most, in units of 6.
    Blocked,
    /// The same in the mean over all checkers.
    BlockedMean,
    /// Quarters still to cross to come home, in units of 45.
    Crossovers,
}

/// One side's checkers and where they are stopped; points are bits, point 1 the lowest.
struct Road {
    held: u32,
    enemy: u32,
}

impl Road {
    /// Steps of `die` from held points to other points, and those that are stopped.
    #[inline(always)]
    fn steps(&self, die: usize) -> (u32, u32) {
        let to = self.held >> die;
        (to.count_ones(), (to & self.enemy).count_ones())
    }

    /// Enemy points among the six ahead of `point`, as bits.
    #[inline(always)]
    fn ahead(&self, point: usize) -> u32 {
        ((u64::from(self.enemy) << HOME_TOP) >> (point - 1)) as u32 & 63
    }

    /// The share of the six steps from `point` that no enemy checker stops.
    #[inline(always)]
    fn free(&self, point: usize) -> f32 {
        (6 - self.ahead(point).count_ones()) as f32 / 6.0
    }
}

/// Held points as bits.
#[inline(always)]
fn held(row: &[u8; 32]) -> u32 {
    (1..=24).fold(0, |bits, p| bits | u32::from(row[p] > 0) << (p - 1))
}

/// The same points in the other side's numbering (G-03).
#[inline(always)]
fn facing(bits: u32) -> u32 {
    (bits >> 12 | bits << 12) & 0xff_ffff
}

#[inline(always)]
pub(super) fn write(board: &Board, told: Told, inputs: &mut Inputs) {
    let bits = [held(board.row(0)), held(board.row(1))];
    let mut pips = [0; 2];
    for (side, pips) in pips.iter_mut().enumerate() {
        let road = Road { held: bits[side], enemy: facing(bits[1 - side]) };
        *pips = write_side(board.row(side), side, &road, inputs);
    }
    let half = DIFFERENCES as i32 / 2;
    inputs.on(2 * SIDE + difference_bucket(pips[0] - pips[1], 8, half));
    if told.limited_prime {
        inputs.on(2 * SIDE + DIFFERENCES);
    }
}

#[inline(always)]
fn write_side(row: &[u8; 32], side: usize, road: &Road, inputs: &mut Inputs) -> i32 {
    let base = side * SIDE;
    let (mut pips, mut in_play, mut home, mut crossovers) = (0, 0, 0, 0);
    let (mut blocked, mut blocked_sum, mut rearmost) = (0, 0, 0);
    for (p, &count) in row.iter().enumerate().take(HEAD + 1).skip(1) {
        let count = usize::from(count);
        if count == 0 {
            continue;
        }
        if p == HEAD {
            inputs.on(base + AT_HEAD + count.min(15) - 1);
        } else {
            inputs.on(base + (p - 1) * COUNTS + count.min(COUNTS) - 1);
        }
        pips += p * count;
        in_play += count;
        if p <= HOME_TOP {
            home += count;
        }
        crossovers += count * ((p - 1) / HOME_TOP);
        let ahead = road.ahead(p).count_ones() as usize;
        blocked = blocked.max(ahead);
        blocked_sum += count * ahead;
        rearmost = p;
    }
    inputs.on(base + AT_OFF + off(in_play as u32));
    inputs.on(base + AT_PIPS + (pips / 8).min(PIPS - 1));
    for window in 0..WINDOWS {
        let made = (road.held >> window & 63).count_ones() as usize;
        if made >= 4 {
            inputs.on(base + AT_BLOCKS + 3 * window + made - 4);
        }
    }
    let (mut steps, mut stopped, mut stuck) = (0, 0, 0);
    for die in 1..=6 {
        let (all, held_up) = road.steps(die);
        steps += all;
        stopped += held_up;
        // Bearing off is not looked at: whoever bears off is never short of steps.
        stuck += u32::from(all > 0 && all == held_up);
    }
    let share = |part: u32, all: u32| if all == 0 { 0.0 } else { part as f32 / all as f32 };
    let head = usize::from(row[HEAD]);
    let scalars = [
        pips as f32 / 360.0,
        head as f32 / 15.0,
        home as f32 / 15.0,
        share(steps - stopped, steps),
        stuck as f32 / 6.0,
        if head > 0 { road.free(HEAD) } else { 0.0 },
        if rearmost > 0 { road.free(rearmost) } else { 0.0 },
        blocked as f32 / 6.0,
        blocked_sum as f32 / (6 * in_play.max(1)) as f32,
        crossovers as f32 / 45.0,
    ];
    inputs.scalars[side * SCALARS..(side + 1) * SCALARS].copy_from_slice(&scalars);
    pips as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Track;
    use crate::rules::Variant;

    fn board(mine: &[(usize, u8)], theirs: &[(usize, u8)]) -> Board {
        let row = |stacks: &[(usize, u8)]| {
            let mut row = [0; 26];
            for &(place, count) in stacks {
                row[place] = count;
            }
            row[0] = 15 - row.iter().sum::<u8>();
            row
        };
        Board::new(row(mine), row(theirs))
    }

    fn seen(board: &Board) -> Inputs {
        let mut inputs = Inputs::new();
        write(board, Told::default(), &mut inputs);
        inputs
    }

    fn scalar(board: &Board, side: usize, scalar: ParallelScalar) -> f32 {
        seen(board).scalars[side * SCALARS + scalar as usize]
    }

    #[test]
    fn the_start_shows_two_full_heads() {
        let start = Variant::Long.start();
        let inputs = seen(&start);
        for side in 0..2 {
            let base = (side * SIDE) as u16;
            assert!(inputs.rows().contains(&(base + (AT_HEAD + 14) as u16)));
            assert!(inputs.rows().contains(&(base + (AT_PIPS + 45) as u16)));
            assert_eq!(scalar(&start, side, ParallelScalar::Head), 1.0);
            assert_eq!(scalar(&start, side, ParallelScalar::Pips), 1.0);
            assert_eq!(scalar(&start, side, ParallelScalar::HeadOpen), 1.0);
        }
    }

    #[test]
    fn facing_points_are_those_of_the_rules_g03() {
        for p in 1..=24 {
            let other = Track::Parallel.facing(p);
            assert_eq!(facing(1 << (p - 1)), 1 << (other - 1), "{p}");
        }
    }

    #[test]
    fn a_checker_behind_six_points_is_stuck() {
        // Their points 6..=11 are my 18..=23.
        let theirs = [(6, 2), (7, 2), (8, 2), (9, 2), (10, 2), (11, 2)];
        let board = board(&[(24, 1)], &theirs);
        assert_eq!(scalar(&board, 0, ParallelScalar::Stuck), 1.0);
        assert_eq!(scalar(&board, 0, ParallelScalar::Blocked), 1.0);
        assert_eq!(scalar(&board, 0, ParallelScalar::HeadOpen), 0.0);
        assert_eq!(scalar(&board, 0, ParallelScalar::Open), 0.0);
        let rows = seen(&board);
        assert!(rows.rows().contains(&((SIDE + AT_BLOCKS + 3 * 5 + 2) as u16)));
    }

    #[test]
    fn the_mirrored_board_lights_the_mirrored_rows() {
        let one = board(&[(24, 3), (20, 2), (6, 10)], &[(24, 5), (15, 1), (9, 9)]);
        let (a, b) = (seen(&one), seen(&one.swapped()));
        let side = |inputs: &Inputs, side: usize| -> Vec<u16> {
            let rows = inputs.rows().iter().map(|&row| usize::from(row));
            let own = rows.filter(|row| (side * SIDE..(side + 1) * SIDE).contains(row));
            own.map(|row| (row - side * SIDE) as u16).collect()
        };
        for n in 0..2 {
            assert_eq!(side(&a, n), side(&b, 1 - n));
        }
        assert_eq!(a.scalars[..SCALARS], b.scalars[SCALARS..2 * SCALARS]);
    }
}
