//! What may be looked at: state, plays, counts, history.

use nardy_protocol::{
    At, ErrorCode, FieldList, Fields, MovesOrder, MovesQuery, PositionForm, Positions,
    ProtocolError, Record, Reply, Show,
};

use super::convert::{Answered, no_game};
use super::jobs::Work;
use super::table::Table;
use super::{history, state};
use crate::board::{Roll, Side, draw};
use crate::moves::{Numbering, Play, Plays};
use crate::rules::{Phase, Position};
use crate::search::{Limits, Query, Task};

/// Most lines that `moves order=sequences` lists.
const SEQUENCES_MAX: usize = 20_000;

/// `show …`.
pub fn show(table: &Table, show: &Show) -> Answered<Reply> {
    match show {
        Show::Board(at) => Ok(board(&table.subject(at)?)),
        Show::Position { form, at } => {
            let position = table.subject(at)?;
            let text = state::text(&position, form.unwrap_or(PositionForm::Npn))?;
            Ok(Reply::ok().closing_ok(Fields::new().text("position", text)))
        }
        Show::State(at) => {
            let record = state::record(&table.subject(at)?);
            let settings = state::settings(&table.settings, table.game.as_ref());
            Ok(Reply::ok().record(record).record(settings))
        }
        Show::Score(at) => {
            let fields = state::score(Fields::new(), &table.subject(at)?);
            Ok(Reply::ok().closing_ok(fields))
        }
        Show::History => {
            let game = table.game.as_ref().ok_or_else(no_game)?;
            Ok(history::reply(game, table.settings.play_numbering()))
        }
    }
}

fn board(position: &Position) -> Reply {
    let drawn = draw(&position.to_setup(), &position.rules.boards());
    let records = drawn
        .lines()
        .enumerate()
        .map(|(n, line)| Record::new("board").int("n", n + 1).text("text", line.to_owned()))
        .collect();
    Reply { records, ..Reply::ok() }
}

/// The side that has a throw to play in `position`, and the throw.
pub fn to_move(position: &Position) -> Answered<(Side, Roll)> {
    match position.phase {
        Phase::ToMove(side, roll) => Ok((side, roll)),
        phase => {
            let message = format!("no throw is to be played in phase {}", phase.name());
            Err(ProtocolError::new(ErrorCode::WrongPhase, message)
                .expecting("roll, set dice or dice=DD"))
        }
    }
}

/// How plays and the positions after them are written.
#[derive(Clone, Copy, Debug)]
pub struct PlayForm {
    /// The numbering of points.
    pub numbering: Numbering,
    /// The form of positions.
    pub positions: Positions,
}

impl PlayForm {
    /// As the session has it and the request wants it.
    pub fn new(table: &Table, positions: Option<Positions>) -> PlayForm {
        let positions = positions.unwrap_or(Positions::As(PositionForm::Npn));
        PlayForm { numbering: table.settings.play_numbering(), positions }
    }

    /// Adds `position=`, the position after a play.
    pub fn position(self, record: Record, after: &Position) -> Answered<Record> {
        match self.positions {
            Positions::Omitted => Ok(record),
            Positions::As(form) => Ok(record.text("position", state::text(after, form)?)),
        }
    }
}

/// `moves`.
pub fn moves(table: &Table, query: &MovesQuery) -> Answered<Reply> {
    let position = table.subject(&query.at)?;
    let (side, _) = to_move(&position)?;
    let form = PlayForm::new(table, query.positions);
    // The game knows whether a turn is a side's first; a position by itself does not.
    let mut plays = match &table.game {
        Some(game) if *game.position() == position => game.plays(),
        _ => Plays::of(&position),
    };
    let mut records = Vec::new();
    let record = |n: usize, text: String, play: &Play| {
        let record = Record::new("move").int("n", n).text("play", text);
        form.position(record, &position.after_play(side, play.table, &play.board))
    };
    match query.order {
        MovesOrder::Results => {
            for (n, play) in plays.iter().enumerate() {
                records.push(record(n + 1, plays.text(n, form.numbering), play)?);
            }
        }
        MovesOrder::Sequences => {
            let mut found = Vec::new();
            plays.sequences(&mut |steps, n| {
                found.push((steps, n));
                found.len() < SEQUENCES_MAX
            });
            for (n, (steps, result)) in found.into_iter().enumerate() {
                let Some(play) = plays.get(result) else { continue };
                let text = plays.spelled(play.table, steps, form.numbering);
                records.push(record(n + 1, text, play)?);
            }
        }
    }
    let fields = Fields::new().int("count", records.len());
    let fields = if plays.must_pass() { fields.text("forced", "pass") } else { fields };
    Ok(Reply { records, ..Reply::ok() }.closing_ok(fields))
}

/// The work of `perft DEPTH`.
pub fn perft(table: &Table, depth: u8, at: &At) -> Answered<(Work, Task)> {
    let position = table.subject(at)?;
    let task = Task::new(Query::Perft(depth), position, Limits::plies(0));
    Ok((Work::Perft(depth), task))
}

/// `pips`.
pub fn pips(table: &Table, at: &At) -> Answered<Reply> {
    let board = table.subject(at)?.white_board;
    let fields = Fields::new().int("white", board.pips(0)).int("black", board.pips(1));
    Ok(Reply::ok().closing_ok(fields))
}

/// `result`: whether the game is over, and how it ended.
pub fn result(table: &Table, at: &At) -> Answered<Reply> {
    let inline = at.position.is_some() || at.variant.is_some();
    let position = table.subject(at)?;
    let fields = Fields::new().flag("over", matches!(position.phase, Phase::Over(_)));
    Ok(Reply::ok().closing_ok(match (&table.game, position.phase) {
        (Some(game), _) if !inline => state::changed(fields, game.state()),
        (_, Phase::Over(outcome)) => state::over(state::phase(fields, &position), &outcome)
            .text("position", state::npn(&position)),
        _ => state::phase(fields, &position).text("position", state::npn(&position)),
    }))
}
