//! What a finished game is worth.

use super::{Rules, named::named};
use crate::board::{AnyBoard, BAR, Board, HOME_TOP, OFF, Points, Side};

named! {
    /// What a finished game is worth.
    pub enum Scoring {
        /// Oin 1, mars 2, home mars 3, koks 3, shekh 4 (S-24..S-29).
        Seed = "seed",
        /// Single 1, gammon 2, backgammon 3.
        Backgammon = "backgammon",
        /// Single 1, gammon 2.
        Portes = "portes",
        /// Every win 1.
        Flat = "flat",
    }
}

named! {
    /// What a game of long nardy is worth (L-16).
    pub enum LongScoring {
        /// Oin 1, mars 2, home mars 3, koks 3.
        Seed = "seed",
        /// Oin 1, all else 2.
        Fsnr = "fsnr",
    }
}

named! {
    /// Where a checker of the loser makes it koks in long nardy (L-15, A-16).
    pub enum Koks {
        /// In the loser's own start quarter.
        StartQuarter = "start-quarter",
        /// In the winner's home.
        WinnerHome = "winner-home",
        /// Nowhere.
        None = "none",
    }
}

named! {
    /// Whether the side that moved second has a last turn (L-14).
    pub enum LastRoll {
        /// No.
        None = "none",
        /// Yes, and if it finishes in it the game is drawn.
        Draw = "draw",
    }
}

named! {
    /// What becomes of the stake of a drawn game.
    pub enum Stake {
        /// Both get theirs back.
        Return = "return",
    }
}

named! {
    /// What a game of khachapuri is worth (K-05).
    pub enum KhachapuriScoring {
        /// As many points as the loser has checkers left.
        Difference = "difference",
        /// Oin 1, mars 2.
        OinMars = "oin-mars",
    }
}

named! {
    /// By how much royals multiply a win.
    pub enum RoyalBonus {
        /// Twice their number.
        Linear = "linear",
        /// Two to the power of their number.
        Power = "power",
    }
}

named! {
    /// What pinning the last checker on the enemy's start means (V-03).
    pub enum Mother {
        /// It wins two points, unless the own one can still be pinned.
        Wins = "wins",
        /// Nothing: the game goes on.
        PlaysOn = "plays-on",
    }
}

named! {
    /// What a position is worth in which neither side can ever move again (G-20).
    pub enum Standstill {
        /// The royals eaten are paid as in R-12.
        Score = "score",
        /// Nobody scores.
        Void = "void",
    }
}

/// By what a result is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// By the loser's checkers on contrary roads (S-24..S-29).
    Contrary,
    /// By the loser's checkers on parallel roads (L-15).
    Parallel,
    /// By the number of the loser's checkers (K-05).
    Difference,
    /// By the royals eaten, then as `Contrary` (R-09..R-14).
    Royals,
    /// By the mothers, then by the loser's checkers (V-03).
    Mothers,
}

/// What results are worth: the kind of game and its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pays {
    /// By what a result is told.
    pub ending: Ending,
    /// The values of contrary games.
    pub scoring: Scoring,
    /// The values of long nardy.
    pub long: LongScoring,
    /// Koks in long nardy.
    pub koks: Koks,
    /// The last turn of the side that moved second.
    pub last_roll: LastRoll,
    /// What a draw pays.
    pub stake: Stake,
    /// The values of khachapuri.
    pub khachapuri: KhachapuriScoring,
    /// The bonus for royals.
    pub royal_bonus: RoyalBonus,
    /// The mothers of plakoto.
    pub mother: Mother,
    /// A standstill.
    pub standstill: Standstill,
}

named! {
    /// How a game was won, mostly judged by the loser's checkers.
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
        /// None off, one still in the winner's home (S-27) or the start quarter (L-15).
        Koks = "koks",
        /// None off, one on the bar (S-28).
        Shekh = "shekh",
        /// The other side finished, but lost more royals.
        Royals = "royals",
        /// By the checkers that the loser has left (K-05).
        Difference = "difference",
        /// The loser's last checker on its start is pinned (V-03).
        Mother = "mother",
        /// The total of several boards (P-08).
        Total = "total",
        /// Nobody has won (L-14, V-03).
        Draw = "draw",
    }
}

