//! The generators against recorded positions, each other, and published counts.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};

use nardy::board::{ALL_ROLLS, Board, Roll};
use nardy::moves::{Perft, PlayList, generate, generate_any, perft};
use nardy::rules::{HitAndHide, Movement, Variant};
use serde_json::Value;

type Failure = Box<dyn std::error::Error>;

fn counts(text: &str) -> Result<[u8; 26], Failure> {
    let counts: Vec<u8> = text.split(',').map(str::parse).collect::<Result<_, _>>()?;
    Ok(counts.try_into().map_err(|_| "not 26 counts")?)
}

fn written(board: &Board) -> String {
    let side = |n: usize| board.counts(n).map(|c| c.to_string()).join(",");
    format!("{}|{}", side(0), side(1))
}

fn text(value: &Value) -> Result<&str, Failure> {
    Ok(value.as_str().ok_or("not a text")?)
}

/// Plays every line of a file with both generators; gives how many lines there were.
fn check_file(name: &str) -> Result<usize, Failure> {
    let path = format!("{}/fixtures/positions/{name}.jsonl.gz", env!("CARGO_MANIFEST_DIR"));
    let lines = BufReader::new(flate2::read::GzDecoder::new(std::fs::File::open(path)?)).lines();
    let mut list = PlayList::new();
    let mut checked = 0;
    for line in lines {
        let line: Value = serde_json::from_str(&line?)?;
        let board = Board::new(counts(text(&line["me"])?)?, counts(text(&line["opp"])?)?);
        let dice = [0, 1].map(|n| line["dice"][n].as_u64().unwrap_or(0) as u8);
        let roll = Roll::from_pips(dice[0], dice[1]).ok_or("no such throw")?;
        let mut movement = Variant::Backgammon.rules().movement;
        if let Some(hide) = line["options"]["hit_and_hide"].as_str() {
            movement.hide = HitAndHide::from_name(hide).ok_or("no such option")?;
        }
        let finals = line["finals"].as_array().ok_or("no finals")?;
        let expected = finals.iter().map(|f| Ok(text(f)?.to_owned()));
        let expected = expected.collect::<Result<BTreeSet<String>, Failure>>()?;
        for by in [generate, generate_any] {
            by(&movement, &board, roll, &mut list);
            let mut found: BTreeSet<String> = list.boards().iter().map(written).collect();
            assert_eq!(found.len(), list.len(), "{}: a result is listed twice", line["id"]);
            if found.is_empty() {
                found.insert(written(&board));
            }
            assert_eq!(found, expected, "{}", line["id"]);
        }
        checked += 1;
    }
    Ok(checked)
}

#[test]
fn recorded_backgammon_positions_have_exactly_their_results() -> Result<(), Failure> {
    assert_eq!(check_file("backgammon")?, 2250);
    assert_eq!(check_file("backgammon_hard")?, 750);
    Ok(())
}

/// S-20 to S-23.
#[test]
fn recorded_short_positions_have_exactly_their_results() -> Result<(), Failure> {
    assert_eq!(check_file("short_seed")?, 600);
    Ok(())
}

fn start(variant: Variant) -> (Movement, Board) {
    (variant.rules().movement, variant.start())
}

#[test]
fn opening_counts_are_the_published_ones() {
    const SHORT: [usize; 21] =
        [42, 15, 75, 16, 17, 73, 14, 18, 17, 52, 8, 8, 9, 9, 4, 10, 14, 14, 14, 7, 11];
    const NACKGAMMON: [usize; 21] =
        [70, 23, 103, 22, 27, 101, 15, 17, 17, 25, 12, 16, 17, 11, 17, 10, 13, 13, 8, 7, 3];
    const HYPERGAMMON: [usize; 21] =
        [7, 6, 11, 7, 8, 15, 7, 8, 9, 15, 7, 8, 9, 9, 15, 7, 8, 9, 9, 9, 12];
    let tables = [
        (Variant::Backgammon, SHORT),
        (Variant::Short, SHORT),
        (Variant::Nackgammon, NACKGAMMON),
        (Variant::Hypergammon, HYPERGAMMON),
    ];
    let mut list = PlayList::new();
    for (variant, table) in tables {
        let (movement, board) = start(variant);
        for (roll, expected) in ALL_ROLLS.into_iter().zip(table) {
            generate(&movement, &board, roll, &mut list);
            assert_eq!(list.len(), expected, "{} {roll}", variant.name());
        }
    }
}

#[test]
fn perft_agrees_with_published_numbers() {
    let cases = [
        (Variant::Backgammon, 2, 202_782, 419_783),
        (Variant::Nackgammon, 2, 324_161, 659_024),
        (Variant::Longgammon, 3, 713_141, 2_437_378),
        (Variant::Hypergammon, 3, 6_645_799, 28_551_723),
        (Variant::Backgammon, 3, 116_154_993, 346_692_108),
        (Variant::Nackgammon, 3, 206_579_866, 607_079_944),
    ];
    for (variant, depth, leaves, weighted) in cases {
        let (movement, board) = start(variant);
        let counted = perft(&movement, &board, depth);
        assert_eq!(counted, Perft { leaves, weighted }, "{} {depth}", variant.name());
    }
    let (movement, board) = start(Variant::Short);
    assert_eq!(perft(&movement, &board, 2).leaves, 202_502);
}
