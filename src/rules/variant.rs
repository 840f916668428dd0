//! The games: one row of data each.

mod rows;

use super::options::Group;
use super::{Rules, named::named};
use crate::board::{AnyBoard, Board, Lap, LapBoard, Pair, PinBoard, RoyalBoard};

named! {
    /// A game of the family.
    pub enum Variant {
        /// Backgammon.
        Backgammon = "backgammon",
        /// Short nardy (S-01..S-29).
        Short = "short",
        /// Nackgammon (N-01, N-02).
        Nackgammon = "nackgammon",
        /// Hypergammon, three checkers (H-01, H-02).
        Hypergammon = "hypergammon",
        /// Longgammon: backgammon from the 24 point (V-08).
        Longgammon = "longgammon",
        /// Long nardy (L-01..L-16).
        Long = "long",
        /// Khachapuri (K-01..K-06).
        Khachapuri = "khachapuri",
        /// Royal nardy (R-01..R-16).
        Royal = "royal",
        /// Doublegammon (D-01..D-11).
        Doublegammon = "doublegammon",
        /// Several boards at once (P-01..P-22).
        Parallel = "parallel",
        /// Portes (V-01).
        Portes = "portes",
        /// Tavla (V-02).
        Tavla = "tavla",
        /// Plakoto (V-03, V-04).
        Plakoto = "plakoto",
        /// Fevga (V-05).
        Fevga = "fevga",
        /// Moultezim (V-06).
        Moultezim = "moultezim",
        /// Gul bara (V-07).
        GulBara = "gul-bara",
    }
}

/// What stands on each place at the start, by place; the bytes mean what the kind of board says.
pub type Layout = [u8; 26];

/// What the points of a board hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKind {
    /// Counts.
    Plain,
    /// Simple checkers, and royal ones times 16.
    Royal,
    /// Counts of checkers in their first lap.
    Laps,
    /// Counts, nothing pinned.
    Pins,
}

/// What one royal checker adds to a place of a [`Layout`].
pub(super) const ROYAL: u8 = 16;

impl BoardKind {
    /// The board on which both sides stand as `layout` has it.
    pub fn board(self, layout: Layout) -> AnyBoard {
        match self {
            BoardKind::Plain => Board::new(layout, layout).into(),
            BoardKind::Pins => PinBoard::new(Board::new(layout, layout), [0, 0]).into(),
            BoardKind::Royal => {
                let mut board = RoyalBoard::EMPTY;
                for (place, &byte) in layout.iter().enumerate() {
                    let pair = Pair { simple: byte % ROYAL, royal: byte / ROYAL };
                    board.set(0, place, pair);
                    board.set(1, place, pair);
                }
                board.into()
            }
            BoardKind::Laps => {
                let mut board = LapBoard::EMPTY;
                for (place, &count) in layout.iter().enumerate() {
                    for side in (0..2).cycle().take(2 * usize::from(count)) {
                        board.push(side, place, Lap::First);
                    }
                }
                board.into()
            }
        }
    }
}

/// A named set of option values, each as `set rule` takes it.
pub type Preset = (&'static str, &'static [(&'static str, &'static str)]);

/// What makes a game.
pub struct VariantSpec {
    /// Where the start position and the differences come from.
    pub rule: &'static str,
    /// Checkers of each side.
    pub checkers: u8,
    /// What the points hold.
    pub kind: BoardKind,
    /// Each side's checkers at the start, in its own numbering.
    pub start: Layout,
    /// The rules with every option at its default.
    pub rules: Rules,
    /// The options that the game has.
    pub groups: &'static [Group],
    /// Named sets of options; the first is the default.
    pub presets: &'static [Preset],
    /// Whether the game is usually played with a cube.
    pub cube: bool,
    /// Whether its matches have a Crawford game unless told otherwise (C-11).
    pub crawford: bool,
}

impl Variant {
    /// All games, in the order in which they are listed.
    pub const ALL: [Variant; 16] = [
        Variant::Backgammon,
        Variant::Short,
        Variant::Nackgammon,
        Variant::Hypergammon,
        Variant::Longgammon,
        Variant::Long,
        Variant::Khachapuri,
        Variant::Royal,
        Variant::Doublegammon,
        Variant::Parallel,
        Variant::Portes,
        Variant::Tavla,
        Variant::Plakoto,
        Variant::Fevga,
        Variant::Moultezim,
        Variant::GulBara,
    ];

    /// The game's row.
    pub fn spec(self) -> &'static VariantSpec {
        match self {
            Variant::Backgammon => &rows::BACKGAMMON,
            Variant::Short => &rows::SHORT,
            Variant::Nackgammon => &rows::NACKGAMMON,
            Variant::Hypergammon => &rows::HYPERGAMMON,
            Variant::Longgammon => &rows::LONGGAMMON,
            Variant::Long => &rows::LONG,
            Variant::Khachapuri => &rows::KHACHAPURI,
            Variant::Royal => &rows::ROYAL_NARDY,
            Variant::Doublegammon => &rows::DOUBLEGAMMON,
            Variant::Parallel => &rows::PARALLEL,
            Variant::Portes => &rows::PORTES,
            Variant::Tavla => &rows::TAVLA,
            Variant::Plakoto => &rows::PLAKOTO,
            Variant::Fevga => &rows::FEVGA,
            Variant::Moultezim => &rows::MOULTEZIM,
            Variant::GulBara => &rows::GUL_BARA,
        }
    }

    /// The game's rules with every option at its default.
    pub fn rules(self) -> Rules {
        self.spec().rules
    }

    /// How many checkers stand where at the start, whatever their kinds.
    pub fn start(self) -> Board {
        self.rules().start().counts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_row_of_its_own() {
        assert_eq!(Variant::ALL.len(), Variant::NAMES.len());
        for variant in Variant::ALL {
            assert_eq!(variant.rules().variant, variant);
            assert_eq!(Variant::from_name(variant.name()), Some(variant));
            assert_eq!(variant.start().checkers(0), u32::from(variant.spec().checkers));
        }
    }

    #[test]
    fn start_pips_are_the_published_ones() {
        // S-01, N-01, H-01, L-01, K-01
        assert_eq!(Variant::Short.start().pips(0), 167);
        assert_eq!(Variant::Nackgammon.start().pips(1), 194);
        assert_eq!(Variant::Hypergammon.start().pips(0), 69);
        assert_eq!(Variant::Long.start().pips(0), 360);
        assert_eq!(Variant::Khachapuri.start().pips(0), 162);
    }

    #[test]
    fn royal_starts_with_whole_stacks_of_a_kind_r02() {
        let AnyBoard::Royal(board) = Variant::Royal.rules().start() else { panic!("not royal") };
        let total = |side: usize| {
            (0..26)
                .map(|p| board.pair(side, p))
                .fold((0, 0), |(s, r), pair| (s + pair.simple, r + pair.royal))
        };
        assert_eq!((total(0), total(1)), ((8, 7), (8, 7)));
        let pair = |place| board.pair(0, place);
        assert_eq!(pair(24), Pair { simple: 0, royal: 2 });
        assert_eq!(pair(13), Pair { simple: 5, royal: 0 });
        assert_eq!(pair(8), Pair { simple: 3, royal: 0 });
        assert_eq!(pair(6), Pair { simple: 0, royal: 5 });
    }
}
