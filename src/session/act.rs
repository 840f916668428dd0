//! What players do: throws, plays, doubles, resignations.

use nardy_protocol::{Dice, ErrorCode, FieldList, Fields, Play, PlayAction, ProtocolError, Reply};

use super::convert::{Answered, chains, game_error, illegal, no_game};
use super::state::changed;
use super::table::Table;
use crate::game::{Action, Change, Game, GameError};
use crate::moves::{Numbering, Play as Played};
use crate::rules::{Phase, WinKind};

type Transition = for<'a> fn(&'a mut Game) -> Result<&'a Change, GameError>;

/// A transition that needs no words: `pass`, `double`, `take`, …
pub fn simple(table: &mut Table, transition: Transition) -> Answered<Reply> {
    simple_on(table.game.as_mut().ok_or_else(no_game)?, transition)
}

fn simple_on(game: &mut Game, transition: Transition) -> Answered<Reply> {
    transition(game).map_err(|error| game_error(&error))?;
    Ok(Reply::ok().closing_ok(changed(Fields::new(), game.state())))
}

/// `roll [D D]`; with auto-pass a throw that moves nothing is passed at once.
pub fn roll(table: &mut Table, dice: Option<Dice>) -> Answered<Reply> {
    let auto_pass = table.settings.auto_pass;
    let game = table.game.as_mut().ok_or_else(no_game)?;
    let dice = dice.map(|dice| (dice.first(), dice.second()));
    let change = game.roll(dice).map_err(|error| game_error(&error))?;
    let fields = match &change.action {
        Action::Opening(throws) => {
            let throw =
                throws.iter().map(|(white, black)| format!("{}-{}", white.pips(), black.pips()));
            Fields::new().text("opening", throw.collect::<Vec<_>>().join(","))
        }
        Action::Roll(roll) => Fields::new().text("rolled", roll.to_string()),
        _ => Fields::new(),
    };
    let fields = if auto_pass && matches!(game.phase(), Phase::ToMove(..)) && !game.can_move() {
        game.pass().map_err(|error| game_error(&error))?;
        fields.text("forced", "pass")
    } else {
        fields
    };
    Ok(Reply::ok().closing_ok(changed(fields, game.state())))
}

/// `move PLAY`.
pub fn play(table: &mut Table, play: &Play) -> Answered<Reply> {
    let numbering = table.settings.play_numbering();
    let game = table.game.as_mut().ok_or_else(no_game)?;
    let board = play.board.map(|number| usize::from(number).saturating_sub(1));
    if play.action == PlayAction::Pass {
        return match board {
            None => simple(table, Game::pass),
            Some(board) => pass_on(game, board, numbering),
        };
    }
    if !matches!(game.phase(), Phase::ToMove(..)) {
        // The game says what is to be done instead.
        let board = game.position().white_board;
        let error = game.play(0, &board).err().map(|error| game_error(&error));
        return Err(error.unwrap_or_else(|| ProtocolError::new(ErrorCode::Internal, "no throw")));
    }
    let chains = chains(play, numbering)?;
    let mut plays = game.plays();
    let chosen = plays.resolve(board, &chains).map_err(|e| illegal(&e))?;
    let child = plays
        .get(chosen)
        .ok_or_else(|| ProtocolError::new(ErrorCode::Internal, "the play has vanished"))?;
    game.play(child.table, &child.board).map_err(|error| game_error(&error))?;
    let text = plays.text(chosen, numbering);
    let fields = Fields::new().text("play", text);
    Ok(Reply::ok().closing_ok(changed(fields, game.state())))
}

/// `N: pass`: the whole throw on a board where nothing moves, or need not (P-04).
fn pass_on(game: &mut Game, board: usize, numbering: Numbering) -> Answered<Reply> {
    let plays = game.plays();
    let passes = |play: &&Played| play.table == board && play.steps.is_empty();
    let pass = match (plays.iter().find(passes), game.position().tables()) {
        (Some(play), _) => Ok(play.board),
        (None, tables) if board >= tables => {
            Err(GameError::NoBoard { number: board + 1, boards: tables })
        }
        (None, _) => match game.phase() {
            Phase::ToMove(side, _) => Err(GameError::MustMove(side)),
            _ => return simple_on(game, Game::pass),
        },
    };
    let after = pass.map_err(|error| game_error(&error))?;
    let number = plays.find(board, &after);
    game.play(board, &after).map_err(|error| game_error(&error))?;
    let text = number.map(|n| plays.text(n, numbering)).unwrap_or_default();
    let text = if text.ends_with(": ") { format!("{text}pass") } else { text };
    Ok(Reply::ok().closing_ok(changed(Fields::new().text("play", text), game.state())))
}

/// `board N`: the board for what comes next (P-03).
pub fn board(table: &mut Table, number: u8) -> Answered<Reply> {
    let game = table.game.as_mut().ok_or_else(no_game)?;
    game.choose(usize::from(number).saturating_sub(1)).map_err(|error| game_error(&error))?;
    Ok(Reply::ok().closing_ok(changed(Fields::new(), game.state())))
}

/// `resign [N]`: N times the stake, once where nothing is said.
pub fn resign(table: &mut Table, points: Option<u8>) -> Answered<Reply> {
    let game = table.game.as_mut().ok_or_else(no_game)?;
    game.resign(points.unwrap_or(WinKind::Single.points() as u8))
        .map_err(|error| game_error(&error))?;
    Ok(Reply::ok().closing_ok(changed(Fields::new(), game.state())))
}

/// `undo` or `redo`.
pub fn step(table: &mut Table, transition: Transition) -> Answered<Reply> {
    let reply = simple(table, transition)?;
    if let Some(game) = &table.game {
        table.rules = game.state().rules;
    }
    Ok(reply)
}
