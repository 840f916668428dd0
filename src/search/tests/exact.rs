//! Endings of a few checkers, solved literally, against rollouts and look-aheads.

use std::collections::HashMap;

use super::super::kind::Kind;
use super::*;
use crate::board::{ALL_ROLLS, PinBoard, RoyalBoard};
use crate::moves::{PlayList, TurnContext};
use crate::rules::{Classes, Phase, Rules, Worth};

/// A game that is over: points of side 0 and its chances.
fn ended<B: Kind>(rules: &Rules, board: &B) -> Option<(f64, [f64; 5])> {
    let worth = Worth::of(rules, &(*board).into())?;
    let Some(winner) = worth.winner else { return Some((0.0, [0.5, 0.0, 0.0, 0.0, 0.0])) };
    let [_, gammon, backgammon] = Classes::of(rules).shares(worth.kind, worth.points);
    let (gammon, backgammon) = (f64::from(gammon + backgammon), f64::from(backgammon));
    Some(match winner {
        0 => (f64::from(worth.points), [1.0, gammon, backgammon, 0.0, 0.0]),
        _ => (-f64::from(worth.points), [0.0, 0.0, 0.0, gammon, backgammon]),
    })
}

fn swapped((points, [win, a, b, c, d]): (f64, [f64; 5])) -> (f64, [f64; 5]) {
    (-points, [1.0 - win, c, d, a, b])
}

/// Every board that can come up, and what best play makes of it: the mean over throws of the best
/// child, again and again until nothing changes.
struct Solved<B> {
    numbers: HashMap<B, usize>,
    worth: Vec<(f64, [f64; 5])>,
}

impl<B: Kind> Solved<B> {
    fn new(rules: &Rules, first: &[B]) -> Solved<B> {
        let mut boards = first.to_vec();
        let mut numbers: HashMap<B, usize> = first.iter().copied().zip(0..).collect();
        let mut after: Vec<Vec<Vec<usize>>> = Vec::new();
        let mut list = PlayList::new();
        while after.len() < boards.len() {
            assert!(boards.len() < 200_000, "that is no small ending");
            let board = boards[after.len()];
            let mut throws = Vec::new();
            let over = ended(rules, &board).is_some();
            for roll in ALL_ROLLS.into_iter().filter(|_| !over) {
                board.generate(&rules.movement, roll, TurnContext::of(&board), &mut list);
                let mut children: Vec<B> = list.boards().iter().map(B::swapped).collect();
                if children.is_empty() {
                    children.push(board.swapped());
                }
                let number = |child| {
                    *numbers.entry(child).or_insert_with(|| {
                        boards.push(child);
                        boards.len() - 1
                    })
                };
                throws.push(children.into_iter().map(number).collect());
            }
            after.push(throws);
        }
        let start = |board: &B| ended(rules, board).unwrap_or((0.0, [0.5, 0.0, 0.0, 0.0, 0.0]));
        let mut worth: Vec<_> = boards.iter().map(start).collect();
        let mut change = 1.0;
        while change > 1e-12 {
            change = 0.0;
            for (n, throws) in after.iter().enumerate().rev().filter(|(_, t)| !t.is_empty()) {
                let mut sum = (0.0, [0.0; 5]);
                for (roll, children) in ALL_ROLLS.into_iter().zip(throws) {
                    let all = children.iter().map(|&child| swapped(worth[child]));
                    let best = all.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
                    let weight = f64::from(roll.weight()) / 36.0;
                    sum.0 += weight * best.0;
                    sum.1 = std::array::from_fn(|n| sum.1[n] + weight * best.1[n]);
                }
                change = f64::max(change, (sum.0 - worth[n].0).abs());
                worth[n] = sum;
            }
        }
        Solved { numbers, worth }
    }
}

impl<B: Kind> Evaluator<B> for Solved<B> {
    fn evaluate(&self, boards: &[B], chances: &mut [Chances]) {
        for (board, chances) in boards.iter().zip(chances) {
            let all = self.worth[self.numbers[board]].1.map(|chance| chance as f32);
            let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = all;
            *chances = Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon };
        }
    }
}

