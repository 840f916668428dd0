//! Lines of GNU Backgammon's external player: one line, one reply, no state but two switches.

use nardy_protocol::gnubg::{GnubgError, GnubgReply, GnubgRequest, Verdict, parse};
use nardy_protocol::{Format, gnubg};

use super::event::{Effect, Frame};
use super::jobs::{Job, Work};
use super::{Effects, Session, Speech};
use crate::dialect::gnubg::{Ask, Evaluation, Question as Board, Settings, evaluation, question};
use crate::moves::Step;
use crate::rules::Phase;
use crate::search::{
    Answer, CubeChoice, Decision, DiceChoice, Findings, Limits, Query, Ranking, Task, TaskError,
};

pub use gnubg::looks_like_gnubg as speaks;

/// What stands for a line that could not be read: the grammar refuses it.
pub fn unreadable(frame: &Frame) -> String {
    match frame {
        Frame::TooLong { start, .. } | Frame::NotUtf8 { start, .. } | Frame::Nul { start, .. } => {
            format!("{start}\u{fffd}")
        }
        Frame::Line(line) => line.clone(),
    }
}

/// How the session behaves towards such a client.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manners {
    /// `set debug on` was said: what there is to tell follows in the log instead.
    pub debug: bool,
}

/// A question that the engine works on.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// What to do on a board.
    Board(Board),
    /// The chances on a board.
    Chances(Evaluation),
}

impl Session {
    /// Answers one line, or starts the work on it.
    pub(super) fn gnubg_line(&mut self, line: &str, out: &mut Effects) {
        let request = match parse(line) {
            Ok(request) => request,
            Err(error) => return say(&GnubgReply::Error(error), out),
        };
        let settings = Settings::GNUBG;
        let reply = match request {
            GnubgRequest::Empty => GnubgReply::Error(GnubgError::NoCommand),
            GnubgRequest::Help => GnubgReply::Help,
            GnubgRequest::Version => GnubgReply::Version { software: software() },
            GnubgRequest::Quit => return self.close(out),
            GnubgRequest::SetDebug(on) => {
                if let Speech::Gnubg(manners) = &mut self.speech {
                    manners.debug = on;
                }
                GnubgReply::Debug(on)
            }
            GnubgRequest::SetInterface(new) => GnubgReply::Interface(new),
            GnubgRequest::SetPrompt => GnubgReply::Error(GnubgError::PromptUnsupported),
            GnubgRequest::Board { board, options } => match question(&board, &options, &settings) {
                Ok(question) => {
                    return self.gnubg_ask(Question::Board(question), out);
                }
                Err(reply) => reply,
            },
            GnubgRequest::Evaluation { board, options, evaluation: asked } => {
                match evaluation(&board, &options, &asked, &settings) {
                    Ok(over) if matches!(over.position.phase, Phase::Over(_)) => finished(&over),
                    Ok(evaluation) => {
                        return self.gnubg_ask(Question::Chances(evaluation), out);
                    }
                    Err(reply) => reply,
                }
            }
        };
        say(&reply, out);
    }

    fn gnubg_ask(&mut self, question: Question, out: &mut Effects) {
        let task = question.task(self.table.settings.plies);
        let job = Job::new(None, Format::Text, Work::Gnubg(question), Vec::new());
        self.start(job, task, out);
    }
}

fn software() -> String {
    format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
}

fn say(reply: &GnubgReply, out: &mut Effects) {
    out.push(Effect::Write(reply.to_string()));
}

impl Question {
    fn task(&self, plies: u8) -> Task {
        match self {
            Question::Board(board) => {
                let query = match board.ask {
                    Ask::Chequer(_) => Query::Best(DiceChoice::Shown),
                    Ask::TakeBeaver => Query::Eval(CubeChoice::Shown),
                    _ => Query::Decide,
                };
                let limits = Limits { ranking: Ranking::Cubeful, ..Limits::plies(plies) };
                Task::new(query, board.position, limits)
            }
            Question::Chances(asked) => {
                let limits = Limits { noise: asked.noise as f32, ..Limits::plies(asked.plies) };
                Task::new(Query::Eval(CubeChoice::Shown), asked.position, limits)
            }
        }
    }

