//! Tokens into commands.
//!
//! The words that a command begins with are looked up in the catalogue; here each
//! takes its values and options.

use super::args::Args;
use super::lex::Token;
use super::suggest::nearest;
use super::{play, query, set, value};
use crate::catalogue::{self, COMMANDS, CommandRow, Group};
use crate::error::{ErrorCode, ProtocolError};
use crate::request::{
    Command, ExportTarget, HelpTopic, ImportSource, ListKind, Show, Warning, Word,
};
use std::collections::VecDeque;

/// The command that these tokens ask for; `end` is the column after the last.
pub(super) fn convert(
    tokens: Vec<Token>,
    end: usize,
) -> Result<(Command, Vec<Warning>), ProtocolError> {
    let mut tokens = VecDeque::from(tokens);
    let row = head(&mut tokens, end)?;
    let mut args = Args::new(row, tokens, end)?;
    let command = match row.group {
        Group::Session => session(&mut args)?,
        Group::SetUp | Group::Engine => set_up(&mut args)?,
        Group::Look => look(&mut args)?,
        Group::Play => game(&mut args, end)?,
        Group::Think => think(&mut args)?,
        Group::Files => files(&mut args)?,
    };
    Ok((command, args.finish()?))
}

/// Takes the words of a command's name from the front of the tokens.
fn head(tokens: &mut VecDeque<Token>, end: usize) -> Result<&'static CommandRow, ProtocolError> {
    let mut name = String::new();
    loop {
        let word = next_word(tokens, &name, end)?;
        name.push_str(&word.text.to_ascii_lowercase());
        if let Some(row) = catalogue::command(&name) {
            return Ok(row);
        }
        let before = name.len() - word.text.len();
        let is_known = next_words(name.get(..before).unwrap_or_default())
            .any(|known| known.eq_ignore_ascii_case(&word.text));
        if !is_known {
            return Err(unknown(name.get(..before).unwrap_or_default(), &word));
        }
        name.push(' ');
    }
}

/// The next word of a name, or of `set name=value`, which stands for `set name value`.
fn next_word(
    tokens: &mut VecDeque<Token>,
    before: &str,
    end: usize,
) -> Result<Word, ProtocolError> {
    match tokens.pop_front() {
        Some(Token { key: None, value }) => return Ok(value),
        Some(Token { key: Some(name), value })
            if before.starts_with("set ") && tokens.is_empty() =>
        {
            tokens.push_front(Token { key: None, value });
            return Ok(name);
        }
        Some(Token { key: Some(name), .. }) => {
            let message = format!("an option stands where a command is expected: {}", name.text);
            return Err(ProtocolError::new(ErrorCode::Syntax, message)
                .expecting(expected_after(before))
                .at(name.column));
        }
        None => {}
    }
    let message = match before.trim_end() {
        "" => "a command is expected".to_owned(),
        words => format!("'{words}' is not a whole command"),
    };
    Err(ProtocolError::new(ErrorCode::Syntax, message).expecting(expected_after(before)).at(end))
}

/// The words that can follow these in a command's name, some more than once.
fn next_words(before: &str) -> impl Iterator<Item = &'static str> {
    let aliases = COMMANDS.iter().filter_map(|row| row.alias);
    let names = COMMANDS.iter().map(|row| row.name);
    names.chain(aliases).filter_map(move |name| {
        let rest = name.strip_prefix(before)?;
        rest.split(' ').next()
    })
}

fn expected_after(before: &str) -> String {
    if before.is_empty() {
        return "a command".to_owned();
    }
    let mut words: Vec<_> = next_words(before).collect();
    words.dedup();
    words.join("|")
}

fn unknown(before: &str, word: &Word) -> ProtocolError {
    let (code, what) = match before {
        "" => (ErrorCode::UnknownCommand, "command".to_owned()),
        "set " => (ErrorCode::UnknownOption, "setting".to_owned()),
        words if words.starts_with("set ") => {
            (ErrorCode::UnknownOption, format!("'{}'", words.trim_end()))
        }
        words => (ErrorCode::UnknownCommand, format!("'{}'", words.trim_end())),
    };
    let shown: String = word.text.chars().take(40).collect();
    ProtocolError::new(code, format!("there is no {what} '{shown}'"))
        .expecting(expected_after(before))
        .suggesting(nearest(&word.text, next_words(before)))
        .at(word.column)
}

