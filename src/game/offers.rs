//! Doubles and resignations: offers that the other side answers.

use super::{Action, BeaverRefusal, Change, DoubleRefusal, Game, GameError, PendingDouble, State};
use crate::board::{Points, Side};
use crate::rules::{AfterDrop, Cube, Dave, Outcome, ParallelCube, Phase, Position, WinKind};

impl Game {
    /// The side to throw offers a double (C-10) or says dave (C-02); in a parallel game for the
    /// board that was named, unless one cube serves all.
    ///
    /// # Errors
    /// If nobody is about to throw, or the side may not double.
    pub fn double(&mut self) -> Result<&Change, GameError> {
        let Phase::ToRoll(side) = self.phase() else {
            return Err(self.wrong_phase("double"));
        };
        let Ok(table) = self.cube_table("double") else {
            return Err(GameError::NoDouble { side, reason: DoubleRefusal::ChooseBoard });
        };
        if let Some(reason) = double_refusal(self.position(), table, side) {
            return Err(GameError::NoDouble { side, reason });
        }
        let mut after = *self.state;
        after.double = Some(PendingDouble { doubler: side, beavers: 0 });
        after.position.phase = Phase::DoubleOffered(side.other());
        self.note_offer(&mut after, table);
        Ok(self.commit(Some(side), Action::Double, after))
    }

    /// The double is taken: the stake rises and belongs to the side that was doubled first, the
    /// doubler throws.
    ///
    /// # Errors
    /// If no double is offered.
    pub fn take(&mut self) -> Result<&Change, GameError> {
        let (side, double) = self.offered("take")?;
        let table = self.offer_table();
        let mut after = *self.state;
        let cube = after.position.cube_of(table);
        let value = after.position.rules.of_table(table).raised(cube.value);
        let owner = Some(double.doubler.other());
        after.position.set_cube_of(table, Cube { value, owner, ..cube });
        after.answered(Phase::ToRoll(double.doubler));
        Ok(self.commit(Some(side), Action::Take, after))
    }

    /// The double is refused: the board is lost at the stake before it, as a single game. A single
    /// cube of a parallel game loses the board that the refusing side has named (P-22).
    ///
    /// # Errors
    /// If no double is offered, or no board is named that is lost.
    pub fn drop(&mut self) -> Result<&Change, GameError> {
        let (side, double) = self.offered("drop")?;
        let mut after = *self.state;
        let single = self.has_single_cube();
        let table = if single { self.meant("drop")? } else { self.offer_table() };
        let stake = after.position.cube;
        after.answered(Phase::ToRoll(double.doubler));
        after.position.settle(table, lost(self.position(), table, side, 1));
        if single && after.position.rules.parallel.after_drop == AfterDrop::Keep {
            after.position.cube = Cube { owner: Some(side), ..stake };
        }
        after.end_if_over();
        Ok(self.commit(Some(side), Action::Drop, after))
    }

    /// Takes the double and doubles again at once, keeping the cube (money play). The other side
    /// must now answer at twice the value, and may beaver in turn while beavers are left.
    ///
    /// # Errors
    /// If no double is offered, or no beaver is allowed.
    pub fn beaver(&mut self) -> Result<&Change, GameError> {
        let (side, double) = self.offered("beaver")?;
        let table = self.offer_table();
        if let Some(reason) = beaver_refusal(self.position(), table, double.beavers) {
            return Err(GameError::NoBeaver { side, reason });
        }
        let mut after = *self.state;
        let cube = after.position.cube_of(table);
        let value = cube.value.saturating_mul(2);
        after.position.set_cube_of(table, Cube { value, owner: Some(side), ..cube });
        after.position.phase = Phase::DoubleOffered(side.other());
        after.double = Some(PendingDouble { beavers: double.beavers + 1, ..double });
        Ok(self.commit(Some(side), Action::Beaver, after))
    }

    /// The side to decide offers to lose `value` times the stake, on the board that was named.
    ///
    /// # Errors
    /// If nobody is to throw or to move, or the game knows no such loss.
    pub fn resign(&mut self, value: u8) -> Result<&Change, GameError> {
        let (Phase::ToRoll(side) | Phase::ToMove(side, _)) = self.phase() else {
            return Err(self.wrong_phase("resign"));
        };
        let table = self.meant("resign")?;
        let max = self.position().resignation_max(table);
        if !(1..=max).contains(&value) {
            return Err(GameError::ResignationValue { value, max });
        }
        let mut after = *self.state;
        after.resume = Some(after.position.phase);
        after.position.phase = Phase::ResignationOffered(side.other(), value);
        if let Some(parallel) = &mut after.position.parallel {
            parallel.offered = Some(table as u8);
        }
        Ok(self.commit(Some(side), Action::Resign(value), after))
    }

