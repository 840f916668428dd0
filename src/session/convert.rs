//! From the words of a request to what the game and the engine speak of, and from their errors to
//! the client's.

use nardy_protocol::{
    At, Colour, Dice, DiceChoice, ErrorCode, Place, Play, PlayAction, PositionForm, ProtocolError,
    Word,
};

use crate::board::id::{self, Form, IdError, Unprintable};
use crate::board::{Roll, Side};
use crate::game::GameError;
use crate::moves::{IllegalPlay, Numbering, WrittenChain};
use crate::rules::{OptionError, Phase, Position, PositionErrors, RULE_OPTIONS, Rules, Variant};
use arrayvec::ArrayVec;

/// What a session's commands give back.
pub type Answered<T> = Result<T, ProtocolError>;

/// The side of a colour.
pub fn side(colour: Colour) -> Side {
    match colour {
        Colour::White => Side::White,
        Colour::Black => Side::Black,
    }
}

/// The throw of two written dice.
pub fn roll(dice: Dice) -> Answered<Roll> {
    Roll::from_pips(dice.first(), dice.second())
        .ok_or_else(|| ProtocolError::new(ErrorCode::BadValue, "dice show 1 to 6"))
}

/// The variant of this name.
pub fn variant(word: &Word) -> Answered<Rules> {
    let name = word.text.to_ascii_lowercase();
    Rules::from_name(&name).ok_or_else(|| {
        if let Some(boards) = name.strip_prefix("parallel:") {
            let message = format!("two to four boards of known games are played, not '{boards}'");
            return ProtocolError::new(ErrorCode::BadValue, message)
                .at(word.column)
                .breaking("P-01")
                .expecting("parallel:GAME+GAME");
        }
        ProtocolError::new(ErrorCode::BadValue, format!("there is no variant '{}'", word.text))
            .at(word.column)
            .expecting(Variant::NAMES.join(", "))
            .suggesting(nearest(&name, Variant::NAMES))
    })
}

/// The rules that a variant word such as `short{dave=…}` or `short` names.
pub fn rules(word: &Word) -> Answered<Rules> {
    let text = &word.text;
    let Some((name, options)) = text.split_once('{') else { return variant(word) };
    let mut rules = variant(&Word::new(name, word.column))?;
    let inside = options.strip_suffix('}').ok_or_else(|| {
        ProtocolError::new(ErrorCode::Syntax, "the options of a variant end with }")
            .at(word.column + text.chars().count())
            .expecting("}")
    })?;
    let mut column = word.column + name.chars().count() + 1;
    for option in inside.split(',').filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        rules.set(name, value).map_err(|error| option_error(&error, column))?;
        column += option.chars().count() + 1;
    }
    Ok(rules)
}

/// A rule option that cannot be set.
pub fn option_error(error: &OptionError, column: usize) -> ProtocolError {
    match error {
        OptionError::Unknown(name) => {
            let names: Vec<&str> = RULE_OPTIONS.iter().map(|option| option.name).collect();
            ProtocolError::new(ErrorCode::UnknownOption, error.to_string())
                .at(column)
                .suggesting(nearest(name, &names))
        }
        OptionError::BadValue { values, value, .. } => {
            ProtocolError::new(ErrorCode::BadValue, error.to_string())
                .at(column)
                .expecting(values.join("|"))
                .suggesting(nearest(value, values))
        }
        OptionError::OtherGame { .. } | OptionError::Contradiction(_) => {
            ProtocolError::new(ErrorCode::BadValue, error.to_string()).at(column)
        }
    }
}

/// The name that was probably meant.
fn nearest<'a>(written: &str, names: &[&'a str]) -> Option<&'a str> {
    nardy_protocol::nearest(written, names.iter().copied())
}

/// The position a text writes down; `default` are the rules where it names no game.
pub fn position(word: &Word, default: Rules) -> Answered<Position> {
    let (setup, _) = id::parse(&word.text).map_err(|error| id_error(&error, word.column))?;
    Position::from_setup(&setup, default).map_err(|error| impossible(&error).at(word.column))
}

fn id_error(error: &IdError, column: usize) -> ProtocolError {
    let told = ProtocolError::new(ErrorCode::IllegalPosition, error.to_string())
        .at(column + error.column.saturating_sub(1));
    match error.expected {
        Some(expected) => told.expecting(expected),
        None => told,
    }
}

/// A position that cannot be, with all its reasons.
pub fn impossible(errors: &PositionErrors) -> ProtocolError {
    ProtocolError::new(ErrorCode::IllegalPosition, errors.to_string())
}

