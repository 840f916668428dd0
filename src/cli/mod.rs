//! The command line: arguments as typed, what they mean, and one file for each sub-command.
//!
//! Results go to standard output and nothing else does; logs and errors go to standard error.

mod args;
mod bench;
mod best;
mod config;
mod data;
mod engine;
mod log;
mod nets;
mod output;
mod perft;
mod position;
mod serve;
mod show;
mod tables;
mod train;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
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
    let folder = data::folder(args.data);
    let done = match args.command {
        // A server leaves standard output alone or has a thread that owns it.
        Command::Serve(args) => serve::run(*args, folder),
        command => write(command, folder),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// Does what writes its result on standard output and ends.
fn write(command: Command, folder: Option<PathBuf>) -> Result<()> {
    let mut output = Output::new();
    match command {
        Command::Serve(_) => Ok(()),
        Command::Perft(args) => perft::run(&args, &mut output),
        Command::Best(args) => best::run(&args, folder, &mut output),
        Command::Show(args) => show::run(&args, &mut output),
        Command::Bench(args) => bench::run(&args, &mut output),
        Command::Train(args) => train::run(args, &mut output),
        Command::Distil(args) => train::distil(&args, &mut output),
        Command::Tables(args) => tables::run(args, folder, &mut output),
        Command::Positions(args) => train::positions(&args, &mut output),
        Command::Label(args) => train::label(&args, &mut output),
    }?;
    output.finish()
}