/// The engine with a perfect judge, and with one that knows next to nothing, against the truth.
fn check<B: Kind>(variant: Variant, boards: &[B])
where
    AnyEvaluator: From<Arc<dyn Evaluator<B>>>,
{
    let rules = variant.rules();
    let solved = Arc::new(Solved::new(&rules, boards));
    let engine = |evaluator: Arc<dyn Evaluator<B>>| {
        let evaluators = Evaluators::new().with(variant, evaluator);
        Engine::new(EngineConfig { threads: 2, waiting_max: 8, evaluators })
    };
    let (perfect, poor) = (engine(solved.clone()), engine(Arc::new(kinds::Racer)));
    for board in boards {
        let name = format!("{} {board:?}", variant.name());
        let phase = Phase::ToRoll(Side::White);
        let start = Position::start(rules);
        let cube = CubeSetup { in_use: false, ..start.cube };
        let position = Position { white_board: (*board).into(), phase, cube, ..start };
        let ask = |engine: &Engine, query, limits| {
            engine.ask(1, Task::new(query, position, limits), StopToken::new()).unwrap().findings
        };
        let truth = solved.worth[solved.numbers[board]];
        for plies in 0..=3 {
            let found = ask(&perfect, Query::Eval(CubeChoice::Shown), Limits::plies(plies));
            let Findings::Evaluations(list) = found else { panic!() };
            let off = f64::from(list[0].equity) - truth.0;
            assert!(off.abs() < 2e-4, "{name}: {list:?} {truth:?}");
            // Plays of the same worth may differ in how it comes about.
            let off = f64::from(list[0].chances.win) - truth.1[0];
            assert!(off.abs() < 1e-3, "{name}: {plies} {list:?} {truth:?}");
        }
        // A perfect judge takes all luck out.
        let limits = Limits { trials: 36, ..Limits::plies(0) };
        let Findings::Rollout(rolled) = ask(&perfect, Query::Rollout, limits) else { panic!() };
        let off = f64::from(rolled[0].equity) - truth.0;
        assert!(off.abs() < 1e-3 && rolled[0].stderr < 1e-3, "{name}: {rolled:?} {truth:?}");
        let limits = Limits { trials: 1296, luck: false, seed: 3, ..Limits::plies(0) };
        let Findings::Rollout(rolled) = ask(&perfect, Query::Rollout, limits) else { panic!() };
        let off = f64::from(rolled[0].equity) - truth.0;
        assert!(
            off.abs() < f64::from(4.0 * rolled[0].stderr) + 1e-5,
            "{name}: {rolled:?} {truth:?}"
        );
        // A poor judge plays worse, and how lucky it thinks throws are changes no mean.
        let [with, without] = [true, false].map(|luck| {
            let limits = Limits { luck, seed: 3, ..Limits::plies(0) };
            let Findings::Rollout(rolled) = ask(&poor, Query::Rollout, limits) else { panic!() };
            rolled[0]
        });
        let error = with.stderr + without.stderr;
        let apart = (with.equity - without.equity).abs();
        assert!(apart < 4.0 * error + 1e-4, "{name}: {with:?} {without:?}");
    }
}

fn plain(white: &[(usize, u8)], black: &[(usize, u8)]) -> Board {
    Board::new(counts(white), counts(black))
}

#[test]
fn long_nardy() {
    let boards = [
        plain(&[(0, 12), (5, 2), (3, 1)], &[(6, 2), (4, 1)]),
        plain(&[(4, 2)], &[(0, 13), (7, 1), (2, 1)]),
        // One still in its start quarter is koks, three points.
        plain(&[(0, 13), (6, 1), (5, 1)], &[(20, 1), (3, 1)]),
    ];
    check(Variant::Long, &boards);
}

#[test]
fn khachapuri_pays_by_the_checkers_that_are_left_k05() {
    let boards = [
        plain(&[(0, 12), (6, 1), (4, 2)], &[(0, 12), (5, 2), (1, 1)]),
        plain(&[(0, 14), (3, 1)], &[(6, 3)]),
    ];
    check(Variant::Khachapuri, &boards);
}

