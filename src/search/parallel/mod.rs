//! Parallel nardy: which board to play on, and how.
//!
//! A turn is spent on one board only (P-03), all boards are played to the end, and what counts is
//! the total (P-08). The evaluator of a board knows games in which the sides move in turn; here a
//! side may move there twice running. Each board is judged as if the side to
//! throw moved there next (`total`); that a turn spent here is not spent there is seen by looking
//! ahead only. With one board left this is the ordinary
//! game.
//!
//! The half point taken off the first board (P-07) and the single cube (P-21) depend on the order in
//! which the boards finish. It is estimated from the turns that the winner of each still needs
//! (`order`).
//!
//! A play is worth the expected total after it, so that playing here is weighed against leaving the
//! other boards as they are. Look-ahead goes through the other side's throws and choices in the
//! same way (`choose`). Doubles and resignations compare expected totals of the whole (`cube`).
//! What counts is points, also in a match. A double that goes on to other numbers (V-07) is
//! followed for its first number alone.
//!
//! * `judge`: what the evaluators say of each board, with either side to throw
//! * `order`, `total`: which board finishes first, what all comes to
//! * `choose`, `cube`, `rollout`: plays, doubles, games played out
//! * [`findings`]: what is answered; [`answer`](answer()): from a task to it
//! * [`duel`]: matches between players, to measure the choice

mod answer;
mod choose;
mod cube;
pub mod duel;
pub mod findings;
mod judge;
mod order;
mod rollout;
mod total;

#[cfg(test)]
mod tests;

pub(super) use answer::answer;
pub(super) use rollout::Rollout;
