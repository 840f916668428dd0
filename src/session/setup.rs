//! `new …` and `set …`.

use nardy_protocol::{
    CubeOwner, ErrorCode, FieldList, Fields, ProtocolError, Reply, Setting, Word,
};

use super::convert::{Answered, game_error, no_game, option_error, position, roll, rules, side};
use super::settings::{LEVELS, level};
use super::state::changed;
use super::table::Table;
use crate::board::Byside;
use crate::game::{DiceSource, Game, Setting as GameSetting};
use crate::rules::{Phase, Rules};

/// `new game [VARIANT]`.
pub fn new_game(table: &mut Table, variant: Option<&Word>) -> Answered<Reply> {
    let rules = chosen_rules(table, variant)?;
    let fresh = table.game.is_none();
    let game = table.game_or_new(rules)?;
    if !fresh {
        game.new_game(rules).map_err(|error| game_error(&error))?;
    }
    Ok(began(table))
}

/// `new match LENGTH [VARIANT]`.
pub fn new_match(table: &mut Table, length: u16, variant: Option<&Word>) -> Answered<Reply> {
    let rules = chosen_rules(table, variant)?;
    let game = table.game_or_new(rules)?;
    game.new_match(length.into(), rules).map_err(|error| game_error(&error))?;
    Ok(began(table))
}

fn chosen_rules(table: &Table, variant: Option<&Word>) -> Answered<Rules> {
    variant.map_or(Ok(table.rules), rules)
}

fn began(table: &mut Table) -> Reply {
    let Some(game) = &table.game else { return Reply::ok() };
    let state = game.state();
    table.rules = state.rules;
    let fields = Fields::new().text("variant", state.rules.name());
    let fields = match state.score.length {
        0 => fields,
        length => fields.int("length", length).int("game", state.game),
    };
    Reply::ok().closing_ok(changed(fields, state))
}

/// `set …`.
pub fn set(table: &mut Table, setting: &Setting) -> Answered<Reply> {
    if let Some(reply) = set_session(table, setting)? {
        return Ok(reply);
    }
    let change = match setting {
        Setting::Variant(word) => return set_variant(table, word),
        Setting::Rule { name, value } => return set_rule(table, name, value),
        Setting::Position(word) => {
            let position = position(word, table.rules)?;
            table.game_or_new(position.rules)?;
            GameSetting::Position(position)
        }
        Setting::Turn(colour) => GameSetting::Turn(side(*colour)),
        Setting::Dice(dice) => GameSetting::Dice(dice.map(roll).transpose()?),
        Setting::CubeValue(value) => GameSetting::CubeValue(*value),
        Setting::CubeOwner(CubeOwner::Side(colour)) => GameSetting::CubeOwner(Some(side(*colour))),
        Setting::CubeOwner(CubeOwner::Centre) => GameSetting::CubeOwner(None),
        Setting::CubeUse(on) => GameSetting::CubeUse(*on),
        Setting::Score { white, black } => {
            GameSetting::Score(Byside::new((*white).into(), (*black).into()))
        }
        Setting::Length(length) => GameSetting::Length((*length).into()),
        Setting::Crawford(on) => GameSetting::Crawford(*on),
        Setting::Jacoby(on) => GameSetting::Jacoby(*on),
        Setting::Beavers(count) => GameSetting::Beavers(*count),
        // Told apart above; nothing of the game changes.
        _ => return Ok(Reply::ok()),
    };
    let game = table.game.as_mut().ok_or_else(no_game)?;
    game.set(change).map_err(|error| game_error(&error))?;
    table.rules = game.state().rules;
    Ok(Reply::ok().closing_ok(changed(Fields::new(), game.state())))
}

