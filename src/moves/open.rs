//! The fast generator for games where only the landing points decide what may be played: blots are
//! hit and a hitter may go on, or nothing is hit at all.
//!
//! It lists what [`turn`](super::turn) lists, from bit masks of the points:
//! no board of a turn is found twice, so none has to be compared with another.

use super::context::HEAD;
use super::list::{Sink, Steps};
use crate::board::{BAR, Board, OFF, Roll};
use arrayvec::ArrayVec;

const POINTS: u32 = 0x01ff_fffe;
const OUTSIDE: u32 = 0x03ff_ff80;
const BAR_BIT: u32 = 1 << BAR;
/// Places are below 32; saying so spares the bounds checks.
const PLACE: usize = 31;

/// Where the mover may land, and where it hits, by its own points. Neither changes within a turn.
/// `HEAD_ONCE`: a second checker may not leave the head in it (L-06).
#[derive(Clone, Copy)]
struct Landings<const HEAD_ONCE: bool> {
    open: u32,
    blots: u32,
}

impl<const HEAD_ONCE: bool> Landings<HEAD_ONCE> {
    /// Places that no other checker may leave once one has left `from`.
    #[inline(always)]
    const fn spent(from: usize) -> u32 {
        if HEAD_ONCE && from == HEAD { 1 << HEAD } else { 0 }
    }
}

/// A board under way, the mask of the mover's occupied places, and how it was reached.
#[derive(Clone, Copy)]
struct Partial {
    board: Board,
    occupied: u32,
    steps: Steps,
}

/// By die and place, what a step adds to the mover's row (modulo 256): one less there, one more
/// where it lands, which is [`OFF`] past the end. A whole row is added at once, since a changed
/// byte would stall the wide load that copies it next.
static STEPS: [[[u8; 32]; 32]; 8] = {
    let mut steps = [[[0; 32]; 32]; 8];
    let mut die = 1;
    while die <= 6 {
        let mut from = 1;
        while from <= BAR {
            steps[die][from][from] = 255;
            steps[die][from][if from > die { from - die } else { OFF }] = 1;
            from += 1;
        }
        die += 1;
    }
    steps
};

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

