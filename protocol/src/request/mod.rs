//! Typed requests: what a line asks for, before anything is known about the game.
//!
//! A request is syntax. It may name a variant that does not exist, a position that
//! cannot be or a play that is illegal; the words that later stages must look at are
//! kept as [`Word`]s with the column they stood at, so that their errors can point
//! at the line. `Display` prints the canonical text form, which reads back as the
//! same request.

mod play;
mod print;
mod query;
mod setting;

pub use play::{Movement, Place, Play, PlayAction, Stop};
pub use query::{
    At, Dice, DiceChoice, ExportTarget, HelpTopic, ImportSource, ListKind, MovesOrder, MovesQuery,
    PositionForm, Positions, Query, Show, Unit,
};
pub use setting::{Colour, CubeOwner, Format, MatchTable, Numbering, Setting};

use crate::reply::{FieldList, Record};
use std::fmt;
use std::hash::{Hash, Hasher};

/// One request of a client.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The tag that every line of the reply must carry.
    pub tag: Option<Tag>,
    /// The request came as a JSON object and is answered in JSON.
    pub json: bool,
    /// What is asked.
    pub command: Command,
    /// What was odd about the line without making it wrong.
    pub warnings: Vec<Warning>,
}

impl Request {
    /// An untagged text request, as if `command` had been typed.
    pub fn new(command: Command) -> Self {
        Self { tag: None, json: false, command, warnings: Vec::new() }
    }
}

/// A name that ties a reply to its request: 1 to 32 letters, digits, `-` and `_`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tag(String);

impl Tag {
    /// The longest tag, in characters.
    pub const LENGTH_MAX: usize = 32;

    /// The tag with this text, or `None` where the text cannot be a tag.
    pub fn new(text: &str) -> Option<Self> {
        let fits = (1..=Self::LENGTH_MAX).contains(&text.len());
        (fits && text.chars().all(Self::allows)).then(|| Self(text.to_owned()))
    }

    /// Whether a tag may hold this character.
    pub fn allows(character: char) -> bool {
        character.is_ascii_alphanumeric() || character == '-' || character == '_'
    }

    /// The text without the `@`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A piece of the line that a later stage must make sense of.
///
/// Two words are equal when their texts are: where a word stood is only for errors.
#[derive(Debug, Clone)]
pub struct Word {
    /// The text, quotes and escapes taken off.
    pub text: String,
    /// The column of its first character, 1-based, counted in characters.
    pub column: usize,
}

impl Word {
    /// The word with this text at this column.
    pub fn new(text: impl Into<String>, column: usize) -> Self {
        Self { text: text.into(), column }
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Word {}

impl Hash for Word {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// An option that the command does not know and that was left out of account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The name of the option.
    pub option: String,
    /// The column where it stands.
    pub column: usize,
    /// The option that was probably meant.
    pub did_you_mean: Option<String>,
}

impl Warning {
    /// The `warning` record that tells the client.
    pub fn record(&self) -> Record {
        let record = Record::new("warning")
            .text("code", "unknown-option")
            .text("option", self.option.clone())
            .int("column", self.column);
        let record = match &self.did_you_mean {
            Some(name) => record.text("did-you-mean", name.clone()),
            None => record,
        };
        record.text(
            "message",
            format!("this command has no option '{}', it was ignored", self.option),
        )
    }
}

/// What a request asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// `hello`: who speaks, which protocol, which variants.
    Hello,
    /// `version`: protocol, build and nets.
    Version,
    /// `help`: all commands, or one topic.
    Help(Option<HelpTopic>),
    /// `ping`: answered at once.
    Ping,
    /// `ready`: answered when all that runs has closed.
    Ready,
    /// `list`: one of the machine-readable tables.
    List(ListKind),
    /// `stop`: ends all running requests, or the one with this tag.
    Stop(Option<Tag>),
    /// `quit`, `exit`: ends the session at once.
    Quit,
    /// `auth`: the token that opens a guarded session.
    Auth(String),
    /// `new game`: a game of this variant, or the next of the match.
    NewGame {
        /// The variant; the one in use if left out.
        variant: Option<Word>,
    },
    /// `new match`.
    NewMatch {
        /// How many points win the match.
        length: u16,
        /// The variant; the one in use if left out.
        variant: Option<Word>,
    },
    /// `set`: changes the game by hand, or a setting.
    Set(Setting),
    /// `show`: looks at the game without changing it.
    Show(Show),
    /// `moves`: the legal plays.
    Moves(MovesQuery),
    /// `perft`: counts the plays to a depth.
    Perft {
        /// How many turns deep.
        depth: u8,
        /// Where to count; the session's position if it names none.
        at: At,
    },
    /// `pips`: the pip counts.
    Pips(At),
    /// `result`: how the game stands or ended.
    Result(At),
    /// `roll`: throws, or says what was thrown.
    Roll(Option<Dice>),
    /// `move`: makes this play.
    Move(Play),
    /// `board`: chooses the board of a parallel game, counted from 1.
    Board(u8),
    /// `pass`: says that nothing can be moved.
    Pass,
    /// `double`, `dave`: offers to raise the stake.
    Double,
    /// `take`: accepts a double.
    Take,
    /// `drop`: refuses a double.
    Drop,
    /// `beaver`: accepts a double and raises at once.
    Beaver,
    /// `resign`: offers the game for so many times the stake.
    Resign(Option<u8>),
    /// `accept`: agrees to a resignation.
    Accept,
    /// `reject`: plays on after an offered resignation.
    Reject,
    /// `undo`: takes the last change of the game back.
    Undo,
    /// `redo`: makes it again.
    Redo,
    /// `play`: the engine makes one decision for the side to decide.
    Play(Query),
    /// `eval`: the worth of a position.
    Eval(Query),
    /// `best`: the best decision.
    Best(Query),
    /// `hint`: a ranked list of decisions.
    Hint {
        /// How many to list.
        count: Option<u32>,
        /// What to think about, and how hard.
        query: Query,
    },
    /// `cube`: the doubling decision.
    Cube(Query),
    /// `rollout`: plays a position out many times.
    Rollout(Query),
    /// `resign?`: whether to offer a resignation, or to accept the one on offer.
    JudgeResignation(Query),
    /// `import`: reads a game or match.
    Import {
        /// The format of the text.
        format: Word,
        /// Where the text is.
        source: ImportSource,
    },
    /// `export`: writes the game or match.
    Export {
        /// The format to write.
        format: Word,
        /// Where to write it.
        target: ExportTarget,
    },
    /// `analyse`: judges the decisions of the game so far.
    Analyse(Query),
}
