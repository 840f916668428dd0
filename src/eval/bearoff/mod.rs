//! The bear-off tables: one-sided, how many throws a home position needs and races judged by it, and
//! two-sided (`two`), which is exact where few checkers are left.
//!
//! The one-sided table:
//! For each of the 54,264 positions of up to 15 checkers in the home the table holds the chance
//! that exactly n throws bear off the last checker, and that n throws bear off the first. Each is
//! played so as to need the fewest throws on average. It is worked out when
//! first asked for (see [`table`]); nothing is read from a file.

mod build;
mod index;
mod race;
mod two;

pub use index::{CHECKERS, POSITIONS, number, position};
pub use race::{chances, home_of};
pub use two::{TwoSided, two_sided};

use build::{Goal, THROWS};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Unit of the stored chances.
const UNIT: f32 = 1.0 / 65535.0;

/// Chances by number of throws, in units of 1/65535.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throws<'a> {
    first: usize,
    units: &'a [u16],
}

impl Throws<'_> {
    /// The chance that exactly `n` throws are needed, in units of 1/65535.
    pub fn units(&self, n: usize) -> u16 {
        n.checked_sub(self.first).and_then(|n| self.units.get(n)).copied().unwrap_or(0)
    }

    /// The least and the greatest number of throws that have a chance.
    pub fn range(&self) -> std::ops::RangeInclusive<usize> {
        self.first..=self.first + self.units.len().saturating_sub(1)
    }

    /// Each number of throws that has a chance, with that chance.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, f32)> + '_ {
        self.units.iter().enumerate().map(|(n, &u)| (self.first + n, f32::from(u) * UNIT))
    }

    /// The expected number of throws.
    pub fn mean(&self) -> f32 {
        self.iter().map(|(n, p)| n as f32 * p).sum()
    }
}

/// Where one distribution lies among all units.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    first: u8,
    len: u8,
}

/// Distributions without their zeros at both ends.
#[derive(Debug)]
struct Packed {
    spans: Vec<Span>,
    units: Vec<u16>,
}

impl Packed {
    fn new(rows: &[build::Distribution]) -> Packed {
        let mut packed = Packed { spans: Vec::with_capacity(rows.len()), units: Vec::new() };
        for row in rows {
            let first = row.iter().position(|&u| u > 0).unwrap_or(0);
            let end = row.iter().rposition(|&u| u > 0).map_or(first, |last| last + 1);
            packed.spans.push(Span {
                start: packed.units.len() as u32,
                first: first as u8,
                len: (end - first) as u8,
            });
            packed.units.extend_from_slice(&row[first..end]);
        }
        packed
    }

    fn get(&self, n: usize) -> Option<Throws<'_>> {
        let span = self.spans.get(n)?;
        let start = span.start as usize;
        let units = self.units.get(start..start + usize::from(span.len))?;
        Some(Throws { first: usize::from(span.first), units })
    }
}

/// The table.
#[derive(Debug)]
pub struct Table {
    last: Packed,
    first: Packed,
    means: Vec<f32>,
}

impl Table {
    /// Works the table out, which takes a fraction of a second; use [`table`] for the shared one.
    pub fn new() -> Table {
        let last = Packed::new(&build::distributions(Goal::Last));
        let first = Packed::new(&build::distributions(Goal::First));
        let means = (0..POSITIONS).map(|n| last.get(n).map_or(0.0, |t| t.mean())).collect();
        Table { last, first, means }
    }

    /// How many throws bear off the last checker of a home (`[p - 1]` checkers on point `p`);
    /// `None` with more than 15 checkers.
    pub fn last(&self, home: &[u8; 6]) -> Option<Throws<'_>> {
        self.last.get(number(home)?)
    }

    /// How many throws bear off the first checker (0 if there is none); `None` with more than 15
    /// checkers.
    pub fn first(&self, home: &[u8; 6]) -> Option<Throws<'_>> {
        self.first.get(number(home)?)
    }

    /// The expected number of throws to bear off everything.
    pub fn mean(&self, home: &[u8; 6]) -> Option<f32> {
        self.means.get(number(home)?).copied()
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> usize {
        let packed = |p: &Packed| p.spans.len() * size_of::<Span>() + p.units.len() * 2;
        packed(&self.last) + packed(&self.first) + self.means.len() * 4
    }
}

impl Default for Table {
    fn default() -> Self {
        Self::new()
    }
}

/// The shared table. The first call works it out and whoever calls meanwhile waits, so a program
/// that must answer at once calls this early on a thread of its own.
pub fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let _making = Making::begin();
        Table::new()
    })
}

static MAKERS: AtomicUsize = AtomicUsize::new(0);

/// While one lives [`is_making`] holds. Who makes the shared tables early takes one along, so that
/// nobody comes in between.
#[derive(Debug)]
pub struct Making(());

impl Making {
    /// From now on.
    pub fn begin() -> Making {
        MAKERS.fetch_add(1, Ordering::AcqRel);
        Making(())
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        MAKERS.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Whether a thread works at a shared table, so that who asks for one may have to wait.
pub fn is_making() -> bool {
    MAKERS.load(Ordering::Acquire) > 0
}

/// Most throws the table tells apart.
pub const THROWS_MAX: usize = THROWS - 1;

#[cfg(test)]
mod tests;