impl WinKind {
    /// Points before the cube, where the kind alone tells them.
    pub const fn points(self) -> u32 {
        match self {
            WinKind::Draw => 0,
            WinKind::Single
            | WinKind::Oin
            | WinKind::Royals
            | WinKind::Difference
            | WinKind::Total => 1,
            WinKind::Gammon | WinKind::Mars | WinKind::Mother => 2,
            WinKind::Backgammon | WinKind::HomeMars | WinKind::Koks => 3,
            WinKind::Shekh => 4,
        }
    }

    /// The kind of a game that is given up for `value` times the stake, or for the most that there
    /// is below it.
    pub const fn given_up(rules: &Rules, value: u8) -> WinKind {
        match (rules.pays.ending, rules.scoring(), value) {
            (Ending::Difference, ..) => WinKind::Difference,
            (Ending::Parallel, _, ..=1) => WinKind::Oin,
            (Ending::Parallel, _, 3..) if matches!(rules.pays.long, LongScoring::Seed) => {
                match rules.pays.koks {
                    Koks::None => WinKind::HomeMars,
                    _ => WinKind::Koks,
                }
            }
            (Ending::Parallel, ..) => WinKind::Mars,
            (_, Scoring::Flat, _) => WinKind::Single,
            (_, Scoring::Portes | Scoring::Backgammon, ..=1) => WinKind::Single,
            (_, Scoring::Portes, _) | (_, Scoring::Backgammon, 2) => WinKind::Gammon,
            (_, Scoring::Backgammon, _) => WinKind::Backgammon,
            (_, Scoring::Seed, ..=1) => WinKind::Oin,
            (_, Scoring::Seed, 2) => WinKind::Mars,
            (_, Scoring::Seed, _) => WinKind::Koks,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; `None` after a standstill or a draw.
    pub winner: Option<Side>,
    /// How; `None` after a standstill.
    pub kind: Option<WinKind>,
    /// Points won, the cube included.
    pub points: Points,
}

impl Outcome {
    /// A game that counts for nobody (G-20).
    pub const VOID: Outcome = Outcome { winner: None, kind: None, points: Points::ZERO };
    /// A draw.
    pub const DRAW: Outcome =
        Outcome { winner: None, kind: Some(WinKind::Draw), points: Points::ZERO };
}

/// A result before the cube: side 0 or 1 of the board wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The side of the board that wins; `None` for a draw.
    pub winner: Option<usize>,
    /// How.
    pub kind: WinKind,
    /// Points before the cube.
    pub points: u32,
}

impl Worth {
    const DRAW: Worth = Worth { winner: None, kind: WinKind::Draw, points: 0 };

    const fn won(winner: usize, kind: WinKind, points: u32) -> Worth {
        Worth { winner: Some(winner), kind, points }
    }

    /// What a board is worth once a side of it has won; `None` while nobody has.
    ///
    /// The last turn of [`LastRoll::Draw`] is not known here: where one side has finished it has
    /// won, where both have it is a draw.
    pub fn of(rules: &Rules, board: &AnyBoard) -> Option<Worth> {
        if let Some(worth) = mothers(rules, board) {
            return Some(worth);
        }
        match [0, 1].map(|side| board.in_play(side) == 0) {
            [false, false] => None,
            [true, true] => Some(Worth::DRAW),
            [first, _] => Some(Worth::finished(rules, board, usize::from(!first))),
        }
    }

    /// What a standstill is worth (G-20).
    pub fn of_standstill(rules: &Rules, board: &AnyBoard) -> Option<Worth> {
        let [first, second] = [0, 1].map(|side| board.eaten(side));
        match rules.pays.standstill {
            Standstill::Void => None,
            Standstill::Score if first == second => None,
            Standstill::Score => {
                let winner = usize::from(first > second);
                Some(Worth::won(winner, WinKind::Royals, first.abs_diff(second).into()))
            }
        }
    }

