//! The nets that know one game each, as evaluators of a search.

use super::answer::Evaluators;
use super::kind::AnyEvaluator;
use crate::board::{Board, LapBoard, PinBoard, RoyalBoard};
use crate::eval::Evaluator;
use crate::eval::features::{Described, InputSet, Told};
use crate::eval::games::{GameNet, all_told, games, knows};
use crate::eval::net::{Net, NetFileError};
use crate::rules::{Rules, Variant};
use std::sync::Arc;

/// Rules of a game that a net judges alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taught {
    game: Variant,
    told: Told,
    /// Whether it was taught under such rules.
    known: bool,
}

impl Taught {
    pub(super) fn covers(&self, rules: &Rules) -> bool {
        (self.game, self.told, self.known) == (rules.variant, Told::of(rules), knows(rules))
    }
}

impl Evaluators {
    /// These and the program's own nets of the games that one net knows.
    ///
    /// # Errors
    /// [`NetFileError`] as of [`crate::eval::games::net`].
    pub fn with_games(self) -> Result<Self, NetFileError> {
        games().try_fold(self, |known, game| match crate::eval::games::net(game) {
            Some(net) => Ok(known.with_net(net?)),
            None => Ok(known),
        })
    }

    /// These and the net of a game; it replaces an earlier one.
    #[must_use]
    pub fn with_net(mut self, net: &Net) -> Self {
        let Some(game) = net.shape().game else { return self };
        self.by_game.retain(|(taught, _)| taught.game != game);
        let judges = match net.shape().inputs {
            InputSet::Contact | InputSet::Race => Vec::new(),
            InputSet::Parallel => judges::<Board>(game, net),
            InputSet::Royal => judges::<RoyalBoard>(game, net),
            InputSet::Laps => judges::<LapBoard>(game, net),
            InputSet::Pins => judges::<PinBoard>(game, net),
        };
        self.by_game.extend(judges);
        self
    }
}

/// The net under all rules: those that it was taught, and others.
fn judges<B: Described + 'static>(game: Variant, net: &Net) -> Vec<(Taught, AnyEvaluator)>
where
    AnyEvaluator: From<Arc<dyn Evaluator<B>>>,
{
    let mut judges = Vec::new();
    let Some(judge) = GameNet::<B>::new(&game.rules(), net.clone()) else { return judges };
    for limited_prime in [false, true] {
        for mothers_play_on in [false, true] {
            let told = Told { limited_prime, mothers_play_on };
            for known in [true, false] {
                let taught = Taught { game, told, known };
                let usual = all_told(game).contains(&told);
                if known && !usual {
                    continue;
                }
                let judge = judge.clone().told_so(told);
                let judge = if known { judge } else { judge.untaught() };
                let judge: Arc<dyn Evaluator<B>> = Arc::new(judge);
                judges.push((taught, judge.into()));
            }
        }
    }
    judges
}
