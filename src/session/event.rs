//! The seam between a session and whatever carries it.
//!
//! A transport cuts bytes into frames and tells the session what happened, one [`Event`] at a
//! time; the session answers with [`Effect`]s. Nothing else passes between them, so a whole
//! session runs in a test without a socket, a thread or a clock.

pub use nardy_protocol::frame::Frame;

/// Names one long request of one session. The session counts them; a number is never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub u64);

/// What can happen to a session. `R` is what the engine reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<R> {
    /// The client said something.
    Frame(Frame),
    /// A running job has something to tell: progress, or its result.
    Report(JobId, R),
    /// The engine did not take a job, since too much waits already. Nothing more will be heard of
    /// it; its request closes with `error code=busy`.
    Refused(JobId),
    /// A job has ended without a result, since something in the engine broke. Its request still
    /// needs a closing line, `error code=internal`.
    Lost(JobId),
    /// A job has used up the engine time that a request may have. The transport has told it to
    /// stop, so its last report follows; the request closes with `error code=limit`.
    Overdue(JobId),
    /// Nothing more will be said. What has been asked is still to be answered.
    EndOfInput,
}

/// What a session wants done. `T` is what the engine can be asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect<T> {
    /// Send this text, one or more complete lines, each with its `\n`.
    Write(String),
    /// Have the engine work on a task. Its reports come back as [`Event::Report`].
    Start {
        /// The number under which the session will hear of it.
        job: JobId,
        /// What to do.
        task: T,
    },
    /// Tell a job to end soon with what it has. Its last report still comes. A job that has
    /// already ended is ignored.
    Stop(JobId),
    /// End the session once all text has been sent. Jobs that still run are stopped, and nothing
    /// that happens later reaches the session.
    Close,
}

/// A session as the transports see it.
pub trait Handler: Send {
    /// What the engine can be asked to do.
    type Task;
    /// What the engine reports.
    type Report;

    /// Takes note of one event and appends what is to be done about it, in order, to `out`.
    fn handle(&mut self, event: Event<Self::Report>, out: &mut Vec<Effect<Self::Task>>);

    /// Whether another line may come in now. A session that has as many requests waiting as it
    /// cares to keep says no, and the rest waits at the client. It must still say yes often enough
    /// for `stop` to get through while a job runs.
    fn wants_input(&self) -> bool;

    /// Whether, after [`Event::EndOfInput`], everything has been answered.
    fn finished(&self) -> bool;
}
