//! Turns: which board, what is played there, and what follows.

use super::state::Leftover;
use super::{Action, Change, Game, GameError, State};
use crate::board::{AnyBoard, Roll, Side};
use crate::moves::{Plays, Steps};
use crate::rules::{self, LastRoll, Phase, Position, Worth};

impl Game {
    /// Every distinct play of the throw that is to be played, on the board that was named or else on
    /// all; none in other phases.
    pub fn plays(&self) -> Plays {
        let mut plays = Plays::new();
        if let Phase::ToMove(side, roll) = self.phase() {
            list(&mut plays, &self.state, side, roll);
        }
        plays
    }

    /// Whether the throw that is to be played moves anything (G-13).
    pub fn can_move(&self) -> bool {
        !self.plays().must_pass()
    }

    /// Names the board, from 0, for what comes next: the throw to be played (P-03), a double, a
    /// resignation, or what a refused single cube loses (P-22).
    ///
    /// # Errors
    /// If there is no such board, it is finished, or nothing can be done on a board now.
    pub fn choose(&mut self, n: usize) -> Result<&Change, GameError> {
        let boards = self.position().tables();
        if n >= boards {
            return Err(GameError::NoBoard { number: n.saturating_add(1), boards });
        }
        if !self.position().open_tables().any(|open| open == n) {
            return Err(GameError::BoardFinished(n + 1));
        }
        let (Phase::ToRoll(side) | Phase::ToMove(side, _) | Phase::DoubleOffered(side)) =
            self.phase()
        else {
            return Err(self.wrong_phase("board"));
        };
        let mut after = *self.state;
        after.chosen = Some(n as u8);
        Ok(self.commit(Some(side), Action::Choose(n), after))
    }

    /// The board, from 0, that is meant: the one named, or the only one left.
    pub(super) fn meant(&self, command: &'static str) -> Result<usize, GameError> {
        let mut open = self.position().open_tables();
        match (self.state.chosen, open.next(), open.next()) {
            (Some(n), ..) => Ok(n.into()),
            (None, Some(n), None) => Ok(n),
            _ => Err(GameError::ChooseBoard(command)),
        }
    }

    /// Plays the throw so that board `table`, from 0, becomes `after`, the mover being side 0 of it
    /// (G-19). On a board where nothing moves, or nothing must, the board as it was passes.
    ///
    /// # Errors
    /// If no throw is to be played, or no legal play leads there.
    pub fn play(&mut self, table: usize, after: &AnyBoard) -> Result<&Change, GameError> {
        let Phase::ToMove(side, roll) = self.phase() else {
            return Err(self.wrong_phase("move"));
        };
        list(&mut self.plays, &self.state, side, roll);
        let found = self.plays.find(table, after).and_then(|n| self.plays.get(n));
        let steps = found.ok_or(GameError::IllegalPlay)?.steps;
        let action = Action::Play { table, steps };
        Ok(self.end_turn(side, roll, table, after, action))
    }

    /// Passes a throw with which nothing can be moved (G-13), or need not be (D-05, P-04).
    ///
    /// # Errors
    /// If no throw is to be played, something must be moved, or the board must be named first.
    pub fn pass(&mut self) -> Result<&Change, GameError> {
        let Phase::ToMove(side, roll) = self.phase() else {
            return Err(self.wrong_phase("pass"));
        };
        list(&mut self.plays, &self.state, side, roll);
        let must_pass = self.plays.must_pass();
        let pass = self.plays.pass().map(|play| play.table);
        let table = match (self.meant("pass"), pass) {
            (Ok(table), Some(_)) => table,
            (Ok(table), None) if must_pass => table,
            (Ok(_), None) => return Err(GameError::MustMove(side)),
            // Nothing moves anywhere: it does not matter where the turn is passed.
            (Err(_), Some(table)) if must_pass => table,
            (Err(error), Some(_)) => return Err(error),
            (Err(_), None) => return Err(GameError::MustMove(side)),
        };
        let Some(board) = self.position().table(table, side) else {
            return Err(GameError::BoardFinished(table + 1));
        };
        let action = match self.position().parallel {
            None => Action::Pass,
            Some(_) => Action::Play { table, steps: Steps::EMPTY },
        };
        Ok(self.end_turn(side, roll, table, &board, action))
    }

