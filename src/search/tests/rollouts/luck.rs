//! Taking luck out changes no mean: over all dice there are it is the same, to rounding.

use super::*;
use crate::board::Byside;
use crate::eval::Evaluator;
use crate::search::rollout::mean_over_all_dice;

/// Figures of the mean over all throws of the first `turns` turns.
fn means(position: Position, turns: u16, luck: bool, cubeful: bool) -> [f32; 7] {
    let limits = Limits { truncate: Some(turns), candidates: 1, luck, cubeful, ..limits(36) };
    let task = Task::new(Query::Rollout, position, limits);
    let evaluator: Arc<dyn Evaluator> = Arc::new(Pips::default());
    mean_over_all_dice(&task, &evaluator)
}

fn assert_same(position: Position, turns: u16) {
    for cubeful in [false, true] {
        let (with, without) =
            (means(position, turns, true, cubeful), means(position, turns, false, cubeful));
        for (with, without) in with.into_iter().zip(without) {
            assert!((with - without).abs() < 2e-5, "{position:?}: {with} {without}");
        }
    }
}

/// White is about to double, Black near it: cubes are turned, taken, passed and turned again.
fn tense() -> Position {
    position(&setup(
        &[(1, 2), (2, 2), (3, 3), (6, 1), (14, 2)],
        &[(3, 3), (4, 3), (5, 2), (17, 1)],
        DiceSetup::ToRoll,
    ))
}

fn at(position: Position, length: u32, white: u32, black: u32) -> Position {
    let score = MatchSetup { length, score: Byside::whole(white, black), ..MatchSetup::MONEY };
    Position { score, ..position }
}

#[test]
fn in_money_play() {
    assert_same(start(None), 2);
    assert_same(start(Some((6, 1))), 2);
    assert_same(tense(), 3);
    let mut jacoby = tense();
    (jacoby.score.jacoby, jacoby.score.beavers) = (true, 1);
    assert_same(jacoby, 2);
}

#[test]
fn in_a_match() {
    assert_same(at(tense(), 7, 2, 4), 2);
    assert_same(at(tense(), 5, 4, 2), 2);
    let mut owned = at(tense(), 9, 0, 0);
    owned.cube = CubeSetup { value: 2, owner: Some(Side::Black), in_use: true };
    assert_same(owned, 2);
}

#[test]
fn where_games_end() {
    let last = position(&setup(&[(6, 1), (5, 1)], &[(3, 1), (1, 2)], DiceSetup::ToRoll));
    assert_same(last, 3);
    let mut short = setup(&[(1, 2)], &[(25, 1), (6, 13), (7, 1)], DiceSetup::ToRoll);
    short.variant = Some("short".to_owned());
    assert_same(position(&short), 2);
}

#[test]
fn cubes_are_turned_in_these_games() {
    let plain = means(tense(), 3, false, false);
    let cubeful = means(tense(), 3, false, true);
    assert!((plain[5] - plain[6]).abs() < 1e-6 && (cubeful[5] - cubeful[6]).abs() > 0.05);
}
