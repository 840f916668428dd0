//! Several boards played to the end, each play the best as the boards stand after it.
//!
//! Cubes stay as they are; the luck of the throws is not taken out. All plays that are compared meet
//! the same throws. The figures depend on the task alone, not on threads.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::super::answer::Evaluators;
use super::super::decide::sides;
use super::super::rollout::{Progress, Rolling};
use super::super::stop::StopToken;
use super::super::task::{Answer, Findings, Limits, Task, TaskError};
use super::super::tree::Workspace;
use super::answer::turn;
use super::choose::{Look, Scene, Turn, seen};
use super::duel::throw;
use super::findings::{Several, TablesRolledOut};
use super::judge::Judge;
use super::total::Scales;
use crate::board::{AnyBoard, Side};
use crate::moves::Child;
use crate::rules::{Phase, Position, TABLES_MAX};
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// Matches of a block.
const BLOCK: u32 = 36;
/// Matches before a limit of the error is looked at.
const LEAST: u32 = 288;
/// Turns after which a match counts as it stands: neither side can move any more.
const TURNS_MAX: u32 = 4000;

/// A rollout of several boards.
pub(in crate::search) struct Rollout {
    task: Task,
    judge: Judge,
    decider: Side,
    starts: Vec<Start>,
    tally: Mutex<Tally>,
}

struct Start {
    play: Option<(usize, Child<AnyBoard>)>,
    scene: Scene,
    thrower: Side,
    /// The decider's total without playing.
    guess: f32,
}

/// What a match gave the decider: the total, and the points of each board.
#[derive(Clone, Copy, Default)]
struct Result {
    total: f64,
    tables: [f64; TABLES_MAX],
}

/// The results of some matches, of each start.
#[derive(Default)]
struct Block {
    matches: Vec<Vec<Result>>,
    nodes: u64,
}

#[derive(Default)]
struct Tally {
    claimed: u32,
    finished: bool,
    /// Blocks that wait for an earlier one.
    early: BTreeMap<u32, Block>,
    next: u32,
    /// By matches, then starts.
    matches: Vec<Vec<Result>>,
    nodes: u64,
    reported: Option<Instant>,
}

impl Rollout {
    /// A rollout of the best plays of the throw, or of the position where there is none.
    ///
    /// # Errors
    /// Where nobody is on turn, or a board has no evaluator.
    pub(in crate::search) fn new(
        task: &Task,
        evaluators: &Evaluators,
        token: &StopToken,
    ) -> std::result::Result<Rollout, TaskError> {
        let judge = Judge::new(&task.position, evaluators)?;
        let (thrower, decider) = sides(&task.position)?;
        let mut look = Look::new(&judge, token);
        let scene = look.scene(&task.position);
        let starts = match task.position.phase {
            Phase::ToMove(side, roll) => {
                let limits = Limits { plies: 0, ..task.limits };
                let ranked = look.ranked(&scene, side, roll, &turn(task), &limits);
                let start = |one: &super::choose::Candidate| {
                    let child = Child { board: one.play.board, steps: one.play.steps };
                    let scene = scene.after(side, one);
                    let play = Some((one.play.table, child));
                    Start { play, scene, thrower: side.other(), guess: one.total }
                };
                ranked.iter().take(task.limits.candidates.max(1)).map(start).collect()
            }
            _ => {
                let total = Scales::of(&scene.position).total(&scene.standings, thrower, false);
                vec![Start { play: None, scene, thrower, guess: seen(decider, total) }]
            }
        };
        let tally = Mutex::new(Tally { nodes: look.nodes, ..Tally::default() });
        Ok(Rollout { task: *task, decider, starts, tally, judge })
    }