    fn end_turn(
        &mut self,
        side: Side,
        roll: Roll,
        table: usize,
        board: &AnyBoard,
        action: Action,
    ) -> &Change {
        let before = *self.state;
        let mut after = before;
        after.note_beginner(side);
        let used = match action {
            Action::Play { steps, .. } => steps.len(),
            _ => 0,
        };
        after.chosen = None;
        after.position = before.position.after_play(side, table, board);
        if waits_for_last_turn(&after, &before.position, side) {
            after.position = Position {
                white_board: after.position.white_board,
                phase: Phase::ToRoll(side.other()),
                ..before.position
            };
        }
        let is_over = matches!(after.position.phase, Phase::Over(_));
        match (!is_over).then(|| goes_on(&before, side, roll, table, used)).flatten() {
            Some((phase, leftover)) => {
                after.position.phase = phase;
                after.leftover = leftover;
            }
            None => self.hand_over(&mut after, side, table),
        }
        after.end_if_over();
        self.commit(Some(side), action, after)
    }

    /// The turn of the side that threw is over.
    fn hand_over(&mut self, after: &mut State, side: Side, table: usize) {
        let thrower = after.leftover.map_or(side, |left| left.thrower);
        after.leftover = None;
        if let Some(turns) = after.turns.get_mut(table) {
            turns[thrower] = turns[thrower].saturating_add(1);
        }
        if matches!(after.position.phase, Phase::Over(_)) {
            return;
        }
        after.position.phase = Phase::ToRoll(thrower.other());
        if !after.position.is_last_turn() {
            self.stop_standstill(&mut after.position);
        }
    }

    /// Ends the boards that are left if neither side can move on any of them with any throw (G-20).
    fn stop_standstill(&mut self, position: &mut Position) {
        let open: Vec<usize> = position.open_tables().collect();
        let stuck = open
            .iter()
            .all(|&n| Side::BOTH.into_iter().all(|side| self.plays.is_stuck(position, n, side)));
        if stuck {
            for n in open {
                let Some(board) = position.table(n, Side::White) else { continue };
                let worth = Worth::of_standstill(&position.rules.of_table(n), &board);
                position.finish(n, worth);
            }
        }
    }
}

/// The plays of `side` in this state.
fn list(plays: &mut Plays, state: &State, side: Side, roll: Roll) {
    let only = state.chosen.map(usize::from);
    plays.list(&state.position, side, roll, &state.contexts(side), only);
}

/// Whether the side that began has finished and the other has one more turn (L-14).
fn waits_for_last_turn(after: &State, before: &Position, side: Side) -> bool {
    let draws = before.rules.pays.last_roll == LastRoll::Draw && before.parallel.is_none();
    let finished = after.position.white_board.in_play(side as usize) == 0;
    draws && finished && !before.is_last_turn() && after.beginner == Some(side)
}

/// Where a double goes on to the next number, or the opponent plays what was left of it (V-07).
fn goes_on(
    before: &State,
    side: Side,
    roll: Roll,
    table: usize,
    used: usize,
) -> Option<(Phase, Option<Leftover>)> {
    if !roll.is_double() || !before.cascades(table, side) {
        return None;
    }
    let steps = before.leftover.map_or(4, |left| left.steps);
    let thrower = before.leftover.map_or(side, |left| left.thrower);
    let left = steps.saturating_sub(used as u8);
    if left == 0 {
        let next = roll.high().pips() + 1;
        let next = Roll::from_pips(next, next)?;
        let leftover = before.leftover.map(|_| Leftover { steps: 4, thrower });
        return Some((Phase::ToMove(side, next), leftover));
    }
    let passes_on = before.position.rules.of_table(table).movement.leftover
        == rules::Leftover::Opponent
        && before.leftover.is_none();
    let rest = Leftover { steps: left, thrower };
    passes_on.then_some((Phase::ToMove(side.other(), roll), Some(rest)))
}
