//! A session of games: whose turn it is, what may be done, the score, and the way back.
//!
//! [`Game`] is a state machine over [`Position`](crate::rules::Position). Each method is one
//! transition: it either changes the state and returns the [`Change`], or returns a [`GameError`]
//! and changes nothing. Knows neither the protocol nor the engine.
//!
//! | phase | may be done | leads to |
//! |---|---|---|
//! | `Opening` | `roll`, `set` turn or dice | `ToMove` or `ToRoll` (A-04) |
//! | `ToRoll` | `roll`, `double`, `resign` | `ToMove`, `DoubleOffered`, `ResignationOffered` |
//! | `ToMove` | `choose`, `play`, `pass`, `resign` | `ToRoll` of the other, `Over`, `ResignationOffered` |
//! | `DoubleOffered` | `take`, `drop`, `beaver` | `ToRoll`, `Over`, `DoubleOffered` of the other |
//! | `ResignationOffered` | `accept`, `reject` | `Over`, the phase before |
//! | `Over` | `next_game` | `Opening` or `ToRoll` (A-05) |
//!
//! `new_game`, `new_match`, `set`, `undo` and `redo` may be done in any phase.
//!
//! Not in the engine: "touched - must move" and the veto word "kestum" are customs of the
//! table and a client's business.

mod dice;
mod error;
mod history;
pub mod mat;
mod offers;
mod play;
mod score;
mod setting;
mod state;
mod turn;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;

pub use dice::{DiceError, DiceSource};
pub use error::{BeaverRefusal, DoubleRefusal, GameError};
pub use history::{Action, Change, HISTORY_MAX};
pub use play::{Game, LENGTH_MAX};
pub use score::{advance, decided};
pub use setting::Setting;
pub use state::{Leftover, PendingDouble, State};
