//! The judges of the games that one net of their own knows from the start to the end: long nardy
//! and its kin, royal nardy, doublegammon, plakoto.

mod embedded;
mod results;
mod taught;

pub use embedded::{games, net};
pub(crate) use results::Fixed;
pub use results::{Results, points};
pub use taught::{all_told, knows};

use super::features::{Described, Inputs, Told};
use super::net::simd::{self, Kernel, Lanes};
use super::net::{Activations, Net, NetFileError, NetInfo, classes, cumulative};
use super::{Chances, Evaluator};
use crate::rules::{Rules, Variant};
use std::marker::PhantomData;
use std::sync::Arc;

/// A game's net behind what is known without one.
#[derive(Clone, Debug)]
pub struct GameNet<B> {
    net: Arc<Net>,
    told: Told,
    results: Results,
    /// Whether it was never taught under such rules.
    untaught: bool,
    board: PhantomData<fn(&B)>,
}

impl<B: Described> GameNet<B> {
    /// A judge of a game under these rules; `None` if the net is for another game or the game is
    /// not played on such boards.
    pub fn new(rules: &Rules, net: Net) -> Option<GameNet<B>> {
        let shape = net.shape();
        let fits = shape.game == Some(rules.variant) && shape.inputs == B::SET;
        let (told, results) = (Told::of(rules), Results::of(rules));
        fits.then_some(GameNet {
            net: Arc::new(net),
            told,
            results,
            untaught: false,
            board: PhantomData,
        })
    }

    /// The program's own judge of a game under these rules; `None` if it has none, or the game is
    /// not played on such boards.
    ///
    /// # Errors
    /// [`NetFileError`] as of [`net`].
    pub fn embedded(rules: &Rules) -> Option<Result<GameNet<B>, NetFileError>> {
        match net(rules.variant)? {
            Ok(net) => GameNet::new(rules, net.clone()).map(Ok),
            Err(error) => Some(Err(error)),
        }
    }

    /// The net.
    pub fn net(&self) -> &Net {
        &self.net
    }

    pub(crate) fn net_mut(&mut self) -> &mut Net {
        Arc::make_mut(&mut self.net)
    }

    /// Judges under other rules of its game from now on.
    pub fn play_under(&mut self, rules: &Rules) {
        debug_assert_eq!(rules.variant, self.game());
        self.told = Told::of(rules);
        self.results = Results::of(rules);
    }

    /// The same judge, told so of the rules.
    #[must_use]
    pub fn told_so(self, told: Told) -> GameNet<B> {
        GameNet { told, ..self }
    }

    /// The same judge, which says that it was taught under other rules.
    #[must_use]
    pub fn untaught(self) -> GameNet<B> {
        GameNet { untaught: true, ..self }
    }

    /// What it is told of the rules.
    pub fn told(&self) -> Told {
        self.told
    }

    /// How its game's results are told apart.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// The game.
    pub fn game(&self) -> Variant {
        self.results.rules().variant
    }

    /// Name and hash of the net.
    pub fn version(&self) -> NetInfo {
        self.net.info(self.game().name())
    }
}

impl<B: Described> Evaluator<B> for GameNet<B> {
    fn evaluate(&self, boards: &[B], chances: &mut [Chances]) {
        simd::run(Batch { judge: self, boards, chances });
    }

    fn shortfall(&self) -> Option<String> {
        let game = self.game().name();
        let reason = || format!("the net of {game} was taught under other rule options");
        self.untaught.then(reason)
    }
}

struct Batch<'a, B> {
    judge: &'a GameNet<B>,
    boards: &'a [B],
    chances: &'a mut [Chances],
}

impl<B: Described> Kernel for Batch<'_, B> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let GameNet { net, told, results, .. } = self.judge;
        let (mut inputs, mut activations) = (Inputs::new(), Activations::ZERO);
        for (board, chances) in self.boards.iter().zip(self.chances) {
            let shares = match results.of_board(board) {
                Fixed::Known(shares) => shares,
                Fixed::Open(possible) => {
                    board.describe(*told, &mut inputs);
                    net.forward::<L>(&inputs, &mut activations);
                    classes(&activations.outputs, &possible)
                }
            };
            *chances = cumulative(&shares);
        }
    }
}

#[cfg(test)]
mod tests;
