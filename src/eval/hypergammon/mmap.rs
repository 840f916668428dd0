//! Files as memory.
#![allow(unsafe_code)]

use memmap2::Mmap;
use std::fs::File;
use std::io;

/// Maps a whole file, to be read.
pub fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change while they are mapped. Nobody can promise that of a file,
    // but tables are never written in place: a new one replaces the name, and the mapped bytes
    // stay those of the old one. They are read as numbers only, for which every bit pattern is
    // good, so a program that breaks this gets wrong numbers at worst, or a signal if it cuts the
    // file short.
    unsafe { Mmap::map(file) }
}
