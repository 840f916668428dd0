//! One client's conversation as a pure state machine: events in, effects out. Knows no sockets, no
//! threads and no clocks.
//!
//! * [`event`]: what happens to a session and what it wants done
//! * `conversation` here: whose turn it is to be answered, `jobs`: what runs
//! * `setup`, `act`, `look`, `info`: requests answered at once, a file a group
//! * `think`, `answer`, `play`, `analyse`: requests that the engine works on
//! * `speech`, `gnubg`, `ubgi`: clients that speak another dialect
//! * `convert`, `state`: between the protocol's words and the game's
//!
//! Invariant: each request gets one closing line, also when it is stopped. Invariant: a request that
//! fails leaves game and settings as they were.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod act;
mod analyse;
mod answer;
mod convert;
mod files;
mod gnubg;
mod history;
mod info;
mod jobs;
mod look;
mod perform;
mod play;
mod settings;
mod setup;
mod several;
mod speech;
mod state;
mod table;
mod think;
mod ubgi;
mod ubgi_options;
mod unit;

pub mod event;

pub use info::NetFact;
pub use speech::Dialect;

use std::collections::VecDeque;
use std::sync::Arc;

use event::{Effect, Event, Frame, Handler, JobId};
use jobs::{Job, Jobs};
use nardy_protocol::{
    Command, ErrorCode, Fields, Format, Parsed, ProtocolError, Reply, Request, Tag,
};
use nardy_protocol::{FieldList, Limits};
use speech::{Speech, Waiting};
use table::Table;

use crate::search::{Report, Task};

/// Requests that may wait for their turn before no more input is taken.
const WAITING_MAX: usize = 1024;

/// What all sessions of a server share.
#[derive(Clone, Debug)]
pub struct SessionConfig {
    /// Language.
    pub dialect: Dialect,
    /// Long requests of one session that may run at the same time.
    pub requests_in_flight: usize,
    /// Engine time in milliseconds that one request may take, where there is a limit.
    pub request_ms: Option<u64>,
    /// Whether `import` and `export` may use files.
    pub files: bool,
    /// Threads of the engine, which a rollout may use unless the session sets fewer.
    pub threads: u16,
    /// The nets that the engine judges with.
    pub nets: Arc<[NetFact]>,
}

/// One client's conversation.
pub struct Session {
    config: SessionConfig,
    speech: Speech,
    table: Table,
    waiting: VecDeque<Waiting>,
    jobs: Jobs,
    /// The running request that the untagged ones behind it wait for.
    front: Option<JobId>,
    /// Requests of `ready`, which wait until nothing runs; an untagged one holds up what follows.
    barriers: Vec<(Option<Tag>, Format)>,
    input_ended: bool,
    closed: bool,
}

type Effects = Vec<Effect<Task>>;

impl Session {
    /// A session that has heard nothing yet.
    pub fn new(config: SessionConfig) -> Session {
        let mut table = Table::default();
        table.settings.threads = config.threads.max(1);
        Session {
            speech: Speech::of(config.dialect),
            config,
            table,
            waiting: VecDeque::new(),
            jobs: Jobs::default(),
            front: None,
            barriers: Vec::new(),
            input_ended: false,
            closed: false,
        }
    }

    fn frame(&mut self, frame: Frame, out: &mut Effects) {
        match (&self.speech, frame) {
            (Speech::Ubgi(_), frame) => self.ubgi_frame(&frame, out),
            (Speech::Gnubg(_), Frame::Line(line)) => self.waiting.push_back(Waiting::Gnubg(line)),
            (Speech::Gnubg(_), bad) => {
                self.waiting.push_back(Waiting::Gnubg(gnubg::unreadable(&bad)));
            }
            (Speech::Native, Frame::Line(line)) if gnubg::speaks(&line) => {
                self.waiting.push_back(Waiting::Gnubg(line));
            }
            (Speech::Native, Frame::Line(line)) if ubgi::begins(&line) => {
                self.speech = Speech::of(Dialect::Ubgi);
                self.ubgi_frame(&Frame::Line(line), out);
            }
            (Speech::Native, frame) => self.native_frame(&frame, out),
        }
    }

