//! The grammar of request lines.
//!
//! Every function stands under its rule, in which `"word"` is a whole word and blanks stand between
//! words. The rules of commands read what follows their first word.

use nom::bytes::complete::take_while1;
use nom::combinator::{all_consuming, rest, verify};
use nom::error::{ErrorKind, ParseError};
use nom::sequence::preceded;
use nom::{IResult, Parser, bytes::complete::take_while};

use super::error::{UbgiClass, UbgiError};
use super::request::{Edition, Go, Player, PositionText, Role, SessionPlay, UbgiRequest};

/// What a line turned out to be; nothing where it is blank.
pub type LineParse = Option<Result<UbgiRequest, UbgiError>>;

/// What went wrong: words that are missing or too many, or a value that cannot be.
#[derive(Debug)]
struct Fault {
    class: UbgiClass,
    expected: &'static str,
}

impl ParseError<&str> for Fault {
    fn from_error_kind(_: &str, _: ErrorKind) -> Self {
        Fault { class: UbgiClass::Malformed, expected: "" }
    }

    fn append(_: &str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

type Parsed<'a, T> = IResult<&'a str, T, Fault>;
type Rule = fn(&str) -> Parsed<'_, UbgiRequest>;

fn refuse<T>(class: UbgiClass, expected: &'static str) -> Result<T, nom::Err<Fault>> {
    Err(nom::Err::Failure(Fault { class, expected }))
}

/// `blank = SP / HTAB / CR / VT / FF`
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{b}' | '\u{c}')
}

/// The line without blanks, NULs and a byte order mark around it.
pub(super) fn trim(line: &str) -> &str {
    line.trim_matches(|c| is_blank(c) || matches!(c, '\0' | '\u{feff}'))
}

/// Reads a line, with or without its line end.
///
/// `line = [ command ]`
pub fn parse(line: &str) -> LineParse {
    let line = trim(line);
    let (behind, name) = word(line).ok()?;
    Some(match rule(name) {
        Some((usage, rule)) => match all_consuming(terminated_blank(rule)).parse(behind) {
            Ok((_, request)) => Ok(request),
            Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => Err(fault.told(usage)),
            Err(nom::Err::Incomplete(_)) => Err(UbgiError::new(UbgiClass::Malformed, usage)),
        },
        None => {
            let shown: String = name.chars().take(40).collect();
            let message = format!("there is no command '{shown}'");
            Err(UbgiError::new(UbgiClass::UnknownCommand, message))
        }
    })
}

impl Fault {
    fn told(self, usage: &'static str) -> UbgiError {
        let message = match (self.class, self.expected) {
            (_, "") => format!("expected: {usage}"),
            (_, expected) => format!("expected {expected} in: {usage}"),
        };
        UbgiError::new(self.class, message)
    }
}

/// `command = "ubgi" / "isready" / "newgame" / "stop" / "quit" / "keys" / newsession / setscore /
/// setcube / setturn / position / dice / go / setoption / set / get / proto`
fn rule(name: &str) -> Option<(&'static str, Rule)> {
    Some(match name {
        "ubgi" => ("ubgi", |input| Ok((input, UbgiRequest::Ubgi))),
        "isready" => ("isready", |input| Ok((input, UbgiRequest::IsReady))),
        "newgame" => ("newgame", |input| Ok((input, UbgiRequest::NewGame))),
        "stop" => ("stop", |input| Ok((input, UbgiRequest::Stop))),
        "quit" => ("quit", |input| Ok((input, UbgiRequest::Quit))),
        "keys" => ("keys", |input| Ok((input, UbgiRequest::Keys))),
        "newsession" => (
            "newsession type money|match [length N] [jacoby on|off] [crawford on|off]",
            new_session,
        ),
        "setscore" => ("setscore POINTS POINTS", set_score),
        "setcube" => ("setcube value N owner center|p0|p1", set_cube),
        "setturn" => ("setturn p0|p1", set_turn),
        "position" => ("position gnubgid|xgid ID", position),
        "dice" => ("dice DIE DIE", dice),
        "go" => ("go [role] [chequer|cube|turn] [movetime MS] [depth N] [nodes N] [trials N]", go),
        "setoption" => ("setoption name NAME value VALUE", set_option),
        "set" => ("set KEY VALUE", set),
        "get" => ("get KEY", get),
        "proto" => ("proto [0.1|0.2]", proto),
        _ => return None,
    })
}

/// A rule and blanks behind it.
fn terminated_blank(rule: Rule) -> impl Fn(&str) -> Parsed<'_, UbgiRequest> {
    move |input| {
        let (rest, request) = rule(input)?;
        let (rest, _) = take_while(is_blank).parse(rest)?;
        Ok((rest, request))
    }
}

