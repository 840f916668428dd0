//! The games: one row of data each.

use super::movement::{
    Crossing, Doubles, FirstChecker, FirstMoveDoubles, Head, HideCheck, HitAndBearOff, HitAndHide,
    Landing, Leftover, Movement, Prime, PrimeCheck, Quarter,
};
use super::options::Group;
use super::parallel::{Games, ParallelRules};
use super::scoring::{
    Ending, KhachapuriScoring, Koks, LastRoll, LongScoring, Mother, Pays, RoyalBonus, Scoring,
    Stake, Standstill,
};
use super::{Dave, FirstRoll, NextStart, Rules, Series, named::named};
use crate::board::{AnyBoard, Board, Lap, LapBoard, Pair, PinBoard, RoyalBoard, Track};

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
        /// Long nardy (L-01..L-16).
        Long = "long",
        /// Khachapuri (K-01..K-06).
        Khachapuri = "khachapuri",
        /// Royal nardy (R-01..R-16).
        Royal = "royal",
        /// Doublegammon (D-01..D-11).
        Doublegammon = "doublegammon",
        /// Several boards at once (P-01..P-22).
        Parallel = "parallel",
        /// Portes (V-01).
        Portes = "portes",
        /// Tavla (V-02).
        Tavla = "tavla",
        /// Plakoto (V-03, V-04).
        Plakoto = "plakoto",
        /// Fevga (V-05).
        Fevga = "fevga",
        /// Moultezim (V-06).
        Moultezim = "moultezim",
        /// Gul bara (V-07).
        GulBara = "gul-bara",
    }
}

/// What stands on each place at the start, by place; the bytes mean what the kind of board says.
pub type Layout = [u8; 26];

/// What the points of a board hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKind {
    /// Counts.
    Plain,
    /// Simple checkers, and royal ones times 16.
    Royal,
    /// Counts of checkers in their first lap.
    Laps,
    /// Counts, nothing pinned.
    Pins,
}

/// What one royal checker adds to a place of a [`Layout`].
pub(super) const ROYAL: u8 = 16;

impl BoardKind {
    /// The board on which both sides stand as `layout` has it.
    pub fn board(self, layout: Layout) -> AnyBoard {
        match self {
            BoardKind::Plain => Board::new(layout, layout).into(),
            BoardKind::Pins => PinBoard::new(Board::new(layout, layout), [0, 0]).into(),
            BoardKind::Royal => {
                let mut board = RoyalBoard::EMPTY;
                for (place, &byte) in layout.iter().enumerate() {
                    let pair = Pair { simple: byte % ROYAL, royal: byte / ROYAL };
                    board.set(0, place, pair);
                    board.set(1, place, pair);
                }
                board.into()
            }
            BoardKind::Laps => {
                let mut board = LapBoard::EMPTY;
                for (place, &count) in layout.iter().enumerate() {
                    for side in (0..2).cycle().take(2 * usize::from(count)) {
                        board.push(side, place, Lap::First);
                    }
                }
                board.into()
            }
        }
    }
}

/// A named set of option values, each as `set rule` takes it.
pub type Preset = (&'static str, &'static [(&'static str, &'static str)]);

/// What makes a game.
pub struct VariantSpec {
    /// Where the start position and the differences come from.
    pub rule: &'static str,
    /// Checkers of each side.
    pub checkers: u8,
    /// What the points hold.
    pub kind: BoardKind,
    /// Each side's checkers at the start, in its own numbering.
    pub start: Layout,
    /// The rules with every option at its default.
    pub rules: Rules,
    /// The options that the game has.
    pub groups: &'static [Group],
    /// Named sets of options; the first is the default.
    pub presets: &'static [Preset],
    /// Whether the game is usually played with a cube.
    pub cube: bool,
    /// Whether its matches have a Crawford game unless told otherwise (C-11).
    pub crawford: bool,
}

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

static BACKGAMMON: VariantSpec = backgammon_like(Variant::Backgammon, "S-01", BACKGAMMON_START);

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

static NACKGAMMON: VariantSpec = backgammon_like(
    Variant::Nackgammon,
    "N-01",
    counts(&[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)]),
);

static HYPERGAMMON: VariantSpec = VariantSpec {
    checkers: 3,
    ..backgammon_like(Variant::Hypergammon, "H-01", counts(&[(24, 1), (23, 1), (22, 1)]))
};

static LONGGAMMON: VariantSpec = backgammon_like(Variant::Longgammon, "V-08", HEAD_START);