    fn native_frame(&mut self, frame: &Frame, out: &mut Effects) {
        match frame.parse() {
            Parsed::Nothing => {}
            Parsed::Failed { tag, json, error } => {
                let format = self.format(json);
                self.answer(tag.as_ref(), format, error.into(), out);
            }
            Parsed::Request(request) => self.request(request, out),
        }
    }

    fn format(&self, json: bool) -> Format {
        if json { Format::Json } else { self.table.settings.format }
    }

    /// Writes a reply: a tagged one at once, an untagged one when its turn has come.
    fn answer(&mut self, tag: Option<&Tag>, format: Format, reply: Reply, out: &mut Effects) {
        if tag.is_none() && (self.front.is_some() || !self.waiting.is_empty()) {
            self.waiting.push_back(Waiting::Reply(format, reply));
        } else {
            write(tag, format, &reply, out);
        }
    }

    /// Decides when a request is answered.
    fn request(&mut self, request: Request, out: &mut Effects) {
        if let Command::Stop(target) = &request.command {
            let count = self.stop(target.as_ref(), out);
            let reply = Reply::ok().closing_ok(Fields::new().int("stopped", count));
            let format = self.format(request.json);
            return self.answer(request.tag.as_ref(), format, reply, out);
        }
        let overtakes = request.tag.is_some()
            && (self.waiting.is_empty() || perform::stands_alone(&request.command));
        if overtakes {
            self.perform(request, out);
        } else {
            self.waiting.push_back(Waiting::Request(request));
        }
    }

    /// Stops the job of a tag, or all; tells how many.
    fn stop(&mut self, target: Option<&Tag>, out: &mut Effects) -> usize {
        let hit: Vec<JobId> = match target {
            Some(_) => self.jobs.tagged(target).collect(),
            None => self.jobs.ids().collect(),
        };
        out.extend(hit.iter().map(|&job| Effect::Stop(job)));
        self.jobs.note_stopped(&hit);
        hit.len()
    }

    /// Answers what waits, in order, until something must be waited for.
    fn pump(&mut self, out: &mut Effects) {
        while !self.closed && self.front.is_none() && !self.held_up() {
            match self.waiting.pop_front() {
                None => break,
                Some(Waiting::Reply(format, reply)) => write(None, format, &reply, out),
                Some(Waiting::Gnubg(line)) => self.gnubg_line(&line, out),
                Some(Waiting::Ubgi(heard)) => self.ubgi_line(heard, out),
                Some(Waiting::Request(request)) => self.perform(request, out),
            }
        }
    }

    /// Whether an untagged `ready` waits.
    fn held_up(&self) -> bool {
        self.barriers.iter().any(|(tag, _)| tag.is_none())
    }

    /// Answers a request, or starts the work on it.
    fn perform(&mut self, request: Request, out: &mut Effects) {
        let format = self.format(request.json);
        let tag = request.tag.clone();
        match request.command {
            Command::Quit => return self.quit(tag.as_ref(), format, out),
            Command::Ready if self.jobs.is_empty() => {}
            Command::Ready => return self.barriers.push((tag, format)),
            _ => {}
        }
        match perform::perform(&mut self.table, &self.config, &request) {
            perform::Performed::Reply(mut reply) => {
                let warnings = request.warnings.iter().map(|warning| warning.record());
                reply.records.extend(warnings);
                // `set format` already speaks the new one.
                write(tag.as_ref(), self.format(request.json), &reply, out);
            }
            perform::Performed::Work(work) => {
                let (work, task) = *work;
                let warnings = request.warnings.iter().map(|warning| warning.record()).collect();
                let job = Job::new(tag, format, work, warnings);
                self.start(job, task, out);
            }
        }
    }

    /// Hands a task to the engine, unless as much runs as may.
    fn start(&mut self, job: Job, task: Task, out: &mut Effects) {
        let allowed = self.config.requests_in_flight;
        let refusal = if self.jobs.len() >= allowed {
            Some(Limits::reached("requests-in-flight", allowed))
        } else if job.tag.is_some() && self.jobs.tagged(job.tag.as_ref()).next().is_some() {
            Some(ProtocolError::new(ErrorCode::BadValue, "a request with this tag is running"))
        } else {
            None
        };
        if let Some(error) = refusal {
            return out.push(Effect::Write(job.failed(error)));
        }
        let untagged = job.tag.is_none();
        let id = self.jobs.add(job);
        if untagged {
            self.front = Some(id);
        }
        out.push(Effect::Start { job: id, task });
    }

