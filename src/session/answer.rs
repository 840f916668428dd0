//! Answers of the engine as records.

use nardy_protocol::{FieldList, Fields, Record, Reply};

use super::convert::Answered;
use super::several;
use super::think::{Ask, Thought};
use super::unit::Scale;
use crate::board::{AnyBoard, Side};
use crate::eval::Chances;
use crate::moves::{self, Child};
use crate::rules::Position;
use crate::search::{
    Advice, Answer, CubeAnswer, Decision, Evaluation, Findings, RankedPlay, ResignationAnswer,
    RollPlays, RolledOut,
};

const EQUITY: u8 = 3;
pub(super) const CHANCE: u8 = 4;

/// The whole reply to a request.
pub fn reply(thought: &Thought, answer: &Answer) -> Answered<Reply> {
    let records = records(thought, answer)?;
    Ok(Reply { records, ..Reply::ok() }.closing_ok(closing(answer)))
}

/// What every answer closes with: time, work, and whether it was stopped.
pub fn closing(answer: &Answer) -> Fields {
    let fields = Fields::new();
    let fields = if answer.stopped { fields.flag("stopped", true) } else { fields };
    fields.int("ms", answer.elapsed.as_millis()).int("nodes", answer.nodes)
}

/// The `info` record of a running request: its best so far.
pub fn progress(thought: &Thought, answer: &Answer) -> Option<Record> {
    let first = records(thought, answer).ok()?.into_iter().next()?;
    let fields = Fields::new().text("of", first.name.clone());
    let mut info = Record::new("info");
    info.fields = fields;
    info.fields.extend(first.fields);
    Some(info.int("ms", answer.elapsed.as_millis()).int("nodes", answer.nodes))
}

fn records(thought: &Thought, answer: &Answer) -> Answered<Vec<Record>> {
    let name = match thought.ask {
        Ask::Eval => "eval",
        Ask::Best => "best",
        Ask::Hint(_) => "hint",
        Ask::Cube => "cube",
        Ask::Rollout => "rollout",
        Ask::Resignation => "resign",
    };
    let view = View { thought, name, scale: Scale::of(thought, None) };
    match &answer.findings {
        Findings::Evaluations(list) => Ok(list.iter().map(|one| view.evaluation(one)).collect()),
        Findings::Plays(rolls) => {
            let mut records = Vec::new();
            for roll in rolls {
                view.roll(roll, &mut records)?;
            }
            Ok(records)
        }
        Findings::Cube(list) => Ok(list.iter().map(|one| view.cube(one)).collect()),
        Findings::Rollout(list) => {
            list.iter().enumerate().map(|(n, one)| view.rolled_out(n + 1, one)).collect()
        }
        Findings::Resignation(answer) => Ok(vec![view.resignation(answer)]),
        Findings::Decision(decision) => Ok(vec![view.decision(decision)?]),
        Findings::Several(several) => several::records(thought, name, several),
        // Printed by the request that counts.
        Findings::Perft(_) => Ok(Vec::new()),
    }
}

/// Chances to win and to lose, each cumulative.
pub(super) fn chances(record: Record, chances: &Chances) -> Record {
    let win = [chances.win, chances.win_gammon, chances.win_backgammon];
    let lose = [1.0 - chances.win, chances.lose_gammon, chances.lose_backgammon];
    record.numbers("win", win.map(f64::from).to_vec(), CHANCE).numbers(
        "lose",
        lose.map(f64::from).to_vec(),
        CHANCE,
    )
}

pub(super) fn equity(record: Record, name: &'static str, value: f32) -> Record {
    record.signed(name, value.into(), EQUITY)
}

struct View<'a> {
    thought: &'a Thought,
    name: &'static str,
    /// For the cube as the position shows it.
    scale: Scale,
}