static SHORT: VariantSpec = VariantSpec {
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

static LONG: VariantSpec = VariantSpec {
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

static KHACHAPURI: VariantSpec = VariantSpec {
    rules: seed_rules(Variant::Khachapuri, BLOCKING, Pays { ending: Ending::Difference, ..PAYS }),
    groups: &[Group::Every, Group::Cube, Group::Prime, Group::Khachapuri],
    presets: &[SEED],
    crawford: false,
    ..backgammon_like(Variant::Khachapuri, "K-01", counts(&[(24, 4), (6, 11)]))
};

static ROYAL_NARDY: VariantSpec = VariantSpec {
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

static DOUBLEGAMMON: VariantSpec = VariantSpec {
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

static PARALLEL: VariantSpec = VariantSpec {
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

static PORTES: VariantSpec = VariantSpec {
    rules: seed_rules(Variant::Portes, OPEN, ONE_OR_TWO),
    groups: &[Group::Every, Group::Hitting, Group::Scoring, Group::Cube, Group::Series],
    presets: &[SEED],
    cube: false,
    crawford: false,
    ..backgammon_like(Variant::Portes, "V-01", BACKGAMMON_START)
};

static TAVLA: VariantSpec = VariantSpec {
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

static PLAKOTO: VariantSpec = VariantSpec {
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

static FEVGA: VariantSpec = VariantSpec {
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

static MOULTEZIM: VariantSpec = VariantSpec {
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

static GUL_BARA: VariantSpec = VariantSpec {
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

impl Variant {
    /// All games, in the order in which they are listed.
    pub const ALL: [Variant; 16] = [
        Variant::Backgammon,
        Variant::Short,
        Variant::Nackgammon,
        Variant::Hypergammon,
        Variant::Longgammon,
        Variant::Long,
        Variant::Khachapuri,
        Variant::Royal,
        Variant::Doublegammon,
        Variant::Parallel,
        Variant::Portes,
        Variant::Tavla,
        Variant::Plakoto,
        Variant::Fevga,
        Variant::Moultezim,
        Variant::GulBara,
    ];

    /// The game's row.
    pub fn spec(self) -> &'static VariantSpec {
        match self {
            Variant::Backgammon => &BACKGAMMON,
            Variant::Short => &SHORT,
            Variant::Nackgammon => &NACKGAMMON,
            Variant::Hypergammon => &HYPERGAMMON,
            Variant::Longgammon => &LONGGAMMON,
            Variant::Long => &LONG,
            Variant::Khachapuri => &KHACHAPURI,
            Variant::Royal => &ROYAL_NARDY,
            Variant::Doublegammon => &DOUBLEGAMMON,
            Variant::Parallel => &PARALLEL,
            Variant::Portes => &PORTES,
            Variant::Tavla => &TAVLA,
            Variant::Plakoto => &PLAKOTO,
            Variant::Fevga => &FEVGA,
            Variant::Moultezim => &MOULTEZIM,
            Variant::GulBara => &GUL_BARA,
        }
    }

    /// The game's rules with every option at its default.
    pub fn rules(self) -> Rules {
        self.spec().rules
    }

    /// How many checkers stand where at the start, whatever their kinds.
    pub fn start(self) -> Board {
        self.rules().start().counts()
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
        // S-01, N-01, H-01, L-01, K-01
        assert_eq!(Variant::Short.start().pips(0), 167);
        assert_eq!(Variant::Nackgammon.start().pips(1), 194);
        assert_eq!(Variant::Hypergammon.start().pips(0), 69);
        assert_eq!(Variant::Long.start().pips(0), 360);
        assert_eq!(Variant::Khachapuri.start().pips(0), 162);
    }

    #[test]
    fn royal_starts_with_whole_stacks_of_a_kind_r02() {
        let AnyBoard::Royal(board) = Variant::Royal.rules().start() else { panic!("not royal") };
        let total = |side: usize| {
            (0..26)
                .map(|p| board.pair(side, p))
                .fold((0, 0), |(s, r), pair| (s + pair.simple, r + pair.royal))
        };
        assert_eq!((total(0), total(1)), ((8, 7), (8, 7)));
        let pair = |place| board.pair(0, place);
        assert_eq!(pair(24), Pair { simple: 0, royal: 2 });
        assert_eq!(pair(13), Pair { simple: 5, royal: 0 });
        assert_eq!(pair(8), Pair { simple: 3, royal: 0 });
        assert_eq!(pair(6), Pair { simple: 0, royal: 5 });
    }
}
