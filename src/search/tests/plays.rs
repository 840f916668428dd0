//! Ranking plays and looking ahead.

use super::super::ends::End;
use super::super::equity::{Payoff, Stakes};
use super::super::tree::{CubeStates, CubeValues, Search, add};
use super::*;
use crate::board::ALL_ROLLS;
use crate::moves::{PlayList, generate};

/// The look-ahead written down plainly: every reply, no buffers.
fn naive(position: &Position, board: &Board, plies: u8, payoff: &Payoff) -> Chances {
    if let Some(end) = End::of(&position.rules, board) {
        return end.chances;
    }
    if plies == 0 {
        return guess(board);
    }
    let theirs = payoff.swapped();
    let mut sum = Chances::default();
    let mut list = PlayList::new();
    for roll in ALL_ROLLS {
        generate(&position.rules.movement, board, roll, &mut list);
        let mut after: Vec<Board> = list.boards().iter().map(Board::swapped).collect();
        if after.is_empty() {
            after.push(board.swapped());
        }
        let judged = after.iter().map(|board| naive(position, board, plies - 1, &theirs));
        let best = judged.min_by(|a, b| theirs.equity(a).total_cmp(&theirs.equity(b))).unwrap();
        add(&mut sum, &best.swapped(), roll.weight() as f32 / 36.0);
    }
    sum
}

fn near(a: &Chances, b: &Chances) -> bool {
    let close = |a: f32, b: f32| (a - b).abs() < 1e-5;
    close(a.win, b.win)
        && close(a.win_gammon, b.win_gammon)
        && close(a.win_backgammon, b.win_backgammon)
        && close(a.lose_gammon, b.lose_gammon)
        && close(a.lose_backgammon, b.lose_backgammon)
}

#[test]
fn looking_ahead_equals_the_plain_recursion() {
    let small: [[&[(usize, u8)]; 2]; 4] = [
        [&[(1, 1), (3, 1)], &[(2, 2)]],
        [&[(20, 1), (4, 1)], &[(25, 1), (3, 1)]],
        [&[(6, 2), (5, 1)], &[(6, 1), (4, 2)]],
        [&[(25, 1), (1, 1)], &[(6, 2), (5, 2), (4, 2), (3, 2), (2, 2), (1, 2)]],
    ];
    for [white, black] in small {
        let position = position(&setup(white, black, DiceSetup::ToRoll));
        let board = position.counts(Side::White);
        let payoff = Payoff::new(&Stakes::of(&position, Side::White));
        let (pips, token) = (Pips::default(), StopToken::new());
        for plies in 0..=2 {
            let mut search = Search {
                rules: &position.rules,
                by_tables: true,
                evaluator: &pips,
                token: &token,
                filters: Filters::ALL,
                nodes: 0,
                nodes_max: u64::MAX,
                memory: None,
                team: None,
                workspace: &mut Workspace::default(),
            };
            let got = search
                .look_ahead(&board, plies, &payoff, &CubeStates::new(), &mut CubeValues::new())
                .unwrap();
            let want = naive(&position, &board, plies, &payoff);
            assert!(near(&got, &want), "{white:?} {black:?} {plies}: {got:?} {want:?}");
        }
    }
}

#[test]
fn plays_are_ordered_and_say_their_plies() {
    for plies in 0..=2 {
        let answer =
            ask(Query::Hint(DiceChoice::Shown, 100), start(Some((3, 1))), Limits::plies(plies));
        let rolls = plays_of(answer.unwrap());
        let [RollPlays { legal: 16, plays, .. }] = &rolls[..] else { panic!("{rolls:?}") };
        assert_eq!(plays.len(), 16);
        assert_eq!((plays[0].diff, plays[0].plies), (0.0, plies));
        let rank = |play: &RankedPlay| (play.plies, play.equity);
        assert!(plays.is_sorted_by(|a, b| rank(a) >= rank(b)), "{plays:?}");
        assert_eq!(plays.iter().all(|play| play.plies == plies), plies == 0);
    }
}

#[test]
fn all_dice_are_the_single_ones_and_both_sides_see_the_same() {
    let limits = Limits::plies(1);
    let all = plays_of(ask(Query::Best(DiceChoice::All), start(None), limits).unwrap());
    assert_eq!(all.len(), 21);
    for (roll, of_all) in ALL_ROLLS.into_iter().zip(all) {
        let mut shown = setup(START, START, DiceSetup::Rolled(roll));
        for side in Side::BOTH {
            shown.turn = Some(side);
            let one = ask(Query::Best(DiceChoice::Shown), position(&shown), limits).unwrap();
            assert_eq!(plays_of(one), std::slice::from_ref(&of_all));
        }
    }
}