/// `word = *blank 1*visible`
fn word(input: &str) -> Parsed<'_, &str> {
    preceded(take_while(is_blank), take_while1(|c| !is_blank(c))).parse(input)
}

/// One word and nothing else.
fn exactly<'a>(wanted: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = Fault> {
    verify(word, move |word: &str| word == wanted)
}

/// `number = 1*DIGIT`
fn number<T: std::str::FromStr>(input: &str) -> Parsed<'_, T> {
    let (rest, word) = word(input)?;
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    match word.parse().ok().filter(|_| digits) {
        Some(number) => Ok((rest, number)),
        None => refuse(UbgiClass::BadValue, "a whole number"),
    }
}

/// `switch = "on" / "off"`
fn switch(input: &str) -> Parsed<'_, bool> {
    match word(input)? {
        (rest, "on") => Ok((rest, true)),
        (rest, "off") => Ok((rest, false)),
        _ => refuse(UbgiClass::BadValue, "on or off"),
    }
}

/// `player = "p0" / "p1"`
fn player(input: &str) -> Parsed<'_, Player> {
    match word(input)? {
        (rest, "p0") => Ok((rest, Player::First)),
        (rest, "p1") => Ok((rest, Player::Second)),
        _ => refuse(UbgiClass::BadValue, "p0 or p1"),
    }
}

/// The value of something that may be said once.
fn once<T>(slot: &mut Option<T>, value: T) -> Result<(), nom::Err<Fault>> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => refuse(UbgiClass::Malformed, "each value once"),
    }
}

/// `newsession = "newsession" "type" ( "money" / "match" )
/// *( ( "length" number ) / ( "jacoby" switch ) / ( "crawford" switch ) )`
fn new_session(input: &str) -> Parsed<'_, UbgiRequest> {
    let (mut input, kind) = preceded(exactly("type"), word).parse(input)?;
    let (mut length, mut jacoby, mut crawford) = (None, None, None);
    while let Ok((behind, name)) = word(input) {
        input = match name {
            "length" => {
                let (rest, value) = number::<u32>(behind)?;
                once(&mut length, value)?;
                rest
            }
            "jacoby" => {
                let (rest, value) = switch(behind)?;
                once(&mut jacoby, value)?;
                rest
            }
            "crawford" => {
                let (rest, value) = switch(behind)?;
                once(&mut crawford, value)?;
                rest
            }
            _ => return refuse(UbgiClass::Malformed, "length, jacoby or crawford"),
        };
    }
    let play = match (kind, length) {
        ("money", None | Some(0)) => SessionPlay::Money { jacoby: jacoby.unwrap_or(false) },
        ("money", Some(_)) => return refuse(UbgiClass::BadValue, "no length for money"),
        ("match", Some(length @ 1..)) => {
            SessionPlay::Match { length, crawford: crawford.unwrap_or(true) }
        }
        ("match", _) => return refuse(UbgiClass::BadValue, "a length of 1 or more for a match"),
        _ => return refuse(UbgiClass::BadValue, "money or match"),
    };
    Ok((input, UbgiRequest::NewSession(play)))
}

/// `setscore = "setscore" number number`
fn set_score(input: &str) -> Parsed<'_, UbgiRequest> {
    let (rest, (first, second)) = (number, number).parse(input)?;
    Ok((rest, UbgiRequest::SetScore([first, second])))
}

/// `setcube = "setcube" "value" number "owner" ( "center" / "centre" / player )`
fn set_cube(input: &str) -> Parsed<'_, UbgiRequest> {
    let (rest, value) = preceded(exactly("value"), number).parse(input)?;
    let (rest, _) = exactly("owner").parse(rest)?;
    let (rest, owner) = match word(rest)? {
        (rest, "center" | "centre") => (rest, None),
        (rest, "p0") => (rest, Some(Player::First)),
        (rest, "p1") => (rest, Some(Player::Second)),
        _ => return refuse(UbgiClass::BadValue, "center, p0 or p1"),
    };
    Ok((rest, UbgiRequest::SetCube { value, owner }))
}

