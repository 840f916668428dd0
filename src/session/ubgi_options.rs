//! The options of the Universal Backgammon Interface, out of the table of our own.

use nardy_protocol::catalogue::{self, Affects, OptionRow, ValueKind};
use nardy_protocol::ubgi::{Go, UbgiClass, UbgiError, UbgiKind, UbgiOption};
use nardy_protocol::{Query, nearest, setting};

use super::settings::LEVELS;
use super::table::Table;
use super::{setup, think};
use crate::dialect::ubgi::Situation;
use crate::rules::Variant;
use crate::search::{Limits, PLIES_MAX, Ranking};

/// What there is to set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opt {
    Variant,
    /// `plies`, counted as the interface counts them: the play itself is the first.
    Ply,
    /// One that both know alike, under our name.
    Ours(&'static str),
    Level,
    Deterministic,
    EvalMode,
}

/// What there is to set, with its names in both drafts.
const OPTIONS: [(Opt, &str, &str); 9] = [
    (Opt::Variant, "Variant", "game.variant"),
    (Opt::Ply, "Ply", "engine.ply"),
    (Opt::Ours("time"), "Time", "engine.time"),
    (Opt::Ours("noise"), "Noise", "engine.noise"),
    (Opt::Level, "Level", "engine.level"),
    (Opt::EvalMode, "EvalMode", "engine.evalmode"),
    (Opt::Ours("threads"), "Threads", "engine.threads"),
    (Opt::Ours("seed"), "Seed", "engine.seed"),
    (Opt::Deterministic, "Deterministic", "engine.deterministic"),
];

/// How deep the interface counts no look-ahead.
const DEPTH_MIN: u64 = 1;
const DEPTH_MAX: u64 = PLIES_MAX as u64 + DEPTH_MIN;
/// The name of a strength that is none of our levels.
const NO_LEVEL: &str = "custom";

/// What is set that the native protocol does not know.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    deterministic: bool,
    ranking: Ranking,
    asked: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { deterministic: true, ranking: Ranking::Cubeless, asked: 0 }
    }
}

impl Options {
    /// All options, each with its present value as the default.
    pub fn list<'a>(
        &'a self,
        situation: &'a Situation,
        table: &'a Table,
    ) -> impl Iterator<Item = UbgiOption> + 'a {
        OPTIONS.iter().map(move |&(opt, name, key)| {
            let default = self.present(opt, situation, table);
            let (kind, minor, summary) = described(opt);
            UbgiOption { name, key, kind, default, minor, summary }
        })
    }

    /// The name of an option in draft 0.2, and its present value.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn value(
        &self,
        name: &str,
        situation: &Situation,
        table: &Table,
    ) -> Result<(&'static str, String), UbgiError> {
        let (opt, key) = find(name)?;
        Ok((key, self.present(opt, situation, table)))
    }

    fn present(&self, opt: Opt, situation: &Situation, table: &Table) -> String {
        let settings = &table.settings;
        match opt {
            Opt::Variant => situation.rules.variant.name().to_owned(),
            Opt::Ply => (u64::from(settings.plies) + DEPTH_MIN).to_string(),
            Opt::Ours(name) => settings.value(name).unwrap_or_else(|| "0".to_owned()),
            Opt::Level => {
                let here = |plies, noise| plies == settings.plies && noise == settings.noise;
                let level = LEVELS.iter().find(|level| here(level.plies, level.noise));
                level.map_or(NO_LEVEL, |level| level.name).to_owned()
            }
            Opt::Deterministic => self.deterministic.to_string(),
            Opt::EvalMode => mode_name(self.ranking).to_owned(),
        }
    }

    /// Sets an option. Another variant begins a new game.
    ///
    /// # Errors
    /// If there is none of this name, or the value does not fit.
    pub fn set(
        &mut self,
        name: &str,
        value: &str,
        situation: &mut Situation,
        table: &mut Table,
    ) -> Result<(), UbgiError> {
        let (opt, key) = find(name)?;
        let lower = value.to_ascii_lowercase();
        match opt {
            Opt::Variant => {
                let variant = Variant::from_name(&lower);
                let variant = variant.ok_or_else(|| must_be(key, &Variant::NAMES.join("|")))?;
                if variant != situation.rules.variant {
                    situation.rules = variant.rules();
                    *situation = situation.new_game();
                }
            }
            Opt::Ply => {
                let depth = lower.parse().ok();
                let plies = depth.and_then(plies_of);
                let plies = plies.ok_or_else(|| must_be(key, &depths()))?;
                ours(table, "plies", &plies.to_string())?;
            }
            Opt::Ours(name) => ours(table, name, value)?,
            Opt::Level => ours(table, "level", &lower)?,
            Opt::Deterministic => {
                self.deterministic = match lower.as_str() {
                    "true" | "on" | "yes" => true,
                    "false" | "off" | "no" => false,
                    _ => return Err(must_be(key, "true|false")),
                }
            }
            Opt::EvalMode => {
                let known = [Ranking::Cubeless, Ranking::Cubeful];
                let found = known.into_iter().find(|&known| mode_name(known) == lower);
                self.ranking = found.ok_or_else(|| must_be(key, "cubeless|cubeful"))?;
            }
        }
        Ok(())
    }

    /// What a `go` may cost. Where only time or positions are limited, the look-ahead goes as deep
    /// as they allow.
    ///
    /// # Errors
    /// If a limit is out of its range.
    pub fn limits(&mut self, go: &Go, table: &Table) -> Result<Limits, UbgiError> {
        let limited = go.movetime.is_some() || go.nodes.is_some();
        let plies = match go.depth {
            Some(depth) => {
                let plies = plies_of(depth);
                Some(plies.ok_or_else(|| must_be("depth", &depths()))?)
            }
            // The games of a rollout are quick unless more is asked for.
            None if go.trials.is_some() => Some(0),
            None if limited => Some(PLIES_MAX),
            None => None,
        };
        let trials = within("trials", "rollout", "trials", go.trials)?;
        let asked = Query {
            plies,
            time_ms: within("movetime", "best", "time", go.movetime)?,
            nodes: within("nodes", "best", "nodes", go.nodes)?,
            trials: trials.and_then(|trials| trials.try_into().ok()),
            info: true,
            ..Query::default()
        };
        let limits = think::limits(table, &asked)?;
        self.asked += 1;
        let seed = if self.deterministic { 0 } else { self.asked };
        let cubeful = self.ranking == Ranking::Cubeful;
        Ok(Limits {
            ranking: self.ranking,
            cubeful,
            seed: limits.seed.wrapping_add(seed),
            ..limits
        })
    }
}

