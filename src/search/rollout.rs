//! Rollouts: games played to the end by the evaluator's choices, without a cube.
//!
//! Games come in blocks of 36, one for each ordered first throw. A game's dice follow from the seed
//! and the game's number alone, all plays compared meet the same dice, and blocks are added up in
//! their order: the numbers are the same for any number of threads, and so is the block after which
//! a wanted standard error is reached.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::answer;
use super::chequer::{Judging, best_plays, reply_static};
use super::decide::sides;
use super::equity::{Payoff, Stakes};
use super::stop::StopToken;
use super::task::{Answer, Findings, Limits, RolledOut, Task, TaskError};
use super::tree::{Search, Workspace, in_play, lost};
use super::worth::Worth;
use crate::board::{Board, HOME_TOP, Roll};
use crate::eval::{Chances, Evaluator};
use crate::moves::Child;
use crate::rules::{Phase, win_kind};
use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};

/// Games of a block: one for each ordered first throw.
const BLOCK: u32 = 36;
/// A wanted standard error ends no rollout with fewer games.
const TRIALS_MIN: u32 = 144;
/// A game this long goes nowhere and is judged as it stands.
const TURNS_MAX: u32 = 2000;

/// Where games begin.
#[derive(Clone, Copy)]
struct Start {
    child: Option<Child>,
    /// The side to throw is side 0.
    board: Board,
    /// Whether that is the side that decides.
    mine: bool,
    /// What the evaluator says, for the side that decides.
    guess: Chances,
}

/// A rollout that several threads work at.
pub(super) struct Rollout {
    task: Task,
    evaluator: Arc<dyn Evaluator>,
    /// Of the side that decides.
    stakes: Stakes,
    payoff: Payoff,
    starts: Vec<Start>,
    blocks: u32,
    state: Mutex<State>,
}

struct State {
    claimed: u32,
    merged: u32,
    waiting: BTreeMap<u32, Block>,
    sums: Vec<Sums>,
    /// Of blocks that were ended early.
    partial: Vec<Sums>,
    nodes: u64,
    finished: bool,
    reported: Instant,
}

/// What the games of one block gave.
struct Block {
    sums: Vec<Sums>,
    nodes: u64,
}

/// What is left to do after a block was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// More blocks, nothing to say.
    On,
    /// More blocks; a report is due.
    Due,
    /// Nothing.
    Finished,
}

/// Sums and sums of squares over games: the five chances and the equity.
#[derive(Clone, Copy, Default)]
struct Sums {
    games: u32,
    sum: [f64; 6],
    squares: [f64; 6],
}

impl Sums {
    fn game(&mut self, chances: &Chances, equity: f32) {
        self.games += 1;
        let values = [
            chances.win,
            chances.win_gammon,
            chances.win_backgammon,
            chances.lose_gammon,
            chances.lose_backgammon,
            equity,
        ];
        for (n, value) in values.into_iter().enumerate() {
            let value = f64::from(value);
            self.sum[n] += value;
            self.squares[n] += value * value;
        }
    }

    fn add(&mut self, other: &Sums) {
        self.games += other.games;
        for n in 0..6 {
            self.sum[n] += other.sum[n];
            self.squares[n] += other.squares[n];
        }
    }

    fn mean(&self, n: usize) -> f32 {
        (self.sum[n] / f64::from(self.games.max(1))) as f32
    }

    fn stderr(&self, n: usize) -> f32 {
        if self.games < 2 {
            return 0.0;
        }
        let games = f64::from(self.games);
        let mean = self.sum[n] / games;
        let variance = (self.squares[n] / games - mean * mean).max(0.0) * games / (games - 1.0);
        (variance / games).sqrt() as f32
    }

    fn chances(of: impl Fn(usize) -> f32) -> Chances {
        Chances {
            win: of(0),
            win_gammon: of(1),
            win_backgammon: of(2),
            lose_gammon: of(3),
            lose_backgammon: of(4),
        }
    }
}

