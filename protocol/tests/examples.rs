//! The lines that the specification shows, requests and replies.

use nardy_protocol::reply::{ReplyKind, parse_reply_line};
use nardy_protocol::{Command, ErrorCode, Parsed, Tag, parse_line};

const SPEC: &str = include_str!("../SPEC.md");

/// The lines of the specification's examples that begin with this mark.
fn shown(mark: &str) -> Vec<&'static str> {
    let mut is_example = false;
    let mut lines = Vec::new();
    for line in SPEC.lines() {
        if line.starts_with("```") {
            is_example = !is_example;
        } else if let Some(line) = line.strip_prefix(mark).filter(|_| is_example) {
            lines.push(line);
        }
    }
    lines
}

#[test]
fn every_request_shown_is_understood_and_canonical_text_agrees() {
    let requests = shown("> ");
    assert!(requests.len() > 40, "only {} examples", requests.len());
    for line in requests {
        match parse_line(line) {
            Parsed::Request(request) => {
                assert_eq!(request.warnings, [], "{line}");
                let Parsed::Request(again) = parse_line(&request.to_string()) else {
                    panic!("{line} became {request}");
                };
                assert_eq!(again.command, request.command, "{line}");
            }
            other => panic!("{line}: {other:?}"),
        }
    }
}

#[test]
fn every_refusal_shown_is_one() {
    let lines = shown("! ");
    assert!(lines.len() >= 5);
    for line in lines {
        assert!(matches!(parse_line(line), Parsed::Failed { .. }), "{line}");
    }
}

#[test]
fn every_reply_shown_reads_and_prints_back() {
    let replies = shown("< ");
    assert!(replies.len() > 30, "only {} examples", replies.len());
    for line in replies {
        let read = parse_reply_line(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        if !line.starts_with('{') {
            assert_eq!(read.to_string(), line);
        }
    }
}

#[test]
fn every_command_option_and_code_is_in_the_specification() {
    for row in nardy_protocol::catalogue::COMMANDS {
        assert!(SPEC.contains(&format!("`{}", row.name)), "{}", row.name);
    }
    for row in nardy_protocol::catalogue::OPTIONS {
        let name = row.name;
        let is_told = [format!("`{name}="), format!("`set {name}"), format!("`{name}`")];
        assert!(is_told.iter().any(|told| SPEC.contains(told)), "{name}");
    }
    for code in ErrorCode::ALL {
        assert!(SPEC.contains(&format!("`{code}`")), "{code}");
    }
}

#[test]
fn a_tagged_request_and_its_json_twin() {
    let json = r#"{"tag":"7","command":"best","position":"short;-/-;w;31;1;0-0/0","plies":2}"#;
    let text = "@7 best position=short;-/-;w;31;1;0-0/0 plies=2";
    let (Parsed::Request(json), Parsed::Request(text)) = (parse_line(json), parse_line(text))
    else {
        panic!("refused");
    };
    assert_eq!(json.tag, Tag::new("7"));
    assert_eq!(json.command, text.command);
    assert!(matches!(text.command, Command::Best(_)));
}

#[test]
fn quotes_that_are_not_needed_do_no_harm() {
    for (quoted, bare) in [
        (
            "hello protocol=1 name=nardy version=0.1.0 variants=\"backgammon,short,long,…\"",
            "hello protocol=1 name=nardy version=0.1.0 variants=backgammon,short,long,…",
        ),
        (
            "ok variant=short phase=opening position=\"short;24:2/24:2;-;-;1;0-0/0\"",
            "ok variant=short phase=opening position=short;24:2/24:2;-;-;1;0-0/0",
        ),
        (
            "move n=1 play=\"24/21 24/23\" position=\"…\"",
            "move n=1 play=\"24/21 24/23\" position=…",
        ),
    ] {
        let read = parse_reply_line(quoted).unwrap();
        assert_eq!(read, parse_reply_line(bare).unwrap());
        assert_eq!(read.to_string(), bare);
    }
    let read = parse_reply_line("hello protocol=1 name=nardy").unwrap();
    assert_eq!(read.kind, ReplyKind::Record("hello".into()));
    assert_eq!(read.number("protocol"), Some(1.0));
}

#[test]
fn small_requests_in_every_spelling() {
    for line in [
        "help rule S-07",
        "stop @a",
        "list levels",
        "new match 5 long",
        "set dice none",
        "set cube owner centre",
        "set beavers 3",
        "moves order=results positions=gnubgid",
        "perft 2",
        "resign",
        "board 2",
        "hint n=5",
        "best dice=all",
        "cube cube=all",
        "eval position=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 nodes=1000",
        "rollout trials=36 stderr=0.01 info=on",
        "cube position=short{dave=arithmetic};24:2/24:2;w;-;1;0-0/0",
    ] {
        match parse_line(line) {
            Parsed::Request(request) => assert_eq!(request.warnings, [], "{line}"),
            other => panic!("{line}: {other:?}"),
        }
    }
}
