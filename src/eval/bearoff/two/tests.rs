use super::*;
use crate::board::HOME_TOP;
use crate::eval::bearoff;
use crate::moves::{PlayList, generate};
use crate::rules::Variant;
use std::collections::HashMap;

fn board(mover: [u8; HOME_TOP], other: [u8; HOME_TOP]) -> Board {
    let row = |home: [u8; HOME_TOP]| {
        let mut row = [0; 26];
        row[1..=HOME_TOP].copy_from_slice(&home);
        row[OFF] = 15 - home.iter().sum::<u8>();
        row
    };
    Board::new(row(mover), row(other))
}

fn home(digits: &str) -> [u8; HOME_TOP] {
    let digits: Vec<u8> = digits.bytes().map(|digit| digit - b'0').collect();
    digits.try_into().unwrap()
}

/// The same values by plain recursion over the plays that the generator lists.
#[derive(Default)]
struct Plain {
    known: HashMap<Board, [f64; 4]>,
}

impl Plain {
    fn four(&mut self, board: &Board) -> [f64; 4] {
        if let Some(four) = self.known.get(board) {
            return *four;
        }
        let mut list = PlayList::new();
        let mut sum = [0.0; 4];
        for roll in ALL_ROLLS {
            generate(&Variant::Backgammon.rules().movement, board, roll, &mut list);
            let mut best = [f64::NEG_INFINITY; 4];
            for after in list.boards().to_vec() {
                let met = if after.in_play(0) == 0 {
                    [-1.0; 4]
                } else {
                    let [cubeless, centred, owned, others] = self.four(&after.swapped());
                    let double = f64::min(2.0 * others, 1.0);
                    [cubeless, centred.max(double), others, owned.max(double)]
                };
                for (best, met) in best.iter_mut().zip(met) {
                    *best = best.max(-met);
                }
            }
            for (sum, best) in sum.iter_mut().zip(best) {
                *sum += f64::from(roll.weight()) / 36.0 * best;
            }
        }
        self.known.insert(*board, sum);
        sum
    }
}

#[test]
fn the_table_is_what_plain_recursion_gives() {
    let table = two_sided();
    let mut plain = Plain::default();
    for (mine, other) in [
        ([0, 0, 0, 0, 0, 3], [0, 0, 0, 0, 0, 3]),
        ([0, 1, 0, 1, 0, 2], [1, 0, 2, 0, 1, 0]),
        ([2, 0, 1, 0, 0, 1], [0, 0, 0, 2, 1, 0]),
        ([0, 0, 1, 0, 2, 0], [6, 0, 0, 0, 0, 0]),
    ] {
        plain.four(&board(mine, other));
    }
    assert!(plain.known.len() > 1000);
    for (board, want) in plain.known {
        let got = table.four(&board).unwrap();
        for (got, want) in got.into_iter().zip(want) {
            assert!((f64::from(got) - want).abs() < 1.7e-5, "{board:?} {got} {want}");
        }
    }
}

#[test]
fn the_table_is_gnubgs() {
    let table = two_sided();
    let reference = include_str!("../../../../fixtures/bearoff/gnubg-two-sided.tsv");
    let (mut rows, mut worst) = (0, 0.0f32);
    for line in reference.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let four = table.four(&board(home(fields[0]), home(fields[1]))).unwrap();
        let [cubeless, centred, owned, others] = four;
        for (got, want) in [cubeless, owned, centred, others].into_iter().zip(&fields[2..]) {
            let want = from_unit(want.parse().unwrap());
            worst = worst.max((got - want).abs());
            assert!((got - want).abs() < 2.5e-4, "{line}: {got} {want}");
        }
        rows += 1;
    }
    assert!(rows > 400 && worst < 2.5e-4, "{rows} {worst}");
    // The example of its manual: .6711, owned .3441, centred and the other's .1605, doubled .3210.
    let example = board(home("010010"), home("011000"));
    let money = table.money(&example).unwrap();
    let win = table.chances(&example).unwrap().win;
    let got = [win, money.owned, 2.0 * money.others, money.centred];
    for (got, want) in got.into_iter().zip([0.6711, 0.3441, 0.3210, 0.1605]) {
        assert!((got - want).abs() < 1e-4, "{got} {want}");
    }
}

#[test]
fn every_pair_of_homes_is_in_order() {
    let table = two_sided();
    for mine in (1..HOMES).step_by(13) {
        let mine = position(mine).unwrap();
        for other in (1..HOMES).step_by(17) {
            let other = position(other).unwrap();
            let board = board(mine, other);
            let four = table.four(&board).unwrap();
            let [cubeless, centred, owned, others] = four;
            let slack = 4e-5;
            assert!(four.iter().all(|value| value.abs() <= 1.0), "{board:?} {four:?}");
            assert!(owned >= cubeless - slack && cubeless >= others - slack, "{board:?} {four:?}");
            assert!(owned >= centred - slack && centred >= others - slack, "{board:?} {four:?}");
            // A checker less is never worse. (A pip less can be: gaps are good.)
            for p in 0..HOME_TOP {
                let fewer = |mut home: [u8; HOME_TOP]| {
                    home[p] = home[p].saturating_sub(1);
                    self::board(home, other)
                };
                let ahead = table.four(&fewer(mine)).map_or(1.0, |four| four[0]);
                assert!(ahead >= cubeless - slack, "{board:?} {p}");
            }
        }
    }
}

#[test]
fn only_what_it_knows_is_answered() {
    let table = two_sided();
    let six = board([0, 0, 0, 3, 0, 3], [1, 1, 1, 1, 1, 1]);
    assert!(table.chances(&six).is_some() && table.money(&six.swapped()).is_some());
    let seven = board([0, 0, 0, 3, 0, 4], [1, 1, 1, 1, 1, 1]);
    assert_eq!((table.chances(&seven), table.money(&seven.swapped())), (None, None));
    // In hypergammon all three may be at home and none off: a gammon is possible.
    let mut none_off = six;
    none_off.row_mut(1)[OFF] = 0;
    assert_eq!(table.chances(&none_off), None);
    let mut outside = board([0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 2]);
    outside.row_mut(0)[7] = 1;
    assert_eq!(table.money(&outside), None);
    let over = board([0; HOME_TOP], [1, 0, 0, 0, 0, 0]);
    assert_eq!((table.money(&over), table.chances(&over.swapped())), (None, None));
}

#[test]
fn the_one_sided_table_comes_near() {
    let (mut worst, mut sum, mut count) = (0.0f32, 0.0, 0);
    for mine in (1..HOMES).step_by(29) {
        for other in (1..HOMES).step_by(31) {
            let board = board(position(mine).unwrap(), position(other).unwrap());
            let exact = two_sided().chances(&board).unwrap().win;
            let near = bearoff::chances(bearoff::table(), &board).unwrap().win;
            worst = worst.max((exact - near).abs());
            sum += exact - near;
            count += 1;
        }
    }
    assert!(worst < 0.02 && (sum / count as f32).abs() < 0.001, "{worst} {sum} {count}");
}

#[test]
fn it_takes_less_memory_than_a_photograph() {
    assert_eq!(two_sided().bytes(), 924 * 924 * 8);
}
