//! Numbering of the positions of games with few checkers.
//!
//! Where a side's checkers stand is a choice with repeats among 26 places (off, 24 points, the bar):
//! the places in rising order, the k-th raised by k, are different numbers and have a rank among
//! all such choices. The other side cannot stand where the first does: its points are numbered
//! without those, so that every number is a position that can be, and every position has one.

use crate::board::{BAR, Board, OFF};

/// Places of a side.
const PLACES: usize = 26;
/// Most checkers of a side.
pub const CHECKERS_MAX: usize = 3;

/// Where a side's checkers stand, the first so many entries, in rising order.
pub type Men = [u8; CHECKERS_MAX];

/// How many choices with repeats of `checkers` among `places` there are.
const fn choices(places: usize, checkers: usize) -> usize {
    choose(places + checkers - 1, checkers)
}

const fn choose(n: usize, k: usize) -> usize {
    match k {
        1 => n,
        2 => n * n.saturating_sub(1) / 2,
        _ => n * n.saturating_sub(1) * n.saturating_sub(2) / 6,
    }
}

/// The numbering for a number of checkers a side.
#[derive(Clone, Debug)]
pub struct Index {
    checkers: usize,
    /// By the number of the side to throw, the number of its first position; one more for the end.
    starts: Vec<u32>,
}

impl Index {
    /// The numbering for 1 to [`CHECKERS_MAX`] checkers a side.
    pub fn new(checkers: usize) -> Index {
        let checkers = checkers.clamp(1, CHECKERS_MAX);
        let mut starts = vec![0];
        let mut sum = 0;
        for number in 0..choices(PLACES, checkers) {
            let points = points(&men(number, checkers)[..checkers]);
            sum += choices(PLACES - points.count_ones() as usize, checkers) as u32;
            starts.push(sum);
        }
        Index { checkers, starts }
    }

    /// Checkers of a side.
    pub fn checkers(&self) -> usize {
        self.checkers
    }

    /// How many ways there are for the checkers of one side.
    pub fn sides(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.starts.last().map_or(0, |&end| end as usize)
    }

    /// The checkers of a side with this number.
    pub fn men(&self, number: usize) -> Men {
        men(number, self.checkers)
    }

    /// The number of the checkers of a side, `men` in rising order.
    pub fn side(&self, men: &Men) -> usize {
        rank(men[..self.checkers].iter().map(|&place| usize::from(place)))
    }

    /// The number of a position, the side to throw first; they share no point.
    pub fn position(&self, mine: &Men, other: &Men) -> usize {
        let blocked = points(&mine[..self.checkers]);
        let place = |&place: &u8| {
            let below = facing(blocked) & ((1 << place) - 1);
            usize::from(place) - below.count_ones() as usize
        };
        self.starts[self.side(mine)] as usize + rank(other[..self.checkers].iter().map(place))
    }

    /// The position with a number: the men of the side to throw and the other's.
    pub fn split(&self, number: usize) -> (Men, Men) {
        let mine = self.starts.partition_point(|&start| start as usize <= number).saturating_sub(1);
        let rest = number.saturating_sub(self.starts[mine] as usize);
        let mine = self.men(mine);
        let blocked = facing(points(&mine[..self.checkers]));
        let mut other = men(rest, self.checkers);
        for place in &mut other[..self.checkers] {
            // Each blocked point up to here makes room for itself.
            for point in (1..BAR as u8).filter(|&point| blocked >> point & 1 != 0) {
                if point <= *place {
                    *place += 1;
                }
            }
        }
        (mine, other)
    }

    /// The number of a board, side 0 to throw; `None` where a side has not as many checkers, those
    /// borne off included, or both stand on one point.
    pub fn board(&self, board: &Board) -> Option<usize> {
        let [mine, other] = [self.row(board, 0)?, self.row(board, 1)?];
        let shared = points(&mine[..self.checkers]) & facing(points(&other[..self.checkers]));
        (shared == 0).then(|| self.position(&mine, &other))
    }

    fn row(&self, board: &Board, side: usize) -> Option<Men> {
        let mut men = [0; CHECKERS_MAX];
        let mut count = 0;
        for (place, &n) in board.row(side)[OFF..=BAR].iter().enumerate() {
            for _ in 0..n {
                *men[..self.checkers].get_mut(count)? = place as u8;
                count += 1;
            }
        }
        (count == self.checkers).then_some(men)
    }

    /// The board of a side's men against the other's.
    pub fn to_board(&self, mine: &Men, other: &Men) -> Board {
        let counts = |men: &Men| {
            let mut counts = [0; PLACES];
            for &place in &men[..self.checkers] {
                counts[usize::from(place)] += 1;
            }
            counts
        };
        Board::new(counts(mine), counts(other))
    }
}

/// The points that men hold, as bits of the side's own numbering.
pub fn points(men: &[u8]) -> u32 {
    let points = men.iter().fold(0, |points, &place| points | 1 << place);
    points & !(1 << OFF | 1 << BAR)
}

/// Points in the other side's numbering: `p` becomes `25 - p`.
pub const fn facing(points: u32) -> u32 {
    points.reverse_bits() >> (31 - BAR)
}

/// The rank of places in rising order.
fn rank(places: impl Iterator<Item = usize>) -> usize {
    places.enumerate().map(|(k, place)| choose(place + k, k + 1)).sum()
}

/// The places with a rank.
fn men(number: usize, checkers: usize) -> Men {
    let mut men = [0; CHECKERS_MAX];
    let mut rest = number;
    for k in (0..checkers).rev() {
        let place = (0..PLACES).rev().find(|&place| choose(place + k, k + 1) <= rest).unwrap_or(0);
        rest -= choose(place + k, k + 1);
        men[k] = place as u8;
    }
    men
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_a_number_of_its_own() {
        for (checkers, positions) in [(1, 652), (2, 107_253)] {
            let index = Index::new(checkers);
            let mut seen = vec![false; index.positions()];
            for mine in 0..index.sides() {
                let mine = index.men(mine);
                for other in 0..index.sides() {
                    let other = index.men(other);
                    if let Some(number) = index.board(&index.to_board(&mine, &other)) {
                        assert_eq!(index.split(number), (mine, other));
                        assert!(!std::mem::replace(&mut seen[number], true), "{mine:?} {other:?}");
                    }
                }
            }
            assert!(seen.iter().all(|&seen| seen));
            assert_eq!(index.positions(), positions);
        }
    }

    #[test]
    fn hypergammon_has_as_many_positions_as_published() {
        let index = Index::new(3);
        assert_eq!((index.sides(), index.positions()), (3276, 7_959_904));
        for number in 0..index.sides() {
            assert_eq!(index.side(&index.men(number)), number);
        }
        let start = crate::rules::Variant::Hypergammon.start();
        let men = [22, 23, 24];
        assert_eq!(index.board(&start), Some(index.position(&men, &men)));
        assert_eq!(index.board(&crate::rules::Variant::Backgammon.start()), None);
    }
}