/// `setturn = "setturn" player`
fn set_turn(input: &str) -> Parsed<'_, UbgiRequest> {
    let (rest, player) = player(input)?;
    Ok((rest, UbgiRequest::SetTurn(player)))
}

/// `position = "position" ( "gnubgid" / "xgid" ) word`
fn position(input: &str) -> Parsed<'_, UbgiRequest> {
    let (rest, form) = word(input)?;
    let (rest, text) = word(rest)?;
    let text = text.to_owned();
    match form {
        "gnubgid" => Ok((rest, UbgiRequest::Position(PositionText::GnubgId(text)))),
        "xgid" => Ok((rest, UbgiRequest::Position(PositionText::Xgid(text)))),
        _ => refuse(UbgiClass::Unsupported, "gnubgid or xgid"),
    }
}

/// `dice = "dice" die die`
fn dice(input: &str) -> Parsed<'_, UbgiRequest> {
    let (rest, (first, second)) = (die, die).parse(input)?;
    Ok((rest, UbgiRequest::Dice([first, second])))
}

/// `die = %x31-36`
fn die(input: &str) -> Parsed<'_, u8> {
    match number(input)? {
        (rest, pips @ 1..=6) => Ok((rest, pips)),
        _ => refuse(UbgiClass::BadValue, "dice that show 1 to 6"),
    }
}

/// `go = "go" [ "role" role / role ] *( limit number )`,
/// `limit = "movetime" / "depth" / "nodes" / "trials"`
fn go(input: &str) -> Parsed<'_, UbgiRequest> {
    let (mut input, role) = match word(input) {
        Ok((rest, "role")) => match role(rest)? {
            (rest, Some(role)) => (rest, role),
            _ => return refuse(UbgiClass::BadValue, "chequer, cube or turn"),
        },
        Ok(_) => match role(input)? {
            (rest, Some(role)) => (rest, role),
            (_, None) => (input, Role::default()),
        },
        Err(_) => (input, Role::default()),
    };
    let mut go = Go { role, ..Go::default() };
    while let Ok((behind, name)) = word(input) {
        let slot = match name {
            "movetime" => &mut go.movetime,
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "trials" => &mut go.trials,
            _ => return refuse(UbgiClass::Malformed, "movetime, depth, nodes or trials"),
        };
        let (rest, value) = number(behind)?;
        once(slot, value)?;
        input = rest;
    }
    Ok((input, UbgiRequest::Go(go)))
}

/// `role = "chequer" / "cube" / "turn"`
fn role(input: &str) -> Parsed<'_, Option<Role>> {
    let (rest, word) = word(input)?;
    let role = match word {
        "chequer" => Some(Role::Chequer),
        "cube" => Some(Role::Cube),
        "turn" => Some(Role::Turn),
        _ => None,
    };
    Ok((rest, role))
}

/// `value = 1*any`, blanks around it taken off.
fn value(input: &str) -> Parsed<'_, String> {
    let (rest, value) = rest.parse(input)?;
    match trim(value) {
        "" => refuse(UbgiClass::Malformed, "a value"),
        value => Ok((rest, value.to_owned())),
    }
}

/// `setoption = "setoption" "name" 1*word "value" value`, no word of the name being `value`
fn set_option(input: &str) -> Parsed<'_, UbgiRequest> {
    let (mut input, first) = preceded(exactly("name"), word).parse(input)?;
    let mut name = first.to_owned();
    loop {
        let (behind, word) = word(input)?;
        if word == "value" {
            let (rest, value) = value(behind)?;
            return Ok((rest, UbgiRequest::SetOption { name, value }));
        }
        name.push(' ');
        name.push_str(word);
        input = behind;
    }
}

/// `set = "set" word value`
fn set(input: &str) -> Parsed<'_, UbgiRequest> {
    let (rest, (key, value)) = (word, value).parse(input)?;
    Ok((rest, UbgiRequest::Set { key: key.to_owned(), value }))
}

/// `get = "get" word`
fn get(input: &str) -> Parsed<'_, UbgiRequest> {
    let (rest, key) = word(input)?;
    Ok((rest, UbgiRequest::Get(key.to_owned())))
}

