//! Evaluation: from a board to the chances of each result. Knows no threads and no sessions.

pub mod bearoff;
pub mod features;
pub mod games;
pub mod hypergammon;
pub mod net;
pub mod prune;
pub mod validate;

mod bench;
mod class;
mod composite;

#[cfg(test)]
pub(crate) use bench::walk;
pub use bench::{Speed, bench_evaluations, boards as bench_boards};
pub use class::Class;
pub(crate) use class::possible;
pub use composite::{Evaluators, Floats, VARIANTS, for_variant, over, standard};

use crate::board::{Board, Stacks};

/// Chances of each result for the side on roll. Each is cumulative: a backgammon is also a gammon,
/// a gammon also a win. The chance to lose is `1 - win`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chances {
    /// To win at all.
    pub win: f32,
    /// To win a gammon (mars) or better.
    pub win_gammon: f32,
    /// To win a backgammon.
    pub win_backgammon: f32,
    /// To lose a gammon (mars) or worse.
    pub lose_gammon: f32,
    /// To lose a backgammon.
    pub lose_backgammon: f32,
}

impl Chances {
    /// Cubeless money equity in points a game, gammons counting 2 and backgammons 3.
    pub fn equity(&self) -> f32 {
        2.0 * self.win - 1.0 + self.win_gammon - self.lose_gammon + self.win_backgammon
            - self.lose_backgammon
    }

    /// The same chances seen by the other side.
    #[must_use]
    pub fn swapped(&self) -> Chances {
        Chances {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }
}

/// What money play is worth to the side to throw, in units of the cube, if nobody doubles before
/// this throw. Plays and later doubles are the best there are, and the cube has no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoneyEquities {
    /// The cube is in the centre.
    pub centred: f32,
    /// The cube is in the centre, and gammons count only once it has been turned (Jacoby's rule).
    pub jacoby: f32,
    /// The side to throw owns the cube.
    pub owned: f32,
    /// The other side owns it.
    pub others: f32,
}

/// Anything that can judge boards of one kind: a table, a net, a net behind tables, a deeper search.
pub trait Evaluator<B: Stacks = Board>: Send + Sync {
    /// Judges `boards`, in each of which side 0 is to throw, into `chances` (as many, in order).
    fn evaluate(&self, boards: &[B], chances: &mut [Chances]);

    /// What money play is worth where it is known exactly, and so are the chances; side 0 is to
    /// throw.
    fn money(&self, board: &B) -> Option<MoneyEquities> {
        let _ = board;
        None
    }

    /// A quicker, rougher judge of the boards after a turn from `board`, if there is one: good
    /// enough to leave plays out by.
    fn rough(&self, board: &B) -> Option<&dyn Evaluator<B>> {
        let _ = board;
        None
    }

    /// Why this judges less well than it could, if a table that it would use cannot be used.
    fn shortfall(&self) -> Option<String> {
        None
    }
}

impl<B: Stacks, E: Evaluator<B> + ?Sized> Evaluator<B> for &E {
    fn evaluate(&self, boards: &[B], chances: &mut [Chances]) {
        E::evaluate(self, boards, chances);
    }

    fn money(&self, board: &B) -> Option<MoneyEquities> {
        E::money(self, board)
    }

    fn rough(&self, board: &B) -> Option<&dyn Evaluator<B>> {
        E::rough(self, board)
    }

    fn shortfall(&self) -> Option<String> {
        E::shortfall(self)
    }
}
