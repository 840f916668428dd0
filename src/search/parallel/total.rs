//! What all boards together come to.
//!
//! Each board is judged with the side to throw next on it. Of 800 matches on two boards of short nardy
//! against the naive choice this won +.03 points each, mixing both sides to throw by what a turn on
//! the board is worth none, and both as likely -.47 (standard errors .05).

use super::super::cube;
use super::super::equity::{Payoff, Stakes};
use super::super::task::CubePlace;
use super::judge::Standings;
use super::order::{self, Place, Runner};
use crate::board::Side;
use crate::eval::Chances;
use crate::rules::{Cube, Discount, Half, MatchState, ParallelCube, Position, Rules, TABLES_MAX};

/// What the results of each board count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scales {
    tables: [Option<Scale>; TABLES_MAX],
    /// White's points less Black's on the boards that are finished.
    settled: f32,
    /// White's stakes of the single cube, while it counts.
    single: Option<Stakes>,
    /// Whether a half is taken off all boards but the last, not the first alone.
    each_but_last: bool,
}

#[derive(Clone, Copy, Debug)]
struct Scale {
    /// White's.
    stakes: Stakes,
    payoff: Payoff,
    /// What a point counts.
    stake: f32,
    /// What is taken off the winner's points if the board finishes early.
    half: f32,
}

/// One board in the sum, as White sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Part {
    /// The chances, whoever moves next.
    pub(super) chances: Chances,
    /// Expected points, before halves are taken off.
    pub(super) points: f32,
    /// How likely it finishes first and last.
    pub(super) place: Place,
}

/// The stakes of `side` on one board of several, in points.
pub(super) fn stakes(position: &Position, rules: Rules, cube: Cube, side: Side) -> Stakes {
    let jacoby = position.score.jacoby && position.score.length == 0;
    // What a beaver is worth depends on the other boards: none is made.
    let score = MatchState { jacoby, ..MatchState::MONEY };
    Stakes::of(&Position { cube, score, ..Position::start(rules) }, side)
}

impl Scales {
    /// The scales of a position.
    pub(super) fn of(position: &Position) -> Scales {
        let parallel = &position.rules.parallel;
        let (mut settled, mut open) = (0.0, 0);
        if let Some(boards) = &position.parallel {
            let [white, black] = Side::BOTH.map(|side| boards.won_by(side).in_halves() as f32);
            settled = (white - black) / 2.0;
            open = boards.open().count();
        }
        let each_but_last = parallel.discount == Discount::EachButLast;
        let takes_half = if each_but_last { open > 1 } else { open == position.tables() };
        let is_single = parallel.cube == ParallelCube::Single;
        let table = |n: usize| {
            let rules = position.rules.of_table(n);
            let shared = is_single && position.cube.in_use;
            let cube = match is_single {
                true => Cube { in_use: false, ..Cube::CENTRED },
                false => position.cube_of(n),
            };
            let stakes = stakes(position, rules, cube, Side::White);
            let counted = if shared { position.cube.value } else { cube.value };
            let half = match parallel.half {
                Half::AfterCube => 0.5,
                Half::BeforeCube => 0.5 * counted as f32,
            };
            let half = if takes_half { half } else { 0.0 };
            Scale { stakes, payoff: Payoff::new(&stakes), stake: cube.value as f32, half }
        };
        let mut tables = [None; TABLES_MAX];
        for n in position.open_tables().filter(|&n| n < TABLES_MAX) {
            tables[n] = Some(table(n));
        }
        let first = position.open_tables().next();
        let single = first
            .filter(|_| is_single && position.cube.in_use)
            .map(|n| stakes(position, position.rules.of_table(n), position.cube, Side::White));
        Scales { tables, settled, single, each_but_last }
    }

    /// White's points less Black's on the finished boards.
    pub(super) fn settled(&self) -> f32 {
        self.settled
    }

    /// What White expects of the match, `thrower` to throw; with `cubes` what they may still do
    /// counts, without they stay as they are.
    pub(super) fn total(&self, standings: &Standings, thrower: Side, cubes: bool) -> f32 {
        self.sum(&self.parts(standings, thrower, cubes), thrower, cubes)
    }

    /// The boards of [`total`](Self::total).
    pub(super) fn parts(
        &self,
        standings: &Standings,
        thrower: Side,
        cubes: bool,
    ) -> [Part; TABLES_MAX] {
        let open = || {
            let both = self.tables.iter().zip(standings).enumerate();
            both.filter_map(|(n, (scale, standing))| Some((n, scale.as_ref()?, standing.as_ref()?)))
        };
        let mut parts = [Part::default(); TABLES_MAX];
        let mut runners = [None; TABLES_MAX];
        for (n, scale, standing) in open() {
            let chances = standing.chances[thrower as usize];
            let value = scale.value(&chances, thrower, cubes);
            parts[n] = Part { chances, points: value * scale.stake, place: Place::default() };
            runners[n] = Some(Runner { win: chances.win, turns: standing.turns });
        }
        for (part, place) in parts.iter_mut().zip(order::places(&runners)) {
            part.place = place;
        }
        parts
    }

    /// The sum over the boards, halves and the single cube counted.
    pub(super) fn sum(&self, parts: &[Part; TABLES_MAX], thrower: Side, cubes: bool) -> f32 {
        let mut sum = self.settled;
        for (scale, part) in self.tables.iter().zip(parts) {
            let Some(scale) = scale else { continue };
            let [white, black] = part.place.first;
            let lead = if self.each_but_last {
                (1.0 - part.place.last) * (2.0 * part.chances.win - 1.0)
            } else {
                white - black
            };
            sum += part.points - scale.half * lead;
        }
        sum + self.raised(parts, thrower, cubes)
    }

    /// What the single cube adds: its value counts for the first board to finish (P-21), which is
    /// each with some chance; the model of a cube on one board is asked of the boards' mean.
    fn raised(&self, parts: &[Part; TABLES_MAX], thrower: Side, cubes: bool) -> f32 {
        let Some(stakes) = &self.single else { return 0.0 };
        let (mut first, mut plain) = (Chances::default(), 0.0);
        for part in parts {
            let [white, black] = part.place.first;
            super::super::tree::add(&mut first, &part.chances, white + black);
            plain += (white + black) * part.points;
        }
        let cube = stakes.cube as f32;
        if !cubes || stakes.place == CubePlace::Dead {
            return (cube - 1.0) * plain;
        }
        let mean = Payoff::new(stakes).equity(&first);
        let live = cube_value(stakes, &first, thrower);
        // The cube's part of the model alone, so that the boards' own results are counted once.
        cube * (live - mean) + (cube - 1.0) * plain
    }
}

impl Scale {
    /// White's expected points for a stake of 1.
    fn value(&self, chances: &Chances, thrower: Side, cubes: bool) -> f32 {
        if !cubes || self.stakes.place == CubePlace::Dead {
            return self.payoff.equity(chances);
        }
        cube_value(&self.stakes, chances, thrower)
    }
}

/// White's equity with a cube that nobody turns at once.
fn cube_value(stakes: &Stakes, chances: &Chances, thrower: Side) -> f32 {
    let liveness = cube::CONTACT_EFFICIENCY;
    match thrower {
        Side::White => cube::no_double(stakes, chances, liveness),
        Side::Black => -cube::no_double(&stakes.swapped(), &chances.swapped(), liveness),
    }
}
