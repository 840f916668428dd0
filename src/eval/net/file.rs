//! Weight files.
//!
//! All numbers are little-endian. A header of 96 bytes, then the weights as 32-bit floats: the
//! first layer's rows, its bias, the second layer (for each unit of the first its 32 weights), its
//! bias, the third layer (for each unit of the second its six weights), its bias.
//!
//! | bytes | content |
//! |---|---|
//! | 0..8 | `NARDYNET` |
//! | 8..12 | version of the format, 1 |
//! | 12..28 | family of games or game, padded with zeros: `backgammon`, `long` … |
//! | 28..36 | set of inputs, padded with zeros: `contact`, `race`, `parallel`, `royal`, `laps`, `pins` |
//! | 36..40 | version of the set |
//! | 40..44, 44..48 | rows to switch on, rows to scale |
//! | 48..52, 52..56, 56..60 | units of the first and the second layer, outputs |
//! | 60..64 | encoding of the weights: 0, 32-bit floats |
//! | 64..96 | SHA-256 of bytes 0..64 and of the weights |

use super::{CLASSES, Chunk, LANES, Net, SECOND, Shape};
use crate::eval::features::{InputSet, Phase};
use crate::rules::Variant;
use sha2::{Digest, Sha256};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"NARDYNET";
const FORMAT: u32 = 1;
const HASHED: usize = 64;
const HEADER: usize = 96;
/// No net that this program can use is larger.
pub const FILE_BYTES_MAX: usize = 64 << 20;

/// Why a weight file is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetFileError {
    /// Not even a header.
    #[error("the weight file has {0} bytes, fewer than its header of {HEADER}")]
    Short(usize),
    /// More than any net needs.
    #[error("the weight file has {0} bytes, more than the {FILE_BYTES_MAX} allowed")]
    Oversized(usize),
    /// It begins with something else.
    #[error("not a weight file: it does not begin with NARDYNET")]
    Magic,
    /// Written by another version of this program.
    #[error("format {0} of the weight file is unknown; this program reads format {FORMAT}")]
    Format(u32),
    /// A net for other games.
    #[error("the net is for '{found}', not for '{wanted}'")]
    Family {
        /// What the file says.
        found: String,
        /// What was asked for.
        wanted: &'static str,
    },
    /// A net for other positions.
    #[error("the net is for the phase '{found}', not '{wanted}'")]
    Phase {
        /// What the file says.
        found: String,
        /// What was asked for.
        wanted: &'static str,
    },
    /// A net for other inputs.
    #[error("the net takes version {found} of the inputs of {phase}; this program has {wanted}")]
    Features {
        /// Which inputs.
        phase: &'static str,
        /// What the file says.
        found: u32,
        /// What this program computes.
        wanted: u32,
    },
    /// Sizes that no net has or that contradict the inputs.
    #[error("the net's {what} is {found}, which does not fit")]
    Shape {
        /// Which size.
        what: &'static str,
        /// What the file says.
        found: u32,
    },
    /// Weights in an encoding that is not known.
    #[error("encoding {0} of the weights is unknown")]
    Encoding(u32),
    /// Cut off, or with something behind.
    #[error("the weight file has {found} bytes where its sizes ask for {wanted}")]
    Length {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        wanted: usize,
    },
    /// Changed after it was written.
    #[error("the weight file is damaged: its SHA-256 does not match")]
    Hash,
    /// Infinite or not a number.
    #[error("weight number {0} is not finite")]
    NotFinite(usize),
}

/// What a program may say about a net in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetInfo {
    /// `backgammon-contact` and the like.
    pub name: String,
    /// The first layer's units.
    pub hidden: usize,
    /// SHA-256 of the header and the weights, hexadecimal.
    pub sha256: String,
}

