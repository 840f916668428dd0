//! Boards drawn in text.
//!
//! White (`X`) sits at the bottom and the points bear White's numbers, 24 the farthest. Whoever is
//! on the bar stands in the half where it comes in again. Piles are drawn from the edge: royal
//! checkers (`K` White's, `Q` Black's) on simple ones, second laps in small letters in their order,
//! a pinned checker below its pin.

mod scene;

use super::place::{BAR, OFF, Track};
use super::setup::{CubeSetup, DiceSetup, Setup, TableSetup};
use super::side::{Byside, Side};
use scene::{HEIGHT, Scene, symbol};

/// Boards of a parallel game that stand side by side.
const ABREAST: usize = 2;

/// Draws a position, without asking whether it can be. `boards` are the names of its boards and how
/// Black's points lie on each.
pub fn draw(setup: &Setup, boards: &[(&str, Track)]) -> String {
    let drawing = match (&setup.tables[..], boards) {
        ([], [(_, track), ..]) => one(setup, *track),
        ([], []) => one(setup, Track::Contrary),
        (tables, _) => several(setup, tables, boards),
    };
    let lines = drawing.iter().map(|line| line.trim_end());
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn one(setup: &Setup, track: Track) -> Vec<String> {
    let scene = Scene::of(setup, track);
    let notes = notes(setup, scene.height());
    scene.lines().iter().zip(notes).map(|(line, note)| format!("{line}   {note}")).collect()
}

fn several(setup: &Setup, tables: &[TableSetup], boards: &[(&str, Track)]) -> Vec<String> {
    let mut lines = Vec::new();
    let numbered: Vec<(usize, &TableSetup)> = tables.iter().enumerate().collect();
    for row in numbered.chunks(ABREAST) {
        let drawn: Vec<Vec<String>> = row
            .iter()
            .map(|(n, table)| {
                let (name, track) = boards.get(*n).copied().unwrap_or(("", Track::Contrary));
                let mut drawn = vec![format!("{}: {name}, {}", n + 1, table_note(table))];
                drawn.extend(Scene::of_table(table, track).lines());
                for side in Side::BOTH {
                    let counts = &table.checkers[side];
                    let (pips, off) = (pips(counts), counts[OFF]);
                    drawn.push(format!("{} {side}: pips {pips}, off {off}", symbol(side)));
                }
                drawn
            })
            .collect();
        let height = drawn.iter().map(Vec::len).max().unwrap_or(0);
        for n in 0..height {
            let parts = drawn.iter().map(|lines| {
                let line = lines.get(n).map_or("", String::as_str);
                format!("{line:<49}")
            });
            lines.push(parts.collect());
        }
    }
    let scores = Side::BOTH.map(|side| format!("{side} {}", setup.score.score[side]));
    lines.push(format!("{}; {}; score {}", pending(setup), session(setup), scores.join(", ")));
    lines
}

fn table_note(table: &TableSetup) -> String {
    match (table.result, &table.cube) {
        (Some((Some(winner), points)), _) => format!("{winner} has won {points}"),
        (Some((None, _)), _) => "drawn".to_owned(),
        (None, Some(cube)) => cube_note(cube),
        (None, None) => String::from("no cube of its own"),
    }
}

/// What stands beside each line of a board with piles of this height.
fn notes(setup: &Setup, height: usize) -> Vec<String> {
    let mut notes = vec![String::new(); 2 * height.max(HEIGHT) + 3];
    let last = notes.len() - 1;
    for (side, name, counts) in [(Side::Black, 0, 1), (Side::White, last, last - 1)] {
        notes[name] = format!("{} {side}, score {}", symbol(side), setup.score.score[side]);
        notes[counts] =
            format!("  pips {}, off {}", pips(&setup.checkers[side]), setup.checkers[side][OFF]);
    }
    notes[height - 1] = cube_note(&setup.cube);
    notes[height + 1] = pending(setup);
    notes[height + 3] = session(setup);
    notes
}

fn pips(counts: &[u8; 26]) -> u32 {
    (1..=BAR as u32).zip(&counts[1..]).map(|(pips, &count)| pips * u32::from(count)).sum()
}

fn cube_note(cube: &CubeSetup) -> String {
    match cube.owner {
        _ if !cube.in_use => "no cube".to_owned(),
        None => format!("cube at {}, in the centre", cube.value),
        Some(owner) => format!("cube at {}, {owner}'s", cube.value),
    }
}

/// What is to be decided.
fn pending(setup: &Setup) -> String {
    let on = |checkers: &Byside<[u8; 26]>, side| checkers[side][1..].iter().any(|&n| n > 0);
    let in_play = |side: Side| match &setup.tables[..] {
        [] => on(&setup.checkers, side),
        tables => tables.iter().any(|table| on(&table.checkers, side)),
    };
    if let Some(winner) = Side::BOTH.into_iter().find(|&side| !in_play(side)) {
        return format!("{winner} has won");
    }
    let Some(side) = setup.turn else { return "nobody has thrown yet".to_owned() };
    match setup.dice {
        DiceSetup::ToRoll => format!("{side} to roll"),
        DiceSetup::Rolled(roll) => {
            format!("{side} to play {}-{}", roll.high().pips(), roll.low().pips())
        }
        DiceSetup::Doubled => format!("{side} to answer a double"),
        DiceSetup::Resigned(points) => format!("{side} to answer a resignation for {points}"),
    }
}

fn session(setup: &Setup) -> String {
    let score = &setup.score;
    let mut words = match score.length {
        0 => "money play".to_owned(),
        length => format!("match to {length}"),
    };
    let rules = [
        (score.crawford, ", Crawford game"),
        (score.post_crawford, ", after the Crawford game"),
        (score.jacoby, ", Jacoby rule"),
        (score.beavers > 0, ", beavers"),
    ];
    words.extend(rules.into_iter().filter(|(holds, _)| *holds).map(|(_, words)| words));
    match &setup.variant {
        Some(variant) => format!("{variant}, {words}"),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::id;

    #[test]
    fn backgammon_after_some_moves() {
        let text = "backgammon;bar:1,24:1,13:5,8:3,6:5/bar:2,13:7,8:2,6:4;w;31;2b;3-1/7c";
        let (setup, _) = id::parse(text).unwrap();
        let expected = "\
+-13-14-15-16-17-18-------19-20-21-22-23-24-+   O black, score 1
|  X           O    | X |  O              X |     pips 181, off 0
|  X           O    |   |  O                |
|  X                |   |  O                |
|  X                |   |  O                |   cube at 2, black's
|  X                |   |                   |
|                   |bar|                   |   white to play 3-1
|  7                |   |  X                |
|  O                |   |  X                |   backgammon, match to 7, Crawford game
|  O           X    |   |  X                |
|  O           X    | O |  X                |
|  O           X    | O |  X                |     pips 168, off 0
+-12-11-10--9--8--7--------6--5--4--3--2--1-+   X white, score 3
";
        assert_eq!(draw(&setup, &[("", Track::Contrary)]), expected);
    }

    #[test]
    fn black_moves_the_same_way_round_in_long_nardy() {
        let (setup, _) = id::parse("long;24:15/24:15;-;-;x;0-0/0").unwrap();
        let drawing = draw(&setup, &[("", Track::Parallel)]);
        let lines: Vec<&str> = drawing.lines().collect();
        assert!(lines[5].starts_with("|                   |   |                15 |"), "{drawing}");
        assert!(lines[7].starts_with("| 15                |   |                   |"), "{drawing}");
        assert!(lines[6].ends_with("nobody has thrown yet") && lines[4].ends_with("no cube"));
    }

    #[test]
    fn kinds_of_checkers_and_their_order_are_seen() {
        let (setup, _) =
            id::parse("royal;24:k1,8:3k2,off:5k4/24:k2,13:5,8:3,6:k5;w;-;1;0-0/0").unwrap();
        let drawing = draw(&setup, &[("", Track::Contrary)]);
        assert!(drawing.lines().nth(1).is_some_and(|line| line.contains('K')), "{drawing}");
        assert!(drawing.contains('Q'), "{drawing}");
        let text = "doublegammon;6:aabab,off:10/24:2,13:5,8:3,6:5;w;-;1;0-0/0";
        let (setup, _) = id::parse(text).unwrap();
        let drawing = draw(&setup, &[("", Track::Contrary)]);
        let column: String = (7..=11)
            .rev()
            .filter_map(|n| drawing.lines().nth(n).and_then(|line| line.chars().nth(27)))
            .collect();
        assert_eq!(column, "XXxXx", "{drawing}");
    }
}
