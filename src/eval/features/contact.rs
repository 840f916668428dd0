//! Inputs of positions with contact.
//!
//! | rows a side | meaning |
//! |---|---|
//! | 0..168 | point p (1..=24) holds 1, 2, … 6, 7 or more checkers |
//! | 168..172 | 1, 2, 3, 4 or more on the bar |
//! | 172..188 | 0..=15 not in play |
//! | 188..220 | pips in eights, the last for 248 and more |
//! | 220..476 | which of the points 1-6, 4-9, 7-12, 19-24 are made: 64 rows a window |
//!
//! and, once, 32 rows for the difference of pips (mover's less other's) in sixes. The numbers are
//! named in [`ContactScalar`]; all lie between 0 and about 2.

use super::masks::{Masks, mirrored};
use super::reach::{look, table};
use super::shots::Shots;
use super::{Inputs, difference_bucket, off};
use crate::board::{BAR, Board, HOME_TOP};

const COUNTS: usize = 7;
const AT_BAR: usize = 24 * COUNTS;
const AT_OFF: usize = AT_BAR + 4;
const AT_PIPS: usize = AT_OFF + 16;
const AT_WINDOWS: usize = AT_PIPS + 32;
/// The lowest point of each window of six.
const WINDOWS: [usize; 4] = [1, 4, 7, 19];
const SIDE: usize = AT_WINDOWS + 64 * WINDOWS.len();

/// Rows of both sides and the pip difference.
pub(super) const ROWS: usize = 2 * SIDE + 32;
/// Numbers of one side.
pub(super) const SCALARS: usize = 16;

/// The numbers of one side, in the order of the inputs (side 0's sixteen, then side 1's).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactScalar {
    /// Pips to bear off, in units of the start's 167.
    Pips,
    /// Share of the enemy's 36 throws that can hit a blot of this side.
    Shots,
    /// Pips lost on average to such a throw's dearest hit, in units of 24.
    ShotPips,
    /// Share of throws that reach two blots or more.
    DoubleShots,
    /// Share of throws that would keep an enemy checker on the bar: (closed home points / 6)².
    Dance,
    /// Blots in the home, in units of 4.
    HomeBlots,
    /// Share of the throws of which the rearmost checker can play both dice.
    RearFree,
    /// Pips the rearmost checker can move, as a share of an open road's.
    RearPips,
    /// How far an enemy checker is held in this side's home: 1 less its mean share of pips, mean
    /// over the bar and the six home points.
    Hold,
    /// The same where it is held best.
    HoldBest,
    /// The longest row of made points, in units of 6.
    Prime,
    /// Checkers in the enemy's home or on the bar, in units of 5.
    Back,
    /// Pips until this side's last checker has passed the enemy's last, in units of 150.
    BreakPips,
    /// Pips of the checkers that have passed every enemy, in units of 100.
    FreePips,
    /// Checkers beyond the third on a point, in units of 12.
    Stacked,
    /// Different single steps that could be made, in units of 48.
    Mobility,
}

#[inline(always)]
pub(super) fn write(board: &Board, inputs: &mut Inputs) {
    let masks = [Masks::of(board, 0), Masks::of(board, 1)];
    let mut pips = [0; 2];
    for side in 0..2 {
        pips[side] = write_rows(board, side, &masks[side], inputs);
        let scalars = scalars(board, side, &masks[side], &masks[1 - side], pips[side]);
        inputs.scalars[side * SCALARS..(side + 1) * SCALARS].copy_from_slice(&scalars);
    }
    inputs.on(2 * SIDE + difference_bucket(pips[0] as i32 - pips[1] as i32, 6, 16));
}

/// Switches a side's rows on and counts its pips.
#[inline(always)]
fn write_rows(board: &Board, side: usize, masks: &Masks, inputs: &mut Inputs) -> u32 {
    let row = board.row(side);
    let base = side * SIDE;
    let mut pips = 0;
    let mut in_play = 0;
    let mut rest = masks.any & !(1 << BAR);
    while rest != 0 {
        let p = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let count = usize::from(row[p & 31]);
        pips += p * count;
        in_play += count;
        inputs.on(base + (p - 1) * COUNTS + count.min(COUNTS) - 1);
    }
    let bar = usize::from(masks.bar);
    if bar > 0 {
        inputs.on(base + AT_BAR + bar.min(4) - 1);
        pips += BAR * bar;
        in_play += bar;
    }
    inputs.on(base + AT_OFF + off(in_play as u32));
    inputs.on(base + AT_PIPS + (pips / 8).min(31));
    for (n, low) in WINDOWS.into_iter().enumerate() {
        inputs.on(base + AT_WINDOWS + 64 * n + (masks.made >> low & 63) as usize);
    }
    pips as u32
}

#[inline(always)]
fn scalars(board: &Board, side: usize, me: &Masks, enemy: &Masks, pips: u32) -> [f32; SCALARS] {
    let row = board.row(side);
    let reaches = table();
    let enemy_made = mirrored(enemy.made);
    let made_for_enemy = mirrored(me.made);
    let shots = Shots::of(enemy, me);
    let closed = (me.made >> 1 & 63).count_ones() as f32;
    let home_blots = (me.blots >> 1 & 63).count_ones() as f32;
    let rear = look(reaches, enemy_made, me.rearmost());
    let (mut hold, mut hold_best) = (0.0f32, 0.0f32);
    for place in 25 - HOME_TOP..=BAR {
        let held = 1.0 - look(reaches, made_for_enemy, place).pips;
        hold += held;
        hold_best = hold_best.max(held);
    }
    let (mut back, mut stacked, mut break_pips, mut free_pips) = (0u32, 0u32, 0u32, 0u32);
    // The enemy's rearmost checker stands here in this side's numbering (0: on the bar).
    let enemy_rear = BAR - enemy.rearmost();
    for (p, &count) in row.iter().enumerate().take(BAR + 1).skip(1) {
        let count = u32::from(count);
        back += if p >= 25 - HOME_TOP { count } else { 0 };
        stacked += count.saturating_sub(3);
        break_pips += count * p.saturating_sub(enemy_rear) as u32;
        free_pips += if p < enemy_rear { count * p as u32 } else { 0 };
    }
    let mobility: u32 =
        (1..=6).map(|die| (me.any >> die & 0x01ff_fffe & !enemy_made).count_ones()).sum();
    [
        pips as f32 / 167.0,
        shots.hits as f32 / 36.0,
        shots.pips as f32 / (36.0 * 24.0),
        shots.doubles as f32 / 36.0,
        closed * closed / 36.0,
        home_blots / 4.0,
        rear.free,
        rear.pips,
        hold / 7.0,
        hold_best,
        longest_run(me.made) as f32 / 6.0,
        back as f32 / 5.0,
        break_pips as f32 / 150.0,
        free_pips as f32 / 100.0,
        stacked as f32 / 12.0,
        mobility as f32 / 48.0,
    ]
}

/// The longest row of set bits, at most 7.
#[inline(always)]
fn longest_run(mut bits: u32) -> u32 {
    let mut length = 0;
    while bits != 0 && length < 7 {
        bits &= bits >> 1;
        length += 1;
    }
    length
}
