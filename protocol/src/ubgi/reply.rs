//! Typed replies of the dialect, one line each.

use std::fmt;

use super::error::UbgiError;
use super::option::UbgiOption;
use super::request::Edition;

/// One checker moved by one die, in the mover's numbering: 25 the bar, 0 off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UbgiStep {
    /// Where it stood.
    pub from: u8,
    /// Where it lands.
    pub to: u8,
}

/// A cube decision in one word. The drafts have the first two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CubeWord {
    /// Double.
    Double,
    /// Throw without doubling.
    NoDouble,
    /// Take the double.
    Take,
    /// Take it and turn the cube once more.
    Beaver,
    /// Refuse it.
    Drop,
}

impl CubeWord {
    /// The word on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            CubeWord::Double => "double",
            CubeWord::NoDouble => "nodouble",
            CubeWord::Take => "take",
            CubeWord::Beaver => "beaver",
            CubeWord::Drop => "drop",
        }
    }
}

/// A reply line; `Display` gives it with its line feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UbgiReply {
    /// `id`: what, and its text.
    Id(&'static str, String),
    /// `proto`
    Proto(Edition),
    /// `option`
    Option(UbgiOption),
    /// `key`
    Key(UbgiOption),
    /// `ubgiok`
    UbgiOk,
    /// `readyok`
    ReadyOk,
    /// `value`: an option and what it is set to.
    Value(&'static str, String),
    /// `info`: names and values; one with blanks must stand last.
    Info(Vec<(&'static str, String)>),
    /// `bestmove`: the steps in an order in which they can be played; none where no checker moves.
    BestMove(Vec<UbgiStep>),
    /// `bestcube`
    BestCube(CubeWord),
    /// `bestturn`
    BestTurn(CubeWord, Vec<UbgiStep>),
    /// `error`, in the words of a draft.
    Error(UbgiError, Edition),
}

impl UbgiReply {
    /// Whether it ends the answer to a `go`.
    pub fn closes(&self) -> bool {
        matches!(
            self,
            UbgiReply::BestMove(_)
                | UbgiReply::BestCube(_)
                | UbgiReply::BestTurn(..)
                | UbgiReply::Error(..)
        )
    }
}

impl fmt::Display for UbgiReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UbgiReply::Id(what, text) => writeln!(f, "id {what} {text}"),
            UbgiReply::Proto(edition) => writeln!(f, "proto {}", edition.number()),
            UbgiReply::Option(option) => writeln!(f, "{}", option.option_line()),
            UbgiReply::Key(option) => writeln!(f, "{}", option.key_line()),
            UbgiReply::UbgiOk => writeln!(f, "ubgiok"),
            UbgiReply::ReadyOk => writeln!(f, "readyok"),
            UbgiReply::Value(key, value) => writeln!(f, "value {key} {value}"),
            UbgiReply::Info(pairs) => {
                f.write_str("info")?;
                pairs.iter().try_for_each(|(name, value)| write!(f, " {name} {value}"))?;
                writeln!(f)
            }
            UbgiReply::BestMove(steps) => writeln!(f, "bestmove {}", Steps(steps)),
            UbgiReply::BestCube(word) => writeln!(f, "bestcube {}", word.name()),
            UbgiReply::BestTurn(word, steps) => {
                writeln!(f, "bestturn cube={} move={}", word.name(), Steps(steps))
            }
            UbgiReply::Error(error, edition) => {
                let message = error.message.replace(char::is_control, "\u{fffd}");
                writeln!(f, "error {} {message}", error.class.code(*edition))
            }
        }
    }
}

/// Steps as text: written out one by one, without counts and marks of hits, or `pass`.
pub(super) struct Steps<'a>(pub(super) &'a [UbgiStep]);

impl fmt::Display for Steps<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("pass");
        }
        for (n, step) in self.0.iter().enumerate() {
            f.write_str(if n > 0 { " " } else { "" })?;
            match step.from {
                25.. => f.write_str("bar/")?,
                from => write!(f, "{from}/")?,
            }
            match step.to {
                0 => f.write_str("off")?,
                to => write!(f, "{to}")?,
            }
        }
        Ok(())
    }
}

impl UbgiStep {
    /// Steps as they stand in `bestmove`.
    pub fn text(steps: &[UbgiStep]) -> String {
        Steps(steps).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::UbgiClass;
    use super::*;

    #[test]
    fn replies_are_single_lines() {
        let step = |from, to| UbgiStep { from, to };
        let steps = vec![step(25, 20), step(6, 3), step(4, 0)];
        assert_eq!(UbgiReply::BestMove(steps.clone()).to_string(), "bestmove bar/20 6/3 4/off\n");
        assert_eq!(UbgiReply::BestMove(vec![]).to_string(), "bestmove pass\n");
        let turn = UbgiReply::BestTurn(CubeWord::NoDouble, steps);
        assert_eq!(turn.to_string(), "bestturn cube=nodouble move=bar/20 6/3 4/off\n");
        let error = UbgiError::new(UbgiClass::Malformed, "two\nlines");
        let error = |edition| UbgiReply::Error(error.clone(), edition).to_string();
        assert_eq!(error(Edition::First), "error bad_argument two\u{fffd}lines\n");
        assert_eq!(error(Edition::Second), "error bad_command two\u{fffd}lines\n");
    }
}
