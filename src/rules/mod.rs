//! The rules of every game as small data, and positions checked against them. Knows no search.

pub mod book;
mod classes;
mod movement;
mod named;
mod options;
mod parallel;
mod position;
mod scoring;
mod setup;
mod stacks;
mod variant;

pub use classes::{Class, Classes, HOME_MARS_SHARE, SHEKH_SHARE};
pub use movement::{
    Crossing, Doubles, FirstChecker, FirstMoveDoubles, Head, HideCheck, HitAndBearOff, HitAndHide,
    Landing, Leftover, Movement, Prime, PrimeCheck, Quarter,
};
pub use options::{Group, OptionError, RULE_OPTIONS, RuleOption};
pub use parallel::{
    AfterDrop, Discount, Games, Half, Parallel, ParallelCube, ParallelRules, TABLES_MAX, Table,
    TableResult,
};
pub use position::{Cube, MatchState, Phase, Position};
pub use scoring::{
    Ending, KhachapuriScoring, Koks, LastRoll, LongScoring, Mother, Outcome, Pays, RoyalBonus,
    Scoring, Stake, Standstill, WinKind, Worth, finished_side, win_kind,
};
pub use setup::{PositionErrors, Reason};
pub use variant::{BoardKind, Variant, VariantSpec};

use crate::board::AnyBoard;
use named::named;
use variant::Layout;

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
    /// How the stake of a game with dave rises (C-04).
    pub enum Dave {
        /// There is no dave; a cube may be used.
        Off = "off",
        /// 1, 2, 4, 8, …
        Geometric = "geometric",
        /// 1, 2, 3, 4, …
        Arithmetic = "arithmetic",
    }
}

named! {
    /// Which game follows in a match.
    pub enum Series {
        /// The same again.
        Same = "same",
        /// Portes, plakoto and fevga in turn.
        Tavli = "tavli",
    }
}

impl Dave {
    /// The stake after one more raise.
    pub const fn raised(self, stake: u32) -> u32 {
        match self {
            Dave::Arithmetic => stake.saturating_add(1),
            Dave::Off | Dave::Geometric => stake.saturating_mul(2),
        }
    }
}

/// The rules of one game with every option settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which game.
    pub variant: Variant,
    /// How checkers move.
    pub movement: Movement,
    /// What results are worth.
    pub pays: Pays,
    /// What the opening winner plays.
    pub first_roll: FirstRoll,
    /// Who begins the next game.
    pub next_start: NextStart,
    /// The highest value the cube may reach, a power of two.
    pub cube_max: u32,
    /// Whether the stake rises by dave.
    pub dave: Dave,
    /// The highest stake that dave may reach; none where it has no limit.
    pub dave_max: Option<u32>,
    /// Another start than the game's own, where the game allows it (`royal.start`).
    pub start: Option<Layout>,
    /// Which game follows in a match.
    pub series: Series,
    /// What only parallel games have.
    pub parallel: ParallelRules,
}

impl Rules {
    /// The board at the start, empty for parallel games.
    pub fn start(&self) -> AnyBoard {
        let spec = self.variant.spec();
        spec.kind.board(self.start.unwrap_or(spec.start))
    }

    /// The rules of the next game of a match.
    #[must_use]
    pub fn following(&self) -> Rules {
        let next = match (self.series, self.variant) {
            (Series::Same, _) => return *self,
            (Series::Tavli, Variant::Portes) => Variant::Plakoto,
            (Series::Tavli, Variant::Plakoto) => Variant::Fevga,
            (Series::Tavli, _) => Variant::Portes,
        };
        let (first_roll, next_start) = (self.first_roll, self.next_start);
        Rules { series: self.series, first_roll, next_start, ..next.rules() }
    }

    /// The stake after one more raise.
    pub const fn raised(&self, stake: u32) -> u32 {
        self.dave.raised(stake)
    }

    /// The highest stake.
    pub const fn stake_max(&self) -> u32 {
        match (self.dave, self.dave_max) {
            (Dave::Off, _) => self.cube_max,
            (_, Some(max)) => max,
            // Far from where numbers end.
            (_, None) => 1 << 30,
        }
    }

    /// Whether the stake may stand at this value.
    pub const fn is_stake(&self, stake: u32) -> bool {
        let fits = matches!(self.dave, Dave::Arithmetic) || stake.is_power_of_two();
        stake >= 1 && stake <= self.stake_max() && fits
    }

    /// How wins are counted: with dave there is no mars (C-01).
    pub const fn scoring(&self) -> Scoring {
        match self.dave {
            Dave::Off => self.pays.scoring,
            _ => Scoring::Flat,
        }
    }
}
