//! Short nardy, and what raises a game's stake.

use super::{Entry, entry};

/// Short nardy, the base of the games with hitting.
pub(super) static SHORT: [Entry; 26] = [
    entry(
        "S-01",
        "Each side starts with 2 checkers on 24, 5 on 13, 3 on 8 and 5 on 6: 167 pips, as in \
         backgammon.",
    ),
    entry(
        "S-02",
        "Counted by White's numbers, White starts with 5 on 6, 3 on 8, 5 on 13 and 2 on 24, \
         Black with 2 on 1, 5 on 12, 3 on 17 and 5 on 19.",
    ),
    entry(
        "S-03",
        "The sides move against each other: by White's numbers White goes from 24 down to 1 and \
         Black from 1 up to 24.",
    ),
    entry(
        "S-04",
        "The home is the last quarter of a side's road, its points 1 to 6; the five checkers on \
         6 mark where it begins.",
    ),
    entry(
        "S-05",
        "Each side moves only its own checkers. Who begins is settled by a throw of one die \
         each, as in G-05.",
    ),
    entry(
        "S-06",
        "Touch-move and the call kestum, which annuls a throw, are customs of the table. The \
         engine knows neither.",
    ),
    entry("S-07", "A point can hold any number of one side's checkers."),
    entry(
        "S-08",
        "Two or more enemy checkers close a point: nothing may land or enter on it. Passing \
         over it is free.",
    ),
    entry("S-09", "A lone enemy checker leaves its point open, and whoever lands there hits it."),
    entry("S-10", "A checker that is hit goes to its owner's bar, place 25."),
    entry(
        "S-11",
        "A checker on the bar enters in the opponent's home: die d brings it to point 25 - d. \
         From there it has the whole way round before it.",
    ),
    entry(
        "S-12",
        "Every checker on the bar must be in play before another may move (G-12). A checker \
         that enters may hit.",
    ),
    entry(
        "S-13",
        "A throw brings in up to two checkers, a double up to four, as far as the entry points \
         are open.",
    ),
    entry(
        "S-14",
        "A checker with six closed points directly before it is locked in until one opens. This \
         follows from S-08; building such a prime is allowed.",
    ),
    entry(
        "S-15",
        "Bearing off follows G-14 to G-17. A side that is hit meanwhile has to enter and bring \
         that checker home before it bears off again.",
    ),
    entry("S-16", "The side that first has all its checkers off wins; there are no draws."),
    entry(
        "S-20",
        "A checker that hits may not go on in the same turn to join a checker of its own side. \
         Option `hit-and-hide`: `forbidden` is short nardy's default, the backgammon games have \
         `allowed`, and `forbidden-in-home` bans it only in the own home.",
    ),
    entry(
        "S-21",
        "The hitter may be covered by another checker, may run on if it stays alone or hits \
         again, and may bear off. Option `hit-and-bear-off`: with `only-if-forced` it bears off \
         only where no other play uses as many dice.",
    ),
    entry(
        "S-22",
        "By default only the last landing of the hitter counts: passing own checkers or being \
         covered later is no hiding, and a position is legal if any way of playing it is. \
         Option `hit-and-hide.check`: `step` tests every landing. A hit on entering counts as a \
         hit.",
    ),
    entry(
        "S-23",
        "Plays that hit-and-hide forbids are struck out first, so the duty to use the most dice \
         (G-08 to G-10) looks only at plays that keep S-20.",
    ),
    entry(
        "S-24",
        "Oin: the loser has at least one checker off, and the win is worth 1. Option `scoring`: \
         `seed` has the kinds of S-24 to S-28, `backgammon` pays 1, 2 or 3, `portes` 1 or 2, \
         and `flat` always 1.",
    ),
    entry("S-25", "Mars: the loser has nothing off and none of the dearer kinds fits; worth 2."),
    entry("S-26", "Home mars: the loser has nothing off but every checker in his home; worth 3."),
    entry(
        "S-27",
        "Koks: the loser has nothing off and a checker still in the winner's home, his own \
         points 19 to 24; worth 3.",
    ),
    entry("S-28", "Shekh: the loser has nothing off and a checker on the bar; worth 4."),
    entry(
        "S-29",
        "When several kinds fit, the first of oin, shekh, koks, home mars and mars is scored. A \
         checker off makes it oin even if another waits on the bar.",
    ),
];

/// Dave and the doubling cube.
pub(super) static STAKES: [Entry; 7] = [
    entry(
        "C-01",
        "With dave there is no mars: every game is worth the stake, however far the loser got.",
    ),
    entry(
        "C-02",
        "The stake begins at 1. A side about to throw may say dave, and the other either \
         resigns at the stake as it stood or plays on at the raised one.",
    ),
    entry(
        "C-03",
        "At first either side may say dave. Once one is accepted, the right belongs to the side \
         that accepted it.",
    ),
    entry(
        "C-04",
        "Option `dave`: `geometric` doubles the stake each time, `arithmetic` adds 1. It is \
         agreed before the game, and there is no ceiling unless `dave.max` sets one.",
    ),
    entry(
        "C-05",
        "A dave is answered by yes or no: there is no beaver, and equal opening dice raise \
         nothing.",
    ),
    entry(
        "C-10",
        "Before its throw a side may offer to double a cube that it owns or that nobody owns; \
         refusing loses the cube's old value, taking makes the taker its owner, and the game's \
         value is multiplied by it. Option `cube.max` sets the highest value: 64 in short \
         nardy, 4096 in the backgammon games.",
    ),
    entry(
        "C-11",
        "The match and money rules `crawford`, `jacoby` and `beaver` can be switched on for \
         games with a cube. None of them is on by default.",
    ),
];
