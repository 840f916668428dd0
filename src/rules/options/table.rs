//! The rows of all rule options.

use super::{Group, RuleOption};
use crate::rules::variant::{Layout, ROYAL};
use crate::rules::{
    AfterDrop, Crossing, Dave, Discount, FirstMoveDoubles, FirstRoll, Half, HideCheck,
    HitAndBearOff, HitAndHide, KhachapuriScoring, Koks, LastRoll, Leftover, LongScoring, Mother,
    NextStart, ParallelCube, Prime, PrimeCheck, RoyalBonus, Rules, Scoring, Series, Stake,
    Standstill,
};

macro_rules! option {
    ($name:literal, $rule:literal, $groups:expr, $type:ident, $($field:ident).+, $about:literal) => {
        RuleOption {
            name: $name,
            kind: "choice",
            values: $type::NAMES,
            rule: $rule,
            about: $about,
            groups: &$groups,
            get: |rules| rules.$($field).+.name().into(),
            set: |rules, value| match $type::from_name(value) {
                Some(value) => { rules.$($field).+ = value; true }
                None => false,
            },
        }
    };
}

const CUBE_LIMITS: [&str; 13] =
    ["1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024", "2048", "4096"];

/// All rule options, in the order in which they are listed and printed.
pub static RULE_OPTIONS: &[RuleOption] = &[
    RuleOption {
        name: "preset",
        kind: "preset",
        values: &["seed", "fsnr", "backgammon"],
        rule: "L-16",
        about: "a named set of option values; fsnr is long nardy's, backgammon short nardy's",
        groups: &[Group::Every],
        get: |rules| preset_of(rules).into(),
        set: set_preset,
    },
    option!(
        "hit-and-hide",
        "S-20",
        [Group::Hitting],
        HitAndHide,
        movement.hide,
        "whether a checker that has hit may move on to an own checker in the same turn"
    ),
    option!(
        "hit-and-hide.check",
        "S-22",
        [Group::Hitting],
        HideCheck,
        movement.hide_check,
        "whether hit-and-hide is tested on the hitter's last landing or on each"
    ),
    option!(
        "hit-and-bear-off",
        "S-21",
        [Group::Hitting],
        HitAndBearOff,
        movement.hit_and_bear_off,
        "whether a checker that has hit may bear off in the same turn"
    ),
    option!(
        "scoring",
        "S-24",
        [Group::Scoring],
        Scoring,
        pays.scoring,
        "what a finished game is worth"
    ),
    option!(
        "first-roll",
        "G-05",
        [Group::Every, Group::Match],
        FirstRoll,
        first_roll,
        "what the winner of the opening throw plays"
    ),
    option!(
        "next-start",
        "G-06",
        [Group::Every, Group::Match],
        NextStart,
        next_start,
        "who begins the next game"
    ),
    option!(
        "standstill",
        "G-20",
        [Group::Every],
        Standstill,
        pays.standstill,
        "what a position is worth in which nobody can ever move"
    ),
    RuleOption {
        name: "cube.max",
        kind: "choice",
        values: &CUBE_LIMITS,
        rule: "C-10",
        about: "the highest value the cube may reach",
        groups: &[Group::Cube],
        get: |rules| {
            let exponent = rules.cube_max.max(1).ilog2() as usize;
            CUBE_LIMITS[exponent.min(CUBE_LIMITS.len() - 1)].into()
        },
        set: |rules, value| match CUBE_LIMITS.iter().position(|&limit| limit == value) {
            Some(exponent) => {
                rules.cube_max = 1 << exponent;
                true
            }
            None => false,
        },
    },
    option!(
        "dave",
        "C-04",
        [Group::Dave],
        Dave,
        dave,
        "whether the stake is raised by dave, and how it grows"
    ),
    RuleOption {
        name: "dave.max",
        kind: "choice",
        values: &["none", "2", "3", "4", "5", "6", "8", "10", "16", "32", "64", "128", "256"],
        rule: "C-04",
        about: "the highest stake that dave may reach",
        groups: &[Group::Dave],
        get: |rules| rules.dave_max.map_or("none".into(), |max| max.to_string().into()),
        set: |rules, value| {
            let max = match value {
                "none" => Some(None),
                _ => value.parse().ok().filter(|max| (2..=256).contains(max)).map(Some),
            };
            max.map(|max| rules.dave_max = max).is_some()
        },
    },
    option!(
        "long.first-move-doubles",
        "L-07",
        [Group::Long],
        FirstMoveDoubles,
        movement.first_move_doubles,
        "when two checkers may leave the head in a side's first turn"
    ),
    option!(
        "long.prime",
        "L-10",
        [Group::Prime],
        Prime,
        movement.prime,
        "whether six points in a row need an enemy checker ahead of them"
    ),
    option!(
        "long.prime-check",
        "L-12",
        [Group::Prime],
        PrimeCheck,
        movement.prime_check,
        "whether six in a row are looked for after each step or at the end of a turn"
    ),
    option!(
        "long.scoring",
        "L-16",
        [Group::Long],
        LongScoring,
        pays.long,
        "what a game of long nardy is worth"
    ),
    option!("long.koks", "L-15", [Group::Long], Koks, pays.koks, "where a checker makes it koks"),
    option!(
        "long.last-roll",
        "L-14",
        [Group::Long],
        LastRoll,
        pays.last_roll,
        "whether the side that moved second has one more turn, for a draw"
    ),
    option!(
        "draw.stake",
        "L-14",
        [Group::Long],
        Stake,
        pays.stake,
        "what becomes of the stake of a drawn game"
    ),
    option!(
        "khachapuri.scoring",
        "K-05",
        [Group::Khachapuri],
        KhachapuriScoring,
        pays.khachapuri,
        "what a game of khachapuri is worth"
    ),
    RuleOption {
        name: "royal.start",
        kind: "layout",
        values: &["24.k2-13.5-8.3-6.k5"],
        rule: "R-02",
        about: "where 8 simple and 7 royal checkers (k) stand at the start",
        groups: &[Group::Royal],
        get: |rules| layout_text(&rules.start.unwrap_or(rules.variant.spec().start)).into(),
        set: |rules, value| match read_layout(value) {
            Some(layout) => {
                rules.start = Some(layout).filter(|layout| *layout != rules.variant.spec().start);
                true
            }
            None => false,
        },
    },
    option!(
        "royal.bonus",
        "R-13",
        [Group::Royal],
        RoyalBonus,
        pays.royal_bonus,
        "by how much more royals multiply a win"
    ),
    option!(
        "doublegammon.crossing",
        "D-05",
        [Group::Doublegammon],
        Crossing,
        movement.crossing,
        "whether the duty to play looks at crossings, too"
    ),
    option!(
        "plakoto.mother",
        "V-04",
        [Group::Plakoto],
        Mother,
        pays.mother,
        "what pinning the last checker on the enemy's start means"
    ),
    option!(
        "gul-bara.leftover",
        "V-07",
        [Group::GulBara],
        Leftover,
        movement.leftover,
        "what becomes of the steps of a double that cannot be played"
    ),
    option!(
        "series",
        "V-01",
        [Group::Series],
        Series,
        series,
        "which game follows in a match; tavli takes portes, plakoto and fevga in turn"
    ),
    option!(
        "parallel.cube",
        "P-20",
        [Group::Parallel],
        ParallelCube,
        parallel.cube,
        "whether each board has a cube or one serves all"
    ),
    option!(
        "parallel.after-drop",
        "P-22",
        [Group::Parallel],
        AfterDrop,
        parallel.after_drop,
        "what the other board is played for after a single cube was refused"
    ),
    option!(
        "parallel.half",
        "P-09",
        [Group::Parallel],
        Half,
        parallel.half,
        "whether the half point is taken off after or before the cube multiplies"
    ),
    option!(
        "parallel.discount",
        "P-10",
        [Group::Parallel],
        Discount,
        parallel.discount,
        "from which boards a half point is taken off"
    ),
];

