//! Laws that hold for every line: reading, printing and reading again.

use nardy_protocol::reply::{ReplyKind, ReplyLine, parse_reply_line};
use nardy_protocol::request::Format;
use nardy_protocol::{
    Closing, ErrorCode, FieldList, Fields, Frame, Framer, Parsed, ProtocolError, Record, Reply,
    Request, Tag, Value, catalogue, parse_line,
};
use proptest::prelude::*;

/// Pieces that lines are made of, so that random lines get deep into the grammar.
fn piece() -> impl Strategy<Value = String> {
    let names = catalogue::COMMANDS.iter().flat_map(|row| row.name.split(' ').chain(row.alias));
    let words: Vec<_> = names.map(str::to_owned).collect();
    let options: Vec<_> = catalogue::OPTIONS.iter().map(|row| row.name).collect();
    prop_oneof![
        4 => prop::sample::select(words),
        2 => (prop::sample::select(options), "[a-z0-9./ \"]{0,6}")
            .prop_map(|(name, value)| format!("{name}={value}")),
        2 => "[0-9]{1,3}(/[0-9]{1,2}[k*]?){0,3}(\\([0-9]\\))?",
        1 => "@[a-z0-9+]{0,5}",
        1 => "\"[a-z \\\\\"=]{0,6}\"?",
        1 => "[{}\\[\\]:,\"a-z0-9]{0,8}",
        1 => "\\PC{0,8}",
        1 => Just("all".to_owned()),
        1 => Just("off".to_owned()),
        1 => Just("xgid".to_owned()),
    ]
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop::collection::vec(piece(), 0..8).prop_map(|pieces| pieces.join(" ")),
        1 => ".{0,80}",
        1 => any::<String>(),
    ]
}

/// Lines of real requests, each option with a value of its kind.
fn request_line() -> impl Strategy<Value = String> {
    let row = prop::sample::select(catalogue::COMMANDS);
    let numbers = prop::collection::vec(0_u64..12, 12);
    let chosen = prop::collection::vec(any::<bool>(), 24);
    (row, numbers, chosen).prop_map(|(row, numbers, chosen)| {
        let number = |index: usize| numbers[index % numbers.len()];
        let mut line = row.name.to_owned();
        for word in smallest(row.name, number(0)) {
            line.push(' ');
            line.push_str(&word);
        }
        let options = row.options().filter(|option| {
            let is_setting = row.name.strip_prefix("set ") == Some(option.name);
            !is_setting && !row.parameters.contains(&option.name)
        });
        for (index, option) in options.enumerate().filter(|(index, _)| chosen[*index]) {
            let value = value_of(option.kind, number(index));
            line.push_str(&format!(" {}={value}", option.name));
        }
        line
    })
}

fn value_of(kind: catalogue::ValueKind, number: u64) -> String {
    use catalogue::ValueKind;
    match kind {
        ValueKind::Integer { min, max } => (min + number).min(max).to_string(),
        ValueKind::Decimal { .. } => format!("0.{number}"),
        ValueKind::Choice(words) => words[number as usize % words.len()].to_owned(),
        ValueKind::Switch => (if number.is_multiple_of(2) { "on" } else { "off" }).to_owned(),
        ValueKind::Dice(words) => match words.get(number as usize) {
            Some(word) => (*word).to_owned(),
            None => format!("{}{}", number % 6 + 1, number / 2 % 6 + 1),
        },
        ValueKind::Text => format!("\"a {number}=b\\n\\\"\""),
    }
}

