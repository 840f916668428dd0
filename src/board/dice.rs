//! One die and a throw of two.

use std::fmt;

/// The number on one die, 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Die(u8);

impl Die {
    /// All six, lowest first.
    pub const ALL: [Die; 6] = [Die(1), Die(2), Die(3), Die(4), Die(5), Die(6)];

    /// The die showing `n`, or `None` unless 1 <= n <= 6.
    pub const fn new(n: u8) -> Option<Die> {
        if n >= 1 && n <= 6 { Some(Die(n)) } else { None }
    }

    /// The number shown, 1 to 6.
    pub const fn pips(self) -> u8 {
        self.0
    }
}

/// A throw of two dice, order forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll {
    high: Die,
    low: Die,
}

impl Roll {
    /// The throw of `a` and `b`, in either order.
    pub const fn new(a: Die, b: Die) -> Roll {
        if a.0 >= b.0 { Roll { high: a, low: b } } else { Roll { high: b, low: a } }
    }

    /// The throw of `a` and `b`, or `None` unless both are 1 to 6.
    pub const fn from_pips(a: u8, b: u8) -> Option<Roll> {
        match (Die::new(a), Die::new(b)) {
            (Some(a), Some(b)) => Some(Roll::new(a, b)),
            _ => None,
        }
    }

    /// The larger die.
    pub const fn high(self) -> Die {
        self.high
    }

    /// The smaller die (equal to the larger in a double).
    pub const fn low(self) -> Die {
        self.low
    }

    /// Whether both dice show the same number, which gives four steps (G-07).
    pub const fn is_double(self) -> bool {
        self.high.0 == self.low.0
    }

    /// In how many of the 36 ordered throws this one comes up: 1 for a double, else 2.
    pub const fn weight(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }

    /// Position of this throw in [`ALL_ROLLS`], 0 to 20.
    pub const fn index(self) -> usize {
        let (high, low) = (self.high.0 as usize, self.low.0 as usize);
        high * (high - 1) / 2 + low - 1
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high.0, self.low.0)
    }
}

/// The 21 throws: 11, 21, 22, 31, 32, 33, … 66.
pub const ALL_ROLLS: [Roll; 21] = {
    let mut rolls = [Roll { high: Die(1), low: Die(1) }; 21];
    let mut n = 0;
    let mut high = 1;
    while high <= 6 {
        let mut low = 1;
        while low <= high {
            rolls[n] = Roll { high: Die(high), low: Die(low) };
            n += 1;
            low += 1;
        }
        high += 1;
    }
    rolls
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_know_their_index_and_weigh_36() {
        for (n, roll) in ALL_ROLLS.iter().enumerate() {
            assert_eq!(roll.index(), n);
        }
        assert_eq!(ALL_ROLLS.iter().map(|r| r.weight()).sum::<u32>(), 36);
    }
}