impl Rollout {
    /// A rollout of the best plays of the throw, or of the position where there is none.
    ///
    /// # Errors
    /// Where nobody is on turn.
    pub(super) fn new(
        task: &Task,
        evaluator: &Arc<dyn Evaluator>,
        token: &StopToken,
        workspace: &mut Workspace,
    ) -> Result<Rollout, TaskError> {
        let position = &task.position;
        let (thrower, decider) = sides(position)?;
        let stakes = Stakes::of(position, decider);
        let payoff = Payoff::new(&stakes);
        let mut search = answer::search(task, evaluator.as_ref(), token, workspace);
        let limits = Limits { plies: 0, ..task.limits };
        let board = position.counts(thrower);
        let mut starts = Vec::new();
        if let Phase::ToMove(_, roll) = position.phase {
            let judging = Judging::new(stakes, &limits);
            let plays = best_plays(&mut search, &judging, &board, roll, limits.candidates.max(1));
            starts.extend(plays.plays.iter().map(|play| Start {
                child: Some(play.child),
                board: play.child.board.swapped(),
                mine: false,
                guess: play.chances,
            }));
            if starts.is_empty() {
                let passed = board.swapped();
                let guess = search.static_chances(&passed).swapped();
                starts.push(Start { child: None, board: passed, mine: false, guess });
            }
        } else {
            let mine = thrower == decider;
            let chances = search.static_chances(&board);
            let guess = if mine { chances } else { chances.swapped() };
            starts.push(Start { child: None, board, mine, guess });
        }
        let state = State {
            claimed: 0,
            merged: 0,
            waiting: BTreeMap::new(),
            sums: vec![Sums::default(); starts.len()],
            partial: vec![Sums::default(); starts.len()],
            nodes: search.nodes,
            finished: false,
            reported: Instant::now(),
        };
        Ok(Rollout {
            task: *task,
            evaluator: Arc::clone(evaluator),
            stakes,
            payoff,
            starts,
            blocks: task.limits.trials.div_ceil(BLOCK).max(1),
            state: Mutex::new(state),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves the sums whole: they change only by complete blocks.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays all of it on this thread.
    pub(super) fn run(&self, token: &StopToken, workspace: &mut Workspace) {
        while let Some(number) = self.claim() {
            if self.play(number, token, workspace) == Progress::Finished {
                return;
            }
        }
    }

    /// The number of a block nobody plays yet; `None` when there is no more to play.
    pub(super) fn claim(&self) -> Option<u32> {
        let mut state = self.state();
        if state.finished || state.claimed >= self.blocks {
            return None;
        }
        state.claimed += 1;
        Some(state.claimed - 1)
    }

    /// Plays a block and adds it up; if the token ends it, the games played so far count too.
    pub(super) fn play(
        &self,
        number: u32,
        token: &StopToken,
        workspace: &mut Workspace,
    ) -> Progress {
        let mut search = answer::search(&self.task, self.evaluator.as_ref(), token, workspace);
        let mut sums = vec![Sums::default(); self.starts.len()];
        let mut ended = false;
        for first in 0..BLOCK {
            let index = u64::from(number) * u64::from(BLOCK) + u64::from(first);
            // In an order in which a part of the block is no one-sided sample of first throws.
            let throw = (first * 7 + 10) % BLOCK;
            let game = |start| self.game(&mut search, start, index, throw);
            let Some(results) = self.starts.iter().map(game).collect::<Option<Vec<_>>>() else {
                ended = true;
                break;
            };
            for (sums, (chances, equity)) in sums.iter_mut().zip(results) {
                sums.game(&chances, equity);
            }
        }
        let block = Block { sums, nodes: search.nodes };
        if ended { self.add_part(&block) } else { self.add(number, block) }
    }

    /// One game: the result's chances and equity for the side that decides.
    fn game(
        &self,
        search: &mut Search<'_>,
        start: &Start,
        index: u64,
        first: u32,
    ) -> Option<(Chances, f32)> {
        let mut dice = ChaCha8Rng::seed_from_u64(self.task.limits.seed);
        dice.set_stream(index + 1);
        let (mut board, mut mine) = (start.board, start.mine);
        let payoffs = [self.payoff.swapped(), self.payoff];
        let turns_max = self.task.limits.truncate.map_or(TURNS_MAX, u32::from);
        let mut number = first;
        for turn in 0..turns_max.max(1) {
            if in_play(&board, 1) == 0 {
                return Some(self.ended(search, &board, mine));
            }
            if search.token.ended().is_some() {
                return None;
            }
            if turn > 0 && is_exact_bearoff(search, &board) {
                break;
            }
            board = reply_static(search, &payoffs[usize::from(mine)], &board, roll(number));
            mine = !mine;
            number = ((u64::from(dice.next_u32()) * 36) >> 32) as u32;
        }
        if in_play(&board, 1) == 0 {
            return Some(self.ended(search, &board, mine));
        }
        let chances = search.static_chances(&board);
        let chances = if mine { chances } else { chances.swapped() };
        Some((chances, self.payoff.equity(&chances)))
    }

    /// The result of a game that side 0 has lost.
    fn ended(&self, search: &Search<'_>, board: &Board, mine: bool) -> (Chances, f32) {
        let kind = win_kind(search.rules, board, 0);
        let points = kind.points() as i32;
        let chances = lost(kind);
        if mine {
            (chances, self.stakes.exact(-points))
        } else {
            (chances.swapped(), self.stakes.exact(points))
        }
    }

    /// Adds a block, and whatever waited for it, to the sums.
    fn add(&self, number: u32, block: Block) -> Progress {
        let mut state = self.state();
        let state = &mut *state;
        state.waiting.insert(number, block);
        while !state.finished {
            let Some(block) = state.waiting.remove(&state.merged) else { break };
            state.merged += 1;
            state.nodes += block.nodes;
            for (sum, more) in state.sums.iter_mut().zip(&block.sums) {
                sum.add(more);
            }
            state.finished = self.is_enough(state);
        }
        let period = self.task.limits.progress;
        if state.finished {
            Progress::Finished
        } else if period.is_some_and(|period| state.reported.elapsed() >= period) {
            state.reported = Instant::now();
            Progress::Due
        } else {
            Progress::On
        }
    }

    fn add_part(&self, block: &Block) -> Progress {
        let mut state = self.state();
        state.nodes += block.nodes;
        for (sum, more) in state.partial.iter_mut().zip(&block.sums) {
            sum.add(more);
        }
        state.finished = true;
        Progress::Finished
    }

    fn is_enough(&self, state: &State) -> bool {
        let limits = &self.task.limits;
        let precise = |wanted: f32| {
            state.merged * BLOCK >= TRIALS_MIN
                && state.sums.iter().all(|sums| sums.stderr(EQUITY) <= wanted)
        };
        state.merged >= self.blocks
            || limits.nodes.is_some_and(|nodes| state.nodes >= nodes)
            || limits.stderr.is_some_and(precise)
    }

    /// What the games added so far say.
    pub(super) fn answer(&self, token: &StopToken, started: Instant) -> Answer {
        let (sums, nodes) = {
            let state = self.state();
            let mut sums = state.sums.clone();
            for (sum, more) in sums.iter_mut().zip(&state.partial) {
                sum.add(more);
            }
            (sums, state.nodes)
        };
        let mut results: Vec<RolledOut> =
            self.starts.iter().zip(&sums).map(|(start, sums)| self.result(start, sums)).collect();
        results.sort_by(|a, b| b.equity.total_cmp(&a.equity));
        let best = results.first().map_or(0.0, |result| result.equity);
        for result in &mut results {
            result.diff = result.equity - best;
        }
        let (findings, stopped) = (Findings::Rollout(results), token.is_stopped());
        let shortfall = self.evaluator.shortfall();
        Answer { findings, nodes, elapsed: started.elapsed(), stopped, shortfall }
    }

    fn result(&self, start: &Start, sums: &Sums) -> RolledOut {
        let (chances, equity) = if sums.games == 0 {
            (start.guess, self.payoff.equity(&start.guess))
        } else {
            (Sums::chances(|n| sums.mean(n)), sums.mean(EQUITY))
        };
        RolledOut {
            child: start.child,
            trials: sums.games,
            chances,
            chances_stderr: Sums::chances(|n| sums.stderr(n)),
            equity,
            stderr: sums.stderr(EQUITY),
            cubeful: self.cubeful(start, &chances, equity),
            diff: 0.0,
        }
    }

    fn cubeful(&self, start: &Start, chances: &Chances, equity: f32) -> f32 {
        if in_play(&start.board, 1) == 0 {
            return equity;
        }
        let thrower = if start.mine { *chances } else { chances.swapped() };
        let (evaluator, rules) = (self.evaluator.as_ref(), &self.task.position.rules);
        let worth = Worth::new(evaluator, rules, &start.board, &thrower);
        match (start.mine, start.child) {
            (true, _) => worth.no_double(&self.stakes),
            (false, None) => -worth.no_double(&self.stakes.swapped()),
            (false, Some(_)) => -worth.cubeful(&self.stakes.swapped()),
        }
    }
}

/// Place of the equity in [`Sums`].
const EQUITY: usize = 5;

/// Whether a game need not be played on: both sides bear off and the evaluator knows all of it.
fn is_exact_bearoff(search: &Search<'_>, board: &Board) -> bool {
    board.rearmost(0) <= HOME_TOP && board.rearmost(1) <= HOME_TOP && search.is_known(board)
}

/// The ordered throw with this number, 0 to 35.
fn roll(number: u32) -> Roll {
    let die = |n: u32| (n % 6 + 1) as u8;
    // Both dice are 1 to 6 by the remainder.
    Roll::from_pips(die(number / 6), die(number)).unwrap_or(crate::board::ALL_ROLLS[0])
}
