//! One sweep over all positions.
//!
//! Positions are worked out a block of opponents at a time, against all sides that may throw: the
//! plays that hit nothing then lead to one row of the table and those that hit to at most seven
//! others, which stay in the processor's cache. Threads share a block; the next one uses what it
//! gave. So the numbers do not depend on how many threads there are.

use super::plays::{Closed, Way};
use super::side::Sides;
use crate::board::ALL_ROLLS;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Opponents worked out at the same time.
const BLOCK: usize = 64;

/// The chance of each throw.
const WEIGHTS: [f64; ALL_ROLLS.len()] = {
    let mut weights = [0.0; ALL_ROLLS.len()];
    let mut n = 0;
    while n < weights.len() {
        weights[n] = ALL_ROLLS[n].weight() as f64 / 36.0;
        n += 1;
    }
    weights
};

/// What is known of every position: by the side to throw, then by the other.
#[derive(Clone)]
pub struct Grid<T> {
    len: usize,
    values: Vec<T>,
}

impl<T: Copy> Grid<T> {
    /// The same everywhere.
    pub fn new(len: usize, value: T) -> Grid<T> {
        Grid { len, values: vec![value; len * len] }
    }

    /// All positions in which one side is to throw.
    #[inline]
    pub fn row(&self, thrower: usize) -> &[T] {
        &self.values[thrower * self.len..][..self.len]
    }

    /// The same to change.
    pub fn row_mut(&mut self, thrower: usize) -> &mut [T] {
        &mut self.values[thrower * self.len..][..self.len]
    }

    /// Everything.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Everything to change.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }
}

/// For each throw, which way of it is the best; there are never so many that a byte is too small.
type Choice = [u8; ALL_ROLLS.len()];

/// The best plays of every position: by the side not to throw, then by the other.
pub struct Choices {
    len: usize,
    values: Vec<Choice>,
}

/// Everything that stays the same from sweep to sweep.
pub struct Sweeper {
    /// The sides.
    pub sides: Sides,
    closed: Vec<Closed>,
    threads: usize,
}

impl Sweeper {
    /// Lists all plays.
    pub fn new(sides: Sides, threads: usize) -> Sweeper {
        let lists = Mutex::new(Vec::new());
        share(threads, 0..=24u8, |point| {
            let closed = Closed::new(&sides, point);
            lock(&lists).push((point, closed));
        });
        let mut lists = lists.into_inner().unwrap_or_else(PoisonError::into_inner);
        lists.sort_by_key(|(point, _)| *point);
        let closed = lists.into_iter().map(|(_, closed)| closed).collect();
        Sweeper { sides, closed, threads }
    }

    /// The ways of one side.
    pub fn closed(&self, point: u8) -> &Closed {
        &self.closed[usize::from(point)]
    }

