//! The limits of a server, each with the value it has unless it is told otherwise.

use crate::error::{ErrorCode, ProtocolError};

/// What a server puts up with. Reaching a limit is answered with `error code=limit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in a line, its end not counted.
    pub line_bytes: usize,
    /// Sessions at a time.
    pub sessions: usize,
    /// Sessions at a time from one network address.
    pub sessions_per_address: usize,
    /// Long requests of one session that run or wait.
    pub requests_in_flight: usize,
    /// Bytes of output that wait for a client to read them.
    pub unread_output_bytes: usize,
    /// Milliseconds that a network session may say nothing while nothing runs for it.
    pub idle_ms: u64,
    /// Milliseconds of engine time that one request may take.
    pub request_ms: u64,
}

impl Limits {
    /// What holds where nothing else is said.
    pub const STANDARD: Self = Self {
        line_bytes: 65_536,
        sessions: 256,
        sessions_per_address: 64,
        requests_in_flight: 64,
        unread_output_bytes: 1024 * 1024,
        idle_ms: 86_400_000,
        request_ms: 3_600_000,
    };

    /// The error for a limit that is reached: which one it is, and what it allows.
    pub fn reached(name: &'static str, allowed: usize) -> ProtocolError {
        use crate::reply::Value;
        let what = name.replace('-', " ");
        ProtocolError::new(ErrorCode::Limit, format!("the limit of {allowed} {what} is reached"))
            .with("limit", Value::Text(name.into()))
            .with("allowed", Value::from_int(allowed))
    }
}
