//! What a session changes: its game and its settings.

use nardy_protocol::{At, DiceChoice};

use super::convert::{Answered, named_position, no_game, with_dice};
use super::settings::Settings;
use crate::game::Game;
use crate::moves::TurnContext;
use crate::rules::{Position, Rules, Variant};
use crate::search::TablesTurn;

/// The game on the table and how it is handled.
#[derive(Debug)]
pub struct Table {
    /// The game, once there is one.
    pub game: Option<Game>,
    /// The rules of the next game.
    pub rules: Rules,
    /// Settings of the session.
    pub settings: Settings,
    /// The seed of the dice, where one was set.
    pub seed: Option<u64>,
}

impl Default for Table {
    fn default() -> Table {
        let rules = Variant::Backgammon.rules();
        Table { game: None, rules, settings: Settings::default(), seed: None }
    }
}

impl Table {
    /// The position that a request is about: the one it names, else that of the game.
    ///
    /// # Errors
    /// If it cannot be read or cannot be, or there is no game.
    pub fn subject(&self, at: &At) -> Answered<Position> {
        let position = match named_position(at)? {
            Some(position) => position,
            None => *self.game.as_ref().ok_or_else(no_game)?.position(),
        };
        with_dice(position, at.dice)
    }

    /// What the game knows of the turn that a request is about; nothing of a position named in it.
    pub fn turn(&self, at: &At) -> Option<TurnContext> {
        let own = at.position.is_none() && at.variant.is_none();
        self.game.as_ref().filter(|_| own).and_then(|game| game.state().turn())
    }

    /// The same of several boards.
    pub fn tables_turn(&self, at: &At) -> TablesTurn {
        let own = at.position.is_none() && at.variant.is_none();
        self.game.as_ref().filter(|_| own).map_or(TablesTurn::UNKNOWN, |game| {
            let (turns, chosen) = game.state().tables_turn();
            TablesTurn { turns, chosen }
        })
    }

    /// Whether a request names all 21 throws.
    pub fn asks_all_dice(at: &At) -> bool {
        at.dice == Some(DiceChoice::All)
    }
}
