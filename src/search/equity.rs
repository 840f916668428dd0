//! What results are worth: points in money play, chances to win the match else.
//!
//! A [`Stakes`] knows what a game's result does for one side; a [`Payoff`] folds that into one
//! number a result, so that the equity of chances is a sum of products. In money play equities are
//! in points for a cube at 1 whatever the cube shows; in a match they are normalised: losing the
//! cube's value is -1, winning it is +1.
//!
//! Chances tell three classes of results apart, no more; what they are worth is the game's affair
//! ([`Classes`]). Finished games, and so rollouts, count the exact results.

use super::met::{Away, Met};
use super::task::CubePlace;
use crate::board::Side;
use crate::eval::Chances;
use crate::rules::{Classes, Dave, Position};

/// How a game won or lost divides into single, gammon and backgammon; each side's three sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Of the games won.
    pub win: [f32; 3],
    /// Of the games lost.
    pub lose: [f32; 3],
}

impl Rates {
    /// Every game a single one.
    pub const SINGLE: Rates = Rates { win: [1.0, 0.0, 0.0], lose: [1.0, 0.0, 0.0] };

    /// The rates within these chances.
    pub fn of(chances: &Chances) -> Rates {
        let split = |all: f32, gammon: f32, backgammon: f32| {
            if all <= 1e-6 {
                return [1.0, 0.0, 0.0];
            }
            let gammon = (gammon / all).clamp(0.0, 1.0);
            let backgammon = (backgammon / all).clamp(0.0, gammon);
            [1.0 - gammon, gammon - backgammon, backgammon]
        };
        Rates {
            win: split(chances.win, chances.win_gammon, chances.win_backgammon),
            lose: split(1.0 - chances.win, chances.lose_gammon, chances.lose_backgammon),
        }
    }
}

/// What is played for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Play {
    Money { jacoby: bool, beavers: bool },
    Match { mine: Away, other: Away, crawford: bool, crawford_played: bool },
}

/// What a game's result is worth to one side, and where the cube stands for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stakes {
    play: Play,
    classes: Classes,
    met: Met,
    /// The cube's value.
    pub cube: u32,
    /// Where it is, for this side.
    pub place: CubePlace,
    /// How it rises, and to what at most.
    dave: Dave,
    cube_max: u32,
}

impl Stakes {
    /// The stakes of a position for `side`. A double on offer is not counted in.
    pub fn of(position: &Position, side: Side) -> Stakes {
        let score = &position.score;
        let away = |side: Side| score.away(side).max(1);
        let play = if score.length == 0 {
            // C-05
            let beavers = score.beavers > 0 && position.rules.dave == Dave::Off;
            Play::Money { jacoby: score.jacoby, beavers }
        } else {
            let (mine, other) = (away(side), away(side.other()));
            let crawford_played = score.crawford || score.post_crawford || mine.min(other) == 1;
            Play::Match { mine, other, crawford: score.crawford, crawford_played }
        };
        let in_use = position.cube.in_use && !position.is_last_turn();
        let place = match (in_use, position.cube.owner) {
            (false, _) => CubePlace::Dead,
            (true, None) => CubePlace::Centred,
            (true, Some(owner)) if owner == side => CubePlace::Owned,
            (true, Some(_)) => CubePlace::Others,
        };
        let rules = &position.rules;
        let (classes, cube_max) = (Classes::of(rules), rules.stake_max());
        let (met, cube) = (Met::default(), position.cube.value.max(1));
        Stakes { play, classes, met, cube, place, dave: rules.dave, cube_max }
    }

    /// The same game for the other side.
    #[must_use]
    pub fn swapped(&self) -> Stakes {
        let play = match self.play {
            Play::Match { mine, other, crawford, crawford_played } => {
                Play::Match { mine: other, other: mine, crawford, crawford_played }
            }
            money => money,
        };
        Stakes { play, place: self.place.swapped(), ..*self }
    }

    /// The same game with the match valued by another table.
    #[must_use]
    pub fn by(&self, met: Met) -> Stakes {
        Stakes { met, ..*self }
    }

    /// The same game with the cube elsewhere.
    #[must_use]
    pub fn with_cube(&self, cube: u32, place: CubePlace) -> Stakes {
        Stakes { cube, place, ..*self }
    }

    /// Whether this is money play.
    pub fn is_money(&self) -> bool {
        matches!(self.play, Play::Money { .. })
    }

