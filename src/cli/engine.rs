//! The engine that the sub-commands use.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result, ensure};
use nardy::eval;
use nardy::eval::hypergammon::Solved;
use nardy::rules::Variant;
use nardy::search::{Engine, EngineConfig, Evaluators};

use super::nets::Nets;

/// Tasks that may wait at one time, over all sessions.
const WAITING_MAX: usize = 4096;

/// Megabytes in which evaluations are remembered, unless told otherwise.
pub const CACHE_MB: usize = 4;

/// The judge of hypergammon.
pub type Hypergammon = Solved<&'static eval::Evaluators>;

/// The judge of hypergammon, by the table in a data directory where there is one.
///
/// # Errors
/// If the program's own nets do not fit it.
pub fn hypergammon(folder: Option<PathBuf>) -> Result<Arc<Hypergammon>> {
    let nets = eval::for_variant(Variant::Hypergammon).context("the built-in nets")?;
    Ok(Arc::new(Solved::new(nets, folder)))
}

/// How many threads are meant.
///
/// # Errors
/// If there are to be none.
pub fn threads(given: Option<usize>) -> Result<usize> {
    ensure!(given != Some(0), "the engine needs a thread");
    let processors = || thread::available_parallelism().map_or(1, NonZero::get);
    Ok(given.unwrap_or_else(processors))
}

/// An engine for all games, with one thread a processor unless `threads` says otherwise.
///
/// # Errors
/// If there are to be no threads, or the program's own nets do not fit it.
pub fn start(
    threads: Option<usize>,
    nets: &Nets,
    hypergammon: &Arc<Hypergammon>,
) -> Result<Engine> {
    start_with_cache(threads, CACHE_MB, nets, hypergammon)
}

/// The same, remembering evaluations in so many megabytes.
///
/// # Errors
/// As of [`start`].
pub fn start_with_cache(
    threads: Option<usize>,
    megabytes: usize,
    nets: &Nets,
    hypergammon: &Arc<Hypergammon>,
) -> Result<Engine> {
    let threads = self::threads(threads)?;
    let solved = Arc::clone(hypergammon);
    let mut evaluators = Evaluators::new().with_solved(Variant::Hypergammon, solved);
    for variant in eval::VARIANTS {
        evaluators = evaluators.with(variant, nets.of(variant)?);
    }
    for net in nets.games()? {
        evaluators = evaluators.with_net(net);
    }
    let config = EngineConfig { threads, waiting_max: WAITING_MAX, evaluators };
    Ok(Engine::with_cache(config, megabytes.saturating_mul(1 << 20)))
}
