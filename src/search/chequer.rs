//! The best plays of a throw.

use super::ends::{End, is_over};
use super::equity::{Payoff, Stakes};
use super::filter::Filter;
use super::kind::Kind;
use super::parity;
use super::task::{Limits, RankedPlay, Ranking, RollPlays};
use super::tree::{CubeStates, CubeValues, Level, PLIES_MAX, Search, add_values, turned};
use super::worth::Worth;
use crate::board::Roll;
use crate::eval::Chances;
use crate::moves::{Child, TurnContext};

/// What a play is judged by.
pub(super) struct Judging<'a> {
    /// The mover's stakes.
    pub(super) stakes: Stakes,
    /// The mover's payoff.
    pub(super) payoff: Payoff,
    /// The task's limits.
    pub(super) limits: &'a Limits,
    /// What is known of the turn; `None` where the board alone tells.
    pub(super) turn: Option<TurnContext>,
}

impl<'a> Judging<'a> {
    pub(super) fn new(stakes: Stakes, limits: &'a Limits) -> Judging<'a> {
        Judging { stakes, payoff: Payoff::new(&stakes), limits, turn: None }
    }
}

/// A play under judgement.
#[derive(Clone, Copy)]
struct Entry {
    index: usize,
    rank: f32,
    /// The mover's.
    chances: Chances,
    /// The mover's equity with the cube, where plays are ranked by it.
    cubeful: Option<f32>,
    plies: u8,
}

/// The best `count` plays of `roll` on `board`, side 0 to move.
pub(super) fn best_plays<B: Kind>(
    search: &mut Search<'_, B>,
    judging: &Judging<'_>,
    board: &B,
    roll: Roll,
    count: usize,
) -> RollPlays {
    let mut level: Level<B> = search.workspace.take();
    let turn = judging.turn.unwrap_or_else(|| TurnContext::of(board));
    search.expand_in(board, roll, turn, &mut level, usize::MAX);
    let legal = level.plays.len();
    if legal == 0 {
        search.workspace.give(level);
        return RollPlays { roll, legal, plays: Vec::new() };
    }
    search.judge(board, &mut level);
    let mut entries = static_entries(search, judging, &level);
    for plies in 1..=judging.limits.plies.min(PLIES_MAX) {
        if !deepen(search, judging, &level, &mut entries, plies) {
            break;
        }
    }
    let shown = count.max(1).min(legal);
    let mut plays: Vec<RankedPlay> = Vec::with_capacity(shown);
    for entry in &entries[..shown] {
        let Some(mut play) = ranked(search, judging, &level, entry) else { continue };
        let best = plays.first().unwrap_or(&play);
        play.diff = rank_of(judging, &play) - rank_of(judging, best);
        plays.push(play);
    }
    search.workspace.give(level);
    RollPlays { roll, legal, plays }
}

fn static_entries<B: Kind>(
    search: &Search<'_, B>,
    judging: &Judging<'_>,
    level: &Level<B>,
) -> Vec<Entry> {
    let judged = level.boards.iter().zip(&level.chances).enumerate();
    let mut entries: Vec<Entry> = judged
        .map(|(index, (board, chances))| {
            let chances = chances.swapped();
            let cubeful = match judging.limits.ranking {
                Ranking::Cubeless => None,
                Ranking::Cubeful => Some(static_cubeful(search, judging, board, &chances)),
            };
            entry(search, judging, level, (index, 0), chances, cubeful)
        })
        .collect();
    sort(&mut entries);
    entries
}

fn entry<B: Kind>(
    search: &Search<'_, B>,
    judging: &Judging<'_>,
    level: &Level<B>,
    (index, plies): (usize, u8),
    chances: Chances,
    cubeful: Option<f32>,
) -> Entry {
    let board = &level.boards[index];
    let equity = cubeful.unwrap_or_else(|| cubeless(search, judging, board, &chances));
    let rank = equity + noise(judging.limits, board);
    Entry { index, rank, chances, cubeful, plies }
}

/// Looks one ply deeper at the plays that are worth it; false if it was interrupted, which changes
/// nothing.
fn deepen<B: Kind>(
    search: &mut Search<'_, B>,
    judging: &Judging<'_>,
    level: &Level<B>,
    entries: &mut [Entry],
    plies: u8,
) -> bool {
    let kept = match plies {
        1 => keep(entries, &search.filters.first),
        2 => keep(deepest(entries, plies), &search.filters.second),
        3 => keep(deepest(entries, plies), &search.filters.deep),
        _ => deepest(entries, plies).len(),
    };
    let mut mine = CubeStates::new();
    if judging.limits.ranking == Ranking::Cubeful {
        mine.push(judging.stakes);
    }
    let (theirs, states) = (judging.payoff.swapped(), turned(&mine));
    let open = |entry: &&Entry| !is_over(search.rules, &level.boards[entry.index]);
    let boards: Vec<B> =
        entries[..kept].iter().filter(open).map(|entry| level.boards[entry.index]).collect();
    let Ok(looked) = search.look_ahead_all(&boards, plies, &theirs, &states) else {
        return false;
    };
    let mut looked = looked.into_iter();
    let mut deeper: Vec<Entry> = Vec::with_capacity(kept);
    for old in &entries[..kept] {
        let next = if open(&old) { looked.next() } else { None };
        let Some((chances, values)) = next else {
            deeper.push(Entry { plies, ..*old });
            continue;
        };
        let mut worth: CubeValues = mine.iter().map(|_| 0.0).collect();
        add_values(&mut worth, 1.0, &states, &values);
        let (mut chances, mut cubeful) =
            (chances.swapped(), worth.first().map(|&worth| judging.stakes.equity_of(worth)));
        if parity::applies(&search.rules.movement, &level.boards[old.index], plies) {
            chances = parity::mean_chances(&old.chances, &chances);
            cubeful = cubeful.zip(old.cubeful).map(|(odd, even)| parity::mean(even, odd));
        }
        let place = (old.index, plies);
        deeper.push(entry(search, judging, level, place, chances, cubeful));
    }
    sort(&mut deeper);
    entries[..kept].copy_from_slice(&deeper);
    true
}

/// The entries that the last look-ahead has judged; they stand first.
fn deepest(entries: &[Entry], plies: u8) -> &[Entry] {
    &entries[..entries.iter().take_while(|entry| entry.plies + 1 == plies).count()]
}

fn keep(entries: &[Entry], filter: &Filter) -> usize {
    let Some(best) = entries.first() else { return 0 };
    let near = entries.iter().take_while(|entry| best.rank - entry.rank <= filter.within).count();
    near.min(filter.count).max(1)
}

/// Best first; equal ones stay in the order in which the generator lists them.
fn sort(entries: &mut [Entry]) {
    entries.sort_by(|a, b| b.rank.total_cmp(&a.rank).then(a.index.cmp(&b.index)));
}

/// The mover's equity after a play; `board` has the other as side 0.
fn cubeless<B: Kind>(
    search: &Search<'_, B>,
    judging: &Judging<'_>,
    board: &B,
    chances: &Chances,
) -> f32 {
    match End::of(search.rules, board) {
        Some(end) => judging.stakes.exact(-end.points),
        None => judging.payoff.equity(chances),
    }
}

/// The mover's equity with the cube, from its chances alone.
fn static_cubeful<B: Kind>(
    search: &Search<'_, B>,
    judging: &Judging<'_>,
    board: &B,
    chances: &Chances,
) -> f32 {
    if is_over(search.rules, board) {
        return cubeless(search, judging, board, chances);
    }
    let theirs = chances.swapped();
    -Worth::new(search.evaluator, search.rules, board, &theirs).cubeful(&judging.stakes.swapped())
}

fn ranked<B: Kind>(
    search: &Search<'_, B>,
    judging: &Judging<'_>,
    level: &Level<B>,
    entry: &Entry,
) -> Option<RankedPlay> {
    let board = &level.boards[entry.index];
    let noise = noise(judging.limits, board);
    let guess = || static_cubeful(search, judging, board, &entry.chances);
    let cubeful = entry.cubeful.unwrap_or_else(guess);
    let Child { board: after, steps } = level.plays.get(entry.index)?;
    Some(RankedPlay {
        child: Child { board: after.into(), steps },
        chances: entry.chances,
        equity: cubeless(search, judging, board, &entry.chances) + noise,
        cubeful: cubeful + noise,
        diff: 0.0,
        plies: entry.plies,
    })
}

fn rank_of(judging: &Judging<'_>, play: &RankedPlay) -> f32 {
    match judging.limits.ranking {
        Ranking::Cubeless => play.equity,
        Ranking::Cubeful => play.cubeful,
    }
}

/// The error a weakened engine makes about a board: the same each time for one seed, near normally
/// distributed (a sum of eight even errors).
pub(super) fn noise<B: Kind>(limits: &Limits, board: &B) -> f32 {
    if limits.noise <= 0.0 {
        return 0.0;
    }
    let mut state = limits.seed ^ 0x9e37_79b9_7f4a_7c15;
    let counts = board.counts();
    for side in 0..2 {
        for chunk in counts.row(side).chunks_exact(8) {
            let word = chunk.iter().fold(0, |word, &n| word << 8 | u64::from(n));
            state = mix(state ^ word);
        }
    }
    let sum: u64 =
        (0..4).map(|n| mix(state.wrapping_add(n))).map(|w| (w >> 32) + (w & 0xffff_ffff)).sum();
    let even = sum as f64 / f64::from(u32::MAX) - 4.0;
    limits.noise * (even * (12.0_f64 / 8.0).sqrt()) as f32
}

/// A bijection of 64 bits whose results look random (the finaliser of MurmurHash3).
pub(super) fn mix(mut word: u64) -> u64 {
    word ^= word >> 33;
    word = word.wrapping_mul(0xff51_afd7_ed55_8ccd);
    word ^= word >> 33;
    word = word.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    word ^ word >> 33
}
