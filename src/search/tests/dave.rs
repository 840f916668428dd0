//! Dave, which doubles the stake or adds one to it (C-01..C-05), against all throws of a short race.

use super::super::cube::{CubeAction, CubeDecision, Reply};
use super::super::equity::Stakes;
use super::*;
use crate::board::ALL_ROLLS;
use crate::moves::{PlayList, generate};
use crate::rules::{Dave, Phase, Rules};

const KINDS: [Dave; 2] = [Dave::Geometric, Dave::Arithmetic];

fn rules(dave: Dave) -> Rules {
    Rules { dave, ..Variant::Short.rules() }
}

/// Points of the side to throw before it may say dave; `mine` and `theirs` tell who may.
fn worth(rules: &Rules, board: &Board, stake: u32, [mine, theirs]: [bool; 2]) -> f64 {
    let plain = thrown(rules, board, stake, [mine, theirs]);
    if !mine {
        return plain;
    }
    let taken = thrown(rules, board, rules.raised(stake), [false, true]);
    plain.max(taken.min(f64::from(stake)))
}

/// The same once it has decided to throw.
fn thrown(rules: &Rules, board: &Board, stake: u32, [mine, theirs]: [bool; 2]) -> f64 {
    let mut list = PlayList::new();
    let mut sum = 0.0;
    for roll in ALL_ROLLS {
        generate(&rules.movement, board, roll, &mut list);
        let after = |child: &Board| match child.in_play(0) {
            0 => f64::from(stake),
            _ => -worth(rules, &child.swapped(), stake, [theirs, mine]),
        };
        let best = list.boards().iter().map(after).fold(f64::NEG_INFINITY, f64::max);
        sum += f64::from(roll.weight()) / 36.0 * best;
    }
    sum
}

#[test]
fn decisions_in_a_short_race_are_those_of_all_throws() {
    let races: [[&[(usize, u8)]; 2]; 4] = [
        [&[(6, 1), (0, 14)], &[(5, 1), (0, 14)]],
        [&[(6, 1), (4, 1), (0, 13)], &[(3, 1), (0, 14)]],
        [&[(5, 1), (2, 1), (0, 13)], &[(1, 2), (0, 13)]],
        [&[(6, 1), (1, 1), (0, 13)], &[(6, 1), (0, 14)]],
    ];
    for dave in KINDS {
        let rules = rules(dave);
        for [white, black] in races {
            let board = Board::new(counts(white), counts(black));
            for (stake, owner) in
                [(1, None), (2, Some(Side::White)), (2, Some(Side::Black)), (4, Some(Side::White))]
            {
                let cube = CubeSetup { value: stake, owner, in_use: true };
                let start = Position { cube, ..Position::start(rules) };
                let phase = Phase::ToRoll(Side::White);
                let position = Position { white_board: board.into(), phase, ..start };
                let task = Task::new(Query::Cube(CubeChoice::Shown), position, Limits::plies(4));
                let engine = engine(1);
                let answer = engine.ask(1, task, StopToken::new()).unwrap();
                let Findings::Cube(cubes) = answer.findings else { panic!() };
                let equities = cubes[0].decision.equities;
                let users = [owner != Some(Side::Black), owner != Some(Side::White)];
                let unit = f64::from(stake);
                let plain = thrown(&rules, &board, stake, users) / unit;
                let taken = thrown(&rules, &board, rules.raised(stake), [false, true]) / unit;
                let name = format!("{dave:?} {board:?} {cube:?}: {equities:?}");
                assert!((f64::from(equities.no_double) - plain).abs() < 1e-4, "{name} {plain}");
                assert!((f64::from(equities.double_take) - taken).abs() < 1e-4, "{name} {taken}");
                assert!((equities.double_pass - 1.0).abs() < 1e-6, "{name}");
            }
        }
    }
}

fn stakes(dave: Dave, stake: u32, owner: Option<Side>) -> Stakes {
    let cube = CubeSetup { value: stake, owner, in_use: true };
    Stakes::of(&Position { cube, ..Position::start(rules(dave)) }, Side::White)
}

fn chance(win: f32) -> Chances {
    Chances { win, ..Chances::default() }
}

/// The live take point of a stake that rises by one, from the top of the ladder down.
fn live(stake: u32) -> f64 {
    if stake > 40 {
        return 0.0;
    }
    (1.0 - live(stake + 1)) / (2.0 * f64::from(stake + 1))
}

#[test]
fn take_points_are_those_of_the_ladder() {
    for (stake, dead) in [(1, 1.0 / 4.0), (2, 1.0 / 6.0), (3, 1.0 / 8.0)] {
        let stakes = stakes(Dave::Arithmetic, stake, Some(Side::White));
        for (efficiency, point) in [(0.0, dead), (1.0, live(stake))] {
            let at =
                |win: f64| CubeDecision::new(&stakes, &chance(win as f32), efficiency).equities;
            let same = at(1.0 - point);
            assert!((same.double_take - same.double_pass).abs() < 1e-4, "{stake} {same:?}");
            let worse = at(1.0 - point + 0.01);
            assert!(worse.double_take > worse.double_pass);
        }
    }
    assert!((live(1) - 0.2131).abs() < 5e-5 && (live(2) - 0.1478).abs() < 5e-5);
    assert!((live(3) - 0.1135).abs() < 5e-5);
    let doubled = stakes(Dave::Geometric, 1, None);
    let same = CubeDecision::new(&doubled, &chance(0.8), 1.0).equities;
    assert!((same.double_take - same.double_pass).abs() < 1e-5);
}

#[test]
fn there_is_no_beaver_and_a_ceiling_ends_it_c04_c05() {
    for dave in KINDS {
        let mut rules = rules(dave);
        rules.dave_max = Some(4);
        let mut position = Position::start(rules);
        position.score.beavers = 3;
        let at = |value: u32, win: f32| {
            let cube = CubeSetup { value, owner: Some(Side::White), in_use: true };
            let stakes = Stakes::of(&Position { cube, ..position }, Side::White);
            CubeDecision::new(&stakes, &chance(win), 0.68)
        };
        assert_eq!(at(1, 0.3).reply, Reply::Take);
        assert_eq!(at(4, 0.8).action, CubeAction::Unavailable);
        assert_eq!(at(2, 0.95).action, CubeAction::DoublePass);
        // Nothing follows the last turn of the cube: the point is that of a dead one.
        let last = rules.stake_max() - if dave == Dave::Arithmetic { 1 } else { 2 };
        let raised = rules.raised(last) as f32;
        let point = 1.0 - (raised - last as f32) / (2.0 * raised);
        let equities = at(last, point).equities;
        assert!((equities.double_take - equities.double_pass).abs() < 1e-4, "{equities:?}");
    }
}

#[test]
fn a_match_with_dave_ends_the_ladder() {
    for dave in KINDS {
        let mut position = Position::start(rules(dave));
        position.score = MatchSetup { length: 32_000, ..MatchSetup::MONEY };
        let stakes = Stakes::of(&position, Side::White);
        let equities = CubeDecision::new(&stakes, &chance(0.7), 0.68).equities;
        assert!(equities.no_double.is_finite() && equities.double_take.is_finite());
        position.score = MatchSetup { length: 2, score: Byside::whole(0, 0), ..MatchSetup::MONEY };
        let stakes = Stakes::of(&position, Side::White);
        let even = CubeDecision::new(&stakes, &chance(0.5), 0.68).equities;
        assert!(even.double_take.abs() < 1e-4, "{dave:?} {even:?}");
    }
}
