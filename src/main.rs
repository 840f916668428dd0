//! The nardy binary.
fn main() {}
