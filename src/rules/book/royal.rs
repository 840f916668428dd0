//! Royal nardy.

use super::{Entry, entry};

/// Royal nardy: what differs from short nardy.
pub(super) static ROYAL: [Entry; 16] = [
    entry("R-01", "Each side has 15 checkers of two kinds, 8 simple and 7 royal."),
    entry(
        "R-02",
        "The start is short nardy's with whole stacks of a kind: royals on 24 (two) and 6 \
         (five), simples on 13 (five) and 8 (three). The original picture is lost, so this is \
         an assumption; option `royal.start` takes another layout.",
    ),
    entry(
        "R-03",
        "Roads, dice, closed points, the bar and bearing off are short nardy's. Two enemy \
         checkers close a point whatever their kinds.",
    ),
    entry(
        "R-04",
        "A royal never lands on a checker of its own side, of either kind. It needs an empty \
         point or a lone enemy checker, simple or royal, which it hits.",
    ),
    entry(
        "R-05",
        "A simple may join own checkers of both kinds, and so only a simple can cover a royal. \
         Royals stacked at the start may stay together until they move.",
    ),
    entry(
        "R-06",
        "A simple that is hit goes to the bar and has to enter. A royal that is hit is eaten \
         and out of the game for good.",
    ),
    entry(
        "R-07",
        "Bearing off asks only about the checkers that a side still has; eaten royals are not \
         waited for.",
    ),
    entry(
        "R-08",
        "Option `hit-and-hide` is `forbidden` by default, as in short nardy. It concerns \
         simples alone, since R-04 keeps royals off own checkers anyway.",
    ),
    entry(
        "R-09",
        "The game ends when a side, the finisher, has borne off every checker left to it; \
         royals that were eaten do not count.",
    ),
    entry(
        "R-10",
        "The result turns on d, the royals the finisher has eaten less those eaten by the other \
         side. A royal borne off has been kept.",
    ),
    entry(
        "R-11",
        "If d is 0 the finisher wins as in short nardy: oin 1, mars 2, home mars 3, koks 3, \
         shekh 4.",
    ),
    entry(
        "R-12",
        "If d is below 0 the other side wins although it did not finish: one point for each \
         royal it is ahead, and no mars or other multiple.",
    ),
    entry(
        "R-13",
        "If d is above 0 the finisher gets the value of R-11 times 2d, so a mars with 3 royals \
         more is worth 12. Option `royal.bonus`: `linear` is this default, `power` multiplies \
         by 2 to the power d.",
    ),
    entry(
        "R-14",
        "With the same royals as in R-13's example, the side that is 3 royals ahead but does \
         not finish first wins 3 points.",
    ),
    entry(
        "R-15",
        "Games are added up to an agreed total such as 15 points. If a cube is used it \
         multiplies the points of R-11, R-12 and R-13.",
    ),
    entry(
        "R-16",
        "A side whose seven royals all live can bear off only while two or more of them still \
         stand where they began on 6, since other home points hold one royal each. Both sides \
         can get stuck for good (G-20).",
    ),
];
