use super::*;
use crate::board::Board;
use crate::eval::Chances;
use sha2::{Digest, Sha256};

fn board(mover: [u8; 6], other: [u8; 6], off: [u8; 2]) -> Board {
    let row = |home: [u8; 6], off| {
        let mut row = [0; 26];
        row[0] = off;
        row[1..=6].copy_from_slice(&home);
        row
    };
    Board::new(row(mover, off[0]), row(other, off[1]))
}

#[test]
fn small_homes_by_hand() {
    let t = table();
    // Nothing left: no throw. One checker on the ace point, or two: one throw.
    assert_eq!(t.last(&[0; 6]).unwrap().units(0), 65535);
    assert_eq!(t.last(&[1, 0, 0, 0, 0, 0]).unwrap().units(1), 65535);
    assert_eq!(t.last(&[2, 0, 0, 0, 0, 0]).unwrap().units(1), 65535);
    // One on the six point: 9 of 36 throws fail (11 31 21 41 32; 22 moves 8, 51 6).
    let six = t.last(&[0, 0, 0, 0, 0, 1]).unwrap();
    assert_eq!(six.units(1), (65535.0f32 * 27.0 / 36.0).round() as u16);
    assert_eq!(six.units(1) as u32 + six.units(2) as u32, 65535);
    // Three on the ace point: a double or two throws.
    let three = t.last(&[3, 0, 0, 0, 0, 0]).unwrap();
    assert_eq!(three.units(1), (65535.0f32 / 6.0).round() as u16);
    // Two on the two point: 26 of 36 throws bear both off (no ace, or double aces).
    let twos = t.last(&[0, 2, 0, 0, 0, 0]).unwrap();
    assert_eq!(twos.units(1), (65535.0f32 * 26.0 / 36.0).round() as u16);
    // 15 on the six point: the first comes off unless the throw shows no six,
    // but double twos (6/4, 6/2 …) and double threes (6/off twice) do it too.
    let stack = t.first(&[0, 0, 0, 0, 0, 15]).unwrap();
    let by_hand = 11 + 1 + 1 + 4; // a six; 33; 22; 51 and 42 carry one checker six pips
    assert_eq!(stack.units(1), (65535.0f32 * by_hand as f32 / 36.0).round() as u16);
    // One of three on the ace point comes off at once (hypergammon).
    assert_eq!(t.first(&[3, 0, 0, 0, 0, 0]).unwrap().units(1), 65535);
}

#[test]
fn every_distribution_sums_to_one_and_all_throws_fit() {
    let t = table();
    for n in 0..POSITIONS {
        let home = position(n).unwrap();
        let throws = t.last(&home).unwrap();
        let sum: u32 = (0..=THROWS_MAX).map(|k| u32::from(throws.units(k))).sum();
        assert_eq!(sum, 65535, "{home:?}");
        let checkers: u8 = home.iter().sum();
        assert!(*throws.range().start() >= usize::from(checkers).div_ceil(4), "{home:?}");
    }
}

#[test]
fn races_by_hand() {
    let close = |a: f32, b: f32| (a - b).abs() < 3e-5;
    // One checker each on the ace point: whoever throws wins.
    let both = board([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], [14, 14]);
    assert_eq!(chances(table(), &both), Some(Chances { win: 1.0, ..Chances::default() }));
    // The mover needs a 27/36 throw before the other throws.
    let six = board([0, 0, 0, 0, 0, 1], [2, 0, 0, 0, 0, 0], [14, 13]);
    assert!(close(chances(table(), &six).unwrap().win, 0.75));
    // Two on the two point for both: win at once 26/36, else the other gets its 26/36.
    let twos = board([0, 2, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0], [13, 13]);
    let p = 26.0 / 36.0;
    assert!(close(chances(table(), &twos).unwrap().win, p + (1.0 - p) * (1.0 - p)));
    // Fifteen at home against one on the ace point to throw: a gammon for certain.
    let gammon = board([1, 0, 0, 0, 0, 0], [3, 3, 3, 3, 3, 0], [14, 0]);
    let sure = Chances { win: 1.0, win_gammon: 1.0, ..Chances::default() };
    assert_eq!(chances(table(), &gammon), Some(sure));
    // The other way round the mover bears one off first; with six-point stacks not always.
    let saved = board([3, 3, 3, 3, 3, 0], [1, 0, 0, 0, 0, 0], [0, 14]);
    let c = chances(table(), &saved).unwrap();
    assert_eq!((c.win, c.win_gammon, c.lose_gammon), (0.0, 0.0, 0.0));
    let late = board([0, 0, 0, 0, 0, 15], [1, 0, 0, 0, 0, 0], [0, 14]);
    assert!(close(chances(table(), &late).unwrap().lose_gammon, 1.0 - 17.0 / 36.0));
    // Not a race of homes.
    let mut outside = both;
    outside.row_mut(1)[7] = 1;
    assert_eq!(chances(table(), &outside), None);
}

const REFERENCE: &str = include_str!("../../../fixtures/bearoff/gnubg-one-sided.tsv");

fn hash(rows: impl Iterator<Item = [u8; 64]>) -> String {
    let mut hasher = Sha256::new();
    for row in rows {
        hasher.update(row);
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn words(throws: Throws<'_>) -> [u8; 64] {
    let mut bytes = [0; 64];
    for n in 0..=THROWS_MAX {
        bytes[2 * n..2 * n + 2].copy_from_slice(&throws.units(n).to_le_bytes());
    }
    bytes
}

#[test]
fn every_row_equals_gnubg_to_the_last_unit() {
    let t = table();
    let homes = || (0..POSITIONS).map(|n| position(n).unwrap());
    let full = || homes().filter(|home| home.iter().sum::<u8>() == 15);
    let shown = |throws: Throws<'_>| {
        let units: Vec<String> = throws.units.iter().map(u16::to_string).collect();
        format!("{}:{}", throws.first, units.join(","))
    };
    let mut rows = 0;
    for line in REFERENCE.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            ["sha256-last", want] => {
                assert_eq!(hash(homes().map(|home| words(t.last(&home).unwrap()))), want);
            }
            ["sha256-first", want] => {
                assert_eq!(hash(full().map(|home| words(t.first(&home).unwrap()))), want);
            }
            [home, last, first] => {
                let digits: Vec<u8> = home.chars().map(|c| c.to_digit(16).unwrap() as u8).collect();
                let home: [u8; 6] = digits.try_into().unwrap();
                assert_eq!(shown(t.last(&home).unwrap()), last, "{home:?}");
                if first != "-" {
                    assert_eq!(shown(t.first(&home).unwrap()), first, "{home:?}");
                }
                rows += 1;
            }
            _ => panic!("{line}"),
        }
    }
    assert_eq!(rows, 115);
}
