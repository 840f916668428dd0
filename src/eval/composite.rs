//! The evaluator in use: exact where the game is over or a table knows it, a net elsewhere.

use super::class::{Class, possible};
use super::features::{InputSet, Inputs, Phase};
use super::net::simd::words::{self, WordKernel, Words};
use super::net::simd::{self, Kernel, Lanes};
use super::net::whole::{Kept, WholeNet};
use super::net::{Activations, Chunk, Net, NetFileError, NetInfo, classes, cumulative};
use super::{Chances, Evaluator, MoneyEquities, bearoff, prune};
use crate::board::{Board, OFF};
use crate::rules::{Variant, WinKind, win_kind};
use std::sync::{LazyLock, OnceLock};

/// Weight files of the program: contact, race.
type Files = (&'static [u8], &'static [u8]);

/// For games that come to the positions of backgammon.
const BACKGAMMON: Files = (
    include_bytes!("net/weights/backgammon-contact.bin"),
    include_bytes!("net/weights/backgammon-race.bin"),
);
/// For games that start so far from them that other programs' judgement of them is no teacher.
const OUTLYING: Files = (
    include_bytes!("net/weights/outlying-contact.bin"),
    include_bytes!("net/weights/outlying-race.bin"),
);

/// The name of those nets; the small net that leaves plays out does not know their games.
const OUTLYING_NAME: &str = "outlying";

/// The nets and the table, each judging what it is for.
#[derive(Clone, Debug)]
pub struct Evaluators {
    name: &'static str,
    contact: Net,
    race: Net,
    /// The same in whole numbers, made when first asked for.
    whole: OnceLock<[WholeNet; 2]>,
}

impl Evaluators {
    /// Nets read from weight files.
    ///
    /// # Errors
    /// [`NetFileError`] says what is wrong with the first file that does not fit.
    pub fn from_bytes(contact: &[u8], race: &[u8]) -> Result<Evaluators, NetFileError> {
        let contact = Net::from_bytes(contact, Phase::Contact)?;
        let race = Net::from_bytes(race, Phase::Race)?;
        Ok(Evaluators { name: "own", contact, race, whole: OnceLock::new() })
    }

    /// Nets that are part of the program.
    fn embedded(name: &'static str, files: Files) -> Result<Evaluators, NetFileError> {
        Ok(Evaluators { name, ..Evaluators::from_bytes(files.0, files.1)? })
    }

    /// An evaluator of two nets; `None` if one is for the other's phase.
    pub fn new(contact: Net, race: Net) -> Option<Evaluators> {
        let set = |net: &Net| net.shape().inputs;
        let fit = set(&contact) == InputSet::Contact && set(&race) == InputSet::Race;
        fit.then_some(Evaluators { name: "own", contact, race, whole: OnceLock::new() })
    }

    /// The net of a phase.
    pub fn net(&self, phase: Phase) -> &Net {
        match phase {
            Phase::Contact => &self.contact,
            Phase::Race => &self.race,
        }
    }

    pub(crate) fn net_mut(&mut self, phase: Phase) -> &mut Net {
        self.whole = OnceLock::new();
        match phase {
            Phase::Contact => &mut self.contact,
            Phase::Race => &mut self.race,
        }
    }

    /// Name and hash of each net.
    pub fn versions(&self) -> [NetInfo; 2] {
        Phase::ALL.map(|phase| self.net(phase).info(self.name))
    }

    /// Judges one board, in which side 0 is to throw.
    pub fn judge(&self, board: &Board) -> Chances {
        let mut chances = [Chances::default()];
        self.evaluate(std::slice::from_ref(board), &mut chances);
        chances[0]
    }

    /// The same judge with the nets' own floats: what training works on, and what the whole numbers
    /// are measured against.
    pub fn floats(&self) -> Floats<'_> {
        Floats(self)
    }

    fn whole(&self) -> &[WholeNet; 2] {
        self.whole.get_or_init(|| {
            [WholeNet::new(&self.contact, Phase::Contact), WholeNet::new(&self.race, Phase::Race)]
        })
    }
}

/// The chances that need no net.
fn known(board: &Board, class: Class) -> Chances {
    match class {
        Class::Bearoff => {
            let exact = bearoff::two_sided().chances(board);
            let races = || bearoff::chances(bearoff::table(), board);
            exact.or_else(races).unwrap_or_default()
        }
        _ => over(board),
    }
}

/// The chances by a net's outputs.
#[inline(always)]
fn judged(board: &Board, class: Class, outputs: &Chunk) -> Chances {
    cumulative(&classes(outputs, &possible(board, class)))
}

/// Boards to judge by the nets in whole numbers.
struct Batch<'a> {
    whole: &'a [WholeNet; 2],
    boards: &'a [Board],
    chances: &'a mut [Chances],
}

