//! A whole turn of any game: the one place that knows how many dice must be used (G-08..G-10).

use super::context::TurnContext;
use super::formation;
use super::list::{MAX_STEPS, Sink, Steps};
use super::seen::{Seen, hash_of};
use super::step::{Node, Past, marks, step};
use crate::board::{BAR, Roll, Stacks};
use crate::rules::{Crossing, FirstMoveDoubles, Head, HitAndBearOff, Movement};

/// A node of the turn, how it was reached, and with which die it began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached<B> {
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

/// Every distinct result of playing `roll` on `board`, for any movement.
///
/// Where nothing has to be played but something may (D-05), the board as it was is one of them.
pub fn turn<B: Stacks>(
    movement: &Movement,
    board: &B,
    roll: Roll,
    context: TurnContext,
    scratch: &mut Scratch<B>,
    sink: &mut impl Sink<B>,
) {
    let search = Search { movement, roll, most: most_steps(roll, context) };
    explore(&search, board, 1, scratch);
    if movement.head == Head::OnePerTurn && context.is_first() {
        first_turn(&search, board, scratch);
    }
    emit(&search, scratch, sink);
}

/// How many checkers may leave the head in this turn: the limit that [`turn`] comes to.
pub(super) fn head_limit<B: Stacks>(
    movement: &Movement,
    board: &B,
    roll: Roll,
    context: TurnContext,
) -> u8 {
    if movement.head == Head::Free || !context.is_first() {
        return 1;
    }
    let mut scratch = Scratch::default();
    let search = Search { movement, roll, most: most_steps(roll, context) };
    explore(&search, board, 1, &mut scratch);
    first_turn(&search, board, &mut scratch)
}

fn most_steps(roll: Roll, context: TurnContext) -> usize {
    if roll.is_double() { usize::from(context.steps_left).min(MAX_STEPS) } else { 2 }
}

/// What a turn is played with.
struct Search<'a> {
    movement: &'a Movement,
    roll: Roll,
    most: usize,
}

impl Search<'_> {
    fn legal<B: Stacks>(&self, reached: &Reached<B>) -> bool {
        reached.node.may_end(self.movement)
    }

    /// The most dice of any play that may end there (G-08, G-10, S-23).
    fn used<B: Stacks>(&self, scratch: &Scratch<B>) -> usize {
        let legal = |n: &usize| scratch.levels[*n].iter().any(|r| self.legal(r));
        (1..=self.most).rev().find(legal).unwrap_or(0)
    }
}

/// L-07: the levels of a turn with one or two checkers from the head; tells how many.
fn first_turn<B: Stacks>(search: &Search, board: &B, scratch: &mut Scratch<B>) -> u8 {
    let double = search.roll.is_double();
    match search.movement.first_move_doubles {
        FirstMoveDoubles::ListedDoubles if double => {
            let listed = matches!(search.roll.high().pips(), 3 | 4 | 6);
            if listed {
                explore(search, board, 2, scratch);
                return 2;
            }
        }
        FirstMoveDoubles::WhenBlockedDoubles if !double => {}
        FirstMoveDoubles::WhenBlocked | FirstMoveDoubles::WhenBlockedDoubles => {
            let one = search.used(scratch);
            if one < search.most {
                explore(search, board, 2, scratch);
                if search.used(scratch) > one {
                    return 2;
                }
                explore(search, board, 1, scratch);
            }
        }
        FirstMoveDoubles::ListedDoubles | FirstMoveDoubles::Never => {}
    }
    1
}

/// All nodes of the turn, by the number of dice used.
fn explore<B: Stacks>(search: &Search, board: &B, heads: u8, scratch: &mut Scratch<B>) {
    let (high, low) = (search.roll.high().pips(), search.roll.low().pips());
    for level in &mut scratch.levels {
        level.clear();
    }
    let node = Node::new(*board, heads);
    scratch.levels[0].push(Reached { node, steps: Steps::EMPTY, first: 0 });
    for used in 0..search.most {
        let (done, rest) = scratch.levels.split_at_mut(used + 1);
        let (now, next) = (&done[used], &mut rest[0]);
        scratch.seen.clear();
        for reached in now {
            let mut play = |die| extend(search.movement, reached, die, next, &mut scratch.seen);
            match (search.roll.is_double(), reached.first) {
                (true, _) => play(high),
                (false, 0) => {
                    play(high);
                    play(low);
                }
                (false, first) => play(if first == high { low } else { high }),
            }
        }
    }
}

fn extend<B: Stacks>(
    movement: &Movement,
    reached: &Reached<B>,
    die: u8,
    next: &mut Vec<Reached<B>>,
    seen: &mut Seen,
) {
    let first = if reached.first == 0 { die } else { reached.first };
    let node = &reached.node;
    each_step(movement, node, die, |node, from, to, kind| {
        let steps = reached.steps.with_kind(from, to, B::is_royal(kind));
        let found = Reached { node, steps, first };
        let key = |r: &Reached<B>| (r.node, r.first);
        let same = |n: usize| key(&next[n]) == key(&found);
        let rehash = |n: usize| hash_of(&key(&next[n]));
        if seen.insert(hash_of(&key(&found)), next.len(), same, rehash) {
            next.push(found);
        }
    });
}

