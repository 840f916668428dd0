//! Checkers, points and dice: what stands where. Knows no rules, no engine, no input or output.
//!
//! Every array of points is in its OWNER's numbering (G-02): point `p` (1..=24) is `p` pips from
//! bearing off, 25 is the bar, 0 holds the checkers borne off.

mod any;
mod dice;
mod draw;
mod laps;
mod pins;
mod place;
mod plain;
mod points;
mod royal;
mod setup;
mod side;
mod stacks;

pub mod id;

pub(crate) use any::each_board;
pub use any::{AnyBoard, PackedBoard};
pub use dice::{ALL_ROLLS, Die, Roll};
pub use draw::draw;
pub use laps::{Lap, LapBoard};
pub use pins::PinBoard;
pub use place::{BAR, HOME_TOP, OFF, Place, Track};
pub use plain::Board;
pub use points::{BadPoints, Points};
pub use royal::{EATEN, Pair, RoyalBoard, RoyalKind};
pub use setup::{CubeSetup, DiceSetup, Marked, MatchSetup, Setup, Stack, TableSetup};
pub use side::{Byside, Side};
pub use stacks::Stacks;
