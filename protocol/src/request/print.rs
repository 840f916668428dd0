//! The canonical text of a request.

use super::{
    At, Command, DiceChoice, ExportTarget, HelpTopic, ImportSource, MatchTable, MovesOrder,
    MovesQuery, Positions, Query, Request, Setting, Show, Unit, Word,
};
use crate::grammar::lex::{needs_quotes, value_needs_quotes};
use crate::reply::write_quoted;
use std::fmt::{Display, Formatter, Result};

impl Display for Request {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if let Some(tag) = &self.tag {
            write!(f, "@{tag} ")?;
        }
        self.command.fmt(f)
    }
}

impl Display for Command {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(self.name())?;
        match self {
            Self::Hello | Self::Version | Self::Ping | Self::Ready | Self::Quit => Ok(()),
            Self::Pass | Self::Double | Self::Take | Self::Drop | Self::Beaver => Ok(()),
            Self::Accept | Self::Reject | Self::Undo | Self::Redo => Ok(()),
            Self::Help(topic) => help(f, topic.as_ref()),
            Self::List(kind) => write!(f, " {}", kind.as_str()),
            Self::Stop(tag) => match tag {
                Some(tag) => write!(f, " @{tag}"),
                None => Ok(()),
            },
            Self::Auth(token) => text(f, token),
            Self::NewGame { variant } => optional_word(f, variant.as_ref()),
            Self::NewMatch { length, variant } => {
                write!(f, " {length}")?;
                optional_word(f, variant.as_ref())
            }
            Self::Set(setting) => setting.fmt(f),
            Self::Show(show) => show_words(f, show),
            Self::Moves(query) => moves(f, query),
            Self::Perft { depth, at: place } => {
                write!(f, " {depth}")?;
                at(f, place)
            }
            Self::Pips(place) | Self::Result(place) => at(f, place),
            Self::Roll(dice) => match dice {
                Some(dice) => write!(f, " {} {}", dice.first(), dice.second()),
                None => Ok(()),
            },
            Self::Move(play) => write!(f, " {play}"),
            Self::Board(number) => write!(f, " {number}"),
            Self::Resign(points) => optional(f, points.as_ref()),
            Self::Hint { count, query } => {
                optional(f, count.as_ref())?;
                think(f, query)
            }
            Self::Play(query)
            | Self::Eval(query)
            | Self::Best(query)
            | Self::Cube(query)
            | Self::Rollout(query)
            | Self::JudgeResignation(query)
            | Self::Analyse(query) => think(f, query),
            Self::Import { format, source } => import(f, format, source),
            Self::Export { format, target } => {
                word(f, format)?;
                match target {
                    ExportTarget::Path(path) => word(f, path),
                    ExportTarget::Reply => Ok(()),
                }
            }
        }
    }
}

impl Command {
    /// The word or words that the catalogue has it under.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::Version => "version",
            Self::Help(_) => "help",
            Self::Ping => "ping",
            Self::Ready => "ready",
            Self::List(_) => "list",
            Self::Stop(_) => "stop",
            Self::Quit => "quit",
            Self::Auth(_) => "auth",
            Self::NewGame { .. } => "new game",
            Self::NewMatch { .. } => "new match",
            Self::Set(setting) => setting.name(),
            Self::Show(show) => show.name(),
            Self::Moves(_) => "moves",
            Self::Perft { .. } => "perft",
            Self::Pips(_) => "pips",
            Self::Result(_) => "result",
            Self::Roll(_) => "roll",
            Self::Move(_) => "move",
            Self::Board(_) => "board",
            Self::Pass => "pass",
            Self::Double => "double",
            Self::Take => "take",
            Self::Drop => "drop",
            Self::Beaver => "beaver",
            Self::Resign(_) => "resign",
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::Play(_) => "play",
            Self::Eval(_) => "eval",
            Self::Best(_) => "best",
            Self::Hint { .. } => "hint",
            Self::Cube(_) => "cube",
            Self::Rollout(_) => "rollout",
            Self::JudgeResignation(_) => "resign?",
            Self::Import { .. } => "import",
            Self::Export { .. } => "export",
            Self::Analyse(_) => "analyse",
        }
    }
}

impl Setting {
    /// The words that the catalogue has it under.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Variant(_) => "set variant",
            Self::Rule { .. } => "set rule",
            Self::Position(_) => "set position",
            Self::Turn(_) => "set turn",
            Self::Dice(_) => "set dice",
            Self::CubeValue(_) => "set cube value",
            Self::CubeOwner(_) => "set cube owner",
            Self::CubeUse(_) => "set cube use",
            Self::Score { .. } => "set score",
            Self::Length(_) => "set length",
            Self::Crawford(_) => "set crawford",
            Self::Jacoby(_) => "set jacoby",
            Self::Beavers(_) => "set beavers",
            Self::Seed(_) => "set seed",
            Self::Format(_) => "set format",
            Self::Numbering(_) => "set numbering",
            Self::Plies(_) => "set plies",
            Self::Time(_) => "set time",
            Self::Threads(_) => "set threads",
            Self::Noise(_) => "set noise",
            Self::Level(_) => "set level",
            Self::Met(_) => "set met",
            Self::AutoPass(_) => "set auto-pass",
        }
    }
}

impl Show {
    /// The words that the catalogue has it under.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Board(_) => "show board",
            Self::Position { .. } => "show position",
            Self::State(_) => "show state",
            Self::Score(_) => "show score",
            Self::History => "show history",
        }
    }
}

