//! The grammar of request lines.
//!
//! Every function stands under its rule. A word that does not fit is reported as GNU Backgammon
//! reports it, by the name of its token.

use nom::IResult;

use super::error::GnubgError;
use super::lexer::{self, BOARD, Mode, Token};
use super::request::{EvaluationOptions, FibsLine, GnubgRequest, NUMBERS, SessionOptions};

/// What stands where it cannot, and what could stand there.
#[derive(Debug)]
struct Fault {
    unexpected: &'static str,
    expected: &'static [&'static str],
}

impl nom::error::ParseError<&str> for Fault {
    fn from_error_kind(_: &str, _: nom::error::ErrorKind) -> Self {
        Fault { unexpected: "E_CHARACTER", expected: &[] }
    }

    fn append(_: &str, _: nom::error::ErrorKind, other: Self) -> Self {
        other
    }
}

type Parsed<'a, T> = IResult<&'a str, T, Fault>;

const EOL: &[&str] = &["EOL"];
const STRING: &[&str] = &["E_STRING"];
const INTEGER: &[&str] = &["E_INTEGER"];
const BOOLEAN: &[&str] = &["E_BOOLEAN"];

/// Reads a line, with or without its line end.
///
/// # Errors
/// [`GnubgError`] with GNU Backgammon's text.
pub fn parse(line: &str) -> Result<GnubgRequest, GnubgError> {
    let line = lexer::trim(line);
    let fault = match request(line) {
        Ok((_, request)) => return checked(request),
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => fault,
        Err(nom::Err::Incomplete(_)) => Fault { unexpected: "EOL", expected: &[] },
    };
    match client_board(line) {
        Some(board) => Ok(GnubgRequest::Board { board, options: SessionOptions::default() }),
        None => {
            let Fault { unexpected, expected } = fault;
            Err(GnubgError::Syntax { unexpected, expected })
        }
    }
}

fn checked(request: GnubgRequest) -> Result<GnubgRequest, GnubgError> {
    match &request {
        GnubgRequest::Board { board, .. } | GnubgRequest::Evaluation { board, .. }
            if board.numbers.len() > NUMBERS =>
        {
            Err(GnubgError::TooManyElements)
        }
        _ => Ok(request),
    }
}

/// `client-board = "board:" *any-but-colon ":" *any-but-colon 50( ":" integer )`, the numbers such
/// as GNU Backgammon's client sends; its names are not quoted, whatever they hold.
fn client_board(line: &str) -> Option<FibsLine> {
    let line = line.trim_matches(lexer::is_blank);
    let head = line.get(..BOARD.len())?;
    let fields: Vec<&str> = line.get(BOARD.len()..)?.split(':').collect();
    let [first, second, numbers @ ..] = &fields[..] else { return None };
    let numbers = numbers.iter().map(|field| field.parse().ok()).collect::<Option<_>>()?;
    let board = FibsLine { names: [(*first).to_owned(), (*second).to_owned()], numbers };
    (head.eq_ignore_ascii_case(BOARD) && board.is_from_gnubg()).then_some(board)
}

fn refuse<T>(token: &Token<'_>, expected: &'static [&'static str]) -> Result<T, nom::Err<Fault>> {
    Err(nom::Err::Failure(Fault { unexpected: token.name(), expected }))
}

/// The next word.
fn next(mode: Mode, input: &str) -> Parsed<'_, Token<'_>> {
    lexer::token(mode, input)
        .map_err(|_| nom::Err::Failure(Fault { unexpected: "E_CHARACTER", expected: &[] }))
}

/// The word `wanted` and nothing else.
fn expect<'a>(
    mode: Mode,
    wanted: Token<'static>,
    expected: &'static [&'static str],
    input: &'a str,
) -> Parsed<'a, ()> {
    let (rest, token) = next(mode, input)?;
    if token == wanted { Ok((rest, ())) } else { refuse(&token, expected) }
}

fn boolean(input: &str) -> Parsed<'_, bool> {
    match next(Mode::Options, input)? {
        (rest, Token::Boolean(value)) => Ok((rest, value)),
        (_, token) => refuse(&token, BOOLEAN),
    }
}

fn integer(mode: Mode, input: &str) -> Parsed<'_, i64> {
    match next(mode, input)? {
        (rest, Token::Integer(value)) => Ok((rest, value)),
        (_, token) => refuse(&token, INTEGER),
    }
}

fn text(mode: Mode, input: &str) -> Parsed<'_, &str> {
    match next(mode, input)? {
        (rest, Token::Text(text)) => Ok((rest, text)),
        (_, token) => refuse(&token, STRING),
    }
}

