//! Games built on the others: khachapuri, nackgammon, hypergammon and the rest.

use super::{Entry, entry};

/// Khachapuri: what differs from long nardy.
pub(super) static KHACHAPURI: [Entry; 6] = [
    entry(
        "K-01",
        "Each side starts with 4 checkers on 24 and 11 on 6: 162 pips. By White's numbers \
         Black's stand on 12 and 18.",
    ),
    entry(
        "K-02",
        "Roads, steps, closed points and bearing off are long nardy's, and there is no hitting.",
    ),
    entry("K-03", "There is no head rule: any number of checkers may leave 24 in a turn."),
    entry(
        "K-04",
        "Both dice are played if that is possible, otherwise the larger one that fits; without \
         a legal step the turn is passed.",
    ),
    entry(
        "K-05",
        "The winner scores as many points as the loser still has checkers. Option \
         `khachapuri.scoring`: `difference` is this default, `oin-mars` pays 1 or 2.",
    ),
    entry(
        "K-06",
        "Six points in a row are allowed, as with long nardy's `long.prime` at `free`; no \
         account of the game forbids them.",
    ),
];

/// Nackgammon.
pub(super) static NACKGAMMON: [Entry; 2] = [
    entry(
        "N-01",
        "Each side starts with 2 checkers on 24, 2 on 23, 4 on 13, 3 on 8 and 4 on 6: 194 pips.",
    ),
    entry(
        "N-02",
        "All else is backgammon: `hit-and-hide` is `allowed`, wins are single, gammon or \
         backgammon for 1, 2 or 3, and there is a cube.",
    ),
];

/// Hypergammon.
pub(super) static HYPERGAMMON: [Entry; 2] = [
    entry(
        "H-01",
        "Each side has three checkers and starts with one on each of 24, 23 and 22: 69 pips.",
    ),
    entry("H-02", "All else is backgammon. The game is small enough to be solved completely."),
];

/// More games of the family.
pub(super) static VARIANTS: [Entry; 8] = [
    entry(
        "V-01",
        "Portes, the Greek game: backgammon without a cube, worth 1 or 2 (`scoring` at \
         `portes`). The opening winner throws again (`first-roll`), and a game's winner begins \
         the next (`next-start`). Option `series`: `tavli` makes a match take portes, plakoto \
         and fevga in turn.",
    ),
    entry(
        "V-02",
        "Tavla or takhteh: as portes, but a checker that hits in its own home may not join an \
         own one there in the same turn (`hit-and-hide` at `forbidden-in-home`).",
    ),
    entry(
        "V-03",
        "Plakoto: 15 on 24, opposite roads; landing on a lone enemy pins it, and its owner may \
         neither move it nor land there. Pinning the last checker on the enemy's start wins 2, \
         unless the own one is still on its start and gets pinned too, a draw. None off is \
         worth 2; no cube.",
    ),
    entry(
        "V-04",
        "Tapa in Bulgaria and mahbusa in the Arab world are plakoto with other customs. Option \
         `plakoto.mother`: with `plays-on`, as in tapa, pinning the last checker on the enemy's \
         start ends nothing.",
    ),
    entry(
        "V-05",
        "Fevga: long nardy without a head rule, worth 1 or 2. The first checker must get past \
         the enemy's start, to 11 or lower, before another moves; the start quarter may not be \
         filled completely; and a prime must open when the whole enemy army waits on the point \
         right behind it.",
    ),
    entry(
        "V-06",
        "Moultezim: as fevga, but instead of fevga's limits on primes a side may occupy no more \
         than four of the six points in the enemy's start quarter.",
    ),
    entry(
        "V-07",
        "Gul bara: long nardy without a head rule. From a side's fourth throw on, a double is \
         followed by four steps of each higher number up to the sixes; steps that do not fit \
         are lost. Option `gul-bara.leftover`: with `opponent` the opponent plays them.",
    ),
    entry(
        "V-08",
        "Longgammon: each side starts with all 15 checkers on 24, on opposite roads. All else \
         is backgammon.",
    ),
];
