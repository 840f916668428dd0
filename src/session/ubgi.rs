//! A session that speaks the Universal Backgammon Interface: lines that change what has been told,
//! most of them without a reply, and `go`, which the engine answers.
//!
//! Lines are served in the order in which they come; those that come while the engine thinks wait,
//! but for `stop`, which ends what it is at. Each `go` has exactly one last line.

use nardy_protocol::Format;
use nardy_protocol::Parsed;
use nardy_protocol::ubgi::{
    CubeWord, Edition, UbgiClass, UbgiError, UbgiReply, UbgiRequest, UbgiStep, parse,
};

use super::event::{Effect, Frame};
use super::jobs::{Job, Step, Work, task_error};
use super::table::Table;
use super::ubgi_options::Options;
use super::{Effects, Session, Speech};
use crate::dialect::ubgi::{Method, Question, Situation, Stage, Verdict, info};
use crate::rules::Variant;
use crate::search::{Answer, Task, TaskError};

pub use nardy_protocol::ubgi::begins_ubgi as begins;

/// A line as it came, to be served in its turn.
pub type Heard = Result<UbgiRequest, UbgiError>;

/// What such a client has told.
pub struct Talk {
    edition: Edition,
    situation: Situation,
    options: Options,
}

/// What follows from a line.
enum Then {
    /// Replies, maybe none.
    Say(Vec<UbgiReply>),
    /// Work for the engine.
    Think(Box<Thinking>),
    /// The end.
    Close,
}

/// A `go` that the engine works on.
#[derive(Clone, Debug)]
pub struct Thinking {
    question: Question,
    edition: Edition,
    stage: Stage,
    cube: CubeWord,
}

impl Talk {
    /// A client that has told nothing yet.
    pub fn new() -> Talk {
        Talk {
            edition: Edition::default(),
            situation: Situation::new(Variant::Backgammon),
            options: Options::default(),
        }
    }

    fn hear(&mut self, heard: Heard, table: &mut Table) -> Then {
        if let Ok(request) = &heard {
            self.edition = request.edition().unwrap_or(self.edition);
        }
        let done = heard.and_then(|request| self.serve(request, table));
        done.unwrap_or_else(|error| Then::Say(vec![UbgiReply::Error(error, self.edition)]))
    }

    fn serve(&mut self, request: UbgiRequest, table: &mut Table) -> Result<Then, UbgiError> {
        let situation = &mut self.situation;
        match request {
            UbgiRequest::Ubgi => return Ok(Then::Say(self.introduction(table))),
            UbgiRequest::IsReady => return Ok(Then::Say(vec![UbgiReply::ReadyOk])),
            UbgiRequest::Keys => {
                let keys = self.options.list(situation, table).map(UbgiReply::Key).collect();
                return Ok(Then::Say(keys));
            }
            UbgiRequest::Get(key) => {
                let (key, value) = self.options.value(&key, situation, table)?;
                return Ok(Then::Say(vec![UbgiReply::Value(key, value)]));
            }
            UbgiRequest::Proto(_) => return Ok(Then::Say(vec![UbgiReply::Proto(self.edition)])),
            UbgiRequest::Go(go) => {
                let limits = self.options.limits(&go, table)?;
                let rolls_out = go.trials.is_some();
                let method = if rolls_out { Method::Rollout } else { Method::LookAhead };
                let question = Question::new(situation, go.role, method, limits)?;
                return Ok(Then::Think(Box::new(Thinking::new(question, self.edition))));
            }
            UbgiRequest::Quit => return Ok(Then::Close),
            UbgiRequest::SetOption { name: key, value } | UbgiRequest::Set { key, value } => {
                self.options.set(&key, &value, situation, table)?;
            }
            UbgiRequest::NewGame => *situation = situation.new_game(),
            UbgiRequest::NewSession(play) => *situation = situation.new_session(play),
            UbgiRequest::SetScore(points) => *situation = situation.with_score(points)?,
            UbgiRequest::SetCube { value, owner } => {
                *situation = situation.with_cube(value, owner)?;
            }
            UbgiRequest::SetTurn(player) => *situation = situation.with_turn(player)?,
            UbgiRequest::Position(text) => *situation = situation.with_position(&text)?,
            UbgiRequest::Dice(dice) => *situation = situation.with_dice(dice)?,
            // Seen to when it came; nothing runs any more.
            UbgiRequest::Stop => {}
        }
        Ok(Then::Say(Vec::new()))
    }

