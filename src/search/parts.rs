//! A look-ahead in parts, one for each throw after each play, at which several threads work.
//!
//! Each part is judged alone and their results are put together in a fixed order, so that the
//! outcome is the same, to the last bit, for any number of threads.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::cache::{Cache, Memory};
use super::filter::Filters;
use super::kind::Kind;
use super::stop::StopToken;
use super::tree::{CubeValues, Interrupted, Search, Theirs, Workspace};
use crate::board::{ALL_ROLLS, Board};
use crate::eval::{Chances, Evaluator};
use crate::rules::Rules;

/// Where a look-ahead finds other threads.
pub(super) trait Help {
    /// Hands the work to threads that have nothing better to do.
    fn offer(&self, shared: &Arc<dyn Shared>);
}

/// Work that any thread may help with, whatever boards it is about.
pub(super) trait Shared: Send + Sync {
    /// Does one part; false if there is none left to begin.
    fn work(&self, workspace: &mut Workspace) -> bool;

    /// What ends it.
    fn token(&self) -> &StopToken;
}

/// Who helps, and what helpers need that a search only borrows.
pub(super) struct Team<'a, B: Kind = Board> {
    pub(super) help: &'a dyn Help,
    pub(super) evaluator: &'a Arc<dyn Evaluator<B>>,
    pub(super) cache: &'a Arc<Cache>,
}

impl<B: Kind> Clone for Team<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Kind> Copy for Team<'_, B> {}

/// The parts of one look-ahead.
pub(super) struct Parts<B: Kind> {
    rules: Rules,
    by_tables: bool,
    evaluator: Arc<dyn Evaluator<B>>,
    cache: Option<(Arc<Cache>, u8)>,
    token: StopToken,
    filters: Filters,
    /// Boards that may be judged by all parts together.
    budget: u64,
    /// Side 0 is to throw.
    boards: Vec<B>,
    /// Turns to look ahead after each throw.
    plies: u8,
    theirs: Theirs,
    state: Mutex<State>,
    /// Told to who waits: a part is done.
    done: Condvar,
}

/// What is known of a part.
pub(super) type Throw = (Chances, CubeValues);

struct State {
    next: usize,
    running: usize,
    /// Nobody needs to begin another part.
    over: bool,
    nodes: u64,
    throws: Vec<Option<Throw>>,
    panic: Option<Box<dyn Any + Send>>,
}

impl<B: Kind> Parts<B> {
    /// The parts of a look-ahead from `boards`.
    pub(super) fn new(
        search: &Search<'_, B>,
        team: &Team<'_, B>,
        boards: Vec<B>,
        plies: u8,
        theirs: Theirs,
    ) -> Parts<B> {
        let parts = boards.len() * ALL_ROLLS.len();
        let state = State {
            next: 0,
            running: 0,
            over: false,
            nodes: 0,
            throws: vec![None; parts],
            panic: None,
        };
        Parts {
            rules: *search.rules,
            by_tables: search.by_tables,
            evaluator: Arc::clone(team.evaluator),
            cache: search.memory.map(|memory| (Arc::clone(team.cache), memory.game)),
            token: search.token.clone(),
            filters: search.filters,
            budget: search.nodes_max.saturating_sub(search.nodes),
            boards,
            plies,
            theirs,
            state: Mutex::new(state),
            done: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that can panic runs while the lock is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn throw(&self, number: usize, workspace: &mut Workspace) -> (Result<Throw, Interrupted>, u64) {
        let memory = self.cache.as_ref().map(|(cache, game)| Memory { cache, game: *game });
        let mut search = Search {
            rules: &self.rules,
            by_tables: self.by_tables,
            evaluator: self.evaluator.as_ref(),
            token: &self.token,
            filters: self.filters,
            nodes: 0,
            nodes_max: self.budget,
            memory,
            team: None,
            workspace,
        };
        let board = &self.boards[number / ALL_ROLLS.len()];
        let roll = ALL_ROLLS[number % ALL_ROLLS.len()];
        let mut values = CubeValues::new();
        let chances = search.throw(board, roll, self.plies, &self.theirs, &mut values);
        (chances.map(|chances| (chances, values)), search.nodes)
    }

    /// Works until no part is left, waits for those that others have begun, and returns the boards
    /// judged and what each part gave, by boards and throws.
    ///
    /// # Panics
    /// If a part has panicked on any thread.
    pub(super) fn finish(&self, workspace: &mut Workspace) -> (u64, Option<Vec<Throw>>) {
        while self.work(workspace) {}
        let mut state = self.state();
        while state.running > 0 {
            state = self.done.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if let Some(panic) = state.panic.take() {
            drop(state);
            resume_unwind(panic);
        }
        let throws = std::mem::take(&mut state.throws);
        (state.nodes, throws.into_iter().collect())
    }
}

impl<B: Kind> Shared for Parts<B> {
    fn work(&self, workspace: &mut Workspace) -> bool {
        let number = {
            let mut state = self.state();
            if state.over || state.next >= state.throws.len() {
                return false;
            }
            state.next += 1;
            state.running += 1;
            state.next - 1
        };
        let done = catch_unwind(AssertUnwindSafe(|| self.throw(number, workspace)));
        let mut state = self.state();
        state.running -= 1;
        match done {
            Ok((throw, nodes)) => {
                state.nodes += nodes;
                state.over |= throw.is_err() || state.nodes > self.budget;
                state.throws[number] = throw.ok();
            }
            Err(panic) => {
                state.over = true;
                state.panic = Some(panic);
                *workspace = Workspace::default();
            }
        }
        if state.running == 0 {
            self.done.notify_all();
        }
        true
    }

    fn token(&self) -> &StopToken {
        &self.token
    }
}
