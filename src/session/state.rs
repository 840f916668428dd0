//! The state of a game as reply fields.

use std::fmt::Display;

use nardy_protocol::{FieldList, Fields, PositionForm, Record};

use super::convert::{Answered, form, unprintable};
use super::settings::Settings;
use crate::board::{Points, Side, id};
use crate::game::{Game, State, decided};
use crate::rules::{Outcome, Phase, Position};

/// A position in one line.
pub fn text(position: &Position, as_form: PositionForm) -> Answered<String> {
    id::print(&position.to_setup(), form(as_form)).map_err(|error| unprintable(&error))
}

/// A position in Nardy's own notation, which can say every position.
pub fn npn(position: &Position) -> String {
    id::npn::print(&position.to_setup())
}

/// What every reply tells that changes the game: phase, turn and what goes with them, position.
pub fn changed(fields: Fields, state: &State) -> Fields {
    let position = &state.position;
    let mut fields = phase(fields, position);
    if let Phase::Over(outcome) = position.phase {
        fields = over(fields, &outcome);
        let score = &state.score;
        fields = fields.text("score", pair(score.score[Side::White], score.score[Side::Black]));
        if score.length > 0 {
            fields = fields
                .int("length", score.length)
                .text("match-winner", decided(score).map_or("none", Side::name));
        }
    }
    let fields = match state.chosen {
        Some(board) if position.tables() > 1 => fields.int("board", board + 1),
        _ => fields,
    };
    fields.text("position", npn(position))
}

/// Phase, turn and dice.
pub fn phase(fields: Fields, position: &Position) -> Fields {
    let mut fields = fields.text("phase", position.phase.name());
    if let Some(turn) = position.phase.decider() {
        fields = fields.text("turn", turn.name());
    }
    match position.phase {
        Phase::ToMove(_, roll) => fields.text("dice", roll.to_string()),
        Phase::DoubleOffered(_) => fields.int("stake", position.cube.value.saturating_mul(2)),
        Phase::ResignationOffered(_, points) => fields.int("points", points),
        _ => fields,
    }
}

/// How a game ended.
pub fn over(fields: Fields, outcome: &Outcome) -> Fields {
    let fields = fields.text("winner", outcome.winner.map_or("none", Side::name));
    let kind = outcome.kind.map_or("standstill", |kind| kind.name());
    points(fields.text("kind", kind), "points", outcome.points)
}

/// Points, with a decimal only where half a point is among them.
pub fn points(fields: Fields, name: &'static str, points: Points) -> Fields {
    match points.is_whole() {
        true => fields.int(name, points.floor()),
        false => fields.number(name, f64::from(points.in_halves()) / 2.0, 1),
    }
}

/// Two figures, White's first.
pub fn pair(white: impl Display, black: impl Display) -> String {
    format!("{white}-{black}")
}

/// Score and match rules.
pub fn score(fields: Fields, position: &Position) -> Fields {
    let score = &position.score;
    let fields = points(fields, "white", score.score[Side::White]);
    points(fields, "black", score.score[Side::Black])
        .int("length", score.length)
        .flag("crawford", score.crawford)
        .flag("post-crawford", score.post_crawford)
        .flag("jacoby", score.jacoby)
        .int("beavers", score.beavers)
}

/// The record of `show state` about a position.
pub fn record(position: &Position) -> Record {
    let fields = Fields::new().text("variant", position.rules.variant.name());
    let fields = phase(fields, position)
        .int("cube", position.cube.value)
        .text("owner", position.cube.owner.map_or("centre", Side::name))
        .flag("cube-use", position.cube.in_use);
    let options: Vec<String> =
        position.rules.differing().map(|(name, value)| format!("{name}={value}")).collect();
    let fields = if options.is_empty() { fields } else { fields.text("rules", options.join(",")) };
    let mut record = Record::new("state");
    record.fields = score(fields, position).text("position", npn(position));
    record
}

/// The record of `show state` about the session.
pub fn settings(settings: &Settings, game: Option<&Game>) -> Record {
    let mut record = Record::new("settings");
    for name in ["plies", "time", "threads", "noise", "met", "format", "numbering", "auto-pass"] {
        record = record.text_if(name, settings.value(name));
    }
    match game {
        Some(game) => record
            .int("game", game.state().game)
            .text("dice-source", game.dice().name())
            .text_if("seed", game.dice().seed().map(|seed| seed.to_string())),
        None => record,
    }
}
