//! Points won, in halves: parallel games take half a point off (P-07).

use super::side::Byside;
use std::fmt;
use std::iter::Sum;
use std::ops::Add;
use std::str::FromStr;

/// An amount of points, exact to half a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(u32);

impl Points {
    /// None.
    pub const ZERO: Points = Points(0);

    /// So many whole points; past the highest number it stays there.
    pub const fn whole(points: u32) -> Points {
        Points(points.saturating_mul(2))
    }

    /// So many half points.
    pub const fn halves(halves: u32) -> Points {
        Points(halves)
    }

    /// How many half points these are.
    pub const fn in_halves(self) -> u32 {
        self.0
    }

    /// Whole points, a half left out.
    pub const fn floor(self) -> u32 {
        self.0 / 2
    }

    /// Whether there is no half in it.
    pub const fn is_whole(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// The sum, at most the highest number.
    #[must_use]
    pub const fn plus(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }

    /// The difference, at least nothing.
    #[must_use]
    pub const fn minus(self, other: Points) -> Points {
        Points(self.0.saturating_sub(other.0))
    }

    /// So many times.
    #[must_use]
    pub const fn times(self, factor: u32) -> Points {
        Points(self.0.saturating_mul(factor))
    }
}

impl Byside<Points> {
    /// So many whole points of each side.
    pub const fn whole(white: u32, black: u32) -> Byside<Points> {
        Byside([Points::whole(white), Points::whole(black)])
    }
}

impl From<u32> for Points {
    fn from(points: u32) -> Points {
        Points::whole(points)
    }
}

impl Add for Points {
    type Output = Points;
    fn add(self, other: Points) -> Points {
        self.plus(other)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(all: I) -> Points {
        all.fold(Points::ZERO, Points::plus)
    }
}

impl PartialEq<u32> for Points {
    fn eq(&self, whole: &u32) -> bool {
        self.is_whole() && self.floor() == *whole
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.is_whole() { "" } else { ".5" };
        write!(f, "{}{half}", self.floor())
    }
}

/// The text is no number of points: digits, then perhaps `.5` or `.0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadPoints;

impl FromStr for Points {
    type Err = BadPoints;

    fn from_str(text: &str) -> Result<Points, BadPoints> {
        let (digits, half) = match text.split_once('.') {
            None | Some((_, "0")) => (text.split('.').next().unwrap_or(text), 0),
            Some((digits, "5")) => (digits, 1),
            Some(_) => return Err(BadPoints),
        };
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(BadPoints);
        }
        let whole: u32 = digits.parse().map_err(|_| BadPoints)?;
        whole.checked_mul(2).and_then(|n| n.checked_add(half)).map(Points).ok_or(BadPoints)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_written_and_read() {
        for (text, halves) in [("0", 0), ("0.5", 1), ("3", 6), ("12.5", 25)] {
            assert_eq!(Points::halves(halves).to_string(), text);
            assert_eq!(text.parse(), Ok(Points::halves(halves)));
        }
        assert_eq!("2.0".parse(), Ok(Points::whole(2)));
        for bad in ["", ".5", "1.", "1.25", "-1", "1,5", "x", "4294967295"] {
            assert_eq!(bad.parse::<Points>(), Err(BadPoints), "{bad}");
        }
    }
}
