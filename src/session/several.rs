//! Answers about several boards as records.

use nardy_protocol::{FieldList, Record};

use super::answer::{CHANCE, chances, decision_name, equity};
use super::convert::Answered;
use super::think::{Ask, Thought};
use crate::board::{AnyBoard, Side};
use crate::moves::{self, Child};
use crate::search::Decision;
use crate::search::parallel::findings::{
    Several, TableCube, TableDecision, TablePlay, TablesRolledOut, ThrowPlays, Total,
};

/// The records of an answer under the name of its request.
pub fn records(thought: &Thought, name: &'static str, found: &Several) -> Answered<Vec<Record>> {
    let view = View { thought, name };
    match found {
        Several::Total(total) => Ok(view.total(total)),
        Several::Plays(throws) => {
            let mut records = Vec::new();
            for throw in throws {
                view.throw(throw, &mut records)?;
            }
            Ok(records)
        }
        Several::Cube(cubes) => Ok(cubes.iter().map(|one| view.cube(one)).collect()),
        Several::Decision(decision) => Ok(vec![view.decision(decision)?]),
        Several::Rollout(list) => {
            let mut records = Vec::new();
            for (n, one) in list.iter().enumerate() {
                view.rolled_out(n + 1, one, &mut records)?;
            }
            Ok(records)
        }
    }
}

struct View<'a> {
    thought: &'a Thought,
    name: &'static str,
}

impl View<'_> {
    fn record(&self) -> Record {
        Record::new(self.name)
    }

    /// Who plays in the asked position; White where nobody has thrown yet.
    fn mover(&self) -> Side {
        self.thought.task.position.phase.decider().unwrap_or(Side::White)
    }

    fn game(&self, table: usize) -> &'static str {
        self.thought.task.position.rules.of_table(table).variant.name()
    }

    fn total(&self, total: &Total) -> Vec<Record> {
        let all = equity(self.record(), "equity", total.total);
        let all = equity(all, "cubeful", total.cubeful);
        let all = equity(all, "settled", total.settled).int("plies", total.plies);
        let board = |one: &crate::search::parallel::findings::TableWorth| {
            let record = self.record().int("board", one.table + 1);
            let record = record.text("game", self.game(one.table));
            let record = chances(equity(record, "equity", one.points), &one.chances);
            record.number("first", one.first.into(), CHANCE)
        };
        std::iter::once(all).chain(total.tables.iter().map(board)).collect()
    }

    /// The play and the position after it.
    fn play(
        &self,
        record: Record,
        table: usize,
        child: &Child<AnyBoard>,
    ) -> (Record, crate::rules::Position) {
        let position = &self.thought.task.position;
        let numbering = self.thought.form.numbering;
        let text = if child.steps.is_empty() {
            format!("{}: pass", table + 1)
        } else {
            let text = moves::text(position, table, self.mover(), child.steps, numbering);
            text.unwrap_or_default()
        };
        (record.text("play", text), position.after_play(self.mover(), table, &child.board))
    }

    fn throw(&self, throw: &ThrowPlays, records: &mut Vec<Record>) -> Answered<()> {
        let ranked = matches!(self.thought.ask, Ask::Hint(_));
        for (n, one) in throw.plays.iter().enumerate() {
            let TablePlay { table, child, total, diff, chances: won, plies } = one;
            let record = self.record();
            let many = self.thought.many;
            let record = if many { record.text("dice", throw.roll.to_string()) } else { record };
            let record = if ranked { record.int("rank", n + 1) } else { record };
            let (record, after) = self.play(record, *table, child);
            let record = equity(record, "equity", *total);
            let record = if ranked { equity(record, "diff", *diff) } else { record };
            let record = chances(record, won).int("plies", *plies);
            records.push(self.thought.form.position(record, &after)?);
        }
        Ok(())
    }

    fn cube(&self, one: &TableCube) -> Record {
        let record = self.record();
        let record = match one.table {
            Some(table) => record.int("board", table + 1),
            None => record.int("drop-board", one.lost + 1),
        };
        let equities = &one.decision.equities;
        let record = equity(record, "no-double", equities.no_double);
        let record = equity(record, "double-take", equities.double_take);
        let record = equity(record, "double-pass", equities.double_pass);
        record.text("action", one.decision.action.name()).int("plies", 0)
    }

    fn decision(&self, one: &TableDecision) -> Answered<Record> {
        let record = self.record().text("action", decision_name(&one.decision));
        match (&one.decision, one.table) {
            (Decision::Play(child), Some(table)) => {
                let (record, after) = self.play(record, table, child);
                self.thought.form.position(record, &after)
            }
            (_, Some(table)) => Ok(record.int("board", table + 1)),
            (_, None) => Ok(record),
        }
    }

    fn rolled_out(
        &self,
        rank: usize,
        one: &TablesRolledOut,
        records: &mut Vec<Record>,
    ) -> Answered<()> {
        let error = |record: Record, name, value: f32| record.number(name, value.into(), CHANCE);
        let record = self.record();
        let (record, after) = match &one.play {
            Some((table, child)) => {
                let (record, after) = self.play(record.int("rank", rank), *table, child);
                (record, Some(after))
            }
            None => (record, None),
        };
        let record = equity(record.int("trials", one.trials), "equity", one.total);
        let record = error(record, "stderr", one.stderr);
        let record = if one.play.is_some() { equity(record, "diff", one.diff) } else { record };
        let record = match one.diff_stderr {
            Some(stderr) => error(record, "diff-stderr", stderr),
            None => record,
        };
        match after {
            Some(after) => records.push(self.thought.form.position(record, &after)?),
            None => {
                records.push(record);
                records.extend(one.tables.iter().map(|&(table, points)| {
                    let record = self.record().int("board", table + 1);
                    equity(record.text("game", self.game(table)), "equity", points)
                }));
            }
        }
        Ok(())
    }
}
