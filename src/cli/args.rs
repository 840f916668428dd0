//! Arguments as typed.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use nardy::train::{Kind, LookAhead};

const EXAMPLES: &str = "\
Examples:
  printf 'best position=4HPwATDgc/ABMA dice=31\\n' | nardy serve
  nardy serve --tcp 127.0.0.1:4321 --unix /run/nardy.sock
  nardy best 4HPwATDgc/ABMA --dice 31 --plies 2
  nardy show short";

/// An engine for short nardy, backgammon and their relatives.
///
/// Speaks plain text lines: start `nardy serve` and type `help`.
#[derive(Debug, Parser)]
#[command(name = "nardy", version, propagate_version = true, after_help = EXAMPLES)]
pub struct Args {
    /// What to log to standard error: error, warn, info, debug, trace, or a filter such as
    /// `nardy::transport=debug` [default: warn]
    #[arg(long, global = true, value_name = "FILTER")]
    pub log: Option<String>,
    /// Folder of tables [default: $NARDY_DATA, else nardy in the user's data folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Answer requests on standard input, TCP or Unix sockets
    Serve(Box<ServeArgs>),
    /// Count the tree of whole turns, to check a move generator
    Perft(PerftArgs),
    /// Rank the plays of a position
    Best(BestArgs),
    /// Draw a position
    Show(ShowArgs),
    /// Measure speed, and print figures that tell whether the engine still computes the same
    Bench(BenchArgs),
    /// Train the nets by a recipe
    Train(TrainArgs),
    /// List the exact tables, or work one out
    Tables(TablesArgs),
    /// Write positions of the nets' own games, to be labelled
    Positions(PositionsArgs),
    /// Label positions with the nets' look-ahead, for recipes that learn from labels
    Label(LabelArgs),
}

/// A position and what its text may leave open.
#[derive(Debug, clap::Args)]
pub struct PositionArgs {
    /// A position: NPN, XGID, a GNU Backgammon ID, a FIBS board line, or the name of a game for
    /// its start
    #[arg(value_name = "POSITION")]
    pub position: String,
    /// The game, where the position does not name it
    #[arg(long, value_name = "GAME")]
    pub variant: Option<String>,
    /// The throw, where the position has none: 31
    #[arg(long, value_name = "DICE")]
    pub dice: Option<String>,
}

/// Arguments of `nardy serve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without a listener the session is on standard input and output, and ends with its input
once everything has been answered. SIGTERM and SIGINT end the program in order.")]
pub struct ServeArgs {
    /// Serve standard input and output also where there are listeners
    #[arg(long)]
    pub stdio: bool,
    /// What standard input and output speak; sockets have flags of their own
    #[arg(long, value_name = "NAME", value_enum, default_value_t = DialectArg::Native)]
    pub dialect: DialectArg,
    /// Listen on a TCP address, HOST:PORT or a port of this machine; may be repeated
    #[arg(long, value_name = "ADDR")]
    pub tcp: Vec<String>,
    /// Listen on a Unix socket; may be repeated
    #[arg(long, value_name = "PATH")]
    pub unix: Vec<PathBuf>,
    /// Listen on a TCP address as GNU Backgammon's external player does; may be repeated
    #[arg(long, value_name = "ADDR")]
    pub gnubg: Vec<String>,
    /// Listen on a TCP address for the Universal Backgammon Interface; may be repeated
    #[arg(long, value_name = "ADDR")]
    pub ubgi: Vec<String>,
    /// File with the word that TCP clients must say first, as `auth WORD` (not on --gnubg, --ubgi)
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Let other machines in without a token
    #[arg(long)]
    pub insecure: bool,
    /// Engine threads [default: one a processor]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// How long running requests may go on after SIGTERM
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub grace: u64,
    /// Bounds of what a client may use.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// A language that clients may speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum DialectArg {
    /// The line protocol
    Native,
    /// GNU Backgammon's external player
    Gnubg,
    /// The Universal Backgammon Interface
    Ubgi,
}

/// Bounds of what a client may use.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Bytes of a line [default: 65536]
    #[arg(long, value_name = "BYTES")]
    pub max_line: Option<usize>,
    /// Sessions at one time [default: 256]
    #[arg(long, value_name = "N")]
    pub max_sessions: Option<usize>,
    /// Sessions at one time from one address [default: 64]
    #[arg(long, value_name = "N")]
    pub max_sessions_per_address: Option<usize>,
    /// Requests of one session that run or wait [default: 64]
    #[arg(long, value_name = "N")]
    pub max_in_flight: Option<usize>,
    /// Bytes of replies that a client may leave unread [default: 1048576]
    #[arg(long, value_name = "BYTES")]
    pub max_unread: Option<usize>,
    /// Seconds a client may ask nothing; 0 for ever [default: 86400 on sockets]
    #[arg(long, value_name = "SECONDS")]
    pub max_idle: Option<u64>,
    /// Seconds a client may take in none of its replies; 0 for ever [default: 60 on sockets]
    #[arg(long, value_name = "SECONDS")]
    pub max_stall: Option<u64>,
    /// Seconds of engine time for one request; 0 for ever [default: 3600 on sockets]
    #[arg(long, value_name = "SECONDS")]
    pub max_engine_time: Option<u64>,
}

