//! A board drawn in text.
//!
//! White (`X`) sits at the bottom and the points bear White's numbers, 24 the farthest. Whoever is
//! on the bar stands in the half where it comes in again.

use super::place::{BAR, OFF, Track};
use super::setup::{DiceSetup, Setup};
use super::side::Side;

/// Checkers drawn on one place; a place with more bears their number.
const HEIGHT: usize = 5;

/// What stands on one place: how many of whose checkers.
type Pile = (u8, Side);

/// Draws a position, without asking whether it can be. `track` tells where Black's points lie.
pub fn draw(setup: &Setup, track: Track) -> String {
    let (top, bottom) = (Half::new(setup, track, true), Half::new(setup, track, false));
    let notes = notes(setup);
    let mut lines = vec![format!("+{}-----{}+", Half::ruler(13..=18), Half::ruler(19..=24))];
    lines.extend((0..HEIGHT).map(|row| top.row(row)));
    lines.push(format!("|{:19}|bar|{:19}|", "", ""));
    lines.extend((0..HEIGHT).rev().map(|row| bottom.row(row)));
    let (left, right) = ((7..=12).rev(), (1..=6).rev());
    lines.push(format!("+{}-----{}+", Half::ruler(left), Half::ruler(right)));
    let mut drawing = String::new();
    for (line, note) in lines.iter().zip(notes) {
        let line = format!("{line}   {note}");
        drawing.push_str(line.trim_end());
        drawing.push('\n');
    }
    drawing
}

/// The upper or lower half of the board.
struct Half {
    left: [Option<Pile>; 6],
    bar: Option<Pile>,
    right: [Option<Pile>; 6],
}

impl Half {
    fn new(setup: &Setup, track: Track, is_top: bool) -> Half {
        let pile = |point: usize| {
            let white = setup.checkers[Side::White][point];
            let black = setup.checkers[Side::Black][track.facing(point)];
            // A point that both claim is drawn as White's: nonsense can be looked at, too.
            match (white, black) {
                (0, 0) => None,
                (0, black) => Some((black, Side::Black)),
                (white, _) => Some((white, Side::White)),
            }
        };
        let row = |from: usize| std::array::from_fn(|at| pile(from + at));
        let down = |from: usize| std::array::from_fn(|at| pile(from - at));
        // White comes in among its points 19..=24, Black among those that face its own.
        let black_on_top = track.facing(24) > 12;
        let enters = |side: Side| match side {
            Side::White => is_top,
            Side::Black => is_top == black_on_top,
        };
        let on_bar = |side: Side| (setup.checkers[side][BAR], side);
        let mut bar = Side::BOTH.into_iter().filter(|&side| enters(side)).map(on_bar);
        let bar = bar.rfind(|&(count, _)| count > 0);
        match is_top {
            true => Half { left: row(13), bar, right: row(19) },
            false => Half { left: down(12), bar, right: down(6) },
        }
    }

    /// The numbers of six points, three columns each.
    fn ruler(points: impl Iterator<Item = usize>) -> String {
        let numbers: String = points.map(|point| format!("-{point:->2}")).collect();
        format!("{numbers}-")
    }

    /// The row that is `row` checkers away from the edge.
    fn row(&self, row: usize) -> String {
        let six = |piles: &[Option<Pile>; 6]| -> String {
            piles.iter().map(|&pile| format!(" {:>2}", mark(pile, row))).collect()
        };
        let bar = mark(self.bar, row);
        format!("|{} |{bar:^3}|{} |", six(&self.left), six(&self.right))
    }
}

/// What is drawn of a pile at height `row`: a checker, or at the end their number.
fn mark(pile: Option<Pile>, row: usize) -> String {
    match pile {
        Some((count, _)) if usize::from(count) > HEIGHT && row == HEIGHT - 1 => count.to_string(),
        Some((count, side)) if usize::from(count) > row => symbol(side).to_owned(),
        _ => String::new(),
    }
}

fn symbol(side: Side) -> &'static str {
    match side {
        Side::White => "X",
        Side::Black => "O",
    }
}

/// What stands beside each of the 13 lines.
fn notes(setup: &Setup) -> [String; 2 * HEIGHT + 3] {
    let mut notes: [String; 2 * HEIGHT + 3] = Default::default();
    let last = notes.len() - 1;
    for (side, name, counts) in [(Side::Black, 0, 1), (Side::White, last, last - 1)] {
        notes[name] = format!("{} {side}, score {}", symbol(side), setup.score.score[side]);
        notes[counts] = format!("  pips {}, off {}", pips(setup, side), setup.checkers[side][OFF]);
    }
    notes[HEIGHT - 1] = cube(setup);
    notes[HEIGHT + 1] = pending(setup);
    notes[HEIGHT + 3] = session(setup);
    notes
}

fn pips(setup: &Setup, side: Side) -> u32 {
    let counts = &setup.checkers[side];
    (1..=BAR as u32).zip(&counts[1..]).map(|(pips, &count)| pips * u32::from(count)).sum()
}

fn cube(setup: &Setup) -> String {
    let cube = &setup.cube;
    match cube.owner {
        _ if !cube.in_use => "no cube".to_owned(),
        None => format!("cube at {}, in the centre", cube.value),
        Some(owner) => format!("cube at {}, {owner}'s", cube.value),
    }
}

/// What is to be decided.
fn pending(setup: &Setup) -> String {
    let in_play = |side: Side| setup.checkers[side][1..].iter().any(|&count| count > 0);
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
        assert_eq!(draw(&setup, Track::Contrary), expected);
    }

    #[test]
    fn black_moves_the_same_way_round_in_long_nardy() {
        let (setup, _) = id::parse("long;24:15/24:15;-;-;x;0-0/0").unwrap();
        let drawing = draw(&setup, Track::Parallel);
        let lines: Vec<&str> = drawing.lines().collect();
        assert!(lines[5].starts_with("|                   |   |                15 |"), "{drawing}");
        assert!(lines[7].starts_with("| 15                |   |                   |"), "{drawing}");
        assert!(lines[6].ends_with("nobody has thrown yet") && lines[4].ends_with("no cube"));
    }
}
