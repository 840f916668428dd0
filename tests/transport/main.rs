//! The transports with a stand-in for the session: what clients may do to a server, and what they
//! may not do to each other. Everything on loopback.

mod fake;
mod sockets;
mod streams;
