//! The threads that answer tasks.
//!
//! A task waits in a queue that is fair between callers. A rollout is many pieces of work, each a
//! block of games, so that it shares the threads with others and uses all of them when there are none. One more thread, the usher, is idle unless it is needed: it ends waiting
//! tasks that are stopped or out of time, and answers short tasks when long ones hold all threads.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::answer::{Evaluators, Loan, answer};
use super::cache::Cache;
use super::guard::guarded;
use super::kind::each_evaluator;
use super::parallel;
use super::parts::{Help, Shared as Work};
use super::queue::FairQueue;
use super::ready;
use super::rollout::{Archive, Progress, Rolling, Rollout};
use super::stop::StopToken;
use super::task::{Answer, Query, Report, Task, TaskError};
use super::tree::Workspace;
use thiserror::Error;

/// How an engine is set up.
pub struct EngineConfig {
    /// Threads that work at tasks, at least 1.
    pub threads: usize,
    /// Tasks that may wait at the same time.
    pub waiting_max: usize,
    /// What judges each game.
    pub evaluators: Evaluators,
}

/// Why a task was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StartError {
    /// Too many tasks are waiting.
    #[error("too many requests are waiting")]
    Busy,
    /// The engine has been shut down.
    #[error("the engine is shutting down")]
    ShutDown,
}

/// Threads that answer tasks. Dropping it stops what is running and waits for the threads.
pub struct Engine {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// Bytes that an engine remembers evaluations in, unless told otherwise. More finds little more and
/// falls out of the processor's own caches: of 80 decisions at 2 plies each took 24.9 ms without,
/// 20.2 ms with 1 MiB, 20.5 ms with 4 and 23.8 ms with 32.
const CACHE_BYTES: usize = 4 << 20;

/// How long the usher lets a stopped task wait in the queue.
const USHER_PERIOD: Duration = Duration::from_millis(10);

struct Shared {
    state: Mutex<State>,
    /// Told to workers: there is an item.
    work: Condvar,
    /// Told to the usher: look at the queue.
    usher: Condvar,
    /// Told to `shutdown`: a task has ended.
    ended: Condvar,
    evaluators: Evaluators,
    cache: Arc<Cache>,
    archive: Archive,
    threads: usize,
    waiting_max: usize,
}

struct State {
    queue: FairQueue<Item>,
    /// Tasks in the queue that nobody has begun.
    waiting: usize,
    /// Workers without work.
    idle: usize,
    /// Workers that work at something long.
    long: usize,
    /// The tokens of all tasks without a final report.
    live: HashMap<u64, StopToken>,
    next_id: u64,
    closed: bool,
    over: bool,
}

/// A piece of work.
enum Item {
    Task(Box<Job>),
    Games(Arc<Games>),
    Parts(u64, Arc<dyn Work>),
}

impl Item {
    fn token(&self) -> &StopToken {
        match self {
            Item::Task(job) => &job.token,
            Item::Games(games) => &games.token,
            Item::Parts(_, parts) => parts.token(),
        }
    }

    fn is_long(&self) -> bool {
        match self {
            Item::Task(job) => match job.task.query {
                // A rollout's beginning is short, its games are not.
                Query::Rollout => false,
                Query::Perft(depth) => depth > 1,
                _ => job.task.limits.plies > 0,
            },
            Item::Games(_) | Item::Parts(..) => true,
        }
    }
}

struct Job {
    caller: u64,
    task: Task,
    token: StopToken,
    started: Instant,
    reporter: Reporter,
}

/// A rollout at which several threads work.
struct Games {
    caller: u64,
    rollout: Box<dyn Rolling>,
    token: StopToken,
    started: Instant,
    /// Taken by who reports the end.
    reporter: Mutex<Option<Reporter>>,
}

/// The threads beside the one that works at a task.
struct Others<'a> {
    shared: &'a Shared,
    caller: u64,
    count: usize,
}

impl Help for Others<'_> {
    fn offer(&self, parts: &Arc<dyn Work>) {
        let mut state = self.shared.lock();
        for _ in 0..self.count {
            self.shared.push(&mut state, self.caller, Item::Parts(self.caller, Arc::clone(parts)));
        }
    }
}

/// Sees to it that a task has exactly one final report, whatever happens to it.
struct Reporter {
    report: Option<Box<dyn FnMut(Report) + Send>>,
    shared: Arc<Shared>,
    id: u64,
}

impl Reporter {
    fn progress(&mut self, answer: Answer) {
        if let Some(report) = &mut self.report {
            report(Report::Progress(answer));
        }
    }

    fn done(mut self, result: Result<Answer, TaskError>) {
        self.finish(result);
    }

    fn finish(&mut self, result: Result<Answer, TaskError>) {
        if let Some(mut report) = self.report.take() {
            // A report that panics must not leave the task on the books for ever.
            let _ = catch_unwind(AssertUnwindSafe(|| report(Report::Done(result))));
            self.shared.lock().live.remove(&self.id);
            self.shared.ended.notify_all();
        }
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        self.finish(Err(TaskError::Internal("the task was lost".to_owned())));
    }
}

