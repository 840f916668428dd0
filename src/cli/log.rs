//! Logs, on standard error only.

use std::io::{self, IsTerminal};

use anyhow::{Context, Result};
use tracing_subscriber::EnvFilter;

/// What is logged unless the user says otherwise.
const USUAL: &str = "warn";

/// Starts logging what `filter` lets through: a level, or tracing's filter text.
///
/// # Errors
/// If the filter makes no sense.
pub fn init(filter: Option<&str>) -> Result<()> {
    let filter = filter.unwrap_or(USUAL);
    let filter = EnvFilter::try_new(filter).with_context(|| format!("--log {filter}"))?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .init();
    Ok(())
}
