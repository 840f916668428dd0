//! The engine that the sub-commands use.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result, ensure};
use nardy::eval;

use nardy::search::{Engine, EngineConfig, Evaluators};

/// Tasks that may wait at one time, over all sessions.
const WAITING_MAX: usize = 4096;

/// An engine for all games, with one thread a processor unless `threads` says otherwise.
///
/// # Errors
/// If there are to be no threads, or the program's own nets do not fit it.
pub fn start(threads: Option<usize>) -> Result<Engine> {
    ensure!(threads != Some(0), "the engine needs a thread");
    let processors = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = threads.unwrap_or_else(processors);
    let mut evaluators = Evaluators::new();
    for variant in eval::VARIANTS {
        let evaluator = eval::for_variant(variant).context("the built-in nets")?;
        evaluators = evaluators.with(variant, Arc::new(evaluator));
    }
    Ok(Engine::new(EngineConfig { threads, waiting_max: WAITING_MAX, evaluators }))
}
