//! What the engine tells about itself: `hello`, `version`, `help`, `list`.

use nardy_protocol::catalogue::{self, COMMANDS, OPTIONS};
use nardy_protocol::{
    ErrorCode, FieldList, Fields, HelpTopic, ListKind, ProtocolError, Record, Reply, nearest,
};

use super::convert::Answered;
use super::settings::{LEVELS, Settings};
use crate::rules::{RULE_OPTIONS, Variant, book};

/// Protocol version that this engine speaks.
pub const PROTOCOL: u32 = 1;

/// A net that the engine judges with.
#[derive(Clone, Debug)]
pub struct NetFact {
    /// Its name.
    pub name: String,
    /// SHA-256 of its weights, as hexadecimal digits.
    pub hash: String,
}

/// `hello`.
pub fn hello() -> Reply {
    let record = Record::new("hello")
        .int("protocol", PROTOCOL)
        .text("name", env!("CARGO_PKG_NAME"))
        .text("version", env!("CARGO_PKG_VERSION"))
        .text("variants", Variant::NAMES.join(","));
    Reply::ok().record(record)
}

/// `version`.
pub fn version(nets: &[NetFact]) -> Reply {
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let record = Record::new("version")
        .int("protocol", PROTOCOL)
        .text("name", env!("CARGO_PKG_NAME"))
        .text("version", env!("CARGO_PKG_VERSION"))
        .text("build", build)
        .text("target", std::env::consts::ARCH);
    let nets = nets.iter().map(|net| {
        Record::new("net").text("name", net.name.clone()).text("hash", net.hash.clone())
    });
    nets.fold(Reply::ok().record(record), Reply::record)
}

/// `help [COMMAND|rule ID]`.
pub fn help(topic: Option<&HelpTopic>) -> Answered<Reply> {
    let records = match topic {
        None => COMMANDS.iter().map(|row| row.record()).collect(),
        Some(HelpTopic::Command(word)) => catalogue::help(&word.text).ok_or_else(|| {
            let names = COMMANDS.iter().map(|row| row.name);
            let message = format!("there is no command '{}'", word.text);
            ProtocolError::new(ErrorCode::BadValue, message)
                .at(word.column)
                .suggesting(nearest(&word.text, names))
        })?,
        Some(HelpTopic::Rule(word)) => vec![rule(&word.text, word.column)?],
    };
    let count = records.len();
    Ok(Reply { records, ..Reply::ok() }.closing_ok(Fields::new().int("count", count)))
}

fn rule(id: &str, column: usize) -> Answered<Record> {
    let id = id.to_ascii_uppercase();
    let entry = book::rule(&id).ok_or_else(|| {
        ProtocolError::new(ErrorCode::BadValue, format!("there is no rule '{id}'"))
            .at(column)
            .expecting("a number such as S-07")
    })?;
    Ok(Record::new("rule").text("id", entry.id).text("text", entry.text))
}

/// `list …`.
pub fn list(kind: ListKind, settings: &Settings) -> Reply {
    let records: Vec<Record> = match kind {
        ListKind::Commands => COMMANDS.iter().map(|row| row.record()).collect(),
        ListKind::Options => {
            OPTIONS.iter().map(|row| row.record(settings.value(row.name))).collect()
        }
        ListKind::Variants => Variant::ALL.into_iter().map(variant).collect(),
        ListKind::Rules => RULE_OPTIONS.iter().map(rule_option).collect(),
        ListKind::Levels => LEVELS
            .iter()
            .map(|level| {
                Record::new("level")
                    .text("name", level.name)
                    .int("plies", level.plies)
                    .number("noise", level.noise, 3)
                    .text("summary", level.about)
            })
            .collect(),
    };
    let count = records.len();
    Reply { records, ..Reply::ok() }.closing_ok(Fields::new().int("count", count))
}

fn variant(variant: Variant) -> Record {
    let (spec, rules) = (variant.spec(), variant.rules());
    let defaults: Vec<String> = RULE_OPTIONS
        .iter()
        .filter(|option| option.applies(&rules))
        .map(|option| format!("{}={}", option.name, option.value(&rules)))
        .collect();
    let presets: Vec<&str> = spec.presets.iter().map(|preset| preset.0).collect();
    Record::new("variant")
        .text("name", variant.name())
        .int("checkers", spec.checkers)
        .int("pips", variant.start().pips(0))
        .text("rule", spec.rule)
        .flag("cube", spec.cube)
        .text("presets", presets.join("|"))
        .text("rules", defaults.join(","))
}

fn rule_option(option: &crate::rules::RuleOption) -> Record {
    let defaults: Vec<String> = Variant::ALL
        .into_iter()
        .filter(|variant| option.applies(&variant.rules()))
        .map(|variant| format!("{}={}", variant.name(), option.value(&variant.rules())))
        .collect();
    Record::new("rule")
        .text("name", option.name)
        .text("type", option.kind)
        .text("values", option.values.join("|"))
        .text("default", defaults.join(","))
        .text("rule", option.rule)
        .text("summary", option.about)
}
