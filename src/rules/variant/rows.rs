//! The row of each game.

use super::{BoardKind, Layout, Preset, ROYAL, Variant, VariantSpec};
use crate::board::Track;
use crate::rules::movement::{
    Crossing, Doubles, FirstChecker, FirstMoveDoubles, Head, HideCheck, HitAndBearOff, HitAndHide,
    Landing, Leftover, Movement, Prime, PrimeCheck, Quarter,
};
use crate::rules::options::Group;
use crate::rules::parallel::{Games, ParallelRules};
use crate::rules::scoring::{
    Ending, KhachapuriScoring, Koks, LastRoll, LongScoring, Mother, Pays, RoyalBonus, Scoring,
    Stake, Standstill,
};
use crate::rules::{Dave, FirstRoll, NextStart, Rules, Series};

const SEED: Preset = ("seed", &[]);

/// Backgammon's way of moving: contrary roads, hitting, hit-and-hide allowed.
const OPEN: Movement = Movement {
    track: Track::Contrary,
    landing: Landing::Hit,
    hide: HitAndHide::Allowed,
    hide_check: HideCheck::Final,
    hit_and_bear_off: HitAndBearOff::Allowed,
    head: Head::Free,
    first_move_doubles: FirstMoveDoubles::WhenBlocked,
    prime: Prime::Free,
    prime_check: PrimeCheck::Step,
    quarter: Quarter::Free,
    first_checker: FirstChecker::Free,
    crossing: Crossing::Voluntary,
    doubles: Doubles::Four,
    leftover: Leftover::Lost,
};

const HIDING_FORBIDDEN: Movement = Movement { hide: HitAndHide::Forbidden, ..OPEN };

/// Parallel roads, no hitting.
const BLOCKING: Movement = Movement { track: Track::Parallel, landing: Landing::Block, ..OPEN };

const PAYS: Pays = Pays {
    ending: Ending::Contrary,
    scoring: Scoring::Backgammon,
    long: LongScoring::Seed,
    koks: Koks::StartQuarter,
    last_roll: LastRoll::None,
    stake: Stake::Return,
    khachapuri: KhachapuriScoring::Difference,
    royal_bonus: RoyalBonus::Linear,
    mother: Mother::Wins,
    standstill: Standstill::Void,
};

const ONE_OR_TWO: Pays = Pays { scoring: Scoring::Portes, ..PAYS };

/// GNU Backgammon's highest cube value.
const CUBE_MAX: u32 = 4096;

const fn backgammon_rules(variant: Variant) -> Rules {
    Rules {
        variant,
        movement: OPEN,
        pays: PAYS,
        first_roll: FirstRoll::UseOpeningDice,
        next_start: NextStart::Roll,
        cube_max: CUBE_MAX,
        dave: Dave::Off,
        dave_max: None,
        start: None,
        series: Series::Same,
        parallel: ParallelRules::NONE,
    }
}

/// The ways of the table that the seed documents share.
const fn seed_rules(variant: Variant, movement: Movement, pays: Pays) -> Rules {
    Rules {
        movement,
        pays,
        first_roll: FirstRoll::Reroll,
        next_start: NextStart::Winner,
        cube_max: 64,
        ..backgammon_rules(variant)
    }
}

const fn counts(stacks: &[(usize, u8)]) -> Layout {
    let mut counts = [0; 26];
    let mut n = 0;
    while n < stacks.len() {
        counts[stacks[n].0] = stacks[n].1;
        n += 1;
    }
    counts
}

const BACKGAMMON_START: Layout = counts(&[(24, 2), (13, 5), (8, 3), (6, 5)]);
const HEAD_START: Layout = counts(&[(24, 15)]);

pub(super) static BACKGAMMON: VariantSpec =
    backgammon_like(Variant::Backgammon, "S-01", BACKGAMMON_START);

const fn backgammon_like(variant: Variant, rule: &'static str, start: Layout) -> VariantSpec {
    VariantSpec {
        rule,
        checkers: 15,
        kind: BoardKind::Plain,
        start,
        rules: backgammon_rules(variant),
        groups: &[Group::Every, Group::Hitting, Group::Scoring, Group::Cube],
        presets: &[SEED],
        cube: true,
        crawford: true,
    }
}

pub(super) static NACKGAMMON: VariantSpec = backgammon_like(
    Variant::Nackgammon,
    "N-01",
    counts(&[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)]),
);

pub(super) static HYPERGAMMON: VariantSpec = VariantSpec {
    checkers: 3,
    ..backgammon_like(Variant::Hypergammon, "H-01", counts(&[(24, 1), (23, 1), (22, 1)]))
};

pub(super) static LONGGAMMON: VariantSpec =
    backgammon_like(Variant::Longgammon, "V-08", HEAD_START);

pub(super) static SHORT: VariantSpec = VariantSpec {
    rules: seed_rules(Variant::Short, HIDING_FORBIDDEN, Pays { scoring: Scoring::Seed, ..PAYS }),
    groups: &[Group::Every, Group::Hitting, Group::Scoring, Group::Cube, Group::Dave],
    presets: &[
        SEED,
        (
            "backgammon",
            &[
                ("hit-and-hide", "allowed"),
                ("first-roll", "use-opening-dice"),
                ("next-start", "roll"),
                ("scoring", "backgammon"),
            ],
        ),
    ],
    crawford: false,
    ..backgammon_like(Variant::Short, "S-01", BACKGAMMON_START)
};

