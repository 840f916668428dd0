//! Whole lines.

use super::*;
use crate::catalogue::{COMMANDS, OPTIONS, ValueKind};
use crate::error::ErrorCode;
use crate::request::*;

fn request(line: &str) -> Request {
    match parse_line(line) {
        Parsed::Request(request) => request,
        other => panic!("{line}: {other:?}"),
    }
}

fn command(line: &str) -> Command {
    let request = request(line);
    assert_eq!(request.warnings, [], "{line}");
    request.command
}

fn error(line: &str) -> ProtocolError {
    match parse_line(line) {
        Parsed::Failed { error, .. } => error,
        other => panic!("{line}: {other:?}"),
    }
}

/// A line for each row of the catalogue, with what cannot be left out.
fn smallest(row: &crate::catalogue::CommandRow) -> String {
    let values = match row.name {
        "list" => "rules",
        "auth" => "token",
        "new match" => "7",
        "set rule" => "dave arithmetic",
        "set score" => "3 1",
        "perft" => "2",
        "move" => "8/5 6/5",
        "board" => "2",
        "import" => "mat game.mat",
        "export" => "mat",
        name => match name.strip_prefix("set ") {
            Some(setting) => sample(crate::catalogue::option("set", setting).unwrap().kind),
            None => "",
        },
    };
    format!("{} {values}", row.name)
}

fn sample(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Integer { .. } | ValueKind::Decimal { .. } => "1",
        ValueKind::Choice(words) => words[0],
        ValueKind::Switch => "on",
        ValueKind::Dice(_) => "31",
        ValueKind::Text => "short",
    }
}

#[test]
fn every_row_of_the_catalogue_is_a_command_of_its_name() {
    for row in COMMANDS {
        assert_eq!(command(&smallest(row)).name(), row.name);
        if let Some(alias) = row.alias {
            assert_eq!(command(alias).name(), row.name);
        }
    }
}

#[test]
fn no_command_begins_with_another() {
    // Names are matched word by word, the first that fits ends the search.
    for row in COMMANDS {
        let longer = format!("{} ", row.name);
        assert!(!COMMANDS.iter().any(|other| other.name.starts_with(&longer)));
    }
}

#[test]
fn every_option_is_taken_by_its_commands_and_others_warn() {
    for option in OPTIONS {
        for row in COMMANDS {
            let is_taken = option.commands.contains(&row.name);
            let is_parameter = row.parameters.contains(&option.name);
            if is_parameter || row.name.starts_with("set ") || option.name.contains(' ') {
                continue;
            }
            let line = format!("{} {}={}", smallest(row), option.name, sample(option.kind));
            let known_otherwise = row.options().any(|other| other.name == option.name);
            let warnings = request(&line).warnings.len();
            assert_eq!(warnings == 0, is_taken || known_otherwise, "{line}");
        }
    }
}

#[test]
fn positional_values_have_names_too() {
    for (by_place, by_name) in [
        ("new match 7 short", "new match length=7 variant=short"),
        ("new game long", "new game variant=long"),
        ("hint 3", "hint n=3"),
        ("perft 2", "perft depth=2"),
        ("roll 3 1", "roll dice=31"),
        ("roll 31", "roll dice=\"3 1\""),
        ("move 8/5 6/5", "move play=\"8/5 6/5\""),
        ("set plies 3", "set plies=3"),
        ("set plies 3", "set plies value=3"),
        ("set cube value 4", "set cube value=4"),
        ("set cube owner centre", "set cube owner=CENTER"),
        ("set dice 3 1", "set dice=31"),
        ("set score 3 1", "set score=3-1"),
        ("set score 3 1", "set score white=3 black=1"),
        ("set rule dave geometric", "set rule name=dave value=geometric"),
        ("set position XGID=-b", "set position=XGID=-b"),
        ("resign 2", "resign GAMMON"),
        ("show position xgid", "show position format=xgid"),
        ("import mat inline text=x", "import mat text=x"),
        ("export mat \"my game.mat\"", "export format=mat path=\"my game.mat\""),
        ("help rule S-07", "help rule=S-07"),
        ("help new game", "help topic=\"new game\""),
        ("stop @a", "stop target=a"),
        ("dave", "double"),
        ("EXIT", "quit"),
        ("list rules", "list kind=rules"),
        ("board 2", "board number=2"),
    ] {
        assert_eq!(command(by_place), command(by_name), "{by_place}");
    }
}