    fn report(&mut self, id: JobId, report: Report, out: &mut Effects) {
        let Some(job) = self.jobs.get_mut(id) else { return };
        match report {
            Report::Progress(answer) => out.extend(job.progress(&answer).map(Effect::Write)),
            Report::Done(result) => match job.done(&mut self.table, result) {
                jobs::Step::Closed(text) => {
                    out.push(Effect::Write(text));
                    self.ended(id, out);
                }
                jobs::Step::Next(told, task) => {
                    if !told.is_empty() {
                        out.push(Effect::Write(told));
                    }
                    out.push(Effect::Start { job: id, task: *task });
                }
            },
        }
    }

    /// A job has been answered: what waited for it goes on.
    fn ended(&mut self, id: JobId, out: &mut Effects) {
        self.jobs.remove(id);
        if self.front == Some(id) {
            self.front = None;
        }
        if self.jobs.is_empty() {
            for (tag, format) in std::mem::take(&mut self.barriers) {
                write(tag.as_ref(), format, &Reply::ok(), out);
            }
        }
    }

    /// Closes every request that is still open, then the session.
    fn quit(&mut self, tag: Option<&Tag>, format: Format, out: &mut Effects) {
        self.cancel(out);
        write(tag, format, &Reply::ok(), out);
        self.close(out);
    }

    /// Closes every request that is still open.
    fn cancel(&mut self, out: &mut Effects) {
        let error = ProtocolError::new(ErrorCode::Cancelled, "the session has ended");
        for job in self.jobs.drain() {
            out.push(Effect::Write(job.failed(error.clone())));
        }
        let cancelled: Reply = error.into();
        for (tag, format) in std::mem::take(&mut self.barriers) {
            write(tag.as_ref(), format, &cancelled, out);
        }
        for waiting in std::mem::take(&mut self.waiting) {
            match waiting {
                Waiting::Request(request) => {
                    write(request.tag.as_ref(), self.format(request.json), &cancelled, out);
                }
                Waiting::Reply(format, reply) => write(None, format, &reply, out),
                Waiting::Gnubg(_) | Waiting::Ubgi(_) => {}
            }
        }
        self.front = None;
    }

    fn close(&mut self, out: &mut Effects) {
        self.closed = true;
        out.push(Effect::Close);
    }
}

fn write(tag: Option<&Tag>, format: Format, reply: &Reply, out: &mut Effects) {
    let mut text = String::new();
    reply.print(format, tag, &mut text);
    out.push(Effect::Write(text));
}

impl Handler for Session {
    type Task = Task;
    type Report = Report;

    fn handle(&mut self, event: Event<Report>, out: &mut Effects) {
        if self.closed {
            return;
        }
        match event {
            Event::Frame(frame) => self.frame(frame, out),
            Event::Report(id, report) => self.report(id, report, out),
            Event::Lost(id) => {
                let error = ProtocolError::new(ErrorCode::Internal, "the engine lost the request");
                self.fail(id, error, out);
            }
            Event::Refused(id) => {
                let error = ProtocolError::new(ErrorCode::Busy, "the engine has too much to do");
                self.fail(id, error, out);
            }
            Event::Overdue(id) => {
                let allowed = self.config.request_ms.unwrap_or_default();
                let allowed = allowed.try_into().unwrap_or(usize::MAX);
                self.jobs.note_overdue(id, Limits::reached("request-ms", allowed));
            }
            Event::EndOfInput => self.input_ended = true,
        }
        self.pump(out);
    }

    fn wants_input(&self) -> bool {
        !self.closed && self.waiting.len() < WAITING_MAX
    }

    fn finished(&self) -> bool {
        self.closed
            || self.input_ended
                && self.waiting.is_empty()
                && self.jobs.is_empty()
                && self.barriers.is_empty()
    }
}

impl Session {
    /// Closes a request with an error, whatever its job still says.
    fn fail(&mut self, id: JobId, error: ProtocolError, out: &mut Effects) {
        let Some(job) = self.jobs.get_mut(id) else { return };
        out.push(Effect::Write(job.failed(error)));
        self.ended(id, out);
    }
}