/// The position that a request is about where it names one or a variant; `None` for the session's.
pub fn named_position(at: &At) -> Answered<Option<Position>> {
    let rules = at.variant.as_ref().map(rules).transpose()?;
    let default = rules.unwrap_or_else(|| Variant::Backgammon.rules());
    match (&at.position, rules) {
        (Some(word), _) => Ok(Some(position(word, default)?)),
        (None, Some(rules)) => Ok(Some(Position::start(rules))),
        (None, None) => Ok(None),
    }
}

/// The position with the throw that a request names in place of its own.
pub fn with_dice(mut position: Position, dice: Option<DiceChoice>) -> Answered<Position> {
    let Some(choice) = dice else { return Ok(position) };
    let side = match position.phase {
        Phase::Opening => Side::White,
        Phase::ToRoll(side) | Phase::ToMove(side, _) => side,
        phase => {
            let message = format!("no dice can be given in phase {}", phase.name());
            return Err(ProtocolError::new(ErrorCode::WrongPhase, message));
        }
    };
    position.phase = match choice {
        DiceChoice::One(dice) => Phase::ToMove(side, roll(dice)?),
        DiceChoice::All => Phase::ToRoll(side),
    };
    Ok(position)
}

/// The chains of a written play in the inside numbering.
pub fn chains(play: &Play, numbering: Numbering) -> Answered<Vec<WrittenChain>> {
    let PlayAction::Moves(movements) = &play.action else { return Ok(Vec::new()) };
    movements
        .iter()
        .map(|movement| {
            let column = movement.stops.first().map_or(1, |stop| stop.column);
            let mut places = ArrayVec::new();
            for stop in &movement.stops {
                places.try_push(place(stop.place, numbering)).map_err(|_| {
                    ProtocolError::new(ErrorCode::BadValue, "a checker takes four steps at most")
                        .at(stop.column)
                })?;
            }
            let royal = movement.stops.iter().any(|stop| stop.royal);
            Ok(WrittenChain { places, count: movement.count, royal, column })
        })
        .collect()
}

fn place(place: Place, numbering: Numbering) -> u8 {
    match place {
        Place::Bar => Place25::BAR,
        Place::Off => Place25::OFF,
        Place::Point(point) => numbering.turn(point),
    }
}

/// Indices of the places that are no points.
struct Place25;

impl Place25 {
    const BAR: u8 = crate::board::BAR as u8;
    const OFF: u8 = crate::board::OFF as u8;
}

/// A play that breaks a rule.
pub fn illegal(error: &IllegalPlay) -> ProtocolError {
    let told =
        ProtocolError::new(ErrorCode::IllegalMove, error.message.clone()).breaking(error.rule);
    match error.column {
        Some(column) => told.at(column),
        None => told,
    }
}

/// A transition that the game refuses.
pub fn game_error(error: &GameError) -> ProtocolError {
    let code = match error {
        GameError::WrongPhase { .. } | GameError::MatchDecided(_) => ErrorCode::WrongPhase,
        GameError::Impossible(_) => ErrorCode::IllegalPosition,
        GameError::IllegalPlay | GameError::MustMove(_) => ErrorCode::IllegalMove,
        GameError::NoDouble { .. } | GameError::NoBeaver { .. } => ErrorCode::WrongPhase,
        GameError::NothingToUndo | GameError::NothingToRedo => ErrorCode::WrongPhase,
        GameError::Dice(_) => ErrorCode::Internal,
        GameError::BadDice(..)
        | GameError::OpeningTie
        | GameError::ResignationValue { .. }
        | GameError::NoBoard { .. }
        | GameError::BoardFinished(_)
        | GameError::ChooseBoard(_)
        | GameError::Length { .. } => ErrorCode::BadValue,
    };
    let told = ProtocolError::new(code, error.to_string());
    match error.rule() {
        Some(rule) => told.breaking(rule),
        None => told,
    }
}

/// The error of a request that needs a game where there is none.
pub fn no_game() -> ProtocolError {
    ProtocolError::new(ErrorCode::NoGame, "there is no game: say new game or set position")
}

/// Our name of a position form.
pub fn form(form: PositionForm) -> Form {
    match form {
        PositionForm::Npn => Form::Npn,
        PositionForm::Gnubgid => Form::GnubgId,
        PositionForm::Xgid => Form::Xgid,
    }
}

/// A form that cannot say a position.
pub fn unprintable(error: &Unprintable) -> ProtocolError {
    ProtocolError::new(ErrorCode::Unsupported, error.to_string())
}
