//! Bytes cut into lines, without IO: push what arrives, take the frames out.
//!
//! Lines end with LF or CRLF. What is tolerated: NUL bytes before a line, which GNU
//! Backgammon's client sends after each line feed, and a last line without an end. What
//! is not becomes a frame of its own, so that one bad line costs one error reply.

use crate::error::{ErrorCode, ProtocolError};
use crate::grammar::{self, Parsed};
use crate::limits::Limits;
use std::collections::VecDeque;

/// How much of a bad line is kept: enough for its tag.
const START_BYTES: usize = 64;

/// One line, or what was wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// A line without its end.
    Line(String),
    /// A line longer than allowed; the rest of it is skipped.
    TooLong {
        /// What it begins with.
        start: String,
        /// How many bytes are allowed.
        allowed: usize,
    },
    /// A line that is not UTF-8.
    NotUtf8 {
        /// What it begins with.
        start: String,
        /// The column of the first wrong byte.
        column: usize,
    },
    /// A line with a NUL byte in it.
    Nul {
        /// What it begins with.
        start: String,
        /// The column of the first NUL.
        column: usize,
    },
}

impl Frame {
    /// What the frame asks for; a bad line gives its error, under its tag.
    pub fn parse(&self) -> Parsed {
        match self {
            Self::Line(line) => grammar::parse_line(line),
            Self::TooLong { start, allowed } => {
                let error = Limits::reached("line-bytes", *allowed);
                grammar::fail_line(start, error)
            }
            Self::NotUtf8 { start, column } => {
                let error = ProtocolError::new(ErrorCode::Syntax, "the line is not UTF-8");
                grammar::fail_line(start, error.expecting("UTF-8").at(*column))
            }
            Self::Nul { start, column } => {
                let error = ProtocolError::new(ErrorCode::Syntax, "the line holds a NUL byte");
                grammar::fail_line(start, error.expecting("text").at(*column))
            }
        }
    }
}

/// Cuts bytes into frames. How the bytes are split over pushes makes no difference.
#[derive(Debug)]
pub struct Framer {
    line_bytes_max: usize,
    line: Vec<u8>,
    is_skipping: bool,
    frames: VecDeque<Frame>,
}

impl Framer {
    /// A framer for lines of at most so many bytes, their ends not counted.
    pub fn new(line_bytes_max: usize) -> Self {
        Self { line_bytes_max, line: Vec::new(), is_skipping: false, frames: VecDeque::new() }
    }

    /// Takes bytes that have arrived.
    ///
    /// The frames in them wait to be taken; what is not a whole line yet never holds more
    /// than a line may.
    pub fn push(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(rest) => {
                    self.extend(rest);
                    self.end_line();
                }
                None => self.extend(part),
            }
        }
    }

    /// The next frame.
    #[allow(clippy::should_implement_trait)] // No iterator: more may come after `None`.
    pub fn next(&mut self) -> Option<Frame> {
        self.frames.pop_front()
    }

    /// Says that no more bytes come: a last line without its end becomes a frame.
    pub fn finish(&mut self) {
        if self.is_skipping || !self.line.is_empty() {
            self.end_line();
        }
    }

    fn extend(&mut self, bytes: &[u8]) {
        if self.is_skipping {
            return;
        }
        let bytes = if self.line.is_empty() {
            let nuls = bytes.iter().take_while(|byte| **byte == 0).count();
            bytes.get(nuls..).unwrap_or_default()
        } else {
            bytes
        };
        // One byte more, for the CR that may belong to the line's end.
        let room = (self.line_bytes_max + 1).saturating_sub(self.line.len());
        let (fitting, beyond) = bytes.split_at(room.min(bytes.len()));
        self.line.extend_from_slice(fitting);
        let is_full = self.line.len() > self.line_bytes_max;
        if !beyond.is_empty() || (is_full && self.line.last() != Some(&b'\r')) {
            self.frames.push_back(Frame::TooLong {
                start: start_of(&self.line),
                allowed: self.line_bytes_max,
            });
            self.line = Vec::new();
            self.is_skipping = true;
        }
    }

    fn end_line(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.is_skipping) {
            return;
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        self.frames.push_back(frame(line));
    }
}

fn frame(line: Vec<u8>) -> Frame {
    let line = match String::from_utf8(line) {
        Ok(line) => line,
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            let before = String::from_utf8_lossy(bytes.get(..good).unwrap_or_default());
            return Frame::NotUtf8 { start: start_of(bytes), column: before.chars().count() + 1 };
        }
    };
    match line.chars().position(|character| character == '\0') {
        Some(index) => Frame::Nul { start: start_of(line.as_bytes()), column: index + 1 },
        None => Frame::Line(line),
    }
}

fn start_of(line: &[u8]) -> String {
    let start = line.get(..START_BYTES).unwrap_or(line);
    String::from_utf8_lossy(start).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Tag;

    fn frames(max: usize, input: &[u8], chunk: usize) -> Vec<Frame> {
        let mut framer = Framer::new(max);
        let mut frames = Vec::new();
        for part in input.chunks(chunk) {
            framer.push(part);
            frames.extend(std::iter::from_fn(|| framer.next()));
        }
        framer.finish();
        frames.extend(std::iter::from_fn(|| framer.next()));
        frames
    }

    fn line(text: &str) -> Frame {
        Frame::Line(text.to_owned())
    }

    #[test]
    fn line_ends_and_nuls() {
        for chunk in 1..8 {
            assert_eq!(
                frames(9, b"ping\r\n\0\0best\n\n\0\0\nquit", chunk),
                [line("ping"), line("best"), line(""), line(""), line("quit")]
            );
        }
    }

    #[test]
    fn a_long_line_is_told_once_and_skipped() {
        for chunk in 1..30 {
            let frames = frames(4, b"ping\r\npings\nping\r\r\n@a b c\nok\n", chunk);
            let too_long = |start: &str| Frame::TooLong { start: start.to_owned(), allowed: 4 };
            let expected = [
                line("ping"),
                too_long("pings"),
                too_long("ping\r"),
                too_long("@a b "),
                line("ok"),
            ];
            assert_eq!(frames, expected, "{chunk}");
        }
    }

    #[test]
    fn bad_bytes_have_a_column() {
        let frames = frames(99, b"\xc3\xa9\xff\na\0b\n", 3);
        let columns = frames.iter().map(|frame| match frame {
            Frame::NotUtf8 { column, .. } | Frame::Nul { column, .. } => *column,
            other => panic!("{other:?}"),
        });
        assert_eq!(columns.collect::<Vec<_>>(), [2, 2]);
    }

    #[test]
    fn a_bad_line_is_answered_under_its_tag() {
        let long = frames(9, b"@a best plies=2\n", 99).remove(0);
        let Parsed::Failed { tag, error, .. } = long.parse() else {
            panic!("{long:?}");
        };
        assert_eq!((tag, error.code), (Tag::new("a"), ErrorCode::Limit));
    }

    #[test]
    fn an_endless_line_takes_no_memory() {
        let mut framer = Framer::new(100);
        for _ in 0..1000 {
            framer.push(&[b'x'; 1000]);
        }
        assert!(framer.line.capacity() < 1000);
        assert!(framer.next().is_some() && framer.next().is_none());
    }
}
