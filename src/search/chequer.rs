//! The best plays of a throw.

use super::cube;
use super::equity::{Payoff, Stakes};
use super::task::{Limits, RankedPlay, Ranking, RollPlays};
use super::tree::{Filter, Level, Search, in_play};
use crate::board::{Board, Roll};
use crate::eval::Chances;
use crate::rules::win_kind;

/// What a play is judged by.
pub(super) struct Judging<'a> {
    /// The mover's stakes.
    pub(super) stakes: Stakes,
    /// The mover's payoff.
    pub(super) payoff: Payoff,
    /// The task's limits.
    pub(super) limits: &'a Limits,
}

impl<'a> Judging<'a> {
    pub(super) fn new(stakes: Stakes, limits: &'a Limits) -> Judging<'a> {
        Judging { stakes, payoff: Payoff::new(&stakes), limits }
    }
}

/// A play under judgement.
#[derive(Clone, Copy)]
struct Entry {
    index: usize,
    rank: f32,
    /// The mover's.
    chances: Chances,
    plies: u8,
}

/// The best `count` plays of `roll` on `board`, side 0 to move.
pub(super) fn best_plays(
    search: &mut Search<'_>,
    judging: &Judging<'_>,
    board: &Board,
    roll: Roll,
    count: usize,
) -> RollPlays {
    let mut level = search.workspace.take();
    search.expand(board, roll, &mut level);
    let legal = level.plays.len();
    if legal == 0 {
        search.workspace.give(level);
        return RollPlays { roll, legal, plays: Vec::new() };
    }
    search.judge(board, &mut level);
    let mut entries = static_entries(search, judging, &level);
    for plies in 1..=judging.limits.plies {
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

/// The board after the play that the evaluator likes best as it stands, or after a forced pass; the
/// other side is side 0.
pub(super) fn reply_static(
    search: &mut Search<'_>,
    payoff: &Payoff,
    board: &Board,
    roll: Roll,
) -> Board {
    let mut level = search.workspace.take();
    search.expand(board, roll, &mut level);
    let mut best = (f32::INFINITY, 0);
    if level.boards.len() > 1 {
        search.judge(board, &mut level);
        let theirs = payoff.swapped();
        for (index, chances) in level.chances.iter().enumerate() {
            let equity = theirs.equity(chances);
            if equity < best.0 {
                best = (equity, index);
            }
        }
    }
    let after = level.boards[best.1];
    search.workspace.give(level);
    after
}

fn static_entries(search: &Search<'_>, judging: &Judging<'_>, level: &Level) -> Vec<Entry> {
    let entry = |(index, chances): (usize, &Chances)| {
        let chances = chances.swapped();
        Entry { index, rank: rank(search, judging, level, index, &chances), chances, plies: 0 }
    };
    let mut entries: Vec<Entry> = level.chances.iter().enumerate().map(entry).collect();
    sort(&mut entries);
    entries
}

/// Looks one ply deeper at the plays that are worth it; false if it was interrupted, which changes
/// nothing.
fn deepen(
    search: &mut Search<'_>,
    judging: &Judging<'_>,
    level: &Level,
    entries: &mut [Entry],
    plies: u8,
) -> bool {
    let kept = match plies {
        1 => keep(entries, &search.filters.first),
        3 => {
            let deepest = entries.iter().take_while(|entry| entry.plies + 1 == plies).count();
            keep(&entries[..deepest], &search.filters.deep)
        }
        _ => entries.iter().take_while(|entry| entry.plies + 1 == plies).count(),
    };
    let theirs = judging.payoff.swapped();
    let mut deeper: Vec<Entry> = Vec::with_capacity(kept);
    for entry in &entries[..kept] {
        let board = &level.boards[entry.index];
        let chances = if in_play(board, 1) == 0 {
            entry.chances
        } else {
            match search.look_ahead(board, plies, &theirs) {
                Ok(chances) => chances.swapped(),
                Err(_) => return false,
            }
        };
        let rank = rank(search, judging, level, entry.index, &chances);
        deeper.push(Entry { rank, chances, plies, ..*entry });
    }
    sort(&mut deeper);
    entries[..kept].copy_from_slice(&deeper);
    true
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

fn rank(
    search: &Search<'_>,
    judging: &Judging<'_>,
    level: &Level,
    index: usize,
    chances: &Chances,
) -> f32 {
    let board = &level.boards[index];
    let equity = match judging.limits.ranking {
        Ranking::Cubeless => cubeless(search, judging, board, chances),
        Ranking::Cubeful => cubeful(search, judging, board, chances),
    };
    equity + noise(judging.limits, board)
}

/// The mover's equity after a play; `board` has the other as side 0.
fn cubeless(search: &Search<'_>, judging: &Judging<'_>, board: &Board, chances: &Chances) -> f32 {
    if judging.payoff.equity(chances) > 0.5 && in_play(board, 1) == 0 {
        let points = win_kind(search.rules, board, 0).points();
        return judging.stakes.exact(points as i32);
    }
    judging.payoff.equity(chances)
}

fn cubeful(search: &Search<'_>, judging: &Judging<'_>, board: &Board, chances: &Chances) -> f32 {
    if in_play(board, 1) == 0 {
        return cubeless(search, judging, board, chances);
    }
    let efficiency = cube::efficiency(search.rules.movement.track, board);
    -cube::cubeful(&judging.stakes.swapped(), &chances.swapped(), efficiency)
}

fn ranked(
    search: &Search<'_>,
    judging: &Judging<'_>,
    level: &Level,
    entry: &Entry,
) -> Option<RankedPlay> {
    let board = &level.boards[entry.index];
    let noise = noise(judging.limits, board);
    Some(RankedPlay {
        child: level.plays.get(entry.index)?,
        chances: entry.chances,
        equity: cubeless(search, judging, board, &entry.chances) + noise,
        cubeful: cubeful(search, judging, board, &entry.chances) + noise,
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
fn noise(limits: &Limits, board: &Board) -> f32 {
    if limits.noise <= 0.0 {
        return 0.0;
    }
    let mut state = limits.seed ^ 0x9e37_79b9_7f4a_7c15;
    for side in 0..2 {
        for chunk in board.row(side).chunks_exact(8) {
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
