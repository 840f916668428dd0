//! The position ID: 80 bits, the side not on roll first; each side's points 1 to 24 and bar as so
//! many ones and a zero.

use super::super::error::{IdError, IdErrorKind, Unprintable};
use super::super::span::Span;
use super::POSITION_ID_LENGTH;
use super::bits::Bits;
use crate::board::BAR;

const FORM: &str = "a position ID";
const EXPECTED: &str = "14 characters of A-Z a-z 0-9 + /";
/// The most checkers of one side for which there is room beside the other's.
const CHECKERS: u32 = 15;

/// Both sides' 26 counts, off counts 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Halves {
    /// The side on roll.
    pub on_roll: [u8; 26],
    /// The other.
    pub other: [u8; 26],
}

/// `position-id = 14base64`
pub(super) fn parse(span: Span<'_>) -> Result<Halves, IdError> {
    let bits = Bits::parse(span, "position ID", POSITION_ID_LENGTH, EXPECTED)?;
    let mut at = 0;
    let other = half(bits, &mut at).map_err(|kind| span.error(kind, EXPECTED))?;
    let on_roll = half(bits, &mut at).map_err(|kind| span.error(kind, EXPECTED))?;
    if bits.any_from(at) {
        return Err(span.error(IdErrorKind::TrailingBits("position ID"), EXPECTED));
    }
    Ok(Halves { on_roll, other })
}

fn half(bits: Bits, at: &mut u32) -> Result<[u8; 26], IdErrorKind> {
    let mut counts = [0; 26];
    let mut total = 0;
    for count in &mut counts[1..=BAR] {
        while bits.get(*at, 1) == 1 {
            *count += 1;
            total += 1;
            *at += 1;
        }
        *at += 1;
    }
    // 80 bits cannot hold enough ones to overflow a count.
    if total > CHECKERS { Err(IdErrorKind::TooManyCheckers(total)) } else { Ok(counts) }
}

pub(super) fn print(halves: &Halves) -> Result<String, Unprintable> {
    let mut bits = Bits::default();
    let mut at = 0;
    for counts in [&halves.other, &halves.on_roll] {
        let total = counts[1..=BAR].iter().map(|&count| u32::from(count)).sum();
        if total > CHECKERS {
            return Err(Unprintable::Checkers { form: FORM, checkers: total });
        }
        for &count in &counts[1..=BAR] {
            bits.put(at, (1 << count) - 1);
            at += u32::from(count) + 1;
        }
    }
    Ok(bits.print(POSITION_ID_LENGTH))
}
