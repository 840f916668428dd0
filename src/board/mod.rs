//! Checkers, points and dice: what stands where. Knows no rules, no engine, no input or output.
//!
//! Every array of points is in its OWNER's numbering (G-02): point `p` (1..=24) is `p` pips from
//! bearing off, 25 is the bar, 0 holds the checkers borne off.

mod dice;
mod draw;
mod place;
mod plain;
mod setup;
mod side;
mod stacks;

pub mod id;

pub use dice::{ALL_ROLLS, Die, Roll};
pub use draw::draw;
pub use place::{BAR, HOME_TOP, OFF, Place, Track};
pub use plain::Board;
pub use setup::{CubeSetup, DiceSetup, MatchSetup, Setup};
pub use side::{Byside, Side};
pub use stacks::Stacks;
