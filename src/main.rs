//! The nardy binary: reads its arguments and does one thing.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
