//! Cuts bytes into lines.

use super::engine::Dialect;
use crate::session::event::Frame;

/// Room kept for the next bytes once all lines have been taken.
const KEPT: usize = 4 * 1024;

/// Takes bytes as they come and gives lines. It never holds more than one unfinished line up to
/// the limit and the last bytes given.
#[derive(Debug)]
pub(super) struct Framer {
    dialect: Dialect,
    limit: usize,
    bytes: Vec<u8>,
    /// Where the next line begins.
    start: usize,
    /// Up to where there is known to be no line end.
    scanned: usize,
    /// The line that begins at `start` is the rest of one that was too long.
    skipping: bool,
}

impl Framer {
    /// A framer for lines of at most `limit` bytes, their ends not counted.
    pub(super) fn new(dialect: Dialect, limit: usize) -> Framer {
        let bytes = Vec::new();
        Framer { dialect, limit, bytes, start: 0, scanned: 0, skipping: false }
    }

    /// Takes the next bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.scanned -= self.start;
            self.start = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Whether [`next`](Self::next) would give something.
    pub(super) fn is_ready(&mut self) -> bool {
        loop {
            let end = self.line_end();
            if !self.skipping {
                return end.is_some() || self.unfinished() > self.limit + 1;
            }
            match end {
                Some(end) => {
                    self.skipping = false;
                    self.take_to(end + 1);
                }
                None => {
                    self.take_to(self.bytes.len());
                    return false;
                }
            }
        }
    }

    /// The next line, or what came in its place.
    pub(super) fn next(&mut self) -> Option<Frame> {
        if !self.is_ready() {
            return None;
        }
        let Some(end) = self.line_end() else {
            self.skipping = true;
            self.take_to(self.bytes.len());
            return Some(Frame::TooLong { limit: self.limit });
        };
        let frame = self.frame(&self.bytes[self.start..end]);
        self.take_to(end + 1);
        Some(frame)
    }

    /// The last line where the input ended without a line end.
    pub(super) fn finish(&mut self) -> Option<Frame> {
        if self.is_ready() {
            return self.next();
        }
        let rest = &self.bytes[self.start..];
        let frame = (!rest.is_empty() && !self.skipping).then(|| self.frame(rest));
        self.take_to(self.bytes.len());
        frame
    }

    /// Forgets a line that has not ended.
    pub(super) fn forget_unfinished(&mut self) {
        if !self.is_ready() {
            self.take_to(self.bytes.len());
        }
    }

    fn unfinished(&self) -> usize {
        self.bytes.len() - self.start
    }

    fn line_end(&mut self) -> Option<usize> {
        let found = self.bytes[self.scanned..].iter().position(|&byte| byte == b'\n');
        self.scanned = found.map_or(self.bytes.len(), |at| self.scanned + at);
        found.map(|_| self.scanned)
    }

    fn take_to(&mut self, at: usize) {
        self.start = at;
        self.scanned = self.scanned.max(at);
        if at == self.bytes.len() {
            self.bytes.clear();
            self.bytes.shrink_to(KEPT);
            (self.start, self.scanned) = (0, 0);
        }
    }

    fn frame(&self, line: &[u8]) -> Frame {
        let mut line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > self.limit {
            return Frame::TooLong { limit: self.limit };
        }
        if self.dialect == Dialect::Gnubg {
            // GNU Backgammon ends its lines with a newline and then a NUL, which thus comes first
            // in the next one; and where it reads, a NUL ends the line.
            let begin = line.iter().position(|&byte| byte != 0).unwrap_or(line.len());
            line = &line[begin..];
            line = line.split(|&byte| byte == 0).next().unwrap_or(line);
        } else if let Some(at) = line.iter().position(|&byte| byte == 0) {
            return Frame::Nul { column: at + 1 };
        }
        match str::from_utf8(line) {
            Ok(line) => Frame::Line(line.to_owned()),
            Err(error) => Frame::NotUtf8 { column: error.valid_up_to() + 1 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(dialect: Dialect, chunks: &[&[u8]]) -> Vec<Frame> {
        let mut framer = Framer::new(dialect, 8);
        let mut frames = Vec::new();
        for chunk in chunks {
            framer.push(chunk);
            while let Some(frame) = framer.next() {
                frames.push(frame);
            }
            assert!(framer.unfinished() <= 9, "{framer:?}");
        }
        frames.extend(framer.finish());
        frames
    }

    fn line(text: &str) -> Frame {
        Frame::Line(text.to_owned())
    }

    #[test]
    fn lines_come_whole_however_they_are_cut() {
        let text = b"one\r\n\ntwo\nthree";
        let whole = [line("one"), line(""), line("two"), line("three")];
        assert_eq!(frames(Dialect::Native, &[text]), whole);
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(frames(Dialect::Native, &bytes), whole);
    }

    #[test]
    fn a_long_line_is_told_once_and_skipped() {
        let long = Frame::TooLong { limit: 8 };
        let chunks: [&[u8]; 4] =
            [b"12345678\r\n123456789", b"0", b"1234567890\na", b"bc\n123456789\n"];
        let expected = [line("12345678"), long.clone(), line("abc"), long.clone()];
        assert_eq!(frames(Dialect::Native, &chunks), expected);
        assert_eq!(frames(Dialect::Native, &[b"1234567890"]), [long]);
    }

    #[test]
    fn nul_and_broken_utf8() {
        let got = frames(Dialect::Native, &[b"a\0b\n\xff\xfe\nab\xc3\nok\n"]);
        let bad = |column| Frame::NotUtf8 { column };
        assert_eq!(got, [Frame::Nul { column: 2 }, bad(1), bad(3), line("ok")]);
        let got = frames(Dialect::Gnubg, &[b"board\n\0boa\0rd\n\0"]);
        assert_eq!(got, [line("board"), line("boa"), line("")]);
    }
}