    /// Whether all values of the cube look alike: money play in which the stake is doubled.
    pub(super) fn scale_free(&self) -> bool {
        self.is_money() && self.dave != Dave::Arithmetic
    }

    /// The cube's value once it has been turned at `cube`.
    pub(super) fn raised(&self, cube: u32) -> u32 {
        self.dave.raised(cube)
    }

    /// Whether a double may be answered with a beaver.
    pub fn beavers(&self) -> bool {
        matches!(self.play, Play::Money { beavers: true, .. })
    }

    /// Whether gammons do not count as long as nobody has doubled, and nobody has.
    pub fn jacoby(&self) -> bool {
        matches!(self.play, Play::Money { jacoby: true, .. })
            && self.place == CubePlace::Centred
            && self.cube == 1
    }

    /// Whether this side could use a cube at `cube` if it had it: not the Crawford game, not at its
    /// limit, and the points not enough already.
    pub fn can_use(&self, cube: u32) -> bool {
        self.raised(cube) <= self.cube_max
            && match self.play {
                Play::Money { .. } => true,
                Play::Match { mine, crawford, .. } => !crawford && cube < mine,
            }
    }

    /// Whether this side may double now.
    pub fn may_double(&self) -> bool {
        matches!(self.place, CubePlace::Centred | CubePlace::Owned) && self.can_use(self.cube)
    }

    /// What winning `points` (losing, if negative), cube included, is worth: the points themselves
    /// in units of the present cube, or the chance to win the match.
    pub fn value(&self, points: i64) -> f32 {
        match self.play {
            Play::Money { .. } => points as f32 / self.cube as f32,
            Play::Match { mine, other, crawford_played, .. } => {
                let (won, lost) = (points.max(0) as u64, (-points).max(0) as u64);
                self.met.table().after(mine, other, won, lost, crawford_played)
            }
        }
    }

    /// Mean [`value`](Self::value) of winning with the cube at `cube`.
    pub(super) fn winning(&self, rates: &Rates, cube: u32) -> f32 {
        self.mean(&rates.win, i64::from(cube))
    }

    /// Mean [`value`](Self::value) of losing with the cube at `cube`.
    pub(super) fn losing(&self, rates: &Rates, cube: u32) -> f32 {
        self.mean(&rates.lose, -i64::from(cube))
    }

    fn mean(&self, shares: &[f32; 3], cube: i64) -> f32 {
        let mut sum = 0.0;
        for (class, share) in self.classes.iter().zip(shares) {
            for (points, part) in class {
                if part * share > 0.0 {
                    sum += part * share * self.value(cube * i64::from(*points));
                }
            }
        }
        sum
    }

    /// A value of [`value`](Self::value) as an equity.
    pub fn equity_of(&self, value: f32) -> f32 {
        if self.is_money() {
            return value;
        }
        let cube = i64::from(self.cube);
        let (low, high) = (self.value(-cube), self.value(cube));
        (2.0 * value - high - low) / (high - low).max(1e-6)
    }

    /// The chance to win the match that an equity means; `None` in money play.
    pub fn match_chance(&self, equity: f32) -> Option<f32> {
        if self.is_money() {
            return None;
        }
        let cube = i64::from(self.cube);
        let (low, high) = (self.value(-cube), self.value(cube));
        Some(((high - low) * equity + high + low) / 2.0)
    }

    /// The other side's [`value`](Self::value) of the same.
    pub(super) fn turned(&self, value: f32) -> f32 {
        if self.is_money() { -value } else { 1.0 - value }
    }

    /// The value of a finished game, `points` before the cube, negative if lost.
    pub(super) fn exact_value(&self, points: i32) -> f32 {
        let points = if self.jacoby() { points.signum() } else { points };
        self.value(i64::from(self.cube) * i64::from(points))
    }

    /// The equity of a finished game, `points` before the cube, negative if lost.
    pub fn exact(&self, points: i32) -> f32 {
        self.equity_of(self.exact_value(points))
    }
}

/// Cubeless equity of each class of result for one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Payoff {
    win: [f32; 3],
    lose: [f32; 3],
}

impl Payoff {
    /// What the classes are worth under these stakes.
    pub fn new(stakes: &Stakes) -> Payoff {
        let one = |class: usize, sign: i64| {
            if stakes.jacoby() {
                return sign as f32;
            }
            let mut shares = [0.0; 3];
            shares[class] = 1.0;
            stakes.equity_of(stakes.mean(&shares, sign * i64::from(stakes.cube)))
        };
        Payoff {
            win: [one(0, 1), one(1, 1), one(2, 1)],
            lose: [one(0, -1), one(1, -1), one(2, -1)],
        }
    }