/// `line = [ "help" / "version" / "quit" / "exit" / set / board / evaluation ] EOL`
fn request(input: &str) -> Parsed<'_, GnubgRequest> {
    let (rest, token) = next(Mode::Command, input)?;
    let (rest, request) = match token {
        Token::End => return Ok((rest, GnubgRequest::Empty)),
        Token::Keyword("HELP") => (rest, GnubgRequest::Help),
        Token::Keyword("INTERFACEVERSION") => (rest, GnubgRequest::Version),
        Token::Keyword("EXIT") => (rest, GnubgRequest::Quit),
        Token::Keyword("SET") => set(rest)?,
        Token::Keyword("EVALUATION") => return evaluation(rest),
        Token::Keyword("FIBSBOARD") if ends_in_board(input, rest) => return board_line(rest),
        Token::Keyword("FIBSBOARD") => return bare_fibsboard(rest),
        token => return refuse(&token, &[]),
    };
    let (rest, ()) = expect(Mode::Command, Token::End, EOL, rest)?;
    Ok((rest, request))
}

/// Whether the word between `input` and `rest` was `board:` and not `fibsboard`.
fn ends_in_board(input: &str, rest: &str) -> bool {
    input.strip_suffix(rest).is_some_and(|word| word.ends_with(':'))
}

/// `set = "set" ( ( "debug" boolean ) / ( "interface" ( "new" / "old" ) ) / ( "prompt" text ) )`
fn set(input: &str) -> Parsed<'_, GnubgRequest> {
    let (rest, token) = next(Mode::Command, input)?;
    match token {
        Token::Keyword("DEBUG") => {
            let (rest, on) = boolean(rest)?;
            Ok((rest, GnubgRequest::SetDebug(on)))
        }
        Token::Keyword("E_INTERFACE") => match next(Mode::Command, rest)? {
            (rest, Token::Keyword("NEW")) => Ok((rest, GnubgRequest::SetInterface(true))),
            (rest, Token::Keyword("OLD")) => Ok((rest, GnubgRequest::SetInterface(false))),
            (_, token) => refuse(&token, &["NEW", "OLD"]),
        },
        Token::Keyword("PROMPT") => {
            let (rest, _) = text(Mode::Command, rest)?;
            Ok((rest, GnubgRequest::SetPrompt))
        }
        token => refuse(&token, &["DEBUG", "E_INTERFACE", "PROMPT"]),
    }
}

/// `bare-fibsboard = "fibsboard" text ":"`: the word is known at the beginning of a line, but a
/// board never follows, since colons and names are words inside `board:` only.
fn bare_fibsboard(input: &str) -> Parsed<'_, GnubgRequest> {
    let (rest, _) = text(Mode::Command, input)?;
    let (_, token) = next(Mode::Command, rest)?;
    refuse(&token, &["':'"])
}

/// `board-line = "board:" board *session-option`
fn board_line(input: &str) -> Parsed<'_, GnubgRequest> {
    let (mut rest, board) = board(input)?;
    let mut options = SessionOptions::default();
    loop {
        let (behind, token) = next(Mode::Options, rest)?;
        rest = match session_option(&token, behind, &mut options)? {
            Some(rest) => rest,
            None if token == Token::End => {
                return Ok((behind, GnubgRequest::Board { board, options }));
            }
            None => return refuse(&token, EOL),
        };
    }
}

/// `evaluation = "evaluation" "fibsboard" "board:" board *( session-option / evaluation-option )`
fn evaluation(input: &str) -> Parsed<'_, GnubgRequest> {
    // `board:` is no word of its own here: without `fibsboard` before it the name is the first.
    let (behind, prefixed) = board_prefix(input);
    if prefixed {
        let (_, token) = next(Mode::Board, behind)?;
        return refuse(&token, &["FIBSBOARD"]);
    }
    let (rest, ()) = expect(Mode::Options, Token::Keyword("FIBSBOARD"), &["FIBSBOARD"], input)?;
    let (behind, prefixed) = board_prefix(rest);
    if !prefixed {
        let (_, token) = next(Mode::Options, rest)?;
        return refuse(&token, STRING);
    }
    let (mut rest, board) = board(behind)?;
    let (mut options, mut evaluation) = (SessionOptions::default(), EvaluationOptions::default());
    loop {
        let (behind, token) = next(Mode::Options, rest)?;
        rest = if let Some(rest) = session_option(&token, behind, &mut options)? {
            rest
        } else if let Some(rest) = evaluation_option(&token, behind, &mut evaluation)? {
            rest
        } else if token == Token::End {
            return Ok((behind, GnubgRequest::Evaluation { board, options, evaluation }));
        } else {
            return refuse(&token, EOL);
        };
    }
}