    /// The answer to `ubgi`: the options in the words of both drafts, so that a client of either
    /// finds its own.
    fn introduction(&self, table: &Table) -> Vec<UbgiReply> {
        let options = || self.options.list(&self.situation, table);
        let mut replies = vec![
            UbgiReply::Id("name", "Nardy".to_owned()),
            UbgiReply::Id("author", "the Nardy authors".to_owned()),
            UbgiReply::Id("version", env!("CARGO_PKG_VERSION").to_owned()),
            UbgiReply::Proto(Edition::Second),
        ];
        replies.extend(options().map(UbgiReply::Option));
        replies.extend(options().map(UbgiReply::Key));
        replies.push(UbgiReply::UbgiOk);
        replies
    }
}

impl Thinking {
    fn new(question: Question, edition: Edition) -> Thinking {
        Thinking { question, edition, stage: question.first(), cube: CubeWord::NoDouble }
    }

    fn task(&self) -> Task {
        self.question.task(self.stage)
    }

    /// The `info` line of an answer on the way.
    pub fn progress(&self, answer: &Answer) -> Option<String> {
        info(&self.question, self.stage, answer).map(|line| line.to_string())
    }

    /// What follows an answer of the engine; `stopped` if somebody has asked for the end.
    pub fn done(&mut self, result: &Result<Answer, TaskError>, stopped: bool) -> Step {
        let answer = match result {
            Ok(answer) => answer,
            Err(error) => return Step::Closed(self.failed(task_error(error).into())),
        };
        let Some(verdict) = Verdict::of(&self.question, self.stage, answer) else {
            let error = UbgiError::new(UbgiClass::Internal, "the engine decided nothing");
            return Step::Closed(self.failed(error));
        };
        let told = self.progress(answer).unwrap_or_default();
        if let Verdict::Cube(word) = verdict
            && let Some(next) = self.question.after(self.stage)
        {
            (self.cube, self.stage) = (word, next);
            let task = if stopped { self.question.hurried_task() } else { self.task() };
            return Step::Next(told, Box::new(task));
        }
        Step::Closed(told + &self.best(verdict).to_string())
    }

    fn best(&self, verdict: Verdict) -> UbgiReply {
        let turn = self.question.role == nardy_protocol::ubgi::Role::Turn;
        match verdict {
            Verdict::Cube(word) => UbgiReply::BestCube(word),
            Verdict::Play(steps) if turn => UbgiReply::BestTurn(self.cube, steps),
            Verdict::Play(steps) => UbgiReply::BestMove(steps as Vec<UbgiStep>),
        }
    }

    /// The line that ends it where there is no answer.
    pub fn failed(&self, error: UbgiError) -> String {
        UbgiReply::Error(error, self.edition).to_string()
    }
}

impl Session {
    /// Takes a line in.
    pub(super) fn ubgi_frame(&mut self, frame: &Frame, out: &mut Effects) {
        let heard = match frame {
            Frame::Line(line) => match parse(line) {
                None => return,
                Some(heard) => heard,
            },
            bad => Err(unreadable(bad)),
        };
        if let Ok(UbgiRequest::Stop) = heard {
            return self.ubgi_stop(out);
        }
        self.waiting.push_back(super::Waiting::Ubgi(heard));
    }

    /// Ends what the engine is at, whose last line follows; says nothing itself.
    fn ubgi_stop(&mut self, out: &mut Effects) {
        if let Some(id) = self.front {
            out.push(Effect::Stop(id));
            self.jobs.note_stopped(&[id]);
        }
    }

    /// Serves a line whose turn it is.
    pub(super) fn ubgi_line(&mut self, heard: Heard, out: &mut Effects) {
        let Speech::Ubgi(talk) = &mut self.speech else { return };
        match talk.hear(heard, &mut self.table) {
            Then::Say(replies) => {
                let text: String = replies.iter().map(ToString::to_string).collect();
                if !text.is_empty() {
                    out.push(Effect::Write(text));
                }
            }
            Then::Think(thinking) => {
                let task = thinking.task();
                let job = Job::new(None, Format::Text, Work::Ubgi(thinking), Vec::new());
                self.start(job, task, out);
            }
            Then::Close => {
                self.cancel(out);
                self.close(out);
            }
        }
    }
}

/// What is wrong with a line that is none.
fn unreadable(frame: &Frame) -> UbgiError {
    match frame.parse() {
        Parsed::Failed { error, .. } => UbgiError::new(UbgiClass::Malformed, error.message),
        _ => UbgiError::new(UbgiClass::Malformed, "the line cannot be read"),
    }
}
