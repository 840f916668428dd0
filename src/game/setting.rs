//! What may be set by hand, each checked as a written position is.

use super::play::LENGTH_MAX;
use super::score::one_away;
use super::state::{crawford_by_default, use_cube};
use super::{Action, Change, Game, GameError, State};
use crate::board::{Byside, Points, Roll, Side};
use crate::rules::{Cube, Phase, Position, Rules, TABLES_MAX};

/// One thing set by hand.
#[expect(clippy::large_enum_variant, reason = "made once a command, and copied by whoever asks")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Who decides; in the opening this settles who begins, and dice that lie there stay.
    Turn(Side),
    /// The throw to be played, or none; in the opening White plays it.
    Dice(Option<Roll>),
    /// The cube's value.
    CubeValue(u32),
    /// The cube's owner, `None` for the centre.
    CubeOwner(Option<Side>),
    /// Whether a cube is in use, in this game and later ones.
    CubeUse(bool),
    /// The score. With the Crawford rule and a side one point away play is post-Crawford until
    /// `Crawford(true)` says otherwise, as in GNU Backgammon.
    Score(Byside<Points>),
    /// The match length; 0 makes it a money session.
    Length(u32),
    /// While a side is one point away, whether this is the Crawford game; before, whether the match
    /// has one.
    Crawford(bool),
    /// The Jacoby rule.
    Jacoby(bool),
    /// How many beavers in a row are allowed.
    Beavers(u8),
    /// The rules; another game's start position replaces one that nobody has thrown for.
    Rules(Rules),
    /// A whole position. A side whose checkers do not stand as at the start has had a turn.
    Position(Position),
}

impl Setting {
    /// The words for it.
    pub const fn name(&self) -> &'static str {
        match self {
            Setting::Turn(_) => "set turn",
            Setting::Dice(_) => "set dice",
            Setting::CubeValue(_) => "set cube value",
            Setting::CubeOwner(_) => "set cube owner",
            Setting::CubeUse(_) => "set cube use",
            Setting::Score(_) => "set score",
            Setting::Length(_) => "set length",
            Setting::Crawford(_) => "set crawford",
            Setting::Jacoby(_) => "set jacoby",
            Setting::Beavers(_) => "set beavers",
            Setting::Rules(_) => "set rule",
            Setting::Position(_) => "set position",
        }
    }
}

impl Game {
    /// Sets something by hand.
    ///
    /// When the game is over, its checkers, turn, dice and cube can no longer be set; score, match
    /// rules and rules are then those of the next game.
    ///
    /// # Errors
    /// If the phase forbids it, or every reason why the resulting position cannot be.
    pub fn set(&mut self, setting: Setting) -> Result<&Change, GameError> {
        let after = match setting {
            Setting::Position(position) => self.with_position(&position)?,
            _ => self.with_setting(setting)?,
        };
        let action = match setting {
            Setting::Position(_) => Action::SetPosition,
            _ => Action::Set(setting.name()),
        };
        Ok(self.commit(None, action, after))
    }

    fn with_setting(&self, setting: Setting) -> Result<State, GameError> {
        let mut after = *self.state;
        let over = matches!(self.phase(), Phase::Over(_));
        if over {
            // What can still be set is checked on the start of the next game.
            after.position = Position { score: after.score, ..Position::start(after.rules) };
            if let Some(in_use) = after.cube_use {
                use_cube(&mut after.position, in_use);
            }
        }
        match setting {
            Setting::Turn(_)
            | Setting::Dice(_)
            | Setting::CubeValue(_)
            | Setting::CubeOwner(_)
            | Setting::CubeUse(_)
                if over =>
            {
                return Err(self.wrong_phase(setting.name()));
            }
            Setting::Turn(_) | Setting::Dice(_) => {
                after.position.phase = self.phase_set(setting)?;
            }
            Setting::CubeValue(value) => self.set_cube(&mut after, |cube| cube.value = value)?,
            Setting::CubeOwner(owner) => self.set_cube(&mut after, |cube| cube.owner = owner)?,
            Setting::CubeUse(in_use) => {
                after.cube_use = Some(in_use);
                use_cube(&mut after.position, in_use);
            }
            Setting::Rules(rules) => set_rules(&mut after, rules),
            _ => set_score(&mut after, setting)?,
        }
        let checked = recheck(&after.position)?;
        (after.score, after.rules) = (checked.score, checked.rules);
        after.position = if over { self.state.position } else { checked };
        if let (Phase::Opening, Some(side)) = (self.phase(), after.position.phase.decider()) {
            after.note_beginner(side);
        }
        Ok(after)
    }

    fn set_cube(&self, after: &mut State, set: impl FnOnce(&mut Cube)) -> Result<(), GameError> {
        let table = match after.position.parallel {
            Some(_) if after.position.cube.in_use => 0,
            Some(_) => self.meant("set cube")?,
            None => 0,
        };
        let mut cube = after.position.cube_of(table);
        set(&mut cube);
        after.position.set_cube_of(table, cube);
        Ok(())
    }