/// `proto = "proto" [ "0.1" / "0.2" ]`
fn proto(input: &str) -> Parsed<'_, UbgiRequest> {
    let (rest, edition) = match word(input) {
        Ok((rest, "0.1")) => (rest, Some(Edition::First)),
        Ok((rest, "0.2")) => (rest, Some(Edition::Second)),
        Ok(_) => return refuse(UbgiClass::Unsupported, "0.1 or 0.2"),
        Err(_) => (input, None),
    };
    Ok((rest, UbgiRequest::Proto(edition)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> UbgiRequest {
        parse(line).unwrap().unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    fn class(line: &str) -> UbgiClass {
        parse(line).unwrap().expect_err(line).class
    }

    #[test]
    fn every_command_reads() {
        assert_eq!(read("ubgi\r\n"), UbgiRequest::Ubgi);
        assert_eq!(read(" \tisready "), UbgiRequest::IsReady);
        assert_eq!(
            read("newsession type match length 7 crawford off"),
            UbgiRequest::NewSession(SessionPlay::Match { length: 7, crawford: false })
        );
        assert_eq!(
            read("newsession type money jacoby on"),
            UbgiRequest::NewSession(SessionPlay::Money { jacoby: true })
        );
        assert_eq!(read("setscore 3 10"), UbgiRequest::SetScore([3, 10]));
        assert_eq!(
            read("setcube value 4 owner p1"),
            UbgiRequest::SetCube { value: 4, owner: Some(Player::Second) }
        );
        assert_eq!(
            read("setcube value 1 owner center"),
            UbgiRequest::SetCube { value: 1, owner: None }
        );
        assert_eq!(read("setturn p0"), UbgiRequest::SetTurn(Player::First));
        assert_eq!(
            read("position gnubgid 4HPwATDgc/ABMA"),
            UbgiRequest::Position(PositionText::GnubgId("4HPwATDgc/ABMA".to_owned()))
        );
        assert_eq!(read("dice 3  1"), UbgiRequest::Dice([3, 1]));
        assert_eq!(
            read("setoption name Eval  Mode value  a b "),
            UbgiRequest::SetOption { name: "Eval Mode".to_owned(), value: "a b".to_owned() }
        );
        assert_eq!(
            read("set engine.ply 2"),
            UbgiRequest::Set { key: "engine.ply".to_owned(), value: "2".to_owned() }
        );
        assert_eq!(read("get engine.ply"), UbgiRequest::Get("engine.ply".to_owned()));
        assert_eq!(read("proto 0.2").edition(), Some(Edition::Second));
        assert_eq!(read("proto"), UbgiRequest::Proto(None));
    }

    #[test]
    fn go_in_both_forms_with_limits_in_any_order() {
        let go = |role| UbgiRequest::Go(Go { role, ..Go::default() });
        assert_eq!(read("go"), go(Role::Chequer));
        assert_eq!(read("go cube"), go(Role::Cube));
        assert_eq!(read("go role turn"), go(Role::Turn));
        let limited = Go { depth: Some(3), movetime: Some(100), ..Go::default() };
        assert_eq!(read("go depth 3 movetime 100"), UbgiRequest::Go(limited));
        assert_eq!(read("go role chequer movetime 100 depth 3"), UbgiRequest::Go(limited));
    }

    #[test]
    fn what_is_wrong_has_a_class() {
        assert!(parse(" \t\r\n").is_none());
        for line in ["hint", "UBGI", "ubgi2", "# x", "\u{1f3b2}"] {
            assert_eq!(class(line), UbgiClass::UnknownCommand, "{line}");
        }
        for line in [
            "ubgi now",
            "dice 3",
            "dice 3 1 2",
            "position gnubgid",
            "position gnubgid 4HPwATDgc/ABMA x",
            "go role",
            "go chequer depth",
            "go depth 1 depth 2",
            "go role chequer fast",
            "setoption Threads 2",
            "setoption name Threads value",
            "set engine.ply",
            "newsession match",
            "setcube 2",
        ] {
            assert_eq!(class(line), UbgiClass::Malformed, "{line}");
        }
        for line in [
            "dice 7 1",
            "dice 0 1",
            "dice a b",
            "setscore -1 0",
            "setscore 99999999999 0",
            "setturn p2",
            "go role play",
            "go depth +1",
            "newsession type match",
            "newsession type match length 0",
            "newsession type cash",
            "setcube value 2 owner both",
        ] {
            assert_eq!(class(line), UbgiClass::BadValue, "{line}");
        }
        for line in ["position fen x", "proto 0.3"] {
            assert_eq!(class(line), UbgiClass::Unsupported, "{line}");
        }
    }
}
