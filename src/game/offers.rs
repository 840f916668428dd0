//! Doubles and resignations: offers that the other side answers.

use super::{Action, BeaverRefusal, Change, DoubleRefusal, Game, GameError, PendingDouble};
use crate::board::Side;
use crate::rules::{Outcome, Phase, Position, Scoring, WinKind};

impl Game {
    /// The side to throw offers a double (C-10).
    ///
    /// # Errors
    /// If nobody is about to throw, or the side may not double.
    pub fn double(&mut self) -> Result<&Change, GameError> {
        let Phase::ToRoll(side) = self.phase() else {
            return Err(self.wrong_phase("double"));
        };
        if let Some(reason) = double_refusal(self.position(), side) {
            return Err(GameError::NoDouble { side, reason });
        }
        let mut after = self.state;
        after.double = Some(PendingDouble { doubler: side, beavers: 0 });
        after.position.phase = Phase::DoubleOffered(side.other());
        Ok(self.commit(Some(side), Action::Double, after))
    }

    /// The double is taken: the cube doubles and belongs to the side that was doubled first, the
    /// doubler throws.
    ///
    /// # Errors
    /// If no double is offered.
    pub fn take(&mut self) -> Result<&Change, GameError> {
        let (side, double) = self.offered("take")?;
        let mut after = self.state;
        after.position.cube.value = after.position.cube.value.saturating_mul(2);
        after.position.cube.owner = Some(double.doubler.other());
        after.position.phase = Phase::ToRoll(double.doubler);
        after.double = None;
        Ok(self.commit(Some(side), Action::Take, after))
    }

    /// The double is refused: the game is lost at the cube's value before it, as a single game.
    ///
    /// # Errors
    /// If no double is offered.
    pub fn drop(&mut self) -> Result<&Change, GameError> {
        let (side, _) = self.offered("drop")?;
        let mut after = self.state;
        after.end(lost(self.position(), side, 1));
        Ok(self.commit(Some(side), Action::Drop, after))
    }

    /// Takes the double and doubles again at once, keeping the cube (money play). The other side
    /// must now answer at twice the value, and may beaver in turn while beavers are left.
    ///
    /// # Errors
    /// If no double is offered, or no beaver is allowed.
    pub fn beaver(&mut self) -> Result<&Change, GameError> {
        let (side, double) = self.offered("beaver")?;
        if let Some(reason) = beaver_refusal(self.position(), double.beavers) {
            return Err(GameError::NoBeaver { side, reason });
        }
        let mut after = self.state;
        after.position.cube.value *= 2;
        after.position.cube.owner = Some(side);
        after.position.phase = Phase::DoubleOffered(side.other());
        after.double = Some(PendingDouble { beavers: double.beavers + 1, ..double });
        Ok(self.commit(Some(side), Action::Beaver, after))
    }

    /// The side to decide offers to lose `value` times the cube.
    ///
    /// # Errors
    /// If nobody is to throw or to move, or the game knows no such loss.
    pub fn resign(&mut self, value: u8) -> Result<&Change, GameError> {
        let (Phase::ToRoll(side) | Phase::ToMove(side, _)) = self.phase() else {
            return Err(self.wrong_phase("resign"));
        };
        let max = resignation_max(self.position());
        if !(1..=max).contains(&value) {
            return Err(GameError::ResignationValue { value, max });
        }
        let mut after = self.state;
        after.resume = Some(after.position.phase);
        after.position.phase = Phase::ResignationOffered(side.other(), value);
        Ok(self.commit(Some(side), Action::Resign(value), after))
    }

    /// The resignation is accepted and ends the game.
    ///
    /// # Errors
    /// If none is offered.
    pub fn accept(&mut self) -> Result<&Change, GameError> {
        let (side, value) = self.resigned("accept")?;
        let mut after = self.state;
        after.end(lost(self.position(), side.other(), value));
        Ok(self.commit(Some(side), Action::Accept, after))
    }

    /// The resignation is rejected: the game goes on where it was.
    ///
    /// # Errors
    /// If none is offered.
    pub fn reject(&mut self) -> Result<&Change, GameError> {
        let (side, _) = self.resigned("reject")?;
        let mut after = self.state;
        after.position.phase = after.resume.take().unwrap_or(Phase::ToRoll(side.other()));
        Ok(self.commit(Some(side), Action::Reject, after))
    }

    /// Why `side` may not double if it were to throw now.
    pub fn double_refusal(&self, side: Side) -> Option<DoubleRefusal> {
        double_refusal(self.position(), side)
    }

    /// Whether a double is offered that may be beavered.
    pub fn may_beaver(&self) -> bool {
        let offered = self.offered("beaver");
        offered.is_ok_and(|(_, double)| beaver_refusal(self.position(), double.beavers).is_none())
    }

    fn offered(&self, command: &'static str) -> Result<(Side, PendingDouble), GameError> {
        let Phase::DoubleOffered(side) = self.phase() else {
            return Err(self.wrong_phase(command));
        };
        // A position set up by hand says nothing of beavers.
        let plain = PendingDouble { doubler: side.other(), beavers: 0 };
        Ok((side, self.state.double.unwrap_or(plain)))
    }

    fn resigned(&self, command: &'static str) -> Result<(Side, u8), GameError> {
        match self.phase() {
            Phase::ResignationOffered(side, value) => Ok((side, value)),
            _ => Err(self.wrong_phase(command)),
        }
    }
}

fn double_refusal(position: &Position, side: Side) -> Option<DoubleRefusal> {
    if position.may_double(side) {
        return None;
    }
    let cube = &position.cube;
    Some(if !cube.in_use {
        DoubleRefusal::NotInUse
    } else if position.score.crawford {
        DoubleRefusal::Crawford
    } else if cube.owner == Some(side.other()) {
        DoubleRefusal::NotOwner
    } else if cube.value >= position.rules.cube_max {
        DoubleRefusal::Limit(position.rules.cube_max)
    } else {
        DoubleRefusal::Dead
    })
}

fn beaver_refusal(position: &Position, beavers: u8) -> Option<BeaverRefusal> {
    let (allowed, max) = (position.score.beavers, position.rules.cube_max);
    if position.score.length > 0 {
        Some(BeaverRefusal::Match)
    } else if beavers >= allowed {
        Some(BeaverRefusal::Used(allowed))
    } else if position.cube.value.saturating_mul(4) > max {
        Some(BeaverRefusal::Limit(max))
    } else {
        None
    }
}

/// The most that a game of these rules is lost by, shekh apart: its checker on the bar is a fact,
/// not an offer.
fn resignation_max(position: &Position) -> u8 {
    match position.rules.scoring {
        Scoring::Seed | Scoring::Backgammon => 3,
        Scoring::Portes => 2,
        Scoring::Flat => 1,
    }
}

/// The outcome of a game that `loser` gives up for `value` times the cube.
fn lost(position: &Position, loser: Side, value: u8) -> Outcome {
    let kind = match (position.rules.scoring, value) {
        (Scoring::Flat, _) | (Scoring::Portes | Scoring::Backgammon, ..=1) => WinKind::Single,
        (Scoring::Portes, _) | (Scoring::Backgammon, 2) => WinKind::Gammon,
        (Scoring::Backgammon, _) => WinKind::Backgammon,
        (Scoring::Seed, ..=1) => WinKind::Oin,
        (Scoring::Seed, 2) => WinKind::Mars,
        (Scoring::Seed, _) => WinKind::Koks,
    };
    let points = position.cube.value.saturating_mul(u32::from(value));
    Outcome { winner: Some(loser.other()), kind: Some(kind), points }
}
