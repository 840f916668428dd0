//! Arguments of `nardy bench` and its sub-commands.

use std::path::PathBuf;

use clap::Subcommand;
use nardy::train::LookAhead;

/// Arguments of `nardy bench`.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct BenchArgs {
    /// Only the figures that are the same on every machine
    #[arg(long)]
    pub signature: bool,
    /// Something in particular.
    #[command(subcommand)]
    pub command: Option<BenchCommand>,
}

/// What can be measured in particular.
#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Equity lost and equity error of the nets, on judged and rolled-out positions
    Strength(StrengthArgs),
    /// Decisions a second without search, each position seen for the first time
    Decisions(DecisionsArgs),
    /// Cube decisions beside those of a stronger player
    Cube(CubeArgs),
    /// Games against another program or other nets, without search and cube
    Duel(DuelArgs),
    /// Whole games and matches with the cube against another program
    Match(MatchArgs),
    /// Decisions a second with look-ahead, each position seen for the first time
    Search(SearchArgs),
    /// Games of rollouts a second: played out, with their luck taken out, judged after 7 turns
    Rollout(RolloutArgs),
}

/// Which nets to use.
#[derive(Debug, clap::Args)]
pub struct NetArgs {
    /// The game whose nets to use
    #[arg(long, value_name = "GAME", default_value = "backgammon")]
    pub game: String,
    /// Nets from a folder, as `nardy train` leaves them, not the program's
    #[arg(long, value_name = "FOLDER")]
    pub nets: Option<PathBuf>,
}

/// Arguments of `nardy bench strength`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Lines of FILE, fields separated by tabs:
  judged    position ID, dice, phase, candidates `ID:equity` separated by spaces; an ID is that
            of the position after the play, the other side on roll, the equity the mover's
  rolled    position ID, equity of the side on roll in money play without a cube, …")]
pub struct StrengthArgs {
    /// Decisions judged by a stronger player: the mean equity lost a decision, by phase
    #[arg(long, value_name = "FILE")]
    pub judged: Option<PathBuf>,
    /// Positions rolled out: the mean absolute error of the equity
    #[arg(long, value_name = "FILE")]
    pub rolled: Option<PathBuf>,
    /// Judge with the nets' own floats, not with the whole numbers made of them
    #[arg(long, conflicts_with = "plies")]
    pub floats: bool,
    /// Look so many plies ahead, as `nardy label` does; minutes of work beyond 1
    #[arg(long, value_name = "N", default_value_t = 0,
        value_parser = clap::value_parser!(u32).range(..=i64::from(LookAhead::PLIES_MAX)))]
    pub plies: u32,
    /// Of a game with a net of its own: whom it plays, random, greedy (fewest pips), ahead (itself one
    /// ply ahead, which then counts as the player) or a folder with another net [default: the three]
    #[arg(long, value_name = "PLAYER")]
    pub against: Vec<String>,
    /// How many games against each, in pairs with the same dice
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(2..))]
    pub games: u32,
    /// Where the dice come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// A rule option of the game, as NAME=VALUE
    #[arg(long = "rule", value_name = "OPTION", value_parser = option)]
    pub options: Vec<(String, String)>,
    /// Which nets.
    #[command(flatten)]
    pub nets: NetArgs,
}

fn option(text: &str) -> Result<(String, String), String> {
    let split = text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    split.ok_or_else(|| "it is written NAME=VALUE".to_owned())
}

/// Arguments of `nardy bench decisions`.
#[derive(Debug, clap::Args)]
pub struct DecisionsArgs {
    /// Lines of position ID, die, die, separated by tabs; what follows is not read. Games with a net
    /// of their own need none: their net plays with itself
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Judge with the nets' own floats, not with the whole numbers made of them
    #[arg(long)]
    pub floats: bool,
    /// Which nets.
    #[command(flatten)]
    pub nets: NetArgs,
}

/// Arguments of `nardy bench cube`.
#[derive(Debug, clap::Args)]
pub struct CubeArgs {
    /// Lines of position, a group's name, and the equities of no double, double and take, double
    /// and pass for the side to throw, separated by tabs; what follows is not read
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How many turns to look ahead
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=i64::from(nardy::search::PLIES_MAX)))]
    pub plies: u8,
}

