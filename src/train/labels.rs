//! Positions for other programs to label, and their labels.
//!
//! A position is ten bytes: for the side not on roll and then for the side on roll, for each of
//! its places 1..=24 and bar as many one bits as checkers and a zero bit, low bits first (the bytes
//! behind GNU Backgammon's position ID). A labelled position is those ten bytes and five 16-bit
//! little-endian numbers in units of 1/65535: the chances of the side on roll to win, to win a
//! gammon and a backgammon, to lose a gammon and a backgammon, each cumulative.

use super::error::TrainError;
use super::kind::Kind;
use super::play::{Manner, Player, SIBLINGS, Targets};
use super::recipe::{Labels, SelfPlay};
use super::sample::{ALONE, Sample};
use crate::board::{BAR, Board, OFF};
use crate::eval::net::split;
use crate::eval::{Chances, Class, Evaluator, Evaluators};
use rand::{Rng, RngExt};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::Path;

/// Bytes of a position.
pub const POSITION_BYTES: usize = 10;
/// Bytes of a labelled position.
pub const LABEL_BYTES: usize = 20;
/// Checkers that the ten bytes have room for.
const CHECKERS: u32 = 15;

/// A board as ten bytes; `None` with more than 15 checkers of a side.
fn pack(board: &Board) -> Option<[u8; POSITION_BYTES]> {
    let mut bits = 0u128;
    let mut at = 0;
    for side in [1, 0] {
        if board.in_play(side) > CHECKERS {
            return None;
        }
        for &count in &board.row(side)[1..=BAR] {
            bits |= ((1 << count) - 1) << at;
            at += u32::from(count) + 1;
        }
    }
    bits.to_le_bytes().first_chunk().copied()
}

/// The board of ten bytes, fifteen checkers a side.
fn unpack(bytes: &[u8; POSITION_BYTES]) -> Option<Board> {
    let mut rows = [[0u8; 26]; 2];
    let mut wide = [0; 16];
    wide[..POSITION_BYTES].copy_from_slice(bytes);
    let mut bits = u128::from_le_bytes(wide);
    for side in [1, 0] {
        for count in &mut rows[side][1..=BAR] {
            let ones = bits.trailing_ones();
            *count = ones as u8;
            bits >>= ones + 1;
        }
        let in_play: u32 = rows[side].iter().map(|&count| u32::from(count)).sum();
        rows[side][OFF] = CHECKERS.checked_sub(in_play)? as u8;
    }
    (bits == 0).then(|| Board::new(rows[0], rows[1]))
}

/// Which positions of self-play to write.
#[derive(Clone, Copy, Debug)]
pub struct Harvest<'a> {
    /// How the games are played.
    pub play: &'a SelfPlay,
    /// Where all randomness comes from.
    pub seed: u64,
    /// How many positions at least.
    pub count: u64,
    /// Only those of this kind.
    pub kind: Option<Kind>,
    /// The boards after [`SIBLINGS`] plays of the same throw, one group after the other, instead of
    /// the positions played: the best play and three of the next seven by the nets' word, wherever
    /// the second best is by less than this worse, in points a game. The best play's kind counts.
    pub siblings: Option<f32>,
}

/// Writes positions of self-play, each that a net judges, until there are enough.
///
/// Games of fewer than fifteen checkers are left out: the ten bytes cannot tell them.
///
/// # Errors
/// [`TrainError`] if the file cannot be written or the games cannot be played.
pub fn write_positions(
    nets: &Evaluators,
    harvest: &Harvest<'_>,
    path: &Path,
) -> Result<(), TrainError> {
    let play = harvest.play;
    let variants = play.variants().map_err(TrainError::Value)?;
    let file = std::fs::File::create(path).map_err(TrainError::file(path))?;
    let mut file = std::io::BufWriter::new(file);
    let mut player = Player::new();
    let manner = Manner {
        lambda: 0.0,
        explore: play.explore,
        random_opening: play.random_opening,
        targets: Targets::Played,
    };
    let group = if harvest.siblings.is_some() { SIBLINGS } else { 1 };
    let (mut written, mut number) = (0, 0);
    let mut boards = Vec::new();
    while written < harvest.count {
        let mut rng = super::optimiser::generator(harvest.seed, usize::MAX, number);
        number += 1;
        let variant = super::pair::pick(&variants, &mut rng);
        if u32::from(variant.spec().checkers) != CHECKERS {
            continue;
        }
        boards.clear();
        match harvest.siblings {
            Some(near) => {
                player.siblings(nets, variant, &manner, near, &mut rng, &mut boards);
            }
            None => {
                let mut samples = Vec::new();
                player.game(nets, variant, &manner, &mut rng, &mut samples);
                boards.extend(samples.iter().map(|sample| sample.board));
            }
        }
        for group in boards.chunks(group) {
            if harvest.kind.is_some() && harvest.kind != Kind::of(&group[0]) {
                continue;
            }
            for bytes in group.iter().filter_map(pack) {
                file.write_all(&bytes).map_err(TrainError::file(path))?;
                written += 1;
            }
        }
    }
    file.flush().map_err(TrainError::file(path))
}

