//! The course of a run as numbers.

use super::chart;
use super::error::TrainError;
use std::fmt;
use std::io::Write;
use std::path::Path;

/// How far a run has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The stage's name.
    pub stage: String,
    /// Steps of the stage taken, and to take.
    pub step: u64,
    /// Steps of the stage in all.
    pub steps: u64,
    /// Games played in the run, or 0 where labels are learnt.
    pub games: u64,
    /// Positions learnt from in the run.
    pub positions: u64,
    /// Minutes of the run, those before a resumption included.
    pub minutes: f64,
    /// Mean cross-entropy of each net beyond its targets' own since the last report, by name.
    pub losses: Vec<(&'static str, f64)>,
    /// What was measured of the averaged nets.
    pub measures: Vec<Measure>,
}

/// Something measured, with its standard error.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Against what or where: `contact`, `greedy`.
    pub name: &'static str,
    /// Of what: `error`, the mean equity lost a judged decision; `points` a game.
    pub unit: &'static str,
    /// Mean and standard error; `None` if there is nothing to measure by.
    pub value: Option<(f64, f64)>,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}/{} games {} positions {} minutes {:.1} loss",
            self.stage, self.step, self.steps, self.games, self.positions, self.minutes,
        )?;
        for (_, loss) in &self.losses {
            write!(f, " {loss:.5}")?;
        }
        for Measure { name, value, .. } in &self.measures {
            if let Some((mean, se)) = value {
                write!(f, " {name} {mean:.5}+-{se:.5}")?;
            }
        }
        Ok(())
    }
}

const HEADER: &str = "stage,step,games,positions,minutes";

/// Adds a line to the curve, and the header to a new one; then draws it beside, as SVG.
pub(super) fn append(path: &Path, progress: &Progress) -> Result<(), TrainError> {
    let mut file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(TrainError::file(path))?;
    let mut text = String::new();
    if file.metadata().map_err(TrainError::file(path))?.len() == 0 {
        text.push_str(HEADER);
        for (name, _) in &progress.losses {
            text.push_str(&format!(",{name}"));
        }
        for Measure { name, unit, .. } in &progress.measures {
            text.push_str(&format!(",{name}_{unit},{name}_se"));
        }
        text.push('\n');
    }
    let p = progress;
    text.push_str(&format!("{},{},{},{},{:.2}", p.stage, p.step, p.games, p.positions, p.minutes));
    for (_, loss) in &p.losses {
        text.push_str(&format!(",{loss:.6}"));
    }
    for measure in &p.measures {
        match measure.value {
            Some((mean, se)) => text.push_str(&format!(",{mean:.6},{se:.6}")),
            None => text.push_str(",,"),
        }
    }
    text.push('\n');
    file.write_all(text.as_bytes()).map_err(TrainError::file(path))?;
    let whole = std::fs::read_to_string(path).map_err(TrainError::file(path))?;
    let picture = path.with_extension("svg");
    match chart::draw(&whole) {
        Some(drawn) => std::fs::write(&picture, drawn).map_err(TrainError::file(&picture)),
        None => Ok(()),
    }
}
