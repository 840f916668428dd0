//! `nardy bench strength --game parallel`: matches of several boards against simpler players.

use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use nardy::rules::Rules;
use nardy::search::Evaluators;
use nardy::search::parallel::duel::{Matches, Style, matches};

use crate::cli::args::StrengthArgs;
use crate::cli::output::Output;

/// The option that names the boards' games.
const GAMES: &str = "parallel.games";

/// Plays matches between the engine, `--plies` turns ahead, and whoever is asked for.
pub fn run(args: &StrengthArgs, output: &mut Output) -> Result<()> {
    let files = args.judged.is_some() || args.rolled.is_some() || args.floats;
    ensure!(
        !files && args.nets.nets.is_none(),
        "several boards are played with the program's nets"
    );
    let options = || args.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let games = options().find(|(name, _)| *name == GAMES);
    let name = games.map_or("parallel".to_owned(), |(_, games)| format!("parallel:{games}"));
    let rules = Rules::from_name(&name);
    let mut rules = rules.with_context(|| format!("there is no game '{name}'"))?;
    rules.set_all(options().filter(|(name, _)| *name != GAMES))?;
    let evaluators = Evaluators::standard().context("the built-in nets")?;
    let plies = u8::try_from(args.plies).unwrap_or(u8::MAX);
    let asked = args.against.iter().map(String::as_str);
    let all: Vec<&str> = if args.against.is_empty() { vec!["naive"] } else { asked.collect() };
    for name in all {
        let other = match name {
            "naive" => Style::Naive,
            "static" => Style::Total(0),
            _ => bail!("several boards are played against naive or static, not '{name}'"),
        };
        let began = Instant::now();
        let styles = [Style::Total(plies), other];
        let Matches { played, mean, stderr, won, turns } =
            matches(&rules, &evaluators, styles, args.games, args.seed)?;
        let seconds = began.elapsed().as_secs_f64();
        let (low, high) = (mean - 1.96 * stderr, mean + 1.96 * stderr);
        output.line(format!(
            "strength game={} plies={plies} against={name} matches={played} points={mean:+.4} \
             se={stderr:.4} low={low:+.4} high={high:+.4} won={won:.4} turns={turns:.1} \
             decisions-a-second={:.0}",
            rules.name(),
            f64::from(played) * turns / seconds
        ))?;
        output.finish()?;
    }
    Ok(())
}
