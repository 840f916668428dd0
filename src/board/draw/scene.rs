//! One board as lines, without what stands beside it.

use crate::board::place::{BAR, Track};
use crate::board::setup::{Marked, Setup, Stack, TableSetup};
use crate::board::side::{Byside, Side};
use crate::board::{Lap, Pair};

/// Checkers drawn on one place; a place with more bears their number.
pub const HEIGHT: usize = 5;

/// What stands on one board.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    checkers: &'a Byside<[u8; 26]>,
    marked: &'a [Marked],
    track: Track,
    height: usize,
}

impl<'a> Scene<'a> {
    /// The only board of a position.
    pub fn of(setup: &'a Setup, track: Track) -> Scene<'a> {
        Scene::new(&setup.checkers, &setup.marked, track)
    }

    /// One board of several.
    pub fn of_table(table: &'a TableSetup, track: Track) -> Scene<'a> {
        Scene::new(&table.checkers, &table.marked, track)
    }

    fn new(checkers: &'a Byside<[u8; 26]>, marked: &'a [Marked], track: Track) -> Scene<'a> {
        let mut scene = Scene { checkers, marked, track, height: HEIGHT };
        // Where the order of a stack counts, all of it is drawn.
        let laps = marked.iter().filter_map(|place| match &place.stack {
            Stack::Laps(laps) if mixed(laps) => Some(laps.len()),
            _ => None,
        });
        scene.height = laps.max().unwrap_or(0).max(HEIGHT);
        scene
    }

    /// How high piles may be.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The lines of the board, all equally wide.
    pub fn lines(&self) -> Vec<String> {
        let rows = 0..self.height;
        let mut lines = vec![format!("+{}-----{}+", ruler(13..=18), ruler(19..=24))];
        lines.extend(rows.clone().map(|row| self.row(true, row)));
        lines.push(format!("|{:19}|bar|{:19}|", "", ""));
        lines.extend(rows.rev().map(|row| self.row(false, row)));
        lines.push(format!("+{}-----{}+", ruler((7..=12).rev()), ruler((1..=6).rev())));
        lines
    }

    /// The row of a half that is `row` checkers away from the edge.
    fn row(&self, is_top: bool, row: usize) -> String {
        let six = |points: [usize; 6]| -> String {
            points.iter().map(|&p| format!(" {:>2}", self.mark(&self.pile(p), row))).collect()
        };
        let bar = self.mark(&self.bar(is_top), row);
        let (left, right) = match is_top {
            true => ([13, 14, 15, 16, 17, 18], [19, 20, 21, 22, 23, 24]),
            false => ([12, 11, 10, 9, 8, 7], [6, 5, 4, 3, 2, 1]),
        };
        format!("|{} |{bar:^3}|{} |", six(left), six(right))
    }

    /// What is drawn of a pile at height `row`: a checker, or at the end their number.
    fn mark(&self, pile: &[char], row: usize) -> String {
        if pile.len() > self.height && row == self.height - 1 {
            return pile.len().to_string();
        }
        pile.get(row).map(char::to_string).unwrap_or_default()
    }

    /// Who stands on a point of White's numbering, from the edge.
    fn pile(&self, point: usize) -> Vec<char> {
        let facing = self.track.facing(point);
        let (white, black) = (self.stack(Side::White, point), self.stack(Side::Black, facing));
        let pinned = self.marked.iter().any(|place| {
            place.side == Side::White
                && usize::from(place.place) == point
                && place.stack == Stack::Pinned
        });
        // A point that both claim without a pin is drawn all the same: nonsense can be looked at.
        match pinned {
            true => [white, black].concat(),
            false if white.is_empty() => black,
            false if black.is_empty() => white,
            false => [black, white].concat(),
        }
    }

    fn bar(&self, is_top: bool) -> Vec<char> {
        // White comes in among its points 19..=24, Black among those that face its own.
        let black_on_top = self.track.facing(24) > 12;
        let enters = |side: Side| match side {
            Side::White => is_top,
            Side::Black => is_top == black_on_top,
        };
        let on_bar = |side: Side| self.stack(side, BAR);
        Side::BOTH.into_iter().filter(|&side| enters(side)).flat_map(on_bar).collect()
    }

    /// A side's checkers on a place of its own numbering, from the bottom.
    fn stack(&self, side: Side, place: usize) -> Vec<char> {
        let here = |marked: &&Marked| marked.side == side && usize::from(marked.place) == place;
        match self.marked.iter().find(here).map(|marked| &marked.stack) {
            Some(Stack::Royal(Pair { simple, royal })) => {
                let simple = std::iter::repeat_n(symbol(side), (*simple).into());
                simple.chain(std::iter::repeat_n(royal_symbol(side), (*royal).into())).collect()
            }
            Some(Stack::Laps(laps)) => laps.iter().map(|lap| lap_symbol(side, *lap)).collect(),
            Some(Stack::Pinned) | None => {
                vec![symbol(side); self.checkers[side][place].into()]
            }
        }
    }
}

fn mixed(laps: &[Lap]) -> bool {
    laps.iter().any(|lap| Some(lap) != laps.first())
}

/// The numbers of six points, three columns each.
fn ruler(points: impl Iterator<Item = usize>) -> String {
    let numbers: String = points.map(|point| format!("-{point:->2}")).collect();
    format!("{numbers}-")
}

/// A checker.
pub fn symbol(side: Side) -> char {
    match side {
        Side::White => 'X',
        Side::Black => 'O',
    }
}

fn royal_symbol(side: Side) -> char {
    match side {
        Side::White => 'K',
        Side::Black => 'Q',
    }
}

fn lap_symbol(side: Side, lap: Lap) -> char {
    match lap {
        Lap::First => symbol(side),
        Lap::Second => symbol(side).to_ascii_lowercase(),
    }
}