/// Settings of the session; `None` where the setting is one of the game.
fn set_session(table: &mut Table, setting: &Setting) -> Answered<Option<Reply>> {
    let settings = &mut table.settings;
    let told = |name: &'static str, value: String| {
        Ok(Some(Reply::ok().closing_ok(Fields::new().text(name, value))))
    };
    match setting {
        Setting::Plies(plies) => settings.plies = *plies,
        Setting::Time(time) => settings.time_ms = *time,
        Setting::Threads(threads) => settings.threads = *threads,
        Setting::Noise(noise) => settings.noise = *noise,
        Setting::Met(table) => settings.met = *table,
        Setting::Format(format) => settings.format = *format,
        Setting::Numbering(numbering) => settings.numbering = *numbering,
        Setting::AutoPass(on) => settings.auto_pass = *on,
        Setting::Seed(seed) => {
            settings.seed = Some(*seed);
            table.seed = Some(*seed);
            if let Some(game) = &mut table.game {
                game.set_dice_source(DiceSource::seeded(*seed));
            }
            return told("seed", seed.to_string());
        }
        Setting::Level(word) => {
            let found = level(&word.text).ok_or_else(|| no_level(word))?;
            (settings.plies, settings.noise) = (found.plies, found.noise);
            return told("level", found.name.to_owned());
        }
        _ => return Ok(None),
    }
    let name = setting.name().trim_start_matches("set ");
    let value = settings.value(name).unwrap_or_default();
    told(name, value)
}

/// The error of a level that does not exist.
pub fn no_level(word: &Word) -> ProtocolError {
    let names: Vec<&str> = LEVELS.iter().map(|level| level.name).collect();
    ProtocolError::new(ErrorCode::BadValue, format!("there is no level '{}'", word.text))
        .at(word.column)
        .expecting(names.join("|"))
        .suggesting(nardy_protocol::nearest(&word.text, names.iter().copied()))
}

/// The variant of the next game, and of the current one while nobody has thrown.
fn set_variant(table: &mut Table, word: &Word) -> Answered<Reply> {
    let rules = rules(word)?;
    if let Some(game) = &mut table.game
        && game.phase() == Phase::Opening
        && game.position().white_board == game.position().rules.start()
    {
        game.set(GameSetting::Rules(rules)).map_err(|error| game_error(&error))?;
        table.rules = rules;
        let fields = Fields::new().text("variant", rules.name());
        return Ok(Reply::ok().closing_ok(changed(fields, game.state())));
    }
    table.rules = rules;
    Ok(Reply::ok().closing_ok(Fields::new().text("variant", variant_text(&rules))))
}

fn set_rule(table: &mut Table, name: &Word, value: &Word) -> Answered<Reply> {
    let mut rules = table.rules;
    rules.set(&name.text, &value.text).map_err(|error| {
        let column = match error {
            crate::rules::OptionError::Unknown(_) => name.column,
            _ => value.column,
        };
        option_error(&error, column)
    })?;
    if let Some(game) = &mut table.game {
        game.set(GameSetting::Rules(rules)).map_err(|error| game_error(&error))?;
    }
    table.rules = rules;
    let fields = Fields::new().text("variant", variant_text(&rules));
    Ok(Reply::ok().closing_ok(match &table.game {
        Some(game) => changed(fields, game.state()),
        None => fields,
    }))
}

/// A variant with its options, as NPN writes them.
pub fn variant_text(rules: &Rules) -> String {
    let options: Vec<String> =
        rules.differing().map(|(name, value)| format!("{name}={value}")).collect();
    match options.is_empty() {
        true => rules.name().into_owned(),
        false => format!("{}{{{}}}", rules.name(), options.join(",")),
    }
}

impl Table {
    /// The session's game; where there is none yet, a new one under `rules`.
    ///
    /// # Errors
    /// Where the operating system gives no seed for the dice.
    pub fn game_or_new(&mut self, rules: Rules) -> Answered<&mut Game> {
        if self.game.is_none() {
            let dice = match self.seed {
                Some(seed) => Ok(DiceSource::seeded(seed)),
                None => DiceSource::from_os(),
            };
            let dice = dice.map_err(|e| ProtocolError::new(ErrorCode::Internal, e.to_string()))?;
            self.game = Some(Game::new(rules, dice));
        }
        self.game.as_mut().ok_or_else(no_game)
    }
}