impl Engine {
    /// Starts the threads; evaluations are remembered in 4 MiB.
    pub fn new(config: EngineConfig) -> Engine {
        Engine::with_cache(config, CACHE_BYTES)
    }

    /// Starts the threads; evaluations are remembered in at most so many bytes. The cache changes
    /// no answer.
    pub fn with_cache(config: EngineConfig, bytes: usize) -> Engine {
        let workers = config.threads.max(1);
        let state = State {
            queue: FairQueue::new(),
            waiting: 0,
            idle: 0,
            long: 0,
            live: HashMap::new(),
            next_id: 0,
            closed: false,
            over: false,
        };
        let shared = Arc::new(Shared {
            state: Mutex::new(state),
            work: Condvar::new(),
            usher: Condvar::new(),
            ended: Condvar::new(),
            evaluators: config.evaluators,
            cache: Arc::new(Cache::new(bytes)),
            archive: Archive::default(),
            threads: workers,
            waiting_max: config.waiting_max,
        });
        let spawn = |n: usize| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || if n == 0 { shared.ush() } else { shared.work() })
        };
        let threads = Mutex::new((0..=workers).map(spawn).collect());
        Engine { shared, threads }
    }

    /// How many threads work at tasks.
    pub fn threads(&self) -> usize {
        self.shared.threads
    }

    /// Whether nothing runs, nothing waits and every worker knows it.
    #[cfg(test)]
    pub(super) fn is_idle(&self) -> bool {
        let state = self.shared.lock();
        state.live.is_empty() && state.queue.is_empty() && state.idle == self.shared.threads
    }

    /// Hands a task over for `caller`, a number that tells those apart between whom to be fair.
    ///
    /// `report` is called on an engine thread, any number of times with [`Report::Progress`] and
    /// then once with [`Report::Done`]; it should hand the report on and return, and must not shut
    /// the engine down.
    ///
    /// # Errors
    /// If it cannot be taken; `report` is then never called.
    pub fn start(
        &self,
        caller: u64,
        task: Task,
        token: StopToken,
        report: Box<dyn FnMut(Report) + Send>,
    ) -> Result<(), StartError> {
        let started = Instant::now();
        let token = match task.limits.time.and_then(|time| started.checked_add(time)) {
            Some(deadline) => token.until(deadline),
            None => token,
        };
        let shared = &self.shared;
        let mut state = shared.lock();
        if state.closed {
            return Err(StartError::ShutDown);
        }
        if state.waiting >= shared.waiting_max.max(1) {
            return Err(StartError::Busy);
        }
        let id = state.next_id;
        state.next_id += 1;
        state.live.insert(id, token.clone());
        state.waiting += 1;
        let reporter = Reporter { report: Some(report), shared: Arc::clone(shared), id };
        let job = Job { caller, task, token, started, reporter };
        shared.push(&mut state, caller, Item::Task(Box::new(job)));
        Ok(())
    }

    /// Hands a task over and waits for its end.
    ///
    /// # Errors
    /// The task's own, or [`TaskError::Busy`] if it is not taken.
    pub fn ask(&self, caller: u64, task: Task, token: StopToken) -> Result<Answer, TaskError> {
        let (sender, receiver) = std::sync::mpsc::channel();
        let report = move |report| {
            if let Report::Done(result) = report {
                // The receiver waits below.
                let _ = sender.send(result);
            }
        };
        self.start(caller, task, token, Box::new(report)).map_err(|_| TaskError::Busy)?;
        let lost = || TaskError::Internal("the task was lost".to_owned());
        receiver.recv().unwrap_or_else(|_| Err(lost()))
    }

    /// Takes no more tasks, gives those it has `grace` to end, stops the rest and waits until every
    /// one has had its final report.
    pub fn shutdown(&self, grace: Duration) {
        let deadline = Instant::now() + grace;
        let shared = &self.shared;
        let mut state = shared.lock();
        state.closed = true;
        while !state.live.is_empty() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            state =
                shared.ended.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        for token in state.live.values() {
            token.stop();
        }
        shared.usher.notify_all();
        while !state.live.is_empty() {
            state = shared.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.over = true;
        shared.work.notify_all();
        shared.usher.notify_all();
        drop(state);
        let threads =
            std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for handle in threads {
            if handle.thread().id() != thread::current().id() {
                // A thread that panicked has nothing more to say.
                let _ = handle.join();
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.shutdown(Duration::ZERO);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that can panic runs while the lock is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, state: &mut State, caller: u64, item: Item) {
        let was_empty = state.queue.is_empty();
        state.queue.push(caller, item);
        if state.idle > 0 {
            self.work.notify_one();
        }
        if state.idle == 0 && (was_empty || state.long >= self.threads) {
            self.usher.notify_one();
        }
    }

    /// A worker's life.
    fn work(self: &Arc<Self>) {
        let mut workspace = Workspace::default();
        let mut state = self.lock();
        while !state.over {
            let Some(item) = state.queue.pop() else {
                state.idle += 1;
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
                continue;
            };
            let long = usize::from(item.is_long());
            state.long += long;
            state.waiting -= usize::from(matches!(item, Item::Task(_)));
            if state.long >= self.threads && !state.queue.is_empty() {
                self.usher.notify_one();
            }
            drop(state);
            self.run_safely(item, &mut workspace);
            state = self.lock();
            state.long -= long;
        }
    }

    /// The usher's life.
    fn ush(self: &Arc<Self>) {
        let mut workspace = Workspace::default();
        let mut state = self.lock();
        while !state.over {
            let crowded = state.long >= self.threads;
            let wanted = |item: &Item| item.token().ended().is_some() || crowded && !item.is_long();
            if let Some(item) = state.queue.take(wanted) {
                state.waiting -= usize::from(matches!(item, Item::Task(_)));
                drop(state);
                self.run_safely(item, &mut workspace);
                state = self.lock();
            } else if state.queue.is_empty() {
                state = self.usher.wait(state).unwrap_or_else(PoisonError::into_inner);
            } else {
                let waited = self.usher.wait_timeout(state, USHER_PERIOD);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    fn run_safely(self: &Arc<Self>, item: Item, workspace: &mut Workspace) {
        let run = AssertUnwindSafe(|| match item {
            Item::Task(job) => self.run_task(*job, workspace),
            Item::Games(games) => self.run_games(&games, workspace),
            Item::Parts(caller, parts) => self.run_parts(caller, parts, workspace),
        });
        if catch_unwind(run).is_err() {
            // Only a report can have failed: its task has ended all the same.
            *workspace = Workspace::default();
        }
    }

    fn run_task(self: &Arc<Self>, job: Job, workspace: &mut Workspace) {
        let Job { caller, task, token, started, reporter } = job;
        if task.limits.plies > 1 || task.query == Query::Rollout {
            ready::wait(&token); // in which a token is looked at
        }
        let threads = task.limits.threads.map_or(self.threads, |most| most.clamp(1, self.threads));
        if task.query != Query::Rollout {
            let others = Others { shared: self, caller, count: threads - 1 };
            let help = (threads > 1).then_some(&others as &dyn Help);
            let loan = Some(Loan { cache: &self.cache, help });
            let result = guarded(workspace, |workspace| {
                answer(&task, &self.evaluators, &token, workspace, started, loan)
            });
            reporter.done(result);
            return;
        }
        let rollout = guarded(workspace, |workspace| {
            if task.position.parallel.is_some() {
                let rollout = parallel::Rollout::new(&task, &self.evaluators, &token)?;
                return Ok(Box::new(rollout) as Box<dyn Rolling>);
            }
            let any = self.evaluators.of(&task.position.rules)?;
            each_evaluator!(any, evaluator => {
                let rollout = Rollout::new(&task, evaluator, &self.archive, &token, workspace)?;
                Ok(Box::new(rollout) as Box<dyn Rolling>)
            })
        });
        let rollout = match rollout {
            Ok(rollout) => rollout,
            Err(error) => return reporter.done(Err(error)),
        };
        let reporter = Mutex::new(Some(reporter));
        let games = Arc::new(Games { caller, rollout, token, started, reporter });
        let mut state = self.lock();
        for _ in 0..threads {
            self.push(&mut state, caller, Item::Games(Arc::clone(&games)));
        }
    }

    /// Does one part of a look-ahead and queues for the next.
    fn run_parts(&self, caller: u64, parts: Arc<dyn Work>, workspace: &mut Workspace) {
        if parts.work(workspace) {
            let mut state = self.lock();
            self.push(&mut state, caller, Item::Parts(caller, parts));
        }
    }

    /// Plays one block of a rollout and queues for the next.
    fn run_games(self: &Arc<Self>, games: &Arc<Games>, workspace: &mut Workspace) {
        if games.token.ended().is_some() {
            return games.finish(Ok(()));
        }
        let Some(number) = games.rollout.claim() else { return };
        let played =
            guarded(workspace, |workspace| Ok(games.rollout.play(number, &games.token, workspace)));
        match played {
            Err(error) => games.finish(Err(error)),
            Ok(Progress::Finished) => games.finish(Ok(())),
            Ok(progress) => {
                if progress == Progress::Due {
                    games.progress();
                }
                let mut state = self.lock();
                self.push(&mut state, games.caller, Item::Games(Arc::clone(games)));
            }
        }
    }
}

impl Games {
    fn reporter(&self) -> MutexGuard<'_, Option<Reporter>> {
        self.reporter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn progress(&self) {
        // Held while reporting, so that no progress follows the end.
        if let Some(reporter) = &mut *self.reporter() {
            reporter.progress(self.rollout.answer(&self.token, self.started));
        }
    }

    fn finish(&self, result: Result<(), TaskError>) {
        let reporter = self.reporter().take();
        if let Some(reporter) = reporter {
            reporter.done(result.map(|()| self.rollout.answer(&self.token, self.started)));
        }
    }
}
