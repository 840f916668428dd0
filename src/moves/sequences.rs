//! Every legal order of single steps: what a GUI needs to let a person move checker by checker.

use super::context::TurnContext;
use super::list::{MAX_STEPS, PlayList, Steps};
use super::step::Node;
use super::turn::{each_step, head_limit};
use crate::board::{Roll, Stacks};
use crate::rules::Movement;
use arrayvec::ArrayVec;

/// Calls `each` with every order of single steps that leads to one of the results in `list` (the
/// legal plays of `roll` on `board` in this context) and the number of that result, until `each`
/// says no.
///
/// Checkers of one kind on one point count as the same checker.
pub fn sequences<B: Stacks>(
    movement: &Movement,
    board: &B,
    roll: Roll,
    context: TurnContext,
    list: &PlayList<B>,
    each: &mut impl FnMut(Steps, usize) -> bool,
) {
    let dice = dice_of(roll);
    let heads = head_limit(movement, board, roll, context);
    let lengths = list.steps().iter().fold(0_u32, |mask, steps| mask | 1 << steps.len());
    let mut found = Vec::new();
    let start = Node::new(*board, heads);
    walk(movement, &start, &dice, Steps::EMPTY, lengths, &mut |node, steps| {
        if !node.may_end(movement) || found.contains(&steps) {
            return true;
        }
        match list.boards().iter().position(|result| *result == node.board) {
            Some(n) if list.steps()[n].len() == steps.len() => {
                found.push(steps);
                each(steps, n)
            }
            _ => true,
        }
    });
}

/// The steps that a throw gives, larger first.
pub(super) fn dice_of(roll: Roll) -> ArrayVec<u8, MAX_STEPS> {
    let (high, low) = (roll.high().pips(), roll.low().pips());
    if roll.is_double() { ArrayVec::from([high; 4]) } else { ArrayVec::from_iter([high, low]) }
}

/// Walks through all orders; `lengths` has a bit for each number of steps that a result has.
fn walk<B: Stacks>(
    movement: &Movement,
    node: &Node<B>,
    dice: &[u8],
    steps: Steps,
    lengths: u32,
    each: &mut impl FnMut(&Node<B>, Steps) -> bool,
) -> bool {
    let length = steps.len();
    if lengths >> length & 1 != 0 && !each(node, steps) {
        return false;
    }
    if lengths >> (length + 1) == 0 {
        return true;
    }
    let mut tried = 0_u8;
    let mut go_on = true;
    for (n, &die) in dice.iter().enumerate().filter(|(_, d)| **d <= 6) {
        if tried >> die & 1 != 0 {
            continue;
        }
        tried |= 1 << die;
        let mut rest: ArrayVec<u8, MAX_STEPS> = dice.iter().copied().collect();
        rest.remove(n);
        each_step(movement, node, die, |next, from, to, kind| {
            let steps = steps.with_kind(from, to, B::is_royal(kind));
            go_on = go_on && walk(movement, &next, &rest, steps, lengths, each);
        });
    }
    go_on
}
