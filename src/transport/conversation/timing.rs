//! What a conversation does because time passes.

use std::time::{Duration, Instant};

use nardy_protocol::Limits;
use nardy_protocol::error::{ErrorCode, ProtocolError};

use super::{Conversation, HELD_TIME};
use crate::session::event::Event;
use crate::transport::engine::{Engine, Service};

/// How long a client may take to say the token.
const AUTH_TIME: Duration = Duration::from_secs(10);

impl<S: Service> Conversation<S> {
    /// The next moment at which [`tick`](Self::tick) has something to do.
    pub fn deadline(&self) -> Option<Instant> {
        if self.closing.is_some() {
            return self.closing;
        }
        let jobs = self.running.iter().filter_map(|running| running.overdue_at);
        let holding = !self.out.is_empty() && !self.blocked;
        let held = self.held_since.filter(|_| holding).map(|since| since + HELD_TIME);
        let limits = [self.idle_at(), self.stalled_at(), self.auth_by()];
        let own = [held, self.hurry_at, self.force_at];
        own.into_iter().chain(limits).flatten().chain(jobs).min()
    }

    /// Does what is due at `now`.
    pub fn tick(&mut self, now: Instant) {
        if self.closing.is_some() {
            return;
        }
        let due = |at: Option<Instant>| at.is_some_and(|at| now >= at);
        if due(self.hurry_at) {
            self.hurry();
        }
        if due(self.force_at) {
            self.closing = Some(now);
            return;
        }
        for at in 0..self.running.len() {
            if due(self.running[at].overdue_at) {
                self.running[at].overdue_at = None;
                self.service.engine().stop(&self.running[at].stop);
                self.tell(Event::Overdue(self.running[at].job));
                return self.tick(now);
            }
        }
        if due(self.stalled_at()) {
            self.evict("stall", self.peer.limits.stall.map_or(0, |limit| limit.as_secs()));
        } else if due(self.idle_at()) {
            self.evict("idle", self.peer.limits.idle.map_or(0, |limit| limit.as_secs()));
        } else if due(self.auth_by()) {
            self.end_with(ProtocolError::new(ErrorCode::Unauthorised, "no token was said"));
        }
    }

    fn idle_at(&self) -> Option<Instant> {
        let idle = self.running.is_empty() && self.unread() == 0 && !self.ended;
        self.peer.limits.idle.filter(|_| idle).map(|limit| self.active_at + limit)
    }

    fn stalled_at(&self) -> Option<Instant> {
        self.peer.limits.stall.and_then(|limit| self.held_since.map(|since| since + limit))
    }

    fn auth_by(&self) -> Option<Instant> {
        self.gate.as_ref().map(|_| self.began + AUTH_TIME)
    }

    /// Tells the client which limit it has met, and closes.
    pub(super) fn evict(&mut self, limit: &'static str, allowed: u64) {
        tracing::warn!(peer = self.peer.name, limit, allowed, "closed");
        let allowed = usize::try_from(allowed).unwrap_or(usize::MAX);
        self.end_with(Limits::reached(limit, allowed));
    }
}
