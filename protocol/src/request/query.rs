//! What look and think requests are about: a position, limits, what to print.

use super::{MatchTable, Word};
use std::fmt;

/// Which position a look or think request is about.
///
/// With a position the request neither reads nor changes the session's game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct At {
    /// The position, in any form that is known; the session's if left out.
    pub position: Option<Word>,
    /// The throw, in place of the one that the position tells.
    pub dice: Option<DiceChoice>,
    /// The variant, for positions that name none.
    pub variant: Option<Word>,
}

/// A throw, or every throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DiceChoice {
    /// This throw.
    One(Dice),
    /// Each of the 21 throws in turn.
    All,
}

/// Two dice in the order they were named, each 1 to 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dice(u8, u8);

impl Dice {
    /// The two dice, or `None` where one is not 1 to 6.
    pub fn new(first: u8, second: u8) -> Option<Self> {
        let is_die = |pips| (1..=6).contains(&pips);
        (is_die(first) && is_die(second)).then_some(Self(first, second))
    }

    /// The die named first.
    pub fn first(self) -> u8 {
        self.0
    }

    /// The die named second.
    pub fn second(self) -> u8 {
        self.1
    }

    /// The larger die.
    pub fn high(self) -> u8 {
        self.0.max(self.1)
    }

    /// The smaller die.
    pub fn low(self) -> u8 {
        self.0.min(self.1)
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, self.1)
    }
}

/// The ways to print a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PositionForm {
    /// Nardy's own notation, for every variant.
    Npn,
    /// A GNU Backgammon position ID, with the match ID.
    Gnubgid,
    /// An eXtreme Gammon ID.
    Xgid,
}

impl PositionForm {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Npn => "npn",
            Self::Gnubgid => "gnubgid",
            Self::Xgid => "xgid",
        }
    }
}

/// What the `position=` fields of a reply hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Positions {
    /// The position after the play in this form.
    As(PositionForm),
    /// The field is left out.
    Omitted,
}

impl Positions {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::As(form) => form.as_str(),
            Self::Omitted => "none",
        }
    }
}

/// What equities are counted in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Points of a money session, the cube counted, whatever the score is.
    Money,
    /// Points for a cube at 1 in money play; in a match normalised so that losing the cube's value
    /// is -1 and winning it +1.
    #[default]
    Emg,
    /// The chance to win the match.
    Mwc,
}

impl Unit {
    /// Every unit, with its word.
    pub const ALL: [(&'static str, Self); 3] =
        [("money", Self::Money), ("emg", Self::Emg), ("mwc", Self::Mwc)];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Money => "money",
            Self::Emg => "emg",
            Self::Mwc => "mwc",
        }
    }
}

/// What to think about, how hard, and what to tell. All that is left out is as set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Query {
    /// The position.
    pub at: At,
    /// How many turns to look ahead.
    pub plies: Option<u8>,
    /// How long to think, in milliseconds; 0 is without limit.
    pub time_ms: Option<u64>,
    /// How many positions to evaluate at most.
    pub nodes: Option<u64>,
    /// How many games a rollout plays at most.
    pub trials: Option<u32>,
    /// The standard error at which a rollout stops.
    pub stderr: Option<f64>,
    /// How many standard errors a play may lie behind the best in a rollout; 0 is any number.
    pub jsd: Option<f64>,
    /// After how many turns the games of a rollout are judged; 0 is never.
    pub truncate: Option<u16>,
    /// How many plays a rollout compares.
    pub candidates: Option<u32>,
    /// Whether a rollout takes the luck of the throws out of its results.
    pub vr: Option<bool>,
    /// Whether the sides double in a rollout.
    pub cubeful: Option<bool>,
    /// Whether progress is told while it runs.
    pub info: bool,
    /// Whether the three cube positions (centred, own, other's) are each answered.
    pub cube_all: bool,
    /// The form of the positions in the reply.
    pub positions: Option<Positions>,
    /// Whether every candidate is judged at the same depth, however hopeless.
    pub same_ply: Option<bool>,
    /// How many threads may work.
    pub threads: Option<u16>,
    /// What the dice of a rollout and the noise start from.
    pub seed: Option<u64>,
    /// The standard deviation of the noise added to each evaluation.
    pub noise: Option<f64>,
    /// A named strength, in place of plies and noise.
    pub level: Option<Word>,
    /// Which match equity table to go by.
    pub met: Option<MatchTable>,
    /// What equities are counted in.
    pub unit: Unit,
}

/// How `moves` lists what is legal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum MovesOrder {
    /// Each distinct result once.
    #[default]
    Results,
    /// Every legal order of single steps.
    Sequences,
}

/// A `moves` request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MovesQuery {
    /// The position.
    pub at: At,
    /// Results or sequences.
    pub order: MovesOrder,
    /// The form of the positions in the reply.
    pub positions: Option<Positions>,
}

/// What `show` shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Show {
    /// A drawing for people.
    Board(At),
    /// The position in one line.
    Position {
        /// How to print it; NPN if left out.
        form: Option<PositionForm>,
        /// Which position.
        at: At,
    },
    /// Variant, phase, turn, dice, cube and settings.
    State(At),
    /// The score of the match.
    Score(At),
    /// The game so far.
    History,
}

/// What `list` lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListKind {
    /// The commands.
    Commands,
    /// The games that can be played.
    Variants,
    /// The rule options and their values.
    Rules,
    /// The settings and request options.
    Options,
    /// The named strengths.
    Levels,
}

impl ListKind {
    /// Every kind, with its word.
    pub const ALL: [(&'static str, Self); 5] = [
        ("commands", Self::Commands),
        ("variants", Self::Variants),
        ("rules", Self::Rules),
        ("options", Self::Options),
        ("levels", Self::Levels),
    ];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Commands => "commands",
            Self::Variants => "variants",
            Self::Rules => "rules",
            Self::Options => "options",
            Self::Levels => "levels",
        }
    }
}

/// What `help` is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HelpTopic {
    /// A command, its words joined by single spaces.
    Command(Word),
    /// A rule by its number, such as `S-07`.
    Rule(Word),
}

/// Where `import` finds the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportSource {
    /// In a file.
    Path(Word),
    /// In the request itself.
    Inline(Word),
}

/// Where `export` writes the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportTarget {
    /// To a file.
    Path(Word),
    /// Into the reply.
    Reply,
}
