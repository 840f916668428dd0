//! How well an evaluator chooses and estimates, on files of judged and rolled-out positions.

use super::{Chances, Evaluator};
use crate::board::{Board, OFF, Roll, id};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file of positions cannot be used.
#[derive(Debug, Error)]
pub enum ValidateError {
    /// It cannot be read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A line is not what it should be.
    #[error("{path}:{line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

/// GNU Backgammon's name for a kind of position, by which results are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgedPhase {
    /// Contact.
    Contact,
    /// Contact with most of one side's checkers out of play.
    Crashed,
    /// No contact.
    Race,
    /// Both sides at home: in one of its tables (`bearoff` or `bearoff2` in the file).
    Bearoff,
}

impl JudgedPhase {
    /// All, in the order of reports.
    pub const ALL: [JudgedPhase; 4] =
        [JudgedPhase::Contact, JudgedPhase::Crashed, JudgedPhase::Race, JudgedPhase::Bearoff];

    /// The name in the file.
    pub const fn name(self) -> &'static str {
        match self {
            JudgedPhase::Contact => "contact",
            JudgedPhase::Crashed => "crashed",
            JudgedPhase::Race => "race",
            JudgedPhase::Bearoff => "bearoff",
        }
    }

    fn from_name(name: &str) -> Option<JudgedPhase> {
        // The two-sided table's positions are few; they count with the one-sided's.
        let name = if name == "bearoff2" { "bearoff" } else { name };
        JudgedPhase::ALL.into_iter().find(|phase| phase.name() == name)
    }
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The mean; 0 of nothing.
    pub mean: f64,
    /// Its standard error.
    pub se: f64,
    /// Of how many.
    pub count: usize,
}

impl Mean {
    /// The mean of values.
    pub fn of(values: &[f64]) -> Mean {
        let count = values.len();
        if count == 0 {
            return Mean::default();
        }
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
        let se = (squares / count.saturating_sub(1).max(1) as f64 / count as f64).sqrt();
        Mean { mean, se, count }
    }
}

/// One decision: the boards after each candidate, the other side to throw, and the mover's equity.
struct Decision {
    phase: JudgedPhase,
    boards: Vec<Board>,
    equities: Vec<f64>,
}

/// Decisions judged by a stronger player.
///
/// A line of the file: position ID, dice, phase, then candidates `ID:equity` separated by spaces,
/// the fields by tabs; an ID is that of the position after the play with the other side on roll.
pub struct Judged {
    decisions: Vec<Decision>,
}

/// Mean equity lost a decision, by phase.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JudgedResult {
    by_phase: [Mean; 4],
}

impl JudgedResult {
    /// The result for one phase.
    pub fn of(&self, phase: JudgedPhase) -> Mean {
        self.by_phase[phase as usize]
    }
}

impl Judged {
    /// Reads a file.
    ///
    /// # Errors
    /// [`ValidateError`] names the line that is wrong.
    pub fn read(path: &Path) -> Result<Judged, ValidateError> {
        Ok(Judged { decisions: lines(path, decision)? })
    }

    /// How many decisions there are.
    pub fn len(&self) -> usize {
        self.decisions.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.decisions.is_empty()
    }

    /// The equity an evaluator loses by the plays it prefers without search.
    pub fn measure(&self, evaluator: &dyn Evaluator) -> JudgedResult {
        let mut lost: [Vec<f64>; 4] = Default::default();
        let mut chances = Vec::new();
        for decision in &self.decisions {
            chances.resize(decision.boards.len(), Chances::default());
            evaluator.evaluate(&decision.boards, &mut chances);
            let equity = |n: usize| -f64::from(chances[n].equity());
            let chosen = (0..chances.len()).max_by(|&a, &b| equity(a).total_cmp(&equity(b)));
            let best = decision.equities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            if let Some(chosen) = chosen {
                lost[decision.phase as usize].push(best - decision.equities[chosen]);
            }
        }
        JudgedResult { by_phase: lost.map(|values| Mean::of(&values)) }
    }
}

/// The mean absolute error of an evaluator's equities on a file of rolled-out positions: position
/// ID, equity of the side on roll, its standard error, chances, separated by tabs.
///
/// # Errors
/// [`ValidateError`] names the line that is wrong.
pub fn rolled_out(path: &Path, evaluator: &dyn Evaluator) -> Result<Mean, ValidateError> {
    let positions = lines(path, |text| {
        let mut fields = text.split('\t');
        let board = board(fields.next().unwrap_or_default())?;
        let equity: f64 = number(fields.next().unwrap_or_default())?;
        Ok((board, equity))
    })?;
    let boards: Vec<Board> = positions.iter().map(|&(board, _)| board).collect();
    let mut chances = vec![Chances::default(); boards.len()];
    evaluator.evaluate(&boards, &mut chances);
    let errors: Vec<f64> = positions
        .iter()
        .zip(&chances)
        .map(|((_, equity), chances)| (f64::from(chances.equity()) - equity).abs())
        .collect();
    Ok(Mean::of(&errors))
}

/// Every line that is neither empty nor a comment, parsed.
fn lines<T>(
    path: &Path,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, ValidateError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| ValidateError::File { path: path.to_owned(), source })?;
    let mut parsed = Vec::new();
    for (n, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fail = |reason| ValidateError::Line { path: path.to_owned(), line: n + 1, reason };
        parsed.push(parse(line).map_err(fail)?);
    }
    Ok(parsed)
}

fn decision(text: &str) -> Result<Decision, String> {
    let fields: Vec<&str> = text.split('\t').collect();
    let &[_, _, phase, candidates] = &fields[..] else {
        return Err(format!("{} fields instead of 4", fields.len()));
    };
    let phase = JudgedPhase::from_name(phase).ok_or_else(|| format!("'{phase}' is not a phase"))?;
    let (mut boards, mut equities) = (Vec::new(), Vec::new());
    for candidate in candidates.split(' ') {
        let (id, equity) =
            candidate.split_once(':').ok_or_else(|| format!("'{candidate}' is not ID:equity"))?;
        boards.push(board(id)?);
        equities.push(number(equity)?);
    }
    Ok(Decision { phase, boards, equities })
}

fn number(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|n: &f64| n.is_finite())
        .ok_or_else(|| format!("'{text}' is no number"))
}

/// The board of a position ID, fifteen checkers a side, the side on roll as side 0.
///
/// # Errors
/// What is wrong with the ID.
pub fn board(text: &str) -> Result<Board, String> {
    let setup = id::gnubg::parse(text).map_err(|error| error.to_string())?;
    let turn = setup.turn.ok_or("a position ID without a side on roll")?;
    let mut rows = [setup.checkers[turn], setup.checkers[turn.other()]];
    for row in &mut rows {
        let in_play: u8 = row[1..].iter().sum();
        row[OFF] = 15u8.saturating_sub(in_play);
    }
    Ok(Board::new(rows[0], rows[1]))
}

/// Boards and throws of a file of decisions (position ID, die, die, separated by tabs), for
/// measuring speed on positions of normal play.
///
/// # Errors
/// [`ValidateError`] names the line that is wrong.
pub fn decisions(path: &Path) -> Result<Vec<(Board, Roll)>, ValidateError> {
    lines(path, |text| {
        let mut fields = text.split('\t');
        let board = board(fields.next().unwrap_or_default())?;
        let mut die = || fields.next().and_then(|die| die.parse().ok()).unwrap_or(0);
        let roll =
            Roll::from_pips(die(), die()).ok_or("two dice of 1 to 6 should follow the ID")?;
        Ok((board, roll))
    })
}

#[cfg(test)]
mod tests;
