//! The evaluator in use: exact where the game is over or a table knows it, a net elsewhere.

use super::class::{Class, possible};
use super::features::{Inputs, Phase};
use super::net::simd::{self, Kernel, Lanes};
use super::net::{Activations, Net, NetFileError, NetInfo, classes, cumulative};
use super::{Chances, Evaluator, MoneyEquities, bearoff};
use crate::board::{Board, OFF};
use crate::rules::{Variant, WinKind, win_kind};
use std::sync::LazyLock;

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

/// The nets and the table, each judging what it is for.
#[derive(Clone, Debug)]
pub struct Evaluators {
    name: &'static str,
    contact: Net,
    race: Net,
}

impl Evaluators {
    /// Nets read from weight files.
    ///
    /// # Errors
    /// [`NetFileError`] says what is wrong with the first file that does not fit.
    pub fn from_bytes(contact: &[u8], race: &[u8]) -> Result<Evaluators, NetFileError> {
        let contact = Net::from_bytes(contact, Phase::Contact)?;
        let race = Net::from_bytes(race, Phase::Race)?;
        Ok(Evaluators { name: "own", contact, race })
    }

    /// Nets that are part of the program.
    fn embedded(name: &'static str, files: Files) -> Result<Evaluators, NetFileError> {
        Ok(Evaluators { name, ..Evaluators::from_bytes(files.0, files.1)? })
    }

    /// An evaluator of two nets; `None` if one is for the other's phase.
    pub fn new(contact: Net, race: Net) -> Option<Evaluators> {
        let fit = contact.shape().phase == Phase::Contact && race.shape().phase == Phase::Race;
        fit.then_some(Evaluators { name: "own", contact, race })
    }

    /// The net of a phase.
    pub fn net(&self, phase: Phase) -> &Net {
        match phase {
            Phase::Contact => &self.contact,
            Phase::Race => &self.race,
        }
    }

    pub(crate) fn net_mut(&mut self, phase: Phase) -> &mut Net {
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

    #[inline(always)]
    fn judge_with<L: Lanes>(&self, board: &Board, scratch: &mut Scratch) -> Chances {
        let class = Class::of(board);
        let net = match class {
            Class::Over => return over(board),
            Class::Bearoff => {
                let exact = bearoff::two_sided().chances(board);
                let races = || bearoff::chances(bearoff::table(), board);
                return exact.or_else(races).unwrap_or_default();
            }
            Class::Race => &self.race,
            Class::Contact => &self.contact,
        };
        net.shape().phase.write(board, &mut scratch.inputs);
        net.forward::<L>(&scratch.inputs, &mut scratch.activations);
        cumulative(&classes(&scratch.activations.outputs, &possible(board, class)))
    }
}

/// Buffers of one evaluation, on the stack.
struct Scratch {
    inputs: Inputs,
    activations: Activations,
}

struct Batch<'a> {
    evaluators: &'a Evaluators,
    boards: &'a [Board],
    chances: &'a mut [Chances],
}

impl Kernel for Batch<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let mut scratch = Scratch { inputs: Inputs::new(), activations: Activations::ZERO };
        for (board, chances) in self.boards.iter().zip(self.chances) {
            *chances = self.evaluators.judge_with::<L>(board, &mut scratch);
        }
    }
}

impl Evaluator for Evaluators {
    fn evaluate(&self, boards: &[Board], chances: &mut [Chances]) {
        simd::run(Batch { evaluators: self, boards, chances });
    }

    fn money(&self, board: &Board) -> Option<MoneyEquities> {
        (Class::of(board) == Class::Bearoff).then(|| bearoff::two_sided().money(board))?
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
        LazyLock::new(|| Evaluators::embedded("outlying", OUTLYING));
    OUTLYING_NETS.as_ref().map_err(Clone::clone)
}

#[cfg(test)]
mod tests;