/// Labels a file of positions by an evaluator's word; gives the SHA-256 that a recipe has to name.
///
/// # Errors
/// [`TrainError`] if a file cannot be read or written or holds something else.
pub fn write_labels(
    evaluator: &dyn Evaluator,
    positions: &Path,
    labels: &Path,
) -> Result<String, TrainError> {
    let bytes = std::fs::read(positions).map_err(TrainError::file(positions))?;
    let fail = |reason: String| TrainError::Labels { path: positions.to_owned(), reason };
    let (keys, rest) = bytes.as_chunks::<POSITION_BYTES>();
    if keys.is_empty() || !rest.is_empty() {
        return Err(fail(format!("{} bytes are not positions of {POSITION_BYTES}", bytes.len())));
    }
    let board = |(n, key)| unpack(key).ok_or_else(|| fail(format!("number {n} is no position")));
    let boards: Vec<Board> = keys.iter().enumerate().map(board).collect::<Result<_, _>>()?;
    let mut file = std::fs::File::create(labels).map_err(TrainError::file(labels))?;
    let mut hasher = Sha256::new();
    let mut chances = vec![Chances::default(); LABELLED];
    for (keys, boards) in keys.chunks(LABELLED).zip(boards.chunks(LABELLED)) {
        let chances = &mut chances[..boards.len()];
        evaluator.evaluate(boards, chances);
        let records: Vec<u8> =
            keys.iter().zip(&*chances).flat_map(|(key, chances)| record(key, chances)).collect();
        file.write_all(&records).map_err(TrainError::file(labels))?;
        hasher.update(&records);
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Positions labelled between two writes.
const LABELLED: usize = 1 << 14;

/// A labelled position.
fn record(key: &[u8; POSITION_BYTES], chances: &Chances) -> [u8; LABEL_BYTES] {
    let c = chances;
    let shares = [c.win, c.win_gammon, c.win_backgammon, c.lose_gammon, c.lose_backgammon];
    let mut record = [0; LABEL_BYTES];
    record[..POSITION_BYTES].copy_from_slice(key);
    let (words, _) = record[POSITION_BYTES..].as_chunks_mut::<2>();
    for (word, share) in words.iter_mut().zip(shares) {
        *word = ((share * 65535.0).round() as u16).to_le_bytes();
    }
    record
}

/// Labelled positions in memory.
pub(super) struct LabelSet {
    records: Vec<[u8; LABEL_BYTES]>,
    siblings: usize,
    batch: usize,
}

impl LabelSet {
    pub fn read(labels: &Labels) -> Result<LabelSet, TrainError> {
        let path = labels.file.as_ref();
        let bytes = std::fs::read(path).map_err(TrainError::file(path))?;
        let fail = |reason: String| Err(TrainError::Labels { path: path.to_owned(), reason });
        let hash: String = Sha256::digest(&bytes).iter().map(|b| format!("{b:02x}")).collect();
        if !hash.eq_ignore_ascii_case(&labels.sha256) {
            return fail(format!("its SHA-256 is {hash}, the recipe's {}", labels.sha256));
        }
        let (records, rest) = bytes.as_chunks::<LABEL_BYTES>();
        if records.is_empty() || !rest.is_empty() {
            return fail(format!("{} bytes are not records of {LABEL_BYTES}", bytes.len()));
        }
        let records = records.to_vec();
        if let Some(at) = records.iter().position(|record| sample(record).is_none()) {
            return fail(format!("record {at} is not a labelled position"));
        }
        let siblings = labels.siblings;
        if !records.len().is_multiple_of(siblings) {
            return fail(format!("{} records are not groups of {siblings}", records.len()));
        }
        Ok(LabelSet { records, siblings, batch: labels.batch })
    }

    /// The samples of a step, drawn at random.
    pub fn draw(&self, rng: &mut impl Rng, samples: &mut Vec<Sample>) {
        let groups = self.records.len() / self.siblings;
        for group in 0..self.batch.div_ceil(self.siblings) as u32 {
            let at = rng.random_range(0..groups) * self.siblings;
            let group = if self.siblings > 1 { group } else { ALONE };
            for record in &self.records[at..at + self.siblings] {
                samples.extend(sample(record).map(|sample| Sample { group, ..sample }));
            }
        }
    }
}

/// The sample of a record; `None` if it is not one or no net judges it.
pub(super) fn sample(record: &[u8; LABEL_BYTES]) -> Option<Sample> {
    let board = unpack(record.first_chunk()?)?;
    let class = Class::of(&board);
    class.phase()?;
    let (words, _) = record[POSITION_BYTES..].as_chunks::<2>();
    let share = |n: usize| f32::from(u16::from_le_bytes(words[n])) / 65535.0;
    let chances = Chances {
        win: share(0),
        win_gammon: share(1),
        win_backgammon: share(2),
        lose_gammon: share(3),
        lose_backgammon: share(4),
    };
    Some(Sample::new(board, class, split(&chances)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn the_start_is_the_published_id() {
        let bytes = pack(&Variant::Backgammon.start()).unwrap();
        // 4HPwATDgc/ABMA
        assert_eq!(bytes, [0xe0, 0x73, 0xf0, 0x01, 0x30, 0xe0, 0x73, 0xf0, 0x01, 0x30]);
        assert_eq!(unpack(&bytes), Some(Variant::Backgammon.start()));
        assert_eq!(unpack(&[0xff; 10]), None);
    }

    #[test]
    fn labels_become_targets() {
        let mut record = [0; LABEL_BYTES];
        record[..10].copy_from_slice(&pack(&Variant::Backgammon.start()).unwrap());
        for (n, units) in [32768u16, 16384, 0, 8192, 1].into_iter().enumerate() {
            record[10 + 2 * n..12 + 2 * n].copy_from_slice(&units.to_le_bytes());
        }
        let sample = sample(&record).unwrap();
        assert!((sample.target[0] - 0.25).abs() < 1e-4 && (sample.target[1] - 0.25).abs() < 1e-4);
        assert!((sample.target[3] - 0.375).abs() < 1e-4);
        assert!((sample.target.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }
}
