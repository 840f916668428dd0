//! What is special about single games, each searched as a kind of board.

use super::super::tree::{Level, Search};
use super::*;
use crate::board::Stacks;
use crate::moves::TurnContext;

/// Judges any board by pips alone.
pub(super) struct Racer;

fn pips<B: Stacks>(board: &B, side: usize) -> f32 {
    (1..=25).map(|place| place as f32 * f32::from(board.count(side, place))).sum()
}

impl<B: Stacks> Evaluator<B> for Racer {
    fn evaluate(&self, boards: &[B], chances: &mut [Chances]) {
        for (board, chances) in boards.iter().zip(chances) {
            let lead = pips(board, 1) - pips(board, 0) + 4.0;
            let win = 1.0 / (1.0 + (-lead / (8.0 + 0.1 * pips(board, 0))).exp());
            let none_off = |side: usize| if board.count(side, 0) == 0 { 0.25 } else { 0.0 };
            let (won, lost) = (win * win * none_off(1), (1.0 - win).powi(2) * none_off(0));
            *chances = Chances {
                win,
                win_gammon: won,
                win_backgammon: won * 0.1,
                lose_gammon: lost,
                lose_backgammon: lost * 0.1,
            };
        }
    }
}

#[test]
fn doubles_go_on_to_the_sixes_from_the_fourth_throw_v07() {
    let rules = Variant::GulBara.rules();
    let board = Board::new(counts(&[(24, 8), (20, 7)]), counts(&[(3, 15)]));
    let token = StopToken::new();
    let mut workspace = Workspace::default();
    let mut search = Search {
        rules: &rules,
        by_tables: true,
        evaluator: &Racer as &dyn Evaluator<Board>,
        token: &token,
        filters: Filters::NORMAL,
        nodes: 0,
        nodes_max: u64::MAX,
        memory: None,
        team: None,
        workspace: &mut workspace,
    };
    for (turns, pips) in [(2, 4 * 5), (3, 4 * 5 + 4 * 6)] {
        for carried in [2, usize::MAX] {
            let mut level: Level<Board> = Level::default();
            let fives = Roll::from_pips(5, 5).unwrap();
            search.expand_in(&board, fives, TurnContext::after(turns), &mut level, carried);
            let all = level.plays.len();
            assert_eq!(level.boards.len(), if turns == 3 { carried.min(all) } else { all });
            assert!(
                all > 2 && level.boards.iter().all(|after| after.pips(1) + pips == board.pips(0))
            );
        }
    }
}
