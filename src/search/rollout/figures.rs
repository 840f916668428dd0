//! What is counted in a game, and what that says over many games.

use super::dice::BLOCK;
use crate::eval::Chances;

/// How many figures a game has.
pub(super) const FIGURES: usize = 7;
/// Place of the equity without a cube.
pub(super) const EQUITY: usize = 5;
/// Place of the equity with it.
pub(super) const CUBEFUL: usize = 6;

/// Blocks from which on their means tell how far the games scatter.
pub(super) const BLOCKS_MIN: u32 = 8;

/// The five chances and two equities of the side that decides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Figures(pub(super) [f32; FIGURES]);

impl Figures {
    pub(super) fn new(chances: &Chances, equity: f32, cubeful: f32) -> Figures {
        Figures([
            chances.win,
            chances.win_gammon,
            chances.win_backgammon,
            chances.lose_gammon,
            chances.lose_backgammon,
            equity,
            cubeful,
        ])
    }

    /// Adds how much more `one` is than `other`.
    pub(super) fn add_difference(&mut self, one: &Figures, other: &Figures) {
        for (n, sum) in self.0.iter_mut().enumerate() {
            *sum += one.0[n] - other.0[n];
        }
    }
}

/// Sums over the games of one block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BlockSums {
    games: u32,
    sum: [f64; FIGURES],
    squares: [f64; FIGURES],
}

impl BlockSums {
    pub(super) fn game(&mut self, figures: &Figures) {
        self.games += 1;
        for (n, value) in figures.0.into_iter().enumerate() {
            let value = f64::from(value);
            self.sum[n] += value;
            self.squares[n] += value * value;
        }
    }

    /// The mean of a figure.
    pub(super) fn mean(&self, n: usize) -> f64 {
        self.sum[n] / f64::from(self.games.max(1))
    }
}

/// Sums over blocks.
///
/// Games of one block are dealt throws that leave little to chance, so that they scatter more than
/// their mean does. Blocks are independent of one another but for the second throw: from
/// [`BLOCKS_MIN`] on the standard error is that of the mean of block means. With fewer, games are
/// taken for independent, which is too careful.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    all: BlockSums,
    blocks: u32,
    block_means: [f64; FIGURES],
    block_squares: [f64; FIGURES],
}

impl Sums {
    /// Adds a block.
    pub(super) fn add(&mut self, block: &BlockSums) {
        self.blocks += 1;
        for n in 0..FIGURES {
            let mean = block.mean(n);
            self.block_means[n] += mean;
            self.block_squares[n] += mean * mean;
        }
        self.add_part(block);
    }

    /// Adds the games of a block that was not played to its end.
    pub(super) fn add_part(&mut self, part: &BlockSums) {
        self.all.games += part.games;
        for n in 0..FIGURES {
            self.all.sum[n] += part.sum[n];
            self.all.squares[n] += part.squares[n];
        }
    }

    pub(super) fn games(&self) -> u32 {
        self.all.games
    }

    pub(super) fn blocks(&self) -> u32 {
        self.blocks
    }

    /// The sum over blocks of the mean of a figure.
    pub(super) fn block_sum(&self, n: usize) -> f64 {
        self.block_means[n]
    }

    pub(super) fn mean(&self, n: usize) -> f32 {
        self.all.mean(n) as f32
    }

    pub(super) fn stderr(&self, n: usize) -> f32 {
        let games = self.all.games;
        let scatter = if self.blocks >= BLOCKS_MIN {
            let (sum, squares) = (self.block_means[n], self.block_squares[n]);
            f64::from(BLOCK) * variance(self.blocks, sum, squares)
        } else {
            variance(games, self.all.sum[n], self.all.squares[n])
        };
        (scatter / f64::from(games.max(1))).sqrt() as f32
    }

    /// The mean chances, which the removal of luck may carry a bit past what can be.
    pub(super) fn chances(&self) -> Chances {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] =
            [0, 1, 2, 3, 4].map(|n| self.mean(n).clamp(0.0, 1.0));
        let (win_gammon, lose_gammon) = (win_gammon.min(win), lose_gammon.min(1.0 - win));
        Chances {
            win,
            win_gammon,
            win_backgammon: win_backgammon.min(win_gammon),
            lose_gammon,
            lose_backgammon: lose_backgammon.min(lose_gammon),
        }
    }

    pub(super) fn chances_stderr(&self) -> Chances {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] =
            [0, 1, 2, 3, 4].map(|n| self.stderr(n));
        Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
    }
}

/// The variance in what a sample of `count` was drawn from; 0 for a sample of one.
pub(super) fn variance(count: u32, sum: f64, squares: f64) -> f64 {
    if count < 2 {
        return 0.0;
    }
    let count = f64::from(count);
    let mean = sum / count;
    ((squares / count - mean * mean) * count / (count - 1.0)).max(0.0)
}