// hello / version / ping / ready / quit
// help  = "help" [ command-name / "rule" rule-id ]
// list  = "list" ( "commands" / "variants" / "rules" / "options" / "levels" )
// stop  = "stop" [ "@" tag-name ]
// auth  = "auth" token
fn session(args: &mut Args) -> Result<Command, ProtocolError> {
    Ok(match args.command() {
        "hello" => Command::Hello,
        "version" => Command::Version,
        "ping" => Command::Ping,
        "ready" => Command::Ready,
        "quit" => Command::Quit,
        "help" => Command::Help(help(args)?),
        "list" => {
            let kinds = ListKind::ALL;
            let names: Vec<_> = kinds.iter().map(|(name, _)| *name).collect();
            let kind = args.required("kind", &names.join("|"))?;
            Command::List(value::choice("the list", &kind, &kinds)?)
        }
        "stop" => {
            let target = args.word("target");
            Command::Stop(target.as_ref().map(value::tag).transpose()?)
        }
        "auth" => Command::Auth(args.required("token", "a token")?.text),
        name => return Err(no_arm(name)),
    })
}

fn help(args: &mut Args) -> Result<Option<HelpTopic>, ProtocolError> {
    if let Some(id) = args.named("rule") {
        return Ok(Some(HelpTopic::Rule(id)));
    }
    let Some(topic) = args.joined("topic") else {
        return Ok(None);
    };
    if topic.text.eq_ignore_ascii_case("rule") {
        return Err(args.missing("the number of a rule, such as S-07"));
    }
    let id = topic.text.split_once(' ').filter(|(first, _)| first.eq_ignore_ascii_case("rule"));
    Ok(Some(match id {
        Some((first, id)) => {
            let column = topic.column + first.chars().count() + 1;
            HelpTopic::Rule(Word::new(id.trim_start(), column))
        }
        None => HelpTopic::Command(topic),
    }))
}

// new-game  = "new" "game" [ variant ]
// new-match = "new" "match" whole-number [ variant ]
// set       = "set" setting
fn set_up(args: &mut Args) -> Result<Command, ProtocolError> {
    Ok(match args.command() {
        "new game" => Command::NewGame { variant: args.word("variant") },
        "new match" => {
            let length = args.number("length")?;
            Command::NewMatch {
                length: length.ok_or_else(|| args.missing("a length"))?,
                variant: args.word("variant"),
            }
        }
        _ => Command::Set(set::setting(args)?),
    })
}

// show  = "show" ( "board" / "position" [ form ] / "state" / "score" / "history" ) at
// perft = "perft" whole-number at
// pips / result                      ; each with at
fn look(args: &mut Args) -> Result<Command, ProtocolError> {
    Ok(match args.command() {
        "show board" => Command::Show(Show::Board(query::at(args)?)),
        "show position" => {
            let form = args.word("format");
            let form = form.map(|word| value::choice("the format", &word, &query::FORMS));
            Command::Show(Show::Position { form: form.transpose()?, at: query::at(args)? })
        }
        "show state" => Command::Show(Show::State(query::at(args)?)),
        "show score" => Command::Show(Show::Score(query::at(args)?)),
        "show history" => Command::Show(Show::History),
        "moves" => Command::Moves(query::moves(args)?),
        "perft" => {
            let depth = args.number("depth")?;
            Command::Perft {
                depth: depth.ok_or_else(|| args.missing("a depth"))?,
                at: query::at(args)?,
            }
        }
        "pips" => Command::Pips(query::at(args)?),
        "result" => Command::Result(query::at(args)?),
        name => return Err(no_arm(name)),
    })
}

