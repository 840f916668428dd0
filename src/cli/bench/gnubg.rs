//! Rollouts by GNU Backgammon, as a yardstick.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::rollout::{Measured, Style};

/// Plays games by its text interface, on one thread, without a cube; the time it takes to start is
/// left out.
pub fn play(program: &str, id: &str, style: &Style, games: u32) -> Result<Measured> {
    let switch = |on: bool| if on { "on" } else { "off" };
    let start = format!(
        "set cube use off\nnew match 0\nset cube use off\nset turn 0\nset board {id}\nset threads 1\n\
         set rollout cubeful off\nset rollout quasirandom on\nset rollout chequerplay plies 0\n\
         set rollout varredn {}\nset rollout truncation enable {}\nset rollout truncation plies {}\n\
         set rollout limit enable off\nset rollout jsd stop off\nset rollout seed 1\n",
        switch(style.luck),
        switch(style.truncate.is_some()),
        style.truncate.unwrap_or(11),
    );
    let without = timed(program, &start)?;
    let with = timed(program, &format!("{start}set rollout trials {games}\nrollout\n"))?;
    Ok(Measured { games, took: with.saturating_sub(without), scatter: None })
}

fn timed(program: &str, commands: &str) -> Result<std::time::Duration> {
    let began = Instant::now();
    let mut child = Command::new(program)
        .args(["-t", "-q"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| program.to_owned())?;
    let mut input = child.stdin.take().context("no pipe to the program")?;
    input.write_all(commands.as_bytes())?;
    drop(input);
    let output = child.wait_with_output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let asked = commands.contains("\nrollout\n");
    ensure!(!asked || text.contains("Rollout done"), "{program} made no rollout");
    Ok(began.elapsed())
}