/// Arguments of `nardy perft`.
#[derive(Debug, clap::Args)]
pub struct PerftArgs {
    /// A game, for its start, or a position
    #[arg(value_name = "VARIANT")]
    pub position: String,
    /// Whole turns to look ahead
    #[arg(value_name = "DEPTH")]
    pub depth: u32,
    /// Print the count of each throw, too
    #[arg(long)]
    pub divide: bool,
    /// Threads to count with
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
}

/// Arguments of `nardy best`.
#[derive(Debug, clap::Args)]
pub struct BestArgs {
    /// The position.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Turns to look ahead
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub plies: u8,
    /// Plays to list
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub count: usize,
    /// Engine threads [default: one a processor]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

/// Arguments of `nardy show`.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// The position.
    #[command(flatten)]
    pub position: PositionArgs,
}

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
    /// Games against another program or other nets, without search and cube
    Duel(DuelArgs),
}

/// Which nets to use.
#[derive(Debug, clap::Args)]
pub struct NetArgs {
    /// The game whose nets to use
    #[arg(long, value_name = "GAME", default_value = "backgammon")]
    pub game: String,
    /// Nets from a folder with backgammon-contact.bin and backgammon-race.bin, not the program's
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
    #[arg(long, value_name = "FILE", required_unless_present = "rolled")]
    pub judged: Option<PathBuf>,
    /// Positions rolled out: the mean absolute error of the equity
    #[arg(long, value_name = "FILE")]
    pub rolled: Option<PathBuf>,
    /// Look so many plies ahead, as `nardy label` does; minutes of work beyond 1
    #[arg(long, value_name = "N", default_value_t = 0,
        value_parser = clap::value_parser!(u32).range(..=i64::from(LookAhead::PLIES_MAX)))]
    pub plies: u32,
    /// Which nets.
    #[command(flatten)]
    pub nets: NetArgs,
}

/// Arguments of `nardy bench decisions`.
#[derive(Debug, clap::Args)]
pub struct DecisionsArgs {
    /// Lines of position ID, die, die, separated by tabs; what follows is not read
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Which nets.
    #[command(flatten)]
    pub nets: NetArgs,
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

/// Arguments of `nardy positions`.
#[derive(Debug, clap::Args)]
pub struct PositionsArgs {
    /// A recipe; its first stage of games says how to play
    #[arg(value_name = "RECIPE")]
    pub recipe: PathBuf,
    /// The file to write, ten bytes a position
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// How many positions at least
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub count: u64,
    /// Where all randomness comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Write four plays of each throw together, the best and three near it
    #[arg(long)]
    pub siblings: bool,
    /// With --siblings: only throws whose second best play loses less than so many points
    #[arg(long, value_name = "POINTS", requires = "siblings", default_value_t = f32::INFINITY)]
    pub near: f32,
    /// Only positions of a kind: contact, crashed or race
    #[arg(long, value_name = "KIND", value_parser = kind)]
    pub kind: Option<Kind>,
    /// Which nets.
    #[command(flatten)]
    pub nets: NetArgs,
}

fn kind(name: &str) -> Result<Kind, String> {
    let known = || format!("there are {}", Kind::ALL.map(Kind::name).join(", "));
    Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(known)
}

/// Arguments of `nardy label`.
#[derive(Debug, clap::Args)]
pub struct LabelArgs {
    /// Positions as `nardy positions` writes them
    #[arg(value_name = "POSITIONS")]
    pub positions: PathBuf,
    /// The file to write, twenty bytes a position
    #[arg(value_name = "LABELS")]
    pub labels: PathBuf,
    /// How far to look ahead; 0 for the nets alone
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(..=i64::from(LookAhead::PLIES_MAX)))]
    pub plies: u32,
    /// Threads to work with [default: one a processor]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Which nets.
    #[command(flatten)]
    pub nets: NetArgs,
}

/// Arguments of `nardy tables`.
#[derive(Debug, clap::Args)]
pub struct TablesArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: TablesCommand,
}

/// What to do about tables.
#[derive(Debug, Subcommand)]
pub enum TablesCommand {
    /// Tell which tables there are, where, how large, and whether they are whole
    List,
    /// Check that hypergammon's table is a solution: whether its values follow from the best plays
    Check {
        /// File to check [default: the one in the folder of tables]
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,
        /// Positions to look at, drawn by chance
        #[arg(long, value_name = "N", default_value_t = 1_000_000)]
        positions: usize,
        /// Threads to work with [default: one a processor]
        #[arg(long, value_name = "N")]
        threads: Option<usize>,
    },
    /// Solve hypergammon: minutes of work, 287 MB
    Hypergammon {
        /// File to write [default: in the folder of tables]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Threads to work with [default: one a processor]
        #[arg(long, value_name = "N")]
        threads: Option<usize>,
    },
}

/// Arguments of `nardy train`.
#[derive(Debug, clap::Args)]
pub struct TrainArgs {
    /// What to train and how, as TOML
    #[arg(value_name = "RECIPE")]
    pub recipe: PathBuf,
    /// Folder for weights, curve and checkpoint
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Stop after so many minutes; go on later with --resume
    #[arg(long, value_name = "N")]
    pub minutes: Option<f64>,
    /// Where all randomness comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Go on from the folder's checkpoint
    #[arg(long)]
    pub resume: bool,
}