/// Calls `each` with every legal step by `die`: the node after it, from where to where, which kind.
#[inline(always)]
pub(super) fn each_step<B: Stacks>(
    movement: &Movement,
    node: &Node<B>,
    die: u8,
    mut each: impl FnMut(Node<B>, usize, usize, B::Kind),
) {
    let die = usize::from(die);
    let top = if node.board.count(0, BAR) > 0 { BAR..=BAR } else { 1..=24 };
    for from in top.rev().filter(|&p| node.board.count(0, p) > 0) {
        for kind in node.board.movable(from) {
            for mark in marks(node, from, kind) {
                let mut try_step = |past| {
                    let found = step(movement, node, from, (kind, mark), die, past);
                    if let Ok((node, to)) = found {
                        each(node, from, to, kind);
                    }
                };
                try_step(Past::Off);
                if B::SECOND_LAP && from <= die {
                    try_step(Past::Across);
                }
            }
        }
    }
}

fn emit<B: Stacks>(search: &Search, scratch: &mut Scratch<B>, sink: &mut impl Sink<B>) {
    let Scratch { levels, seen } = scratch;
    seen.clear();
    if B::SECOND_LAP && search.movement.crossing == Crossing::Voluntary {
        return emit_voluntary(search, levels, seen, sink);
    }
    let legal = |r: &Reached<B>| search.legal(r);
    let Some(used) = (1..=search.most).rev().find(|&n| levels[n].iter().any(legal)) else { return };
    // V-05: a prime before the whole enemy army is opened if it can be.
    let shuts = |r: &&Reached<B>| formation::shuts_in_army(search.movement, &r.node.board);
    let opens = |r: &Reached<B>| search.legal(r) && !shuts(&r);
    let must_open = levels[used].iter().any(opens);
    let chosen = |r: &&Reached<B>| search.legal(r) && !(must_open && shuts(r));
    let level = &levels[used];
    let high = search.roll.high().pips();
    // G-09: where either die but not both can be used, the higher.
    let by_high = used == 1
        && !search.roll.is_double()
        && level.iter().filter(chosen).any(|r| r.first == high);
    let unforced = search.movement.hit_and_bear_off == HitAndBearOff::OnlyIfForced
        && level.iter().filter(chosen).any(|r| !r.node.hitter_off);
    for (n, reached) in level.iter().enumerate().filter(|(_, r)| chosen(r)) {
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

/// D-05: duties look at ordinary steps only, and nobody has to cross.
fn emit_voluntary<B: Stacks>(
    search: &Search,
    levels: &[Vec<Reached<B>>; MAX_STEPS + 1],
    seen: &mut Seen,
    sink: &mut impl Sink<B>,
) {
    let ordinary = |r: &Reached<B>| !r.node.crossed && search.legal(r);
    let must = (0..=search.most).rev().find(|&n| levels[n].iter().any(ordinary)).unwrap_or(0);
    let high = search.roll.high().pips();
    let by_high = must == 1
        && !search.roll.is_double()
        && levels[1].iter().any(|r| ordinary(r) && r.first == high);
    let unforced = search.movement.hit_and_bear_off == HitAndBearOff::OnlyIfForced
        && levels[must].iter().any(|r| ordinary(r) && !r.node.hitter_off);
    let something_moves = !levels[1].is_empty();
    // A number for each node of all levels.
    let number = |level: usize, n: usize| n * (MAX_STEPS + 1) + level;
    let board =
        |number: usize| levels[number % (MAX_STEPS + 1)][number / (MAX_STEPS + 1)].node.board;
    for (used, level) in levels.iter().enumerate().take(search.most + 1).skip(must) {
        for (n, reached) in level.iter().enumerate().filter(|(_, r)| search.legal(r)) {
            let lower_alone = used == 1 && by_high && reached.first != high;
            let avoidable = unforced && reached.node.hitter_off;
            let nothing = used == 0 && !something_moves;
            if lower_alone || avoidable || nothing || goes_on(search, reached, used) {
                continue;
            }
            let found = reached.node.board;
            let same = |other| board(other) == found;
            let rehash = |other| hash_of(&board(other));
            if seen.insert(hash_of(&found), number(used, n), same, rehash) {
                sink.push(found, reached.steps);
            }
        }
    }
}

/// Whether an ordinary step can follow.
fn goes_on<B: Stacks>(search: &Search, reached: &Reached<B>, used: usize) -> bool {
    if used == search.most {
        return false;
    }
    let (high, low) = (search.roll.high().pips(), search.roll.low().pips());
    let follows = |die: u8| {
        let mut found = false;
        each_step(search.movement, &reached.node, die, |node, from, to, _| {
            found |= to < from && node.may_end(search.movement);
        });
        found
    };
    match (search.roll.is_double(), reached.first) {
        (true, _) => follows(high),
        (false, 0) => follows(high) || follows(low),
        (false, first) => follows(if first == high { low } else { high }),
    }
}