    /// The same results for the other side.
    #[must_use]
    pub fn swapped(&self) -> Payoff {
        Payoff { win: self.lose.map(|worth| -worth), lose: self.win.map(|worth| -worth) }
    }

    /// Equity of the side whose payoff this is.
    #[inline]
    pub fn equity(&self, chances: &Chances) -> f32 {
        let [single, gammon, backgammon] = self.win;
        let won = chances.win * single
            + chances.win_gammon * (gammon - single)
            + chances.win_backgammon * (backgammon - gammon);
        let [single, gammon, backgammon] = self.lose;
        let lost = (1.0 - chances.win) * single
            + chances.lose_gammon * (gammon - single)
            + chances.lose_backgammon * (backgammon - gammon);
        won + lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Byside;
    use crate::rules::{HOME_MARS_SHARE, MatchState, Variant};

    const OPENING: Chances = Chances {
        win: 0.525,
        win_gammon: 0.149,
        win_backgammon: 0.007,
        lose_gammon: 0.125,
        lose_backgammon: 0.005,
    };

    fn at(length: u32, white: u32, black: u32) -> Position {
        let mut position = Position::start(Variant::Backgammon.rules());
        position.score =
            MatchState { length, score: Byside::whole(white, black), ..MatchState::MONEY };
        position
    }

    #[test]
    fn money_equity_is_the_plain_sum_and_jacoby_ignores_gammons() {
        let mut position = at(0, 0, 0);
        let payoff = Payoff::new(&Stakes::of(&position, Side::White));
        assert!((payoff.equity(&OPENING) - OPENING.equity()).abs() < 1e-6);
        position.cube.value = 4;
        position.cube.owner = Some(Side::Black);
        let payoff = Payoff::new(&Stakes::of(&position, Side::White));
        assert!((payoff.equity(&OPENING) - OPENING.equity()).abs() < 1e-6);
        position = at(0, 0, 0);
        position.score.jacoby = true;
        let payoff = Payoff::new(&Stakes::of(&position, Side::White));
        assert!((payoff.equity(&OPENING) - 0.05).abs() < 1e-6);
    }

    #[test]
    fn seed_scoring_values_gammons_above_two() {
        let position = Position::start(Variant::Short.rules());
        let stakes = Stakes::of(&position, Side::White);
        let mars = Chances { win: 1.0, win_gammon: 1.0, ..Chances::default() };
        let equity = Payoff::new(&stakes).equity(&mars);
        assert!((equity - (2.0 + HOME_MARS_SHARE)).abs() < 1e-6);
        assert_eq!((stakes.exact(4), stakes.exact(-3)), (4.0, -3.0));
    }

    #[test]
    fn both_sides_agree_on_every_payoff() {
        for position in [at(0, 0, 0), at(7, 2, 4), at(5, 4, 3), at(1, 0, 0)] {
            let white = Stakes::of(&position, Side::White);
            let black = Stakes::of(&position, Side::Black);
            assert_eq!(white.swapped(), black);
            let (mine, other) = (Payoff::new(&white), Payoff::new(&black));
            let sum = mine.equity(&OPENING) + other.equity(&OPENING.swapped());
            assert!(sum.abs() < 1e-5, "{position:?}");
            let swapped = mine.swapped().equity(&OPENING.swapped());
            assert!((swapped - other.equity(&OPENING.swapped())).abs() < 1e-5);
        }
    }

    #[test]
    fn gammons_are_worthless_where_a_point_wins_the_match() {
        let payoff = Payoff::new(&Stakes::of(&at(5, 4, 4), Side::White));
        assert!((payoff.equity(&OPENING) - (2.0 * OPENING.win - 1.0)).abs() < 1e-5);
    }

    #[test]
    fn normalised_equity_is_one_for_the_cube_won() {
        let stakes = Stakes::of(&at(7, 1, 3), Side::Black);
        assert!((stakes.exact(1) - 1.0).abs() < 1e-5);
        assert!((stakes.exact(-1) + 1.0).abs() < 1e-5);
        let chance = stakes.match_chance(0.37).unwrap();
        assert!((stakes.equity_of(chance) - 0.37).abs() < 1e-5);
    }
}
