//! The course of a run as numbers.

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
    /// Mean cross-entropy beyond the targets' own since the last report: contact, race.
    pub losses: [f64; 2],
    /// Mean equity lost a judged decision by the averaged nets and its standard error: contact,
    /// crashed, race; empty without a validation file.
    pub errors: Vec<(f64, f64)>,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}/{} games {} positions {} minutes {:.1} loss {:.5} {:.5}",
            self.stage,
            self.step,
            self.steps,
            self.games,
            self.positions,
            self.minutes,
            self.losses[0],
            self.losses[1],
        )?;
        for (name, (error, se)) in ["contact", "crashed", "race"].iter().zip(&self.errors) {
            write!(f, " {name} {error:.5}+-{se:.5}")?;
        }
        Ok(())
    }
}

const HEADER: &str = "stage,step,games,positions,minutes,contact_loss,race_loss,\
    contact_error,contact_se,crashed_error,crashed_se,race_error,race_se";

/// Adds a line to the curve, and the header to a new one.
pub(super) fn append(path: &Path, progress: &Progress) -> Result<(), TrainError> {
    let mut file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(TrainError::file(path))?;
    let mut text = String::new();
    if file.metadata().map_err(TrainError::file(path))?.len() == 0 {
        text.push_str(HEADER);
        text.push('\n');
    }
    let p = progress;
    text.push_str(&format!(
        "{},{},{},{},{:.2},{:.6},{:.6}",
        p.stage, p.step, p.games, p.positions, p.minutes, p.losses[0], p.losses[1]
    ));
    for n in 0..3 {
        match p.errors.get(n) {
            Some((error, se)) => text.push_str(&format!(",{error:.6},{se:.6}")),
            None => text.push_str(",,"),
        }
    }
    text.push('\n');
    file.write_all(text.as_bytes()).map_err(TrainError::file(path))
}
