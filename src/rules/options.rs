//! Rule options by name: what `set rule`, `list rules` and NPN's braces speak of.

mod table;

use super::parallel::Games;
use super::{
    AfterDrop, Dave, HideCheck, HitAndBearOff, HitAndHide, ParallelCube, Prime, PrimeCheck, Rules,
    Scoring, Series, Standstill, Variant,
};
use std::borrow::Cow;
use thiserror::Error;

pub use table::RULE_OPTIONS;

/// Which games have an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// All games of one board.
    Every,
    /// Games of several boards as a whole.
    Match,
    /// Games with hitting.
    Hitting,
    /// Games whose values `scoring` names.
    Scoring,
    /// Games that can be played with a cube.
    Cube,
    /// Games that know dave.
    Dave,
    /// Long nardy and khachapuri.
    Prime,
    /// Long nardy.
    Long,
    /// Khachapuri.
    Khachapuri,
    /// Royal nardy.
    Royal,
    /// Doublegammon.
    Doublegammon,
    /// Plakoto.
    Plakoto,
    /// Gul bara.
    GulBara,
    /// The games of a tavli match.
    Series,
    /// Parallel games.
    Parallel,
}

/// One disputed point of the rules that a user may settle.
pub struct RuleOption {
    /// Its name, as `set rule` takes it.
    pub name: &'static str,
    /// What it takes: `choice` (of `values`), `layout` or `preset`.
    pub kind: &'static str,
    /// The names of its values; for a layout one example.
    pub values: &'static [&'static str],
    /// The rule or ambiguity it settles.
    pub rule: &'static str,
    /// What it decides, in one sentence.
    pub about: &'static str,
    /// Which games have it.
    groups: &'static [Group],
    get: fn(&Rules) -> Cow<'static, str>,
    set: fn(&mut Rules, &str) -> bool,
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No rule option has this name.
    #[error("there is no rule option '{0}'")]
    Unknown(String),
    /// The option exists, the value does not.
    #[error("'{value}' is not a value of {name}: {}", .values.join(", "))]
    BadValue {
        /// The option.
        name: &'static str,
        /// What was asked for.
        value: String,
        /// What it takes.
        values: &'static [&'static str],
    },
    /// The option belongs to other games.
    #[error("{name} is no option of {game}: it belongs to {}", .games.join(", "))]
    OtherGame {
        /// The option.
        name: &'static str,
        /// The game that has no such option.
        game: &'static str,
        /// The games that have it.
        games: Vec<&'static str>,
    },
    /// Two options cannot both hold.
    #[error("{0}")]
    Contradiction(&'static str),
}

impl RuleOption {
    /// The option's value under `rules`.
    pub fn value(&self, rules: &Rules) -> Cow<'static, str> {
        if self.is_of_boards(rules) {
            let first = (0..rules.tables()).map(|n| rules.of_table(n));
            let table = first.into_iter().find(|table| self.belongs_to(table.variant));
            return (self.get)(&table.unwrap_or(*rules));
        }
        (self.get)(rules)
    }

    /// Whether a game has this option.
    pub fn belongs_to(&self, variant: Variant) -> bool {
        self.groups.iter().any(|group| variant.spec().groups.contains(group))
    }

    /// Whether the option can be set under `rules`, for the game or one of its boards.
    pub fn applies(&self, rules: &Rules) -> bool {
        self.belongs_to(rules.variant) || self.is_of_boards(rules)
    }

    /// Whether the option is one of the boards' games, not of the parallel game itself.
    fn is_of_boards(&self, rules: &Rules) -> bool {
        !self.belongs_to(rules.variant)
            && rules.parallel.games.iter().any(|game| self.belongs_to(game))
    }

    pub(super) fn put(&self, rules: &mut Rules, value: &str) -> bool {
        (self.set)(rules, value)
    }
}