/// The other side's points as the mover numbers them on parallel roads: half a lap on.
#[inline(always)]
const fn alongside(mask: u32) -> u32 {
    let mask = mask & POINTS;
    (mask << 12 | mask >> 12) & POINTS
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

/// Every distinct result of playing `roll` on `board`, roads contrary, blots hit.
#[inline]
pub fn turn(board: &Board, roll: Roll, sink: &mut impl Sink<Board>) {
    let theirs = board.row(1);
    let (any, closed) = (at_least(theirs, 1), at_least(theirs, 2));
    let at = Landings::<false> { open: POINTS & !facing(closed), blots: facing(any & !closed) };
    let occupied = at_least(board.row(0), 1) & (POINTS | BAR_BIT);
    let start = Partial { board: *board, occupied, steps: Steps::EMPTY };
    play(&at, &start, roll, sink);
}

/// Every distinct result of playing `roll` on `board`, roads parallel, every enemy checker closing
/// its point; `HEAD_ONCE` if only one checker may leave the head.
#[inline]
pub fn blocked_turn<const HEAD_ONCE: bool>(board: &Board, roll: Roll, sink: &mut impl Sink<Board>) {
    let at =
        Landings::<HEAD_ONCE> { open: POINTS & !alongside(at_least(board.row(1), 1)), blots: 0 };
    let occupied = at_least(board.row(0), 1) & POINTS;
    let start = Partial { board: *board, occupied, steps: Steps::EMPTY };
    play(&at, &start, roll, sink);
}

/// Whether the mover may come to hold six points in a row of the other side's road in this turn:
/// never where this denies it. Roads are parallel.
pub fn may_hold_six(board: &Board, roll: Roll) -> bool {
    let occupied = at_least(board.row(0), 1) & POINTS;
    let (high, low) = (roll.high().pips(), roll.low().pips());
    let reach = if roll.is_double() {
        (0..=4).fold(0, |reach, steps| reach | occupied >> (steps * high))
    } else {
        occupied | occupied >> high | occupied >> low | occupied >> (high + low)
    };
    let theirs = alongside(reach);
    let pairs = theirs & theirs >> 1;
    pairs & pairs >> 2 & pairs >> 4 != 0
}

#[inline(always)]
fn play<const HEAD_ONCE: bool>(
    at: &Landings<HEAD_ONCE>,
    start: &Partial,
    roll: Roll,
    sink: &mut impl Sink<Board>,
) {
    let (board, occupied) = (&start.board, start.occupied);
    let (high, low) = (roll.high().pips().into(), roll.low().pips().into());
    if roll.is_double() {
        doubles(at, start, high, sink);
    } else if checkers_outside(board, occupied) <= 1 {
        near_home(at, start, high, low, sink);
    } else {
        match board.row(0)[BAR] {
            0 => mixed(at, start, high, low, sink),
            1 => one_enters(at, start, high, low, sink),
            _ => two_enter(at, start, high, low, sink),
        }
    }
}

#[inline(always)]
fn checkers_outside(board: &Board, occupied: u32) -> u32 {
    Bits(occupied & OUTSIDE).map(|p| u32::from(board.row(0)[p & PLACE])).sum()
}

/// The board after the mover's checker on `from` moves by `die`, hitting what stands there.
#[inline(always)]
fn after<const H: bool>(board: &Board, at: &Landings<H>, from: usize, die: usize) -> Board {
    let mut next = *board;
    let step = &STEPS[die & 7][from & PLACE];
    for (count, change) in next.row_mut(0).iter_mut().zip(step) {
        *count = count.wrapping_add(*change);
    }
    if from > die && at.blots >> (from - die) & 1 != 0 {
        let theirs = next.row_mut(1);
        let blot = &mut theirs[(25 + die - from) & PLACE];
        // A second checker that lands there finds the blot gone.
        let hit = *blot;
        *blot = 0;
        theirs[BAR] += hit;
    }
    next
}

impl Partial {
    /// One checker from `from` moved by `die`: to a point, or off past the end.
    #[inline(always)]
    fn moved<const H: bool>(&self, at: &Landings<H>, from: usize, die: usize) -> Partial {
        let emptied = u32::from(self.board.row(0)[from & PLACE] == 1) << from;
        let to = from.saturating_sub(die);
        let landed = 1 << to & POINTS;
        Partial {
            board: after(&self.board, at, from, die),
            occupied: self.occupied & !emptied | landed,
            steps: self.steps.with(from, to),
        }
    }

    #[inline(always)]
    fn emit(&self, sink: &mut impl Sink<Board>) {
        sink.push(self.board, self.steps);
    }

    /// The results of one more step by `die` from each place of `from`.
    #[inline(always)]
    fn emit_each<const H: bool>(
        &self,
        at: &Landings<H>,
        from: u32,
        die: usize,
        sink: &mut impl Sink<Board>,
    ) {
        for p in Bits(from) {
            let steps = self.steps.with(p, p.saturating_sub(die));
            sink.push(after(&self.board, at, p, die), steps);
        }
    }
}

/// Two different dice, nothing on the bar, nothing can be borne off.
///
/// Larger die first finds every result but one sort: one checker goes on with the larger die from a
/// point that was empty before, and the other order is closed or hits differently.
#[inline(always)]
fn mixed<const H: bool>(
    at: &Landings<H>,
    start: &Partial,
    a: usize,
    b: usize,
    sink: &mut impl Sink<Board>,
) {
    let mut found = false;
    let by_a = start.occupied & at.open << a;
    // From here one checker goes on with both dice and hits nothing between; a checker from here
    // to a held point while one from there goes on comes to the same.
    let runs = at.open << a & !(at.blots << a);
    for p in Bits(by_a) {
        let first = start.moved(at, p, a);
        let second = first.occupied & at.open << b & !(runs & 1 << (p + b));
        let second = second & !Landings::<H>::spent(p);
        found |= second != 0;
        first.emit_each(at, second, b, sink);
    }
    let by_b = start.occupied & at.open << b;
    let chains = by_b & !(start.occupied << b) & at.open << (a + b) & !(runs & !(at.blots << b));
    for q in Bits(chains) {
        found = true;
        start.moved(at, q, b).moved(at, q - b, a).emit(sink);
    }
    if !found {
        // G-09: the larger die if it can be used at all.
        let (from, die) = if by_a != 0 { (by_a, a) } else { (by_b, b) };
        start.emit_each(at, from, die, sink);
    }
}

/// Two different dice, one checker on the bar, nothing can be borne off.
#[inline(always)]
fn one_enters<const H: bool>(
    at: &Landings<H>,
    start: &Partial,
    a: usize,
    b: usize,
    sink: &mut impl Sink<Board>,
) {
    let is = |mask: u32, p: usize| mask >> p & 1 != 0;
    let (on_a, on_b) = (BAR - a, BAR - b);
    let (enters_a, enters_b) = (is(at.open, on_a), is(at.open, on_b));
    let mut found = false;
    if enters_a {
        let first = start.moved(at, BAR, a);
        let second = first.occupied & at.open << b;
        found |= second != 0;
        first.emit_each(at, second, b, sink);
    }
    if enters_b {
        let first = start.moved(at, BAR, b);
        // The same checker going on gives nothing new where both orders hit nothing.
        let known = enters_a && !is(at.blots, on_a) && !is(at.blots, on_b);
        let all = first.occupied & at.open << a;
        found |= all != 0;
        let second = if known { all & !(1 << on_b) } else { all };
        first.emit_each(at, second, a, sink);
    }
    if !found && enters_a {
        start.moved(at, BAR, a).emit(sink);
    } else if !found && enters_b {
        start.moved(at, BAR, b).emit(sink);
    }
}

/// Two different dice, two or more checkers on the bar: at most one result.
#[inline(always)]
fn two_enter<const H: bool>(
    at: &Landings<H>,
    start: &Partial,
    a: usize,
    b: usize,
    sink: &mut impl Sink<Board>,
) {
    let mut now = *start;
    for die in [a, b] {
        if at.open >> (BAR - die) & 1 != 0 {
            now = now.moved(at, BAR, die);
        }
    }
    if !now.steps.is_empty() {
        now.emit(sink);
    }
}

/// Four steps of one number. Steps are taken from non-increasing places, which reaches every result
/// just once: how many checkers pass each point follows from the result.
#[inline(always)]
fn doubles<const H: bool>(
    at: &Landings<H>,
    start: &Partial,
    die: usize,
    sink: &mut impl Sink<Board>,
) {
    // G-10: as many of the four as possible.
    for steps in (1..=4).rev() {
        if descend(at, start, die, BAR, steps, sink) {
            return;
        }
    }
}

fn descend<const H: bool>(
    at: &Landings<H>,
    now: &Partial,
    die: usize,
    highest: usize,
    steps: u32,
    sink: &mut impl Sink<Board>,
) -> bool {
    let from = sources(at, now.occupied, die) & (u32::MAX >> (31 - highest));
    if steps == 1 {
        now.emit_each(at, from, die, sink);
        return from != 0;
    }
    let mut found = false;
    for p in Bits(from) {
        let highest = if Landings::<H>::spent(p) == 0 { p } else { p - 1 };
        found |= descend(at, &now.moved(at, p, die), die, highest, steps - 1, sink);
    }
    found
}

/// Places from which a checker can move by `die`.
#[inline(always)]
fn sources<const H: bool>(at: &Landings<H>, occupied: u32, die: usize) -> u32 {
    let from = if occupied & BAR_BIT != 0 { BAR_BIT } else { occupied };
    from & (at.open << die | may_bear_off(occupied, die))
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
fn near_home<const H: bool>(
    at: &Landings<H>,
    start: &Partial,
    a: usize,
    b: usize,
    sink: &mut impl Sink<Board>,
) {
    // At most one place outside and six inside for each of two steps, in two orders.
    let mut pairs = ArrayVec::<Partial, 128>::new();
    let mut singles = ArrayVec::<Partial, 8>::new();
    for (first, second) in [(a, b), (b, a)] {
        let mut firsts = ArrayVec::<Partial, 8>::new();
        for p in Bits(sources(at, start.occupied, first)) {
            let one = start.moved(at, p, first);
            for q in Bits(sources(at, one.occupied, second)) {
                let next = one.moved(at, q, second);
                if pairs.iter().all(|known| known.board != next.board) {
                    let _ = pairs.try_push(next);
                }
            }
            let _ = firsts.try_push(one);
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
