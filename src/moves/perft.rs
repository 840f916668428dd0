//! Counting the tree of whole turns: the reference numbers of every generator.

use super::{PlayList, Playable, TurnContext};
use crate::board::{ALL_ROLLS, each_board};
use crate::rules::{Movement, Position};

/// What [`perft`] counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Positions at the last level: each of the 21 throws once, distinct results, a pass one.
    pub leaves: u64,
    /// The same with each throw of two different dice counted twice, 36 throws a level.
    pub weighted: u64,
}

impl Perft {
    /// The sum with `other`, which came up with a throw of this weight; it stays at the highest
    /// number that can be counted.
    const fn plus(self, other: Perft, weight: u32) -> Perft {
        Perft {
            leaves: self.leaves.saturating_add(other.leaves),
            weighted: self.weighted.saturating_add(other.weighted.saturating_mul(weight as u64)),
        }
    }
}

/// Counts `depth` whole turns from `board`, side 0 to throw. The end of a game is not looked at: a
/// side without checkers passes.
///
/// ```
/// use nardy::{moves::perft, rules::Variant};
/// let counted = perft(&Variant::Backgammon.rules().movement, &Variant::Backgammon.start(), 1);
/// assert_eq!((counted.leaves, counted.weighted), (447, 637));
/// ```
pub fn perft<B: Playable>(movement: &Movement, board: &B, depth: u32) -> Perft {
    perft_while(movement, board, depth, &|| true)
}

/// As [`perft`], counting on only while `go_on` says so; it is asked once for each position of the
/// last level but one.
pub fn perft_while<B: Playable>(
    movement: &Movement,
    board: &B,
    depth: u32,
    go_on: &dyn Fn() -> bool,
) -> Perft {
    let mut lists: Vec<PlayList<B>> = (0..depth).map(|_| PlayList::new()).collect();
    count(movement, board, &mut lists, go_on)
}

/// As [`perft_while`], for the board of a position of any game, the side to decide to throw; of several boards the
/// first that is not finished. Nothing is counted where all are.
pub fn perft_position(position: &Position, depth: u32, go_on: &dyn Fn() -> bool) -> Perft {
    let side = position.phase.decider().unwrap_or(crate::board::Side::White);
    let first = position.open_tables().next();
    let Some((n, board)) = first.and_then(|n| Some((n, position.table(n, side)?))) else {
        return Perft::default();
    };
    let movement = position.rules.of_table(n).movement;
    each_board!(&board, board => perft_while(&movement, board, depth, go_on))
}

fn count<B: Playable>(
    movement: &Movement,
    board: &B,
    lists: &mut [PlayList<B>],
    go_on: &dyn Fn() -> bool,
) -> Perft {
    let Some((list, deeper)) = lists.split_first_mut() else {
        return Perft { leaves: 1, weighted: 1 };
    };
    let mut total = Perft::default();
    if !go_on() {
        return total;
    }
    for roll in ALL_ROLLS {
        board.generate(movement, roll, TurnContext::of(board), list);
        let below = if deeper.is_empty() {
            let leaves = list.len().max(1) as u64;
            Perft { leaves, weighted: leaves }
        } else if list.is_empty() {
            count(movement, &board.swapped(), deeper, go_on)
        } else {
            list.boards().iter().fold(Perft::default(), |sum, child| {
                let one = count(movement, &child.swapped(), deeper, go_on);
                sum.plus(one, 1)
            })
        };
        total = total.plus(below, roll.weight());
    }
    total
}
