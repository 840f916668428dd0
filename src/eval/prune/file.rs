//! The small net's weight file.
//!
//! Little-endian: `NARDYPRN`, version of the format and the inputs (4 bytes), rows (4), hidden units
//! (4), SHA-256 of these 20 bytes and the weights (32), then the weights as 32-bit floats: the rows,
//! their bias, for each unit sixteen output weights of which six are in use, their bias.

use super::{CHUNKS, HIDDEN, Pruner, ROWS};
use crate::eval::net::{Chunk, LANES};
use sha2::{Digest, Sha256};
use thiserror::Error;

const START: [u8; 20] = {
    let mut start = [0; 20];
    let parts = [*b"NARD", *b"YPRN", 1u32.to_le_bytes(), le(ROWS), le(HIDDEN)];
    let mut n = 0;
    while n < 20 {
        start[n] = parts[n / 4][n % 4];
        n += 1;
    }
    start
};
const HEADER: usize = START.len() + 32;

const fn le(n: usize) -> [u8; 4] {
    (n as u32).to_le_bytes()
}

/// Why a weight file of the small net is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PruneFileError {
    /// It has not the length of one.
    #[error("the file has {0} bytes, a small net's has {wanted}", wanted = HEADER + 64 * CHUNKS)]
    Length(usize),
    /// It begins with something else.
    #[error("not a small net of this program's inputs")]
    Start,
    /// Changed after it was written.
    #[error("the file is damaged: its SHA-256 does not match")]
    Hash,
    /// Infinite or not a number.
    #[error("weight number {0} is not finite")]
    NotFinite(usize),
}

impl Pruner {
    /// The net as a weight file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.weights.iter().flat_map(|chunk| chunk.0);
        let weights: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
        [&START[..], &hash(&weights), &weights].concat()
    }

    /// Reads a weight file.
    ///
    /// # Errors
    /// [`PruneFileError`] says what is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Pruner, PruneFileError> {
        if bytes.len() != HEADER + CHUNKS * LANES * 4 {
            return Err(PruneFileError::Length(bytes.len()));
        }
        let (header, weights) = bytes.split_at(HEADER);
        if header[..START.len()] != START {
            return Err(PruneFileError::Start);
        }
        if header[START.len()..] != hash(weights) {
            return Err(PruneFileError::Hash);
        }
        let mut pruner = Pruner::zero();
        let numbers = pruner.weights.iter_mut().flat_map(|chunk: &mut Chunk| &mut chunk.0);
        let (stored, _) = weights.as_chunks::<4>();
        for (n, (number, bytes)) in numbers.zip(stored).enumerate() {
            *number = f32::from_le_bytes(*bytes);
            if !number.is_finite() {
                return Err(PruneFileError::NotFinite(n));
            }
        }
        Ok(pruner)
    }
}

fn hash(weights: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(START).chain_update(weights).finalize().into()
}
