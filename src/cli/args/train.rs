//! Arguments of the sub-commands that make nets.

use std::path::PathBuf;

use nardy::train::{Kind, LookAhead};

use super::bench::NetArgs;

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

/// Arguments of `nardy distil`.
#[derive(Debug, clap::Args)]
pub struct DistilArgs {
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// How many boards to learn
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub boards: u64,
    /// Where all randomness comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The nets that teach.
    #[command(flatten)]
    pub nets: NetArgs,
}

/// Arguments of `nardy train`.
#[derive(Debug, clap::Args)]
pub struct TrainArgs {
    /// What to train and how, as TOML
    #[arg(value_name = "RECIPE", required_unless_present = "game")]
    pub recipe: Option<PathBuf>,
    /// Train the net of a game by the program's own recipe, which is written to the folder
    #[arg(long, value_name = "GAME", conflicts_with = "recipe")]
    pub game: Option<String>,
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
