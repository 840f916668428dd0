//! How strong a net is: games with the same dice for both sides against other players.

use super::super::play::throw;
use super::play::{Gamer, equity, goes_on, standstill, start};
use crate::board::BAR;
use crate::eval::features::Described;
use crate::eval::games::{GameNet, points};
use crate::eval::net::split;
use crate::eval::{Chances, Evaluator};
use crate::moves::{PlayList, TurnContext};
use crate::rules::{Rules, Worth};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// No game is longer; it then counts for nobody.
const PLAYS_MAX: u32 = 4000;
/// As in training.
const PASSES: u32 = 6;

/// Chooses plays.
pub trait Player<B> {
    /// The number of the play to make among the boards after each, in which the mover is side 1;
    /// there are at least two. `turn` is the number of the mover's turn, from 0.
    fn choose(&mut self, boards: &[B], turn: u32) -> usize;
}

/// Goes for the pips alone: the play after which its own are fewest beside the other's.
pub struct Greedy;

impl<B: Described> Player<B> for Greedy {
    fn choose(&mut self, boards: &[B], _turn: u32) -> usize {
        let pips = |board: &B, side: usize| -> i32 {
            (1..=BAR).map(|p| p as i32 * i32::from(board.count(side, p))).sum()
        };
        let ahead = |board: &B| pips(board, 0) - pips(board, 1);
        first_best(boards.iter().map(|board| ahead(board) as f32))
    }
}

/// Plays at random.
pub struct Random(ChaCha8Rng);

impl Random {
    /// A player whose plays follow from a seed.
    pub fn new(seed: u64) -> Random {
        Random(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl<B> Player<B> for Random {
    fn choose(&mut self, boards: &[B], _turn: u32) -> usize {
        self.0.random_range(0..boards.len())
    }
}

/// Plays by a net alone.
pub struct ZeroPly<'a, B> {
    judge: &'a GameNet<B>,
    chances: Vec<Chances>,
}

impl<'a, B: Described> ZeroPly<'a, B> {
    /// A player by this net.
    pub fn new(judge: &'a GameNet<B>) -> ZeroPly<'a, B> {
        ZeroPly { judge, chances: Vec::new() }
    }

    /// The mover's equity after each play.
    fn equities(&mut self, boards: &[B]) -> impl Iterator<Item = f32> + '_ {
        self.chances.resize(boards.len(), Chances::default());
        self.judge.evaluate(boards, &mut self.chances);
        let worth = points(self.judge.results().classes());
        self.chances.iter().map(move |chances| -equity(&split(chances), &worth))
    }
}

impl<B: Described> Player<B> for ZeroPly<'_, B> {
    fn choose(&mut self, boards: &[B], _turn: u32) -> usize {
        first_best(self.equities(boards))
    }
}

/// Plays by a net looking one ply ahead.
pub struct Ahead<'a, B> {
    still: ZeroPly<'a, B>,
    gamer: Gamer<B>,
    order: Vec<(f32, usize)>,
}

impl<'a, B: Described> Ahead<'a, B> {
    /// Plays looked at ahead: the best so many without.
    const KEPT: usize = 6;

    /// A player by this net.
    pub fn new(judge: &'a GameNet<B>) -> Ahead<'a, B> {
        Ahead { still: ZeroPly::new(judge), gamer: Gamer::new(), order: Vec::new() }
    }
}

impl<B: Described> Player<B> for Ahead<'_, B> {
    fn choose(&mut self, boards: &[B], turn: u32) -> usize {
        self.order.clear();
        self.order.extend(self.still.equities(boards).zip(0..));
        self.order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        self.order.truncate(Self::KEPT);
        let judge = self.still.judge;
        let worth = points(judge.results().classes());
        let ahead = self.order.iter().map(|&(_, n)| {
            let board = &boards[n];
            let classes = match judge.results().ended(board) {
                Some(classes) => classes,
                None => self.gamer.look_ahead(judge, board, turn),
            };
            -equity(&classes, &worth)
        });
        self.order[first_best(ahead)].1
    }
}