fn set_preset(rules: &mut Rules, value: &str) -> bool {
    let presets = rules.variant.spec().presets;
    let Some((_, settings)) = presets.iter().find(|(name, _)| *name == value) else { return false };
    let mut fresh = rules.variant.rules();
    fresh.parallel = rules.parallel;
    fresh.series = rules.series;
    let done = settings.iter().all(|(name, value)| {
        let option = RULE_OPTIONS.iter().find(|option| option.name == *name);
        option.is_some_and(|option| option.put(&mut fresh, value))
    });
    if done {
        *rules = fresh;
    }
    done
}

/// The preset that gives these rules, the seed's if none does.
fn preset_of(rules: &Rules) -> &'static str {
    let gives = |name: &str| {
        let mut fresh = *rules;
        set_preset(&mut fresh, name) && fresh == *rules
    };
    let presets = rules.variant.spec().presets;
    presets.iter().map(|(name, _)| *name).find(|name| gives(name)).unwrap_or("seed")
}

/// `24.k2-13.5-8.3-6.k5`: what NPN writes, in characters that need no escape.
fn layout_text(layout: &Layout) -> String {
    let stack = |byte: u8| match (byte % ROYAL, byte / ROYAL) {
        (simple, 0) => simple.to_string(),
        (0, royal) => format!("k{royal}"),
        (simple, royal) => format!("{simple}k{royal}"),
    };
    let held = (1..25).rev().filter(|&p| layout[p] > 0);
    held.map(|p| format!("{p}.{}", stack(layout[p]))).collect::<Vec<_>>().join("-")
}

fn read_layout(text: &str) -> Option<Layout> {
    let digits = |text: &str| {
        let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if plain { text.parse::<u8>().ok() } else { None }
    };
    let mut layout = [0; 26];
    let (mut simples, mut royals) = (0_u32, 0_u32);
    for piece in text.split('-') {
        let (place, stack) = piece.split_once('.')?;
        let place = usize::from(digits(place).filter(|place| (1..25).contains(place))?);
        let (simple, royal) = match stack.split_once('k') {
            None => (digits(stack)?, 0),
            Some(("", royal)) => (0, digits(royal)?),
            Some((simple, royal)) => (digits(simple)?, digits(royal)?),
        };
        if simple > 8 || royal > 7 || layout[place] > 0 || simple + royal == 0 {
            return None;
        }
        layout[place] = simple + ROYAL * royal;
        simples += u32::from(simple);
        royals += u32::from(royal);
    }
    let shared = (1..25).any(|p| layout[p] > 0 && layout[25 - p] > 0);
    ((simples, royals) == (8, 7) && !shared).then_some(layout)
}
