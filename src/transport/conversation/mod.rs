//! One client without its wire.

mod timing;

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use nardy_protocol::error::{ErrorCode, ProtocolError};

use crate::session::event::{Effect, Event, Frame, JobId};
use crate::transport::auth::{Gate, Token, Verdict};
use crate::transport::engine::{
    BoxHandler, Engine, News, Peer, Post, Posted, ReportOf, Reporter, Service,
};
use crate::transport::engine::{StopOf, TaskOf};
use crate::transport::input::Input;
use crate::transport::outbox::Outbox;

/// Lines handled in one go before others get their turn.
const LINES_AT_ONCE: usize = 64;
/// Replies are held back while more lines wait to be handled, but not beyond this many bytes…
const HELD_BYTES: usize = 16 * 1024;
/// …nor longer than this.
const HELD_TIME: Duration = Duration::from_millis(2);
/// How long a client that is to be closed may take to read its last replies.
const LINGER: Duration = Duration::from_secs(2);

/// Numbers for all conversations of the process.
static CALLERS: AtomicU64 = AtomicU64::new(0);

/// A job that runs.
struct Running<S: Service> {
    job: JobId,
    stop: StopOf<S>,
    overdue_at: Option<Instant>,
}

/// One client without its wire: takes its bytes and the engine's news, starts and stops jobs, and
/// holds the text to be sent. A driver moves the bytes and tells the time.
pub struct Conversation<S: Service> {
    service: Arc<S>,
    peer: Peer,
    handler: BoxHandler<S>,
    post: Post<ReportOf<S>>,
    gate: Option<Gate>,
    input: Input,
    effects: Vec<Effect<TaskOf<S>>>,
    /// Tells the engine whose jobs these are.
    caller: u64,
    refused: VecDeque<JobId>,
    running: Vec<Running<S>>,
    out: Outbox,
    /// Bytes that the driver has taken but not yet sent.
    handed: usize,
    /// No more bytes come in.
    ended: bool,
    /// The session knows that.
    end_told: bool,
    /// Every job is to end soon, those that are still to begin included.
    hurrying: bool,
    /// Nothing reaches the session any more; what waits is sent until then.
    closing: Option<Instant>,
    began: Instant,
    /// When the client last said something or was given the last of what it had asked.
    active_at: Instant,
    /// Since when text has been waiting without a byte being taken.
    held_since: Option<Instant>,
    /// The wire takes no more bytes for now.
    blocked: bool,
    /// When those who still run at shutdown are told to hurry.
    hurry_at: Option<Instant>,
    /// When a conversation that has been told to hurry is broken off.
    force_at: Option<Instant>,
}

impl<S: Service> Conversation<S> {
    /// A new conversation. Where there is a token, the client must say it first.
    pub fn new(
        service: Arc<S>,
        peer: Peer,
        token: Option<Arc<Token>>,
        post: Post<ReportOf<S>>,
    ) -> Conversation<S> {
        let now = Instant::now();
        let handler = service.open(&peer);
        let input = Input::new(peer.limits.line_bytes);
        Conversation {
            service,
            peer,
            handler,
            post,
            gate: token.map(Gate::new),
            input,
            effects: Vec::new(),
            caller: CALLERS.fetch_add(1, Ordering::Relaxed),
            refused: VecDeque::new(),
            running: Vec::new(),
            out: Outbox::default(),
            handed: 0,
            ended: false,
            end_told: false,
            hurrying: false,
            closing: None,
            began: now,
            active_at: now,
            held_since: None,
            blocked: false,
            hurry_at: None,
            force_at: None,
        }
    }