// roll   = "roll" [ dice / die SP die ]
// move   = "move" play
// board  = "board" whole-number
// resign = "resign" [ whole-number / "normal" / "gammon" / "backgammon" ]
// pass / double / take / drop / beaver / accept / reject / undo / redo
// play   = "play" query
fn game(args: &mut Args, end: usize) -> Result<Command, ProtocolError> {
    Ok(match args.command() {
        "roll" => {
            let dice = args.joined("dice");
            Command::Roll(dice.as_ref().map(value::two_dice).transpose()?)
        }
        "move" => Command::Move(play::play(&args.rest("play"), end)?),
        "board" => {
            let number = args.number("number")?;
            Command::Board(number.ok_or_else(|| args.missing("the number of a board"))?)
        }
        "resign" => Command::Resign(resign(args)?),
        "pass" => Command::Pass,
        "double" => Command::Double,
        "take" => Command::Take,
        "drop" => Command::Drop,
        "beaver" => Command::Beaver,
        "accept" => Command::Accept,
        "reject" => Command::Reject,
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        "play" => Command::Play(query::query(args)?),
        name => return Err(no_arm(name)),
    })
}

fn resign(args: &mut Args) -> Result<Option<u8>, ProtocolError> {
    let names = [("normal", 1), ("gammon", 2), ("backgammon", 3)];
    let Some(word) = args.word("points") else {
        return Ok(None);
    };
    let named = names.iter().find(|(name, _)| name.eq_ignore_ascii_case(&word.text));
    if let Some((_, points)) = named {
        return Ok(Some(*points));
    }
    let row = catalogue::option(args.command(), "points");
    let kind = row.map(|row| row.kind).ok_or_else(|| no_arm("resign"))?;
    value::integer("the points", &word, kind).map(Some)
}

// eval / best / cube / rollout / resign?       ; each with query
// hint = "hint" [ whole-number ] query
fn think(args: &mut Args) -> Result<Command, ProtocolError> {
    Ok(match args.command() {
        "eval" => Command::Eval(query::query(args)?),
        "best" => Command::Best(query::query(args)?),
        "hint" => Command::Hint { count: args.number("n")?, query: query::query(args)? },
        "cube" => Command::Cube(query::query(args)?),
        "rollout" => Command::Rollout(query::query(args)?),
        "resign?" => Command::JudgeResignation(query::query(args)?),
        name => return Err(no_arm(name)),
    })
}

// import  = "import" format ( path / "inline" "text=" value )
// export  = "export" format [ path ]
// analyse = "analyse" query
fn files(args: &mut Args) -> Result<Command, ProtocolError> {
    Ok(match args.command() {
        "import" => {
            Command::Import { format: args.required("format", "a format")?, source: source(args)? }
        }
        "export" => Command::Export {
            format: args.required("format", "a format")?,
            target: args.word("path").map_or(ExportTarget::Reply, ExportTarget::Path),
        },
        "analyse" => Command::Analyse(query::query(args)?),
        name => return Err(no_arm(name)),
    })
}

/// A path given by name may be called `inline`; given by place it says that the text
/// follows. A text alone says so too.
fn source(args: &mut Args) -> Result<ImportSource, ProtocolError> {
    if let Some(path) = args.named("path") {
        return Ok(ImportSource::Path(path));
    }
    let text = args.named("text");
    match (args.word("path"), text) {
        (Some(word), Some(text)) if word.text == "inline" => Ok(ImportSource::Inline(text)),
        (None, Some(text)) => Ok(ImportSource::Inline(text)),
        (Some(word), None) if word.text != "inline" => Ok(ImportSource::Path(word)),
        (Some(word), Some(_)) => Err(value::bad_value("the source", &word, "inline before text=")),
        (Some(_), None) => Err(args.missing("text= after inline")),
        (None, None) => Err(args.missing("a path, or inline text=")),
    }
}

// A row of the catalogue without an arm here, which a test would show.
fn no_arm(name: &str) -> ProtocolError {
    ProtocolError::new(ErrorCode::Internal, format!("'{name}' is not understood"))
}
