//! Every option and setting.

use super::ValueKind::{self, Choice, Decimal, Dice, Integer, Switch, Text};
use super::{Affects, OptionRow};

const fn row(
    name: &'static str,
    kind: ValueKind,
    default: &'static str,
    affects: Affects,
    commands: &'static [&'static str],
    summary: &'static str,
) -> OptionRow {
    OptionRow { name, kind, default, affects, commands, summary }
}

const fn from_to(min: u64, max: u64) -> ValueKind {
    Integer { min, max }
}

/// A day: longer than anyone waits, short enough that sums of it cannot overflow.
const TIME_MS_MAX: u64 = 86_400_000;
/// No match is longer; it keeps scores well inside their type.
const LENGTH_MAX: u64 = 9_999;
/// Far above what doubling reaches in a game, for arithmetic stakes too.
const STAKE_MAX: u64 = 1_048_576;

const ASKS: &[&str] = &[
    "show board",
    "show position",
    "show state",
    "show score",
    "moves",
    "perft",
    "pips",
    "result",
    "eval",
    "best",
    "hint",
    "cube",
    "rollout",
    "resign?",
];
const ASKS_ONE_ROLL: &[&str] = &[
    "show board",
    "show position",
    "show state",
    "show score",
    "moves",
    "perft",
    "pips",
    "result",
    "eval",
    "rollout",
    "resign?",
    "roll",
];
const ASKS_ANY_ROLL: &[&str] = &["best", "hint", "cube"];
const THINKS: &[&str] = &["eval", "best", "hint", "cube", "rollout", "resign?", "analyse", "play"];
const THINKS_OR_SET: &[&str] =
    &["set", "eval", "best", "hint", "cube", "rollout", "resign?", "analyse", "play"];
const COUNTS: &[&str] = &["eval", "best", "hint", "cube", "rollout", "resign?"];
const TELLS: &[&str] = &["eval", "best", "hint", "cube", "rollout", "analyse"];
const COLOURS: &[&str] = &["white", "black"];
const FORMS: &[&str] = &["npn", "gnubgid", "xgid"];
const FORMS_OR_NONE: &[&str] = &["npn", "gnubgid", "xgid", "none"];
const SET: &[&str] = &["set"];

