//! One client's conversation as a pure state machine: events in, effects out. Knows no sockets, no
//! threads and no clocks.

pub mod event;
