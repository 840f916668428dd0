//! Typed replies of the dialect. Their texts end with a line feed.

use std::fmt;

use super::error::GnubgError;

/// A reply; `Display` gives it with its line ends.
#[derive(Clone, Debug, PartialEq)]
pub enum GnubgReply {
    /// To `version`: the name and number of the program.
    Version {
        /// What stands behind `Software: `.
        software: String,
    },
    /// To `help`.
    Help,
    /// To `set debug`.
    Debug(bool),
    /// To `set interface`: whether `new`.
    Interface(bool),
    /// To a question about a throw: the steps of the play, none where there is no legal play.
    Moves(Vec<PlainStep>),
    /// To a question about cube or resignation.
    Verdict(Verdict),
    /// To `evaluation`: chances of the side on turn to win, win a gammon, win a backgammon, lose a
    /// gammon, lose a backgammon, and its equity (money) or chance to win the match.
    Evaluation([f64; 6]),
    /// To a line that cannot be served.
    Error(GnubgError),
}

/// One checker moved by one die, in the mover's numbering: 25 the bar, 0 off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainStep {
    /// Where it stood.
    pub from: u8,
    /// Where it lands.
    pub to: u8,
    /// Whether it hits; printed once a point.
    pub hit: bool,
}

/// A decision in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Throw without doubling.
    Roll,
    /// Double.
    Double,
    /// Take the double.
    Take,
    /// Refuse the double.
    Drop,
    /// Take and turn the cube again.
    Beaver,
    /// Accept the resignation.
    Accept,
    /// Refuse the resignation.
    Reject,
}

impl Verdict {
    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Roll => "roll",
            Verdict::Double => "double",
            Verdict::Take => "take",
            Verdict::Drop => "drop",
            Verdict::Beaver => "beaver",
            Verdict::Accept => "accept",
            Verdict::Reject => "reject",
        }
    }
}

/// The interface that is spoken here.
const INTERFACE: &str = "Interface: 2\nRFBF: 0\nEngine: 1.00";

impl fmt::Display for GnubgReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = |on: bool| if on { "ON" } else { "OFF" };
        match self {
            GnubgReply::Version { software } => writeln!(f, "{INTERFACE}\nSoftware: {software}"),
            GnubgReply::Help => writeln!(f, "\tNo help information available"),
            GnubgReply::Debug(on) => writeln!(f, "Debug output {}", state(*on)),
            GnubgReply::Interface(new) => writeln!(f, "New interface {}", state(*new)),
            GnubgReply::Moves(steps) => write_moves(f, steps),
            GnubgReply::Verdict(verdict) => writeln!(f, "{}", verdict.word()),
            GnubgReply::Evaluation(numbers) => write_evaluation(f, numbers),
            GnubgReply::Error(error) => writeln!(f, "Error: {error}"),
        }
    }
}

/// `moves = *3( step SP ) [ step ] LF`: a space behind each of the first three steps.
fn write_moves(f: &mut fmt::Formatter<'_>, steps: &[PlainStep]) -> fmt::Result {
    for (n, step) in steps.iter().enumerate() {
        let starred = steps[..n].iter().any(|earlier| earlier.hit && earlier.to == step.to);
        let star = if step.hit && !starred { "*" } else { "" };
        let space = if n < 3 { " " } else { "" };
        write!(f, "{}/{}{star}{space}", step.from, step.to)?;
    }
    f.write_str("\n")
}

/// `evaluation = 6number LF`, six decimals each, a space between
fn write_evaluation(f: &mut fmt::Formatter<'_>, numbers: &[f64; 6]) -> fmt::Result {
    for (n, number) in numbers.iter().enumerate() {
        let text = format!("{number:.6}");
        // A zero is never negative: clients match `-` for money equities only.
        let text = if text == "-0.000000" { "0.000000" } else { &text };
        write!(f, "{}{text}", if n > 0 { " " } else { "" })?;
    }
    f.write_str("\n")
}
