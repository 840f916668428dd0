//! What has been done, in order, and the way back and forth.

use std::collections::VecDeque;
use std::sync::Arc;

use super::State;
use crate::board::{Die, Roll, Side};
use crate::moves::Steps;
use crate::rules::{Outcome, Phase};

/// How many changes are remembered; the oldest are forgotten first.
pub const HISTORY_MAX: usize = 16_384;

/// What was done.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A new money game, or the current one from its start.
    NewGame,
    /// A match of this length.
    NewMatch(u32),
    /// The next game of the match or session.
    NextGame,
    /// One die each for who begins, White's first, with the ties that were thrown again (G-05).
    Opening(Vec<(Die, Die)>),
    /// A throw of both dice.
    Roll(Roll),
    /// A play on a board, counted from 0, in the mover's numbering; in a parallel game without steps
    /// where nothing could be moved.
    Play {
        /// The board.
        table: usize,
        /// The steps.
        steps: Steps,
    },
    /// A board was named, counted from 0 (P-03).
    Choose(usize),
    /// Nothing could be moved (G-13).
    Pass,
    /// A double was offered.
    Double,
    /// The double was taken.
    Take,
    /// The double was refused.
    Drop,
    /// The double was doubled again at once.
    Beaver,
    /// A resignation worth so much was offered.
    Resign(u8),
    /// The resignation was accepted.
    Accept,
    /// The resignation was rejected.
    Reject,
    /// Something was set by hand, called so.
    Set(&'static str),
    /// A whole position was set by hand.
    SetPosition,
}

/// One successful transition.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The side that acted; `None` for new games, openings and set-ups.
    pub by: Option<Side>,
    /// What it did.
    pub action: Action,
    /// The state before; shared with the change before.
    pub before: Arc<State>,
    /// The state after; shared with the change after.
    pub after: Arc<State>,
}

impl Change {
    /// How the game ended, if this change ended it.
    pub fn outcome(&self) -> Option<Outcome> {
        let already = matches!(self.before.position.phase, Phase::Over(_));
        let anew = matches!(self.action, Action::SetPosition);
        match self.after.position.phase {
            Phase::Over(outcome) if anew || !already => Some(outcome),
            _ => None,
        }
    }
}

/// Changes done and changes undone.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    changes: VecDeque<Change>,
    done: usize,
}

impl History {
    /// Remembers a change and forgets what had been undone.
    pub(super) fn push(&mut self, change: Change) -> &Change {
        self.changes.truncate(self.done);
        if self.changes.len() >= HISTORY_MAX {
            self.changes.pop_front();
        }
        let last = self.changes.len();
        self.changes.push_back(change);
        self.done = last + 1;
        &self.changes[last]
    }

    /// Steps back over the last change done.
    pub(super) fn back(&mut self) -> Option<&Change> {
        self.done = self.done.checked_sub(1)?;
        self.changes.get(self.done)
    }

    /// Steps forth over the last change undone.
    pub(super) fn forth(&mut self) -> Option<&Change> {
        let change = self.changes.get(self.done)?;
        self.done += 1;
        Some(change)
    }

    pub(super) fn done(&self) -> impl DoubleEndedIterator<Item = &Change> + ExactSizeIterator {
        self.changes.range(..self.done)
    }

    pub(super) fn undone(&self) -> impl DoubleEndedIterator<Item = &Change> + ExactSizeIterator {
        self.changes.range(self.done..)
    }
}