impl Rules {
    /// Sets the option `name` to `value`.
    ///
    /// # Errors
    /// [`OptionError`] if there is no such option or value, the game does not have it, or it
    /// contradicts another; the rules are then unchanged.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.set_all([(name, value)])
    }

    /// Sets several options that hold together.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    pub fn set_all<'a>(
        &mut self,
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(), OptionError> {
        let mut changed = *self;
        for (name, value) in settings {
            changed.put(name, value)?;
        }
        changed.check()?;
        *self = changed;
        Ok(())
    }

    fn put(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let found = RULE_OPTIONS.iter().enumerate().find(|(_, option)| option.name == name);
        let (index, option) = found.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        if !option.applies(self) {
            let has = |variant: &Variant| option.belongs_to(*variant);
            return Err(OptionError::OtherGame {
                name: option.name,
                game: self.variant.name(),
                games: Variant::ALL.into_iter().filter(has).map(Variant::name).collect(),
            });
        }
        let done = if option.is_of_boards(self) {
            let known = option.values.iter().position(|known| *known == value);
            let slot = self.parallel.board_options.get_mut(index);
            let of_choice = option.kind != "layout";
            known.filter(|_| of_choice).zip(slot).map(|(n, slot)| *slot = n as u8 + 1).is_some()
        } else {
            option.put(self, value)
        };
        if done {
            return Ok(());
        }
        let (name, values) = (option.name, option.values);
        Err(OptionError::BadValue { name, value: value.to_owned(), values })
    }

    /// Whether the options can hold together.
    fn check(&self) -> Result<(), OptionError> {
        for table in (0..self.tables()).map(|n| self.of_table(n)).chain([*self]) {
            if let Some(why) = table.contradiction() {
                return Err(OptionError::Contradiction(why));
            }
        }
        Ok(())
    }

    fn contradiction(&self) -> Option<&'static str> {
        let (moves, pays) = (&self.movement, &self.pays);
        let hides = moves.hide != HitAndHide::Allowed;
        let pays_mars = matches!(pays.scoring, Scoring::Backgammon | Scoring::Portes);
        let has_royals = self.variant.spec().kind == super::BoardKind::Royal;
        let single_cube = self.parallel.cube == ParallelCube::Single;
        let cases = [
            (
                !hides && moves.hide_check == HideCheck::Step,
                "hit-and-hide.check=step tests what hit-and-hide=allowed permits",
            ),
            (
                !hides && moves.hit_and_bear_off == HitAndBearOff::OnlyIfForced,
                "hit-and-bear-off=only-if-forced limits what hit-and-hide=allowed permits",
            ),
            (
                moves.prime == Prime::Free && moves.prime_check == PrimeCheck::End,
                "long.prime-check=end tests what long.prime=free permits",
            ),
            (
                self.dave != Dave::Off && pays_mars,
                "with dave there is no mars, so scoring may not pay one",
            ),
            (
                self.dave == Dave::Off && self.dave_max.is_some(),
                "dave.max limits a dave that is off",
            ),
            (
                pays.standstill == Standstill::Score && !has_royals,
                "standstill=score pays royals, which only royal nardy has",
            ),
            (
                !single_cube && self.parallel.after_drop == AfterDrop::Single,
                "parallel.after-drop=single is about parallel.cube=single",
            ),
            (
                self.dave_max.is_some_and(|max| !self.is_stake(max)),
                "dave=geometric never reaches a dave.max that is no power of two",
            ),
        ];
        cases.into_iter().find_map(|(holds, why)| holds.then_some(why))
    }

    /// The options whose values differ from the game's defaults, as NPN writes them in braces.
    pub fn differing(&self) -> impl Iterator<Item = (&'static str, Cow<'static, str>)> + '_ {
        let defaults = self.variant.rules();
        RULE_OPTIONS.iter().enumerate().filter_map(move |(index, option)| {
            if option.is_of_boards(self) {
                let set = usize::from(*self.parallel.board_options.get(index)?).checked_sub(1)?;
                return Some((option.name, Cow::Borrowed(*option.values.get(set)?)));
            }
            let value = option.value(self);
            let differs = option.kind != "preset" && option.belongs_to(self.variant);
            (differs && value != option.value(&defaults)).then_some((option.name, value))
        })
    }

    /// The name of the game, with its boards where it has several: `parallel:short+long`.
    pub fn name(&self) -> Cow<'static, str> {
        if self.parallel.games.is_empty() {
            return self.variant.name().into();
        }
        let games: Vec<&str> = self.parallel.games.iter().map(Variant::name).collect();
        format!("{}:{}", self.variant.name(), games.join("+")).into()
    }

    /// The rules of the game with this name: a variant, `parallel:short+long`, or another name of a
    /// game with options set (`tavli`, `tapa`, `mahbusa`, `takhteh`).
    pub fn from_name(name: &str) -> Option<Rules> {
        let with = |variant: Variant, change: fn(&mut Rules)| {
            let mut rules = variant.rules();
            change(&mut rules);
            Some(rules)
        };
        match name {
            "tavli" => with(Variant::Portes, |rules| rules.series = Series::Tavli),
            "tapa" => with(Variant::Plakoto, |rules| rules.pays.mother = super::Mother::PlaysOn),
            "mahbusa" => with(Variant::Plakoto, |_| ()),
            "takhteh" => with(Variant::Tavla, |_| ()),
            _ => match name.strip_prefix("parallel:") {
                None => Variant::from_name(name).map(Variant::rules),
                Some(list) => {
                    let games: Option<Vec<Variant>> =
                        list.split('+').map(Variant::from_name).collect();
                    let games = Games::new(&games?)?;
                    let mut rules = Variant::Parallel.rules();
                    rules.parallel.games = games;
                    Some(rules)
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{FirstMoveDoubles, LastRoll, LongScoring};

    #[test]
    fn an_option_of_another_game_is_refused() {
        let mut rules = Variant::Short.rules();
        let error = rules.set("long.prime", "free").unwrap_err();
        assert!(matches!(&error, OptionError::OtherGame { games, .. } if games.contains(&"long")));
        assert_eq!(rules, Variant::Short.rules());
        assert!(matches!(rules.set("long.prim", "free"), Err(OptionError::Unknown(_))));
        let mut long = Variant::Long.rules();
        assert!(matches!(long.set("long.prime", "sometimes"), Err(OptionError::BadValue { .. })));
    }

    #[test]
    fn contradictory_options_are_refused_when_set() {
        let cases: [(&str, &[(&str, &str)]); 8] = [
            ("backgammon", &[("hit-and-hide.check", "step")]),
            ("backgammon", &[("hit-and-bear-off", "only-if-forced")]),
            ("short", &[("hit-and-hide.check", "step"), ("hit-and-hide", "allowed")]),
            ("long", &[("long.prime-check", "end")]),
            ("short", &[("dave", "geometric"), ("scoring", "backgammon")]),
            ("short", &[("dave.max", "8")]),
            ("long", &[("standstill", "score")]),
            ("parallel:short+long", &[("parallel.after-drop", "single")]),
        ];
        for (name, settings) in cases {
            let mut rules = Rules::from_name(name).unwrap();
            let before = rules;
            let error = rules.set_all(settings.iter().copied()).unwrap_err();
            assert!(matches!(error, OptionError::Contradiction(_)), "{name} {settings:?}: {error}");
            assert_eq!(rules, before);
        }
    }

    #[test]
    fn presets_set_several_options_and_are_not_written() {
        let mut rules = Variant::Long.rules();
        rules.set("preset", "fsnr").unwrap();
        assert_eq!(rules.pays.long, LongScoring::Fsnr);
        assert_eq!(rules.movement.prime, Prime::MustHaveEnemyAhead);
        assert_eq!(rules.movement.first_move_doubles, FirstMoveDoubles::ListedDoubles);
        assert!(rules.differing().all(|(name, _)| name != "preset"));
        let mut read = Variant::Long.rules();
        let written: Vec<_> = rules.differing().collect();
        read.set_all(written.iter().map(|(name, value)| (*name, &**value))).unwrap();
        assert_eq!(read, rules);
        assert!(Variant::Short.rules().set("preset", "fsnr").is_err());
        rules.set("preset", "seed").unwrap();
        assert_eq!(rules, Variant::Long.rules());
    }

    #[test]
    fn options_of_parallel_boards_go_to_the_boards_that_have_them() {
        let mut rules = Rules::from_name("parallel:short+long").unwrap();
        rules.set("long.prime", "must-have-enemy-ahead").unwrap();
        rules.set("hit-and-hide", "allowed").unwrap();
        assert_eq!(rules.of_table(0).movement.hide, HitAndHide::Allowed);
        assert_eq!(rules.of_table(1).movement.prime, Prime::MustHaveEnemyAhead);
        assert_eq!(rules.differing().count(), 2);
        assert!(rules.set("royal.bonus", "power").is_err());
        for name in ["parallel:short", "parallel:short+short+short+short+short", "parallel:go+long"]
        {
            assert_eq!(Rules::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn every_value_of_every_option_can_be_named_or_is_refused_with_a_reason() {
        for variant in Variant::ALL {
            for option in RULE_OPTIONS.iter().filter(|option| option.belongs_to(variant)) {
                for value in option.values {
                    let mut rules = variant.rules();
                    match rules.set(option.name, value) {
                        Ok(()) => assert_eq!(option.value(&rules), *value, "{}", option.name),
                        Err(error) => assert!(
                            matches!(error, OptionError::Contradiction(_))
                                || option.kind == "preset",
                            "{error}"
                        ),
                    }
                }
            }
        }
    }

    #[test]
    fn a_last_roll_may_be_drawn_only_in_long_nardy() {
        let mut rules = Variant::Long.rules();
        rules.set("long.last-roll", "draw").unwrap();
        assert_eq!(rules.pays.last_roll, LastRoll::Draw);
        assert!(Variant::Khachapuri.rules().set("long.last-roll", "draw").is_err());
    }
}