#[test]
fn errors_name_class_and_column() {
    use ErrorCode::{BadValue, Syntax, UnknownCommand, UnknownOption};
    for (line, code, column, meant) in [
        ("bset", UnknownCommand, 1, Some("best")),
        ("@a  bset plies=2", UnknownCommand, 5, Some("best")),
        ("show bord", UnknownCommand, 6, Some("board")),
        ("new gaem short", UnknownCommand, 5, Some("game")),
        ("set plise 2", UnknownOption, 5, Some("plies")),
        ("set plise=2", UnknownOption, 5, Some("plies")),
        ("set cube vlaue 2", UnknownOption, 10, Some("value")),
        ("list comands", BadValue, 6, Some("commands")),
        ("set turn blakc", BadValue, 10, Some("black")),
        ("set", Syntax, 4, None),
        ("set cube", Syntax, 9, None),
        ("set plies", Syntax, 10, None),
        ("@a", Syntax, 3, None),
        ("plies=2", Syntax, 1, None),
        ("best plies=10", BadValue, 12, None),
        ("best plies=", BadValue, 12, None),
        ("best plies=1 plies=2", BadValue, 14, None),
        ("best 7", Syntax, 6, None),
        ("best Plies=7", Syntax, 6, Some("plies")),
        ("ping pong", Syntax, 6, None),
        ("moves dice=all", BadValue, 12, None),
        ("set dice 3 7", BadValue, 10, None),
        ("new match 0", BadValue, 11, None),
        ("new match", Syntax, 10, None),
        ("hint 5 n=4", Syntax, 6, None),
        ("move 8/5 6/x", BadValue, 12, None),
        ("move", Syntax, 5, None),
        ("import mat inline", Syntax, 18, None),
        ("help rule", Syntax, 10, None),
        ("stop @a+", BadValue, 6, None),
        ("ping \"", Syntax, 7, None),
        (r#"{"command":"best","plies":10}"#, BadValue, 27, None),
        (r#"{"command":"bset"}"#, UnknownCommand, 13, Some("best")),
        (r#"{"plies":1}"#, Syntax, 2, None),
        (r#"{"command":"ping""#, Syntax, 18, None),
        (r#"{"command":"ping","args":{}}"#, BadValue, 26, None),
    ] {
        let error = error(line);
        assert_eq!((error.code, error.column), (code, Some(column)), "{line}: {error}");
        assert_eq!(error.did_you_mean.as_deref(), meant, "{line}");
    }
}

#[test]
fn failures_keep_their_tag_and_form() {
    for (line, tag, is_json) in [
        ("@a bset", Some("a"), false),
        ("@a best \"", Some("a"), false),
        (r#"{"tag":"a","command":"bset"}"#, Some("a"), true),
        (r#"{"tag":7,"command":"bset"}"#, Some("7"), true),
        (r#"{"tag":"a b","command":"ping"}"#, None, true),
        ("{", None, true),
    ] {
        match parse_line(line) {
            Parsed::Failed { tag: read, json, .. } => {
                assert_eq!((read, json), (tag.and_then(Tag::new), is_json), "{line}");
            }
            other => panic!("{line}: {other:?}"),
        }
    }
}

#[test]
fn an_unknown_option_is_a_warning() {
    let request = request("best pleis=2 plies=1");
    let meant = request.warnings[0].did_you_mean.as_deref();
    assert_eq!((meant, request.warnings[0].column), (Some("plies"), 6));
    let Command::Best(query) = request.command else {
        panic!("not best");
    };
    assert_eq!(query.plies, Some(1));
}

#[test]
fn json_and_text_are_the_same_request() {
    for (json, text) in [
        (
            r#"{"tag":"7","command":"best","position":"XGID=-b","plies":2}"#,
            "@7 best position=XGID=-b plies=2",
        ),
        (r#"{"command":"new","args":["game","short"]}"#, "new game short"),
        (r#"{"command":"new","args":"match 7 short"}"#, "new match 7 short"),
        (r#"{"command":"new match","length":7}"#, "new match 7"),
        (r#"{"command":"set","plies":2}"#, "set plies 2"),
        (r#"{"command":"set dice","value":[3,1]}"#, "set dice 3 1"),
        (r#"{"command":"set","score":[3,1]}"#, "set score 3 1"),
        (r#"{"command":"set crawford","value":true}"#, "set crawford on"),
        (r#"{"command":"move","play":"8/5 6/5"}"#, "move 8/5 6/5"),
        (r#"{"command":"move","args":["8/5","6/5"]}"#, "move 8/5 6/5"),
        (r#"{"command":"best","info":true,"plies":null}"#, "best info=on"),
        (r#"{"command":"rollout","stderr":0.01}"#, "rollout stderr=0.01"),
        (r#" {"command":"stop","target":"a"}"#, "stop @a"),
    ] {
        let from_json = request(json);
        assert!(from_json.json);
        let from_text = request(text);
        assert_eq!((&from_json.tag, &from_json.command), (&from_text.tag, &from_text.command));
        assert_eq!(from_json.warnings, []);
        assert_eq!(from_json.to_string(), from_text.to_string());
    }
}

#[test]
fn odd_characters_survive_the_canonical_text() {
    for level in ["\u{1}", "a\u{1b} b", "\u{a0}", "é\u{2028}", "\"", "\\", "@a", "{", "#"] {
        let request = Request::new(Command::Set(Setting::Level(Word::new(level, 1))));
        assert_eq!(command(&request.to_string()), request.command, "{request}");
    }
}

#[test]
fn nothing_is_asked_by_empty_lines_and_comments() {
    for line in ["", "  ", "\t", "# ping", "  # ping", "\u{feff}"] {
        assert_eq!(parse_line(line), Parsed::Nothing);
    }
    assert_eq!(command("\u{feff}ping"), Command::Ping);
}
