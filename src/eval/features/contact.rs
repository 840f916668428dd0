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
#![allow(clippy::needless_range_loop)] // plain loops become vectors more surely

use super::masks::{Masks, POINTS, mirrored};
use super::reach::{OPEN_PIPS, Reach, look, table};
use super::shots::Shots;
use super::{Inputs, difference_bucket, off};
use crate::board::{BAR, Board, HOME_TOP};

pub(super) const COUNTS: usize = 7;
pub(super) const AT_BAR: usize = 24 * COUNTS;
pub(super) const AT_OFF: usize = AT_BAR + 4;
pub(super) const AT_PIPS: usize = AT_OFF + 16;
pub(super) const AT_WINDOWS: usize = AT_PIPS + 32;
/// The lowest point of each window of six.
pub(super) const WINDOWS: [usize; 4] = [1, 4, 7, 19];
pub(super) const SIDE: usize = AT_WINDOWS + 64 * WINDOWS.len();

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

/// What one side shows by itself.
#[derive(Clone, Copy)]
pub(crate) struct Own {
    pub(super) masks: Masks,
    pub pips: u32,
    /// Checkers not borne off.
    pub in_play: u32,
    /// Pips that 36 throws each cannot move an enemy checker on the bar and the six home points.
    pub hold: u16,
    /// The most of them in one place.
    pub hold_best: u16,
}

/// What a side's numbers are made of where both sides matter.
#[derive(Clone, Copy)]
pub(super) struct Between {
    pub shots: Shots,
    pub rear: Reach,
    pub break_pips: u16,
    pub free_pips: u16,
    pub mobility: u16,
}

impl Own {
    /// A side without checkers.
    pub const NONE: Own = Own { masks: Masks::NONE, pips: 0, in_play: 0, hold: 0, hold_best: 0 };

    #[inline(always)]
    pub fn of(row: &[u8; 32]) -> Own {
        let masks = Masks::of(row);
        let (mut pips, mut in_play) = (0, 0);
        for p in 1..32 {
            let count = u16::from(row[p]);
            pips += p as u16 * count;
            in_play += count;
        }
        let made_for_enemy = mirrored(masks.made);
        let reaches = table();
        let (mut hold, mut hold_best) = (0, 0);
        for place in 25 - HOME_TOP..=BAR {
            let held = OPEN_PIPS - look(reaches, made_for_enemy, place).pips;
            hold += held;
            hold_best = hold_best.max(held);
        }
        Own { masks, pips: pips.into(), in_play: in_play.into(), hold, hold_best }
    }

    /// The longest row of made points, at most 7.
    #[inline(always)]
    pub fn prime(&self) -> u32 {
        longest_run(self.masks.made)
    }
}

impl Between {
    #[inline(always)]
    pub fn of(row: &[u8; 32], me: &Masks, enemy: &Masks) -> Between {
        let enemy_made = mirrored(enemy.made);
        // The enemy's rearmost checker stands here in this side's numbering (0: on the bar).
        let enemy_rear = (BAR - enemy.rearmost()) as u16;
        let (mut break_pips, mut free_pips) = (0, 0);
        for p in 1..32 {
            let (count, place) = (u16::from(row[p]), p as u16);
            break_pips += count * place.saturating_sub(enemy_rear);
            free_pips += count * if place < enemy_rear { place } else { 0 };
        }
        let mut mobility = 0;
        for die in 1..=6 {
            mobility += (me.any >> die & POINTS & !enemy_made).count_ones() as u16;
        }
        Between {
            shots: Shots::of(enemy, me),
            rear: look(table(), enemy_made, me.rearmost()),
            break_pips,
            free_pips,
            mobility,
        }
    }
}

#[inline(always)]
pub(super) fn write(board: &Board, inputs: &mut Inputs) {
    let own = [Own::of(board.row(0)), Own::of(board.row(1))];
    for side in 0..2 {
        write_rows(board.row(side), side, &own[side], inputs);
        let scalars = scalars(board.row(side), &own[side], &own[1 - side]);
        inputs.scalars[side * SCALARS..(side + 1) * SCALARS].copy_from_slice(&scalars);
    }
    inputs.on(2 * SIDE + difference(&own[0], &own[1]));
}

/// The row, of 32, of the difference of pips.
#[inline(always)]
pub(super) fn difference(mover: &Own, other: &Own) -> usize {
    difference_bucket(mover.pips as i32 - other.pips as i32, 6, 16)
}

/// Switches a side's rows on.
#[inline(always)]
fn write_rows(row: &[u8; 32], side: usize, own: &Own, inputs: &mut Inputs) {
    let base = side * SIDE;
    let masks = &own.masks;
    let mut rest = masks.any & POINTS;
    while rest != 0 {
        let p = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        inputs.on(base + count_row(p, row[p & 31].into()));
    }
    if masks.bar > 0 {
        inputs.on(base + count_row(BAR, masks.bar.into()));
    }
    inputs.on(base + AT_OFF + off(own.in_play));
    inputs.on(base + AT_PIPS + (own.pips as usize / 8).min(31));
    for (n, low) in WINDOWS.into_iter().enumerate() {
        inputs.on(base + AT_WINDOWS + 64 * n + (masks.made >> low & 63) as usize);
    }
}

/// A side's row for a count of checkers, above 0, on a point or the bar.
#[inline(always)]
pub(super) fn count_row(place: usize, count: usize) -> usize {
    if place == BAR {
        AT_BAR + count.min(4) - 1
    } else {
        (place - 1) * COUNTS + count.min(COUNTS) - 1
    }
}

#[inline(always)]
fn scalars(row: &[u8; 32], own: &Own, enemy: &Own) -> [f32; SCALARS] {
    let me = &own.masks;
    let between = Between::of(row, me, &enemy.masks);
    let closed = (me.made >> 1 & 63).count_ones() as f32;
    let home_blots = (me.blots >> 1 & 63).count_ones() as f32;
    let (mut back, mut stacked) = (0, 0);
    for p in 1..=BAR {
        back += if p >= 25 - HOME_TOP { u16::from(row[p]) } else { 0 };
        stacked += u16::from(row[p].saturating_sub(3));
    }
    let open = f32::from(OPEN_PIPS);
    [
        own.pips as f32 / 167.0,
        between.shots.hits as f32 / 36.0,
        between.shots.pips as f32 / (36.0 * 24.0),
        between.shots.doubles as f32 / 36.0,
        closed * closed / 36.0,
        home_blots / 4.0,
        f32::from(between.rear.free) / 36.0,
        f32::from(between.rear.pips) / open,
        f32::from(own.hold) / (7.0 * open),
        f32::from(own.hold_best) / open,
        own.prime() as f32 / 6.0,
        f32::from(back) / 5.0,
        f32::from(between.break_pips) / 150.0,
        f32::from(between.free_pips) / 100.0,
        f32::from(stacked) / 12.0,
        f32::from(between.mobility) / 48.0,
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