    /// Takes bytes from the client. They are handled by [`pump`](Self::pump).
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.closing.is_none() && !self.ended {
            self.active_at = Instant::now();
            self.input.push(bytes);
        }
    }

    /// The client will say nothing more.
    pub fn end_of_input(&mut self) {
        self.ended = true;
    }

    /// The client is gone for good: what still runs need not be finished.
    pub fn hung_up(&mut self) {
        self.ended = true;
        self.hurry();
    }

    /// The program is to end: no more input, and from `hurry_at` on no more patience.
    pub fn drain(&mut self, hurry_at: Instant) {
        if !self.ended {
            self.input.forget_unfinished();
            self.ended = true;
        }
        self.hurry_at = Some(hurry_at);
        if self.gate.is_some() {
            self.close();
        }
    }

    /// Every job is to end now with what it has, and the conversation soon after.
    pub fn hurry(&mut self) {
        if !self.hurrying {
            self.force_at = Some(Instant::now() + LINGER);
        }
        self.hurrying = true;
        self.hurry_at = None;
        for running in &self.running {
            self.service.engine().stop(&running.stop);
        }
    }

    /// Whether [`hurry`](Self::hurry) has been called.
    pub fn is_hurrying(&self) -> bool {
        self.hurrying
    }

    /// News from the engine.
    pub fn news(&mut self, posted: Posted<ReportOf<S>>) {
        let job = posted.job;
        if self.running.iter().all(|running| running.job != job) {
            return;
        }
        let event = match posted.news {
            News::Progress(report) => Event::Report(job, report),
            News::Last(report) => {
                self.forget(job);
                Event::Report(job, report)
            }
            News::Lost => {
                self.forget(job);
                tracing::error!(peer = self.peer.name, job = job.0, "a job broke off");
                Event::Lost(job)
            }
        };
        self.tell(event);
    }

    /// Handles lines that wait, a limited number of them, and the end of input after the last.
    pub fn pump(&mut self) {
        for _ in 0..LINES_AT_ONCE {
            if !self.may_take_line() {
                return;
            }
            let frame = match self.input.next() {
                Some(frame) => Some(frame),
                None if self.ended => self.input.finish(),
                None => return,
            };
            match (frame, self.gate.is_some()) {
                (Some(frame), true) => self.at_the_gate(&frame),
                (Some(frame), false) => self.tell(Event::Frame(frame)),
                (None, true) => self.close(),
                (None, false) => {
                    self.end_told = true;
                    self.tell(Event::EndOfInput);
                }
            }
        }
    }

    /// Whether [`pump`](Self::pump) has something to do at once.
    pub fn has_backlog(&mut self) -> bool {
        self.may_take_line() && (self.ended || self.input.is_ready())
    }

    /// Whether more bytes may be read from the client.
    pub fn wants_bytes(&mut self) -> bool {
        !self.ended && self.may_take_line() && !self.input.is_ready()
    }

    /// Whether the text that waits is to be sent now, or may wait for more to come.
    pub fn should_send(&mut self, now: Instant) -> bool {
        if self.out.is_empty() || self.blocked {
            return false;
        }
        let held_long = self.held_since.is_some_and(|since| now >= since + HELD_TIME);
        held_long || self.out.len() >= HELD_BYTES || self.closing.is_some() || !self.has_backlog()
    }

    /// The text that waits to be sent.
    pub fn waiting(&self) -> &[u8] {
        self.out.waiting()
    }

    /// The first `count` bytes of it have been sent.
    pub fn sent(&mut self, count: usize) {
        self.out.advance(count);
        self.took(count);
    }

    /// The wire takes no more bytes, or does again.
    pub fn set_blocked(&mut self, blocked: bool) {
        self.blocked = blocked;
    }

    /// Whether the wire was last seen to take no more bytes.
    pub fn is_blocked(&self) -> bool {
        self.blocked
    }

    /// Takes all text that waits, to be sent elsewhere; [`sent_elsewhere`](Self::sent_elsewhere)
    /// tells when that is done.
    pub fn take_waiting(&mut self) -> Vec<u8> {
        let bytes = self.out.take();
        self.handed += bytes.len();
        bytes
    }

    /// So many of the bytes taken have been sent.
    pub fn sent_elsewhere(&mut self, count: usize) {
        self.handed = self.handed.saturating_sub(count);
        self.took(count);
    }

    /// Whether all is over and sent.
    pub fn is_done(&self, now: Instant) -> bool {
        let over = self.closing.is_some() || (self.end_told && self.handler.finished());
        (over && self.unread() == 0) || self.closing.is_some_and(|until| now >= until)
    }

    /// Whether the client's side of the wire may still bring something.
    pub fn expects_input(&self) -> bool {
        !self.ended
    }

    /// Closes within `LINGER`, sending only what waits.
    pub fn close(&mut self) {
        if self.closing.is_none() {
            self.closing = Some(Instant::now() + LINGER);
            self.hurry();
        }
    }

    fn unread(&self) -> usize {
        self.out.len() + self.handed
    }

    fn may_take_line(&self) -> bool {
        let open = self.closing.is_none() && !self.end_told;
        let room = self.unread() <= self.peer.limits.unread_mark();
        open && room && self.handler.wants_input()
    }

    fn took(&mut self, count: usize) {
        if count > 0 {
            let now = Instant::now();
            self.active_at = now;
            self.held_since = (self.unread() > 0).then_some(now);
        }
    }

    fn forget(&mut self, job: JobId) {
        self.running.retain(|running| running.job != job);
        self.active_at = Instant::now();
    }

    fn at_the_gate(&mut self, frame: &Frame) {
        let Some(gate) = &mut self.gate else { return };
        match gate.hear(frame) {
            Verdict::Ignore => {}
            Verdict::Admit(reply) => {
                self.gate = None;
                self.write(&reply);
            }
            Verdict::Refuse(reply) => self.write(&reply),
            Verdict::Expel(reply) => {
                tracing::warn!(peer = self.peer.name, "closed: no valid token");
                self.write(&reply);
                self.close();
            }
            Verdict::Leave => self.close(),
        }
    }

    /// Lets the session handle one event, and what follows from it at once.
    fn tell(&mut self, event: Event<ReportOf<S>>) {
        let mut next = Some(event);
        while let Some(event) = next.take().filter(|_| self.closing.is_none()) {
            self.tell_one(event);
            next = self.refused.pop_front().map(Event::Refused);
        }
    }

    fn tell_one(&mut self, event: Event<ReportOf<S>>) {
        let unread = self.unread();
        let mut effects = std::mem::take(&mut self.effects);
        let handled = catch_unwind(AssertUnwindSafe(|| self.handler.handle(event, &mut effects)));
        for effect in effects.drain(..) {
            if self.closing.is_none() {
                self.perform(effect, unread);
            }
        }
        self.effects = effects;
        if handled.is_err() && self.closing.is_none() {
            // What the session knows can no longer be trusted, so it ends here.
            tracing::error!(peer = self.peer.name, "the session broke");
            self.end_with(ProtocolError::new(ErrorCode::Internal, "the session broke"));
        }
    }

    /// Does one thing for the session; `unread` bytes waited before the event that led to it.
    fn perform(&mut self, effect: Effect<TaskOf<S>>, unread: usize) {
        match effect {
            Effect::Write(_) if unread > self.peer.limits.unread_bytes => {
                self.out.cut();
                self.evict("unread-output-bytes", self.peer.limits.unread_bytes as u64);
            }
            Effect::Write(text) => self.write(&text),
            Effect::Start { job, task } => self.start(job, task),
            Effect::Stop(job) => {
                if let Some(running) = self.running.iter().find(|running| running.job == job) {
                    self.service.engine().stop(&running.stop);
                }
            }
            Effect::Close => self.close(),
        }
    }

    fn start(&mut self, job: JobId, task: TaskOf<S>) {
        let engine = self.service.engine();
        let reporter = Reporter::new(job, Arc::clone(&self.post));
        let Some(stop) = engine.start(self.caller, task, reporter) else {
            self.refused.push_back(job);
            return;
        };
        if self.hurrying {
            engine.stop(&stop);
        }
        let overdue_at = self.peer.limits.engine.map(|limit| Instant::now() + limit);
        self.running.push(Running { job, stop, overdue_at });
    }

    fn write(&mut self, text: &str) {
        if self.unread() == 0 {
            self.held_since = Some(Instant::now());
        }
        self.out.push(text);
    }

    /// Says one last thing and closes.
    fn end_with(&mut self, error: ProtocolError) {
        let line = self.peer.dialect.error(error);
        self.write(&line);
        self.close();
    }
}

impl<S: Service> Drop for Conversation<S> {
    fn drop(&mut self) {
        self.hurry();
    }
}
