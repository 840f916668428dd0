//! Parallel nardy.

use super::{Entry, entry};

/// Several boards at once.
pub(super) static PARALLEL: [Entry; 13] = [
    entry(
        "P-01",
        "Two players have two boards, with the same colour on both: two of short, two of long, \
         or one of each. With three or four boards they play short, long, khachapuri and \
         nackgammon.",
    ),
    entry(
        "P-02",
        "A single opening throw starts the whole match; afterwards the sides take turns, with \
         one throw a turn for all boards together.",
    ),
    entry(
        "P-03",
        "After the throw the player names one board that is not finished and plays both dice \
         there. One die here and the other there is forbidden.",
    ),
    entry(
        "P-04",
        "Any unfinished board may be named, even one with nothing to play. The turn is then \
         passed, though other boards could have used it.",
    ),
    entry(
        "P-05",
        "On the named board the rules of its own game hold in full. Long nardy's first turn \
         (L-07) is the first that the player takes on that board.",
    ),
    entry("P-06", "Every board is played out, and one that is finished may not be named again."),
    entry(
        "P-07",
        "The first board to finish pays its winner half a point less: 0.5 for oin, 1.5 for \
         mars, 2.5 for home mars or koks, 3.5 for shekh. Later boards pay in full.",
    ),
    entry(
        "P-08",
        "The side with more points over all boards wins. Without a cube the sides cannot be \
         equal, since only one holds a half point: a first mars and a lost oin come to 1.5 \
         against 1.",
    ),
    entry(
        "P-09",
        "Normally each board has a cube of its own, and the cube multiplies before the half \
         point is subtracted. Option `parallel.half`: `before-cube` subtracts it first.",
    ),
    entry(
        "P-10",
        "With three or four boards, too, only the very first to finish pays half a point less. \
         Option `parallel.discount`: `each-but-last` charges every board except the last.",
    ),
    entry(
        "P-20",
        "Option `parallel.cube`: `single` plays with one cube that belongs to no board. \
         Offering, taking and owning it are as usual.",
    ),
    entry(
        "P-21",
        "A single cube counts only for the board that finishes first, whichever it is. The \
         other is then played on for stake 1 and without a cube, save after a refusal (P-22).",
    ),
    entry(
        "P-22",
        "Who refuses a single cube names a board, which is lost at once as an oin at the old \
         stake, less the half point. The other board goes on at that stake, and the refuser may \
         double next. Option `parallel.after-drop`: `keep` is this default, `single` follows \
         P-21.",
    ),
];