    /// The resignation is accepted and ends the game, or its board.
    ///
    /// # Errors
    /// If none is offered.
    pub fn accept(&mut self) -> Result<&Change, GameError> {
        let (side, value) = self.resigned("accept")?;
        let table = self.offer_table();
        let mut after = *self.state;
        let resume = after.resume.unwrap_or(Phase::ToRoll(side.other()));
        after.answered(resume);
        after.position.settle(table, lost(self.position(), table, side.other(), value));
        after.end_if_over();
        Ok(self.commit(Some(side), Action::Accept, after))
    }

    /// The resignation is rejected: the game goes on where it was.
    ///
    /// # Errors
    /// If none is offered.
    pub fn reject(&mut self) -> Result<&Change, GameError> {
        let (side, _) = self.resigned("reject")?;
        let mut after = *self.state;
        let resume = after.resume.unwrap_or(Phase::ToRoll(side.other()));
        after.answered(resume);
        Ok(self.commit(Some(side), Action::Reject, after))
    }

    /// Whether one cube serves all boards of a parallel game (P-20).
    fn has_single_cube(&self) -> bool {
        let position = self.position();
        position.parallel.is_some() && position.rules.parallel.cube == ParallelCube::Single
    }

    /// The board whose cube a double turns.
    fn cube_table(&self, command: &'static str) -> Result<usize, GameError> {
        if self.has_single_cube() {
            return Ok(self.position().open_tables().next().unwrap_or(0));
        }
        self.meant(command)
    }

    fn note_offer(&self, after: &mut State, table: usize) {
        let single = self.has_single_cube();
        if let Some(parallel) = &mut after.position.parallel {
            parallel.offered = (!single).then_some(table as u8);
        }
        after.chosen = None;
    }

    /// The board that the pending offer is about.
    fn offer_table(&self) -> usize {
        let offered = self.position().parallel.and_then(|parallel| parallel.offered);
        let first = self.position().open_tables().next().unwrap_or(0);
        offered.map_or(first, usize::from)
    }

    /// Why `side` may not double if it were to throw now.
    pub fn double_refusal(&self, side: Side) -> Option<DoubleRefusal> {
        match self.cube_table("double") {
            Ok(table) => double_refusal(self.position(), table, side),
            Err(_) => Some(DoubleRefusal::ChooseBoard),
        }
    }

    /// Whether a double is offered that may be beavered.
    pub fn may_beaver(&self) -> bool {
        let offered = self.offered("beaver");
        let table = self.offer_table();
        let refusal = |beavers| beaver_refusal(self.position(), table, beavers);
        offered.is_ok_and(|(_, double)| refusal(double.beavers).is_none())
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

impl State {
    /// An offer has been answered and the game goes on in this phase.
    fn answered(&mut self, phase: Phase) {
        self.position.phase = phase;
        self.double = None;
        self.resume = None;
        self.chosen = None;
        if let Some(parallel) = &mut self.position.parallel {
            parallel.offered = None;
        }
    }
}

fn double_refusal(position: &Position, table: usize, side: Side) -> Option<DoubleRefusal> {
    if position.may_double_on(table, side) {
        return None;
    }
    let (cube, rules) = (position.cube_of(table), position.rules.of_table(table));
    let max = rules.stake_max().min(position.rules.stake_max());
    Some(if !cube.in_use {
        DoubleRefusal::NotInUse
    } else if position.score.crawford {
        DoubleRefusal::Crawford
    } else if cube.owner == Some(side.other()) {
        DoubleRefusal::NotOwner
    } else if rules.raised(cube.value) > max {
        DoubleRefusal::Limit(max)
    } else if position.is_last_turn() {
        DoubleRefusal::LastTurn
    } else {
        DoubleRefusal::Dead
    })
}

fn beaver_refusal(position: &Position, table: usize, beavers: u8) -> Option<BeaverRefusal> {
    let (allowed, max) = (position.score.beavers, position.rules.stake_max());
    if position.rules.of_table(table).dave != Dave::Off {
        Some(BeaverRefusal::Dave)
    } else if position.score.length > 0 {
        Some(BeaverRefusal::Match)
    } else if beavers >= allowed {
        Some(BeaverRefusal::Used(allowed))
    } else if position.cube_of(table).value.saturating_mul(4) > max {
        Some(BeaverRefusal::Limit(max))
    } else {
        None
    }
}

/// The outcome of board `table` that `loser` gives up for `value` times the stake.
fn lost(position: &Position, table: usize, loser: Side, value: u8) -> Outcome {
    let kind = WinKind::given_up(&position.rules.of_table(table), value);
    let stake = position.cube_of(table).value;
    let points = position.after_half(Points::whole(value.into()), stake);
    Outcome { winner: Some(loser.other()), kind: Some(kind), points }
}
