//! Positions for other programs to label, and their labels.
//!
//! A position is ten bytes: for the side not on roll and then for the side on roll, for each of
//! its places 1..=24 and bar as many one bits as checkers and a zero bit, low bits first (the bytes
//! behind GNU Backgammon's position ID). A labelled position is those ten bytes and five 16-bit
//! little-endian numbers in units of 1/65535: the chances of the side on roll to win, to win a
//! gammon and a backgammon, to lose a gammon and a backgammon, each cumulative.

use super::error::TrainError;
use super::play::{Manner, Player, Targets};
use super::recipe::{Labels, SelfPlay};
use super::sample::Sample;
use crate::board::{BAR, Board, OFF};
use crate::eval::net::split;
use crate::eval::{Chances, Class, Evaluators};
use crate::rules::Variant;
use rand::rngs::ChaCha8Rng;
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

/// Writes positions of self-play, each that a net judges, until `count` are written.
///
/// Games of fewer than fifteen checkers are left out: the ten bytes cannot tell them.
///
/// # Errors
/// [`TrainError`] if the file cannot be written or the games cannot be played.
pub fn write_positions(
    nets: &Evaluators,
    play: &SelfPlay,
    seed: u64,
    count: u64,
    path: &Path,
) -> Result<(), TrainError> {
    write(play, seed, count, path, |player, variant, manner, rng, boards| {
        let mut samples = Vec::new();
        player.game(nets, variant, manner, rng, &mut samples);
        boards.extend(samples.iter().map(|sample| sample.board));
    })
}

/// Writes the boards after [`SIBLINGS`] plays of the same throw, one group after the other, until
/// `count` positions are written: the best play and three of the next seven by the nets' word.
///
/// # Errors
/// As [`write_positions`].
pub fn write_siblings(
    nets: &Evaluators,
    play: &SelfPlay,
    seed: u64,
    count: u64,
    path: &Path,
) -> Result<(), TrainError> {
    write(play, seed, count, path, |player, variant, manner, rng, boards| {
        player.siblings(nets, variant, manner, rng, boards);
    })
}

/// Writes what `game` gives of one game after the other.
fn write(
    play: &SelfPlay,
    seed: u64,
    count: u64,
    path: &Path,
    mut game: impl FnMut(&mut Player, Variant, &Manner, &mut ChaCha8Rng, &mut Vec<Board>),
) -> Result<(), TrainError> {
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
    let (mut written, mut number) = (0, 0);
    let mut boards = Vec::new();
    while written < count {
        let mut rng = super::optimiser::generator(seed, usize::MAX, number);
        number += 1;
        let variant = super::run::pick(&variants, &mut rng);
        if u32::from(variant.spec().checkers) != CHECKERS {
            continue;
        }
        boards.clear();
        game(&mut player, variant, &manner, &mut rng, &mut boards);
        for board in &boards {
            if let Some(bytes) = pack(board) {
                file.write_all(&bytes).map_err(TrainError::file(path))?;
                written += 1;
            }
        }
    }
    file.flush().map_err(TrainError::file(path))
}

/// Labelled positions in memory.
pub(super) struct LabelSet {
    records: Vec<[u8; LABEL_BYTES]>,
    siblings: usize,
}

impl LabelSet {
    pub fn read(labels: &Labels) -> Result<LabelSet, TrainError> {
        let path = &labels.file;
        let bytes = std::fs::read(path).map_err(TrainError::file(path))?;
        let fail = |reason: String| Err(TrainError::Labels { path: path.clone(), reason });
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
        Ok(LabelSet { records, siblings })
    }

    /// Samples drawn at random.
    pub fn draw(&self, count: usize, rng: &mut impl Rng, samples: &mut Vec<Sample>) {
        let groups = self.records.len() / self.siblings;
        for group in 0..count.div_ceil(self.siblings) as u32 {
            let at = rng.random_range(0..groups) * self.siblings;
            for record in &self.records[at..at + self.siblings] {
                samples.extend(sample(record).map(|sample| Sample { group, ..sample }));
            }
        }
    }
}

/// The sample of a record; `None` if it is not one or no net judges it.
fn sample(record: &[u8; LABEL_BYTES]) -> Option<Sample> {
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
