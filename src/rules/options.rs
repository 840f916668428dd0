//! Rule options by name: what `set rule`, `list rules` and NPN's braces speak of.

use super::{
    FirstRoll, HideCheck, HitAndBearOff, HitAndHide, NextStart, Rules, Scoring, Standstill,
};
use thiserror::Error;

/// One disputed point of the rules that a user may settle.
pub struct RuleOption {
    /// Its name, as `set rule` takes it.
    pub name: &'static str,
    /// The names of its values.
    pub values: &'static [&'static str],
    /// The rule or ambiguity it settles.
    pub rule: &'static str,
    /// What it decides, in one sentence.
    pub about: &'static str,
    get: fn(&Rules) -> &'static str,
    set: fn(&mut Rules, &str) -> bool,
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No rule option has this name.
    #[error("there is no rule option '{0}'")]
    Unknown(String),
    /// The option exists, the value does not.
    #[error("'{value}' is not a value of {name}: {}", .values.join(", "))]
    BadValue {
        /// The option.
        name: &'static str,
        /// What was asked for.
        value: String,
        /// What it takes.
        values: &'static [&'static str],
    },
}

macro_rules! option {
    ($name:literal, $rule:literal, $type:ident, $($field:ident).+, $about:literal) => {
        RuleOption {
            name: $name,
            values: $type::NAMES,
            rule: $rule,
            about: $about,
            get: |rules| rules.$($field).+.name(),
            set: |rules, value| match $type::from_name(value) {
                Some(value) => { rules.$($field).+ = value; true }
                None => false,
            },
        }
    };
}

const CUBE_LIMITS: [&str; 13] =
    ["1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024", "2048", "4096"];

/// All rule options, in the order in which they are listed and printed.
pub static RULE_OPTIONS: &[RuleOption] = &[
    option!(
        "hit-and-hide",
        "S-20",
        HitAndHide,
        movement.hide,
        "whether a checker that has hit may move on to an own checker in the same turn"
    ),
    option!(
        "hit-and-hide.check",
        "S-22",
        HideCheck,
        movement.hide_check,
        "whether hit-and-hide is tested on the hitter's last landing or on each"
    ),
    option!(
        "hit-and-bear-off",
        "S-21",
        HitAndBearOff,
        movement.hit_and_bear_off,
        "whether a checker that has hit may bear off in the same turn"
    ),
    option!("scoring", "S-24", Scoring, scoring, "what a finished game is worth"),
    option!(
        "first-roll",
        "G-05",
        FirstRoll,
        first_roll,
        "what the winner of the opening throw plays"
    ),
    option!("next-start", "G-06", NextStart, next_start, "who begins the next game"),
    option!(
        "standstill",
        "G-20",
        Standstill,
        standstill,
        "what a position is worth in which nobody can ever move"
    ),
    RuleOption {
        name: "cube.max",
        values: &CUBE_LIMITS,
        rule: "C-10",
        about: "the highest value the cube may reach",
        get: |rules| {
            let exponent = rules.cube_max.max(1).ilog2() as usize;
            CUBE_LIMITS[exponent.min(CUBE_LIMITS.len() - 1)]
        },
        set: |rules, value| match CUBE_LIMITS.iter().position(|&limit| limit == value) {
            Some(exponent) => {
                rules.cube_max = 1 << exponent;
                true
            }
            None => false,
        },
    },
];

impl RuleOption {
    /// The option's value under `rules`.
    pub fn value(&self, rules: &Rules) -> &'static str {
        (self.get)(rules)
    }
}

impl Rules {
    /// Sets the option `name` to `value`.
    ///
    /// # Errors
    /// [`OptionError`] if there is no such option or value; the rules are then unchanged.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let option = RULE_OPTIONS
            .iter()
            .find(|option| option.name == name)
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        if (option.set)(self, value) {
            return Ok(());
        }
        Err(OptionError::BadValue {
            name: option.name,
            value: value.to_owned(),
            values: option.values,
        })
    }

    /// The options whose values differ from the game's defaults, as NPN writes them in braces.
    pub fn differing(&self) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
        let defaults = self.variant.rules();
        RULE_OPTIONS.iter().filter_map(move |option| {
            let value = option.value(self);
            (value != option.value(&defaults)).then_some((option.name, value))
        })
    }
}
