//! What the evaluators say of each board.

use arrayvec::ArrayVec;

use super::super::answer::Evaluators;
use super::super::kind::{AnyEvaluator, Kind, each_evaluator};
use super::super::task::TaskError;
use super::order;
use crate::board::{AnyBoard, Side};
use crate::eval::{Chances, Evaluator};
use crate::rules::{Position, Rules, TABLES_MAX};

/// What is known of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Standing {
    /// White's chances with White to throw, and with Black.
    pub(super) chances: [Chances; 2],
    /// Turns that White and Black need.
    pub(super) turns: [f32; 2],
}

/// The standings of all boards; of finished ones nothing is known.
pub(super) type Standings = [Option<Standing>; TABLES_MAX];

/// The evaluators of the boards of one parallel game.
#[derive(Clone)]
pub(super) struct Judge {
    tables: [Option<Table>; TABLES_MAX],
}

#[derive(Clone)]
struct Table {
    rules: Rules,
    evaluator: AnyEvaluator,
}

/// Boards that are judged at a time.
const BATCH: usize = 32;

impl Judge {
    /// The evaluators of the boards that are not finished.
    ///
    /// # Errors
    /// [`TaskError::NoEvaluator`] of the first game that has none.
    pub(super) fn new(position: &Position, evaluators: &Evaluators) -> Result<Judge, TaskError> {
        let mut tables = [const { None }; TABLES_MAX];
        for n in position.open_tables() {
            let rules = position.rules.of_table(n);
            let evaluator = evaluators.of(&rules)?.clone();
            let missing = TaskError::NoEvaluator(rules.variant);
            let board = position.table(n, Side::White).ok_or(missing.clone())?;
            let fits = each_evaluator!(&evaluator, evaluator => fits(evaluator.as_ref(), &board));
            if !fits {
                return Err(missing);
            }
            tables[n] = Some(Table { rules, evaluator });
        }
        Ok(Judge { tables })
    }

    /// The rules of board `n`.
    pub(super) fn rules(&self, n: usize) -> Option<&Rules> {
        self.tables.get(n)?.as_ref().map(|table| &table.rules)
    }

    /// Why a board is judged less well than it could be.
    pub(super) fn shortfall(&self) -> Option<String> {
        let mut tables = self.tables.iter().flatten();
        tables.find_map(|table| each_evaluator!(&table.evaluator, judge => judge.shortfall()))
    }

    /// The standings of all boards of a position.
    pub(super) fn standings(&self, position: &Position) -> Standings {
        std::array::from_fn(|n| {
            let board = position.table(n, Side::White)?;
            let mut standing = [Standing::default()];
            self.judge(n, std::slice::from_ref(&board), &mut standing);
            Some(standing[0])
        })
    }

    /// The standings of board `n` as each of `boards`, White as side 0; none has ended.
    pub(super) fn judge(&self, n: usize, boards: &[AnyBoard], standings: &mut [Standing]) {
        let Some(Some(table)) = self.tables.get(n) else { return };
        each_evaluator!(&table.evaluator, judge => judge_all(judge.as_ref(), boards, standings));
    }

    /// Chances of side 0 of board `n` as each of `boards`, side 0 to throw; none has ended.
    pub(super) fn chances(&self, n: usize, boards: &[AnyBoard], chances: &mut [Chances]) {
        let Some(Some(table)) = self.tables.get(n) else { return };
        each_evaluator!(&table.evaluator, judge => {
            for (boards, chances) in boards.chunks(BATCH).zip(chances.chunks_mut(BATCH)) {
                evaluate(judge.as_ref(), boards.iter().copied(), chances);
            }
        });
    }
}

fn fits<B: Kind>(_: &dyn Evaluator<B>, board: &AnyBoard) -> bool {
    B::of(board).is_some()
}

fn evaluate<B: Kind>(
    judge: &dyn Evaluator<B>,
    boards: impl Iterator<Item = AnyBoard>,
    chances: &mut [Chances],
) {
    // All are of the kind that `new` has looked at.
    let boards: ArrayVec<B, BATCH> = boards.filter_map(|board| B::of(&board)).take(BATCH).collect();
    let count = boards.len().min(chances.len());
    judge.evaluate(&boards[..count], &mut chances[..count]);
}

fn judge_all<B: Kind>(judge: &dyn Evaluator<B>, boards: &[AnyBoard], standings: &mut [Standing]) {
    let mut white = [Chances::default(); BATCH];
    let mut black = [Chances::default(); BATCH];
    for (boards, standings) in boards.chunks(BATCH).zip(standings.chunks_mut(BATCH)) {
        evaluate(judge, boards.iter().copied(), &mut white[..boards.len()]);
        evaluate(judge, boards.iter().map(AnyBoard::swapped), &mut black[..boards.len()]);
        for (n, (board, standing)) in boards.iter().zip(standings).enumerate() {
            let turns = [order::turns(board, 0), order::turns(board, 1)];
            *standing = Standing { chances: [white[n], black[n].swapped()], turns };
        }
    }
}
