//! Which plays of many are looked at more closely.

use crate::rules::Classes;

/// Which plays are worth a deeper look: the best so many, as far as they lie within a distance of
/// the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filter {
    /// At most so many; at least the best one is kept.
    pub count: usize,
    /// Equity they may lie behind.
    pub within: f32,
}

/// The filters of a look-ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filters {
    /// Of plays judged as they stand, for one ply.
    pub first: Filter,
    /// Of plays judged at one ply, for two.
    pub second: Filter,
    /// Of plays judged at two plies, for three and more.
    pub deep: Filter,
    /// Of replies inside the look-ahead.
    pub reply: Filter,
    /// Of replies inside the look-ahead, by the evaluator's rough word, to be judged by it at all.
    pub rough: Filter,
    /// The same in look-aheads of three and more plies.
    pub rough_deep: Filter,
}

impl Filters {
    /// GNU Backgammon's defaults, 8 within 0.16, then 2 within 0.04; one reply; and two more that
    /// save time. Of 500 decisions judged by GNU Backgammon at 2 plies, 2 plies without these two
    /// lost .0008 a decision at 4.4 times the cost, without `second` alone .0008 at 1.5 times; with
    /// both .0009 (standard errors .0002). Of 200 decisions 3 plies lost .0007 with `rough_deep`
    /// and .0003 with `rough` in its place, at 1.4 times the cost (standard errors .0003, .0001).
    pub const NORMAL: Filters = Filters {
        first: Filter { count: 8, within: 0.16 },
        second: Filter { count: 5, within: 0.10 },
        deep: Filter { count: 2, within: 0.025 },
        reply: Filter { count: 1, within: 0.0 },
        rough: Filter { count: 6, within: 0.25 },
        rough_deep: Filter { count: 2, within: 0.06 },
    };

    /// The same where results are worth so many times those of backgammon.
    #[must_use]
    pub fn scaled(&self, scale: f32) -> Filters {
        let scaled = |filter: Filter| Filter { within: filter.within * scale, ..filter };
        Filters {
            first: scaled(self.first),
            second: scaled(self.second),
            deep: scaled(self.deep),
            reply: scaled(self.reply),
            rough: scaled(self.rough),
            rough_deep: scaled(self.rough_deep),
        }
    }

    /// The same, none of the plays that are asked about left out.
    #[must_use]
    pub const fn of_all_plays(&self) -> Filters {
        let Filters { first, second, deep, .. } = Filters::ALL;
        Filters { first, second, deep, ..*self }
    }

    /// Nothing is left out.
    pub const ALL: Filters = {
        let all = Filter { count: usize::MAX, within: f32::INFINITY };
        Filters { first: all, second: all, deep: all, reply: all, rough: all, rough_deep: all }
    };
}

/// How many times backgammon's the worth of results is: by the usual result of the middle class, a
/// gammon's 2 points there; at least 1.
pub(super) fn scale(classes: &Classes) -> f32 {
    let usual = classes.iter().nth(1).map_or(2, |class| class[0].0);
    (usual as f32 / 2.0).max(1.0)
}

/// The best alone.
pub(super) const ONE: Filter = Filter { count: 1, within: 0.0 };

/// Brings the smallest to the front in order, and says how many of them the filter keeps. Equal
/// ones stay in the order of their index.
pub(super) fn keep_best(order: &mut [(f32, usize)], filter: &Filter) -> usize {
    if filter.count == 1 {
        let Some(best) =
            (0..order.len()).reduce(|best, n| if order[n].0 < order[best].0 { n } else { best })
        else {
            return 0;
        };
        order.swap(0, best);
        return 1;
    }
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let Some(&(best, _)) = order.first() else { return 0 };
    let near = order.iter().take_while(|(equity, _)| equity - best <= filter.within).count();
    near.min(filter.count).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn distances_grow_with_what_a_game_pays() {
        let of = |variant: Variant| scale(&Classes::of(&variant.rules()));
        let scales = [Variant::Backgammon, Variant::Short, Variant::Khachapuri, Variant::Royal];
        assert_eq!(scales.map(of), [1.0, 1.0, 4.0, 2.0]);
        assert_eq!(Filters::NORMAL.scaled(1.0), Filters::NORMAL);
        assert_eq!(Filters::NORMAL.scaled(4.0).first.within, 0.64);
    }
}