/// The number of the first of the largest.
fn first_best(equities: impl Iterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (n, equity) in equities.enumerate() {
        if equity > best.1 {
            best = (n, equity);
        }
    }
    best.0
}

/// What a duel came to for its first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Duel {
    /// Games played.
    pub games: u32,
    /// Points a game.
    pub mean: f64,
    /// Their standard error, by pairs of games.
    pub stderr: f64,
    /// Share of the games won.
    pub won: f64,
    /// Its standard error, by pairs of games.
    pub won_stderr: f64,
}

/// Plays `games` (an even number, or one more) in pairs: both games of a pair have the same dice,
/// and each player begins one of them. Exact points, without a cube.
pub fn duel<B: Described>(
    rules: &Rules,
    one: &mut dyn Player<B>,
    other: &mut dyn Player<B>,
    games: u32,
    seed: u64,
) -> Duel {
    let pairs = games.div_ceil(2).max(1);
    let (mut sums, mut squares) = ([0.0; 2], [0.0; 2]);
    let mut list = PlayList::new();
    for pair in 0..pairs {
        let mut means = [0.0; 2];
        for first in [true, false] {
            let mut rng = ChaCha8Rng::seed_from_u64(seed << 32 | u64::from(pair));
            let points = if first {
                game(rules, [&mut *one, &mut *other], &mut rng, &mut list)
            } else {
                -game(rules, [&mut *other, &mut *one], &mut rng, &mut list)
            };
            means[0] += f64::from(points) / 2.0;
            means[1] += (f64::from(points.signum()) + 1.0) / 4.0;
        }
        for n in 0..2 {
            sums[n] += means[n];
            squares[n] += means[n] * means[n];
        }
    }
    let n = f64::from(pairs);
    let mean = sums.map(|sum| sum / n);
    let stderr =
        |k: usize| ((squares[k] / n - mean[k] * mean[k]).max(0.0) / (n - 1.0).max(1.0)).sqrt();
    Duel { games: 2 * pairs, mean: mean[0], stderr: stderr(0), won: mean[1], won_stderr: stderr(1) }
}

/// One game; points of the first player.
fn game<B: Described>(
    rules: &Rules,
    players: [&mut dyn Player<B>; 2],
    rng: &mut ChaCha8Rng,
    list: &mut PlayList<B>,
) -> i32 {
    let Some(mut board) = start::<B>(rules) else { return 0 };
    let mut boards = Vec::new();
    let mut passes = 0;
    for play in 0..PLAYS_MAX {
        let (mover, turn) = ((play % 2) as usize, play / 2);
        let points = |worth: Worth| {
            let sign = worth.winner.map_or(0, |winner| if winner == mover { 1 } else { -1 });
            sign * worth.points as i32
        };
        if let Some(worth) = Worth::of(rules, &board.into()) {
            return points(worth);
        }
        if passes >= PASSES {
            if let Some(worth) = standstill(rules, &board, list) {
                return worth.map_or(0, points);
            }
            passes = 0;
        }
        let mut roll = throw(rng);
        loop {
            board.generate(&rules.movement, roll, TurnContext::after(turn), list);
            boards.clear();
            boards.extend(list.boards().iter().map(B::swapped));
            let chosen = match boards.len() {
                0 | 1 => 0,
                most => players[mover].choose(&boards, turn).min(most - 1),
            };
            let played = list.get(chosen);
            passes = if played.is_some() { 0 } else { passes + 1 };
            let after = played.map_or(board, |play| play.board);
            let over = Worth::of(rules, &after.into()).is_some();
            match goes_on(&rules.movement, roll, turn, played).filter(|_| !over) {
                Some(next) => (roll, board) = (next, after),
                None => {
                    board = after.swapped();
                    break;
                }
            }
        }
    }
    0
}
