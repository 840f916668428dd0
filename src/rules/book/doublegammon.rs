//! Doublegammon.

use super::{Entry, entry};

/// Doublegammon: what differs from short nardy.
pub(super) static DOUBLEGAMMON: [Entry; 11] = [
    entry("D-01", "Every checker carries a mark, 1 or 2, and all begin with 1."),
    entry("D-02", "The start and all rules not changed here are short nardy's, S-01 to S-15."),
    entry(
        "D-03",
        "A checker marked 1 in its own home, also one that began on 6, may cross into the \
         enemy's home: with a die d of at least its point p it goes on to p - d + 24. Closed \
         points and hits are as in S-08 and S-09.",
    ),
    entry(
        "D-04",
        "A checker that crosses is turned over and marked 2, and one marked 2 can never cross.",
    ),
    entry(
        "D-05",
        "Nobody has to cross. If ordinary steps alone can use M dice at most, a play needs M or \
         more, no ordinary step left to add, and not the lower die alone where M is 1 and the \
         higher has an ordinary play; if all steps cross, passing is legal. Option \
         `doublegammon.crossing`: `counts-as-move` makes crossings count too.",
    ),
    entry("D-06", "A checker that is hit is marked 2 from then on."),
    entry(
        "D-07",
        "A point is a stack: newcomers go on top, only the top checker may move or bear off, \
         and the order is never changed. Positions with other orders of marks are different \
         positions.",
    ),
    entry(
        "D-08",
        "To bear off, a side must have every checker it still owns at home, whatever their \
         marks. A checker marked 1 that a die could bear off may cross with it instead.",
    ),
    entry(
        "D-09",
        "Nothing but D-03 and D-10 limits crossing: it may happen from the first turn to the \
         middle of bearing off, once the bar is empty. The checker that crossed stops its \
         side's bearing off until it is home again.",
    ),
    entry(
        "D-10",
        "While the opponent has a checker off and a side has none, that side may not cross. Its \
         own first checker off lifts the ban at once, even for the next die of the same turn.",
    ),
    entry(
        "D-11",
        "The first side to bear off everything wins, for the values of short nardy, S-24 to \
         S-29. Option `scoring` chooses others.",
    ),
];
