//! Rollouts: games played on from a position, or from the plays of a throw, to their end.
//!
//! * `dice`: the throws, spread evenly over blocks of 36 games
//! * `plan`, `game`: what is played for, one game
//! * `luck`, `sieve`: how lucky its throws were, and how little of that need be judged
//! * `figures`, `tally`: what games add up to, how sure that is, when it is enough
//! * `archive`: finished games, kept for a rollout that goes on later
//!
//! A game's dice follow from the seed and the game's number alone, all plays compared meet the same
//! dice, and blocks are added up in their order: the numbers are the same for any number of threads,
//! and so is the block after which a rollout ends or a hopeless play is dropped.

mod archive;
mod dice;
mod figures;
mod game;
mod luck;
mod plan;
mod sieve;
mod tally;

pub(super) use archive::Archive;
pub(super) use tally::Progress;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::answer;
use super::chequer::{Judging, best_plays};
use super::decide::{seen_by, sides};
use super::ends::is_over;
use super::equity::{Payoff, Stakes};
use super::kind::Kind;
use super::stop::StopToken;
use super::task::{Answer, Findings, Limits, RolledOut, Task, TaskError};
use super::tree::{PLIES_MAX, Search, Workspace};
use super::worth::Worth;
#[cfg(test)]
use crate::board::ALL_ROLLS;
use crate::eval::{Chances, Evaluator};
use crate::rules::Phase;
use archive::Shelf;
use dice::{BLOCK, Dice};
use figures::{CUBEFUL, EQUITY, Sums};
use game::Table;
use luck::Opening;
use plan::{Plan, Start};
use sieve::Sieve;
use tally::{Block, Played, Tally, blocks};

/// A game this long goes nowhere and is judged as it stands.
const TURNS_MAX: u32 = 2000;

/// A rollout that several threads work at.
pub(super) struct Rollout<B: Kind> {
    task: Task,
    evaluator: Arc<dyn Evaluator<B>>,
    plan: Plan<B>,
    sieve: Option<Sieve>,
    /// Of each start.
    openings: Vec<Opening<B>>,
    shelf: Arc<Shelf>,
    tally: Mutex<Tally>,
}

/// A rollout of boards of whatever kind.
pub(super) trait Rolling: Send + Sync {
    /// The number of a block nobody plays yet; `None` when there is no more to play.
    fn claim(&self) -> Option<u32>;

    /// Plays a block and adds it up; if the token ends it, the games played so far count too.
    fn play(&self, number: u32, token: &StopToken, workspace: &mut Workspace) -> Progress;

    /// What the games added so far say.
    fn answer(&self, token: &StopToken, started: Instant) -> Answer;
}

impl<B: Kind> Rollout<B> {
    /// A rollout of the best plays of the throw, or of the position where there is none. Games that
    /// were played for the same before are taken from the archive.
    ///
    /// # Errors
    /// Where nobody is on turn.
    pub(super) fn new(
        task: &Task,
        evaluator: &Arc<dyn Evaluator<B>>,
        archive: &Archive,
        token: &StopToken,
        workspace: &mut Workspace,
    ) -> Result<Rollout<B>, TaskError> {
        let mut search = answer::search(task, evaluator.as_ref(), token, workspace);
        let plan = plan(task, &mut search)?;
        let mut table = Table::new(&plan, None, search);
        let sieve = plan.luck.then(|| table.lessons(task.limits.seed));
        let tally = Tally::new(plan.starts.len(), plan.cube, table.search.nodes);
        Ok(Rollout {
            task: *task,
            evaluator: Arc::clone(evaluator),
            openings: plan.starts.iter().map(|_| Opening::new()).collect(),
            plan,
            sieve,
            shelf: archive.shelf(task),
            tally: Mutex::new(tally),
        })
    }

