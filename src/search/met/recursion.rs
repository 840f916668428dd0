//! Match equities worked out from the near scores to the far ones.
//!
//! Assumptions: equal players; [`GAMMONS`] of all won games are gammons; no backgammons.
//!
//! * After the Crawford game the trailer doubles at once. Where the leader's drop costs the trailer
//!   nothing but a point it did not need (`n` even), the leader drops whatever its first view of
//!   the game, even over [`OPENING_SPREAD`] around one half, makes worse than dropping.
//! * The Crawford game is played to its end at 1.
//! * Any other game starts at one half with a centred cube and is worth what
//!   [`cube`]'s blend of dead and live cube says for these two scores, which needs only scores
//!   nearer to the end.

use super::{Away, Known, SIZE, Table, post_value};
use crate::search::cube::{self, CONTACT_EFFICIENCY, Ledger};
use crate::search::equity::Rates;

/// Share of gammons among won games.
pub const GAMMONS: f32 = 0.26;
/// Half width of the leader's chances when it decides whether to drop the trailer's double.
pub const OPENING_SPREAD: f32 = 0.05;

/// The table of all scores: `known` where it says something, the rest worked out from there.
pub(super) fn complete(known: &Known) -> Table {
    let post = complete_post(known);
    let mut table = Table { pre: vec![[0.5; SIZE]; SIZE], post };
    for sum in 2..=2 * SIZE - 2 {
        for mine in 1..SIZE {
            let Some(other) = sum.checked_sub(mine) else { break };
            if other < mine || other >= SIZE {
                continue;
            }
            let given = |a: usize, b: usize| known.pre.get(a - 1)?.get(b - 1).copied();
            let value = given(mine, other).unwrap_or_else(|| match (mine, other) {
                (1, 1) => 0.5,
                (1, n) => 1.0 - crawford_game(&table.post, n),
                _ => ordinary_game(&table, mine, other),
            });
            table.pre[mine][other] = value;
            table.pre[other][mine] = given(other, mine).unwrap_or(1.0 - value);
        }
    }
    table
}

/// Chance of the side that needs `n` points against 1 in a game without a cube.
fn crawford_game(post: &[f32; SIZE], n: usize) -> f32 {
    let left = |won: usize| n.saturating_sub(won) as Away;
    0.5 * ((1.0 - GAMMONS) * post_value(post, left(1), 1) + GAMMONS * post_value(post, left(2), 1))
}

fn complete_post(known: &Known) -> [f32; SIZE] {
    let mut post = [0.5; SIZE];
    for n in 2..SIZE {
        if let Some(&given) = known.post.get(n - 1) {
            post[n] = given;
            continue;
        }
        let left = |won: usize| n.saturating_sub(won) as Away;
        let won = (1.0 - GAMMONS) * post_value(&post, left(2), 1)
            + GAMMONS * post_value(&post, left(4), 1);
        let played = 0.5 * won;
        post[n] = if n % 2 == 1 { played } else { free_drop(played, post[n - 1], won) };
    }
    post
}

/// Mean of the smaller of `dropped` and what play is worth to the trailer, whose chance to win the
/// game is even over [`OPENING_SPREAD`] on both sides of one half.
fn free_drop(played: f32, dropped: f32, won: f32) -> f32 {
    let reach = OPENING_SPREAD * won;
    let (low, high) = (played - reach, played + reach);
    if dropped >= high || reach <= 0.0 {
        return played.min(dropped);
    }
    if dropped <= low {
        return dropped;
    }
    let below = (dropped - low) / (high - low);
    below * (low + dropped) / 2.0 + (1.0 - below) * dropped
}

fn ordinary_game(table: &Table, mine: usize, other: usize) -> f32 {
    let ledger = Score { table, mine: mine as Away, other: other as Away };
    let rates = Rates { win: [1.0 - GAMMONS, GAMMONS, 0.0], lose: [1.0 - GAMMONS, GAMMONS, 0.0] };
    cube::centred(&ledger, &rates, 0.5, 1, CONTACT_EFFICIENCY)
}

/// A score whose followers are already in the table.
struct Score<'a> {
    table: &'a Table,
    mine: Away,
    other: Away,
}

impl Score<'_> {
    fn at(&self, points: i64) -> f32 {
        let mine = i64::from(self.mine) - points.max(0);
        let other = i64::from(self.other) + points.min(0);
        match (mine, other) {
            (..=0, _) => 1.0,
            (_, ..=0) => 0.0,
            (mine, other) => self.table.pre[mine as usize][other as usize],
        }
    }
}

impl Ledger for Score<'_> {
    fn winning(&self, rates: &Rates, cube: u32) -> f32 {
        let cube = i64::from(cube);
        rates.win[0] * self.at(cube) + rates.win[1] * self.at(2 * cube)
    }

    fn losing(&self, rates: &Rates, cube: u32) -> f32 {
        let cube = i64::from(cube);
        rates.lose[0] * self.at(-cube) + rates.lose[1] * self.at(-2 * cube)
    }

    fn passed(&self, cube: i64) -> f32 {
        self.at(cube)
    }

    fn can_use(&self, cube: u32) -> [bool; 2] {
        [cube < self.mine, cube < self.other]
    }

    fn scale_free(&self) -> bool {
        false
    }
}