    /// The reply that an answer makes.
    pub fn answer(&self, result: &Result<Answer, TaskError>) -> String {
        let findings = match result {
            Ok(answer) => &answer.findings,
            Err(error) => return self.failed(&error.to_string()),
        };
        let reply = match self {
            Question::Board(board) => decided(board, findings),
            Question::Chances(asked) => chances(asked, findings),
        };
        reply.map_or_else(|| self.failed("the engine decided nothing"), |reply| reply.to_string())
    }

    /// The reply where the engine failed: `Error: ` is the only start that clients understand.
    pub fn failed(&self, message: &str) -> String {
        format!("Error: {message}\n")
    }
}

fn decided(board: &Board, findings: &Findings) -> Option<GnubgReply> {
    let verdict = match findings {
        Findings::Plays(rolls) => {
            let plays = rolls.first().map(|roll| roll.plays.as_slice()).unwrap_or_default();
            let steps: Vec<Step> =
                plays.first().map(|best| best.child.steps.iter().collect()).unwrap_or_default();
            return Some(board.moves(&steps));
        }
        // Taking leads to this position; dropping loses half its cube.
        Findings::Evaluations(list) => {
            let worth = list.first()?.cubeful;
            if worth >= -0.5 { Verdict::Take } else { Verdict::Drop }
        }
        Findings::Decision(decision) => match decision {
            Decision::Roll => Verdict::Roll,
            Decision::Double => Verdict::Double,
            Decision::Take => Verdict::Take,
            Decision::Beaver if board.may_beaver() => Verdict::Beaver,
            Decision::Beaver => Verdict::Take,
            Decision::Drop => Verdict::Drop,
            Decision::Accept => Verdict::Accept,
            Decision::Reject => Verdict::Reject,
            Decision::Play(child) => {
                return Some(board.moves(&child.steps.iter().collect::<Vec<_>>()));
            }
            Decision::Pass => return Some(board.moves(&[])),
        },
        _ => return None,
    };
    Some(GnubgReply::Verdict(verdict))
}

/// The chances in a finished game.
fn finished(asked: &Evaluation) -> GnubgReply {
    let Phase::Over(outcome) = asked.position.phase else {
        return GnubgReply::Error(GnubgError::BadBoard);
    };
    let won = outcome.winner == Some(asked.side);
    let at_least = |points| outcome.kind.is_some_and(|kind| kind.points() >= points);
    let mine = |points| f64::from(u8::from(won && at_least(points)));
    let theirs = |points| f64::from(u8::from(!won && at_least(points)));
    let points = outcome.kind.map_or(0, |kind| kind.points());
    let worth = match (asked.position.score.length, won) {
        (0, true) => f64::from(points),
        (0, false) => -f64::from(points),
        (_, true) => 1.0,
        (_, false) => 0.0,
    };
    GnubgReply::Evaluation([mine(1), mine(2), mine(3), theirs(2), theirs(3), worth])
}

fn chances(asked: &Evaluation, findings: &Findings) -> Option<GnubgReply> {
    let Findings::Evaluations(list) = findings else { return None };
    let found = list.first()?;
    // A finished game is judged for its loser, who stands as the side on turn.
    let chances = match asked.position.phase.decider() {
        Some(side) if side != asked.side => found.chances.swapped(),
        _ => found.chances,
    };
    let worth = match (found.match_chance, found.match_chance_cubeful, asked.cubeful) {
        (Some(_), Some(cubeful), true) => cubeful,
        (Some(cubeless), _, false) => cubeless,
        (_, _, true) => found.cubeful,
        (_, _, false) => found.equity,
    };
    let numbers = [
        chances.win,
        chances.win_gammon,
        chances.win_backgammon,
        chances.lose_gammon,
        chances.lose_backgammon,
        worth,
    ];
    Some(GnubgReply::Evaluation(numbers.map(f64::from)))
}