    /// The same played to the last checker, whatever tables know.
    #[cfg(test)]
    pub(super) fn without_tables(mut self) -> Rollout<B> {
        self.plan.exact_ends = false;
        self
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        // A panic elsewhere leaves the sums whole: they change only by complete blocks.
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays all of it on this thread.
    pub(super) fn run(&self, token: &StopToken, workspace: &mut Workspace) {
        while let Some(number) = self.claim() {
            if self.play(number, token, workspace) == Progress::Finished {
                return;
            }
        }
    }

    /// The games of a block from the starts that are wanted, and whether they are all there.
    fn block(
        &self,
        number: u32,
        wanted: &[bool],
        token: &StopToken,
        workspace: &mut Workspace,
    ) -> (Block, bool) {
        let search = Search {
            nodes_max: u64::MAX,
            ..answer::search(&self.task, self.evaluator.as_ref(), token, workspace)
        };
        let (plan, sieve) = (&self.plan, self.sieve.as_ref());
        let mut table = Table::new(plan, sieve, search);
        let mut dice = Dice::new(self.task.limits.seed, number);
        let starts = wanted.iter().map(|wanted| wanted.then(Played::default)).collect();
        let mut block = Block { starts };
        for game in 0..BLOCK {
            // All starts or none, so that a part compares like with like.
            let before = block.clone();
            let starts = self.plan.starts.iter().zip(&self.openings);
            for ((start, opening), played) in starts.zip(&mut block.starts) {
                let Some(played) = played else { continue };
                table.search.nodes = 0;
                let Some(figures) = table.game(start, opening, &mut dice, game) else {
                    return (before, false);
                };
                played.sums.game(&figures);
                played.nodes += table.search.nodes;
            }
        }
        (block, true)
    }

    /// What starts are ranked by.
    fn ranked(&self, result: &RolledOut) -> f32 {
        if self.plan.cube { result.cubeful } else { result.equity }
    }

    fn result(&self, start: &Start<B>, sums: &Sums, diff_stderr: Option<f32>) -> RolledOut {
        let is_played = sums.games() > 0;
        let (chances, equity) = if is_played {
            (sums.chances(), sums.mean(EQUITY))
        } else {
            (start.guess, self.plan.payoff.equity(&start.guess))
        };
        let is_cubeful = self.plan.cube && is_played;
        RolledOut {
            child: start.child,
            trials: sums.games(),
            chances,
            chances_stderr: sums.chances_stderr(),
            equity,
            stderr: sums.stderr(EQUITY),
            cubeful: if is_cubeful {
                sums.mean(CUBEFUL)
            } else {
                self.estimated(start, &chances, equity)
            },
            cubeful_stderr: is_cubeful.then(|| sums.stderr(CUBEFUL)),
            diff: 0.0,
            diff_stderr,
        }
    }

    /// The equity with the cube that these chances mean by the cube's model.
    fn estimated(&self, start: &Start<B>, chances: &Chances, equity: f32) -> f32 {
        if is_over(&self.task.position.rules, &start.board) {
            return equity;
        }
        let thrower = if start.mine { *chances } else { chances.swapped() };
        let (evaluator, rules) = (self.evaluator.as_ref(), &self.task.position.rules);
        let worth = Worth::new(evaluator, rules, &start.board, &thrower);
        let stakes = if start.mine { self.plan.stakes } else { self.plan.stakes.swapped() };
        let cubeful =
            if start.may_double { worth.cubeful(&stakes) } else { worth.no_double(&stakes) };
        if start.mine { cubeful } else { -cubeful }
    }
}

impl<B: Kind> Rolling for Rollout<B> {
    fn claim(&self) -> Option<u32> {
        let mut tally = self.tally();
        if tally.finished || tally.claimed >= blocks(&self.task.limits) {
            return None;
        }
        tally.claimed += 1;
        Some(tally.claimed - 1)
    }

    fn play(&self, number: u32, token: &StopToken, workspace: &mut Workspace) -> Progress {
        let wanted = self.tally().alive.clone();
        if let Some(block) = self.shelf.get(number, &wanted) {
            return self.tally().add(number, block, &self.task.limits);
        }
        let (block, is_whole) = self.block(number, &wanted, token, workspace);
        let mut tally = self.tally();
        if is_whole {
            self.shelf.put(number, &block);
            tally.add(number, block, &self.task.limits)
        } else {
            tally.add_part(&block);
            tally.finished = true;
            Progress::Finished
        }
    }

