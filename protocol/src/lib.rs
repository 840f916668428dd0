//! The Nardy line protocol.
