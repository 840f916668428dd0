//! Bit strings, least significant bit first, in base64 without padding.

use super::super::error::{IdError, IdErrorKind};
use super::super::span::Span;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Up to 80 bits; bit 0 is the first one written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits(u128);

impl Bits {
    /// `count` bits (at most 32) from bit `start` on.
    pub fn get(self, start: u32, count: u32) -> u32 {
        let shifted = self.0.checked_shr(start).unwrap_or(0);
        (shifted & ((1 << count.min(32)) - 1)) as u32
    }

    /// Sets the bits from `start` on where `value` has them.
    pub fn put(&mut self, start: u32, value: u32) {
        self.0 |= u128::from(value).checked_shl(start).unwrap_or(0);
    }

    /// Whether a bit from `start` on is set.
    pub fn any_from(self, start: u32) -> bool {
        self.0.checked_shr(start).unwrap_or(0) != 0
    }

    /// Bytes in order, eight bits of each lowest first, six bits a character highest first: the
    /// same bits that base64 of the bytes gives.
    pub fn print(self, characters: usize) -> String {
        let bit = |n: usize| {
            let (byte, from_top) = (n / 8, n % 8);
            self.get((byte * 8 + 7 - from_top) as u32, 1) as usize
        };
        let sextet = |c: usize| (0..6).fold(0, |value, n| value << 1 | bit(c * 6 + n));
        (0..characters).map(|c| char::from(ALPHABET[sextet(c) & 63])).collect()
    }

    /// Reads exactly `characters` base64 characters; `bytes` full bytes count, what is left of the
    /// last character must be zero.
    pub fn parse(
        span: Span<'_>,
        what: &'static str,
        characters: usize,
        expected: &'static str,
    ) -> Result<Bits, IdError> {
        let found = span.text.chars().count();
        if found != characters {
            let kind = IdErrorKind::Length { what, found, wanted: characters };
            return Err(span.error(kind, expected));
        }
        let bytes = characters * 6 / 8;
        let mut bits = Bits::default();
        for (n, (c, here)) in span.characters().enumerate() {
            let Some(sextet) = ALPHABET.iter().position(|&known| char::from(known) == c) else {
                return Err(here.error(IdErrorKind::NotBase64(c), expected));
            };
            for k in (0..6).filter(|k| sextet >> (5 - k) & 1 == 1) {
                let (byte, from_top) = ((n * 6 + k) / 8, (n * 6 + k) % 8);
                if byte >= bytes {
                    return Err(here.error(IdErrorKind::TrailingBits(what), expected));
                }
                bits.put((byte * 8 + 7 - from_top) as u32, 1);
            }
        }
        Ok(bits)
    }
}
