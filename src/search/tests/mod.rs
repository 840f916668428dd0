//! Tests of the search as a whole, with evaluators that know next to nothing but answer alike.

mod cubes;
mod dave;
mod engine;
mod exact;
mod kinds;
mod plays;
mod rollouts;
mod tables;
mod together;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::answer::answer;
use super::tree::Workspace;
use super::*;
use crate::board::{Board, Byside, CubeSetup, DiceSetup, MatchSetup, Roll, Setup, Side};
use crate::eval::{Chances, Evaluator};
use crate::rules::{Position, Variant};

/// Judges by pips and blots, counts what it judges, and fails when it is handed a finished game.
#[derive(Default)]
pub(super) struct Pips {
    judged: AtomicU64,
    broken: AtomicBool,
}

impl Evaluator for Pips {
    fn evaluate(&self, boards: &[Board], chances: &mut [Chances]) {
        assert!(!self.broken.load(Ordering::Relaxed), "the evaluator is broken");
        assert_eq!(boards.len(), chances.len());
        self.judged.fetch_add(boards.len() as u64, Ordering::Relaxed);
        for (board, chances) in boards.iter().zip(chances) {
            assert!(board.in_play(0) > 0 && board.in_play(1) > 0, "a finished game: {board:?}");
            *chances = guess(board);
        }
    }
}

fn guess(board: &Board) -> Chances {
    let blots = |side: usize| board.row(side)[1..=24].iter().filter(|&&n| n == 1).count() as f32;
    let (mine, other) = (board.pips(0) as f32, board.pips(1) as f32);
    let lead = other - mine + 4.0 + 3.0 * (blots(1) - blots(0));
    let win = 1.0 / (1.0 + (-lead / (8.0 + 0.1 * mine)).exp());
    let none_off = |side: usize| if board.row(side)[0] == 0 { 0.25 } else { 0.0 };
    Chances {
        win,
        win_gammon: win * win * none_off(1),
        win_backgammon: win * win * none_off(1) * 0.05,
        lose_gammon: (1.0 - win).powi(2) * none_off(0),
        lose_backgammon: (1.0 - win).powi(2) * none_off(0) * 0.05,
    }
}

pub(super) fn evaluators() -> Evaluators {
    let all = Variant::ALL.into_iter();
    all.fold(Evaluators::new(), |known, variant| known.with(variant, Arc::new(Pips::default())))
}

pub(super) fn engine(threads: usize) -> Engine {
    Engine::new(EngineConfig { threads, waiting_max: 64, evaluators: evaluators() })
}

pub(super) fn counts(stacks: &[(usize, u8)]) -> [u8; 26] {
    let mut counts = [0; 26];
    for &(place, n) in stacks {
        counts[place] = n;
    }
    counts
}

/// A position with White to decide and everything else plain.
pub(super) fn setup(white: &[(usize, u8)], black: &[(usize, u8)], dice: DiceSetup) -> Setup {
    Setup {
        variant: Some("backgammon".to_owned()),
        options: Vec::new(),
        marked: Vec::new(),
        tables: Vec::new(),
        offered: None,
        checkers: Byside([counts(white), counts(black)]),
        off_given: Byside([false, false]),
        turn: Some(Side::White),
        dice,
        cube: CubeSetup::CENTRED,
        score: MatchSetup::MONEY,
    }
}

pub(super) fn position(setup: &Setup) -> Position {
    Position::from_setup(setup, Variant::Backgammon.rules()).unwrap()
}

const START: &[(usize, u8)] = &[(24, 2), (13, 5), (8, 3), (6, 5)];

pub(super) fn start(dice: Option<(u8, u8)>) -> Position {
    let dice = dice.and_then(|(a, b)| Roll::from_pips(a, b));
    position(&setup(START, START, dice.map_or(DiceSetup::ToRoll, DiceSetup::Rolled)))
}

pub(super) fn ask(query: Query, position: Position, limits: Limits) -> Result<Answer, TaskError> {
    let task = Task::new(query, position, limits);
    let mut workspace = Workspace::default();
    let now = std::time::Instant::now();
    answer(&task, &evaluators(), &StopToken::new(), &mut workspace, now, None)
}

pub(super) fn plays_of(answer: Answer) -> Vec<RollPlays> {
    match answer.findings {
        Findings::Plays(plays) => plays,
        other => panic!("no plays: {other:?}"),
    }
}
