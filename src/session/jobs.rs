//! Requests that the engine works on.

use nardy_protocol::{ErrorCode, FieldList, Fields, Format, ProtocolError, Record, Reply, Tag};

use super::analyse::Analysis;
use super::answer;
use super::convert::Answered;
use super::event::JobId;
use super::gnubg::Question;
use super::play::Act;
use super::table::Table;
use super::think::Thought;
use super::ubgi::Thinking;
use crate::search::{Answer, Task, TaskError};

/// What is done with the answer of the engine.
pub enum Work {
    /// It is printed.
    Think(Thought),
    /// It is played.
    Play(Act),
    /// It is one of many of an analysis.
    Analyse(Box<Analysis>),
    /// It is a count.
    Perft(u8),
    /// It answers a question of the gnubg dialect.
    Gnubg(Question),
    /// It answers a `go` of the ubgi dialect.
    Ubgi(Box<Thinking>),
}

/// What follows when the engine is done.
pub enum Step {
    /// The request is closed by this text.
    Closed(String),
    /// The engine has more to do; this may be told so far.
    Next(String, Box<Task>),
}

/// One running request.
pub struct Job {
    /// Its tag.
    pub tag: Option<Tag>,
    /// How it is answered.
    pub format: Format,
    work: Work,
    warnings: Vec<Record>,
    /// The error to close with once the engine has stopped.
    overdue: Option<ProtocolError>,
    stopped: bool,
}

impl Job {
    /// A request that is about to run.
    pub fn new(tag: Option<Tag>, format: Format, work: Work, warnings: Vec<Record>) -> Job {
        Job { tag, format, work, warnings, overdue: None, stopped: false }
    }

    /// The text of progress, where the request wants any.
    pub fn progress(&self, answer: &Answer) -> Option<String> {
        match &self.work {
            Work::Think(thought) => {
                let mut text = String::new();
                let record = answer::progress(thought, answer)?;
                record.print(self.format, self.tag.as_ref(), &mut text);
                Some(text)
            }
            Work::Ubgi(thinking) => thinking.progress(answer),
            _ => None,
        }
    }

    /// The answer has come.
    pub fn done(&mut self, table: &mut Table, result: Result<Answer, TaskError>) -> Step {
        match &mut self.work {
            Work::Gnubg(question) => return Step::Closed(question.answer(&result)),
            // One that is overdue has been stopped and answers with what it has.
            Work::Ubgi(thinking) => {
                let stopped = self.stopped || self.overdue.is_some();
                return thinking.done(&result, stopped);
            }
            _ => {}
        }
        let reply = if let Some(error) = self.overdue.take() {
            Err(error)
        } else {
            match result {
                Ok(answer) => match self.warned(&answer).answered(table, &answer) {
                    Ok(Some(reply)) => Ok(reply),
                    Ok(None) => match self.next() {
                        Some(task) => return Step::Next(String::new(), Box::new(task)),
                        None => Ok(Reply::ok()),
                    },
                    Err(error) => Err(error),
                },
                Err(error) => Err(task_error(&error)),
            }
        };
        Step::Closed(self.print(reply.unwrap_or_else(Reply::error)))
    }

    /// Notes what is to be told beside an answer, once where it takes several answers.
    fn warned(&mut self, answer: &Answer) -> &mut Job {
        if let Some(message) = &answer.shortfall {
            let warning = Record::new("warning").text("code", "no-table");
            let warning = warning.text("message", message.clone());
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
        self
    }

    /// The reply that an answer makes; `None` while the engine has more to do.
    fn answered(&mut self, table: &mut Table, answer: &Answer) -> Answered<Option<Reply>> {
        match &mut self.work {
            Work::Think(thought) => answer::reply(thought, answer).map(Some),
            Work::Play(act) => act.carry_out(table, answer).map(Some),
            Work::Analyse(analysis) => Ok(analysis.note(answer, self.stopped)),
            Work::Perft(depth) => Ok(Some(perft(*depth, answer))),
            Work::Gnubg(_) | Work::Ubgi(_) => Ok(None),
        }
    }

    fn next(&self) -> Option<Task> {
        match &self.work {
            Work::Analyse(analysis) => analysis.task(),
            _ => None,
        }
    }

    /// The text that closes the request with an error.
    pub fn failed(&self, error: ProtocolError) -> String {
        match &self.work {
            Work::Gnubg(question) => question.failed(&error.message),
            Work::Ubgi(thinking) => thinking.failed(error.into()),
            _ => self.print(error.into()),
        }
    }

    fn print(&self, mut reply: Reply) -> String {
        let mut text = String::new();
        reply.records.extend(self.warnings.iter().cloned());
        reply.print(self.format, self.tag.as_ref(), &mut text);
        text
    }
}

fn perft(depth: u8, answer: &Answer) -> Reply {
    let crate::search::Findings::Perft(counted) = &answer.findings else { return Reply::ok() };
    let fields = Fields::new().int("depth", depth);
    let fields = fields.int("leaves", counted.leaves).int("weighted", counted.weighted);
    let fields = if answer.stopped { fields.flag("stopped", true) } else { fields };
    Reply::ok().closing_ok(fields)
}

/// An error of the engine.
pub fn task_error(error: &TaskError) -> ProtocolError {
    let code = match error {
        TaskError::WrongPhase(_) => ErrorCode::WrongPhase,
        TaskError::NoEvaluator(_) => ErrorCode::Unsupported,
        TaskError::Busy => ErrorCode::Busy,
        TaskError::Internal(_) => ErrorCode::Internal,
    };
    ProtocolError::new(code, error.to_string())
}

/// All running requests of a session. They are few: a list is enough.
#[derive(Default)]
pub struct Jobs {
    running: Vec<(JobId, Job)>,
    next: u64,
}

impl Jobs {
    /// Adds a request and gives it a number.
    pub fn add(&mut self, job: Job) -> JobId {
        let id = JobId(self.next);
        self.next += 1;
        self.running.push((id, job));
        id
    }

    /// How many run.
    pub fn len(&self) -> usize {
        self.running.len()
    }

    /// Whether none runs.
    pub fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    /// A request by its number.
    pub fn get_mut(&mut self, id: JobId) -> Option<&mut Job> {
        self.running.iter_mut().find(|(known, _)| *known == id).map(|(_, job)| job)
    }

    /// Forgets a request.
    pub fn remove(&mut self, id: JobId) {
        self.running.retain(|(known, _)| *known != id);
    }

    /// Forgets and gives all requests.
    pub fn drain(&mut self) -> impl Iterator<Item = Job> + '_ {
        self.running.drain(..).map(|(_, job)| job)
    }

    /// The numbers of all.
    pub fn ids(&self) -> impl Iterator<Item = JobId> + '_ {
        self.running.iter().map(|(id, _)| *id)
    }

    /// The numbers of those with this tag.
    pub fn tagged<'a>(&'a self, tag: Option<&'a Tag>) -> impl Iterator<Item = JobId> + 'a {
        self.running.iter().filter(move |(_, job)| job.tag.as_ref() == tag).map(|(id, _)| *id)
    }

    /// These have been told to stop.
    pub fn note_stopped(&mut self, ids: &[JobId]) {
        for (id, job) in &mut self.running {
            job.stopped |= ids.contains(id);
        }
    }

    /// A request has used up its time and is to close with this error.
    pub fn note_overdue(&mut self, id: JobId, error: ProtocolError) {
        if let Some(job) = self.get_mut(id) {
            job.overdue = Some(error);
        }
    }
}