fn smallest(name: &str, number: u64) -> Vec<String> {
    let words: &[&str] = match name {
        "list" => &["options"],
        "auth" => &["\"a b\""],
        "new match" => &["7", "long"],
        "set rule" => &["dave", "\"plies=2\""],
        "set score" => &["3", "1"],
        "perft" => &["2"],
        "move" => &["2:", "bar/20*/15", "8k/5(2)"],
        "board" => &["2"],
        "import" => &["mat", "\"my game\""],
        "export" => &["mat"],
        name => {
            let setting = name.strip_prefix("set ");
            let row = setting.and_then(|setting| catalogue::option("set", setting));
            return row.map(|row| value_of(row.kind, number)).into_iter().collect();
        }
    };
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn reread(request: &Request) -> Request {
    match parse_line(&request.to_string()) {
        Parsed::Request(request) => request,
        other => panic!("{request}: {other:?}"),
    }
}

fn assert_canonical(request: &Request) {
    let again = reread(request);
    assert_eq!(again.tag, request.tag);
    assert_eq!(again.command, request.command);
    assert_eq!(again.warnings, []);
    assert_eq!(again.to_string(), request.to_string());
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z0-9/;:.-]{0,8}", "[ -~\n\r\t]{0,12}", "\\PC{0,8}"]
}

fn value() -> impl Strategy<Value = Value> {
    let number = prop_oneof![-9.0..9.0, Just(0.0), Just(-0.0), Just(f64::NAN), Just(f64::INFINITY)];
    prop_oneof![
        3 => text().prop_map(|text| Value::Text(text.into())),
        1 => any::<u64>().prop_map(Value::from_int),
        1 => any::<i64>().prop_map(Value::from_int),
        1 => (number.clone(), 0_u8..6).prop_map(|(value, decimals)| Value::Number { value, decimals }),
        1 => (number.clone(), 0_u8..6).prop_map(|(value, decimals)| Value::Signed { value, decimals }),
        1 => (prop::collection::vec(number, 0..4), 0_u8..6)
            .prop_map(|(values, decimals)| Value::Numbers { values, decimals }),
        1 => any::<bool>().prop_map(Value::Flag),
    ]
}

fn fields() -> impl Strategy<Value = Fields> {
    // Names that JSON has other uses for do not occur in replies.
    let name = "[a-z][a-z0-9-]{0,6}".prop_map(|name| format!("x-{name}"));
    prop::collection::btree_map(name, value(), 0..6)
        .prop_map(|map| map.into_iter().map(|(name, value)| (name.into(), value)).collect())
}

fn reply() -> impl Strategy<Value = Reply> {
    let record = ("[a-z][a-z-]{0,5}", fields())
        .prop_map(|(name, fields)| Record { name: format!("x-{name}").into(), fields });
    let error = (prop::sample::select(&ErrorCode::ALL[..]), text(), 1_usize..99, fields())
        .prop_map(|(code, message, column, extra)| ProtocolError {
            extra,
            ..ProtocolError::new(code, message).at(column).breaking("G-07")
        });
    let closing = prop_oneof![fields().prop_map(Closing::Ok), error.prop_map(Closing::Error)];
    (prop::collection::vec(record, 0..4), closing)
        .prop_map(|(records, closing)| Reply { records, closing })
}

fn printed(reply: &Reply, format: Format, tag: Option<&Tag>) -> String {
    let mut out = String::new();
    reply.print(format, tag, &mut out);
    out
}

