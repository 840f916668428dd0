//! How checkers move: small closed choices, each read in one place of the generators.

use super::named::named;
use crate::board::Track;

named! {
    /// What a single enemy checker on the landing point means (S-09, L-05).
    pub enum Landing {
        /// It is hit; two or more close the point.
        Hit = "hit",
        /// It closes the point like any other.
        Block = "block",
        /// It is pinned under the newcomer; two or more close the point (V-03).
        Pin = "pin",
    }
}

named! {
    /// May a checker that has hit move on in the same turn and double up on an own one (S-20)?
    pub enum HitAndHide {
        /// Backgammon: yes.
        Allowed = "allowed",
        /// Short nardy: never.
        Forbidden = "forbidden",
        /// Tavla: not in the own home.
        ForbiddenInHome = "forbidden-in-home",
    }
}

named! {
    /// When hit-and-hide is tested (A-17 a).
    pub enum HideCheck {
        /// On the last landing of the checker that has hit.
        Final = "final",
        /// On each of its landings.
        Step = "step",
    }
}

named! {
    /// May a checker that has hit bear off in the same turn (A-17 d)?
    pub enum HitAndBearOff {
        /// Freely.
        Allowed = "allowed",
        /// Only where no other play uses as many dice.
        OnlyIfForced = "only-if-forced",
    }
}

named! {
    /// How many checkers may leave the head, the 24 point, in a turn (L-06).
    pub enum Head {
        /// Any number.
        Free = "free",
        /// One, but for the first turn.
        OnePerTurn = "one-per-turn",
    }
}

named! {
    /// When two checkers may leave the head in a side's first turn (L-07).
    pub enum FirstMoveDoubles {
        /// Where one does not use the whole throw and two use more of it.
        WhenBlocked = "when-blocked",
        /// The same, for doubles alone.
        WhenBlockedDoubles = "when-blocked-doubles",
        /// With 3-3, 4-4 and 6-6.
        ListedDoubles = "listed-doubles",
        /// Never.
        Never = "never",
    }
}

named! {
    /// Whether six points in a row may be held (L-10).
    pub enum Prime {
        /// Always.
        Free = "free",
        /// Only with an enemy checker ahead of them.
        MustHaveEnemyAhead = "must-have-enemy-ahead",
    }
}

named! {
    /// When six in a row are looked for (L-12).
    pub enum PrimeCheck {
        /// After every step.
        Step = "step",
        /// In the final position.
        End = "end",
    }
}

named! {
    /// Limits on holding the points of a start quarter.
    pub enum Quarter {
        /// None.
        Free = "free",
        /// Not all six of the own, and no prime right before the whole enemy army (V-05).
        NotAllOwn = "not-all-own",
        /// At most four of the enemy's (V-06).
        FourOfEnemy = "four-of-enemy",
    }
}

named! {
    /// Whether the first checker must get past the enemy's start before a second sets out (V-05).
    pub enum FirstChecker {
        /// No.
        Free = "free",
        /// Yes.
        MustPass = "must-pass",
    }
}

named! {
    /// What crossing into a second lap counts for (D-05).
    pub enum Crossing {
        /// Nobody has to cross: duties look at ordinary steps only.
        Voluntary = "voluntary",
        /// A crossing is a step like any other.
        CountsAsMove = "counts-as-move",
    }
}

named! {
    /// How a double is played.
    pub enum Doubles {
        /// Four steps (G-07).
        Four = "four",
        /// From a side's fourth throw on four steps of each number up to the sixes (V-07).
        Cascade = "cascade",
    }
}

named! {
    /// What becomes of the steps of a cascade that cannot be played (V-07).
    pub enum Leftover {
        /// They are lost.
        Lost = "lost",
        /// The opponent plays them.
        Opponent = "opponent",
    }
}

/// How checkers move: all that the step and turn generators ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Movement {
    /// How the two roads lie.
    pub track: Track,
    /// What a single enemy checker does to its point.
    pub landing: Landing,
    /// Hit and hide.
    pub hide: HitAndHide,
    /// When it is tested.
    pub hide_check: HideCheck,
    /// Whether a hitter may bear off.
    pub hit_and_bear_off: HitAndBearOff,
    /// How many checkers may leave the head.
    pub head: Head,
    /// When the first turn is an exception.
    pub first_move_doubles: FirstMoveDoubles,
    /// Six in a row.
    pub prime: Prime,
    /// When they are looked for.
    pub prime_check: PrimeCheck,
    /// Limits on start quarters.
    pub quarter: Quarter,
    /// Whether the first checker goes ahead alone.
    pub first_checker: FirstChecker,
    /// The second lap, where checkers have one.
    pub crossing: Crossing,
    /// How doubles are played.
    pub doubles: Doubles,
    /// What becomes of the rest of a cascade.
    pub leftover: Leftover,
}
