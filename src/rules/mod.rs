//! The rules of every game as small data, and positions checked against them. Knows no search.

pub mod book;
mod named;
mod options;
mod position;
mod scoring;
mod variant;

pub use options::{OptionError, RULE_OPTIONS, RuleOption};
pub use position::{Cube, MatchState, Phase, Position, PositionErrors, Reason};
pub use scoring::{Outcome, WinKind, finished_side, win_kind};
pub use variant::{Variant, VariantSpec};

use crate::board::Track;
use named::named;

named! {
    /// What a single enemy checker on the landing point means (S-09, L-05).
    pub enum Landing {
        /// It is hit; two or more close the point.
        Hit = "hit",
        /// It closes the point like any other.
        Block = "block",
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
    /// What the player who won the opening throw plays.
    pub enum FirstRoll {
        /// A new throw of both dice.
        Reroll = "reroll",
        /// The two dice of the opening throw.
        UseOpeningDice = "use-opening-dice",
    }
}

named! {
    /// Who begins the next game of a match or session.
    pub enum NextStart {
        /// The winner of the last one.
        Winner = "winner",
        /// Whoever wins a new opening throw.
        Roll = "roll",
        /// The other player than last time.
        Alternate = "alternate",
        /// The loser of the last one.
        Loser = "loser",
    }
}

named! {
    /// What a finished game is worth.
    pub enum Scoring {
        /// Oin 1, mars 2, home mars 3, koks 3, shekh 4 (S-24..S-29).
        Seed = "seed",
        /// Single 1, gammon 2, backgammon 3.
        Backgammon = "backgammon",
        /// Single 1, gammon 2.
        Portes = "portes",
        /// Every win 1.
        Flat = "flat",
    }
}

named! {
    /// What a position is worth in which neither side can ever move again (G-20).
    pub enum Standstill {
        /// Nobody scores.
        Void = "void",
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
}

/// The rules of one game with every option settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which game.
    pub variant: Variant,
    /// How checkers move.
    pub movement: Movement,
    /// What results are worth.
    pub scoring: Scoring,
    /// What the opening winner plays.
    pub first_roll: FirstRoll,
    /// Who begins the next game.
    pub next_start: NextStart,
    /// What a standstill is worth.
    pub standstill: Standstill,
    /// The highest value the cube may reach, a power of two.
    pub cube_max: u32,
}