    fn phase_set(&self, setting: Setting) -> Result<Phase, GameError> {
        let phase = match (setting, self.phase()) {
            (Setting::Turn(side), Phase::Opening | Phase::ToRoll(_)) => Phase::ToRoll(side),
            (Setting::Turn(side), Phase::ToMove(_, roll)) => Phase::ToMove(side, roll),
            (Setting::Dice(Some(roll)), Phase::Opening) => Phase::ToMove(Side::White, roll),
            (Setting::Dice(Some(roll)), Phase::ToRoll(side) | Phase::ToMove(side, _)) => {
                Phase::ToMove(side, roll)
            }
            (Setting::Dice(None), Phase::Opening) => Phase::Opening,
            (Setting::Dice(None), Phase::ToRoll(side) | Phase::ToMove(side, _)) => {
                Phase::ToRoll(side)
            }
            _ => return Err(self.wrong_phase(setting.name())),
        };
        Ok(phase)
    }

    fn with_position(&self, position: &Position) -> Result<State, GameError> {
        let position = recheck(position)?;
        check_length(position.score.length)?;
        let start = Position::start(position.rules);
        let had_turn = |n: usize, side: Side| {
            let (now, then) = (position.table(n, side), start.table(n, side));
            let row = |board: crate::board::AnyBoard| *board.counts().row(0);
            // Later than the throws that some rules count (V-07).
            if now.map(row) == then.map(row) { 0 } else { 3 }
        };
        let turns = |n| Byside::new(had_turn(n, Side::White), had_turn(n, Side::Black));
        let cube_use = match position.open_tables().next() {
            Some(n) => Some(position.cube_of(n).in_use),
            None => self.state.cube_use,
        };
        let (match_now, match_before) = (position.score.length > 0, self.state.score.length > 0);
        let score = position.score;
        let crawford_rule = match (score.crawford || score.post_crawford, match_before) {
            (true, _) => true,
            (false, true) if match_now => self.state.crawford_rule,
            _ => crawford_by_default(position.rules.variant),
        };
        let mut after = State {
            position,
            score,
            rules: position.rules,
            crawford_rule,
            game: self.state.game,
            beginner: None,
            opened: Phase::Opening,
            turns: std::array::from_fn::<_, TABLES_MAX, _>(turns),
            cube_use,
            chosen: None,
            leftover: None,
            double: None,
            resume: None,
        };
        if let Phase::Over(outcome) = position.phase {
            after.end(outcome);
        }
        Ok(after)
    }
}

/// New rules for the current game; one that nobody has thrown for may become another game.
fn set_rules(state: &mut State, rules: Rules) {
    let position = &mut state.position;
    let start = Position::start(position.rules);
    let untouched =
        position.white_board == start.white_board && position.parallel == start.parallel;
    if position.phase == Phase::Opening && untouched {
        let (score, same) = (position.score, rules.variant == position.rules.variant);
        let cube = position.cube;
        *position = Position { score, ..Position::start(rules) };
        if same && position.parallel.is_none() {
            position.cube = cube;
        }
        if let Some(in_use) = state.cube_use {
            use_cube(&mut state.position, in_use);
        }
        return;
    }
    position.rules = rules;
}

fn check_length(length: u32) -> Result<(), GameError> {
    if length > LENGTH_MAX {
        return Err(GameError::Length { length, max: LENGTH_MAX });
    }
    Ok(())
}

fn set_score(state: &mut State, setting: Setting) -> Result<(), GameError> {
    let crawford_rule = state.crawford_rule;
    let score = &mut state.position.score;
    match setting {
        Setting::Score(points) => score.score = points,
        Setting::Length(length) => {
            check_length(length)?;
            score.length = length;
        }
        Setting::Jacoby(on) => score.jacoby = on,
        Setting::Beavers(count) => score.beavers = count,
        Setting::Crawford(on) => {
            // Where nobody is one point away there is no Crawford game to name, only a rule; in
            // money play not even that, which the check then says.
            let this_game = one_away(score) || score.length == 0;
            score.crawford = on && this_game;
            score.post_crawford = !on && score.length > 1 && this_game;
            if on || !this_game {
                state.crawford_rule = on;
            }
        }
        _ => {}
    }
    if matches!(setting, Setting::Score(_) | Setting::Length(_)) {
        score.crawford = false;
        score.post_crawford = crawford_rule && score.length > 1 && one_away(score);
    }
    Ok(())
}

/// The position written down and read again, so that nothing impossible is set by hand.
fn recheck(position: &Position) -> Result<Position, GameError> {
    Ok(Position::from_setup(&position.to_setup(), position.rules)?)
}
