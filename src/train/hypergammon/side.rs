//! One side's checkers and what the other side needs to know of them.

use crate::board::{BAR, OFF};
use crate::eval::hypergammon::{Index, Men, facing, points};

/// Where one side's checkers stand.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// The places.
    pub men: Men,
    /// The points held, in the side's numbering.
    pub points: u32,
    /// The points held, in the other side's numbering.
    pub faced: u32,
    /// The point closed to the other side, in its numbering; 0 for none.
    pub closed: u8,
    /// The other side's shifts to the bits of the points with a blot; 31, where no point is, beyond
    /// the last.
    pub blots: [u8; 3],
    /// By which blots are hit (bits in the order of `blots`), the number of the side then.
    pub hit: [u16; 8],
    /// What losing so costs, cubeless: 1, 2 or 3.
    pub loss: u8,
}

/// All sides, in the order of their pips, so that what is nearer to the end comes first.
pub struct Sides {
    /// Checkers of a side.
    pub checkers: usize,
    /// The sides; the first has borne off everything.
    pub list: Vec<Side>,
    /// By the number in the table, the number here.
    by_index: Vec<u16>,
    index: Index,
}

impl Sides {
    /// The sides of an index.
    pub fn new(index: Index) -> Sides {
        let checkers = index.checkers();
        let pips = |men: &Men| men.iter().map(|&place| u32::from(place)).sum::<u32>();
        let mut all: Vec<Men> = (0..index.sides()).map(|number| index.men(number)).collect();
        all.sort_by_key(pips);
        let mut by_index = vec![0; all.len()];
        for (number, men) in all.iter().enumerate() {
            by_index[index.side(men)] = number as u16;
        }
        let mut sides = Sides { checkers, list: Vec::new(), by_index, index };
        sides.list = all.iter().map(|men| sides.side(men)).collect();
        sides
    }

    /// The number of a side by its men, in rising order.
    pub fn number(&self, men: &Men) -> usize {
        self.by_index[self.index.side(men)].into()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The numbering of the table.
    pub fn index(&self) -> &Index {
        &self.index
    }

    fn side(&self, men: &Men) -> Side {
        let own = &men[..self.checkers];
        let points = points(own);
        let count = |place: u8| own.iter().filter(|&&other| other == place).count();
        let on_points = || (1..BAR as u8).filter(|&point| points >> point & 1 != 0);
        let closed = on_points().find(|&point| count(point) >= 2).map_or(0, |point| 25 - point);
        let singles: Vec<u8> = on_points().filter(|&point| count(point) == 1).collect();
        let mut blots = [31; 3];
        for (shift, &point) in blots.iter_mut().zip(&singles) {
            *shift = 25 - point;
        }
        let hit = std::array::from_fn(|which: usize| {
            let mut after = *men;
            for (n, &point) in singles.iter().enumerate() {
                let man = after.iter_mut().find(|man| **man == point);
                if let (true, Some(man)) = (which >> n & 1 != 0, man) {
                    *man = BAR as u8;
                }
            }
            after[..self.checkers].sort_unstable();
            self.number(&after) as u16
        });
        let off = own.contains(&(OFF as u8));
        let far = own.iter().any(|&place| place >= 19);
        let loss = if off {
            1
        } else if far {
            3
        } else {
            2
        };
        Side { men: *men, points, faced: facing(points), closed, blots, hit, loss }
    }
}
