//! Where a table knows the board.

use super::*;
use crate::eval::for_variant;
use crate::search::cube::CubeAction;

fn known(query: Query, position: Position, limits: Limits) -> Answer {
    let task = Task::new(query, position, limits);
    let evaluators = Evaluators::standard().unwrap();
    let now = std::time::Instant::now();
    answer(&task, &evaluators, &StopToken::new(), &mut Workspace::default(), now, None).unwrap()
}

/// The example of GNU Backgammon's manual.
fn example() -> Position {
    position(&setup(&[(5, 1), (2, 1)], &[(3, 1), (2, 1)], DiceSetup::ToRoll))
}

fn close(got: f32, want: f32) -> bool {
    (got - want).abs() < 1e-4
}

#[test]
fn cube_decisions_are_exact_at_any_depth() {
    for plies in [0, 2] {
        let answer = known(Query::Cube(CubeChoice::All), example(), Limits::plies(plies));
        let Findings::Cube(places) = answer.findings else { panic!("no cube") };
        let [centred, owned, others] = &places[..] else { panic!("{places:?}") };
        assert!(close(centred.chances.win, 0.6711), "{centred:?}");
        let equities = centred.decision.equities;
        assert!(close(equities.no_double, 0.1605) && close(equities.double_take, 0.3210));
        assert_eq!(centred.decision.action, CubeAction::DoubleTake);
        assert!(close(owned.decision.equities.no_double, 0.3441));
        assert_eq!(owned.decision.action, CubeAction::NoDoubleTake);
        assert!(close(others.decision.equities.no_double, 0.1605));
        assert_eq!(others.decision.action, CubeAction::Unavailable);
    }
}

#[test]
fn a_cube_at_its_limit_is_worth_nothing() {
    let mut position = example();
    position.cube = CubeSetup { value: 4096, owner: Some(Side::White), ..position.cube };
    let answer = known(Query::Eval(CubeChoice::Shown), position, Limits::plies(0));
    let Findings::Evaluations(shown) = answer.findings else { panic!("no evaluation") };
    assert!(close(shown[0].cubeful, shown[0].equity) && close(shown[0].equity, 0.3422));
}

#[test]
fn a_match_has_a_cube_of_its_own() {
    let mut position = example();
    position.score.length = 3;
    let answer = known(Query::Cube(CubeChoice::Shown), position, Limits::plies(0));
    let Findings::Cube(shown) = answer.findings else { panic!("no cube") };
    assert!(close(shown[0].chances.win, 0.6711));
    assert!(!close(shown[0].decision.equities.no_double, 0.1605));
}

#[test]
fn plays_and_rollouts_end_at_the_table() {
    let dice = Roll::from_pips(2, 1).unwrap();
    let written = setup(&[(5, 1), (4, 2)], &[(3, 1), (2, 1)], DiceSetup::Rolled(dice));
    let position = position(&written);
    let query = Query::Hint(DiceChoice::Shown, 20);
    let plays = plays_of(known(query, position, Limits::plies(0)));
    let evaluator = for_variant(Variant::Backgammon).unwrap();
    for play in &plays[0].plays {
        let after = play.child.board.counts().swapped();
        assert_eq!(play.chances, evaluator.judge(&after).swapped());
        let money = evaluator.money(&after).unwrap();
        let other = money.centred.max((2.0 * money.others).min(1.0));
        assert!(close(play.cubeful, -other));
    }
    let limits = Limits { trials: 36, ..Limits::plies(0) };
    let answer = known(Query::Rollout, example(), limits);
    let Findings::Rollout(rolled) = answer.findings else { panic!("no rollout") };
    // One block has each first throw once, and then the table tells.
    assert!(close(rolled[0].chances.win, 0.6711), "{rolled:?}");
    assert!(close(rolled[0].cubeful, 0.1605));
}
