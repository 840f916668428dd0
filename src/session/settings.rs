//! What a session has set that is not part of the game.

use nardy_protocol::{Format, MatchTable, Numbering};

/// A named strength.
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// Turns it looks ahead.
    pub plies: u8,
    /// Standard deviation of the error of each evaluation, in points.
    pub noise: f64,
    /// Whom it suits, in a few words.
    pub about: &'static str,
}

/// All named strengths, weakest first.
pub static LEVELS: &[Level] = &[
    Level { name: "beginner", plies: 0, noise: 0.12, about: "misses shots and points" },
    Level { name: "casual", plies: 0, noise: 0.06, about: "plays sound openings, errs often" },
    Level { name: "intermediate", plies: 0, noise: 0.03, about: "a club player" },
    Level { name: "advanced", plies: 0, noise: 0.015, about: "a tournament player" },
    Level { name: "expert", plies: 0, noise: 0.0, about: "the net without look-ahead" },
    Level { name: "master", plies: 1, noise: 0.0, about: "one turn ahead" },
    Level { name: "grandmaster", plies: 2, noise: 0.0, about: "two turns ahead" },
];

/// The level of this name.
pub fn level(name: &str) -> Option<&'static Level> {
    LEVELS.iter().find(|level| level.name == name)
}

/// Settings of one session; each request may override those of the engine.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Turns to look ahead.
    pub plies: u8,
    /// Milliseconds to think, 0 for no limit.
    pub time_ms: u64,
    /// Threads a request may use.
    pub threads: u16,
    /// Standard deviation of the error added to evaluations.
    pub noise: f64,
    /// What scores of a match are worth.
    pub met: MatchTable,
    /// Seed of rollouts and noise, where one was set.
    pub seed: Option<u64>,
    /// How text requests are answered.
    pub format: Format,
    /// How points are numbered in plays.
    pub numbering: Numbering,
    /// Whether a side that cannot move passes by itself.
    pub auto_pass: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            plies: 0,
            time_ms: 0,
            threads: 1,
            noise: 0.0,
            met: MatchTable::Published,
            seed: None,
            format: Format::Text,
            numbering: Numbering::Descending,
            auto_pass: false,
        }
    }
}

impl Settings {
    /// The numbering as plays are printed in.
    pub fn play_numbering(&self) -> crate::moves::Numbering {
        match self.numbering {
            Numbering::Descending => crate::moves::Numbering::Descending,
            Numbering::Ascending => crate::moves::Numbering::Ascending,
        }
    }

    /// What is set for an option of `list options`, as it is written.
    pub fn value(&self, option: &str) -> Option<String> {
        let switch = |on: bool| if on { "on" } else { "off" };
        Some(match option {
            "plies" => self.plies.to_string(),
            "time" => self.time_ms.to_string(),
            "threads" => self.threads.to_string(),
            "noise" => self.noise.to_string(),
            "met" => self.met.as_str().to_owned(),
            "seed" => self.seed?.to_string(),
            "format" => self.format.as_str().to_owned(),
            "numbering" => self.numbering.as_str().to_owned(),
            "auto-pass" => switch(self.auto_pass).to_owned(),
            _ => return None,
        })
    }
}
