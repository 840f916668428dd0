//! Dialects: from their typed requests to questions about positions, and from answers back.
//!
//! A dialect is a grammar and a printer, which the protocol crate holds, and the meaning of its
//! requests, which stands here. Nothing here thinks about a position or keeps any state.

pub mod gnubg;
pub mod ubgi;
