//! What the transports need of the engine and of whoever opens sessions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nardy_protocol::error::ProtocolError;
use nardy_protocol::reply::Reply;
use nardy_protocol::ubgi::{Edition, UbgiReply};

use super::Limits;
use crate::search;
use crate::session::event::{Handler, JobId};

/// Something that works on tasks in threads of its own.
pub trait Engine: Send + Sync + 'static {
    /// What it can be asked to do.
    type Task: Send + 'static;
    /// What it tells about its work.
    type Report: Send + 'static;
    /// What stops a started task.
    type Stop: Send + 'static;

    /// Begins work on `task` and returns at once. The work tells of itself through `reporter`; its
    /// last report is given also when it has been stopped. `caller` tells those apart between whom
    /// to be fair.
    ///
    /// Nothing is begun, and `None` returned, where too much waits already.
    fn start(
        &self,
        caller: u64,
        task: Self::Task,
        reporter: Reporter<Self::Report>,
    ) -> Option<Self::Stop>;

    /// Tells a task to end soon with what it has. May be called at any time, more than once.
    fn stop(&self, stop: &Self::Stop);
}

impl Engine for search::Engine {
    type Task = search::Task;
    type Report = search::Report;
    type Stop = search::StopToken;

    fn start(
        &self,
        caller: u64,
        task: search::Task,
        reporter: Reporter<search::Report>,
    ) -> Option<search::StopToken> {
        let token = search::StopToken::new();
        let report = move |report| match report {
            search::Report::Progress(_) => reporter.progress(report),
            search::Report::Done(_) => reporter.last(report),
        };
        let started = self.start(caller, task, token.clone(), Box::new(report));
        started.is_ok().then_some(token)
    }

    fn stop(&self, stop: &search::StopToken) {
        stop.stop();
    }
}

/// Opens sessions, one for each client.
pub trait Service: Send + Sync + 'static {
    /// The engine that all sessions share.
    type Engine: Engine;

    /// The engine.
    fn engine(&self) -> &Self::Engine;

    /// A new session. It sees to [`Limits::in_flight`] itself.
    fn open(&self, peer: &Peer) -> BoxHandler<Self>;
}

/// A session of the service `S`.
pub type BoxHandler<S> = Box<dyn Handler<Task = TaskOf<S>, Report = ReportOf<S>>>;
/// The tasks of a service's engine.
pub type TaskOf<S> = <<S as Service>::Engine as Engine>::Task;
/// The reports of a service's engine.
pub type ReportOf<S> = <<S as Service>::Engine as Engine>::Report;
/// What stops a task of a service's engine.
pub type StopOf<S> = <<S as Service>::Engine as Engine>::Stop;

/// Which language a client speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The line protocol.
    Native,
    /// GNU Backgammon's external player.
    Gnubg,
    /// The Universal Backgammon Interface.
    Ubgi,
}

impl Dialect {
    /// The line in which the transport itself refuses something.
    pub(super) fn error(self, error: ProtocolError) -> String {
        match self {
            Dialect::Native => {
                let mut line = String::new();
                Reply::error(error).print_text(None, &mut line);
                line
            }
            Dialect::Gnubg => format!("Error: {error}\n"),
            Dialect::Ubgi => UbgiReply::Error(error.into(), Edition::default()).to_string(),
        }
    }
}

/// Who is at the other end.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Where it comes from, for logs: `stdin`, `127.0.0.1:40112`, `unix`.
    pub name: String,
    /// Whether it is whoever started the program, and may use its files.
    pub owner: bool,
    /// Which language it speaks.
    pub dialect: Dialect,
    /// What it may use.
    pub limits: Arc<Limits>,
}

/// What has become of a job.
#[derive(Debug)]
pub enum News<R> {
    /// Still at it.
    Progress(R),
    /// Done.
    Last(R),
    /// Broken off without a last report.
    Lost,
}

/// News of one job.
#[derive(Debug)]
pub struct Posted<R> {
    /// The job.
    pub job: JobId,
    /// Its news.
    pub news: News<R>,
}

/// Brings news to the thread or task that owns the session; cheap, from any thread.
pub type Post<R> = Arc<dyn Fn(Posted<R>) + Send + Sync>;

/// Through which a job tells of itself. When it is dropped without a last report, as happens when
/// the work panics, the session learns that the job is lost.
pub struct Reporter<R> {
    job: JobId,
    post: Post<R>,
    ended: AtomicBool,
}

impl<R> Reporter<R> {
    /// The reporter of the job `job`.
    pub fn new(job: JobId, post: Post<R>) -> Reporter<R> {
        Reporter { job, post, ended: AtomicBool::new(false) }
    }

    /// Tells how far the work is. Ignored after the last report.
    pub fn progress(&self, report: R) {
        if !self.ended.load(Ordering::Acquire) {
            (self.post)(Posted { job: self.job, news: News::Progress(report) });
        }
    }

    /// Tells the result. A second one is ignored.
    pub fn last(&self, report: R) {
        if !self.ended.swap(true, Ordering::AcqRel) {
            (self.post)(Posted { job: self.job, news: News::Last(report) });
        }
    }
}

impl<R> Drop for Reporter<R> {
    fn drop(&mut self) {
        if !*self.ended.get_mut() {
            (self.post)(Posted { job: self.job, news: News::Lost });
        }
    }
}
