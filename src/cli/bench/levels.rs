//! Games with a net of their own: how it fares against others (`nardy bench strength --game`), and
//! how fast it is (`nardy bench decisions --game`).

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use nardy::board::{Board, LapBoard, PinBoard, RoyalBoard};
use nardy::eval::features::{Described, InputSet};
use nardy::eval::games::GameNet;
use nardy::eval::{Chances, Evaluator};
use nardy::rules::{Rules, Variant};
use nardy::train::games::{Ahead, Duel, Estimate, Greedy, Player, Random, ZeroPly, duel};

use crate::cli::args::{DecisionsArgs, StrengthArgs};
use crate::cli::nets;
use crate::cli::output::Output;

/// The players that need no net.
const DEFAULT: [&str; 3] = ["random", "greedy", "ahead"];

/// Plays the game against whoever is asked for.
pub fn run(
    game: Variant,
    inputs: InputSet,
    args: &StrengthArgs,
    output: &mut Output,
) -> Result<()> {
    match inputs {
        InputSet::Contact | InputSet::Race => bail!("{} has no net of its own", game.name()),
        InputSet::Parallel => levels::<Board>(game, args, output),
        InputSet::Royal => levels::<RoyalBoard>(game, args, output),
        InputSet::Laps => levels::<LapBoard>(game, args, output),
        InputSet::Pins => levels::<PinBoard>(game, args, output),
    }
}

/// How fast the net decides and judges: one thread, the game played with itself.
pub fn speed(
    game: Variant,
    inputs: InputSet,
    args: &DecisionsArgs,
    output: &mut Output,
) -> Result<()> {
    match inputs {
        InputSet::Contact | InputSet::Race => bail!("{} has no net of its own", game.name()),
        InputSet::Parallel => rates::<Board>(game, args, output),
        InputSet::Royal => rates::<RoyalBoard>(game, args, output),
        InputSet::Laps => rates::<LapBoard>(game, args, output),
        InputSet::Pins => rates::<PinBoard>(game, args, output),
    }
}

/// Games of which the speed is measured.
const GAMES: u32 = 400;

/// Boards that are kept to be judged once more.
const BOARDS: usize = 200_000;

/// Counts what a player decides, and keeps the boards.
struct Counted<'a, B> {
    player: ZeroPly<'a, B>,
    decisions: u64,
    plays: usize,
    boards: Vec<B>,
}

impl<B: Described> Player<B> for Counted<'_, B> {
    fn choose(&mut self, boards: &[B], turn: u32) -> usize {
        self.decisions += 1;
        self.plays += boards.len();
        if self.boards.len() < BOARDS {
            self.boards.extend_from_slice(boards);
        }
        self.player.choose(boards, turn)
    }
}

fn rates<B: Described>(game: Variant, args: &DecisionsArgs, output: &mut Output) -> Result<()> {
    let rules = game.rules();
    let judge: GameNet<B> = load(&rules, args.nets.nets.as_deref())?;
    let player =
        || Counted { player: ZeroPly::new(&judge), decisions: 0, plays: 0, boards: Vec::new() };
    let (mut one, mut other) = (player(), player());
    let began = Instant::now();
    duel(&rules, &mut one, &mut other, None, GAMES, 1);
    let seconds = began.elapsed().as_secs_f64();
    let decisions = one.decisions + other.decisions;
    let mut chances = vec![Chances::default(); one.boards.len()];
    let began = Instant::now();
    judge.evaluate(&one.boards, &mut chances);
    let each = began.elapsed().as_secs_f64() / one.boards.len().max(1) as f64;
    output.line(format!(
        "decisions game={} threads=1 plies=0 games={GAMES} decisions={decisions} plays={} \
         seconds={seconds:.4} rate={:.0} evaluation-ns={:.0}",
        game.name(),
        one.plays + other.plays,
        decisions as f64 / seconds,
        each * 1e9
    ))?;
    output.finish()
}

fn levels<B: Described>(game: Variant, args: &StrengthArgs, output: &mut Output) -> Result<()> {
    let mut rules = game.rules();
    let options = args.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    rules.set_all(options)?;
    let judge: GameNet<B> = load(&rules, args.nets.nets.as_deref())?;
    let asked = args.against.iter().map(String::as_str);
    let all: Vec<&str> = if args.against.is_empty() { DEFAULT.to_vec() } else { asked.collect() };
    for name in all {
        let Duel { games, points, adjusted, won } = match name {
            "random" => against(&rules, &judge, &mut Random::new(args.seed), args),
            "greedy" => against(&rules, &judge, &mut Greedy, args),
            // The net one ply ahead is who plays; the net alone is the other. They are so near
            // each other that luck is worth its trouble.
            "ahead" => {
                let mut players = (Ahead::new(&judge), ZeroPly::new(&judge));
                let (games, seed) = (args.games, args.seed);
                duel(&rules, &mut players.0, &mut players.1, Some(&judge), games, seed)
            }
            folder => {
                let other: GameNet<B> = load(&rules, Some(Path::new(folder)))?;
                against(&rules, &judge, &mut ZeroPly::new(&other), args)
            }
        };
        let adjusted = adjusted.map(|adjusted| format!(" {}", estimate("adjusted", adjusted)));
        output.line(format!(
            "strength game={} against=\"{name}\" games={games} {} won={:.4} won-se={:.4}{}",
            game.name(),
            estimate("points", points),
            won.mean,
            won.stderr,
            adjusted.unwrap_or_default()
        ))?;
        output.finish()?;
    }
    Ok(())
}

/// With its 95 % interval.
fn estimate(name: &str, Estimate { mean, stderr }: Estimate) -> String {
    let (low, high) = (mean - 1.96 * stderr, mean + 1.96 * stderr);
    format!("{name}={mean:.4} se={stderr:.4} low={low:.4} high={high:.4}")
}

fn against<B: Described>(
    rules: &Rules,
    judge: &GameNet<B>,
    other: &mut dyn Player<B>,
    args: &StrengthArgs,
) -> Duel {
    duel(rules, &mut ZeroPly::new(judge), other, None, args.games, args.seed)
}

/// The net of a folder, or the program's own.
fn load<B: Described>(rules: &Rules, folder: Option<&Path>) -> Result<GameNet<B>> {
    let game = rules.variant;
    let judge = match folder {
        Some(folder) => GameNet::new(rules, nets::game_net(folder, game)?),
        None => GameNet::embedded(rules).transpose().context("the built-in nets")?,
    };
    judge.with_context(|| format!("{} has no net of its own", game.name()))
}
