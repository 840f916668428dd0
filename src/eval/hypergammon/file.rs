//! The table as a file.
//!
//! A header of 96 bytes, then 36 bytes a position in the order of the [`Index`]; all numbers are
//! little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0 to 7 | `NARDYTAB` |
//! | 8 to 11 | version, 1 |
//! | 12 to 15 | bytes of a position, 36 |
//! | 16 to 23 | positions |
//! | 24 to 55 | SHA-256 of all other bytes, header first |
//! | 56 to 87 | the game's name, padded with zeros |
//! | 88 to 95 | zeros |
//!
//! A position has nine 32-bit floating-point numbers, for the side to throw: the chances to win, to
//! win a gammon, a backgammon, to lose a gammon, a backgammon; and the money equities with the cube
//! in the centre, in the centre under Jacoby's rule, its own, the other's.

use super::{Index, Record, mmap};
use crate::eval::{Chances, MoneyEquities};
use crate::rules::Variant;
use memmap2::Mmap;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

const MAGIC: [u8; 8] = *b"NARDYTAB";
/// The version that is written and read.
pub const VERSION: u32 = 1;
const HEADER: usize = 96;
const NUMBERS: usize = 9;
const RECORD: usize = 4 * NUMBERS;

/// Name of the file in a data directory.
pub const FILE_NAME: &str = "hypergammon.nardytab";

/// Why a table cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// No data directory is known.
    #[error("no data directory is known")]
    Nowhere,
    /// There is no file.
    #[error("there is no {}", .0.display())]
    Missing(PathBuf),
    /// The file cannot be read.
    #[error("{} cannot be read: {}", .0.display(), .1)]
    Unreadable(PathBuf, String),
    /// The file does not begin as a table does.
    #[error("{} is no table", .0.display())]
    NoTable(PathBuf),
    /// The table is of another version.
    #[error("{} is a table of version {found}, not {VERSION}", .path.display())]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The table is of another game.
    #[error("{} is the table of another game, '{game}'", .path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// Its game.
        game: String,
    },
    /// The file is too short or too long.
    #[error("{} has {found} bytes, not {expected}", .path.display())]
    Size {
        /// The file.
        path: PathBuf,
        /// Its size.
        found: u64,
        /// The size it should have.
        expected: u64,
    },
    /// The digest is that of other bytes.
    #[error("{} is damaged: its SHA-256 does not fit", .0.display())]
    Damaged(PathBuf),
}

/// The table of a file that has been checked from end to end.
#[derive(Debug)]
pub struct Table {
    bytes: Mmap,
    index: Index,
}

impl Table {
    /// Opens and checks a file.
    ///
    /// # Errors
    /// [`TableError`] says why it cannot be used.
    pub fn open(path: &Path) -> Result<Table, TableError> {
        Table::open_for(path, Index::new(3))
    }

    pub(super) fn open_for(path: &Path, index: Index) -> Result<Table, TableError> {
        let file = File::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => TableError::Missing(path.to_owned()),
            _ => unreadable(path, &error),
        })?;
        let found = file.metadata().map_err(|error| unreadable(path, &error))?.len();
        if found < HEADER as u64 {
            return Err(TableError::NoTable(path.to_owned()));
        }
        let bytes = mmap::map(&file).map_err(|error| unreadable(path, &error))?;
        check_header(path, &bytes[..HEADER])?;
        let expected = size(&index);
        if found != expected {
            return Err(TableError::Size { path: path.to_owned(), found, expected });
        }
        let (head, tail) = header(&index);
        if bytes[..24] != head || bytes[56..HEADER] != tail || bytes[24..56] != digest(&bytes) {
            return Err(TableError::Damaged(path.to_owned()));
        }
        Ok(Table { bytes, index })
    }

    /// The numbering of its positions.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// What is known of a position by its number, which must be below the number of positions.
    pub fn record(&self, number: usize) -> Record {
        let bytes = &self.bytes[HEADER + number * RECORD..][..RECORD];
        let mut numbers = [0.0; NUMBERS];
        for (number, bytes) in numbers.iter_mut().zip(bytes.as_chunks::<4>().0) {
            *number = f32::from_le_bytes(*bytes);
        }
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, ..] = numbers;
        let [.., centred, jacoby, owned, others] = numbers;
        Record {
            chances: Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon },
            money: MoneyEquities { centred, jacoby, owned, others },
        }
    }
}

