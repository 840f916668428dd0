//! A whole turn of any game: the one place that knows how many dice must be used (G-08..G-10).

use super::list::{MAX_STEPS, Sink, Steps};
use super::step::{Node, marks, step};
use crate::board::{BAR, Roll, Stacks};
use crate::rules::{HitAndBearOff, Movement};

/// A node of the turn, how it was reached, and with which die it began.
#[derive(Clone, Copy, Debug)]
struct Reached<B> {
    node: Node<B>,
    steps: Steps,
    first: u8,
}

/// Buffers of the turn generator, kept between turns.
#[derive(Clone, Debug)]
pub struct Scratch<B> {
    levels: [Vec<Reached<B>>; MAX_STEPS + 1],
    seen: Seen,
}

impl<B> Default for Scratch<B> {
    fn default() -> Self {
        Scratch { levels: std::array::from_fn(|_| Vec::new()), seen: Seen::default() }
    }
}

/// A small hash set of indices into a list; it is emptied by counting up its generation.
#[derive(Clone, Debug, Default)]
struct Seen {
    slots: Vec<(u32, u32)>,
    generation: u32,
    len: usize,
}

impl Seen {
    fn clear(&mut self) {
        self.len = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 || self.slots.is_empty() {
            self.slots.clear();
            self.slots.resize(256, (0, 0));
            self.generation = 1;
        }
    }

    /// Notes `index` under `hash` unless `same` says that an index noted before is equal; tells
    /// whether it is new. `rehash` gives the hash of an index noted before.
    fn insert(
        &mut self,
        hash: u64,
        index: usize,
        same: impl Fn(usize) -> bool,
        rehash: impl Fn(usize) -> u64,
    ) -> bool {
        if self.len * 2 >= self.slots.len() {
            self.grow(rehash);
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].0 == self.generation {
            if same(self.slots[at].1 as usize) {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = (self.generation, index as u32);
        self.len += 1;
        true
    }

    fn grow(&mut self, rehash: impl Fn(usize) -> u64) {
        let old = std::mem::take(&mut self.slots);
        self.slots.resize(old.len() * 2, (0, 0));
        let mask = self.slots.len() - 1;
        for (_, index) in old.into_iter().filter(|slot| slot.0 == self.generation) {
            let mut at = rehash(index as usize) as usize & mask;
            while self.slots[at].0 == self.generation {
                at = (at + 1) & mask;
            }
            self.slots[at] = (self.generation, index);
        }
    }
}

/// A fast hash, good enough for the few hundred boards of a turn.
#[derive(Default)]
struct WordHasher(u64);

impl std::hash::Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

fn hash_of(value: &impl std::hash::Hash) -> u64 {
    use std::hash::{BuildHasher, BuildHasherDefault};
    BuildHasherDefault::<WordHasher>::default().hash_one(value)
}

/// Every distinct result of playing `roll` on `board`, for any movement.
pub fn turn<B: Stacks>(
    movement: &Movement,
    board: &B,
    roll: Roll,
    scratch: &mut Scratch<B>,
    sink: &mut impl Sink<B>,
) {
    let (high, low) = (roll.high().pips(), roll.low().pips());
    let most = if roll.is_double() { 4 } else { 2 };
    for level in &mut scratch.levels {
        level.clear();
    }
    scratch.levels[0].push(Reached { node: Node::new(*board), steps: Steps::EMPTY, first: 0 });
    for used in 0..most {
        let (done, rest) = scratch.levels.split_at_mut(used + 1);
        let (now, next) = (&done[used], &mut rest[0]);
        scratch.seen.clear();
        for reached in now {
            let mut play = |die| extend(movement, reached, die, next, &mut scratch.seen);
            match (roll.is_double(), reached.first) {
                (true, _) => play(high),
                (false, 0) => {
                    play(high);
                    play(low);
                }
                (false, first) => play(if first == high { low } else { high }),
            }
        }
    }
    let legal = |level: &[Reached<B>]| level.iter().any(|r| r.node.may_end());
    // G-08, G-10, S-23: as many dice as any play that may end there.
    let Some(used) = (1..=most).rev().find(|&n| legal(&scratch.levels[n])) else { return };
    emit(movement, &scratch.levels[used], used, roll, &mut scratch.seen, sink);
}

fn extend<B: Stacks>(
    movement: &Movement,
    reached: &Reached<B>,
    die: u8,
    next: &mut Vec<Reached<B>>,
    seen: &mut Seen,
) {
    let first = if reached.first == 0 { die } else { reached.first };
    let top = if reached.node.board.count(0, BAR) > 0 { BAR..=BAR } else { 1..=24 };
    for from in top.rev().filter(|&p| reached.node.board.count(0, p) > 0) {
        for kind in reached.node.board.movable(from) {
            for mark in marks(&reached.node, from) {
                let Ok((node, to)) = step(movement, &reached.node, from, kind, mark, die.into())
                else {
                    continue;
                };
                let key = |r: &Reached<B>| (r.node, r.first);
                let found = Reached { node, steps: reached.steps.with(from, to), first };
                let same = |n: usize| key(&next[n]) == key(&found);
                let rehash = |n: usize| hash_of(&key(&next[n]));
                if seen.insert(hash_of(&key(&found)), next.len(), same, rehash) {
                    next.push(found);
                }
            }
        }
    }
}

fn emit<B: Stacks>(
    movement: &Movement,
    level: &[Reached<B>],
    used: usize,
    roll: Roll,
    seen: &mut Seen,
    sink: &mut impl Sink<B>,
) {
    let legal = || level.iter().enumerate().filter(|(_, r)| r.node.may_end());
    let high = roll.high().pips();
    // G-09: where either die but not both can be used, the higher.
    let by_high = used == 1 && !roll.is_double() && legal().any(|(_, r)| r.first == high);
    let unforced = movement.hit_and_bear_off == HitAndBearOff::OnlyIfForced
        && legal().any(|(_, r)| !r.node.hitter_off);
    seen.clear();
    for (n, reached) in legal() {
        if by_high && reached.first != high || unforced && reached.node.hitter_off {
            continue;
        }
        let same = |other: usize| level[other].node.board == reached.node.board;
        let rehash = |other: usize| hash_of(&level[other].node.board);
        if seen.insert(hash_of(&reached.node.board), n, same, rehash) {
            sink.push(reached.node.board, reached.steps);
        }
    }
}
