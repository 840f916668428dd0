//! What each throw would have led to, which tells how lucky the one was that came.
//!
//! A throw's luck is the worth of the board after its best play less the mean over all 36 throws.
//! Its mean is 0 whatever the evaluator says, so that taking it out of a game's result changes no
//! expectation, but most of the scatter goes with it.

use std::sync::OnceLock;

use super::figures::Figures;
use super::plan::{Cube, Plan};
use crate::board::{ALL_ROLLS, Board, Roll};
use crate::eval::Chances;
use crate::search::equity::Payoff;
use crate::search::tree::Search;

const ROLLS: usize = ALL_ROLLS.len();

/// The best play of one throw.
#[derive(Clone, Copy)]
pub(super) struct Reply {
    /// The board after it, the other side as side 0.
    pub(super) board: Board,
    /// The chances of that side.
    pub(super) chances: Chances,
    figures: Figures,
}

/// The best play of each throw.
pub(super) struct Replies {
    replies: [Reply; ROLLS],
    mean: Figures,
    /// Boards judged to find them.
    nodes: u64,
}

impl Replies {
    pub(super) const EMPTY: Replies = Replies {
        replies: [Reply {
            board: Board::new([0; 26], [0; 26]),
            chances: Chances {
                win: 0.0,
                win_gammon: 0.0,
                win_backgammon: 0.0,
                lose_gammon: 0.0,
                lose_backgammon: 0.0,
            },
            figures: Figures([0.0; 7]),
        }; ROLLS],
        mean: Figures([0.0; 7]),
        nodes: 0,
    };

    /// Finds the plays of side 0 of `board`, whose payoff this is; `mine` says whether it is the
    /// side that decides.
    pub(super) fn find(
        &mut self,
        plan: &Plan,
        search: &mut Search<'_>,
        board: &Board,
        mine: bool,
        payoff: &Payoff,
        cube: &Cube,
    ) {
        let before = search.nodes;
        let mut level = search.workspace.take();
        let mut ends = [0; ROLLS];
        for (roll, end) in ALL_ROLLS.into_iter().zip(&mut ends) {
            search.expand(board, roll, &mut level);
            *end = level.boards.len();
        }
        search.judge(board, &mut level);
        let theirs = payoff.swapped();
        self.mean = Figures::default();
        let mut from = 0;
        for ((roll, end), reply) in ALL_ROLLS.into_iter().zip(ends).zip(&mut self.replies) {
            let mut best = (f32::INFINITY, from);
            for (n, chances) in level.chances[from..end].iter().enumerate() {
                let equity = theirs.equity(chances);
                if equity < best.0 {
                    best = (equity, from + n);
                }
            }
            let (board, chances) = (level.boards[best.1], level.chances[best.1]);
            let figures = plan.figures(search, &board, &chances, !mine, cube);
            *reply = Reply { board, chances, figures };
            self.mean.add(&figures, roll.weight() as f32 / 36.0);
            from = end;
        }
        search.workspace.give(level);
        self.nodes = search.nodes - before;
    }

    /// The reply to a throw; its luck is added to `luck`.
    pub(super) fn meet(&self, roll: Roll, luck: &mut Figures) -> Reply {
        let reply = self.replies[roll.index()];
        luck.add(&reply.figures, 1.0);
        luck.add(&self.mean, -1.0);
        reply
    }
}

/// Turns at the beginning of a game that many games share.
pub(super) const DEPTH: usize = 3;

/// The replies after each sequence of less than [`DEPTH`] throws, found when first needed.
pub(super) struct Opening {
    slots: Vec<OnceLock<Box<Replies>>>,
}

impl Opening {
    pub(super) fn new() -> Opening {
        let slots = 1 + ROLLS + ROLLS * ROLLS;
        Opening { slots: std::iter::repeat_with(OnceLock::new).take(slots).collect() }
    }

    /// The replies after these throws, whose finding counts each time; `None` if they are too many
    /// to be kept.
    pub(super) fn replies(
        &self,
        throws: &[Roll],
        search: &mut Search<'_>,
        find: impl FnOnce(&mut Search<'_>, &mut Replies),
    ) -> Option<&Replies> {
        if throws.len() >= DEPTH {
            return None;
        }
        // 0, 1 to 21, 22 to 462: after none, one, two throws.
        let slot = throws.iter().fold(0, |slot, roll| slot * ROLLS + 1 + roll.index());
        let nodes = search.nodes;
        let replies = self.slots.get(slot)?.get_or_init(|| {
            let mut replies = Box::new(Replies::EMPTY);
            find(search, &mut replies);
            replies
        });
        search.nodes = nodes + replies.nodes;
        Some(replies)
    }
}