    /// Works every position out anew and tells how much changed at most. `work` gives the worth of
    /// one position; `change` compares an old worth with the new.
    pub fn sweep<T: Copy + Send + Sync>(
        &self,
        grid: &mut Grid<T>,
        work: impl Fn(&Grid<T>, &View<'_>) -> T + Sync,
        change: impl Fn(&T, &T) -> f32 + Sync,
    ) -> f32 {
        let len = self.sides.len();
        let mut block = vec![grid.values[0]; BLOCK * len];
        let mut most = 0.0f32;
        for first in (1..len).step_by(BLOCK) {
            let others = BLOCK.min(len - first);
            let known = &*grid;
            let rows = block.chunks_mut(len).take(others).zip(first..);
            self.share(rows, |(row, other)| {
                self.against(other, |view| row[view.thrower] = work(known, view));
            });
            let changes = Mutex::new(0.0f32);
            let throwers = grid.values.chunks_mut(len * BLOCK).zip((0..).step_by(BLOCK));
            self.share(throwers, |(rows, thrower)| {
                let mut most = 0.0f32;
                for (row, thrower) in rows.chunks_mut(len).zip(thrower..).filter(|at| at.1 > 0) {
                    let points = self.sides.list[thrower].points;
                    for (n, old) in row[first..first + others].iter_mut().enumerate() {
                        if points & self.sides.list[first + n].faced == 0 {
                            let new = block[n * len + thrower];
                            most = most.max(change(old, &new));
                            *old = new;
                        }
                    }
                }
                let mut changes = lock(&changes);
                *changes = changes.max(most);
            });
            most = most.max(changes.into_inner().unwrap_or_else(PoisonError::into_inner));
        }
        most
    }

    /// Does each piece of work on one of the threads.
    fn share<I: Send>(&self, pieces: impl Iterator<Item = I> + Send, work: impl Fn(I) + Sync) {
        share(self.threads, pieces, work);
    }

    /// The best plays of every position by the first lane of a grid.
    pub fn choose<const N: usize>(&self, grid: &Grid<[f32; N]>) -> Choices {
        let len = self.sides.len();
        let mut values = vec![[0; ALL_ROLLS.len()]; len * len];
        self.share(values.chunks_mut(len).enumerate().skip(1), |(other, row)| {
            self.against(other, |view| row[view.thrower] = view.choose(grid));
        });
        Choices { len, values }
    }

    /// Looks at every position with one opponent.
    fn against(&self, other: usize, mut each: impl FnMut(&View<'_>)) {
        let opponent = &self.sides.list[other];
        let closed = self.closed(opponent.closed);
        let mut view = View { thrower: 0, other, closed, blots: opponent.blots, hit: opponent.hit };
        for (thrower, side) in self.sides.list.iter().enumerate().skip(1) {
            if side.points & opponent.faced == 0 {
                view.thrower = thrower;
                each(&view);
            }
        }
    }
}

/// One position and the plays in it.
pub struct View<'a> {
    /// The number of the side to throw.
    pub thrower: usize,
    /// The number of the other side.
    pub other: usize,
    closed: &'a Closed,
    blots: [u8; 3],
    hit: [u16; 8],
}

impl View<'_> {
    /// What a grid says of the positions after each throw's plays, the mean of the least of them for
    /// the other side, with its sign turned: the worth of each lane if its best play is made.
    #[inline]
    pub fn best<const N: usize>(&self, grid: &Grid<[f32; N]>) -> [f64; N] {
        let rows = self.hit.map(|other| grid.row(other.into()));
        let mut sum = [0.0; N];
        for (n, weight) in WEIGHTS.into_iter().enumerate() {
            let mut least = [f32::INFINITY; N];
            for way in self.ways(n) {
                let found = &rows[self.hits(way)][usize::from(way.to)];
                for (least, &found) in least.iter_mut().zip(found) {
                    *least = if found < *least { found } else { *least };
                }
            }
            for (sum, least) in sum.iter_mut().zip(least) {
                *sum -= weight * f64::from(least);
            }
        }
        sum
    }

    /// Each throw's best play by the first lane of a grid: its place among the throw's ways.
    fn choose<const N: usize>(&self, grid: &Grid<[f32; N]>) -> Choice {
        let rows = self.hit.map(|other| grid.row(other.into()));
        std::array::from_fn(|n| {
            let found = |way: &Way| rows[self.hits(way)][usize::from(way.to)][0];
            let ways = self.ways(n).iter().map(found).enumerate();
            ways.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(best, _)| best as u8)
        })
    }

    /// The mean of what a grid says after the chosen plays.
    #[inline]
    pub fn following<const N: usize>(&self, choices: &Choices, grid: &Grid<[f32; N]>) -> [f64; N] {
        let rows = self.hit.map(|other| grid.row(other.into()));
        let choice = &choices.values[self.other * choices.len + self.thrower];
        let mut sum = [0.0; N];
        for (n, weight) in WEIGHTS.into_iter().enumerate() {
            let way = &self.ways(n)[usize::from(choice[n])];
            let found = &rows[self.hits(way)][usize::from(way.to)];
            for (sum, &found) in sum.iter_mut().zip(found) {
                *sum += weight * f64::from(found);
            }
        }
        sum
    }

    #[inline(always)]
    fn ways(&self, throw: usize) -> &[Way] {
        let ends = self.closed.throws(self.thrower);
        self.closed.ways(ends[throw]..ends[throw + 1])
    }

    /// Which blots a way hits.
    #[inline(always)]
    fn hits(&self, way: &Way) -> usize {
        let [a, b, c] = self.blots.map(|shift| (way.touched >> shift & 1) as usize);
        a | b << 1 | c << 2
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does each piece of work on one of so many threads, this one included.
fn share<I: Send>(threads: usize, pieces: impl Iterator<Item = I> + Send, work: impl Fn(I) + Sync) {
    let pieces = Mutex::new(pieces);
    let help = || {
        loop {
            let Some(piece) = lock(&pieces).next() else { break };
            work(piece);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(help);
        }
        help();
    });
}
