//! `show history`: what has been done, in order.

use nardy_protocol::{FieldList, Fields, Record, Reply};

use crate::board::Side;
use crate::game::{Action, Change, Game};
use crate::moves::{self, Numbering};

/// One record a change, oldest first.
pub fn reply(game: &Game, numbering: Numbering) -> Reply {
    let records: Vec<Record> =
        game.history().enumerate().map(|(n, change)| record(n + 1, change, numbering)).collect();
    let fields = Fields::new().int("count", records.len()).int("undone", game.undone().len());
    Reply { records, ..Reply::ok() }.closing_ok(fields)
}

fn record(n: usize, change: &Change, numbering: Numbering) -> Record {
    let record = Record::new("history").int("n", n).int("game", change.after.game);
    let record = record.text_if("by", change.by.map(Side::name));
    let named = |record: Record, name: &'static str| record.text("action", name);
    let record = match &change.action {
        Action::NewGame | Action::NextGame => named(record, "new-game"),
        Action::NewMatch(length) => named(record, "new-match").int("length", *length),
        Action::Opening(throws) => {
            let throws: Vec<String> =
                throws.iter().map(|(w, b)| format!("{}-{}", w.pips(), b.pips())).collect();
            named(record, "opening").text("dice", throws.join(","))
        }
        Action::Roll(roll) => named(record, "roll").text("dice", roll.to_string()),
        Action::Play { .. } => named(record, "move").text_if("play", play(change, numbering)),
        Action::Pass => named(record, "pass"),
        Action::Choose(n) => named(record, "board").int("n", n + 1),
        Action::Double => named(record, "double"),
        Action::Take => named(record, "take"),
        Action::Drop => named(record, "drop"),
        Action::Beaver => named(record, "beaver"),
        Action::Resign(points) => named(record, "resign").int("points", *points),
        Action::Accept => named(record, "accept"),
        Action::Reject => named(record, "reject"),
        Action::Set(name) => named(record, name),
        Action::SetPosition => named(record, "set position"),
    };
    match change.outcome() {
        Some(outcome) => record
            .text("winner", outcome.winner.map_or("none", Side::name))
            .text("points", outcome.points.to_string()),
        None => record,
    }
}

/// The canonical text of the play of a change.
pub fn play(change: &Change, numbering: Numbering) -> Option<String> {
    let Action::Play { table, steps } = change.action else { return None };
    moves::text(&change.before.position, table, change.by?, steps, numbering)
}
