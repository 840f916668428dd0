//! Every legal order of single steps: what a GUI needs to let a person move checker by checker.

use super::list::{PlayList, Steps};
use super::step::{Node, marks, step};
use crate::board::{BAR, Board, Roll, Stacks};
use crate::rules::Movement;

/// Calls `each` with every order of single steps that leads to one of the results in `list` (the
/// legal plays of `roll` on `board`) and the number of that result, until `each` says no.
///
/// Checkers of one kind on one point count as the same checker.
pub fn sequences(
    movement: &Movement,
    board: &Board,
    roll: Roll,
    list: &PlayList,
    each: &mut impl FnMut(Steps, usize) -> bool,
) {
    let dice: &[u8] = &if roll.is_double() {
        vec![roll.high().pips(); 4]
    } else {
        vec![roll.high().pips(), roll.low().pips()]
    };
    let most = list.steps().first().map_or(0, |steps| steps.len());
    let mut found = Vec::new();
    walk(movement, &Node::new(*board), dice, Steps::EMPTY, most, &mut |node, steps| {
        if !node.may_end() || found.contains(&steps) {
            return true;
        }
        match list.boards().iter().position(|result| *result == node.board) {
            Some(n) => {
                found.push(steps);
                each(steps, n)
            }
            None => true,
        }
    });
}

fn walk(
    movement: &Movement,
    node: &Node<Board>,
    dice: &[u8],
    steps: Steps,
    most: usize,
    each: &mut impl FnMut(&Node<Board>, Steps) -> bool,
) -> bool {
    if most == 0 || steps.len() == most {
        return most == 0 || each(node, steps);
    }
    let mut tried = 0_u8;
    for (n, &die) in dice.iter().enumerate().filter(|(_, d)| **d <= 6) {
        if tried >> die & 1 != 0 {
            continue;
        }
        tried |= 1 << die;
        let rest: Vec<u8> = [&dice[..n], &dice[n + 1..]].concat();
        let top = if node.board.count(0, BAR) > 0 { BAR..=BAR } else { 1..=24 };
        for from in top.rev().filter(|&p| node.board.count(0, p) > 0) {
            for mark in marks(node, from) {
                let Ok((next, to)) = step(movement, node, from, (), mark, die.into()) else {
                    continue;
                };
                if !walk(movement, &next, &rest, steps.with(from, to), most, each) {
                    return false;
                }
            }
        }
    }
    true
}
