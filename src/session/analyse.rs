//! `analyse`: what the engine thinks of every play of the game so far.

use nardy_protocol::{FieldList, Fields, Query as Asked, Record, Reply};

use super::convert::{Answered, no_game};
use super::history::play as play_text;
use super::jobs::Work;
use super::table::Table;
use super::think::limits;
use crate::board::{AnyBoard, Side};
use crate::game::{Action, Change};
use crate::moves::{self, Numbering, TurnContext};
use crate::rules::Position;
use crate::search::{Answer, DiceChoice, Findings, Limits, Query, Task};

/// A play that was made.
struct Made {
    number: usize,
    before: Position,
    turn: Option<TurnContext>,
    after: AnyBoard,
    side: Side,
    text: String,
}

/// An analysis under way.
pub struct Analysis {
    made: Vec<Made>,
    next: usize,
    limits: Limits,
    numbering: Numbering,
    records: Vec<Record>,
    lost: [f64; 2],
}

/// The work of `analyse`; `None` where no play has been made.
pub fn begin(table: &Table, asked: &Asked) -> Option<Answered<(Work, Task)>> {
    let game = match table.game.as_ref() {
        Some(game) => game,
        None => return Some(Err(no_game())),
    };
    let limits = match limits(table, asked) {
        Ok(limits) => limits,
        Err(error) => return Some(Err(error)),
    };
    let numbering = table.settings.play_numbering();
    let made: Vec<Made> = game
        .history()
        .enumerate()
        .filter_map(|(n, change)| made(n + 1, change, numbering))
        .collect();
    let analysis =
        Analysis { made, next: 0, limits, numbering, records: Vec::new(), lost: [0.0; 2] };
    let task = analysis.task()?;
    Some(Ok((Work::Analyse(Box::new(analysis)), task)))
}

/// The reply where nothing has been played.
pub fn nothing(table: &Table) -> Answered<Reply> {
    table.game.as_ref().ok_or_else(no_game)?;
    Ok(Reply::ok().closing_ok(Fields::new().int("count", 0)))
}

fn made(number: usize, change: &Change, numbering: Numbering) -> Option<Made> {
    let (Action::Play { .. }, Some(side)) = (&change.action, change.by) else { return None };
    let text = play_text(change, numbering)?;
    let after = change.after.position.board(side);
    let (before, turn) = (change.before.position, change.before.turn());
    Some(Made { number, before, turn, after, side, text })
}

impl Analysis {
    /// The next thing for the engine.
    pub fn task(&self) -> Option<Task> {
        let made = self.made.get(self.next)?;
        let query = Query::Hint(DiceChoice::Shown, usize::MAX);
        Some(Task { turn: made.turn, ..Task::new(query, made.before, self.limits) })
    }

    /// Takes note of an answer; the reply once it was the last, or the request was stopped.
    pub fn note(&mut self, answer: &Answer, stopped: bool) -> Option<Reply> {
        if let (Some(made), Findings::Plays(rolls)) = (self.made.get(self.next), &answer.findings) {
            let plays = rolls.first().map(|roll| roll.plays.as_slice()).unwrap_or_default();
            let played = plays.iter().position(|play| play.child.board == made.after);
            if let (Some(best), Some(rank)) = (plays.first(), played) {
                let steps = best.child.steps;
                let text = moves::text(&made.before, 0, made.side, steps, self.numbering);
                let loss = f64::from(-plays[rank].diff);
                self.lost[made.side as usize] += loss;
                self.records.push(
                    Record::new("analyse")
                        .int("n", made.number)
                        .text("by", made.side.name())
                        .text("play", made.text.clone())
                        .text("best", text.unwrap_or_default())
                        .int("rank", rank + 1)
                        .int("of", plays.len())
                        .number("loss", loss.max(0.0), 3)
                        .signed("equity", plays[rank].equity.into(), 3)
                        .int("plies", plays[rank].plies),
                );
            }
        }
        self.next += 1;
        if self.next < self.made.len() && !stopped {
            return None;
        }
        let fields = Fields::new();
        let fields = if stopped { fields.flag("stopped", true) } else { fields };
        let records = std::mem::take(&mut self.records);
        let fields = fields
            .int("count", records.len())
            .number("white-loss", self.lost[0].max(0.0), 3)
            .number("black-loss", self.lost[1].max(0.0), 3);
        Some(Reply { records, ..Reply::ok() }.closing_ok(fields))
    }
}
