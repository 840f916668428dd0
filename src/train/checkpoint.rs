//! A run put down so that it can be taken up again.
//!
//! `NARDYCKP`, the state's numbers and all weights and moments, little-endian, and the SHA-256 of
//! what precedes it. Written beside the old one and renamed, so that a crash leaves one of them.

use super::error::TrainError;
use super::optimiser::Learner;
use crate::eval::net::Chunk;
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::Path;

const MAGIC: &[u8; 8] = b"NARDYCKP";
const HASH: usize = 32;

/// Where a run stands, apart from the learners.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Standing {
    /// Fingerprint of recipe and seed.
    pub origin: u64,
    pub stage: u64,
    /// Steps of the stage taken.
    pub step: u64,
    pub games: u64,
    pub positions: u64,
    pub minutes: f64,
}

impl Standing {
    fn words(&self) -> [u64; 6] {
        let minutes = self.minutes.to_bits();
        [self.origin, self.stage, self.step, self.games, self.positions, minutes]
    }
}

/// Writes a checkpoint.
pub(super) fn write(
    path: &Path,
    standing: &Standing,
    learners: &[Learner],
) -> Result<(), TrainError> {
    let mut bytes = MAGIC.to_vec();
    for word in standing.words() {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    for learner in learners {
        bytes.extend_from_slice(&learner.steps.to_le_bytes());
        for count in &learner.moments.counts {
            bytes.extend_from_slice(&count.to_le_bytes());
        }
        let (first, second) = (&learner.moments.first, &learner.moments.second);
        for chunks in [learner.net.weights(), learner.average.weights(), first, second] {
            for weight in chunks.iter().flat_map(|chunk| chunk.0) {
                bytes.extend_from_slice(&weight.to_le_bytes());
            }
        }
    }
    let hash = Sha256::digest(&bytes);
    bytes.extend_from_slice(&hash);
    replace(path, &bytes)
}

/// Writes a file beside the old one and renames it once it is on the disk; on failure the old one
/// stays as it was.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let new = path.with_extension("new");
    let written = std::fs::File::create(&new).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    if let Err(source) = written {
        // What is half written only fills the disk further; that it cannot be removed either is
        // no more than the error already says.
        let _ = std::fs::remove_file(&new);
        return Err(TrainError::File { path: new, source });
    }
    std::fs::rename(&new, path).map_err(TrainError::file(path))
}

/// Reads a checkpoint into learners of the same shapes.
pub(super) fn read(
    path: &Path,
    origin: u64,
    learners: &mut [Learner],
) -> Result<Standing, TrainError> {
    let bytes = std::fs::read(path).map_err(TrainError::file(path))?;
    let fail = |reason| TrainError::Checkpoint { path: path.to_owned(), reason };
    let body = bytes.len().checked_sub(HASH).map(|end| &bytes[..end]);
    let body = body.ok_or(fail("it is cut off"))?;
    if !body.starts_with(MAGIC) {
        return Err(fail("it is not a checkpoint"));
    }
    if Sha256::digest(body)[..] != bytes[body.len()..] {
        return Err(fail("it is damaged"));
    }
    let mut reader = Reader { rest: &body[MAGIC.len()..] };
    match reader.read(origin, learners) {
        Some(standing) if standing.origin != origin => {
            Err(fail("it belongs to another recipe or seed"))
        }
        Some(standing) => Ok(standing),
        None => Err(fail("its length does not fit the recipe's nets")),
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    /// The standing and the learners' state; the latter is left alone if the origin is another.
    fn read(&mut self, origin: u64, learners: &mut [Learner]) -> Option<Standing> {
        let mut words = [0; 6];
        for word in &mut words {
            *word = self.word()?;
        }
        let [from, stage, step, games, positions, minutes] = words;
        let minutes = f64::from_bits(minutes);
        let standing = Standing { origin: from, stage, step, games, positions, minutes };
        if from != origin {
            return Some(standing);
        }
        for learner in learners {
            learner.steps = self.word()?;
            for count in &mut learner.moments.counts {
                *count = u32::from_le_bytes(self.take()?);
            }
            self.chunks(learner.net.weights_mut())?;
            self.chunks(learner.average.weights_mut())?;
            self.chunks(&mut learner.moments.first)?;
            self.chunks(&mut learner.moments.second)?;
        }
        self.rest.is_empty().then_some(standing)
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*head)
    }

    fn word(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take()?))
    }

    fn chunks(&mut self, chunks: &mut [Chunk]) -> Option<()> {
        for slot in chunks.iter_mut().flat_map(|chunk| &mut chunk.0) {
            *slot = f32::from_le_bytes(self.take()?);
        }
        Some(())
    }
}