/// What stands behind blanks and `board:`, and whether it was there.
fn board_prefix(input: &str) -> (&str, bool) {
    let input = input.trim_start_matches(lexer::is_blank);
    match input.get(..BOARD.len()) {
        Some(head) if head.eq_ignore_ascii_case(BOARD) => {
            (input.get(BOARD.len()..).unwrap_or(""), true)
        }
        _ => (input, false),
    }
}

/// `board = text ":" text ":" integer *( ":" integer ) board-end`
fn board(input: &str) -> Parsed<'_, FibsLine> {
    const COLON: &[&str] = &["':'"];
    let (rest, first) = text(Mode::Board, input)?;
    let (rest, ()) = expect(Mode::Board, Token::Colon, COLON, rest)?;
    let (rest, second) = text(Mode::Board, rest)?;
    let (mut rest, ()) = expect(Mode::Board, Token::Colon, COLON, rest)?;
    let names = [first.to_owned(), second.to_owned()];
    let mut numbers = Vec::new();
    loop {
        let (behind, number) = integer(Mode::Board, rest)?;
        numbers.push(number);
        rest = match next(Mode::Board, behind)? {
            (rest, Token::Colon) => rest,
            (rest, Token::BoardEnd) => return Ok((rest, FibsLine { names, numbers })),
            (_, token) => return refuse(&token, &["FIBSBOARDEND", "':'"]),
        };
    }
}

/// What follows an option that was one, or nothing.
type Taken<'a> = Result<Option<&'a str>, nom::Err<Fault>>;

/// `session-option = ( "jacobyrule" / "crawfordrule" / "beavers" ) boolean /
/// "resignation" integer`
fn session_option<'a>(
    token: &Token<'_>,
    input: &'a str,
    options: &mut SessionOptions,
) -> Taken<'a> {
    let Token::Keyword(name) = token else { return Ok(None) };
    let rest = match *name {
        "JACOBYRULE" => {
            let (rest, on) = boolean(input)?;
            options.jacoby = Some(on);
            rest
        }
        "CRAWFORDRULE" => {
            let (rest, on) = boolean(input)?;
            options.crawford = on;
            rest
        }
        "BEAVERS" => {
            let (rest, on) = boolean(input)?;
            options.beavers = on;
            rest
        }
        "RESIGNATION" => {
            let (rest, points) = integer(Mode::Options, input)?;
            options.resignation = points;
            rest
        }
        _ => return Ok(None),
    };
    Ok(Some(rest))
}

/// `evaluation-option = ( "plies" integer ) / ( "noise" ( integer / float ) ) /
/// ( ( "prune" / "deterministic" ) [ boolean ] ) / ( "cube" boolean ) / "cubeful" / "cubeless"`
fn evaluation_option<'a>(
    token: &Token<'_>,
    input: &'a str,
    options: &mut EvaluationOptions,
) -> Taken<'a> {
    /// An integer after `noise` counts ten-thousandths.
    const NOISE_UNIT: f64 = 10_000.0;
    let Token::Keyword(name) = token else { return Ok(None) };
    let rest = match *name {
        "PLIES" => {
            let (rest, plies) = integer(Mode::Options, input)?;
            options.plies = plies;
            rest
        }
        "NOISE" => match next(Mode::Options, input)? {
            (rest, Token::Integer(noise)) => {
                options.noise = noise as f64 / NOISE_UNIT;
                rest
            }
            (rest, Token::Float(noise)) => {
                options.noise = noise;
                rest
            }
            (_, token) => return refuse(&token, &["E_INTEGER", "E_FLOAT"]),
        },
        "PRUNE" => optional_boolean(input, &mut options.prune)?,
        "DETERMINISTIC" => optional_boolean(input, &mut options.deterministic)?,
        "CUBE" => {
            let (rest, on) = boolean(input)?;
            options.cubeful = on;
            rest
        }
        "CUBEFUL" | "CUBELESS" => {
            options.cubeful = *name == "CUBEFUL";
            input
        }
        _ => return Ok(None),
    };
    Ok(Some(rest))
}

/// `[ boolean ]`, on where it is left out
fn optional_boolean<'a>(input: &'a str, value: &mut bool) -> Result<&'a str, nom::Err<Fault>> {
    let (rest, token) = next(Mode::Options, input)?;
    *value = token != Token::Boolean(false);
    Ok(if matches!(token, Token::Boolean(_)) { rest } else { input })
}