#[test]
fn a_pass_is_an_empty_list_and_a_last_checker_wins() {
    let closed: &[(usize, u8)] = &[(6, 2), (5, 2), (4, 2), (3, 2), (2, 2), (1, 2)];
    let roll = DiceSetup::Rolled(Roll::from_pips(6, 5).unwrap());
    let shut = position(&setup(&[(25, 1), (6, 14)], closed, roll));
    let none = plays_of(ask(Query::Best(DiceChoice::Shown), shut, Limits::plies(2)).unwrap());
    assert_eq!((none[0].legal, none[0].plays.len()), (0, 0));
    let last = position(&setup(&[(1, 1)], &[(23, 15)], roll));
    let one = plays_of(ask(Query::Best(DiceChoice::Shown), last, Limits::plies(2)).unwrap());
    let won = Chances { win: 1.0, win_gammon: 1.0, win_backgammon: 1.0, ..Chances::default() };
    assert_eq!((one[0].legal, one[0].plays[0].chances), (1, won));
    assert_eq!((one[0].plays[0].equity, one[0].plays[0].cubeful), (3.0, 3.0));
}

#[test]
fn noise_is_the_same_for_a_seed_and_makes_errors() {
    let best = |noise: f32, seed: u64| {
        let limits = Limits { noise, seed, ..Limits::plies(0) };
        plays_of(ask(Query::Best(DiceChoice::All), start(None), limits).unwrap())
    };
    assert_eq!(best(0.3, 7), best(0.3, 7));
    assert_ne!(best(0.3, 7), best(0.3, 8));
    let (clean, noisy) = (best(0.0, 7), best(0.3, 7));
    assert!(clean.iter().zip(&noisy).any(|(a, b)| a.plays[0].child != b.plays[0].child));
}

#[test]
fn questions_at_the_wrong_moment_are_refused() {
    let limits = Limits::plies(0);
    let opening = Position::start(Variant::Short.rules());
    for query in [Query::Eval(CubeChoice::Shown), Query::Best(DiceChoice::All), Query::Rollout] {
        assert!(matches!(ask(query, opening, limits), Err(TaskError::WrongPhase(_))));
    }
    let unthrown = ask(Query::Best(DiceChoice::Shown), start(None), limits);
    assert!(matches!(unthrown, Err(TaskError::WrongPhase(_))));
    let over = position(&setup(&[(6, 15)], &[(0, 15)], DiceSetup::ToRoll));
    assert!(matches!(ask(Query::Decide, over, limits), Err(TaskError::WrongPhase(_))));
}

#[test]
fn the_engine_makes_one_decision() {
    let decided = |position: Position| {
        let answer = ask(Query::Decide, position, Limits::plies(1)).unwrap();
        let Findings::Decision(decision) = answer.findings else { panic!() };
        decision
    };
    assert_eq!(decided(Position::start(Variant::Short.rules())), Decision::Roll);
    assert_eq!(decided(start(None)), Decision::Roll);
    let best = ask(Query::Best(DiceChoice::Shown), start(Some((3, 1))), Limits::plies(1)).unwrap();
    let best = plays_of(best)[0].plays[0].child;
    assert_eq!(decided(start(Some((3, 1)))), Decision::Play(best));
    let closed: &[(usize, u8)] = &[(6, 2), (5, 2), (4, 2), (3, 2), (2, 2), (1, 2)];
    let roll = DiceSetup::Rolled(Roll::from_pips(6, 5).unwrap());
    let shut = position(&setup(&[(25, 1), (6, 14)], closed, roll));
    assert_eq!(decided(shut), Decision::Pass);
    // Black, to throw, will lose a single game for sure: one point is all there is to win.
    let won = |points| setup(&[(1, 2)], &[(6, 5), (0, 10)], DiceSetup::Resigned(points));
    assert_eq!(decided(position(&won(1))), Decision::Accept);
    let race: &[(usize, u8)] = &[(6, 5), (5, 5), (4, 5)];
    let even = position(&setup(race, race, DiceSetup::Resigned(1)));
    assert_eq!(decided(even), Decision::Accept);
    let gammon = setup(&[(1, 2)], &[(13, 10), (6, 5)], DiceSetup::Resigned(1));
    assert_eq!(decided(position(&gammon)), Decision::Reject);
}
