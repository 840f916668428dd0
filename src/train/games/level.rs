//! How strong a net is: games with the same dice for both sides against other players.

use super::super::play::throw;
use super::play::{Gamer, equity, goes_on, standstill, start};
use crate::board::{ALL_ROLLS, BAR, Roll};
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

/// How lucky throws are, as a net sees it.
///
/// A throw's luck is the worth of its best play less the mean over all throws. The mean of that is 0
/// however the net judges and whoever plays, so that results less their luck have the same mean and
/// a much smaller spread.
struct Luck<'a, B> {
    judge: &'a GameNet<B>,
    gamer: Gamer<B>,
}

impl<B: Described> Luck<'_, B> {
    /// Of the side that is to throw on this board, in points.
    fn of(&mut self, board: &B, roll: Roll, turn: u32) -> f64 {
        let worth = points(self.judge.results().classes());
        let (mut mean, mut thrown) = (0.0, 0.0);
        for other in ALL_ROLLS {
            let best = self.gamer.best(self.judge, board, other, turn);
            let value = -f64::from(equity(&best.classes, &worth));
            mean += f64::from(other.weight()) / 36.0 * value;
            if other == roll {
                thrown = value;
            }
        }
        thrown - mean
    }
}

/// A mean and its standard error, by pairs of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub stderr: f64,
}

impl Estimate {
    fn of(pairs: &[f64]) -> Estimate {
        let n = pairs.len() as f64;
        let mean = pairs.iter().sum::<f64>() / n;
        let spread = pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>() / n;
        Estimate { mean, stderr: (spread / (n - 1.0).max(1.0)).sqrt() }
    }
}

/// What a duel came to for its first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Duel {
    /// Games played.
    pub games: u32,
    /// Points a game.
    pub points: Estimate,
    /// Points a game less the luck of the throws, if a net was to tell it.
    pub adjusted: Option<Estimate>,
    /// Share of the games won.
    pub won: Estimate,
}

/// Plays `games` (an even number, or one more) in pairs: both games of a pair have the same dice,
/// and each player begins one of them. Exact points, without a cube. `judge` tells the luck.
pub fn duel<B: Described>(
    rules: &Rules,
    one: &mut dyn Player<B>,
    other: &mut dyn Player<B>,
    judge: Option<&GameNet<B>>,
    games: u32,
    seed: u64,
) -> Duel {
    let pairs = games.div_ceil(2).max(1);
    let mut luck = judge.map(|judge| Luck { judge, gamer: Gamer::new() });
    let (mut points, mut adjusted, mut won) = (Vec::new(), Vec::new(), Vec::new());
    let mut list = PlayList::new();
    for pair in 0..pairs {
        let mut means = [0.0; 3];
        for (first, sign) in [(true, 1.0), (false, -1.0)] {
            let mut rng = ChaCha8Rng::seed_from_u64(seed << 32 | u64::from(pair));
            let (luck, rng) = (luck.as_mut(), &mut rng);
            let (result, lucky) = if first {
                game(rules, [&mut *one, &mut *other], luck, rng, &mut list)
            } else {
                game(rules, [&mut *other, &mut *one], luck, rng, &mut list)
            };
            let result = sign * f64::from(result);
            means[0] += result / 2.0;
            means[1] += (result - sign * lucky) / 2.0;
            // A game that counts for nobody is half won.
            means[2] += if result == 0.0 { 0.25 } else { (result.signum() + 1.0) / 4.0 };
        }
        points.push(means[0]);
        adjusted.push(means[1]);
        won.push(means[2]);
    }
    Duel {
        games: 2 * pairs,
        points: Estimate::of(&points),
        adjusted: judge.map(|_| Estimate::of(&adjusted)),
        won: Estimate::of(&won),
    }
}

/// One game; points of the first player, and its luck less the other's.
fn game<B: Described>(
    rules: &Rules,
    players: [&mut dyn Player<B>; 2],
    mut luck: Option<&mut Luck<'_, B>>,
    rng: &mut ChaCha8Rng,
    list: &mut PlayList<B>,
) -> (i32, f64) {
    let mut lucky = 0.0;
    let Some(mut board) = start::<B>(rules) else { return (0, lucky) };
    let mut boards = Vec::new();
    let mut passes = 0;
    for play in 0..PLAYS_MAX {
        let (mover, turn) = ((play % 2) as usize, play / 2);
        let points = |worth: Worth| {
            let sign = worth.winner.map_or(0, |winner| if winner == mover { 1 } else { -1 });
            sign * worth.points as i32
        };
        if let Some(worth) = Worth::of(rules, &board.into()) {
            return (points(worth), lucky);
        }
        if passes >= PASSES {
            if let Some(worth) = standstill(rules, &board, list) {
                return (worth.map_or(0, points), lucky);
            }
            passes = 0;
        }
        let mut roll = throw(rng);
        if let Some(luck) = &mut luck {
            let sign = if mover == 0 { 1.0 } else { -1.0 };
            lucky += sign * luck.of(&board, roll, turn);
        }
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
    (0, lucky)
}
