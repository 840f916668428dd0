//! What a finished game is worth.

use super::{Rules, Scoring, named::named};
use crate::board::{BAR, Board, HOME_TOP, OFF, Side};

named! {
    /// How a game was won, judged by the loser's checkers.
    pub enum WinKind {
        /// Backgammon's single game.
        Single = "single",
        /// The loser has borne off nothing.
        Gammon = "gammon",
        /// A gammon with a checker on the bar or in the winner's home.
        Backgammon = "backgammon",
        /// The loser has borne off at least one (S-24).
        Oin = "oin",
        /// None off, none of the kinds below (S-25).
        Mars = "mars",
        /// None off, all at home (S-26).
        HomeMars = "home-mars",
        /// None off, one still in the winner's home (S-27).
        Koks = "koks",
        /// None off, one on the bar (S-28).
        Shekh = "shekh",
    }
}

impl WinKind {
    /// Points before the cube.
    pub const fn points(self) -> u32 {
        match self {
            WinKind::Single | WinKind::Oin => 1,
            WinKind::Gammon | WinKind::Mars => 2,
            WinKind::Backgammon | WinKind::HomeMars | WinKind::Koks => 3,
            WinKind::Shekh => 4,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; `None` after a standstill.
    pub winner: Option<Side>,
    /// How; `None` after a standstill.
    pub kind: Option<WinKind>,
    /// Points won, the cube included.
    pub points: u32,
}

/// The side (0 mover, 1 other) that has no checker left in play (G-18), if one has.
pub fn finished_side(board: &Board) -> Option<usize> {
    (0..2).find(|&side| board.row(side)[1..=BAR].iter().all(|&n| n == 0))
}

/// The kind of win against `loser` (0 mover, 1 other) once the winner has borne off everything.
pub fn win_kind(rules: &Rules, board: &Board, loser: usize) -> WinKind {
    let row = board.row(loser);
    let any = |range: std::ops::RangeInclusive<usize>| row[range].iter().any(|&n| n > 0);
    let (off, bar) = (row[OFF] > 0, row[BAR] > 0);
    // Contrary roads: the loser's points 19..=24 are the winner's home.
    let in_winners_home = any(19..=24);
    match rules.scoring {
        Scoring::Flat => WinKind::Single,
        Scoring::Portes | Scoring::Backgammon if off => WinKind::Single,
        Scoring::Backgammon if bar || in_winners_home => WinKind::Backgammon,
        Scoring::Portes | Scoring::Backgammon => WinKind::Gammon,
        // S-29: oin, shekh, koks, home mars, mars.
        Scoring::Seed if off => WinKind::Oin,
        Scoring::Seed if bar => WinKind::Shekh,
        Scoring::Seed if in_winners_home => WinKind::Koks,
        Scoring::Seed if !any(HOME_TOP + 1..=24) => WinKind::HomeMars,
        Scoring::Seed => WinKind::Mars,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn loser(stacks: &[(usize, u8)]) -> Board {
        let mut row = [0; 26];
        for &(place, n) in stacks {
            row[place] = n;
        }
        let mut winner = [0; 26];
        winner[OFF] = 15;
        Board::new(row, winner)
    }

    #[test]
    fn seed_kinds_in_the_order_of_s29() {
        let rules = Variant::Short.rules();
        type Stacks<'a> = &'a [(usize, u8)];
        let cases: [(Stacks, WinKind, u32); 7] = [
            (&[(OFF, 1), (BAR, 1), (6, 13)], WinKind::Oin, 1), // S-24, A-33
            (&[(6, 10), (13, 5)], WinKind::Mars, 2),           // S-25
            (&[(6, 15)], WinKind::HomeMars, 3),                // S-26
            (&[(19, 1), (6, 14)], WinKind::Koks, 3),           // S-27
            (&[(18, 1), (6, 14)], WinKind::Mars, 2),
            (&[(BAR, 1), (24, 1), (6, 13)], WinKind::Shekh, 4), // S-28
            (&[(24, 15)], WinKind::Koks, 3),
        ];
        for (stacks, kind, points) in cases {
            let got = win_kind(&rules, &loser(stacks), 0);
            assert_eq!((got, got.points()), (kind, points), "{stacks:?}");
        }
    }

    #[test]
    fn backgammon_kinds() {
        let rules = Variant::Backgammon.rules();
        let cases: [(&[(usize, u8)], u32); 5] = [
            (&[(OFF, 1), (BAR, 1), (6, 13)], 1),
            (&[(18, 1), (6, 14)], 2),
            (&[(6, 15)], 2),
            (&[(19, 1), (6, 14)], 3),
            (&[(BAR, 1), (6, 14)], 3),
        ];
        for (stacks, points) in cases {
            assert_eq!(win_kind(&rules, &loser(stacks), 0).points(), points, "{stacks:?}");
        }
    }
}