/// Arguments of `nardy bench duel`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
COMMAND is run by the shell. For each line `POSITION-ID DIE DIE` on its standard input it writes
the position ID after its play, the other side on roll; src/train/play_gnubg.py is one for GNU
Backgammon's nets. Games come in pairs with the same dice and sides changed.")]
pub struct DuelArgs {
    /// A program that plays the other side
    #[arg(long, value_name = "COMMAND", required_unless_present = "against_nets")]
    pub against: Option<String>,
    /// A folder with nets that play the other side
    #[arg(long, value_name = "FOLDER", conflicts_with = "against")]
    pub against_nets: Option<PathBuf>,
    /// Games, rounded up to an even number
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub games: u64,
    /// Where the dice come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Which nets.
    #[command(flatten)]
    pub nets: NetArgs,
}

/// Arguments of `nardy bench match`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
COMMAND is run by the shell. It reads board lines of GNU Backgammon's external player and answers
each with a line; src/cli/bench/match_gnubg.py is one for GNU Backgammon, and so is `nardy serve
--dialect gnubg`. Money sessions have the Jacoby rule and no beavers, matches the Crawford rule.

Sittings, a game for money or a match, come in pairs with the same dice and sides changed. FILE gets
a line for each pair; a later run with the same FILE goes on from there. A result line has the mean
of a sitting (points, or matches won), and `adjusted`, the same less the luck of all throws as the
nets see it without search, which has the same expectation and less scatter. The intervals are of 95 % over
pairs.")]
pub struct MatchArgs {
    /// A program that plays the other side
    #[arg(long, value_name = "COMMAND")]
    pub against: String,
    /// Points to play to, 0 for money; several with commas come by turns, and may repeat
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "0",
        value_parser = clap::value_parser!(u32).range(..=64))]
    pub length: Vec<u32>,
    /// Sittings of all lengths together, rounded up to an even number
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u64,
    /// Turns to look ahead
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u8).range(..=i64::from(nardy::search::PLIES_MAX)))]
    pub plies: u8,
    /// Compare plays as if there were no cube
    #[arg(long)]
    pub cubeless: bool,
    /// Where the dice come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Where finished pairs are kept
    #[arg(long, value_name = "FILE")]
    pub file: PathBuf,
}

/// Arguments of `nardy bench search`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
COMMAND is run by the shell once for each depth, which takes the place of {plies} in it. It speaks
as that of `nardy bench duel`; src/cli/bench/search_gnubg.py is one for GNU Backgammon. The two
take turns.")]
pub struct SearchArgs {
    /// Lines of position ID, die, die, separated by tabs; what follows is not read
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Turns to look ahead, several with commas
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "0,1,2",
        value_parser = clap::value_parser!(u8).range(..=4))]
    pub plies: Vec<u8>,
    /// Only the first so many lines of each file
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub count: usize,
    /// Engine threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// Judge every reply in full
    #[arg(long)]
    pub full: bool,
    /// Megabytes in which evaluations are remembered; 0 for none
    #[arg(long, value_name = "MB", default_value_t = crate::cli::engine::CACHE_MB)]
    pub cache: usize,
    /// A program that decides the same
    #[arg(long, value_name = "COMMAND")]
    pub peer: Option<String>,
    /// Decisions judged by a stronger player (see `nardy bench strength`): the mean equity lost
    #[arg(long, value_name = "FILE")]
    pub judged: Option<PathBuf>,
}

/// Arguments of `nardy bench rollout`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A line a style: games a second without a cube, over a few fixed positions, and `scatter`, the
standard error times the root of the number of games.")]
pub struct RolloutArgs {
    /// Games a position of the slowest style, rounded up to a multiple of 36
    #[arg(long, value_name = "N", default_value_t = 288)]
    pub games: u32,
    /// Threads to play with
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// Where the dice come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// GNU Backgammon's program, to play the same number of games beside ours
    #[arg(long, value_name = "PROGRAM")]
    pub gnubg: Option<String>,
}
