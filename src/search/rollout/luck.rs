//! What each throw would have led to, which tells how lucky the one was that came.
//!
//! A throw's luck is the worth of the board after its best play less the mean over all 36 throws.
//! Its mean is 0 whatever the evaluator says, so that taking it out of a game's result changes no
//! expectation, but most of the scatter goes with it.

use std::sync::OnceLock;

use super::figures::{FIGURES, Figures};
use super::plan::{Cube, Plan};
use super::sieve::Sieve;
use crate::board::{ALL_ROLLS, Roll};
use crate::eval::Chances;
use crate::search::equity::Payoff;
use crate::search::kind::Kind;
use crate::search::tree::{Level, Search};

const ROLLS: usize = ALL_ROLLS.len();
/// Plays of a throw that get through the sieve.
pub(super) const SIFTED: usize = 5;

/// The best play of one throw.
#[derive(Clone, Copy)]
pub(super) struct Reply<B> {
    /// The board after it, the other side as side 0.
    pub(super) board: B,
    /// The chances of that side.
    pub(super) chances: Chances,
    /// What the throw counts for: the best play of those that got through the sieve.
    figures: Figures,
}

/// The plays that are judged: for the throw that is played all, for others what a sieve lets through.
pub(super) type Sifted<'a> = Option<(&'a Sieve, Roll)>;

/// The best play of each throw.
pub(super) struct Replies<B> {
    replies: [Reply<B>; ROLLS],
    mean: Figures,
    /// Boards judged to find them.
    nodes: u64,
    /// Room for equities of boards.
    pub(super) scores: Vec<f32>,
}

impl<B: Kind> Replies<B> {
    /// Room for replies; `any` board stands where nothing has been found.
    pub(super) fn new(any: &B) -> Replies<B> {
        let (chances, figures) = (Chances::default(), Figures::default());
        Replies {
            replies: [Reply { board: *any, chances, figures }; ROLLS],
            mean: Figures::default(),
            nodes: 0,
            scores: Vec::new(),
        }
    }

    /// Finds the plays of side 0 of `board`, whose payoff this is; `mine` says whether it is the
    /// side that decides. Without a sieve all plays of all throws are judged.
    pub(super) fn find(
        &mut self,
        plan: &Plan<B>,
        search: &mut Search<'_, B>,
        (board, mine): (&B, bool),
        payoff: &Payoff,
        cube: &Cube,
        sifted: Sifted<'_>,
    ) {
        let before = search.nodes;
        let mut level: Level<B> = search.workspace.take();
        // Where the plays of each throw end, before that those that count for its luck.
        let mut ends = [(0, 0); ROLLS];
        for (roll, ends) in ALL_ROLLS.into_iter().zip(&mut ends) {
            let from = level.boards.len();
            search.expand(board, roll, &mut level);
            let mut counted = level.boards.len();
            if let Some((sieve, played)) = sifted.filter(|_| counted - from > SIFTED) {
                let boards = &mut level.boards[from..];
                sieve.sift(search.rules, board, boards, !mine, &mut self.scores);
                counted = from + SIFTED;
                if roll != played {
                    level.boards.truncate(counted);
                }
            }
            *ends = (counted, level.boards.len());
        }
        search.judge(board, &mut level);
        let theirs = payoff.swapped();
        let mut mean = [0.0; FIGURES];
        let mut from = 0;
        for ((roll, (counted, end)), reply) in
            ALL_ROLLS.into_iter().zip(ends).zip(&mut self.replies)
        {
            let mut best = (f32::INFINITY, from);
            let mut lucky = from;
            for n in from..end {
                let equity = theirs.equity(&level.chances[n]);
                if equity < best.0 {
                    best = (equity, n);
                    lucky = if n < counted { n } else { lucky };
                }
            }
            let (board, chances) = (&level.boards[lucky], &level.chances[lucky]);
            let figures = plan.figures(search, board, chances, !mine, cube);
            for (sum, value) in mean.iter_mut().zip(figures.0) {
                *sum += f64::from(roll.weight()) * f64::from(value);
            }
            let (board, chances) = (level.boards[best.1], level.chances[best.1]);
            *reply = Reply { board, chances, figures };
            from = end;
        }
        self.mean = Figures(mean.map(|sum| (sum / 36.0) as f32));
        search.workspace.give(level);
        self.nodes = search.nodes - before;
    }

    /// The reply to a throw; its luck is added to `luck`.
    pub(super) fn meet(&self, roll: Roll, luck: &mut Figures) -> Reply<B> {
        let reply = self.replies[roll.index()];
        luck.add_difference(&reply.figures, &self.mean);
        reply
    }
}

/// Turns at the beginning of a game that many games share.
pub(super) const DEPTH: usize = 2;

/// The replies after each sequence of less than [`DEPTH`] throws, found when first needed.
pub(super) struct Opening<B> {
    slots: Vec<OnceLock<Box<Replies<B>>>>,
}

impl<B: Kind> Opening<B> {
    pub(super) fn new() -> Opening<B> {
        let slots = 1 + ROLLS;
        Opening { slots: std::iter::repeat_with(OnceLock::new).take(slots).collect() }
    }

    /// The replies after these throws, whose finding counts each time; `None` if they are too many
    /// to be kept.
    pub(super) fn replies(
        &self,
        throws: &[Roll],
        board: &B,
        search: &mut Search<'_, B>,
        find: impl FnOnce(&mut Search<'_, B>, &mut Replies<B>),
    ) -> Option<&Replies<B>> {
        if throws.len() >= DEPTH {
            return None;
        }
        // 0, then 1 to 21: after no throw and after one.
        let slot = throws.iter().fold(0, |slot, roll| slot * ROLLS + 1 + roll.index());
        let nodes = search.nodes;
        let replies = self.slots.get(slot)?.get_or_init(|| {
            let mut replies = Box::new(Replies::new(board));
            find(search, &mut replies);
            replies
        });
        search.nodes = nodes + replies.nodes;
        Some(replies)
    }
}
