//! Why a text is no position, and where; why a position has no text in some form.

use thiserror::Error;

/// What is wrong with a text that should be a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IdErrorKind {
    /// No notation looks like this.
    #[error("this is no position notation that nardy knows")]
    UnknownForm,
    /// A notation with a fixed number of fields has another number of them.
    #[error("{form} has {wanted} fields, this has {found}")]
    FieldCount {
        /// The notation.
        form: &'static str,
        /// How many were written.
        found: usize,
        /// How many there are.
        wanted: usize,
    },
    /// A part of fixed length has another length.
    #[error("the {what} has {wanted} characters, this has {found}")]
    Length {
        /// The part.
        what: &'static str,
        /// How many were written.
        found: usize,
        /// How many there are.
        wanted: usize,
    },
    /// Something is missing.
    #[error("the {0} is missing")]
    Missing(&'static str),
    /// Something stands where it cannot.
    #[error("'{0}' cannot stand here")]
    Unexpected(String),
    /// A number is larger than its field can hold.
    #[error("{0} is too large")]
    TooLarge(String),
    /// No place of the board has this name.
    #[error("there is no place '{0}' on the board")]
    UnknownPlace(String),
    /// A place is written twice for one side.
    #[error("the place {0} is written twice")]
    RepeatedPlace(String),
    /// A stack without checkers.
    #[error("a stack has at least one checker")]
    EmptyStack,
    /// There are neither one cube nor one a board.
    #[error("there are {found} cubes and {wanted} boards")]
    CubeCount {
        /// Cubes written.
        found: usize,
        /// Boards written.
        wanted: usize,
    },
    /// A flag or option is written twice.
    #[error("'{0}' is written twice")]
    Repeated(String),
    /// A cube shows at least 1.
    #[error("a cube shows at least 1")]
    CubeZero,
    /// A character that base64 does not have.
    #[error("'{0}' is not a base64 character")]
    NotBase64(char),
    /// More checkers than the notation can mean.
    #[error("{0} checkers on one side: a position ID holds 15 at most")]
    TooManyCheckers(u32),
    /// Bits are set behind the end of what is encoded.
    #[error("the {0} goes on behind its end")]
    TrailingBits(&'static str),
    /// A match ID without the position it belongs to.
    #[error("a match ID alone names no position")]
    LoneMatchId,
    /// A match ID that says what cannot be.
    #[error("illegal match ID: {0}")]
    MatchId(&'static str),
    /// A finished game whose board does not show how it ended.
    #[error("the game was ended by a {0}: there is nothing to decide")]
    GameEnded(&'static str),
    /// An XGID that says what cannot be played on from.
    #[error("{0}")]
    Xgid(&'static str),
    /// A FIBS board that says what cannot be.
    #[error("FIBS board: {0}")]
    Fibs(&'static str),
}

/// What is wrong with a text that should be a position, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct IdError {
    /// The first wrong character, counted from 1 in characters inside the text.
    pub column: usize,
    /// What is wrong there.
    pub kind: IdErrorKind,
    /// What could stand there instead.
    pub expected: Option<&'static str>,
}

/// Why a notation cannot say a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unprintable {
    /// A board on which a stack is more than a count, or several boards.
    #[error("{form} has one board with so many checkers on each point, no kinds of them")]
    Board {
        /// The notation.
        form: &'static str,
    },
    /// More checkers in one place or on one side than the notation has room for.
    #[error("{form} has no room for {checkers} checkers")]
    Checkers {
        /// The notation.
        form: &'static str,
        /// How many there are.
        checkers: u32,
    },
    /// Both sides on one point, where the notation has one stack a point.
    #[error("{form} has one stack a point, and both sides stand on white's {point} point")]
    SharedPoint {
        /// The notation.
        form: &'static str,
        /// The point in White's numbering.
        point: usize,
    },
    /// A cube value that the notation cannot write.
    #[error("{form} cannot write a cube at {value}")]
    Cube {
        /// The notation.
        form: &'static str,
        /// The value.
        value: u32,
    },
    /// A score or match length that the notation cannot write.
    #[error("{form} cannot write this score: {why}")]
    Score {
        /// The notation.
        form: &'static str,
        /// What does not fit.
        why: &'static str,
    },
    /// A resignation where the notation has no word for one, or one of an unknown value.
    #[error("{form} cannot say that a resignation for {points} is offered")]
    Resignation {
        /// The notation.
        form: &'static str,
        /// What is offered.
        points: u8,
    },
}
