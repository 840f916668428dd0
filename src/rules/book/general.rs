//! Rules that hold in every game.

use super::{Entry, entry};

/// The general rules.
pub(super) static GENERAL: [Entry; 20] = [
    entry(
        "G-01",
        "White and Black play on 24 points with two dice. Each side has 15 checkers unless its \
         game names another number.",
    ),
    entry(
        "G-02",
        "Every side counts points its own way: a point's number is the pips a checker there \
         still needs to bear off. Checkers move downwards; 1 to 6 is the home, 19 to 24 the \
         start quarter, 25 the bar and 0 off.",
    ),
    entry(
        "G-03",
        "Where the sides move against each other (short, royal, doublegammon and the backgammon \
         games) my point p is the opponent's 25 - p. Where both go the same way round (long, \
         khachapuri) it is p + 12 up to 12 and p - 12 above.",
    ),
    entry(
        "G-04",
        "Two other numberings occur: long nardy's own counts from the head on, so its cell is \
         25 - p, and gnubg arrays put point p at index p - 1 and the bar at 24. A number \
         without a side is White's.",
    ),
    entry(
        "G-05",
        "Both sides throw one die, again while they are equal; the higher one has the first \
         turn and throws both dice anew for it. Option `first-roll`: backgammon, nackgammon, \
         hypergammon and longgammon play the two opening dice instead.",
    ),
    entry(
        "G-06",
        "The winner of a game begins the next; after a game that nobody won the opening throw \
         decides. Option `next-start`: the backgammon games default to `roll`, a fresh opening \
         throw each time.",
    ),
    entry(
        "G-07",
        "One throw of two dice makes a turn, and each die moves a single checker exactly its \
         number of pips. A double is played as four such steps.",
    ),
    entry(
        "G-08",
        "No play may leave dice unused if another play of the same throw uses more; where both \
         dice can be played, both must be.",
    ),
    entry(
        "G-09",
        "If one die can be played, either of them but never both, it has to be the larger; if \
         only one of the two is playable at all, that one is played.",
    ),
    entry(
        "G-10",
        "A double must be played for as many of its four steps as some legal play reaches.",
    ),
    entry(
        "G-11",
        "The dice may be taken in either order, by different checkers or by one. A checker that \
         takes several makes one step for each, and every point it touches on the way must be \
         open to it; what it hits there is hit.",
    ),
    entry(
        "G-12",
        "In games with hitting, a side with a checker on the bar may move no other checker \
         until the bar is empty.",
    ),
    entry(
        "G-13",
        "Playing is a duty even if every play does harm. A die that fits nowhere is lost, and a \
         side without any legal step passes.",
    ),
    entry(
        "G-14",
        "Checkers may be borne off only while all that the side still has are in its home, none \
         on the bar or outside. This is asked before each step, so the answer can change during \
         a turn.",
    ),
    entry("G-15", "A die equal to a point's number takes a checker off from that point."),
    entry(
        "G-16",
        "A die larger than a point's number takes a checker off from it only if no checker of \
         that side stands on a higher point.",
    ),
    entry(
        "G-17",
        "Bearing off is never a duty in itself: the same die may move a checker within the \
         home, as long as G-08 to G-10 are kept.",
    ),
    entry(
        "G-18",
        "The game is over with the step that takes a side's last checker off; dice left over \
         then do not count.",
    ),
    entry(
        "G-19",
        "Plays that leave the same position are one move, whatever the order of their steps. \
         Lists and counts of moves hold final positions.",
    ),
    entry(
        "G-20",
        "A position in which no possible throw lets either side move is a standstill, and the \
         game is stopped there. Option `standstill`: with `void`, the default, nobody scores; \
         `score`, royal's default, pays the royals eaten (R-12).",
    ),
];