fn unreadable(path: &Path, error: &io::Error) -> TableError {
    TableError::Unreadable(path.to_owned(), error.to_string())
}

/// Bytes of a table.
pub fn size(index: &Index) -> u64 {
    HEADER as u64 + index.positions() as u64 * RECORD as u64
}

/// The header before and after the digest.
fn header(index: &Index) -> ([u8; 24], [u8; 40]) {
    let mut head = [0; 24];
    head[..8].copy_from_slice(&MAGIC);
    head[8..12].copy_from_slice(&VERSION.to_le_bytes());
    head[12..16].copy_from_slice(&(RECORD as u32).to_le_bytes());
    head[16..].copy_from_slice(&(index.positions() as u64).to_le_bytes());
    let mut tail = [0; 40];
    let name = Variant::Hypergammon.name().as_bytes();
    tail[..name.len()].copy_from_slice(name);
    (head, tail)
}

/// Tells apart what is no table, and what is one but not this one.
fn check_header(path: &Path, header: &[u8]) -> Result<(), TableError> {
    let path = || path.to_owned();
    if header[..8] != MAGIC {
        return Err(TableError::NoTable(path()));
    }
    let mut version = [0; 4];
    version.copy_from_slice(&header[8..12]);
    let found = u32::from_le_bytes(version);
    if found != VERSION {
        return Err(TableError::OtherVersion { path: path(), found });
    }
    let game = String::from_utf8_lossy(&header[56..88]);
    let game = game.trim_end_matches('\0');
    if game != Variant::Hypergammon.name() {
        return Err(TableError::OtherGame { path: path(), game: game.to_owned() });
    }
    Ok(())
}

fn digest(bytes: &[u8]) -> [u8; 32] {
    let mut digest = Sha256::new();
    digest.update(&bytes[..24]);
    digest.update(&bytes[56..]);
    digest.finalize().into()
}

/// Writes a table: under another name first, which becomes `path` once all is written. One record a
/// position in the order of the index.
///
/// # Errors
/// If the file cannot be written.
pub fn write(
    path: &Path,
    index: &Index,
    records: impl Iterator<Item = Record>,
) -> io::Result<[u8; 32]> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = write_part(&part, index, records).and_then(|digest| {
        fs::rename(&part, path)?;
        Ok(digest)
    });
    if written.is_err() {
        // What is left of it is of no use; the error that is reported is the first.
        let _ = fs::remove_file(&part);
    }
    written
}

fn write_part(
    part: &Path,
    index: &Index,
    records: impl Iterator<Item = Record>,
) -> io::Result<[u8; 32]> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(part)?);
    let (head, tail) = header(index);
    let mut digest = Sha256::new();
    digest.update(head);
    digest.update(tail);
    file.write_all(&head)?;
    file.write_all(&[0; 32])?;
    file.write_all(&tail)?;
    for record in records {
        let Record { chances, money } = record;
        let numbers = [
            chances.win,
            chances.win_gammon,
            chances.win_backgammon,
            chances.lose_gammon,
            chances.lose_backgammon,
            money.centred,
            money.jacoby,
            money.owned,
            money.others,
        ];
        let mut bytes = [0; RECORD];
        for (bytes, number) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
            *bytes = number.to_le_bytes();
        }
        digest.update(bytes);
        file.write_all(&bytes)?;
    }
    let digest: [u8; 32] = digest.finalize().into();
    file.seek(SeekFrom::Start(24))?;
    file.write_all(&digest)?;
    file.flush()?;
    file.get_ref().sync_all()?;
    Ok(digest)
}
