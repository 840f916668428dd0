//! The inputs as nets of whole numbers take them.
//!
//! They tell what [`Inputs`](super::Inputs) tell, with less to add up: a row for each count of
//! checkers on a place, not only for small ones, so that numbers which follow from counts (pips,
//! checkers far back) need no row of their own. [`Layout::parts`] says what each row stands for.
//!
//! | rows a side | |
//! |---|---|
//! | 15 a place | point p (1..=24; after contact 1..=25, the bar) holds 1, 2, … 15 |
//! | the tails | one row of each is on: not in play, pips, and with contact windows and prime |
//!
//! and, once, 32 rows for the difference of pips.

use super::contact::{self, Between, ContactScalar, Own};
use super::race::{self, RaceScalar};
use super::{Phase, off};
use crate::board::{BAR, HOME_TOP};
use arrayvec::ArrayVec;
use std::ops::Range;

/// Most rows that one side switches on by itself: fifteen places and the tails.
pub(crate) const HALF_MAX: usize = 24;
/// Most numbers of both sides that rows cannot stand for.
pub(crate) const NUMBERS_MAX: usize = 32;

/// Checkers of a side.
const CHECKERS: usize = 15;
const DIFFERENCES: usize = 32;

/// How a phase numbers its merged rows.
pub(crate) struct Layout {
    phase: Phase,
    places: usize,
    /// How many rows there are behind those of the places, of each of which one is always on.
    tails: &'static [usize],
    /// A side's numbers that no row stands for.
    pub numbers: &'static [Number],
}

/// A number that rows cannot stand for.
pub(crate) struct Number {
    /// Which of a side's scalars it is.
    pub scalar: usize,
    /// How many of its units make 1.
    pub unit: f32,
    /// Most units there can be.
    pub max: i16,
}

impl Number {
    /// What the units are multiplied by so that the most of them come near to 32768, which stands
    /// for 1.
    pub const fn step(&self) -> i16 {
        i16::MAX / self.max
    }
}

/// What a merged row stands for: rows and scaled rows of the plain inputs, with their factors.
pub(crate) type Parts = ArrayVec<(usize, f32), 8>;

/// One side's rows.
#[derive(Clone, Copy)]
pub(crate) struct Half {
    rows: [u16; HALF_MAX],
    len: usize,
}

impl Half {
    pub const EMPTY: Half = Half { rows: [0; HALF_MAX], len: 0 };

    #[inline(always)]
    pub fn rows(&self) -> &[u16] {
        &self.rows[..self.len]
    }

    /// Switches a row on. No board has more than there is room for; more would be dropped.
    #[inline(always)]
    pub fn on(&mut self, row: usize) {
        if self.len < HALF_MAX {
            self.rows[self.len] = row as u16;
            self.len += 1;
        }
    }
}

/// Numbers with the places they have in the layout (side 0's, then side 1's), in parts of 32768.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    list: [(u16, i16); NUMBERS_MAX],
    len: usize,
}

impl Numbers {
    pub const NONE: Numbers = Numbers { list: [(0, 0); NUMBERS_MAX], len: 0 };

    #[inline(always)]
    pub fn list(&self) -> &[(u16, i16)] {
        &self.list[..self.len]
    }

    /// Adds the contact's number `N` of the side whose numbers begin `at`.
    #[inline(always)]
    fn add<const N: usize>(&mut self, at: usize, units: u16) {
        let number = &CONTACT.numbers[N];
        if self.len < NUMBERS_MAX {
            let units = units.min(number.max as u16) as i16;
            self.list[self.len] = ((at + N) as u16, units * number.step());
            self.len += 1;
        }
    }
}

