//! `play`: the engine makes one decision for the side to decide.

use nardy_protocol::{ErrorCode, FieldList, Fields, ProtocolError, Query as Asked, Reply};

use super::act;
use super::answer::decision_name;
use super::convert::{Answered, game_error, no_game};
use super::jobs::Work;
use super::state::changed;
use super::table::Table;
use super::think::limits;
use crate::game::{Change, Game, GameError, State};
use crate::moves;
use crate::rules::Phase;
use crate::search::parallel::findings::{Several, TableDecision};
use crate::search::{Answer, Decision, Findings, Query, TablesTurn, Task};

/// A decision that the engine is to make, and for which state.
pub struct Act {
    state: State,
}

/// The work of `play`.
///
/// # Errors
/// Where there is no game, or nothing to decide.
pub fn begin(table: &Table, asked: &Asked) -> Answered<(Work, Task)> {
    let state = *table.game.as_ref().ok_or_else(no_game)?.state();
    let limits = limits(table, asked)?;
    if matches!(state.position.phase, Phase::Over(_)) {
        let message = "the game is over: say new game";
        return Err(ProtocolError::new(ErrorCode::WrongPhase, message));
    }
    let (turns, chosen) = state.tables_turn();
    let (turn, tables) = (state.turn(), TablesTurn { turns, chosen });
    let task = Task { turn, tables, ..Task::new(Query::Decide, state.position, limits) };
    Ok((Work::Play(Act { state }), task))
}

impl Act {
    /// Does what the engine has decided.
    ///
    /// # Errors
    /// If the game has changed since.
    pub fn carry_out(&self, table: &mut Table, answer: &Answer) -> Answered<Reply> {
        let numbering = table.settings.play_numbering();
        let (decision, board) = match &answer.findings {
            Findings::Decision(decision) => (decision, None),
            Findings::Several(Several::Decision(TableDecision { decision, table })) => {
                (decision, *table)
            }
            _ => {
                return Err(ProtocolError::new(ErrorCode::Internal, "the engine decided nothing"));
            }
        };
        let game = table.game.as_mut().ok_or_else(no_game)?;
        if *game.state() != self.state {
            let message = "the game has changed while the engine was thinking";
            return Err(ProtocolError::new(ErrorCode::Cancelled, message));
        }
        let action = Fields::new().text("action", decision_name(decision));
        if *decision == Decision::Roll {
            let reply = act::roll(table, None)?;
            return Ok(prefixed(action, reply));
        }
        let mut fields = action;
        if let (Some(board), Decision::Double | Decision::Drop) = (board, decision) {
            game.choose(board).map_err(|error| game_error(&error))?;
            fields = fields.int("board", board + 1);
        }
        let done = match decision {
            Decision::Roll => game.roll(None),
            Decision::Double => game.double(),
            Decision::Take => game.take(),
            Decision::Beaver => game.beaver(),
            Decision::Drop => Game::drop(game),
            Decision::Accept => game.accept(),
            Decision::Reject => game.reject(),
            Decision::Pass => match board {
                Some(board) => {
                    fields = fields.text("play", format!("{}: pass", board + 1));
                    pass_on(game, board)
                }
                None => game.pass(),
            },
            Decision::Play(child) => {
                let position = game.position();
                if let Some(side) = position.phase.decider() {
                    let play =
                        moves::text(position, board.unwrap_or(0), side, child.steps, numbering);
                    fields = fields.text("play", play.unwrap_or_default());
                }
                game.play(board.unwrap_or(0), &child.board)
            }
        };
        done.map_err(|error| game_error(&error))?;
        Ok(Reply::ok().closing_ok(changed(fields, game.state())))
    }
}

/// Passes the turn on a board of several (P-04).
fn pass_on(game: &mut Game, board: usize) -> Result<&Change, GameError> {
    let side = game.phase().decider();
    let stands = side.and_then(|side| game.position().table(board, side));
    match stands {
        Some(stands) => game.play(board, &stands),
        None => game.pass(),
    }
}

fn prefixed(mut fields: Fields, reply: Reply) -> Reply {
    if let nardy_protocol::Closing::Ok(rest) = &reply.closing {
        fields.extend(rest.iter().cloned());
        return reply.closing_ok(fields);
    }
    reply
}