fn read(text: &str) -> Vec<ReplyLine> {
    let lines = text.strip_suffix('\n').expect("a whole line").split('\n');
    lines
        .map(|line| parse_reply_line(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

/// A value as far as text and JSON agree: JSON has no plus signs and no final zeros.
fn plain(value: &str) -> String {
    let part = |part: &str| match part.parse::<f64>() {
        Ok(number) => number.to_string(),
        Err(_) => part.to_owned(),
    };
    value.split(',').map(part).collect::<Vec<_>>().join(",")
}

fn frames(max: usize, input: &[u8], cuts: &[usize]) -> Vec<Frame> {
    let mut framer = Framer::new(max);
    let mut frames = Vec::new();
    let mut rest = input;
    for cut in cuts {
        let (part, after) = rest.split_at(*cut.min(&rest.len()));
        framer.push(part);
        frames.extend(std::iter::from_fn(|| framer.next()));
        rest = after;
    }
    framer.push(rest);
    framer.finish();
    frames.extend(std::iter::from_fn(|| framer.next()));
    frames
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_line_is_read_without_a_panic(line in line()) {
        match parse_line(&line) {
            Parsed::Request(request) => assert_canonical(&request),
            Parsed::Failed { error, .. } => {
                prop_assert!(error.code != ErrorCode::Internal, "{line}: {error}");
                let end = line.chars().count() + 2;
                prop_assert!(error.column.is_none_or(|column| (1..=end).contains(&column)));
            }
            Parsed::Nothing => {}
        }
    }

    #[test]
    fn canonical_text_reads_back(line in request_line(), tag in "(@[a-z]{1,3} )?") {
        let line = format!("{tag}{line}");
        match parse_line(&line) {
            Parsed::Request(request) => {
                prop_assert_eq!(&request.warnings, &[]);
                assert_canonical(&request);
            }
            other => prop_assert!(false, "{}: {:?}", line, other),
        }
    }

    #[test]
    fn replies_read_back(reply in reply(), tag in prop::option::of("[a-zA-Z0-9_-]{1,32}")) {
        let tag = tag.as_deref().and_then(Tag::new);
        let text = printed(&reply, Format::Text, tag.as_ref());
        let lines = read(&text);
        let again: Vec<_> = lines.iter().map(ToString::to_string).collect();
        prop_assert_eq!(format!("{}\n", again.join("\n")), &*text);
        prop_assert!(lines.iter().all(|line| line.tag == tag));
        for (record, line) in reply.records.iter().zip(&lines) {
            let finite = record.fields.iter().filter(|(_, value)| value.is_printable());
            prop_assert_eq!(finite.count(), line.fields.len());
        }

        let json = read(&printed(&reply, Format::Json, tag.as_ref()));
        prop_assert_eq!(lines.len(), json.len());
        for (text, json) in lines.iter().zip(&json) {
            prop_assert_eq!((&text.tag, &text.kind), (&json.tag, &json.kind));
            prop_assert_eq!(text.fields.len(), json.fields.len());
            for (text, json) in text.fields.iter().zip(&json.fields) {
                prop_assert_eq!(&text.0, &json.0);
                prop_assert_eq!(plain(&text.1), plain(&json.1));
            }
        }
    }

    #[test]
    fn an_untagged_reply_is_the_tagged_one_without_tags(reply in reply()) {
        let tag = Tag::new("a");
        let tagged = printed(&reply, Format::Text, tag.as_ref());
        let stripped: Vec<_> = tagged.lines().map(|line| line.strip_prefix("@a ").unwrap()).collect();
        prop_assert_eq!(format!("{}\n", stripped.join("\n")), printed(&reply, Format::Text, None));
    }

    #[test]
    fn any_reply_line_is_read_without_a_panic(line in line()) {
        if let Ok(read) = parse_reply_line(&line) {
            prop_assert_eq!(read.is_closing(), !matches!(read.kind, ReplyKind::Record(_)));
            let _ = read.error();
        }
    }

    #[test]
    fn frames_do_not_depend_on_how_bytes_arrive(
        input in prop::collection::vec(
            prop_oneof![4 => Just(b'a'), 2 => Just(b'\n'), 1 => Just(b'\r'), 1 => Just(0),
                        1 => Just(0xc3), 1 => Just(0xa9), 1 => any::<u8>()], 0..80),
        cuts in prop::collection::vec(0_usize..9, 0..20),
        max in 1_usize..8,
    ) {
        let whole = frames(max, &input, &[]);
        prop_assert_eq!(&frames(max, &input, &cuts), &whole);
        for frame in &whole {
            if let Frame::Line(line) = frame {
                prop_assert!(line.len() <= max && !line.contains(['\n', '\0']));
            }
            let _ = frame.parse();
        }
    }
}

#[test]
fn builder_and_records_read_well() {
    let record = Record::new("move").int("n", 1).text("play", "8/5 6/5");
    let mut out = String::new();
    record.print(Format::Text, None, &mut out);
    assert_eq!(out, "move n=1 play=\"8/5 6/5\"\n");
}