impl Net {
    /// The net as a weight file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let shape = self.shape;
        let mut bytes = Vec::with_capacity(file_length(shape));
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&FORMAT.to_le_bytes());
        bytes.extend_from_slice(&padded::<16>(shape.family()));
        bytes.extend_from_slice(&padded::<8>(shape.inputs.name()));
        let sizes = [
            shape.inputs.version() as usize,
            shape.inputs.rows(),
            shape.inputs.scalars(),
            shape.hidden,
            SECOND,
            CLASSES,
            0,
        ];
        for size in sizes {
            bytes.extend_from_slice(&(size as u32).to_le_bytes());
        }
        bytes.extend_from_slice(&[0; HEADER - HASHED]);
        for (n, chunk) in self.weights.iter().enumerate() {
            for weight in &chunk.0[..used(shape, n)] {
                bytes.extend_from_slice(&weight.to_le_bytes());
            }
        }
        let hash = hash(&bytes);
        bytes[HASHED..HEADER].copy_from_slice(&hash);
        bytes
    }

    /// Reads a weight file for `phase`.
    ///
    /// # Errors
    /// [`NetFileError`] says what is wrong with it.
    pub fn from_bytes(bytes: &[u8], phase: Phase) -> Result<Net, NetFileError> {
        Net::like(bytes, Shape { inputs: phase.set(), game: None, hidden: 0 })
    }

    /// Reads a weight file of a game's own net.
    ///
    /// # Errors
    /// [`NetFileError`] says what is wrong with it; a game of the backgammon family has none.
    pub fn of_game(bytes: &[u8], game: Variant) -> Result<Net, NetFileError> {
        match InputSet::of(game) {
            Some(inputs) => Net::like(bytes, Shape { inputs, game: Some(game), hidden: 0 }),
            None => Net::from_bytes(bytes, Phase::Contact),
        }
    }

    /// Reads a weight file of the `wanted` shape, whatever its hidden layer.
    pub(crate) fn like(bytes: &[u8], wanted: Shape) -> Result<Net, NetFileError> {
        if bytes.len() > FILE_BYTES_MAX {
            return Err(NetFileError::Oversized(bytes.len()));
        }
        if bytes.len() >= MAGIC.len() && !bytes.starts_with(MAGIC) {
            return Err(NetFileError::Magic);
        }
        if bytes.len() < HEADER {
            return Err(NetFileError::Short(bytes.len()));
        }
        let shape = read_shape(bytes, wanted)?;
        let length = file_length(shape);
        if bytes.len() != length {
            return Err(NetFileError::Length { found: bytes.len(), wanted: length });
        }
        let digest = hash(bytes);
        if digest != bytes[HASHED..HEADER] {
            return Err(NetFileError::Hash);
        }
        let mut net = Net::zero(shape);
        let (words, _) = bytes[HEADER..].as_chunks::<4>();
        let mut words = words.iter().map(|word| f32::from_le_bytes(*word)).enumerate();
        for (n, chunk) in net.weights.iter_mut().enumerate() {
            for (slot, (at, weight)) in chunk.0[..used(shape, n)].iter_mut().zip(&mut words) {
                if !weight.is_finite() {
                    return Err(NetFileError::NotFinite(at));
                }
                *slot = weight;
            }
        }
        net.digest = Some(digest);
        Ok(net)
    }

    /// The hash and sizes of the net, one of the set `set`.
    pub fn info(&self, set: &str) -> NetInfo {
        let digest = self.digest.unwrap_or_else(|| {
            let mut digest = [0; HEADER - HASHED];
            digest.copy_from_slice(&self.to_bytes()[HASHED..HEADER]);
            digest
        });
        NetInfo {
            name: match self.shape.game {
                None => format!("{set}-{}", self.shape.inputs.name()),
                Some(_) => set.to_owned(),
            },
            hidden: self.shape.hidden,
            sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}

fn read_shape(bytes: &[u8], wanted: Shape) -> Result<Shape, NetFileError> {
    let inputs = wanted.inputs;
    match word(bytes, 8) {
        FORMAT => {}
        other => return Err(NetFileError::Format(other)),
    }
    let family = text(&bytes[12..28]);
    if family != wanted.family() {
        return Err(NetFileError::Family { found: family, wanted: wanted.family() });
    }
    let found = text(&bytes[28..36]);
    if found != inputs.name() {
        return Err(NetFileError::Phase { found, wanted: inputs.name() });
    }
    if word(bytes, 36) != inputs.version() {
        let (found, wanted) = (word(bytes, 36), inputs.version());
        return Err(NetFileError::Features { phase: inputs.name(), found, wanted });
    }
    let fixed = [
        (40, "number of rows", inputs.rows()),
        (44, "number of scaled rows", inputs.scalars()),
        (52, "second layer", SECOND),
        (56, "number of outputs", CLASSES),
    ];
    for (at, what, wanted) in fixed {
        if word(bytes, at) as usize != wanted {
            return Err(NetFileError::Shape { what, found: word(bytes, at) });
        }
    }
    if word(bytes, 60) != 0 {
        return Err(NetFileError::Encoding(word(bytes, 60)));
    }
    let hidden = word(bytes, 48);
    Shape { hidden: hidden as usize, ..wanted }
        .checked()
        .ok_or(NetFileError::Shape { what: "first layer", found: hidden })
}

/// How many numbers of chunk `n` are weights: the third layer has six outputs, not sixteen.
fn used(shape: Shape, n: usize) -> usize {
    if n < shape.third() { LANES } else { CLASSES }
}

fn file_length(shape: Shape) -> usize {
    let padded = shape.chunks() - shape.third();
    HEADER + 4 * (shape.third() * LANES + padded * CLASSES)
}

fn hash(bytes: &[u8]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(&bytes[..HASHED]);
    hasher.update(&bytes[HEADER..]);
    hasher.finalize().into()
}

fn word(bytes: &[u8], at: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(word)
}

fn padded<const N: usize>(text: &str) -> [u8; N] {
    let mut bytes = [0; N];
    for (slot, byte) in bytes.iter_mut().zip(text.bytes()) {
        *slot = byte;
    }
    bytes
}

/// Text padded with zeros, what cannot be printed replaced.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let shown = |&byte: &u8| if byte.is_ascii_graphic() { char::from(byte) } else { '?' };
    bytes[..end].iter().map(shown).collect()
}

const _: () = assert!(size_of::<Chunk>() == 4 * LANES);
