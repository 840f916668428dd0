//! Plays as text against the lists that GNU Backgammon printed.

use std::collections::BTreeSet;

use nardy::board::{BAR, Board, OFF, Roll};
use nardy::moves::{Numbering, PlayList, canonical, generate};
use nardy::rules::Variant;
use serde_json::Value;

type Failure = Box<dyn std::error::Error>;

fn row(stacks: &Value) -> Result<[u8; 26], Failure> {
    let mut row = [0; 26];
    for (place, count) in stacks.as_object().ok_or("no stacks")? {
        let place = if place == "bar" { BAR } else { place.parse()? };
        row[place] = count.as_u64().ok_or("no count")? as u8;
    }
    row[OFF] = 15 - row[1..].iter().sum::<u8>();
    Ok(row)
}

/// Compares every position of a file; gives how many there were.
fn check_file(name: &str) -> Result<usize, Failure> {
    let path = format!("{}/fixtures/gnubg/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let positions: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let movement = Variant::Backgammon.rules().movement;
    let mut list = PlayList::new();
    // gnubg refused to set one of the boards up.
    let accepted = positions.iter().filter(|position| position["error"].is_null());
    for position in accepted.clone() {
        let board = Board::new(row(&position["me"])?, row(&position["opp"])?);
        let dice = [0, 1].map(|n| position["dice"][n].as_u64().unwrap_or(0) as u8);
        let roll = Roll::from_pips(dice[0], dice[1]).ok_or("no such throw")?;
        generate(&movement, &board, roll, &mut list);
        let text = |&steps| canonical(&movement, &board, steps, Numbering::Descending);
        let found: BTreeSet<String> = list.steps().iter().map(text).collect();
        let moves = position["moves"].as_array().ok_or("no moves")?;
        let expected: BTreeSet<String> =
            moves.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        assert_eq!(found, expected, "{}", position["label"]);
    }
    Ok(accepted.count())
}

#[test]
fn plays_are_written_as_gnubg_prints_them() -> Result<(), Failure> {
    assert_eq!(check_file("moves_named")?, 48);
    assert_eq!(check_file("moves_random")?, 238);
    Ok(())
}
