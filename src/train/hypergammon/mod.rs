//! Solves hypergammon: the worth of every position when both sides play as well as can be.
//!
//! Every position's worth is the mean over the throws of the best play's, which is the worth, to the
//! other side, of the position after it. Sweeps over all positions work that out from what is known
//! until nothing changes any more (value iteration). Games come back to the same position after a
//! hit, so the sweeps only come nearer, the faster because a position uses what the same sweep has
//! found for those nearer to the end, and because now and then the changes to come are guessed
//! from the last ones. What is found is right because one more sweep changes nothing.
//!
//! * `side`: the checkers of one side; `plays`: where they can go
//! * `sweep`: one sweep over all positions, on several threads
//! * `check`: whether a solution is one
//! * here: the games solved, without a cube and with it, and the table made of them

mod check;
mod plays;
mod side;
mod sweep;

pub use check::{GAMES, opening, unrest};

use crate::eval::hypergammon::{Index, Record};
use crate::eval::{Chances, MoneyEquities};
use side::Sides;
use std::time::{Duration, Instant};
use sweep::{Grid, Sweeper, View};

/// Sweeps end when no value changes by more: a few of the last bits of the largest equities.
const STILL: f32 = 6e-7;
/// More sweeps than any stage needs.
const SWEEPS_MAX: usize = 200;

/// After so many sweeps each, a leap ahead.
const LEAP: usize = 8;
/// No leap believes that changes die away more slowly than by this.
const RATE_MAX: f64 = 0.9;

/// How far the work has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is worked at.
    pub stage: &'static str,
    /// Sweeps of this stage.
    pub sweep: usize,
    /// The greatest change of the last sweep.
    pub change: f32,
    /// Since the beginning.
    pub elapsed: Duration,
}

/// The solved game.
pub struct Solution {
    sides: Sides,
    chances: Grid<[f32; 5]>,
    money: Grid<Five<f32>>,
}

/// Solves the game of 1 to 3 checkers a side.
pub fn solve(checkers: usize, threads: usize, said: impl FnMut(Progress)) -> Solution {
    let mut work = Work { began: Instant::now(), said };
    let sweeper = Sweeper::new(Sides::new(Index::new(checkers)), threads);
    let sides = &sweeper.sides;
    let loss = |side: usize| -f32::from(sides.list[side].loss);
    // Against a side that has borne off everything the one to throw has lost.
    let mut met = Grid::new(sides.len(), [0.0; 5]);
    for side in 0..sides.len() {
        let loss = loss(side);
        met.row_mut(side)[0] = [loss, loss, loss, loss, -1.0];
    }
    work.stage("equities", &mut met, |met| {
        sweeper.sweep(met, |met, view| doubled(&view.best(met)), largest)
    });

    let choices = sweeper.choose(&met);
    let mut chances = Grid::new(sides.len(), [0.5, 0.0, 0.0, 0.0, 0.0]);
    for side in 0..sides.len() {
        let share = |points| if loss(side) <= points { 1.0 } else { 0.0 };
        chances.row_mut(side)[0] = [0.0, 0.0, 0.0, share(-2.0), share(-3.0)];
    }
    let follow = |chances: &Grid<Five<f32>>, view: &View<'_>| {
        let [win, gammon, backgammon, lost, lost_far] =
            view.following(&choices, chances).map(|sum| sum as f32);
        [1.0 - win, lost, lost_far, gammon, backgammon]
    };
    work.stage("chances", &mut chances, |chances| sweeper.sweep(chances, follow, largest));
    drop(choices);

    let mut money = Grid::new(sides.len(), [0.0; 5]);
    sweeper.sweep(&mut money, |_, view| view.best(&met).map(|sum| sum as f32), largest);
    let Sweeper { sides, .. } = sweeper;
    Solution { sides, chances, money }
}

/// Sweeps until nothing changes.
struct Work<F> {
    began: Instant,
    said: F,
}

impl<F: FnMut(Progress)> Work<F> {
    fn stage(
        &mut self,
        stage: &'static str,
        grid: &mut Grid<Five<f32>>,
        mut sweep: impl FnMut(&mut Grid<Five<f32>>) -> f32,
    ) {
        let (mut before, mut changed) = (grid.clone(), [0.0; 5]);
        for number in 1..=SWEEPS_MAX {
            let change = sweep(grid);
            (self.said)(Progress { stage, sweep: number, change, elapsed: self.began.elapsed() });
            if change <= STILL {
                break;
            }
            // Some changes turn their sign from sweep to sweep: two sweeps look steadier than one.
            if number % 2 == 0 {
                let more = total_change(&before, grid);
                if number % LEAP == 0 {
                    leap(&before, grid, std::array::from_fn(|lane| more[lane] / changed[lane]));
                }
                (before, changed) = (grid.clone(), more);
            }
        }
    }
}

/// How much each lane changed in all.
fn total_change(before: &Grid<Five<f32>>, after: &Grid<Five<f32>>) -> Five<f64> {
    let mut sum = [0.0; 5];
    for (before, after) in before.values().iter().zip(after.values()) {
        for (sum, (before, after)) in sum.iter_mut().zip(before.iter().zip(after)) {
            *sum += f64::from((after - before).abs());
        }
    }
    sum
}

/// Goes at once to where the changes would end if every two sweeps went on to change `rates` of what
/// the two before did. It need not be right: sweeps go on from there.
fn leap(before: &Grid<Five<f32>>, after: &mut Grid<Five<f32>>, rates: Five<f64>) {
    let further = rates.map(|rate| {
        let rate = if rate > 0.0 { rate.min(RATE_MAX) } else { 0.0 };
        (rate / (1.0 - rate)) as f32
    });
    for (before, after) in before.values().iter().zip(after.values_mut()) {
        for lane in 0..5 {
            after[lane] += further[lane] * (after[lane] - before[lane]);
        }
    }
}

/// What throwing at once is worth: without a cube, with it in the centre, the thrower's own, the
/// other's, in the centre under Jacoby's rule.
type Five<T> = [T; 5];

/// What the other side meets after its play, in the same five games: the one to throw doubles where
/// that is better. The cube that the player owned is the other's for the one to throw, and the other
/// way round, so those two change places.
fn doubled(&[cubeless, centred, owned, others, jacoby]: &Five<f64>) -> Five<f32> {
    let double = (2.0 * others).min(1.0);
    [cubeless, centred.max(double), others, owned.max(double), jacoby.max(double)]
        .map(|worth| worth as f32)
}

fn largest<const N: usize>(old: &[f32; N], new: &[f32; N]) -> f32 {
    old.iter().zip(new).fold(0.0, |most, (old, new)| most.max((old - new).abs()))
}

impl Solution {
    /// The numbering of the table.
    pub fn index(&self) -> &Index {
        self.sides.index()
    }

    /// Every position's record, in the order of the table.
    pub fn records(&self) -> impl Iterator<Item = Record> + '_ {
        let index = self.sides.index();
        (0..index.positions()).map(|number| {
            let (mine, other) = index.split(number);
            let (mine, other) = (self.sides.number(&mine), self.sides.number(&other));
            let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] =
                self.chances.row(mine)[other];
            let [_, centred, owned, others, jacoby] = self.money.row(mine)[other];
            Record {
                chances: Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon },
                money: MoneyEquities { centred, jacoby, owned, others },
            }
        })
    }
}

#[cfg(test)]
mod tests;
