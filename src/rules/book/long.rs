//! Long nardy.

use super::{Entry, entry};

/// Long nardy, the base of the games without hitting.
pub(super) static LONG: [Entry; 16] = [
    entry(
        "L-01",
        "Both sides start with all 15 checkers on their 24 point, the head: 360 pips. By \
         White's numbers the heads are 24 and 12.",
    ),
    entry(
        "L-02",
        "Both sides go round the same way, anticlockwise. By White's numbers White runs from 24 \
         to 1, Black from 12 to 1 and on from 24 to 13.",
    ),
    entry(
        "L-03",
        "By White's numbers White's home is 1 to 6 and Black's 13 to 18. Counted from the head \
         each home is cells 19 to 24.",
    ),
    entry(
        "L-04",
        "The higher of two single dice begins and throws again for the first turn \
         (`first-roll`). After that the winner of a game begins the next (`next-start`).",
    ),
    entry(
        "L-05",
        "There is no hitting: a single enemy checker already closes a point. Own checkers may \
         share a point in any number.",
    ),
    entry(
        "L-06",
        "No more than one checker may leave the head, the 24 point, in a turn; L-07 excepts the \
         first turn.",
    ),
    entry(
        "L-07",
        "Option `long.first-move-doubles`: in a side's first turn two checkers may leave the \
         head. `when-blocked`, the default: if enemy points stop one from using the whole throw \
         and two use more of it; `when-blocked-doubles`: the same for doubles alone; \
         `listed-doubles`: only with 3-3, 4-4 and 6-6; `never`.",
    ),
    entry(
        "L-08",
        "So by default the very first 6-6 puts two checkers on 18 and loses two sixes, 4-4 puts \
         two on 16, and 3-3 either two on 18 or one each on 21 and 15. Any other first throw \
         leaves no choice.",
    ),
    entry(
        "L-09",
        "The duties of G-08 to G-13 hold. A checker is locked in while the opponent holds the \
         six points directly before it.",
    ),
    entry(
        "L-10",
        "Option `long.prime`: `free`, the default, allows six points in a row. \
         `must-have-enemy-ahead`, the federations' rule, allows them only while some enemy \
         checker on the board has already passed all six on its own road.",
    ),
    entry(
        "L-11",
        "Whether points form a row is judged along the opponent's road: a run across the place \
         where his road ends and begins is no prime, but one across the owner's own finish and \
         start is.",
    ),
    entry(
        "L-12",
        "Option `long.prime-check`: with `step`, the default, a six without an enemy ahead may \
         not stand after any step of a turn; with `end` only the final position is looked at.",
    ),
    entry(
        "L-13",
        "Bearing off follows G-14 to G-17: a larger die clears a lower point once the higher \
         points are empty.",
    ),
    entry(
        "L-14",
        "Who first bears off all 15 wins, with no last throw for the other. Option \
         `long.last-roll`: with `draw` the side that moved second gets one more turn if the \
         first finishes, and a draw if it finishes too; by `draw.stake` both then get their \
         stakes back.",
    ),
    entry(
        "L-15",
        "Oin: the loser has a checker off; koks: none off and one still in his start quarter; \
         home mars: none off, all at home; mars: none off, not all at home. The first that fits \
         counts; option `long.koks` moves or drops koks.",
    ),
    entry(
        "L-16",
        "Option `long.scoring`: `seed` pays 1 for oin, 2 for mars and 3 for home mars or koks. \
         `fsnr` knows only oin for 1 and mars, which is everything else, for 2. Option `preset` \
         sets several options at once; at `fsnr` also those of L-07 and L-10.",
    ),
];