#[test]
fn fevga_and_moultezim() {
    let board = plain(&[(0, 12), (6, 1), (4, 2)], &[(0, 13), (5, 2)]);
    check(Variant::Fevga, &[board]);
    check(Variant::Moultezim, &[board]);
}

/// Checkers of a side: place, simple ones, royal ones; place 26 counts those eaten.
fn royal(sides: [&[(usize, u8, u8)]; 2]) -> RoyalBoard {
    let mut board = RoyalBoard::EMPTY;
    for (side, stacks) in sides.into_iter().enumerate() {
        for &(place, simple, royal) in stacks {
            board.set(side, place, crate::board::Pair { simple, royal });
        }
    }
    board
}

#[test]
fn in_royal_nardy_who_finishes_may_lose_r12() {
    let boards = [
        // White has lost two royals more: finishing costs it two points.
        royal([&[(0, 8, 4), (3, 0, 1), (26, 0, 2)], &[(0, 8, 5), (4, 0, 1), (2, 0, 1)]]),
        // Black has: finishing is worth a mars or more, times two for each.
        royal([&[(0, 8, 5), (3, 0, 1), (5, 0, 1)], &[(6, 1, 0), (2, 0, 1), (26, 0, 2)]]),
        // The last royals meet.
        royal([&[(0, 8, 5), (20, 0, 1), (2, 0, 1)], &[(0, 8, 6), (6, 0, 1)]]),
    ];
    check(Variant::Royal, &boards);
}

#[test]
fn plakoto_ends_with_a_mother_and_may_be_drawn_v03() {
    let pins = |white, black, pinned| PinBoard::new(plain(white, black), pinned);
    let boards = [
        // Black's mother is in reach; White's has left.
        pins(&[(0, 13), (4, 1), (3, 1)], &[(0, 13), (24, 1), (5, 1)], [0, 0]),
        // Both stand on their starts.
        pins(&[(0, 13), (24, 1), (2, 1)], &[(0, 13), (24, 1), (3, 1)], [0, 0]),
        // White's mother is pinned, Black's is not yet away: a draw is there to be had.
        pins(&[(0, 13), (24, 1), (3, 1)], &[(0, 13), (24, 1), (1, 1)], [1 << 24, 0]),
    ];
    check(Variant::Plakoto, &boards);
}

#[test]
fn a_standstill_ends_a_rollout_and_a_look_ahead_g20() {
    // Each side holds all points of its home and has a checker on the bar.
    let stuck = |simple: &[(usize, u8)], eaten: u8| {
        let mut board = RoyalBoard::EMPTY;
        for side in 0..2 {
            for place in 1..=6 {
                board.set(side, place, crate::board::Pair { simple: 1, royal: 1 });
            }
            for &(place, count) in simple {
                board.set(side, place, crate::board::Pair { simple: count, royal: 0 });
            }
        }
        board.set(1, 26, crate::board::Pair { simple: 0, royal: eaten });
        board
    };
    let board = stuck(&[(25, 1)], 1);
    let evaluator: Arc<dyn Evaluator<RoyalBoard>> = Arc::new(kinds::Racer);
    let evaluators = Evaluators::new().with(Variant::Royal, evaluator);
    let engine = Engine::new(EngineConfig { threads: 1, waiting_max: 8, evaluators });
    let phase = Phase::ToRoll(Side::White);
    let mut position =
        Position { white_board: board.into(), phase, ..Position::start(Variant::Royal.rules()) };
    for (standstill, worth) in
        [(crate::rules::Standstill::Score, 1.0), (crate::rules::Standstill::Void, 0.0)]
    {
        position.rules.pays.standstill = standstill;
        let ask = |query, limits| {
            engine.ask(1, Task::new(query, position, limits), StopToken::new()).unwrap().findings
        };
        let Findings::Evaluations(list) = ask(Query::Eval(CubeChoice::Shown), Limits::plies(2))
        else {
            panic!()
        };
        assert_eq!(list[0].equity, worth);
        let limits = Limits { trials: 36, luck: false, ..Limits::plies(0) };
        let Findings::Rollout(rolled) = ask(Query::Rollout, limits) else { panic!() };
        assert_eq!((rolled[0].equity, rolled[0].stderr), (worth, 0.0));
    }
}
