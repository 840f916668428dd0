//! Positions as text: NPN and GNU Backgammon's, eXtreme Gammon's and FIBS's forms.
//!
//! All of them read to and print from a [`Setup`], which no rule has checked. Whether the text is
//! well formed is decided here; whether the position can be, by the rules.

mod error;
mod span;

pub mod fibs;
pub mod gnubg;
pub mod npn;
pub mod xgid;

pub use error::{IdError, IdErrorKind, Unprintable};

use crate::board::Setup;
use span::Span;

/// A notation of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Nardy's own, for all games.
    Npn,
    /// GNU Backgammon's position ID alone.
    PositionId,
    /// GNU Backgammon's position ID and match ID.
    GnubgId,
    /// eXtreme Gammon's.
    Xgid,
    /// The board line of FIBS.
    Fibs,
}

impl Form {
    /// All forms.
    pub const ALL: [Form; 5] = [Form::Npn, Form::PositionId, Form::GnubgId, Form::Xgid, Form::Fibs];

    /// The name of the form, as the protocol writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Npn => "npn",
            Form::PositionId => "positionid",
            Form::GnubgId => "gnubgid",
            Form::Xgid => "xgid",
            Form::Fibs => "fibs",
        }
    }

    /// The form with this name.
    pub fn from_name(name: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.name() == name)
    }

    /// The form that a text looks like.
    pub fn of(text: &str) -> Option<Form> {
        let begins = |prefix: &str| {
            text.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix))
        };
        let colons = text.matches(':').count();
        let first = text.split(':').next().unwrap_or(text).chars().count();
        let ids = [gnubg::POSITION_ID_LENGTH, gnubg::MATCH_ID_LENGTH];
        if begins(fibs::PREFIX) {
            Some(Form::Fibs)
        } else if begins(xgid::PREFIX) {
            Some(Form::Xgid)
        } else if text.contains(';') {
            Some(Form::Npn)
        } else if colons + 1 == xgid::FIELDS && first == xgid::BOARD_LENGTH {
            Some(Form::Xgid)
        } else if colons == 0 && ids.contains(&first) {
            Some(Form::PositionId)
        } else if colons == 1 && ids.contains(&first) {
            Some(Form::GnubgId)
        } else {
            None
        }
    }
}

/// Reads a position in whichever form it is written. Blank space around it is ignored.
///
/// # Errors
/// [`IdError`] with the column of the first character that does not fit.
pub fn parse(text: &str) -> Result<(Setup, Form), IdError> {
    let blank = |c: char| c.is_whitespace() || c == '\0';
    let behind = text.trim_start_matches(blank);
    let blanks = text.chars().take_while(|&c| blank(c)).count();
    // Columns count from the text as given, not as trimmed.
    parse_trimmed(behind.trim_end_matches(blank))
        .map_err(|error| IdError { column: error.column + blanks, ..error })
}

fn parse_trimmed(text: &str) -> Result<(Setup, Form), IdError> {
    let Some(form) = Form::of(text) else {
        let expected = "NPN, XGID=…, a GNU Backgammon position ID or GNUBG ID, or board:…";
        return Err(Span::new(text).error(IdErrorKind::UnknownForm, expected));
    };
    let setup = match form {
        Form::Npn => npn::parse(text)?,
        Form::PositionId | Form::GnubgId => gnubg::parse(text)?,
        Form::Xgid => xgid::parse(text)?,
        Form::Fibs => fibs::parse(text, fibs::ScoreOrder::Auto)?.setup,
    };
    Ok((setup, form))
}

/// Prints a position in a form; a FIBS line gets the names `white` and `black`.
///
/// # Errors
/// [`Unprintable`] if the form cannot say the position.
pub fn print(setup: &Setup, form: Form) -> Result<String, Unprintable> {
    let plain = setup.marked.is_empty() && setup.tables.is_empty();
    if form != Form::Npn && !plain {
        return Err(Unprintable::Board { form: form.name() });
    }
    match form {
        Form::Npn => Ok(npn::print(setup)),
        Form::PositionId => gnubg::print_position_id(setup),
        Form::GnubgId => gnubg::print_gnubgid(setup),
        Form::Xgid => xgid::print(setup),
        Form::Fibs => fibs::print(setup, ["white", "black"]),
    }
}