    /// Plays all of it on this thread.
    pub(in crate::search) fn run(&self, token: &StopToken, workspace: &mut Workspace) {
        while let Some(number) = self.claim() {
            if self.play(number, token, workspace) == Progress::Finished {
                return;
            }
        }
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        // A panic elsewhere leaves the sums whole: they change only by complete blocks.
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The matches of a block, and whether they are all there.
    fn block(&self, number: u32, token: &StopToken) -> (Block, bool) {
        let mut look = Look::new(&self.judge, token);
        let mut block = Block::default();
        for game in 0..BLOCK {
            let stream = u64::from(number) * u64::from(BLOCK) + u64::from(game);
            let mut results = Vec::with_capacity(self.starts.len());
            for start in &self.starts {
                let mut dice = ChaCha8Rng::seed_from_u64(self.task.limits.seed);
                dice.set_stream(stream);
                match self.result(&mut look, start, &mut dice) {
                    Some(result) => results.push(result),
                    None => return (block, false),
                }
            }
            block.matches.push(results);
            block.nodes = look.nodes;
        }
        (block, true)
    }

    /// One match; `None` if the token ended it.
    fn result(&self, look: &mut Look<'_>, start: &Start, dice: &mut ChaCha8Rng) -> Option<Result> {
        let limits = &self.task.limits;
        let turns_max = limits.truncate.map_or(TURNS_MAX, |turns| u32::from(turns.max(1)));
        let plies = Limits::plies(limits.plies);
        let (mut scene, mut side, mut turns) = (start.scene, start.thrower, 0);
        while scene.open().next().is_some() && turns < turns_max {
            if look.token.ended().is_some() {
                return None;
            }
            let ranked = look.ranked(&scene, side, throw(dice), &Turn::default(), &plies);
            if let Some(best) = ranked.first() {
                scene = scene.after(side, best);
            }
            side = side.other();
            turns += 1;
        }
        let scales = Scales::of(&scene.position);
        let total = seen(self.decider, scales.total(&scene.standings, side, false));
        let parts = scales.parts(&scene.standings, side, false);
        let points = |n: usize| {
            let boards = scene.position.parallel?;
            let points = match boards.tables().get(n)?.result {
                Some(result) => match result.winner {
                    Some(Side::White) => result.points.in_halves() as f32 / 2.0,
                    Some(Side::Black) => result.points.in_halves() as f32 / -2.0,
                    None => 0.0,
                },
                None => parts[n].points,
            };
            Some(f64::from(seen(self.decider, points)))
        };
        let tables = std::array::from_fn(|n| points(n).unwrap_or_default());
        Some(Result { total: f64::from(total), tables })
    }

    fn rolled_out(&self, n: usize, tally: &Tally) -> TablesRolledOut {
        let start = &self.starts[n];
        let totals = || tally.matches.iter().map(|results| results[n].total);
        let trials = tally.matches.len() as u32;
        let (total, stderr) = match trials {
            0 => (f64::from(start.guess), 0.0),
            _ => mean(totals()),
        };
        let open = self.open(&self.task.position);
        let table = |table: usize| {
            let (points, _) = mean(tally.matches.iter().map(|results| results[n].tables[table]));
            (table, points as f32)
        };
        let tables = if trials > 0 { open.into_iter().map(table).collect() } else { Vec::new() };
        TablesRolledOut {
            play: start.play,
            trials,
            total: total as f32,
            stderr: stderr as f32,
            diff: 0.0,
            diff_stderr: None,
            tables,
        }
    }

    fn open(&self, position: &Position) -> Vec<usize> {
        position.open_tables().collect()
    }
}

/// Mean and its standard error.
fn mean(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count().max(1) as f64;
    let mean = values.clone().sum::<f64>() / count;
    let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
    (mean, (squares / count / (count - 1.0).max(1.0)).sqrt())
}

impl Rolling for Rollout {
    fn claim(&self) -> Option<u32> {
        let mut tally = self.tally();
        let blocks = self.task.limits.trials.div_ceil(BLOCK).max(1);
        if tally.finished || tally.claimed >= blocks {
            return None;
        }
        tally.claimed += 1;
        Some(tally.claimed - 1)
    }

    fn play(&self, number: u32, token: &StopToken, _: &mut Workspace) -> Progress {
        let (block, is_whole) = self.block(number, token);
        let mut tally = self.tally();
        if tally.finished {
            return Progress::Finished;
        }
        if !is_whole {
            tally.nodes += block.nodes;
            tally.matches.extend(block.matches);
            tally.finished = true;
            return Progress::Finished;
        }
        tally.early.insert(number, block);
        let limits = &self.task.limits;
        let mut next = tally.next;
        while let Some(block) = tally.early.remove(&next) {
            next += 1;
            tally.nodes += block.nodes;
            tally.matches.extend(block.matches);
            let played = tally.matches.len() as u32;
            let exact = limits.stderr.is_some_and(|most| {
                played >= LEAST
                    && (0..self.starts.len())
                        .all(|n| mean(tally.matches.iter().map(|m| m[n].total)).1 <= most.into())
            });
            let spent = limits.nodes.is_some_and(|most| tally.nodes >= most);
            if exact || spent || played >= limits.trials {
                tally.finished = true;
                return Progress::Finished;
            }
        }
        tally.next = next;
        let due = |period: Duration| {
            let now = Instant::now();
            tally.reported.get_or_insert(now).elapsed() >= period
        };
        if limits.progress.is_some_and(due) {
            tally.reported = Some(Instant::now());
            return Progress::Due;
        }
        Progress::On
    }

    fn answer(&self, token: &StopToken, started: Instant) -> Answer {
        let tally = self.tally();
        let mut order: Vec<(usize, TablesRolledOut)> =
            (0..self.starts.len()).map(|n| (n, self.rolled_out(n, &tally))).collect();
        order.sort_by(|a, b| b.1.total.total_cmp(&a.1.total));
        let best = order.first().map(|(n, one)| (*n, one.total));
        for (n, one) in &mut order {
            let Some((first, total)) = best.filter(|(first, _)| first != n) else { continue };
            one.diff = one.total - total;
            let gaps = tally.matches.iter().map(|results| results[*n].total - results[first].total);
            one.diff_stderr = (tally.matches.len() > 1).then(|| mean(gaps).1 as f32);
        }
        let results = order.into_iter().map(|(_, one)| one).collect();
        Answer {
            findings: Findings::Several(Several::Rollout(results)),
            nodes: tally.nodes,
            elapsed: started.elapsed(),
            stopped: token.is_stopped(),
            shortfall: self.judge.shortfall(),
        }
    }
}