impl Display for Setting {
    /// The value alone, with a space before it.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Variant(value) | Self::Position(value) | Self::Level(value) => word(f, value),
            Self::Rule { name, value } => {
                word(f, name)?;
                word(f, value)
            }
            Self::Turn(colour) => write!(f, " {}", colour.as_str()),
            Self::Dice(Some(dice)) => write!(f, " {} {}", dice.first(), dice.second()),
            Self::Dice(None) => f.write_str(" none"),
            Self::CubeValue(value) => write!(f, " {value}"),
            Self::CubeOwner(owner) => write!(f, " {}", owner.as_str()),
            Self::Score { white, black } => write!(f, " {white} {black}"),
            Self::Length(length) => write!(f, " {length}"),
            Self::CubeUse(on) | Self::Crawford(on) | Self::Jacoby(on) | Self::AutoPass(on) => {
                write!(f, " {}", on_off(*on))
            }
            Self::Beavers(count) => write!(f, " {count}"),
            Self::Seed(seed) => write!(f, " {seed}"),
            Self::Format(format) => write!(f, " {}", format.as_str()),
            Self::Numbering(numbering) => write!(f, " {}", numbering.as_str()),
            Self::Plies(plies) => write!(f, " {plies}"),
            Self::Time(time) => write!(f, " {time}"),
            Self::Threads(threads) => write!(f, " {threads}"),
            Self::Noise(noise) => write!(f, " {noise}"),
            Self::Met(table) => write!(f, " {}", table.as_str()),
        }
    }
}

fn help(f: &mut Formatter<'_>, topic: Option<&HelpTopic>) -> Result {
    match topic {
        Some(HelpTopic::Command(name)) => word(f, name),
        Some(HelpTopic::Rule(id)) => {
            f.write_str(" rule")?;
            word(f, id)
        }
        None => Ok(()),
    }
}

fn show_words(f: &mut Formatter<'_>, show: &Show) -> Result {
    match show {
        Show::Board(place) | Show::State(place) | Show::Score(place) => at(f, place),
        Show::Position { form, at: place } => {
            if let Some(form) = form {
                write!(f, " {}", form.as_str())?;
            }
            at(f, place)
        }
        Show::History => Ok(()),
    }
}

fn import(f: &mut Formatter<'_>, format: &Word, source: &ImportSource) -> Result {
    word(f, format)?;
    match source {
        ImportSource::Path(path) => option(f, "path", Some(&path.text)),
        ImportSource::Inline(text) => {
            f.write_str(" inline")?;
            option(f, "text", Some(&text.text))
        }
    }
}

fn moves(f: &mut Formatter<'_>, query: &MovesQuery) -> Result {
    at(f, &query.at)?;
    if query.order == MovesOrder::Sequences {
        f.write_str(" order=sequences")?;
    }
    option(f, "positions", query.positions.map(Positions::as_str))
}

fn at(f: &mut Formatter<'_>, at: &At) -> Result {
    option(f, "position", at.position.as_ref().map(|word| &word.text))?;
    match at.dice {
        Some(DiceChoice::One(dice)) => write!(f, " dice={dice}")?,
        Some(DiceChoice::All) => f.write_str(" dice=all")?,
        None => {}
    }
    option(f, "variant", at.variant.as_ref().map(|word| &word.text))
}

fn think(f: &mut Formatter<'_>, query: &Query) -> Result {
    at(f, &query.at)?;
    option(f, "plies", query.plies)?;
    option(f, "time", query.time_ms)?;
    option(f, "nodes", query.nodes)?;
    option(f, "trials", query.trials)?;
    option(f, "stderr", query.stderr)?;
    option(f, "jsd", query.jsd)?;
    option(f, "truncate", query.truncate)?;
    option(f, "candidates", query.candidates)?;
    option(f, "vr", query.vr.map(on_off))?;
    option(f, "cubeful", query.cubeful.map(on_off))?;
    option(f, "info", query.info.then_some("on"))?;
    option(f, "cube", query.cube_all.then_some("all"))?;
    option(f, "positions", query.positions.map(Positions::as_str))?;
    option(f, "same-ply", query.same_ply.map(on_off))?;
    option(f, "threads", query.threads)?;
    option(f, "seed", query.seed)?;
    option(f, "noise", query.noise)?;
    option(f, "level", query.level.as_ref().map(|word| &word.text))?;
    option(f, "met", query.met.map(MatchTable::as_str))?;
    option(f, "unit", (query.unit != Unit::default()).then_some(query.unit.as_str()))
}

fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

fn option(f: &mut Formatter<'_>, name: &str, value: Option<impl Display>) -> Result {
    let Some(value) = value else { return Ok(()) };
    let value = value.to_string();
    write!(f, " {name}=")?;
    if value_needs_quotes(&value) { quoted(f, &value) } else { f.write_str(&value) }
}

fn optional(f: &mut Formatter<'_>, value: Option<impl Display>) -> Result {
    value.map_or(Ok(()), |value| write!(f, " {value}"))
}

fn optional_word(f: &mut Formatter<'_>, value: Option<&Word>) -> Result {
    value.map_or(Ok(()), |value| word(f, value))
}

fn word(f: &mut Formatter<'_>, word: &Word) -> Result {
    text(f, &word.text)
}

fn text(f: &mut Formatter<'_>, text: &str) -> Result {
    f.write_str(" ")?;
    if needs_quotes(text) { quoted(f, text) } else { f.write_str(text) }
}

fn quoted(f: &mut Formatter<'_>, text: &str) -> Result {
    let mut out = String::new();
    // A request reads back as itself, whatever is in it.
    write_quoted(&mut out, text, |character| character);
    f.write_str(&out)
}