/// The option of this name in either draft, in any case, with its name in draft 0.2.
fn find(name: &str) -> Result<(Opt, &'static str), UbgiError> {
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    if let Some(&(opt, _, key)) = OPTIONS.iter().find(|(_, first, key)| is(first) || is(key)) {
        return Ok((opt, key));
    }
    let shown: String = name.chars().take(40).collect();
    let names = OPTIONS.iter().flat_map(|&(_, first, key)| [first, key]);
    let meant = nearest(name, names).map(|meant| format!(", maybe {meant}"));
    let message = format!("there is no option '{shown}'{}", meant.unwrap_or_default());
    Err(UbgiError::new(UbgiClass::Unsupported, message))
}

/// Sets one of our own settings.
fn ours(table: &mut Table, name: &str, value: &str) -> Result<(), UbgiError> {
    let setting = setting(name, value)?;
    setup::set(table, &setting)?;
    Ok(())
}

fn must_be(name: &str, what: &str) -> UbgiError {
    UbgiError::new(UbgiClass::BadValue, format!("{name} must be {what}"))
}

fn depths() -> String {
    format!("a whole number from {DEPTH_MIN} to {DEPTH_MAX}")
}

/// Our plies for a depth of the interface.
fn plies_of(depth: u64) -> Option<u8> {
    let known = (DEPTH_MIN..=DEPTH_MAX).contains(&depth);
    known.then(|| (depth - DEPTH_MIN) as u8)
}

fn mode_name(ranking: Ranking) -> &'static str {
    match ranking {
        Ranking::Cubeless => "cubeless",
        Ranking::Cubeful => "cubeful",
    }
}

/// A limit, if it is in the range of ours; 0, which means none there, is none here.
fn within(
    said: &str,
    command: &str,
    name: &str,
    value: Option<u64>,
) -> Result<Option<u64>, UbgiError> {
    let row = catalogue::option(command, name);
    let (Some(number), Some(OptionRow { kind: ValueKind::Integer { min, max }, .. })) =
        (value, row)
    else {
        return Ok(None);
    };
    let min = (*min).max(1);
    match (min..=*max).contains(&number) {
        true => Ok(Some(number)),
        false => Err(must_be(said, &format!("a whole number from {min} to {max}"))),
    }
}

/// Kind of an option, whether it leaves the strength of play as it is, and what it means.
fn described(opt: Opt) -> (UbgiKind, bool, &'static str) {
    match opt {
        Opt::Variant => (UbgiKind::Choice(Variant::NAMES.to_vec()), false, "The game."),
        Opt::Ply => {
            let summary = "How deep to look, the play itself being the first ply.";
            (UbgiKind::Int(DEPTH_MIN, DEPTH_MAX), false, summary)
        }
        Opt::Ours(name) => {
            let Some(row) = catalogue::option("set", name) else {
                return (UbgiKind::Text, true, "");
            };
            let kind = match row.kind {
                ValueKind::Integer { min, max } => UbgiKind::Int(min, max),
                ValueKind::Choice(words) => UbgiKind::Choice(words.to_vec()),
                ValueKind::Switch => UbgiKind::Bool,
                ValueKind::Decimal { .. } | ValueKind::Dice(_) | ValueKind::Text => UbgiKind::Text,
            };
            (kind, row.affects != Affects::Strength, row.summary)
        }
        Opt::Level => {
            let names = LEVELS.iter().map(|level| level.name).chain([NO_LEVEL]).collect();
            (UbgiKind::Choice(names), false, "A named strength: sets Ply and Noise.")
        }
        Opt::Deterministic => {
            (UbgiKind::Bool, true, "Whether the same question always gets the same dice and noise.")
        }
        Opt::EvalMode => {
            let words = [Ranking::Cubeless, Ranking::Cubeful].map(mode_name).to_vec();
            (UbgiKind::Choice(words), false, "By which equity plays are ranked.")
        }
    }
}
