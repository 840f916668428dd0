//! What a search asks of a board, whatever its points hold.

use std::sync::Arc;

use super::cache::Key;
use super::tree::{Level, Workspace};
use crate::board::{AnyBoard, BAR, Board, LapBoard, OFF, PinBoard, RoyalBoard, Stacks, Track};
use crate::eval::Evaluator;
use crate::moves::{MAX_STEPS, Playable};

/// A kind of board that can be searched. One piece of code serves all; it is compiled for each, so
/// that nothing is looked up inside a tree.
pub(super) trait Kind: Playable + Into<AnyBoard> + Send + Sync + 'static {
    /// The board of a position, if it is of this kind.
    fn of(board: &AnyBoard) -> Option<Self>;

    /// Buffers of this kind.
    fn room(workspace: &mut Workspace) -> &mut Vec<Level<Self>>;

    /// How many checkers lie where, whatever their kinds.
    fn counts(&self) -> Board;

    /// What names the board in the cache, side 0 to throw, in the game of this number; `None` if it
    /// cannot be named.
    fn key(&self, game: u8) -> Option<Key> {
        Some(Key::hashed(self, game))
    }

    /// Whether the game may be over: a quick look that only misses games that go on.
    #[inline]
    fn may_be_over(&self) -> bool {
        in_play(self, 1) == 0 || in_play(self, 0) == 0
    }

    /// Whether the game may be over after one turn of side 0: again a quick look.
    #[inline]
    fn may_end(&self) -> bool {
        in_play(self, 0) <= MAX_STEPS as u32 || in_play(self, 1) == 0
    }

    /// Whether the sides cannot get into each other's way any more: on contrary roads all checkers
    /// have passed the other's, on parallel ones each side is on its own half of the board.
    #[inline]
    fn has_passed(&self, track: Track) -> bool {
        let counts = self.counts();
        let rearmost = [counts.rearmost(0), counts.rearmost(1)];
        match track {
            Track::Contrary => rearmost[0] + rearmost[1] < BAR,
            Track::Parallel => rearmost.iter().all(|&place| place <= HALF),
        }
    }
}

/// Checkers of a side that are not borne off.
#[inline]
pub(super) fn in_play<B: Stacks>(board: &B, side: usize) -> u32 {
    (1..=BAR).map(|place| u32::from(board.count(side, place))).sum()
}

impl Kind for Board {
    #[inline]
    fn of(board: &AnyBoard) -> Option<Board> {
        board.plain().copied()
    }

    #[inline]
    fn room(workspace: &mut Workspace) -> &mut Vec<Level<Board>> {
        &mut workspace.plain
    }

    #[inline(always)]
    fn counts(&self) -> Board {
        *self
    }

    #[inline]
    fn key(&self, game: u8) -> Option<Key> {
        Key::new(self, game)
    }

    #[inline]
    fn may_be_over(&self) -> bool {
        self.rearmost(1) == OFF || self.rearmost(0) == OFF
    }

    #[inline]
    fn may_end(&self) -> bool {
        self.in_play(0) <= MAX_STEPS as u32 || self.rearmost(1) == OFF
    }
}

impl Kind for RoyalBoard {
    fn of(board: &AnyBoard) -> Option<RoyalBoard> {
        match board {
            AnyBoard::Royal(board) => Some(*board),
            _ => None,
        }
    }

    fn room(workspace: &mut Workspace) -> &mut Vec<Level<RoyalBoard>> {
        &mut workspace.royal
    }

    fn counts(&self) -> Board {
        counted(self)
    }

    /// The last checker of the other side may be eaten, which finishes it.
    fn may_end(&self) -> bool {
        (0..2).any(|side| in_play(self, side) <= MAX_STEPS as u32)
    }
}

impl Kind for LapBoard {
    fn of(board: &AnyBoard) -> Option<LapBoard> {
        match board {
            AnyBoard::Laps(board) => Some(*board),
            _ => None,
        }
    }

    fn room(workspace: &mut Workspace) -> &mut Vec<Level<LapBoard>> {
        &mut workspace.laps
    }

