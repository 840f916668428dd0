//! From a board to a net's outputs.

use super::{LINES_MAX, Line, Terms, WholeNet, Words};
use crate::board::Board;
use crate::eval::features::merged::{
    Numbers, contact_difference, contact_half, contact_numbers, contact_own_numbers,
    race_difference, race_half,
};
use crate::eval::features::{Own, Phase};
use crate::eval::net::Chunk;

/// What the mover's checkers by themselves come to. The plays of a throw hardly ever differ in the
/// enemy's checkers, and the enemy is who moves next.
pub(crate) struct Kept {
    row: Option<[u8; 32]>,
    own: Own,
    sums: [Line; LINES_MAX],
}

impl Kept {
    /// Nothing yet. To be used with one net only.
    #[inline(always)]
    pub fn new() -> Kept {
        Kept { row: None, own: Own::NONE, sums: [Line::ZERO; LINES_MAX] }
    }
}

impl WholeNet {
    /// The six outputs for a board of the net's phase.
    #[inline(always)]
    pub fn outputs<W: Words>(&self, board: &Board, kept: &mut Kept) -> Chunk {
        match self.phase {
            Phase::Contact => self.contact::<W>(board, kept),
            Phase::Race => self.race::<W>(board),
        }
    }

    #[inline(always)]
    fn contact<W: Words>(&self, board: &Board, kept: &mut Kept) -> Chunk {
        let (mine, theirs) = (board.row(0), board.row(1));
        if kept.row.as_ref() != Some(mine) {
            kept.row = Some(*mine);
            kept.own = Own::of(mine);
            let half = contact_half(mine, 0, &kept.own);
            let mut numbers = Numbers::NONE;
            contact_own_numbers(0, &kept.own, &mut numbers);
            let terms = Terms { rows: half.rows(), numbers: numbers.list() };
            self.add::<W>(self.bias(), &terms, &mut kept.sums);
        }
        let (me, them) = (kept.own, Own::of(theirs));
        let mut half = contact_half(theirs, 1, &them);
        half.on(contact_difference(&me, &them));
        let mut numbers = Numbers::NONE;
        contact_own_numbers(1, &them, &mut numbers);
        contact_numbers(mine, 0, &me, &them, &mut numbers);
        contact_numbers(theirs, 1, &them, &me, &mut numbers);
        self.forward::<W>(&kept.sums, &Terms { rows: half.rows(), numbers: numbers.list() })
    }

    #[inline(always)]
    fn race<W: Words>(&self, board: &Board) -> Chunk {
        let (mine, my_pips) = race_half(board.row(0), 0);
        let (mut theirs, their_pips) = race_half(board.row(1), 1);
        theirs.on(race_difference(my_pips, their_pips));
        let mut sums = [Line::ZERO; LINES_MAX];
        let terms = Terms { rows: mine.rows(), numbers: &[] };
        self.add::<W>(self.bias(), &terms, &mut sums);
        self.forward::<W>(&sums, &Terms { rows: theirs.rows(), numbers: &[] })
    }
}
