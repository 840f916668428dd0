//! Plays as text: the canonical form, in the mover's own numbering.

use std::fmt::Write;

use super::list::{Step, Steps};
use crate::board::{BAR, OFF, Stacks};
use crate::rules::{Landing, Movement};
use arrayvec::ArrayVec;

/// Which way points are numbered in text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbering {
    /// 24 … 1: pips left to bear off, as everywhere inside.
    #[default]
    Descending,
    /// 1 … 24 in the direction of play: head 1, home 19 … 24, as Russian books count.
    Ascending,
}

impl Numbering {
    /// The number written for an inside point 1..=24, or the inside point for a written one.
    pub const fn turn(self, point: u8) -> u8 {
        match self {
            Numbering::Descending => point,
            Numbering::Ascending => 25 - point,
        }
    }
}

/// One checker's way through a turn: where it starts, where it hits on the way, where it ends.
#[derive(Clone, PartialEq, Eq)]
struct Chain {
    places: ArrayVec<u8, 5>,
    royal: bool,
}

/// What a play without steps is called.
pub(super) const PASS: &str = "pass";

/// The canonical text of a play: `24/18*/15 8/5(2)`; `pass` for no step.
///
/// Steps of one checker are joined, points between are kept where it hits, equal chains fold into
/// `(N)`, chains stand highest start first, and a point is marked `*` once. A royal checker has a `k`
/// after its start, and a checker that goes round again lands higher than it starts. Where stacks
/// have an order, the steps stand one by one as they are played if the text would else mean
/// another play.
pub fn canonical<B: Stacks>(
    movement: &Movement,
    before: &B,
    steps: Steps,
    numbering: Numbering,
) -> String {
    if steps.is_empty() {
        return PASS.to_owned();
    }
    let blot = |point: u8| is_blot(movement, before, point);
    let chains = chains(steps, |point| movement.landing == Landing::Hit && blot(point));
    if B::SECOND_LAP && !keeps_order(before, steps, &chains) {
        return spelled(movement, before, steps, numbering);
    }
    let mut text = String::new();
    let mut starred = 0_u32;
    for (n, chain) in chains.iter().enumerate() {
        if chains[..n].contains(chain) {
            continue;
        }
        let count = chains.iter().filter(|other| *other == chain).count();
        if n > 0 {
            text.push(' ');
        }
        for (k, &place) in chain.places.iter().enumerate() {
            let separator = if k > 0 { "/" } else { "" };
            let star = k > 0 && blot(place) && starred >> place & 1 == 0;
            starred |= u32::from(star) << place;
            text.push_str(separator);
            write_place(&mut text, place, numbering);
            text.push_str(if k == 0 && chain.royal { ROYAL } else { "" });
            text.push_str(if star { "*" } else { "" });
        }
        if count > 1 {
            let _ = write!(text, "({count})");
        }
    }
    text
}

/// What marks a royal checker.
const ROYAL: &str = "k";

/// The text of a play step by step in the order given, hits marked: `24/18* 18/15`.
pub fn spelled<B: Stacks>(
    movement: &Movement,
    before: &B,
    steps: Steps,
    numbering: Numbering,
) -> String {
    if steps.is_empty() {
        return PASS.to_owned();
    }
    let mut text = String::new();
    let mut starred = 0_u32;
    for step in steps.iter() {
        if !text.is_empty() {
            text.push(' ');
        }
        write_place(&mut text, step.from, numbering);
        text.push_str(if step.royal { ROYAL } else { "" });
        text.push('/');
        write_place(&mut text, step.to, numbering);
        if is_blot(movement, before, step.to) && starred >> step.to & 1 == 0 {
            starred |= 1 << step.to;
            text.push('*');
        }
    }
    text
}

/// Whether a single enemy checker that can be hit stands on the mover's `point`.
pub(super) fn is_blot<B: Stacks>(movement: &Movement, board: &B, point: u8) -> bool {
    let point = usize::from(point);
    let blot = || board.guards(movement.track.facing(point)) == 1 && board.count(0, point) == 0;
    movement.landing != Landing::Block && (1..=24).contains(&point) && blot()
}

