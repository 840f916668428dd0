//! The fast generator for games where roads are contrary, blots are hit and a hitter may go on.
//!
//! It lists what [`turn`](super::turn) lists, from bit masks of the points:
//! no board of a turn is found twice, so none has to be compared with another.

use super::list::{Sink, Steps};
use crate::board::{BAR, Board, HOME_TOP, OFF, Roll};
use arrayvec::ArrayVec;

const POINTS: u32 = 0x01ff_fffe;
const OUTSIDE: u32 = 0x03ff_ff80;
const BAR_BIT: u32 = 1 << BAR;
/// Places are below 32; saying so spares the bounds checks.
const PLACE: usize = 31;

/// Where the mover may land, and where it hits, by its own points. Neither changes within a turn.
#[derive(Clone, Copy)]
struct Landings {
    open: u32,
    blots: u32,
}

/// A board under way and the mask of the mover's occupied places.
#[derive(Clone, Copy)]
struct Partial {
    board: Board,
    occupied: u32,
    steps: Steps,
}

/// Bits of the bytes of a row that are at least `n` (1 or 2); counts are below 126.
#[inline(always)]
fn at_least(row: &[u8; 32], n: u8) -> u32 {
    let lift = 0x0101_0101_0101_0101_u64 * u64::from(0x80 - n);
    let mut mask = 0;
    let (words, _) = row.as_chunks::<8>();
    for (k, word) in words.iter().enumerate() {
        let high = (u64::from_le_bytes(*word) + lift) & 0x8080_8080_8080_8080;
        // Gathers the eight top bits into one byte.
        let byte = (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        mask |= (byte as u32) << (8 * k);
    }
    mask
}

/// The other side's points as the mover numbers them: `p` becomes `25 - p`.
#[inline(always)]
const fn facing(mask: u32) -> u32 {
    mask.reverse_bits() >> 6 & POINTS
}

struct Bits(u32);

impl Iterator for Bits {
    type Item = usize;

    /// Highest first.
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = 31 - self.0.leading_zeros();
        self.0 ^= 1 << bit;
        Some(bit as usize)
    }
}

/// Every distinct result of playing `roll` on `board`.
#[inline]
pub fn turn(board: &Board, roll: Roll, sink: &mut impl Sink<Board>) {
    let theirs = board.row(1);
    let (any, closed) = (at_least(theirs, 1), at_least(theirs, 2));
    let at = Landings { open: POINTS & !facing(closed), blots: facing(any & !closed) };
    let occupied = at_least(board.row(0), 1) & (POINTS | BAR_BIT);
    let start = Partial { board: *board, occupied, steps: Steps::EMPTY };
    let (high, low) = (roll.high().pips().into(), roll.low().pips().into());
    if roll.is_double() {
        doubles(&at, &start, high, sink);
    } else if checkers_outside(board, occupied) <= 1 {
        near_home(&at, &start, high, low, sink);
    } else {
        match board.row(0)[BAR] {
            0 => mixed(&at, &start, high, low, sink),
            1 => one_enters(&at, &start, high, low, sink),
            _ => two_enter(&at, &start, high, low, sink),
        }
    }
}

#[inline(always)]
fn checkers_outside(board: &Board, occupied: u32) -> u32 {
    Bits(occupied & OUTSIDE).map(|p| u32::from(board.row(0)[p & PLACE])).sum()
}

impl Partial {
    /// One checker from `from` to the point `to`, hitting what stands there.
    #[inline(always)]
    fn moved(&self, at: &Landings, from: usize, to: usize) -> Partial {
        let mut next = self.lifted(from, to);
        next.occupied |= 1 << to;
        if at.blots >> to & 1 != 0 {
            let theirs = next.board.row_mut(1);
            let blot = &mut theirs[(25 - to) & PLACE];
            // A second checker that lands there finds the blot gone.
            let hit = *blot;
            *blot = 0;
            theirs[BAR] += hit;
        }
        next
    }

    /// One checker from `from` borne off.
    #[inline(always)]
    fn borne_off(&self, from: usize) -> Partial {
        self.lifted(from, OFF)
    }

    #[inline(always)]
    fn lifted(&self, from: usize, to: usize) -> Partial {
        let mut next = *self;
        let mine = next.board.row_mut(0);
        let left = mine[from & PLACE].wrapping_sub(1);
        mine[from & PLACE] = left;
        mine[to & PLACE] = mine[to & PLACE].wrapping_add(1);
        next.occupied ^= u32::from(left == 0) << from;
        next.steps = self.steps.with(from, to);
        next
    }

    #[inline(always)]
    fn emit(&self, sink: &mut impl Sink<Board>) {
        sink.push(self.board, self.steps);
    }

    /// Steps by `die` to a point, from places in `from`.
    #[inline(always)]
    fn emit_each(&self, at: &Landings, from: u32, die: usize, sink: &mut impl Sink<Board>) {
        for p in Bits(from) {
            self.moved(at, p, p - die).emit(sink);
        }
    }
}

/// Two different dice, nothing on the bar, nothing can be borne off.
///
/// Larger die first finds every result but one sort: one checker goes on with the larger die from a
/// point that was empty before, and the other order is closed or hits differently.
#[inline(always)]
fn mixed(at: &Landings, start: &Partial, a: usize, b: usize, sink: &mut impl Sink<Board>) {
    let mut found = false;
    let by_a = start.occupied & at.open << a;
    // From here one checker goes on with both dice and hits nothing between; a checker from here
    // to a held point while one from there goes on comes to the same.
    let runs = at.open << a & !(at.blots << a);
    for p in Bits(by_a) {
        let first = start.moved(at, p, p - a);
        let second = first.occupied & at.open << b & !(runs & 1 << (p + b));
        found |= second != 0;
        first.emit_each(at, second, b, sink);
    }
    let by_b = start.occupied & at.open << b;
    let chains = by_b & !(start.occupied << b) & at.open << (a + b) & !(runs & !(at.blots << b));
    for q in Bits(chains) {
        found = true;
        start.moved(at, q, q - b).moved(at, q - b, q - b - a).emit(sink);
    }
    if !found {
        // G-09: the larger die if it can be used at all.
        let (from, die) = if by_a != 0 { (by_a, a) } else { (by_b, b) };
        start.emit_each(at, from, die, sink);
    }
}