    /// The finisher has borne off everything it still had.
    fn finished(rules: &Rules, board: &AnyBoard, finisher: usize) -> Worth {
        let loser = 1 - finisher;
        let counts = board.counts();
        let kind = win_kind(rules, &counts, loser);
        match rules.pays.ending {
            Ending::Contrary | Ending::Parallel | Ending::Mothers => {
                Worth::won(finisher, kind, kind.points())
            }
            Ending::Difference if kind == WinKind::Difference => {
                Worth::won(finisher, kind, counts.in_play(loser))
            }
            Ending::Difference => Worth::won(finisher, kind, kind.points()),
            Ending::Royals => {
                // eaten by the finisher less eaten by the other.
                let (won, lost) = (board.eaten(loser), board.eaten(finisher));
                if won < lost {
                    return Worth::won(loser, WinKind::Royals, u32::from(lost - won));
                }
                let more = u32::from(won - lost);
                let factor = match rules.pays.royal_bonus {
                    _ if more == 0 => 1,
                    RoyalBonus::Linear => 2 * more,
                    RoyalBonus::Power => 1 << more.min(30),
                };
                Worth::won(finisher, kind, kind.points().saturating_mul(factor))
            }
        }
    }
}

/// Whether pinned mothers have settled a game of plakoto (V-03).
fn mothers(rules: &Rules, board: &AnyBoard) -> Option<Worth> {
    let AnyBoard::Pins(pins) = board else { return None };
    if rules.pays.mother == Mother::PlaysOn {
        return None;
    }
    match [0, 1].map(|side| pins.is_pinned(side, START)) {
        [false, false] => None,
        [true, true] => Some(Worth::DRAW),
        [first, _] => {
            let winner = usize::from(first);
            let may_be_pinned_back = board.count(winner, START) > 0;
            let points = WinKind::Mother.points();
            (!may_be_pinned_back).then_some(Worth::won(winner, WinKind::Mother, points))
        }
    }
}

const START: usize = 24;

/// The side (0 mover, 1 other) that has no checker left in play (G-18), if one has.
pub fn finished_side(board: &Board) -> Option<usize> {
    (0..2).find(|&side| board.row(side)[1..=BAR].iter().all(|&n| n == 0))
}

/// The kind of win against `loser` (0 mover, 1 other) once the winner has borne off everything.
pub fn win_kind(rules: &Rules, board: &Board, loser: usize) -> WinKind {
    let row = board.row(loser);
    let any = |range: std::ops::RangeInclusive<usize>| row[range].iter().any(|&n| n > 0);
    let (off, bar) = (row[OFF] > 0, row[BAR] > 0);
    let is_home = || !any(HOME_TOP + 1..=24) && !bar;
    match rules.pays.ending {
        Ending::Difference => match rules.pays.khachapuri {
            KhachapuriScoring::Difference => WinKind::Difference,
            KhachapuriScoring::OinMars if off => WinKind::Oin,
            KhachapuriScoring::OinMars => WinKind::Mars,
        },
        // L-15: oin, koks, home mars, mars.
        Ending::Parallel if off => WinKind::Oin,
        Ending::Parallel => match (rules.pays.long, rules.pays.koks) {
            (LongScoring::Fsnr, _) => WinKind::Mars,
            (LongScoring::Seed, Koks::StartQuarter) if any(19..=24) => WinKind::Koks,
            (LongScoring::Seed, Koks::WinnerHome) if any(13..=18) => WinKind::Koks,
            (LongScoring::Seed, _) if is_home() => WinKind::HomeMars,
            (LongScoring::Seed, _) => WinKind::Mars,
        },
        Ending::Contrary | Ending::Royals | Ending::Mothers => {
            // Contrary roads: the loser's points 19..=24 are the winner's home.
            let in_winners_home = any(19..=24);
            match rules.scoring() {
                Scoring::Flat => WinKind::Single,
                Scoring::Portes | Scoring::Backgammon if off => WinKind::Single,
                Scoring::Backgammon if bar || in_winners_home => WinKind::Backgammon,
                Scoring::Portes | Scoring::Backgammon => WinKind::Gammon,
                // S-29: oin, shekh, koks, home mars, mars.
                Scoring::Seed if off => WinKind::Oin,
                Scoring::Seed if bar => WinKind::Shekh,
                Scoring::Seed if in_winners_home => WinKind::Koks,
                Scoring::Seed if is_home() => WinKind::HomeMars,
                Scoring::Seed => WinKind::Mars,
            }
        }
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
