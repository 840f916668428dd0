use super::order::{Runner, places, turns};
use crate::board::{AnyBoard, Board};
use crate::rules::Variant;

fn runner(win: f32, white: f32, black: f32) -> Option<Runner> {
    Some(Runner { win, turns: [white, black] })
}

#[test]
fn turns_follow_from_pips_and_checkers() {
    let start = Variant::Short.rules().start();
    assert!((turns(&start, 0) - 174.5 / (49.0 / 6.0)).abs() < 1e-4);
    assert_eq!(turns(&AnyBoard::Plain(Board::new([0; 26], [0; 26])), 1), 0.0);
}

#[test]
fn the_shorter_board_finishes_first() {
    let of = |runners| places(&runners);
    let alone = of([None, runner(0.3, 10.0, 12.0), None, None]);
    assert!((alone[1].first[0] - 0.3).abs() < 1e-6 && (alone[1].last - 1.0).abs() < 1e-6);
    let alike = of([runner(0.5, 9.0, 9.0), runner(0.5, 9.0, 9.0), None, None]);
    assert!((alike[0].first.iter().sum::<f32>() - 0.5).abs() < 1e-6);
    let [short, long, third, _] =
        of([runner(0.9, 3.0, 9.0), runner(0.2, 30.0, 25.0), runner(0.5, 15.0, 15.0), None]);
    assert!(short.first[0] > 0.85 && long.first[0] < 0.01 && long.last > 0.9, "{short:?} {long:?}");
    let all = [short, long, third];
    let first: f32 = all.iter().flat_map(|place| place.first).sum();
    let last: f32 = all.iter().map(|place| place.last).sum();
    assert!((first - 1.0).abs() < 1e-5 && (last - 1.0).abs() < 1e-5);
}
