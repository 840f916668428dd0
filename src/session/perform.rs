//! From a command to its reply, or to the work that it takes.

use nardy_protocol::{At, Command, ErrorCode, HelpTopic, ProtocolError, Reply, Show};

use super::convert::Answered;
use super::jobs::Work;
use super::table::Table;
use super::think::{Ask, thought};
use super::{SessionConfig, act, analyse, files, info, look, play, setup};
use crate::game::Game;
use crate::search::Task;

/// How many candidates `hint` lists where nothing is said.
const HINTS: u32 = 5;

/// What came of a command.
pub enum Performed {
    /// An answer.
    Reply(Reply),
    /// Work for the engine.
    Work(Box<(Work, Task)>),
}

/// Whether a command neither reads nor changes the session's game, so that it may be answered
/// before requests that stand in line.
pub fn stands_alone(command: &Command) -> bool {
    let named = |at: &At| at.position.is_some();
    match command {
        Command::Hello
        | Command::Version
        | Command::Help(_)
        | Command::Ping
        | Command::Ready
        | Command::List(_)
        | Command::Stop(_)
        | Command::Quit => true,
        Command::Eval(query)
        | Command::Best(query)
        | Command::Hint { query, .. }
        | Command::Cube(query)
        | Command::Rollout(query)
        | Command::JudgeResignation(query) => named(&query.at),
        Command::Moves(query) => named(&query.at),
        Command::Perft { at, .. } | Command::Pips(at) | Command::Result(at) => named(at),
        Command::Show(Show::Board(at) | Show::State(at) | Show::Score(at)) => named(at),
        Command::Show(Show::Position { at, .. }) => named(at),
        _ => false,
    }
}

/// Answers a command, or says what the engine has to do.
pub fn perform(
    table: &mut Table,
    config: &SessionConfig,
    request: &nardy_protocol::Request,
) -> Performed {
    let command = &request.command;
    let done = match work(table, command) {
        Some(Ok(work)) => return Performed::Work(Box::new(work)),
        Some(Err(error)) => Err(error),
        None => reply(table, config, command),
    };
    Performed::Reply(done.unwrap_or_else(Reply::error))
}

/// The work of a command that the engine answers; `None` for the others.
fn work(table: &Table, command: &Command) -> Option<Answered<(Work, Task)>> {
    let think =
        |ask, query| thought(table, ask, query).map(|thought| (Work::Think(thought), thought.task));
    Some(match command {
        Command::Eval(query) => think(Ask::Eval, query),
        Command::Best(query) => think(Ask::Best, query),
        Command::Hint { count, query } => think(Ask::Hint(count.unwrap_or(HINTS) as usize), query),
        Command::Cube(query) => think(Ask::Cube, query),
        Command::Rollout(query) => think(Ask::Rollout, query),
        Command::JudgeResignation(query) => think(Ask::Resignation, query),
        Command::Play(query) => play::begin(table, query),
        Command::Analyse(query) => analyse::begin(table, query)?,
        Command::Perft { depth, at } => look::perft(table, *depth, at),
        _ => return None,
    })
}

/// The reply to a command that needs no engine.
fn reply(table: &mut Table, config: &SessionConfig, command: &Command) -> Answered<Reply> {
    match command {
        Command::Hello => Ok(info::hello()),
        Command::Version => Ok(info::version(&config.nets)),
        Command::Help(topic) => info::help(topic.as_ref() as Option<&HelpTopic>),
        Command::List(kind) => Ok(info::list(*kind, &table.settings)),
        // The transport has seen to it, or there is nothing to open.
        Command::Ping | Command::Ready | Command::Auth(_) => Ok(Reply::ok()),
        Command::NewGame { variant } => setup::new_game(table, variant.as_ref()),
        Command::NewMatch { length, variant } => setup::new_match(table, *length, variant.as_ref()),
        Command::Set(setting) => setup::set(table, setting),
        Command::Show(show) => look::show(table, show),
        Command::Moves(query) => look::moves(table, query),
        Command::Pips(at) => look::pips(table, at),
        Command::Result(at) => look::result(table, at),
        Command::Roll(dice) => act::roll(table, *dice),
        Command::Move(play) => act::play(table, play),
        Command::Board(number) => act::board(table, *number),
        Command::Pass => act::simple(table, Game::pass),
        Command::Double => act::simple(table, Game::double),
        Command::Take => act::simple(table, Game::take),
        Command::Drop => act::simple(table, Game::drop),
        Command::Beaver => act::simple(table, Game::beaver),
        Command::Resign(points) => act::resign(table, *points),
        Command::Accept => act::simple(table, Game::accept),
        Command::Reject => act::simple(table, Game::reject),
        Command::Undo => act::step(table, Game::undo),
        Command::Redo => act::step(table, Game::redo),
        Command::Import { format, source } => files::import(table, config.files, format, source),
        Command::Export { format, target } => files::export(table, config.files, format, target),
        Command::Analyse(_) => analyse::nothing(table),
        // Seen to before.
        Command::Stop(_) | Command::Quit => Ok(Reply::ok()),
        Command::Eval(_)
        | Command::Best(_)
        | Command::Hint { .. }
        | Command::Cube(_)
        | Command::Rollout(_)
        | Command::JudgeResignation(_)
        | Command::Play(_)
        | Command::Perft { .. } => {
            Err(ProtocolError::new(ErrorCode::Internal, "the engine was not asked"))
        }
    }
}
