//! Bytes that have come in, as frames.

use nardy_protocol::frame::{Frame, Framer};

/// Room kept for the next bytes once all lines have been taken.
const KEPT: usize = 4 * 1024;

/// Takes bytes as they come and gives frames, cutting one at a time: a piece of input that is
/// nothing but line ends must not turn into as many frames at once.
#[derive(Debug)]
pub(super) struct Input {
    framer: Framer,
    bytes: Vec<u8>,
    start: usize,
    next: Option<Frame>,
}

impl Input {
    /// For lines of at most `line_bytes` bytes, their ends not counted.
    pub(super) fn new(line_bytes: usize) -> Input {
        Input { framer: Framer::new(line_bytes), bytes: Vec::new(), start: 0, next: None }
    }

    /// Takes the next bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// Whether [`next`](Self::next) would give something.
    pub(super) fn is_ready(&mut self) -> bool {
        self.fill();
        self.next.is_some()
    }

    /// The next frame.
    pub(super) fn next(&mut self) -> Option<Frame> {
        self.fill();
        self.next.take()
    }

    /// The last frame where the input ended without a line end.
    pub(super) fn finish(&mut self) -> Option<Frame> {
        if !self.is_ready() {
            self.framer.finish();
        }
        self.next()
    }

    /// Forgets a line that has not ended. Nothing may be pushed after that.
    pub(super) fn forget_unfinished(&mut self) {
        let ended = self.bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        self.bytes.truncate(ended.max(self.start));
        if self.bytes.len() == self.start && self.next.is_none() {
            // All that the framer holds is the beginning of a line; nothing will be pushed again.
            self.framer = Framer::new(0);
        }
    }

    fn fill(&mut self) {
        while self.next.is_none() {
            self.next = self.framer.next();
            let rest = &self.bytes[self.start..];
            if self.next.is_some() || rest.is_empty() {
                break;
            }
            let end = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
            self.framer.push(&rest[..end]);
            self.start += end;
        }
        if self.start == self.bytes.len() && self.start > 0 {
            self.bytes.clear();
            self.bytes.shrink_to(KEPT);
            self.start = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &mut Input) -> Vec<String> {
        std::iter::from_fn(|| input.next()).map(|frame| format!("{frame:?}")).collect()
    }

    #[test]
    fn gives_lines_one_at_a_time() {
        let mut input = Input::new(8);
        input.push(b"one\ntwo\nth");
        assert_eq!(lines(&mut input), ["Line(\"one\")", "Line(\"two\")"]);
        input.push(b"ree\nfour");
        assert_eq!(lines(&mut input), ["Line(\"three\")"]);
        assert_eq!(input.finish(), Some(Frame::Line("four".to_owned())));
        assert_eq!(input.finish(), None);
        assert!(!input.is_ready() && input.bytes.capacity() <= KEPT);
    }

    #[test]
    fn forgets_only_what_has_not_ended() {
        let mut input = Input::new(8);
        input.push(b"one\ntwo\nth");
        input.forget_unfinished();
        assert_eq!(lines(&mut input), ["Line(\"one\")", "Line(\"two\")"]);
        assert_eq!(input.finish(), None);
        let mut input = Input::new(8);
        input.push(b"one\ntw");
        assert_eq!(lines(&mut input), ["Line(\"one\")"]);
        input.forget_unfinished();
        assert_eq!(input.finish(), None);
    }
}
