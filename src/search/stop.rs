//! The one way to end a running task early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Why a task must come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Somebody asked for it.
    Stopped,
    /// Its time is over.
    Expired,
}

/// Says whether a task shall end: somebody stopped it, or its deadline has passed.
///
/// Clones share the stop, not the deadline. Tasks look at it between batches of evaluations.
#[derive(Clone, Debug, Default)]
pub struct StopToken {
    stopped: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl StopToken {
    /// A token nobody has stopped, without a deadline.
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// The same stop with a deadline of its own; the earlier one counts if there was one before.
    #[must_use]
    pub fn until(&self, deadline: Instant) -> StopToken {
        let earlier = self.deadline.map_or(deadline, |own| own.min(deadline));
        StopToken { stopped: Arc::clone(&self.stopped), deadline: Some(earlier) }
    }

    /// Ends every task that holds this token or a clone of it.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
    }

    /// Whether [`stop`](Self::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// Why the task shall end, if it shall.
    pub fn ended(&self) -> Option<Ended> {
        if self.is_stopped() {
            return Some(Ended::Stopped);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Some(Ended::Expired),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn clones_share_the_stop_and_keep_their_own_deadline() {
        let token = StopToken::new();
        let timed = token.until(Instant::now() - Duration::from_millis(1));
        assert_eq!((token.ended(), timed.ended()), (None, Some(Ended::Expired)));
        timed.stop();
        assert_eq!(token.ended(), Some(Ended::Stopped));
        assert_eq!(timed.ended(), Some(Ended::Stopped));
    }

    #[test]
    fn the_earlier_deadline_counts() {
        let past = Instant::now() - Duration::from_millis(1);
        let token = StopToken::new().until(past).until(Instant::now() + Duration::from_secs(60));
        assert_eq!(token.ended(), Some(Ended::Expired));
    }
}
