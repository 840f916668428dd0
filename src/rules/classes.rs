//! The three classes of results that chances tell apart, and what each is worth.
//!
//! Chances (`eval`) divide a side's wins into three classes, each better than the one before:
//! single, gammon and backgammon; oin, mars and better than mars. What the classes are worth is the
//! game's affair:
//!
//! | results | classes, in points |
//! |---|---|
//! | backgammon | 1, 2, 3 |
//! | short nardy, doublegammon | 1, 2 (a home mars 3), 3 (a shekh 4) |
//! | long nardy | 1, 2, 3; `fsnr` 1, 2 |
//! | portes, plakoto, fevga | 1, 2 |
//! | khachapuri | 1, 8, 15 |
//! | royal | 1, 6, 24 |
//!
//! In the last two rows the classes are steps of a ladder: a result between two of them is divided
//! between both so that its points come out right (5 points of khachapuri: 3/7 and 4/7). In the
//! second row a class is taken to hold the dearer result with a fixed chance, an approximation.
//! Finished games count exact results.

use super::scoring::{Ending, KhachapuriScoring, LongScoring, Scoring, WinKind};
use super::{Dave, Rules};

/// Of all mars wins without a checker in the winner's home, this share is taken to be home mars: in
/// 6,000 games of a player that only counts pips and blots it was 0.23.
pub const HOME_MARS_SHARE: f32 = 0.25;
/// Of all wins against a checker on the bar or in the winner's home, this share is taken to be
/// shekh: a guess, there are few such games.
pub const SHEKH_SHARE: f32 = 0.3;

/// A class of wins before the cube: points and how likely each is within the class.
pub type Class = [(i32, f32); 2];

/// The classes of a game, from the least to the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Classes([Class; 3]);

impl Classes {
    /// The classes of a game under its rules.
    pub fn of(rules: &Rules) -> Classes {
        let ladder =
            |points: [i32; 3]| Classes(points.map(|points| [(points, 1.0), (points, 0.0)]));
        if rules.dave != Dave::Off {
            return ladder([1, 1, 1]); // C-01
        }
        match rules.pays.ending {
            Ending::Difference if rules.pays.khachapuri == KhachapuriScoring::Difference => {
                ladder([1, 8, 15])
            }
            Ending::Difference => ladder([1, 2, 2]),
            Ending::Royals => ladder([1, 6, 24]),
            Ending::Parallel if rules.pays.long == LongScoring::Fsnr => ladder([1, 2, 2]),
            Ending::Parallel => ladder([1, 2, 3]),
            Ending::Contrary | Ending::Mothers => match rules.scoring() {
                Scoring::Flat => ladder([1, 1, 1]),
                Scoring::Portes => ladder([1, 2, 2]),
                Scoring::Backgammon => ladder([1, 2, 3]),
                Scoring::Seed => Classes([
                    [(1, 1.0), (1, 0.0)],
                    [(2, 1.0 - HOME_MARS_SHARE), (3, HOME_MARS_SHARE)],
                    [(3, 1.0 - SHEKH_SHARE), (4, SHEKH_SHARE)],
                ]),
            },
        }
    }

    /// The classes, the least first.
    pub fn iter(&self) -> impl Iterator<Item = &Class> {
        self.0.iter()
    }

    /// Mean points of each class.
    pub fn points(&self) -> [f32; 3] {
        self.0.map(|class| class.iter().map(|&(points, share)| points as f32 * share).sum())
    }

    /// How a result divides among the classes.
    pub fn shares(&self, kind: WinKind, points: u32) -> [f32; 3] {
        let is_ladder = self.0.iter().all(|class| class[0].0 == class[1].0);
        if !is_ladder {
            return match kind {
                WinKind::Mars | WinKind::HomeMars | WinKind::Gammon => [0.0, 1.0, 0.0],
                WinKind::Koks | WinKind::Shekh | WinKind::Backgammon => [0.0, 0.0, 1.0],
                _ => [1.0, 0.0, 0.0],
            };
        }
        let steps = self.points();
        let points = points as f32;
        if points <= steps[0] || steps[0] == steps[1] {
            return [1.0, 0.0, 0.0];
        }
        let mut shares = [0.0; 3];
        let low = usize::from(points > steps[1] && steps[2] > steps[1]);
        let up = ((points - steps[low]) / (steps[low + 1] - steps[low])).min(1.0);
        shares[low] = 1.0 - up;
        shares[low + 1] = up;
        shares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn mean(classes: &Classes, shares: [f32; 3]) -> f32 {
        classes.points().iter().zip(shares).map(|(points, share)| points * share).sum()
    }

    #[test]
    fn ladders_give_back_the_points_of_every_result() {
        for (variant, most) in [
            (Variant::Khachapuri, 15),
            (Variant::Royal, 24),
            (Variant::Long, 3),
            (Variant::Backgammon, 3),
            (Variant::Plakoto, 2),
        ] {
            let classes = Classes::of(&variant.rules());
            for points in 1..=most {
                let shares = classes.shares(WinKind::Single, points);
                assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
                let name = variant.name();
                assert!((mean(&classes, shares) - points as f32).abs() < 1e-5, "{name} {points}");
            }
        }
    }

    #[test]
    fn results_of_more_than_the_ladder_count_its_top_and_dave_has_one_class_c01() {
        let classes = Classes::of(&Variant::Royal.rules());
        assert_eq!(classes.shares(WinKind::Shekh, 56), [0.0, 0.0, 1.0]);
        let mut rules = Variant::Short.rules();
        rules.dave = Dave::Geometric;
        let classes = Classes::of(&rules);
        assert_eq!(classes.points(), [1.0; 3]);
        assert_eq!(classes.shares(WinKind::Single, 1), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn short_nardy_tells_results_apart_by_kind() {
        let classes = Classes::of(&Variant::Short.rules());
        assert_eq!(classes.shares(WinKind::HomeMars, 3), [0.0, 1.0, 0.0]);
        assert_eq!(classes.shares(WinKind::Koks, 3), [0.0, 0.0, 1.0]);
        assert_eq!(classes.points()[1], 2.25);
    }
}