const CONTACT: Layout = Layout {
    phase: Phase::Contact,
    places: 25,
    tails: &[16, 32, 64, 64, 64, 64, 8],
    numbers: &[
        Number { scalar: ContactScalar::Shots as usize, unit: 36.0, max: 36 },
        Number { scalar: ContactScalar::ShotPips as usize, unit: 36.0 * 24.0, max: 36 * 24 },
        Number { scalar: ContactScalar::DoubleShots as usize, unit: 36.0, max: 36 },
        Number { scalar: ContactScalar::RearFree as usize, unit: 36.0, max: 36 },
        Number { scalar: ContactScalar::RearPips as usize, unit: 294.0, max: 294 },
        Number { scalar: ContactScalar::Hold as usize, unit: 7.0 * 294.0, max: 7 * 294 },
        Number { scalar: ContactScalar::HoldBest as usize, unit: 294.0, max: 294 },
        Number { scalar: ContactScalar::BreakPips as usize, unit: 150.0, max: 375 },
        Number { scalar: ContactScalar::FreePips as usize, unit: 100.0, max: 360 },
        Number { scalar: ContactScalar::Mobility as usize, unit: 48.0, max: 90 },
    ],
};
const RACE: Layout = Layout { phase: Phase::Race, places: 24, tails: &[16, 48], numbers: &[] };

impl Layout {
    pub const fn of(phase: Phase) -> &'static Layout {
        match phase {
            Phase::Contact => &CONTACT,
            Phase::Race => &RACE,
        }
    }

    /// Rows of a side.
    fn side(&self) -> usize {
        self.places * CHECKERS + self.tails.iter().sum::<usize>()
    }

    /// Rows of both sides and of the difference.
    pub fn rows(&self) -> usize {
        2 * self.side() + DIFFERENCES
    }

    /// Ranges of rows of which at most one is on: each place's of a side, by its count from 1 to
    /// 15.
    pub fn places(&self, side: usize) -> impl Iterator<Item = Range<usize>> {
        let base = side * self.side();
        (0..self.places).map(move |p| base + p * CHECKERS..base + (p + 1) * CHECKERS)
    }

    /// Ranges of rows of which exactly one is on: a side's tails. The first is by the checkers, of
    /// fifteen, that are not in play.
    pub fn tails(&self, side: usize) -> impl Iterator<Item = Range<usize>> {
        let first = side * self.side() + self.places * CHECKERS;
        self.tails.iter().scan(first, |at, &rows| {
            *at += rows;
            Some(*at - rows..*at)
        })
    }

    /// The rows of the difference of pips, of which exactly one is on.
    pub fn difference(&self) -> Range<usize> {
        2 * self.side()..self.rows()
    }

    /// What a row stands for; scaled rows are counted behind the rows of the phase.
    pub fn parts(&self, row: usize) -> Parts {
        let (side, own) = (row / self.side(), row % self.side());
        let (phase_rows, half) = (self.phase.set().rows(), self.phase.set().scalars() / 2);
        let rows = (phase_rows - DIFFERENCES) / 2;
        if side == 2 {
            return Parts::from_iter([(2 * rows + own, 1.0)]);
        }
        let mut parts = Parts::new();
        let mut scalar = |scalar: usize, units: usize, unit: f32| {
            parts.push((phase_rows + side * half + scalar, units as f32 / unit));
        };
        let (place, count) = (own / CHECKERS + 1, own % CHECKERS + 1);
        let row = match (self.phase, place <= self.places) {
            (Phase::Contact, true) => {
                use ContactScalar::{Back, HomeBlots, Pips, Stacked};
                scalar(Pips as usize, place * count, 167.0);
                scalar(Stacked as usize, count.saturating_sub(3), 12.0);
                if place >= 25 - HOME_TOP {
                    scalar(Back as usize, count, 5.0);
                }
                if place <= HOME_TOP && count == 1 {
                    scalar(HomeBlots as usize, 1, 4.0);
                }
                contact::count_row(place, count)
            }
            (Phase::Race, true) => {
                use RaceScalar::{Crossovers, Deep, Gaps, HomePips, Outside, Pips};
                scalar(Pips as usize, place * count, 100.0);
                if place > HOME_TOP {
                    scalar(Outside as usize, count, 15.0);
                    scalar(Crossovers as usize, count * ((place - 1) / HOME_TOP), 15.0);
                    scalar(HomePips as usize, count * (place - HOME_TOP), 60.0);
                }
                if place <= 2 {
                    scalar(Deep as usize, count, 10.0);
                }
                if place <= HOME_TOP {
                    scalar(Gaps as usize, 1, -6.0);
                }
                race::count_row(place, count)
            }
            (Phase::Contact, false) => {
                let tail = own - self.places * CHECKERS;
                let windows = contact::AT_WINDOWS - contact::AT_OFF;
                let prime = windows + 64 * contact::WINDOWS.len();
                if (windows..windows + 64).contains(&tail) {
                    // Points 1 to 6.
                    let closed = (tail - windows).count_ones() as usize;
                    scalar(ContactScalar::Dance as usize, closed * closed, 36.0);
                }
                if tail >= prime {
                    scalar(ContactScalar::Prime as usize, tail - prime, 6.0);
                    return parts;
                }
                contact::AT_OFF + tail
            }
            (Phase::Race, false) => {
                let tail = own - self.places * CHECKERS;
                if tail <= CHECKERS {
                    // Six, less those that the places take off.
                    scalar(RaceScalar::Gaps as usize, HOME_TOP, 6.0);
                }
                race::AT_OFF + tail
            }
        };
        parts.push((side * rows + row, 1.0));
        parts
    }
}