/// Every option of requests and every setting.
#[rustfmt::skip]
pub const OPTIONS: &[OptionRow] = &[
    row("position", Text, "", Affects::Nothing, ASKS, "The position to ask about, in place of the session's game."),
    row("dice", Dice(&[]), "", Affects::Nothing, ASKS_ONE_ROLL, "The throw."),
    row("dice", Dice(&["all"]), "", Affects::Nothing, ASKS_ANY_ROLL, "The throw, or each of the 21 throws in turn."),
    row("variant", Text, "backgammon", Affects::Nothing, ASKS, "The variant, for a position that names none."),
    row("plies", from_to(0, 4), "0", Affects::Strength, THINKS_OR_SET, "How many turns to look ahead."),
    row("time", from_to(0, TIME_MS_MAX), "0", Affects::Strength, THINKS_OR_SET, "How long to think in milliseconds, 0 for no limit."),
    row("nodes", from_to(1, 1_000_000_000_000_000), "", Affects::Strength, THINKS, "How many positions to evaluate at most."),
    row("trials", from_to(1, 100_000_000), "1296", Affects::Strength, &["rollout"], "How many games to play out at most."),
    row("stderr", Decimal { min: 0.0, max: 10.0 }, "0", Affects::Strength, &["rollout"], "The standard error at which to stop, 0 for never."),
    row("jsd", Decimal { min: 0.0, max: 100.0 }, "0", Affects::Strength, &["rollout"], "How many standard errors of the difference a play may lie behind the best, 0 for any number."),
    row("truncate", from_to(0, 2000), "0", Affects::Strength, &["rollout"], "After how many turns a game is judged as it stands, 0 for never."),
    row("candidates", from_to(1, 100), "5", Affects::Strength, &["rollout"], "How many plays to compare."),
    row("vr", Switch, "on", Affects::Speed, &["rollout"], "Takes the luck of the throws out of the results (variance reduction)."),
    row("cubeful", Switch, "on", Affects::Strength, &["rollout"], "Whether the sides double in the games."),
    row("threads", from_to(1, 1024), "1", Affects::Speed, THINKS_OR_SET, "How many threads may work."),
    row("noise", Decimal { min: 0.0, max: 10.0 }, "0", Affects::Strength, THINKS_OR_SET, "The standard deviation of the noise on evaluations."),
    row("level", Text, "", Affects::Strength, THINKS_OR_SET, "A named strength, see list levels."),
    row("met", Choice(&["published", "own"]), "published", Affects::Strength, THINKS_OR_SET, "The match equity table."),
    row("unit", Choice(&["money", "emg", "mwc"]), "emg", Affects::Nothing, COUNTS, "What equities are counted in."),
    row("seed", from_to(0, u64::MAX), "", Affects::Nothing, THINKS_OR_SET, "What the random numbers start from."),
    row("same-ply", Switch, "off", Affects::Strength, &["best", "hint", "play", "analyse"], "Judges every candidate at the full depth."),
    row("cube", Choice(&["one", "all"]), "one", Affects::Nothing, ASKS_ANY_ROLL, "Answers for the cube as it stands, or for centred, own and other's."),
    row("info", Switch, "off", Affects::Nothing, TELLS, "Tells progress while it runs."),
    row("positions", Choice(FORMS_OR_NONE), "npn", Affects::Nothing, &["moves", "best", "hint"], "The form of the positions in the reply."),
    row("order", Choice(&["results", "sequences"]), "results", Affects::Nothing, &["moves"], "Lists each result once, or every order of single steps."),
    row("n", from_to(1, 100_000), "5", Affects::Nothing, &["hint"], "How many candidates to list."),
    row("depth", from_to(0, 20), "", Affects::Nothing, &["perft"], "How many turns deep to count."),
    row("format", Choice(FORMS), "npn", Affects::Nothing, &["show position"], "The form of the position."),
    row("length", from_to(1, LENGTH_MAX), "", Affects::Nothing, &["new match"], "How many points win the match."),
    row("number", from_to(1, 99), "", Affects::Nothing, &["board"], "The board, counted from 1."),
    row("points", from_to(1, 99), "1", Affects::Nothing, &["resign"], "How many times the stake is given up."),

    row("variant", Text, "backgammon", Affects::Nothing, SET, "The variant of the next game."),
    row("rule", Text, "", Affects::Nothing, SET, "A rule option and its value, see list rules."),
    row("position", Text, "", Affects::Nothing, SET, "The whole position."),
    row("turn", Choice(COLOURS), "", Affects::Nothing, SET, "Whose turn it is."),
    row("dice", Dice(&["none"]), "none", Affects::Nothing, SET, "What was thrown."),
    row("cube value", from_to(1, STAKE_MAX), "1", Affects::Nothing, SET, "The value of the cube."),
    row("cube owner", Choice(&["white", "black", "centre"]), "centre", Affects::Nothing, SET, "Who may double."),
    row("cube use", Switch, "", Affects::Nothing, SET, "Whether there is a cube."),
    row("score", from_to(0, LENGTH_MAX), "0", Affects::Nothing, SET, "The points of White and of Black."),
    row("length", from_to(0, LENGTH_MAX), "0", Affects::Nothing, SET, "The length of the match, 0 for none."),
    row("crawford", Switch, "off", Affects::Nothing, SET, "Whether this is the Crawford game."),
    row("jacoby", Switch, "off", Affects::Nothing, SET, "Whether gammons count only once the cube was turned."),
    row("beavers", from_to(0, 99), "0", Affects::Nothing, SET, "How many beavers in a row are allowed."),
    row("format", Choice(&["text", "json"]), "text", Affects::Nothing, SET, "How text requests are answered."),
    row("numbering", Choice(&["descending", "ascending"]), "descending", Affects::Nothing, SET, "How points are numbered in plays."),
    row("auto-pass", Switch, "off", Affects::Nothing, SET, "Whether a side that cannot move passes by itself."),
];