impl WordKernel for Batch<'_> {
    type Out = ();

    #[inline(always)]
    fn run<W: Words>(self) {
        let [contact, race] = self.whole;
        let mut kept = Kept::new();
        for (board, chances) in self.boards.iter().zip(self.chances) {
            let class = Class::of(board);
            *chances = match class.phase() {
                None => known(board, class),
                Some(Phase::Contact) => {
                    judged(board, class, &contact.outputs::<W>(board, &mut kept))
                }
                Some(Phase::Race) => judged(board, class, &race.outputs::<W>(board, &mut kept)),
            };
        }
    }
}

/// Boards to judge by the nets in floats.
struct FloatBatch<'a> {
    evaluators: &'a Evaluators,
    boards: &'a [Board],
    chances: &'a mut [Chances],
}

impl Kernel for FloatBatch<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let (mut inputs, mut activations) = (Inputs::new(), Activations::ZERO);
        for (board, chances) in self.boards.iter().zip(self.chances) {
            let class = Class::of(board);
            *chances = match class.phase() {
                None => known(board, class),
                Some(phase) => {
                    phase.write(board, &mut inputs);
                    self.evaluators.net(phase).forward::<L>(&inputs, &mut activations);
                    judged(board, class, &activations.outputs)
                }
            };
        }
    }
}

/// See [`Evaluators::floats`].
#[derive(Clone, Copy, Debug)]
pub struct Floats<'a>(&'a Evaluators);

impl Evaluator for Floats<'_> {
    fn evaluate(&self, boards: &[Board], chances: &mut [Chances]) {
        simd::run(FloatBatch { evaluators: self.0, boards, chances });
    }

    fn money(&self, board: &Board) -> Option<MoneyEquities> {
        self.0.money(board)
    }
}

impl Evaluator for Evaluators {
    fn evaluate(&self, boards: &[Board], chances: &mut [Chances]) {
        words::run(Batch { whole: self.whole(), boards, chances });
    }

    fn money(&self, board: &Board) -> Option<MoneyEquities> {
        (Class::of(board) == Class::Bearoff).then(|| bearoff::two_sided().money(board))?
    }

    fn rough(&self, board: &Board) -> Option<&dyn Evaluator> {
        if self.name == OUTLYING_NAME || Class::of(board) != Class::Contact {
            return None;
        }
        prune::standard().map(|pruner| pruner as &dyn Evaluator)
    }
}

/// The result of a finished game for side 0, backgammon's way: gammon if the loser has borne off
/// nothing, backgammon if one of its checkers is also on the bar or in the winner's home.
pub fn over(board: &Board) -> Chances {
    static RULES: LazyLock<crate::rules::Rules> = LazyLock::new(|| Variant::Backgammon.rules());
    let won = board.rearmost(0) == OFF;
    let kind = win_kind(&RULES, board, usize::from(won));
    let share = |worth: bool| if worth { 1.0 } else { 0.0 };
    let gammon = share(kind != WinKind::Single);
    let backgammon = share(kind == WinKind::Backgammon);
    let winner =
        Chances { win: 1.0, win_gammon: gammon, win_backgammon: backgammon, ..Chances::default() };
    if won { winner } else { winner.swapped() }
}

/// The evaluator for a game, made when first asked for.
///
/// Backgammon, short nardy and nackgammon share one pair of nets: nets know checkers, not starts.
/// Longgammon and hypergammon share another, trained on their own games. Where fewer than fifteen
/// checkers are in play from the start (hypergammon) the rest counts as borne off, except that
/// gammons stay possible.
///
/// # Errors
/// [`NetFileError`] if the program was built with weights that do not fit it; the tests see to it
/// that it was not.
pub fn for_variant(variant: Variant) -> Result<&'static Evaluators, NetFileError> {
    match variant {
        Variant::Hypergammon | Variant::Longgammon => outlying(),
        _ => {
            debug_assert!(VARIANTS.contains(&variant), "{} has no nets", variant.name());
            standard()
        }
    }
}

/// The games that the program's own nets know.
pub const VARIANTS: [Variant; 7] = [
    Variant::Backgammon,
    Variant::Short,
    Variant::Nackgammon,
    Variant::Hypergammon,
    Variant::Longgammon,
    Variant::Portes,
    Variant::Tavla,
];

/// The evaluator for backgammon, made when first asked for.
///
/// # Errors
/// [`NetFileError`] as of [`for_variant`].
pub fn standard() -> Result<&'static Evaluators, NetFileError> {
    static STANDARD: LazyLock<Result<Evaluators, NetFileError>> =
        LazyLock::new(|| Evaluators::embedded("backgammon", BACKGAMMON));
    STANDARD.as_ref().map_err(Clone::clone)
}

fn outlying() -> Result<&'static Evaluators, NetFileError> {
    static OUTLYING_NETS: LazyLock<Result<Evaluators, NetFileError>> =
        LazyLock::new(|| Evaluators::embedded(OUTLYING_NAME, OUTLYING));
    OUTLYING_NETS.as_ref().map_err(Clone::clone)
}

#[cfg(test)]
mod tests;
