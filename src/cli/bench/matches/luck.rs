//! How lucky the throws are, as the nets see it without search.
//!
//! A throw's luck is the worth of the position after its best play less the mean over all throws
//! that could have come. The mean of that is 0 however the nets judge and whoever plays, so that a
//! result less its luck has the expectation of the result.

use anyhow::{Context, Result};
use nardy::board::{ALL_ROLLS, Board, Roll, Side};
use nardy::eval::{Chances, Evaluator, Evaluators, standard};
use nardy::moves::{PlayList, generate};
use nardy::rules::{Phase, Position, finished_side};
use nardy::search::cube;
use nardy::search::equity::{Payoff, Stakes};

/// Judges throws.
pub struct Luck {
    nets: Evaluators,
    list: PlayList,
    boards: Vec<Board>,
    chances: Vec<Chances>,
}

impl Luck {
    /// By the program's own nets.
    ///
    /// # Errors
    /// If they do not fit it.
    pub fn new() -> Result<Luck> {
        let nets = standard().context("the built-in nets")?.clone();
        Ok(Luck { nets, list: PlayList::new(), boards: Vec::new(), chances: Vec::new() })
    }

    /// The luck of `side` in the throw after which the game is in this phase: points, or chance to
    /// win the match.
    pub fn throw(&mut self, before: &Position, side: Side, after: Phase) -> f64 {
        let Phase::ToMove(_, thrown) = after else { return 0.0 };
        let mut mean = 0.0;
        let mut worth = 0.0;
        for roll in ALL_ROLLS {
            let value = self.worth(before, side, roll);
            mean += f64::from(roll.weight()) / 36.0 * value;
            if roll == thrown {
                worth = value;
            }
        }
        worth - mean
    }

    /// White's luck in an opening throw.
    pub fn opening(&mut self, before: &Position, after: Phase) -> f64 {
        let Phase::ToMove(beginner, thrown) = after else { return 0.0 };
        let whole = if before.score.length == 0 { 0.0 } else { 1.0 };
        let mut mean = 0.0;
        let mut worth = 0.0;
        let rolls = || ALL_ROLLS.into_iter().filter(|roll| !roll.is_double());
        let count = 2.0 * rolls().count() as f64;
        for side in Side::BOTH {
            for roll in rolls() {
                let value = self.worth(before, side, roll);
                let value = if side == Side::White { value } else { whole - value };
                mean += value / count;
                if (side, roll) == (beginner, thrown) {
                    worth = value;
                }
            }
        }
        worth - mean
    }

    /// What a throw of `side` is worth to it.
    fn worth(&mut self, position: &Position, side: Side, roll: Roll) -> f64 {
        let board = position.counts(side);
        let movement = &position.rules.movement;
        generate(movement, &board, roll, &mut self.list);
        self.boards.clear();
        self.boards.extend(self.list.boards().iter().map(Board::swapped));
        if self.boards.is_empty() {
            self.boards.push(board.swapped());
        }
        self.chances.resize(self.boards.len(), Chances::default());
        self.nets.evaluate(&self.boards, &mut self.chances);
        let mine = Stakes::of(position, side);
        let theirs = mine.swapped();
        let payoff = Payoff::new(&theirs);
        let judged = self.boards.iter().zip(&self.chances);
        let least = judged.map(|(board, chances)| (payoff.equity(chances), board, chances));
        let Some((plain, board, chances)) = least.min_by(|a, b| a.0.total_cmp(&b.0)) else {
            return 0.0;
        };
        let cubeful = match finished_side(board) {
            Some(_) => plain,
            None => cube::cubeful(&theirs, chances, cube::efficiency(movement.track, board)),
        };
        let chance = mine.match_chance(-cubeful).map(f64::from);
        chance.unwrap_or_else(|| -f64::from(cubeful) * f64::from(mine.cube))
    }
}
