//! `nardy tables`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use nardy::eval::bearoff;
use nardy::eval::hypergammon::{self, FILE_NAME, Table, TableError};
use nardy::train::hypergammon::{GAMES, Progress, opening, solve, unrest};
use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};

use super::args::{TablesArgs, TablesCommand};
use super::engine;
use super::output::Output;

/// Lists tables or makes one.
pub fn run(args: TablesArgs, folder: Option<PathBuf>, output: &mut Output) -> Result<()> {
    match args.command {
        TablesCommand::List => list(folder, output),
        TablesCommand::Hypergammon { out, threads } => {
            make_hypergammon(&file(out, folder)?, engine::threads(threads)?, output)
        }
        TablesCommand::Check { file, positions, threads } => {
            check(&self::file(file, folder)?, positions, engine::threads(threads)?, output)
        }
    }
}

/// The file that is meant.
fn file(given: Option<PathBuf>, folder: Option<PathBuf>) -> Result<PathBuf> {
    let usual = folder.map(|folder| folder.join(FILE_NAME));
    given.or(usual).context("no data directory is known: say --data, or name a file")
}

/// A line a table: those that are worked out in memory first.
fn list(folder: Option<PathBuf>, output: &mut Output) -> Result<()> {
    let one_sided = bearoff::table().bytes();
    output.line(format!("table name=bearoff-one-sided where=memory bytes={one_sided} state=ok"))?;
    let two_sided = bearoff::two_sided().bytes();
    output.line(format!("table name=bearoff-two-sided where=memory bytes={two_sided} state=ok"))?;
    let path = folder.map(|folder| folder.join(FILE_NAME));
    let opened = path.as_deref().ok_or(TableError::Nowhere).and_then(Table::open);
    let state = match &opened {
        Ok(_) => "ok",
        Err(TableError::Missing(_) | TableError::Nowhere) => "missing",
        Err(_) => "unusable",
    };
    let mut line = "table name=hypergammon".to_owned();
    if let Some(path) = &path {
        line += &format!(" where={:?}", path.display().to_string());
        if let Ok(facts) = fs::metadata(path) {
            line += &format!(" bytes={}", facts.len());
        }
    }
    line += &format!(" state={state}");
    if let Err(error) = &opened {
        line += &format!(" message={:?}", error.to_string());
    }
    output.line(line)
}

/// What having won the opening throw is worth, as published on bkgm.com.
const OPENING: f64 = 0.083_679_544_470_863_1;

/// Looks at so many positions and at the start.
fn check(path: &Path, positions: usize, threads: usize, output: &mut Output) -> Result<()> {
    let table = Table::open(path)?;
    let (index, record) = (table.index(), |number| table.record(number));
    let opening = opening(index, &record);
    let off = opening - OPENING;
    output.line(format!("check opening={opening:.13} published={OPENING:.13} off={off:.1e}"))?;
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let count = index.positions() as u64;
    let positions: Vec<usize> =
        (0..positions).map(|_| (dice.next_u64() % count) as usize).collect();
    let off = unrest(index, &record, &positions, threads);
    let mut line = format!("check positions={}", positions.len());
    for (game, off) in GAMES.into_iter().zip(off) {
        line += &format!(" {game}={off:.1e}");
    }
    output.line(line)
}

/// Solves hypergammon and writes its table.
fn make_hypergammon(path: &Path, threads: usize, output: &mut Output) -> Result<()> {
    let began = Instant::now();
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let cannot = || format!("cannot make the folder {}", folder.display());
        fs::create_dir_all(folder).with_context(cannot)?;
    }
    // Nobody wants to learn after minutes that the place cannot be written.
    ensure!(!path.is_dir(), "{} is a folder", path.display());
    let mut said = Ok(());
    let solution = solve(3, threads, |Progress { stage, sweep, change, elapsed }| {
        if said.is_ok() {
            let seconds = elapsed.as_secs_f32();
            let line = format!(
                "progress stage={stage} sweep={sweep} change={change:.1e} seconds={seconds:.1}"
            );
            said = output.line(line).and_then(|()| output.finish());
        }
    });
    said?;
    let index = solution.index();
    let digest = hypergammon::write(path, index, solution.records())
        .with_context(|| format!("cannot write {}", path.display()))?;
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let seconds = began.elapsed().as_secs_f32();
    output.line(format!(
        "table name=hypergammon where={:?} bytes={} positions={} sha256={digest} \
         seconds={seconds:.1}",
        path.display().to_string(),
        hypergammon::size(index),
        index.positions(),
    ))
}