pub(super) static LONG: VariantSpec = VariantSpec {
    rules: seed_rules(
        Variant::Long,
        Movement { head: Head::OnePerTurn, ..BLOCKING },
        Pays { ending: Ending::Parallel, ..PAYS },
    ),
    groups: &[Group::Every, Group::Cube, Group::Prime, Group::Long],
    presets: &[
        SEED,
        (
            "fsnr",
            &[
                ("long.first-move-doubles", "listed-doubles"),
                ("long.prime", "must-have-enemy-ahead"),
                ("long.scoring", "fsnr"),
            ],
        ),
    ],
    crawford: false,
    ..backgammon_like(Variant::Long, "L-01", HEAD_START)
};

pub(super) static KHACHAPURI: VariantSpec = VariantSpec {
    rules: seed_rules(Variant::Khachapuri, BLOCKING, Pays { ending: Ending::Difference, ..PAYS }),
    groups: &[Group::Every, Group::Cube, Group::Prime, Group::Khachapuri],
    presets: &[SEED],
    crawford: false,
    ..backgammon_like(Variant::Khachapuri, "K-01", counts(&[(24, 4), (6, 11)]))
};

pub(super) static ROYAL_NARDY: VariantSpec = VariantSpec {
    kind: BoardKind::Royal,
    rules: seed_rules(
        Variant::Royal,
        HIDING_FORBIDDEN,
        Pays {
            ending: Ending::Royals,
            scoring: Scoring::Seed,
            standstill: Standstill::Score,
            ..PAYS
        },
    ),
    groups: &[Group::Every, Group::Hitting, Group::Scoring, Group::Cube, Group::Royal],
    presets: &[SEED],
    crawford: false,
    ..backgammon_like(
        Variant::Royal,
        "R-02",
        counts(&[(24, 2 * ROYAL), (13, 5), (8, 3), (6, 5 * ROYAL)]),
    )
};

pub(super) static DOUBLEGAMMON: VariantSpec = VariantSpec {
    kind: BoardKind::Laps,
    rules: seed_rules(
        Variant::Doublegammon,
        HIDING_FORBIDDEN,
        Pays { scoring: Scoring::Seed, ..PAYS },
    ),
    groups: &[Group::Every, Group::Hitting, Group::Scoring, Group::Cube, Group::Doublegammon],
    presets: &[SEED],
    crawford: false,
    ..backgammon_like(Variant::Doublegammon, "D-02", BACKGAMMON_START)
};

pub(super) static PARALLEL: VariantSpec = VariantSpec {
    checkers: 0,
    rules: Rules {
        parallel: ParallelRules {
            games: Games::pair(Variant::Short, Variant::Short),
            ..ParallelRules::NONE
        },
        ..seed_rules(Variant::Parallel, HIDING_FORBIDDEN, PAYS)
    },
    groups: &[Group::Match, Group::Cube, Group::Parallel],
    presets: &[SEED],
    crawford: false,
    ..backgammon_like(Variant::Parallel, "P-01", [0; 26])
};

pub(super) static PORTES: VariantSpec = VariantSpec {
    rules: seed_rules(Variant::Portes, OPEN, ONE_OR_TWO),
    groups: &[Group::Every, Group::Hitting, Group::Scoring, Group::Cube, Group::Series],
    presets: &[SEED],
    cube: false,
    crawford: false,
    ..backgammon_like(Variant::Portes, "V-01", BACKGAMMON_START)
};

pub(super) static TAVLA: VariantSpec = VariantSpec {
    rules: seed_rules(
        Variant::Tavla,
        Movement { hide: HitAndHide::ForbiddenInHome, ..OPEN },
        ONE_OR_TWO,
    ),
    groups: &[Group::Every, Group::Hitting, Group::Scoring, Group::Cube],
    presets: &[SEED],
    cube: false,
    crawford: false,
    ..backgammon_like(Variant::Tavla, "V-02", BACKGAMMON_START)
};

pub(super) static PLAKOTO: VariantSpec = VariantSpec {
    kind: BoardKind::Pins,
    rules: seed_rules(
        Variant::Plakoto,
        Movement { landing: Landing::Pin, ..OPEN },
        Pays { ending: Ending::Mothers, ..ONE_OR_TWO },
    ),
    groups: &[Group::Every, Group::Scoring, Group::Cube, Group::Plakoto, Group::Series],
    presets: &[SEED],
    cube: false,
    crawford: false,
    ..backgammon_like(Variant::Plakoto, "V-03", HEAD_START)
};

pub(super) static FEVGA: VariantSpec = VariantSpec {
    rules: seed_rules(
        Variant::Fevga,
        Movement { quarter: Quarter::NotAllOwn, first_checker: FirstChecker::MustPass, ..BLOCKING },
        ONE_OR_TWO,
    ),
    groups: &[Group::Every, Group::Scoring, Group::Cube, Group::Series],
    presets: &[SEED],
    cube: false,
    crawford: false,
    ..backgammon_like(Variant::Fevga, "V-05", HEAD_START)
};

pub(super) static MOULTEZIM: VariantSpec = VariantSpec {
    rules: seed_rules(
        Variant::Moultezim,
        Movement {
            quarter: Quarter::FourOfEnemy,
            first_checker: FirstChecker::MustPass,
            ..BLOCKING
        },
        ONE_OR_TWO,
    ),
    groups: &[Group::Every, Group::Scoring, Group::Cube],
    presets: &[SEED],
    cube: false,
    crawford: false,
    ..backgammon_like(Variant::Moultezim, "V-06", HEAD_START)
};

pub(super) static GUL_BARA: VariantSpec = VariantSpec {
    rules: seed_rules(
        Variant::GulBara,
        Movement { doubles: Doubles::Cascade, ..BLOCKING },
        ONE_OR_TWO,
    ),
    groups: &[Group::Every, Group::Scoring, Group::Cube, Group::GulBara],
    presets: &[SEED],
    cube: false,
    crawford: false,
    ..backgammon_like(Variant::GulBara, "V-07", HEAD_START)
};
