//! A match equity table made by our own recursion.
//!
//! `pre(a, b)` is the chance of the side that needs `a` points against one that needs `b`, nobody
//! one point away, or one of them and the Crawford game about to be played; `post(n)` is the
//! chance of the side that needs `n` against one that needs 1, after the Crawford game.
//!
//! Assumptions: equal players; [`GAMMONS`] of all won games are gammons; no backgammons.
//!
//! * After the Crawford game the trailer doubles at once. Where the leader's drop costs the trailer
//!   nothing but a point it did not need (`n` even), the leader drops whatever its first view of
//!   the game, even over [`OPENING_SPREAD`] around one half, makes worse than dropping.
//! * The Crawford game is played to its end at 1.
//! * Any other game starts at one half with a centred cube and is worth what
//!   [`cube`](super::cube)'s blend of dead and live cube says for these two scores, which needs only
//!   scores nearer to the end.

use std::sync::OnceLock;

use super::cube::{self, CONTACT_EFFICIENCY, Ledger};
use super::equity::Rates;

/// Points a side still needs, at least 1.
pub type Away = u32;

/// Scores farther away than this count as this.
pub const AWAY_MAX: Away = 64;
/// Share of gammons among won games.
pub const GAMMONS: f32 = 0.26;
/// Half width of the leader's chances when it decides whether to drop the trailer's double.
pub const OPENING_SPREAD: f32 = 0.05;

const SIZE: usize = AWAY_MAX as usize + 1;

struct Table {
    pre: Vec<[f32; SIZE]>,
    post: [f32; SIZE],
}

/// The chance to win the match of a side that needs `mine` against `other` before the Crawford
/// game, or when it is about to be played. 0 means that the match is won.
pub fn pre_crawford(mine: Away, other: Away) -> f32 {
    match (mine, other) {
        (0, _) => 1.0,
        (_, 0) => 0.0,
        _ => table().pre[mine.min(AWAY_MAX) as usize][other.min(AWAY_MAX) as usize],
    }
}

/// The chance to win the match once the Crawford game has been played; one of the two is one point
/// away. 0 means that the match is won.
pub fn post_crawford(mine: Away, other: Away) -> f32 {
    post_value(&table().post, mine, other)
}

/// The chance to win the match after winning `won` and losing `lost` points; `crawford_played` says
/// that the Crawford game was played before or is this game.
pub fn after(mine: Away, other: Away, won: u64, lost: u64, crawford_played: bool) -> f32 {
    let mine = u64::from(mine).saturating_sub(won) as Away;
    let other = u64::from(other).saturating_sub(lost) as Away;
    if crawford_played { post_crawford(mine, other) } else { pre_crawford(mine, other) }
}

fn post_value(post: &[f32; SIZE], mine: Away, other: Away) -> f32 {
    match (mine, other) {
        (0, _) => 1.0,
        (_, 0) => 0.0,
        (1, other) => 1.0 - post[other.min(AWAY_MAX) as usize],
        (mine, _) => post[mine.min(AWAY_MAX) as usize],
    }
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(build)
}

fn build() -> Table {
    let post = build_post();
    let mut table = Table { pre: vec![[0.5; SIZE]; SIZE], post };
    for sum in 2..=2 * SIZE - 2 {
        for mine in 1..SIZE {
            let Some(other) = sum.checked_sub(mine) else { break };
            if other < mine || other >= SIZE {
                continue;
            }
            let value = match (mine, other) {
                (1, 1) => 0.5,
                (1, n) => 1.0 - crawford_game(&table.post, n),
                _ => ordinary_game(&table, mine, other),
            };
            table.pre[mine][other] = value;
            table.pre[other][mine] = 1.0 - value;
        }
    }
    table
}

/// Chance of the side that needs `n` points against 1 in a game without a cube.
fn crawford_game(post: &[f32; SIZE], n: usize) -> f32 {
    let left = |won: usize| n.saturating_sub(won) as Away;
    0.5 * ((1.0 - GAMMONS) * post_value(post, left(1), 1) + GAMMONS * post_value(post, left(2), 1))
}

fn build_post() -> [f32; SIZE] {
    let mut post = [0.5; SIZE];
    for n in 2..SIZE {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_scores_come_out_near() {
        // Published values of the usual tables.
        let near = |got: f32, want: f32, within: f32, what: &str| {
            assert!((got - want).abs() < within, "{what}: {got} against {want}");
        };
        near(pre_crawford(1, 2), 0.68, 0.01, "1-2");
        near(pre_crawford(1, 3), 0.75, 0.01, "1-3");
        near(pre_crawford(1, 4), 0.82, 0.015, "1-4");
        near(pre_crawford(1, 5), 0.84, 0.015, "1-5");
        near(pre_crawford(2, 3), 0.60, 0.015, "2-3");
        near(pre_crawford(2, 4), 0.67, 0.02, "2-4");
        near(pre_crawford(2, 5), 0.75, 0.02, "2-5");
        near(pre_crawford(3, 4), 0.57, 0.015, "3-4");
        near(pre_crawford(3, 5), 0.65, 0.02, "3-5");
        near(pre_crawford(4, 5), 0.575, 0.015, "4-5");
        near(pre_crawford(3, 7), 0.76, 0.02, "3-7");
        near(pre_crawford(5, 9), 0.72, 0.02, "5-9");
        near(post_crawford(2, 1), 0.488, 0.005, "post 2");
        near(post_crawford(3, 1), 0.323, 0.012, "post 3");
        near(post_crawford(4, 1), 0.31, 0.015, "post 4");
    }

    #[test]
    fn the_table_is_symmetric() {
        for mine in 1..=AWAY_MAX {
            for other in 1..=AWAY_MAX {
                let sum = pre_crawford(mine, other) + pre_crawford(other, mine);
                assert!((sum - 1.0).abs() < 1e-5, "{mine} {other}");
            }
            assert!((pre_crawford(mine, mine) - 0.5).abs() < 1e-4, "{mine}");
        }
    }

    #[test]
    fn fewer_points_to_go_are_never_worse() {
        for other in 1..=AWAY_MAX {
            for mine in 1..AWAY_MAX {
                let (near, far) = (pre_crawford(mine, other), pre_crawford(mine + 1, other));
                assert!(near >= far - 1e-6, "{mine}-{other}: {near} {far}");
            }
        }
        for n in 1..AWAY_MAX {
            assert!(post_crawford(n, 1) >= post_crawford(n + 1, 1) - 1e-6, "{n}");
        }
    }

    #[test]
    fn results_beyond_the_match_are_the_match() {
        assert_eq!(after(3, 5, 4, 0, false), 1.0);
        assert_eq!(after(3, 5, 0, 8, false), 0.0);
        assert_eq!(after(1, 5, 0, 2, true), 1.0 - post_crawford(3, 1));
    }
}
