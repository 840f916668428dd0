//! Matches between players of several boards, to measure how boards and plays are chosen.

use super::super::answer::Evaluators;
use super::super::equity::Payoff;
use super::super::stop::StopToken;
use super::super::task::{Limits, TaskError};
use super::choose::{Candidate, Look, Scene, Turn, ends};
use super::judge::Judge;
use super::total;
use crate::board::{AnyBoard, Roll, Side};
use crate::eval::Chances;
use crate::moves::Plays;
use crate::rules::{Cube, Phase, Position, Rules, TABLES_MAX};
use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};

/// How a board and a play are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// By the expected total, so many plies looked ahead.
    Total(u8),
    /// Where the best play gains most, each board judged as a game of its own with the other side to
    /// throw: before the play as after it.
    Naive,
}

/// What matches came to, for the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matches {
    /// Matches played: pairs with the same throws and the sides changed.
    pub played: u32,
    /// Mean points a match.
    pub mean: f64,
    /// Its standard error, from the pairs.
    pub stderr: f64,
    /// Share of matches won; a draw is half.
    pub won: f64,
    /// Turns a match, by the mean.
    pub turns: f64,
}

/// Turns after which a match counts as it stands: neither side can move any more.
const TURNS_MAX: u32 = 4000;

/// Plays matches of `rules` without cubes between two styles, the throws from `seed`.
///
/// # Errors
/// [`TaskError::NoEvaluator`] of a board's game that has none.
pub fn matches(
    rules: &Rules,
    evaluators: &Evaluators,
    styles: [Style; 2],
    count: u32,
    seed: u64,
) -> Result<Matches, TaskError> {
    let start = Position::start(*rules);
    let judge = Judge::new(&start, evaluators)?;
    let token = StopToken::new();
    let mut players = Players { look: Look::new(&judge, &token), plays: Plays::new() };
    let pairs = count.div_ceil(2);
    let (mut sum, mut squares, mut won, mut turns) = (0.0, 0.0, 0.0, 0u64);
    for pair in 0..pairs {
        let mut both = 0.0;
        for first in Side::BOTH {
            let mut dice = ChaCha8Rng::seed_from_u64(seed);
            dice.set_stream(pair.into());
            let style = |side| styles[usize::from(side != first)];
            let (white, took) = players.play(&start, style, &mut dice);
            let points = if first == Side::White { white } else { -white };
            both += points;
            won += if points > 0.0 {
                1.0
            } else if points < 0.0 {
                0.0
            } else {
                0.5
            };
            turns += u64::from(took);
        }
        sum += both / 2.0;
        squares += (both / 2.0) * (both / 2.0);
    }
    let n = f64::from(pairs.max(1));
    let mean = sum / n;
    let variance = (squares / n - mean * mean).max(0.0) * n / (n - 1.0).max(1.0);
    Ok(Matches {
        played: 2 * pairs,
        mean,
        stderr: (variance / n).sqrt(),
        won: won / (2.0 * n),
        turns: turns as f64 / (2.0 * n),
    })
}

struct Players<'a> {
    look: Look<'a>,
    plays: Plays,
}

impl Players<'_> {
    /// White's points, and how many turns it took.
    fn play(
        &mut self,
        start: &Position,
        style: impl Fn(Side) -> Style,
        dice: &mut ChaCha8Rng,
    ) -> (f64, u32) {
        let mut scene = self.look.scene(start);
        let mut side = if dice.next_u32() & 1 == 0 { Side::White } else { Side::Black };
        let mut turns = 0;
        while scene.open().next().is_some() && turns < TURNS_MAX {
            let roll = throw(dice);
            let chosen = match style(side) {
                Style::Total(plies) => {
                    let (turn, limits) = (Turn::default(), Limits::plies(plies));
                    self.look.ranked(&scene, side, roll, &turn, &limits).first().copied()
                }
                Style::Naive => self.naive(&scene, side, roll),
            };
            scene.position.phase = Phase::ToRoll(side.other());
            if let Some(chosen) = chosen {
                scene = scene.after(side, &chosen);
                let n = chosen.play.table;
                if scene.position.open_tables().any(|open| open == n) {
                    scene.standings = if matches!(style(side), Style::Naive) {
                        self.look.scene(&scene.position).standings
                    } else {
                        scene.standings
                    };
                }
            }
            side = side.other();
            turns += 1;
        }
        (white_points(&scene), turns)
    }

    fn naive(&mut self, scene: &Scene, side: Side, roll: Roll) -> Option<Candidate> {
        let Scene { position, .. } = scene;
        self.plays.list(position, side, roll, &[None; TABLES_MAX], None);
        let mut best: Option<(f32, Candidate)> = None;
        for n in scene.open() {
            let Some(rules) = self.look.judge.rules(n) else { continue };
            let cube = Cube { in_use: false, ..Cube::CENTRED };
            let payoff = Payoff::new(&total::stakes(position, *rules, cube, side));
            let Some(before) = position.table(n, side) else { continue };
            let worth = |board: &AnyBoard| {
                if let Some(worth) = crate::rules::Worth::of(rules, board) {
                    let points = worth.points as f32;
                    return match worth.winner {
                        Some(0) => points,
                        Some(_) => -points,
                        None => 0.0,
                    };
                }
                let mut chances = [Chances::default()];
                self.look.judge.chances(n, &[board.swapped()], &mut chances);
                payoff.equity(&chances[0].swapped())
            };
            let now = worth(&before);
            for play in self.plays.iter().filter(|play| play.table == n) {
                let gain = worth(&play.board) - now;
                if best.as_ref().is_none_or(|(most, _)| gain > *most) {
                    let ended = ends(rules, &play.board);
                    let standing = scene.standings[n].filter(|_| !ended);
                    let plain = Candidate { play: *play, total: gain, plies: 0, standing };
                    best = Some((gain, plain));
                }
            }
        }
        best.map(|(_, candidate)| candidate)
    }
}

/// What White has won less what Black has.
pub(super) fn white_points(scene: &Scene) -> f64 {
    f64::from(total::Scales::of(&scene.position).settled())
}

pub(super) fn throw(dice: &mut ChaCha8Rng) -> Roll {
    let mut die = || (((u64::from(dice.next_u32()) * 6) >> 32) + 1) as u8;
    let (one, other) = (die(), die());
    // Both are 1 to 6.
    Roll::from_pips(one, other).unwrap_or(crate::board::ALL_ROLLS[0])
}
