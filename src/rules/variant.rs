//! The games: one row of data each.

use super::{
    FirstRoll, HideCheck, HitAndBearOff, HitAndHide, Landing, Movement, NextStart, Rules, Scoring,
    Standstill, named::named,
};
use crate::board::{Board, Track};

named! {
    /// A game of the family.
    pub enum Variant {
        /// Backgammon.
        Backgammon = "backgammon",
        /// Short nardy (S-01..S-29).
        Short = "short",
        /// Nackgammon (N-01, N-02).
        Nackgammon = "nackgammon",
        /// Hypergammon, three checkers (H-01, H-02).
        Hypergammon = "hypergammon",
        /// Longgammon: backgammon from the 24 point (V-08).
        Longgammon = "longgammon",
    }
}

/// What makes a game.
pub struct VariantSpec {
    /// Where the start position and the differences come from.
    pub rule: &'static str,
    /// Checkers of each side.
    pub checkers: u8,
    /// Each side's 26 counts at the start, in its own numbering.
    pub start: [u8; 26],
    /// The rules with every option at its default.
    pub rules: Rules,
}

/// Backgammon's way of moving: contrary roads, hitting, hit-and-hide allowed.
const OPEN: Movement = Movement {
    track: Track::Contrary,
    landing: Landing::Hit,
    hide: HitAndHide::Allowed,
    hide_check: HideCheck::Final,
    hit_and_bear_off: HitAndBearOff::Allowed,
};

/// GNU Backgammon's highest cube value.
const CUBE_MAX: u32 = 4096;

const fn backgammon_rules(variant: Variant) -> Rules {
    Rules {
        variant,
        movement: OPEN,
        scoring: Scoring::Backgammon,
        first_roll: FirstRoll::UseOpeningDice,
        next_start: NextStart::Roll,
        standstill: Standstill::Void,
        cube_max: CUBE_MAX,
    }
}

const fn counts(stacks: &[(usize, u8)]) -> [u8; 26] {
    let mut counts = [0; 26];
    let mut n = 0;
    while n < stacks.len() {
        counts[stacks[n].0] = stacks[n].1;
        n += 1;
    }
    counts
}

const BACKGAMMON_START: [u8; 26] = counts(&[(24, 2), (13, 5), (8, 3), (6, 5)]);

static BACKGAMMON: VariantSpec = VariantSpec {
    rule: "S-01",
    checkers: 15,
    start: BACKGAMMON_START,
    rules: backgammon_rules(Variant::Backgammon),
};

static SHORT: VariantSpec = VariantSpec {
    rule: "S-01",
    checkers: 15,
    start: BACKGAMMON_START,
    rules: Rules {
        movement: Movement { hide: HitAndHide::Forbidden, ..OPEN },
        scoring: Scoring::Seed,
        first_roll: FirstRoll::Reroll,
        next_start: NextStart::Winner,
        cube_max: 64,
        ..backgammon_rules(Variant::Short)
    },
};

static NACKGAMMON: VariantSpec = VariantSpec {
    rule: "N-01",
    checkers: 15,
    start: counts(&[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)]),
    rules: backgammon_rules(Variant::Nackgammon),
};

static HYPERGAMMON: VariantSpec = VariantSpec {
    rule: "H-01",
    checkers: 3,
    start: counts(&[(24, 1), (23, 1), (22, 1)]),
    rules: backgammon_rules(Variant::Hypergammon),
};

static LONGGAMMON: VariantSpec = VariantSpec {
    rule: "V-08",
    checkers: 15,
    start: counts(&[(24, 15)]),
    rules: backgammon_rules(Variant::Longgammon),
};

impl Variant {
    /// All games, in the order in which they are listed.
    pub const ALL: [Variant; 5] = [
        Variant::Backgammon,
        Variant::Short,
        Variant::Nackgammon,
        Variant::Hypergammon,
        Variant::Longgammon,
    ];

    /// The game's row.
    pub fn spec(self) -> &'static VariantSpec {
        match self {
            Variant::Backgammon => &BACKGAMMON,
            Variant::Short => &SHORT,
            Variant::Nackgammon => &NACKGAMMON,
            Variant::Hypergammon => &HYPERGAMMON,
            Variant::Longgammon => &LONGGAMMON,
        }
    }

    /// The game's rules with every option at its default.
    pub fn rules(self) -> Rules {
        self.spec().rules
    }

    /// The start position.
    pub fn start(self) -> Board {
        Board::new(self.spec().start, self.spec().start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_row_of_its_own() {
        assert_eq!(Variant::ALL.len(), Variant::NAMES.len());
        for variant in Variant::ALL {
            assert_eq!(variant.rules().variant, variant);
            assert_eq!(Variant::from_name(variant.name()), Some(variant));
            assert_eq!(variant.start().checkers(0), u32::from(variant.spec().checkers));
        }
    }

    #[test]
    fn start_pips_are_the_published_ones() {
        // S-01, N-01, H-01
        assert_eq!(Variant::Short.start().pips(0), 167);
        assert_eq!(Variant::Nackgammon.start().pips(1), 194);
        assert_eq!(Variant::Hypergammon.start().pips(0), 69);
    }
}
