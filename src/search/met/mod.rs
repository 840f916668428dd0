//! Match equity tables: the chance to win a match from each score.
//!
//! `pre(a, b)` is the chance of the side that needs `a` points against one that needs `b`, nobody
//! one point away, or one of them and the Crawford game about to be played; `post(n)` is the
//! chance of the side that needs `n` against one that needs 1, after the Crawford game.

mod published;
mod recursion;

use std::sync::OnceLock;

pub use recursion::{GAMMONS, OPENING_SPREAD};

/// Points a side still needs, at least 1.
pub type Away = u32;

/// Scores farther away than this count as this.
pub const AWAY_MAX: Away = 64;

const SIZE: usize = AWAY_MAX as usize + 1;

/// Which table to go by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Met {
    /// Kazaross XG2 to 25 points, our recursion beyond.
    #[default]
    Published,
    /// Our recursion from the end of the match on.
    Own,
}

impl Met {
    /// Both.
    pub const ALL: [Met; 2] = [Met::Published, Met::Own];

    /// `kazaross-xg2` or `own`.
    pub const fn name(self) -> &'static str {
        match self {
            Met::Published => "kazaross-xg2",
            Met::Own => "own",
        }
    }

    /// The table, made when first asked for.
    pub fn table(self) -> &'static Table {
        static TABLES: [OnceLock<Table>; 2] = [OnceLock::new(), OnceLock::new()];
        match self {
            Met::Published => TABLES[0].get_or_init(|| recursion::complete(&published::read())),
            Met::Own => TABLES[1].get_or_init(|| recursion::complete(&Known::default())),
        }
    }
}

/// Scores whose value need not be worked out.
#[derive(Debug, Default)]
struct Known {
    /// A row for each number of points that the side needs, from 1 on; a column for the other's.
    pre: Vec<Vec<f32>>,
    /// For each number of points that the side needs, from 1 on.
    post: Vec<f32>,
}

/// Chances to win a match.
pub struct Table {
    pre: Vec<[f32; SIZE]>,
    post: [f32; SIZE],
}

impl Table {
    /// The chance to win the match of a side that needs `mine` against `other` before the Crawford
    /// game, or when it is about to be played. 0 means that the match is won.
    pub fn pre_crawford(&self, mine: Away, other: Away) -> f32 {
        match (mine, other) {
            (0, _) => 1.0,
            (_, 0) => 0.0,
            _ => self.pre[mine.min(AWAY_MAX) as usize][other.min(AWAY_MAX) as usize],
        }
    }

    /// The chance to win the match once the Crawford game has been played; one of the two is one
    /// point away. 0 means that the match is won.
    pub fn post_crawford(&self, mine: Away, other: Away) -> f32 {
        post_value(&self.post, mine, other)
    }

    /// The chance to win the match after winning `won` and losing `lost` points; `crawford_played`
    /// says that the Crawford game was played before or is this game.
    pub fn after(
        &self,
        mine: Away,
        other: Away,
        won: u64,
        lost: u64,
        crawford_played: bool,
    ) -> f32 {
        let mine = u64::from(mine).saturating_sub(won) as Away;
        let other = u64::from(other).saturating_sub(lost) as Away;
        match crawford_played {
            true => self.post_crawford(mine, other),
            false => self.pre_crawford(mine, other),
        }
    }
}

fn post_value(post: &[f32; SIZE], mine: Away, other: Away) -> f32 {
    match (mine, other) {
        (0, _) => 1.0,
        (_, 0) => 0.0,
        (1, other) => 1.0 - post[other.min(AWAY_MAX) as usize],
        (mine, _) => post[mine.min(AWAY_MAX) as usize],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_recursion_comes_near_the_published_table() {
        let (own, published) = (Met::Own.table(), Met::Published.table());
        let (mut worst, mut sum, mut count) = (0.0_f32, 0.0, 0);
        for mine in 1..=15 {
            for other in 1..=15 {
                let gap = own.pre_crawford(mine, other) - published.pre_crawford(mine, other);
                worst = worst.max(gap.abs());
                sum += gap.abs();
                count += 1;
            }
            let gap = own.post_crawford(mine, 1) - published.post_crawford(mine, 1);
            assert!(gap.abs() < 0.015, "post {mine}: {gap}");
        }
        let mean = sum / count as f32;
        assert!(worst < 0.02 && mean < 0.006, "worst {worst}, mean {mean}");
    }

    #[test]
    fn published_figures_are_read_as_they_stand() {
        let table = Met::Published.table();
        assert_eq!(table.pre_crawford(1, 2), 0.67736);
        assert_eq!(table.pre_crawford(2, 3), 0.59947);
        assert_eq!(table.pre_crawford(3, 2), 0.40053);
        assert_eq!(table.pre_crawford(1, 25), 0.99905);
        assert_eq!(table.post_crawford(4, 1), 0.31002);
        assert_eq!(table.post_crawford(25, 1), 0.00123);
    }

    #[test]
    fn the_tables_are_symmetric() {
        for table in Met::ALL.map(Met::table) {
            for mine in 1..=AWAY_MAX {
                for other in 1..=AWAY_MAX {
                    let sum = table.pre_crawford(mine, other) + table.pre_crawford(other, mine);
                    assert!((sum - 1.0).abs() < 2e-5, "{mine} {other}");
                }
                assert!((table.pre_crawford(mine, mine) - 0.5).abs() < 1e-4, "{mine}");
            }
        }
    }

    #[test]
    fn fewer_points_to_go_are_never_worse() {
        for table in Met::ALL.map(Met::table) {
            for other in 1..=AWAY_MAX {
                for mine in 1..AWAY_MAX {
                    let near = table.pre_crawford(mine, other);
                    let far = table.pre_crawford(mine + 1, other);
                    assert!(near >= far - 1e-6, "{mine}-{other}: {near} {far}");
                }
            }
            for n in 1..AWAY_MAX {
                let (near, far) = (table.post_crawford(n, 1), table.post_crawford(n + 1, 1));
                assert!(near >= far - 1e-6, "{n}");
            }
        }
    }

    #[test]
    fn results_beyond_the_match_are_the_match() {
        let table = Met::Published.table();
        assert_eq!(table.after(3, 5, 4, 0, false), 1.0);
        assert_eq!(table.after(3, 5, 0, 8, false), 0.0);
        assert_eq!(table.after(1, 5, 0, 2, true), 1.0 - table.post_crawford(3, 1));
    }
}