fn chains(steps: Steps, blot: impl Fn(u8) -> bool) -> ArrayVec<Chain, 4> {
    let mut left: ArrayVec<Step, 4> = steps.iter().collect();
    // Crossings first: what they begin may go on in the other quarter.
    left.sort_unstable_by_key(|step| std::cmp::Reverse((step.crosses(), *step)));
    let mut chains = ArrayVec::<Chain, 4>::new();
    while let Some(&first) = left.first() {
        left.remove(0);
        let mut chain = Chain { places: ArrayVec::from_iter([first.from]), royal: first.royal };
        let mut end = first.to;
        let follows = |step: &Step, end: u8| step.from == end && step.royal == first.royal;
        while let Some(next) = left.iter().position(|step| follows(step, end)) {
            if blot(end) {
                chain.places.push(end);
            }
            end = left.remove(next).to;
        }
        chain.places.push(end);
        chains.push(chain);
    }
    chains
}

/// Whether moving the chains one after the other, each by its steps, comes to the same stacks.
fn keeps_order<B: Stacks>(before: &B, steps: Steps, chains: &[Chain]) -> bool {
    let hop = |board: &mut B, from: u8, to: u8| {
        let Some(kind) = board.movable(from.into()).next() else { return false };
        board.lift(from.into(), kind);
        let turned = if to > from { B::turned(kind).unwrap_or(kind) } else { kind };
        board.put(to.into(), turned);
        true
    };
    let (mut played, mut written) = (*before, *before);
    steps.iter().all(|step| hop(&mut played, step.from, step.to))
        && chains.iter().all(|chain| {
            let ends = chain.places.first().zip(chain.places.last());
            ends.is_some_and(|(&from, &to)| hop(&mut written, from, to))
        })
        && played == written
}

/// Appends a place as it is written in plays.
pub fn write_place(text: &mut String, place: u8, numbering: Numbering) {
    match usize::from(place) {
        OFF => text.push_str("off"),
        BAR.. => text.push_str("bar"),
        _ => {
            let _ = write!(text, "{}", numbering.turn(place));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Roll};
    use crate::moves::{PlayList, generate};
    use crate::rules::Variant;

    fn row(stacks: &[(usize, u8)]) -> [u8; 26] {
        let mut row = [0; 26];
        for &(place, n) in stacks {
            row[place] = n;
        }
        row
    }

    fn texts(board: &Board, a: u8, b: u8) -> Vec<String> {
        let movement = Variant::Backgammon.rules().movement;
        let mut list = PlayList::new();
        let Some(roll) = Roll::from_pips(a, b) else { return Vec::new() };
        generate(&movement, board, roll, &mut list);
        let text = |&s| canonical(&movement, board, s, Numbering::Descending);
        list.steps().iter().map(text).collect()
    }

    #[test]
    fn joins_folds_and_stars() {
        // dialect examples 9, 21, 23, 26, 34, 47
        let mine = row(&[(13, 2), (8, 3), (6, 5), (3, 3), (2, 2)]);
        let theirs = row(&[(20, 1), (16, 1), (13, 5), (8, 3), (6, 5)]);
        let plays = texts(&Board::new(mine, theirs), 4, 4);
        for text in ["13/9*/5*(2)", "13/9*/5*/1 13/9", "6/2(4)"] {
            assert!(plays.iter().any(|play| play == text), "{text} not in {plays:?}");
        }
        let start = row(&[(24, 2), (13, 5), (8, 3), (6, 5)]);
        let plays = texts(&Board::new(start, start), 5, 5);
        for text in ["13/3(2)", "13/3 8/3(2)", "13/8(4)"] {
            assert!(plays.iter().any(|play| play == text), "{text} not in {plays:?}");
        }
        let race = Board::new(
            row(&[(0, 9), (3, 2), (2, 2), (1, 2)]),
            row(&[(0, 9), (3, 2), (2, 2), (1, 2)]),
        );
        let plays = texts(&race, 1, 1);
        assert_eq!(plays.len(), 8);
        for text in ["2/off 1/off(2)", "3/off 1/off", "2/off(2)"] {
            assert!(plays.iter().any(|play| play == text), "{text} not in {plays:?}");
        }
    }

    #[test]
    fn ascending_counts_from_the_head() {
        let movement = Variant::Backgammon.rules().movement;
        let board = Variant::Backgammon.start();
        let steps = Steps::EMPTY.with(24, 20).with(6, 4).with(3, 0);
        assert_eq!(canonical(&movement, &board, steps, Numbering::Ascending), "1/5 19/21 22/off");
    }
}
