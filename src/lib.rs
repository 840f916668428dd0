//! Nardy.
