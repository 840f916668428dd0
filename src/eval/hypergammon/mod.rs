//! Hypergammon's table: every position of three checkers a side, solved.
//!
//! `nardy tables hypergammon` works it out (see the `train` room) and writes a file, which is mapped
//! into memory. The chances in it are those of the best play without a cube in money play; the
//! equities with a cube are those of the best plays and cube decisions, with a cube that has no
//! limit and without beavers. Cube and plays at a match score need the search, for which the table
//! is a strong evaluator and no more.
//!
//! * `index`: the number of a position; `file`: the format; `mmap`: files as memory
//! * [`Solved`]: the evaluator, which falls back to a net and says why

mod file;
mod index;
mod mmap;

pub use file::{FILE_NAME, Table, TableError, VERSION, size, write};
pub use index::{CHECKERS_MAX, Index, Men, facing, points};

use super::{Chances, Evaluator, MoneyEquities};
use crate::board::Board;
use std::path::PathBuf;
use std::sync::OnceLock;

/// What is known of a position, for the side to throw.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Record {
    /// Chances if both play best where there is no cube.
    pub chances: Chances,
    /// What money play is worth.
    pub money: MoneyEquities,
}

/// Judges hypergammon by the table, and by another evaluator what the table does not know or if it
/// cannot be used.
#[derive(Debug)]
pub struct Solved<E> {
    other: E,
    path: Option<PathBuf>,
    table: OnceLock<Result<Table, TableError>>,
}

impl<E> Solved<E> {
    /// An evaluator that looks for the table in a data directory, when first asked.
    pub fn new(other: E, folder: Option<PathBuf>) -> Solved<E> {
        let path = folder.map(|folder| folder.join(FILE_NAME));
        Solved { other, path, table: OnceLock::new() }
    }

    /// The table. The first call opens and checks the file, which may take a second, and whoever
    /// calls meanwhile waits; a program that must answer at once calls this early.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn table(&self) -> Result<&Table, &TableError> {
        let open = || self.path.as_deref().ok_or(TableError::Nowhere).and_then(Table::open);
        self.table.get_or_init(open).as_ref()
    }

    fn record(&self, board: &Board) -> Option<Record> {
        let table = self.table().ok()?;
        let both_play = board.in_play(0) > 0 && board.in_play(1) > 0;
        both_play.then(|| table.index().board(board).map(|number| table.record(number)))?
    }
}

impl<E: Evaluator> Evaluator for Solved<E> {
    fn evaluate(&self, boards: &[Board], chances: &mut [Chances]) {
        if self.table().is_err() {
            return self.other.evaluate(boards, chances);
        }
        for (board, chances) in boards.iter().zip(chances) {
            match self.record(board) {
                Some(record) => *chances = record.chances,
                None => {
                    self.other.evaluate(std::slice::from_ref(board), std::slice::from_mut(chances));
                }
            }
        }
    }

    fn money(&self, board: &Board) -> Option<MoneyEquities> {
        match self.table() {
            Ok(_) => self.record(board).map(|record| record.money),
            Err(_) => self.other.money(board),
        }
    }

    fn shortfall(&self) -> Option<String> {
        let error = self.table().err()?;
        Some(format!("hypergammon is judged by the nets, its table is not used: {error}"))
    }
}

#[cfg(test)]
mod tests;
