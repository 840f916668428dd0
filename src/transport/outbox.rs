//! Text on its way out.

/// Room kept for the next replies once everything has been sent.
const KEPT: usize = 4 * 1024;

/// Bytes that wait to be sent, first in, first out.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    bytes: Vec<u8>,
    sent: usize,
}

impl Outbox {
    /// Bytes that wait.
    pub(super) fn len(&self) -> usize {
        self.bytes.len() - self.sent
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What waits.
    pub(super) fn waiting(&self) -> &[u8] {
        &self.bytes[self.sent..]
    }

    /// Appends complete lines.
    pub(super) fn push(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// The first `count` waiting bytes have been sent.
    pub(super) fn advance(&mut self, count: usize) {
        self.sent += count.min(self.len());
        if self.is_empty() {
            self.bytes.clear();
            self.bytes.shrink_to(KEPT);
            self.sent = 0;
        } else if self.sent > self.bytes.len() / 2 {
            self.bytes.drain(..self.sent);
            self.sent = 0;
        }
    }

    /// Takes all that waits.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.bytes.drain(..self.sent);
        self.sent = 0;
        std::mem::take(&mut self.bytes)
    }

    /// Forgets what waits, except the rest of a line of which a part has been sent.
    pub(super) fn cut(&mut self) {
        let line_begun = self.sent > 0 && self.bytes[self.sent - 1] != b'\n';
        let rest = self.waiting().iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let keep = if line_begun { rest } else { 0 };
        self.bytes.truncate(self.sent + keep);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sends_in_order_and_gives_room_back() {
        let mut outbox = Outbox::default();
        outbox.push(&"x".repeat(100_000));
        outbox.push("end\n");
        outbox.advance(60_000);
        assert_eq!(outbox.len(), 40_004);
        outbox.advance(40_000);
        assert_eq!(outbox.waiting(), b"end\n");
        outbox.advance(10);
        assert!(outbox.is_empty() && outbox.bytes.capacity() <= KEPT);
    }

    #[test]
    fn cuts_only_between_lines() {
        let mut outbox = Outbox::default();
        outbox.push("one\ntwo\nthree\n");
        outbox.advance(1);
        outbox.cut();
        assert_eq!(outbox.waiting(), b"ne\n");
        outbox.advance(3);
        outbox.push("four\nfive\n");
        outbox.cut();
        assert_eq!(outbox.waiting(), b"");
    }
}
