//! The command line: arguments as typed, what they mean, and one file for each sub-command.
//!
//! Results go to standard output and nothing else does; logs and errors go to standard error.

mod args;
mod bench;
mod best;
mod engine;
mod log;
mod output;
mod perft;
mod position;
mod show;
mod train;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use output::Output;

/// Does what the arguments say. A reader of the output that goes away is a normal end, so that
/// `nardy … | head` fails nobody's script.
pub fn run() -> ExitCode {
    let args = Args::parse();
    if let Err(error) = log::init(args.log.as_deref()) {
        output::complain(&error);
        return ExitCode::from(2);
    }
    let mut output = Output::new();
    let done = match args.command {
        Command::Perft(args) => perft::run(&args, &mut output),
        Command::Best(args) => best::run(&args, &mut output),
        Command::Show(args) => show::run(&args, &mut output),
        Command::Bench(args) => bench::run(&args, &mut output),
        Command::Train(args) => train::run(args, &mut output),
    };
    match done.and_then(|()| output.finish()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error);
            ExitCode::FAILURE
        }
    }
}