    fn answer(&self, token: &StopToken, started: Instant) -> Answer {
        let (mut results, nodes) = {
            let tally = self.tally();
            let results = |(n, start)| self.result(start, &tally.sums[n], tally.diff_error(n));
            let results: Vec<_> = self.plan.starts.iter().enumerate().map(results).collect();
            (results, tally.nodes)
        };
        results.sort_by(|a, b| self.ranked(b).total_cmp(&self.ranked(a)));
        let best = results.first().map_or(0.0, |result| self.ranked(result));
        for result in &mut results {
            result.diff = self.ranked(result) - best;
        }
        let (findings, stopped) = (Findings::Rollout(results), token.is_stopped());
        let shortfall = self.evaluator.shortfall();
        Answer { findings, nodes, elapsed: started.elapsed(), stopped, shortfall }
    }
}

/// How the games of a task are played.
fn plan<B: Kind>(task: &Task, search: &mut Search<'_, B>) -> Result<Plan<B>, TaskError> {
    let (position, limits) = (&task.position, &task.limits);
    let (thrower, decider) = sides(position)?;
    let stakes = Stakes::of(position, decider).by(limits.met);
    let board: B = seen_by(position, thrower)?;
    let mut starts = Vec::new();
    if let Phase::ToMove(_, roll) = position.phase {
        let limits = Limits { plies: 0, ..*limits };
        let judging = Judging { turn: task.turn, ..Judging::new(stakes, &limits) };
        let plays = best_plays(search, &judging, &board, roll, limits.candidates.max(1));
        starts.extend(plays.plays.iter().filter_map(|play| {
            let board = B::of(&play.child.board)?.swapped();
            let (child, guess) = (Some(play.child), play.chances);
            Some(Start { child, board, mine: false, may_double: true, last_turn: false, guess })
        }));
        if starts.is_empty() {
            let board = board.swapped();
            let guess = search.static_chances(&board).swapped();
            let last_turn = false;
            starts.push(Start {
                child: None,
                board,
                mine: false,
                may_double: true,
                last_turn,
                guess,
            });
        }
    } else {
        let mine = thrower == decider;
        let chances = search.static_chances(&board);
        let guess = if mine { chances } else { chances.swapped() };
        let last_turn = position.is_last_turn();
        starts.push(Start { child: None, board, mine, may_double: false, last_turn, guess });
    }
    let is_of_use = |stakes: Stakes| stakes.may_double() || stakes.swapped().may_double();
    Ok(Plan {
        stakes,
        payoff: Payoff::new(&stakes),
        starts,
        plies: limits.plies.min(PLIES_MAX),
        turns_max: limits.truncate.map_or(TURNS_MAX, |turns| u32::from(turns.max(1))),
        luck: limits.luck,
        cube: limits.cubeful && is_of_use(stakes),
        exact_ends: true,
    })
}

/// The mean figures of a task's first start over every sequence of throws to the end of its games,
/// which must be truncated after few turns.
#[cfg(test)]
pub(super) fn mean_over_all_dice<B: Kind>(
    task: &Task,
    evaluator: &Arc<dyn Evaluator<B>>,
) -> [f32; 7] {
    let (archive, token, mut workspace) =
        (Archive::default(), StopToken::new(), Workspace::default());
    let rollout = Rollout::new(task, evaluator, &archive, &token, &mut workspace).unwrap();
    let search = answer::search(task, evaluator.as_ref(), &token, &mut workspace);
    let (plan, sieve) = (&rollout.plan, rollout.sieve.as_ref());
    let mut table = Table::new(plan, sieve, search);
    let turns = rollout.plan.turns_max;
    let mut sum = [0.0f64; 7];
    for sequence in 0..ALL_ROLLS.len().pow(turns) {
        let mut rolls = Vec::new();
        let mut rest = sequence;
        for _ in 0..turns {
            rolls.push(ALL_ROLLS[rest % ALL_ROLLS.len()]);
            rest /= ALL_ROLLS.len();
        }
        let weight: f64 = rolls.iter().map(|roll| f64::from(roll.weight()) / 36.0).product();
        let mut dice = Dice::fixed(&rolls);
        let figures = table.game(&rollout.plan.starts[0], &rollout.openings[0], &mut dice, 0);
        for (sum, figure) in sum.iter_mut().zip(figures.unwrap().0) {
            *sum += weight * f64::from(figure);
        }
    }
    sum.map(|sum| sum as f32)
}
