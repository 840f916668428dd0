//! How much one client may use, and how many clients there may be.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use nardy_protocol::Limits as Standard;
use nardy_protocol::error::ProtocolError;

const STANDARD: Standard = Standard::STANDARD;

/// What a client may use. Each has a flag of `nardy serve`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a line without its end.
    pub line_bytes: usize,
    /// Sessions at one time over all sockets.
    pub sessions: usize,
    /// Sessions at one time from one address.
    pub sessions_per_address: usize,
    /// Requests of one session that may run or wait at one time; the session itself counts them.
    pub in_flight: usize,
    /// Bytes of replies that a slow reader may leave unread. From a quarter of it on no further
    /// line is taken; a session that has it full when a running request writes more is closed.
    pub unread_bytes: usize,
    /// How long a session may ask nothing while nothing runs; `None` for ever.
    pub idle: Option<Duration>,
    /// How long a client may leave replies unread without taking a single byte; `None` for ever.
    pub stall: Option<Duration>,
    /// How long the engine may work on one request; `None` for ever.
    pub engine: Option<Duration>,
}

impl Limits {
    /// What a client on a socket may use unless flags say otherwise.
    pub const SOCKET: Limits = Limits {
        line_bytes: STANDARD.line_bytes,
        sessions: STANDARD.sessions,
        sessions_per_address: STANDARD.sessions_per_address,
        in_flight: STANDARD.requests_in_flight,
        unread_bytes: STANDARD.unread_output_bytes,
        idle: Some(Duration::from_millis(STANDARD.idle_ms)),
        stall: Some(Duration::from_secs(60)),
        engine: Some(Duration::from_millis(STANDARD.request_ms)),
    };

    /// What whoever started the program may use on its standard input and output: whatever takes
    /// time may take it.
    pub const STDIO: Limits = Limits { idle: None, stall: None, engine: None, ..Limits::SOCKET };

    /// Unread bytes from which on no further line is taken.
    pub(super) fn unread_mark(&self) -> usize {
        self.unread_bytes / 4
    }
}

/// Why a client is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// All sessions are taken.
    Sessions(usize),
    /// All sessions of this address are taken.
    Address(usize),
}

impl Full {
    /// What the client is told.
    pub(super) fn error(self) -> ProtocolError {
        match self {
            Full::Sessions(most) => Standard::reached("sessions", most),
            Full::Address(most) => Standard::reached("sessions-per-address", most),
        }
    }
}

#[derive(Debug, Default)]
struct Taken {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// Counts the sessions on sockets.
#[derive(Clone, Debug, Default)]
pub(super) struct Admission {
    taken: Arc<Mutex<Taken>>,
}

/// The place of one session, given back when dropped.
#[derive(Debug)]
pub(super) struct Place {
    taken: Arc<Mutex<Taken>>,
    address: Option<IpAddr>,
}

impl Admission {
    /// A place for a session from `address`; Unix sockets have none.
    pub(super) fn enter(&self, address: Option<IpAddr>, limits: &Limits) -> Result<Place, Full> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.total >= limits.sessions {
            return Err(Full::Sessions(limits.sessions));
        }
        if let Some(address) = address {
            let here = taken.by_address.entry(address).or_insert(0);
            if *here >= limits.sessions_per_address {
                return Err(Full::Address(limits.sessions_per_address));
            }
            *here += 1;
        }
        taken.total += 1;
        Ok(Place { taken: Arc::clone(&self.taken), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.total = taken.total.saturating_sub(1);
        let Some(address) = self.address else { return };
        if let Some(here) = taken.by_address.get_mut(&address) {
            *here = here.saturating_sub(1);
            if *here == 0 {
                taken.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_given_back() {
        let limits = Limits { sessions: 3, sessions_per_address: 2, ..Limits::SOCKET };
        let admission = Admission::default();
        let (a, b) = (Some(IpAddr::from([127, 0, 0, 1])), Some(IpAddr::from([10, 0, 0, 1])));
        let first = admission.enter(a, &limits).unwrap();
        let _second = admission.enter(a, &limits).unwrap();
        assert_eq!(admission.enter(a, &limits).unwrap_err(), Full::Address(2));
        let _third = admission.enter(b, &limits).unwrap();
        assert_eq!(admission.enter(None, &limits).unwrap_err(), Full::Sessions(3));
        drop(first);
        admission.enter(a, &limits).unwrap();
        let taken = admission.taken.lock().unwrap();
        assert_eq!((taken.total, taken.by_address.len()), (2, 2));
    }
}
