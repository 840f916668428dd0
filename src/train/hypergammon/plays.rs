//! All turns of one side, whatever the other side's checkers that are open to be hit.
//!
//! With three checkers a side can close one point at most. So where a side's checkers can go with a
//! throw depends only on that point, and is worked out once for each of the 25 cases. What is hit
//! on the way depends on the other side's blots: with each result stand the points that were
//! touched.

use super::side::Sides;
use crate::board::{ALL_ROLLS, BAR, HOME_TOP, Roll};
use crate::eval::hypergammon::Men;
use std::ops::Range;

/// One way to play a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Way {
    /// The number of the side afterwards.
    pub to: u16,
    /// Points on which a checker landed, as bits.
    pub touched: u32,
}

/// The turns of all sides where one point, or none (0), is closed.
pub struct Closed {
    ends: Vec<u32>,
    ways: Vec<Way>,
}

impl Closed {
    /// Where each throw's ways of a side lie, to be looked up by [`ways`](Self::ways).
    #[inline]
    pub fn throws(&self, side: usize) -> &[u32] {
        &self.ends[side * ALL_ROLLS.len()..=(side + 1) * ALL_ROLLS.len()]
    }

    /// Ways by their range.
    #[inline]
    pub fn ways(&self, range: Range<u32>) -> &[Way] {
        &self.ways[range.start as usize..range.end as usize]
    }

    /// All turns with `point` closed. A side that stands there has none.
    pub fn new(sides: &Sides, point: u8) -> Closed {
        let mut closed = Closed { ends: vec![0], ways: Vec::new() };
        let mut turn = Turn { closed: point, checkers: sides.checkers, found: Vec::new() };
        for side in &sides.list {
            for roll in ALL_ROLLS {
                if point == 0 || side.points >> point & 1 == 0 {
                    turn.play(&side.men, roll);
                    let from = closed.ways.len();
                    let way = |&(men, touched)| Way { to: sides.number(&men) as u16, touched };
                    closed.ways.extend(turn.found.iter().map(way));
                    closed.ways[from..].sort_unstable();
                    let mut kept = from;
                    for n in from..closed.ways.len() {
                        if n == from || closed.ways[n] != closed.ways[kept - 1] {
                            closed.ways[kept] = closed.ways[n];
                            kept += 1;
                        }
                    }
                    closed.ways.truncate(kept);
                }
                closed.ends.push(closed.ways.len() as u32);
            }
        }
        closed
    }
}

/// Finds the ways to play one throw.
struct Turn {
    closed: u8,
    checkers: usize,
    found: Vec<(Men, u32)>,
}

impl Turn {
    /// Fills `found`: with as many dice as can be, the larger if only one can; staying put where
    /// nothing can move.
    fn play(&mut self, men: &Men, roll: Roll) {
        self.found.clear();
        let (high, low) = (roll.high().pips(), roll.low().pips());
        if roll.is_double() {
            for dice in (1..=4).rev() {
                self.walk(men, &[high; 4][..dice], 0);
                if !self.found.is_empty() {
                    return;
                }
            }
        } else {
            self.walk(men, &[high, low], 0);
            self.walk(men, &[low, high], 0);
            for die in [high, low] {
                if self.found.is_empty() {
                    self.walk(men, &[die], 0);
                }
            }
        }
        if self.found.is_empty() {
            self.found.push((*men, 0));
        }
    }

    /// Notes what playing all of `dice` in their order gives.
    fn walk(&mut self, men: &Men, dice: &[u8], touched: u32) {
        let Some((&die, rest)) = dice.split_first() else {
            self.found.push((*men, touched));
            return;
        };
        let all_off = men[self.checkers - 1] == 0;
        if all_off {
            // The game is over: the dice that are left play themselves.
            return self.walk(men, rest, touched);
        }
        let mut before = u8::MAX;
        for n in (0..self.checkers).rev() {
            let from = men[n];
            if from == 0 || from == before {
                continue;
            }
            before = from;
            if let Some(to) = self.target(men, from, die) {
                let mut after = *men;
                after[n] = to;
                after[..self.checkers].sort_unstable();
                let landed = if to == 0 { 0 } else { 1 << to };
                self.walk(&after, rest, touched | landed);
            }
        }
    }

    /// Where a checker from `from` lands.
    fn target(&self, men: &Men, from: u8, die: u8) -> Option<u8> {
        let rearmost = men[self.checkers - 1];
        if usize::from(rearmost) == BAR && from != rearmost {
            return None;
        }
        if from > die {
            return (from - die != self.closed).then_some(from - die);
        }
        let home = usize::from(rearmost) <= HOME_TOP;
        (home && (from == die || from == rearmost)).then_some(0)
    }
}
