//! Printing NPN.

use std::fmt::Write;

use crate::board::{
    BAR, Byside, CubeSetup, DiceSetup, Lap, Marked, MatchSetup, OFF, Pair, Place, Setup, Side,
    Stack,
};

/// Prints NPN: reading it gives the setup back, but that an off count of 0 is not written where it
/// says nothing, and a cube that is not in use has no value.
pub fn print(setup: &Setup) -> String {
    let mut text = setup.variant.clone().unwrap_or_else(|| "backgammon".to_owned());
    for (n, (name, value)) in setup.options.iter().enumerate() {
        text.push(if n == 0 { '{' } else { ',' });
        text.extend([name, "=", value]);
    }
    text.push_str(if setup.options.is_empty() { ";" } else { "};" });
    if setup.tables.is_empty() {
        print_board(&mut text, &setup.checkers, &setup.off_given, &setup.marked);
    }
    for (n, table) in setup.tables.iter().enumerate() {
        text.push_str(if n > 0 { "|" } else { "" });
        match table.result {
            None => print_board(&mut text, &table.checkers, &table.off_given, &table.marked),
            Some((winner, points)) => {
                let _ = write!(text, "={}{points}", winner.map_or('-', Side::letter));
            }
        }
    }
    text.push(';');
    text.push(setup.turn.map_or('-', Side::letter));
    text.push(';');
    print_dice(&mut text, setup);
    text.push(';');
    if setup.tables.iter().any(|table| table.cube.is_some()) {
        for (n, table) in setup.tables.iter().enumerate() {
            text.push_str(if n > 0 { "|" } else { "" });
            print_cube(&mut text, table.cube.unwrap_or(setup.cube));
        }
    } else {
        print_cube(&mut text, setup.cube);
    }
    text.push(';');
    print_score(&mut text, &setup.score);
    text
}

// Writing to a string cannot fail, so the results of `write!` below carry nothing.

fn print_board(
    text: &mut String,
    checkers: &Byside<[u8; 26]>,
    off_given: &Byside<bool>,
    marked: &[Marked],
) {
    for side in Side::BOTH {
        if side == Side::Black {
            text.push('/');
        }
        let start = text.len();
        for index in (0..=BAR).rev() {
            let count = checkers[side][index];
            let found =
                marked.iter().find(|held| held.side == side && usize::from(held.place) == index);
            let written = (count > 0 || found.is_some()) && (index != OFF || off_given[side]);
            let Some(place) = Place::new(index as u8).filter(|_| written) else { continue };
            let comma = if text.len() > start { "," } else { "" };
            let _ = write!(text, "{comma}{place}:");
            print_stack(text, count, found.map(|held| &held.stack));
        }
        if text.len() == start {
            text.push('-');
        }
    }
}

fn print_stack(text: &mut String, count: u8, stack: Option<&Stack>) {
    let _ = match stack {
        None => write!(text, "{count}"),
        Some(Stack::Pinned) => write!(text, "p"),
        Some(Stack::Royal(Pair { simple, royal: 0 })) => write!(text, "{simple}"),
        Some(Stack::Royal(Pair { simple: 0, royal })) => write!(text, "k{royal}"),
        Some(Stack::Royal(Pair { simple, royal })) => write!(text, "{simple}k{royal}"),
        Some(Stack::Laps(laps)) => {
            let letter = |lap: &Lap| if *lap == Lap::First { 'a' } else { 'b' };
            text.extend(laps.iter().map(letter));
            Ok(())
        }
    };
}

fn print_dice(text: &mut String, setup: &Setup) {
    let _ = match setup.dice {
        DiceSetup::ToRoll => write!(text, "-"),
        DiceSetup::Rolled(roll) => write!(text, "{roll}"),
        DiceSetup::Doubled => write!(text, "D"),
        DiceSetup::Resigned(points) => write!(text, "R{points}"),
    };
    let offer = matches!(setup.dice, DiceSetup::Doubled | DiceSetup::Resigned(_));
    if let Some(board) = setup.offered.filter(|_| offer) {
        let _ = write!(text, "@{}", board + 1);
    }
}

fn print_cube(text: &mut String, cube: CubeSetup) {
    if !cube.in_use {
        text.push('x');
        return;
    }
    let _ = write!(text, "{}", cube.value);
    text.extend(cube.owner.map(Side::letter));
}

fn print_score(text: &mut String, score: &MatchSetup) {
    let [white, black] = score.score.0;
    let _ = write!(text, "{white}-{black}/{}", score.length);
    let flags = [(score.crawford, 'c'), (score.post_crawford, 'p'), (score.jacoby, 'j')];
    text.extend(flags.iter().filter(|(set, _)| *set).map(|&(_, flag)| flag));
    if score.beavers > 0 {
        let _ = write!(text, "b{}", score.beavers);
    }
}