    fn counts(&self) -> Board {
        counted(self)
    }

    /// Checkers go round again (D-03).
    fn has_passed(&self, _track: Track) -> bool {
        false
    }
}

impl Kind for PinBoard {
    fn of(board: &AnyBoard) -> Option<PinBoard> {
        match board {
            AnyBoard::Pins(board) => Some(*board),
            _ => None,
        }
    }

    fn room(workspace: &mut Workspace) -> &mut Vec<Level<PinBoard>> {
        &mut workspace.pins
    }

    fn counts(&self) -> Board {
        *PinBoard::counts(self)
    }

    /// Mothers are pinned (V-03).
    fn may_be_over(&self) -> bool {
        (0..2).any(|side| in_play(self, side) == 0 || self.is_pinned(side, START))
    }

    /// The other's mother can be pinned, or is and the own one leaves its start.
    fn may_end(&self) -> bool {
        in_play(self, 0) <= MAX_STEPS as u32 || in_play(self, 1) == 0 || self.count(1, START) == 1
    }
}

/// The last point of a side's own half: the half of parallel roads that ends with its home.
const HALF: usize = 12;

/// Where all checkers of plakoto set out.
const START: usize = 24;

fn counted<B: Stacks>(board: &B) -> Board {
    let side = |side: usize| std::array::from_fn(|place| board.count(side, place));
    Board::new(side(0), side(1))
}

/// An evaluator of boards of one kind.
#[derive(Clone)]
pub enum AnyEvaluator {
    /// Of counts of equal checkers.
    Plain(Arc<dyn Evaluator<Board>>),
    /// Of simple and royal checkers.
    Royal(Arc<dyn Evaluator<RoyalBoard>>),
    /// Of stacks of two laps.
    Laps(Arc<dyn Evaluator<LapBoard>>),
    /// Of counts and pins.
    Pins(Arc<dyn Evaluator<PinBoard>>),
}

impl AnyEvaluator {
    /// Whether both are the same one.
    pub(super) fn is(&self, other: &AnyEvaluator) -> bool {
        match (self, other) {
            (AnyEvaluator::Plain(one), AnyEvaluator::Plain(other)) => Arc::ptr_eq(one, other),
            (AnyEvaluator::Royal(one), AnyEvaluator::Royal(other)) => Arc::ptr_eq(one, other),
            (AnyEvaluator::Laps(one), AnyEvaluator::Laps(other)) => Arc::ptr_eq(one, other),
            (AnyEvaluator::Pins(one), AnyEvaluator::Pins(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

/// Does the same with whichever evaluator it is.
macro_rules! each_evaluator {
    ($any:expr, $evaluator:ident => $result:expr) => {
        match $any {
            $crate::search::AnyEvaluator::Plain($evaluator) => $result,
            $crate::search::AnyEvaluator::Royal($evaluator) => $result,
            $crate::search::AnyEvaluator::Laps($evaluator) => $result,
            $crate::search::AnyEvaluator::Pins($evaluator) => $result,
        }
    };
}
pub(super) use each_evaluator;

impl From<Arc<dyn Evaluator<Board>>> for AnyEvaluator {
    fn from(evaluator: Arc<dyn Evaluator<Board>>) -> AnyEvaluator {
        AnyEvaluator::Plain(evaluator)
    }
}

impl From<Arc<dyn Evaluator<RoyalBoard>>> for AnyEvaluator {
    fn from(evaluator: Arc<dyn Evaluator<RoyalBoard>>) -> AnyEvaluator {
        AnyEvaluator::Royal(evaluator)
    }
}

impl From<Arc<dyn Evaluator<LapBoard>>> for AnyEvaluator {
    fn from(evaluator: Arc<dyn Evaluator<LapBoard>>) -> AnyEvaluator {
        AnyEvaluator::Laps(evaluator)
    }
}

impl From<Arc<dyn Evaluator<PinBoard>>> for AnyEvaluator {
    fn from(evaluator: Arc<dyn Evaluator<PinBoard>>) -> AnyEvaluator {
        AnyEvaluator::Pins(evaluator)
    }
}
