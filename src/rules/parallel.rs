//! Several boards at once (P-01..P-22): which games, which options, what has been won where.

use super::named::named;
use super::{Cube, RULE_OPTIONS, Rules, Variant};
use crate::board::{PackedBoard, Points, Side, Track};

/// The most boards of a parallel game (P-01).
pub const TABLES_MAX: usize = 4;

named! {
    /// How many cubes there are (P-09, P-20).
    pub enum ParallelCube {
        /// One a board.
        Each = "each",
        /// One for all boards.
        Single = "single",
    }
}

named! {
    /// What the other board is played for once a single cube has been refused.
    pub enum AfterDrop {
        /// The stake of the cube, which the side that refused then owns (P-22).
        Keep = "keep",
        /// The single stake, without a cube (P-21).
        Single = "single",
    }
}

named! {
    /// When the half point is taken off.
    pub enum Half {
        /// From what the cube has multiplied.
        AfterCube = "after-cube",
        /// Before the cube multiplies.
        BeforeCube = "before-cube",
    }
}

named! {
    /// From which boards a half point is taken off.
    pub enum Discount {
        /// The first that finishes.
        First = "first",
        /// All but the last that finishes.
        EachButLast = "each-but-last",
    }
}

/// The games of the boards in order; none in games of one board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Games([Option<Variant>; TABLES_MAX]);

impl Games {
    /// No boards.
    pub const NONE: Games = Games([None; TABLES_MAX]);

    /// These games; `None` unless they are two to four, each with one board of its own (P-01).
    pub fn new(games: &[Variant]) -> Option<Games> {
        let fits = (2..=TABLES_MAX).contains(&games.len());
        if !fits || games.contains(&Variant::Parallel) {
            return None;
        }
        Some(Games(std::array::from_fn(|n| games.get(n).copied())))
    }

    pub(super) const fn pair(first: Variant, second: Variant) -> Games {
        Games([Some(first), Some(second), None, None])
    }

    /// The games in order.
    pub fn iter(&self) -> impl Iterator<Item = Variant> + '_ {
        self.0.iter().copied().flatten()
    }

    /// How many boards there are.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The rules that only parallel games have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParallelRules {
    /// The games of the boards.
    pub games: Games,
    /// One cube or several.
    pub cube: ParallelCube,
    /// What a refused single cube leaves.
    pub after_drop: AfterDrop,
    /// When the half point is taken off.
    pub half: Half,
    /// From which boards.
    pub discount: Discount,
    /// Options of the boards' games that were set: by option, one more than the value's number.
    pub(super) board_options: [u8; OPTIONS_MAX],
}

/// Room for the options of the boards' games.
pub(super) const OPTIONS_MAX: usize = 40;

impl ParallelRules {
    /// The rules of games with one board.
    pub const NONE: ParallelRules = ParallelRules {
        games: Games::NONE,
        cube: ParallelCube::Each,
        after_drop: AfterDrop::Keep,
        half: Half::AfterCube,
        discount: Discount::First,
        board_options: [0; OPTIONS_MAX],
    };
}

impl Rules {
    /// How many boards the game has.
    pub fn tables(&self) -> usize {
        self.parallel.games.len().max(1)
    }

    /// The name of each board's game and how its roads lie.
    pub fn boards(&self) -> Vec<(&'static str, Track)> {
        let board = |n| self.of_table(n);
        let boards = (0..self.tables()).map(board);
        boards.map(|rules| (rules.variant.name(), rules.movement.track)).collect()
    }

    /// The rules of board number `n`, from 0; those of the game itself where it has one board.
    pub fn of_table(&self, n: usize) -> Rules {
        let Some(variant) = self.parallel.games.iter().nth(n) else { return *self };
        let mut rules = variant.rules();
        for (option, &set) in RULE_OPTIONS.iter().zip(&self.parallel.board_options) {
            let value = usize::from(set).checked_sub(1).and_then(|n| option.values.get(n));
            if let Some(value) = value.filter(|_| option.belongs_to(variant)) {
                option.put(&mut rules, value);
            }
        }
        rules
    }
}

/// How a board of several ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableResult {
    /// Who won it; `None` after a standstill or draw.
    pub winner: Option<Side>,
    /// For how much, cube and half point counted.
    pub points: Points,
}

/// One board of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its checkers, White as side 0; empty once it is finished.
    pub board: PackedBoard,
    /// Its cube; where a single one serves all, out of use.
    pub cube: Cube,
    /// How it ended, once it has (P-06).
    pub result: Option<TableResult>,
}

/// The boards of a parallel game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parallel {
    tables: [Table; TABLES_MAX],
    count: u8,
    /// The board, from 0, that an offered double or resignation is about.
    pub offered: Option<u8>,
}

impl Parallel {
    /// A board without checkers, as it is once it is finished.
    pub(super) const FINISHED: Table = Table {
        board: PackedBoard::EMPTY,
        cube: Cube { in_use: false, ..Cube::CENTRED },
        result: None,
    };

    /// These boards, at most four.
    pub fn new(tables: &[Table]) -> Parallel {
        Parallel {
            tables: std::array::from_fn(|n| tables.get(n).copied().unwrap_or(Self::FINISHED)),
            count: tables.len().min(TABLES_MAX) as u8,
            offered: None,
        }
    }

    /// The boards before the first turn.
    pub fn start(rules: &Rules) -> Parallel {
        let table = |n| {
            let rules_here = rules.of_table(n);
            let each = rules.parallel.cube == ParallelCube::Each;
            let in_use = each && rules_here.variant.spec().cube;
            let cube = Cube { in_use, ..Cube::CENTRED };
            Table { board: (&rules_here.start()).into(), cube, result: None }
        };
        Parallel::new(&(0..rules.tables()).map(table).collect::<Vec<_>>())
    }

    /// The boards in order.
    pub fn tables(&self) -> &[Table] {
        &self.tables[..usize::from(self.count)]
    }

    /// The boards to change.
    pub fn tables_mut(&mut self) -> &mut [Table] {
        &mut self.tables[..usize::from(self.count)]
    }

    /// Numbers, from 0, of the boards that are not finished.
    pub fn open(&self) -> impl Iterator<Item = usize> + '_ {
        self.tables().iter().enumerate().filter(|(_, t)| t.result.is_none()).map(|(n, _)| n)
    }

    /// Points of a side on the boards that are finished.
    pub fn won_by(&self, side: Side) -> Points {
        let results = self.tables().iter().filter_map(|table| table.result);
        results.filter(|result| result.winner == Some(side)).map(|result| result.points).sum()
    }
}