/// One side of a contact.
#[inline(always)]
pub(crate) fn contact_half(row: &[u8; 32], side: usize, own: &Own) -> Half {
    let mut half = Half::EMPTY;
    let mut at = side * CONTACT_SIDE;
    let masks = &own.masks;
    let mut rest = masks.any;
    while rest != 0 {
        let p = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        half.on(at + count_row(p, row[p & 31]));
    }
    at += BAR * CHECKERS;
    half.on(at + off(own.in_play));
    at += 16;
    half.on(at + (own.pips as usize / 8).min(31));
    at += 32;
    for low in contact::WINDOWS {
        half.on(at + (masks.made >> low & 63) as usize);
        at += 64;
    }
    half.on(at + own.prime() as usize);
    half
}

/// The row of the difference of pips.
#[inline(always)]
pub(crate) fn contact_difference(mover: &Own, other: &Own) -> usize {
    2 * CONTACT_SIDE + contact::difference(mover, other)
}

/// Adds the numbers that depend on one side alone.
#[inline(always)]
pub(crate) fn contact_own_numbers(side: usize, own: &Own, numbers: &mut Numbers) {
    let at = side * CONTACT.numbers.len();
    numbers.add::<5>(at, own.hold);
    numbers.add::<6>(at, own.hold_best);
}

/// Adds a side's other numbers that are not 0 (or seldom are).
#[inline(always)]
pub(crate) fn contact_numbers(
    row: &[u8; 32],
    side: usize,
    own: &Own,
    enemy: &Own,
    numbers: &mut Numbers,
) {
    let between = Between::of(row, &own.masks, &enemy.masks);
    let at = side * CONTACT.numbers.len();
    if between.shots.hits > 0 {
        numbers.add::<0>(at, between.shots.hits as u16);
        numbers.add::<1>(at, between.shots.pips as u16);
        numbers.add::<2>(at, between.shots.doubles as u16);
    }
    numbers.add::<3>(at, between.rear.free);
    numbers.add::<4>(at, between.rear.pips);
    numbers.add::<7>(at, between.break_pips);
    numbers.add::<8>(at, between.free_pips);
    numbers.add::<9>(at, between.mobility);
}

/// One side of a race, and its pips.
#[inline(always)]
pub(crate) fn race_half(row: &[u8; 32], side: usize) -> (Half, u32) {
    let mut half = Half::EMPTY;
    let at = side * RACE_SIDE;
    let (mut pips, mut in_play) = (0, 0);
    for (p, &count) in row.iter().enumerate().take(BAR).skip(1) {
        if count > 0 {
            half.on(at + count_row(p, count));
            pips += p as u32 * u32::from(count);
            in_play += u32::from(count);
        }
    }
    let at = at + 24 * CHECKERS;
    half.on(at + off(in_play));
    half.on(at + 16 + (pips as usize / 4).min(47));
    (half, pips)
}

/// The row of the difference of pips.
#[inline(always)]
pub(crate) fn race_difference(mover: u32, other: u32) -> usize {
    2 * RACE_SIDE + race::difference(mover, other)
}

#[inline(always)]
fn count_row(place: usize, count: u8) -> usize {
    (place - 1) * CHECKERS + usize::from(count).min(CHECKERS) - 1
}

const CONTACT_SIDE: usize = 25 * CHECKERS + 16 + 32 + 4 * 64 + 8;
const RACE_SIDE: usize = 24 * CHECKERS + 16 + 48;