impl View<'_> {
    fn position(&self) -> Position {
        Position { score: self.thought.score, ..self.thought.task.position }
    }

    /// Who plays in the asked position; White where nobody has thrown yet.
    fn mover(&self) -> Side {
        self.position().phase.decider().unwrap_or(Side::White)
    }

    fn record(&self) -> Record {
        self.scale.told(Record::new(self.name))
    }

    fn evaluation(&self, one: &Evaluation) -> Record {
        let record = self.record();
        let record = if self.thought.many { record.text("cube", one.cube.name()) } else { record };
        let scale = Scale::of(self.thought, Some(one.cube));
        let record = scale.equity(record, "equity", one.equity);
        let record = scale.equity(record, "cubeful", one.cubeful);
        let record = chances(record, &one.chances);
        let record = match (one.match_chance, one.match_chance_cubeful) {
            (Some(cubeless), Some(cubeful)) => record
                .number("match-chance", cubeless.into(), CHANCE)
                .number("match-chance-cubeful", cubeful.into(), CHANCE),
            _ => record,
        };
        record.int("plies", one.plies)
    }

    /// Play and position after it.
    fn child(&self, record: Record, child: &Child<AnyBoard>) -> Record {
        let numbering = self.thought.form.numbering;
        let text = moves::text(&self.position(), 0, self.mover(), child.steps, numbering);
        record.text("play", text.unwrap_or_default())
    }

    fn after(&self, record: Record, child: &Child<AnyBoard>) -> Answered<Record> {
        let after = self.position().after_play(self.mover(), 0, &child.board);
        self.thought.form.position(record, &after)
    }

    fn roll(&self, roll: &RollPlays, records: &mut Vec<Record>) -> Answered<()> {
        let start = || {
            let record = self.record();
            if self.thought.many { record.text("dice", roll.roll.to_string()) } else { record }
        };
        if roll.plays.is_empty() {
            records.push(start().text("play", "pass"));
        }
        for (n, play) in roll.plays.iter().enumerate() {
            records.push(self.play(start(), n + 1, play)?);
        }
        Ok(())
    }

    fn play(&self, record: Record, rank: usize, play: &RankedPlay) -> Answered<Record> {
        let ranked = matches!(self.thought.ask, Ask::Hint(_));
        let record = if ranked { record.int("rank", rank) } else { record };
        let scale = &self.scale;
        let record = scale.equity(self.child(record, &play.child), "equity", play.equity);
        let record = if ranked { scale.difference(record, "diff", play.diff) } else { record };
        let record = scale.equity(record, "cubeful", play.cubeful);
        let record = chances(record, &play.chances).int("plies", play.plies);
        self.after(record, &play.child)
    }

    fn cube(&self, one: &CubeAnswer) -> Record {
        let record = self.record();
        let record = if self.thought.many { record.text("cube", one.cube.name()) } else { record };
        let (scale, equities) = (Scale::of(self.thought, Some(one.cube)), &one.decision.equities);
        let record = scale.equity(record, "no-double", equities.no_double);
        let record = scale.equity(record, "double-take", equities.double_take);
        let record = scale.equity(record, "double-pass", equities.double_pass);
        let record = record.text("action", one.decision.action.name());
        let record = scale.equity(record, "equity", one.equity);
        chances(record, &one.chances).int("plies", one.plies)
    }

    fn rolled_out(&self, rank: usize, one: &RolledOut) -> Answered<Record> {
        let record = match &one.child {
            Some(child) => self.child(self.record().int("rank", rank), child),
            None => self.record(),
        };
        let scale = &self.scale;
        let record = scale.equity(record.int("trials", one.trials), "equity", one.equity);
        let record = scale.error(record, "stderr", one.stderr);
        let record = match one.child {
            Some(_) => scale.difference(record, "diff", one.diff),
            None => record,
        };
        let record = match one.diff_stderr {
            Some(error) => scale.error(record, "diff-stderr", error),
            None => record,
        };
        let record = scale.equity(record, "cubeful", one.cubeful);
        let record = match one.cubeful_stderr {
            Some(error) => scale.error(record, "cubeful-stderr", error),
            None => record,
        };
        let record = chances(record, &one.chances);
        let error = &one.chances_stderr;
        let errors = |three: [f32; 3]| three.map(f64::from).to_vec();
        let record = record
            .numbers(
                "win-stderr",
                errors([error.win, error.win_gammon, error.win_backgammon]),
                CHANCE,
            )
            .numbers(
                "lose-stderr",
                errors([error.win, error.lose_gammon, error.lose_backgammon]),
                CHANCE,
            );
        match &one.child {
            Some(child) => self.after(record, child),
            None => Ok(record),
        }
    }

    fn resignation(&self, answer: &ResignationAnswer) -> Record {
        let record = match answer.advice {
            Advice::Resign(points) => self.record().text("action", "resign").int("points", points),
            Advice::PlayOn => self.record().text("action", "play-on"),
            Advice::Accept => self.record().text("action", "accept"),
            Advice::Reject => self.record().text("action", "reject"),
        };
        let record = self.scale.equity(record, "equity", answer.equity);
        chances(record, &answer.chances).int("plies", answer.plies)
    }

    fn decision(&self, decision: &Decision) -> Answered<Record> {
        match decision {
            Decision::Play(child) => {
                let record = self.child(self.record().text("action", "move"), child);
                self.after(record, child)
            }
            other => Ok(self.record().text("action", decision_name(other))),
        }
    }
}

/// The command that a decision is.
pub fn decision_name(decision: &Decision) -> &'static str {
    match decision {
        Decision::Roll => "roll",
        Decision::Double => "double",
        Decision::Take => "take",
        Decision::Beaver => "beaver",
        Decision::Drop => "drop",
        Decision::Accept => "accept",
        Decision::Reject => "reject",
        Decision::Play(_) => "move",
        Decision::Pass => "pass",
    }
}
