//! The tables behind `list commands`, `list options` and `help`.
//!
//! The grammar looks names and ranges up here, so that what is listed is what is
//! understood. To add an option, add its row; to add a command, add its row and its
//! arm in the grammar (a test finds either missing).

mod commands;
mod options;

pub use commands::COMMANDS;
pub use options::OPTIONS;

use crate::reply::{FieldList, Record};
use std::fmt;

/// What a command is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    /// The session itself.
    Session,
    /// Setting up a game by hand.
    SetUp,
    /// Setting the engine.
    Engine,
    /// Looking at the game.
    Look,
    /// Playing it.
    Play,
    /// Asking the engine.
    Think,
    /// Reading and writing files.
    Files,
}

impl Group {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::SetUp => "set-up",
            Self::Engine => "engine",
            Self::Look => "look",
            Self::Play => "play",
            Self::Think => "think",
            Self::Files => "files",
        }
    }
}

/// One command.
#[derive(Debug, Clone, Copy)]
pub struct CommandRow {
    /// The word or words that it begins with.
    pub name: &'static str,
    /// Another word for it.
    pub alias: Option<&'static str>,
    /// How it is written, options left out.
    pub syntax: &'static str,
    /// The names of its positional values, each of which may also be given as `name=`.
    pub parameters: &'static [&'static str],
    /// What it is for.
    pub group: Group,
    /// What it does, in one line.
    pub summary: &'static str,
}

/// What kind of value an option takes, and which values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ValueKind {
    /// A whole number in a range.
    Integer {
        /// The least.
        min: u64,
        /// The greatest.
        max: u64,
    },
    /// A number in a range.
    Decimal {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `on` or `off`.
    Switch,
    /// Two dice, or one of these words.
    Dice(&'static [&'static str]),
    /// A text.
    Text,
}

impl ValueKind {
    /// The word for the kind.
    pub fn type_name(self) -> &'static str {
        match self {
            Self::Integer { .. } => "integer",
            Self::Decimal { .. } => "decimal",
            Self::Choice(_) => "choice",
            Self::Switch => "switch",
            Self::Dice(_) => "dice",
            Self::Text => "text",
        }
    }
}

impl fmt::Display for ValueKind {
    /// The range: `0..9`, `a|b|c`, nothing for a text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer { min, max } => write!(f, "{min}..{max}"),
            Self::Decimal { min, max } => write!(f, "{min}..{max}"),
            Self::Choice(words) => f.write_str(&words.join("|")),
            Self::Switch => f.write_str("on|off"),
            Self::Dice(words) => {
                f.write_str("11..66")?;
                words.iter().try_for_each(|word| write!(f, "|{word}"))
            }
            Self::Text => Ok(()),
        }
    }
}

/// What changing an option changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Affects {
    /// How well the engine plays.
    Strength,
    /// How soon it answers, with the same answer.
    Speed,
    /// Neither.
    Nothing,
}

impl Affects {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Strength => "strength",
            Self::Speed => "speed",
            Self::Nothing => "none",
        }
    }
}

/// One option of requests, or one setting, or both.
#[derive(Debug, Clone, Copy)]
pub struct OptionRow {
    /// Its name.
    pub name: &'static str,
    /// The values it takes.
    pub kind: ValueKind,
    /// What holds where it is left out; empty where nothing does.
    pub default: &'static str,
    /// What it changes.
    pub affects: Affects,
    /// The commands that take it; `set` where it is a setting.
    pub commands: &'static [&'static str],
    /// What it means, in one line.
    pub summary: &'static str,
}

impl CommandRow {
    /// The record of `list commands`.
    pub fn record(&self) -> Record {
        Record::new("command")
            .text("name", self.name)
            .text_if("alias", self.alias)
            .text("group", self.group.as_str())
            .text("syntax", self.syntax)
            .text("summary", self.summary)
    }

    /// The options that it takes, those of its setting included.
    pub fn options(&self) -> impl Iterator<Item = &'static OptionRow> {
        let (name, setting) = (self.name, self.name.strip_prefix("set "));
        OPTIONS.iter().filter(move |row| {
            let is_set = setting == Some(row.name) && row.commands.contains(&"set");
            is_set || row.commands.contains(&name)
        })
    }
}

impl OptionRow {
    /// The record of `list options`, with what `default` says in place of the table's
    /// default: a server may have been started with another.
    pub fn record(&self, default: Option<String>) -> Record {
        let default = default.map_or(self.default.into(), std::borrow::Cow::from);
        Record::new("option")
            .text("name", self.name)
            .text("type", self.kind.type_name())
            .text("range", self.kind.to_string())
            .text("default", default)
            .text("affects", self.affects.as_str())
            .text("commands", self.commands.join(","))
            .text("summary", self.summary)
    }
}

/// The command of this name or alias.
pub fn command(name: &str) -> Option<&'static CommandRow> {
    COMMANDS.iter().find(|row| row.name == name || row.alias == Some(name))
}

/// The option of this name where this command takes it.
pub fn option(command: &str, name: &str) -> Option<&'static OptionRow> {
    OPTIONS.iter().find(|row| row.name == name && row.commands.contains(&command))
}

/// The records that answer `help TOPIC`: each command that the topic is the name of
/// or the first words of, with its options. `None` where there is no such command.
pub fn help(topic: &str) -> Option<Vec<Record>> {
    let topic = topic.to_ascii_lowercase();
    let starts = |name: &str| {
        let rest = name.strip_prefix(&topic);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let rows = COMMANDS.iter().filter(|row| starts(row.name) || row.alias == Some(&topic));
    let records: Vec<_> = rows
        .flat_map(|row| {
            let options = row.options().map(|option| option.record(None));
            std::iter::once(row.record()).chain(options)
        })
        .collect();
    (!records.is_empty() && !topic.is_empty()).then_some(records)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_options_name_real_commands() {
        let mut names = HashSet::new();
        for row in COMMANDS {
            assert!(names.insert(row.name), "{} twice", row.name);
            assert!(row.syntax.starts_with(row.name), "{}", row.name);
            assert!(!row.summary.is_empty());
        }
        let mut uses = HashSet::new();
        for row in OPTIONS {
            assert!(!row.commands.is_empty(), "{} is of no use", row.name);
            for name in row.commands {
                assert!(*name == "set" || command(name).is_some(), "{name}");
                assert!(uses.insert((row.name, *name)), "{} of {name}", row.name);
            }
        }
    }

    #[test]
    fn every_setting_has_a_command_and_the_other_way_round() {
        let of_options: HashSet<_> = OPTIONS
            .iter()
            .filter(|row| row.commands.contains(&"set"))
            .map(|row| row.name)
            .collect();
        let of_commands: HashSet<_> =
            COMMANDS.iter().filter_map(|row| row.name.strip_prefix("set ")).collect();
        assert_eq!(of_options, of_commands);
    }

    #[test]
    fn help_finds_commands_by_name_prefix_and_alias() {
        let names = |topic: &str| -> Vec<String> {
            let records = help(topic).unwrap_or_default();
            let commands = records.iter().filter(|record| record.name == "command");
            commands.map(|record| format!("{:?}", record.fields[0].1)).collect()
        };
        assert_eq!(names("best").len(), 1);
        assert_eq!(names("dave"), names("double"));
        assert_eq!(names("set cube").len(), 3);
        assert!(help("").is_none() && help("be").is_none());
    }
}