/// Two different dice, one checker on the bar, nothing can be borne off.
#[inline(always)]
fn one_enters(at: &Landings, start: &Partial, a: usize, b: usize, sink: &mut impl Sink<Board>) {
    let is = |mask: u32, p: usize| mask >> p & 1 != 0;
    let (on_a, on_b) = (BAR - a, BAR - b);
    let (enters_a, enters_b) = (is(at.open, on_a), is(at.open, on_b));
    let mut found = false;
    if enters_a {
        let first = start.moved(at, BAR, on_a);
        let second = first.occupied & at.open << b;
        found |= second != 0;
        first.emit_each(at, second, b, sink);
    }
    if enters_b {
        let first = start.moved(at, BAR, on_b);
        // The same checker going on gives nothing new where both orders hit nothing.
        let known = enters_a && !is(at.blots, on_a) && !is(at.blots, on_b);
        let all = first.occupied & at.open << a;
        found |= all != 0;
        let second = if known { all & !(1 << on_b) } else { all };
        first.emit_each(at, second, a, sink);
    }
    if !found && enters_a {
        start.moved(at, BAR, on_a).emit(sink);
    } else if !found && enters_b {
        start.moved(at, BAR, on_b).emit(sink);
    }
}

/// Two different dice, two or more checkers on the bar: at most one result.
#[inline(always)]
fn two_enter(at: &Landings, start: &Partial, a: usize, b: usize, sink: &mut impl Sink<Board>) {
    let mut now = *start;
    for die in [a, b] {
        if at.open >> (BAR - die) & 1 != 0 {
            now = now.moved(at, BAR, BAR - die);
        }
    }
    if !now.steps.is_empty() {
        now.emit(sink);
    }
}

/// Four steps of one number. Steps are taken from non-increasing places, which reaches every result
/// just once: how many checkers pass each point follows from the result.
#[inline(always)]
fn doubles(at: &Landings, start: &Partial, die: usize, sink: &mut impl Sink<Board>) {
    // G-10: as many of the four as possible.
    for steps in (1..=4).rev() {
        if descend(at, start, die, BAR, steps, sink) {
            return;
        }
    }
}

fn descend(
    at: &Landings,
    now: &Partial,
    die: usize,
    highest: usize,
    steps: u32,
    sink: &mut impl Sink<Board>,
) -> bool {
    let mut from = now.occupied & (u32::MAX >> (31 - highest));
    if now.occupied & BAR_BIT != 0 {
        from &= BAR_BIT;
    }
    let inner = from & at.open << die;
    let mut found = false;
    if steps == 1 {
        found |= inner != 0;
        now.emit_each(at, inner, die, sink);
    } else {
        for p in Bits(inner) {
            found |= descend(at, &now.moved(at, p, p - die), die, p, steps - 1, sink);
        }
    }
    for p in Bits(from & may_bear_off(now.occupied, die)) {
        let next = now.borne_off(p);
        if steps == 1 {
            found = true;
            next.emit(sink);
        } else {
            found |= descend(at, &next, die, p, steps - 1, sink);
        }
    }
    found
}

/// Places from which `die` bears a checker off (G-14..G-16): the point of the die, or below it the
/// highest point that is held.
#[inline(always)]
fn may_bear_off(occupied: u32, die: usize) -> u32 {
    if occupied & OUTSIDE != 0 || occupied == 0 {
        return 0;
    }
    let highest = 31 - occupied.leading_zeros() as usize;
    occupied & (1 << die.min(highest))
}

/// Two different dice where a checker may be borne off: both orders, each result compared with those
/// found before.
#[inline(never)]
fn near_home(at: &Landings, start: &Partial, a: usize, b: usize, sink: &mut impl Sink<Board>) {
    // At most one place outside and six inside for each of two steps, in two orders.
    let mut pairs = ArrayVec::<Partial, 128>::new();
    let mut singles = ArrayVec::<Partial, 8>::new();
    for (first, second) in [(a, b), (b, a)] {
        let mut firsts = ArrayVec::<Partial, 8>::new();
        each_step(at, start, first, &mut |next| {
            let _ = firsts.try_push(next);
        });
        for one in &firsts {
            each_step(at, one, second, &mut |next: Partial| {
                if pairs.iter().all(|known| known.board != next.board) {
                    let _ = pairs.try_push(next);
                }
            });
        }
        if singles.is_empty() {
            singles = firsts;
        }
    }
    let results = if pairs.is_empty() { &singles[..] } else { &pairs[..] };
    for result in results {
        result.emit(sink);
    }
}

#[inline(always)]
fn each_step(at: &Landings, now: &Partial, die: usize, f: &mut impl FnMut(Partial)) {
    let from = if now.occupied & BAR_BIT != 0 { BAR_BIT } else { now.occupied };
    for p in Bits(from & at.open << die) {
        f(now.moved(at, p, p - die));
    }
    debug_assert!(HOME_TOP == 6);
    for p in Bits(from & may_bear_off(now.occupied, die)) {
        f(now.borne_off(p));
    }
}
