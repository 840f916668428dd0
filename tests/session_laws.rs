//! What holds for a session whatever it is told.

mod common;

use common::Client;
use nardy::rules::Variant;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Lines told in the suite; the variable asks for more.
const LINES: usize = 30_000;

fn lines_wanted() -> usize {
    let wanted = std::env::var("NARDY_RANDOM_LINES").ok();
    wanted.and_then(|wanted| wanted.parse().ok()).unwrap_or(LINES)
}

/// Words that requests are made of, and some that they are not.
fn words() -> Vec<String> {
    let commands = nardy_protocol::catalogue::COMMANDS.iter().map(|row| row.name.to_owned());
    let options = nardy_protocol::catalogue::OPTIONS.iter().map(|row| format!("{}=", row.name));
    let values = [
        "1",
        "3",
        "31",
        "66",
        "7",
        "0",
        "-1",
        "all",
        "on",
        "off",
        "none",
        "white",
        "black",
        "centre",
        "8/5",
        "6/5",
        "13/7*/3",
        "bar/20",
        "24/23(2)",
        "6/off",
        "2: 8/5",
        "pass",
        "json",
        "text",
        "ascending",
        "descending",
        "npn",
        "xgid",
        "gnubgid",
        "S-07",
        "rule",
        "commands",
        "variants",
        "rules",
        "options",
        "levels",
        "hit-and-hide",
        "forbidden",
        "next-start",
        "roll",
        "4HPwATDgc/ABMA",
        "4HPwATDgc/ABMA:cIkFAAAAAAAA",
        "AAAAAAAAAAAAAA",
        "sequences",
        "@a",
        "@x-1_",
        "@",
        "@@",
        "\"",
        "\\",
        "=",
        "{",
        "}",
        ";",
        "#",
        "\u{1f3b2}",
        "\t",
        "\u{0}",
        "XGID=-a----EaC---eE---c-eA---A-:0:0:1:31:2:5:0:7:10",
        "999999999999999999999999",
        "short;24:2,13:5,8:3,6:5/24:2,13:5,8:3,6:5;w;31;1;0-0/0",
        "hypergammon;24:1/-;w;-;1;0-0/0",
        "{\"command\":\"best\",\"tag\":\"j\",\"dice\":\"31\"}",
        "{\"command\":",
        "1e300",
        "0.5",
    ];
    let values = values.into_iter().map(str::to_owned);
    let variants = Variant::NAMES.iter().map(|name| (*name).to_owned());
    commands.chain(options).chain(values).chain(variants).collect()
}

fn random_line(rng: &mut ChaCha8Rng, words: &[String]) -> String {
    let count = rng.random_range(0..6);
    let mut line = String::new();
    for n in 0..count {
        let glue = if rng.random_ratio(1, 5) { "" } else { " " };
        line.push_str(if n == 0 { "" } else { glue });
        line.push_str(words.choose(rng).map_or("", String::as_str));
    }
    // A slip of the finger now and then.
    if rng.random_ratio(1, 4) && !line.is_empty() {
        let mut letters: Vec<char> = line.chars().collect();
        let at = rng.random_range(0..letters.len());
        letters[at] = char::from(rng.random_range(32..127_u8));
        line = letters.into_iter().collect();
    }
    line
}

fn closes(line: &str) -> bool {
    let line = match line.strip_prefix('@') {
        Some(tagged) => tagged.split_once(' ').map_or("", |(_, rest)| rest),
        None => line,
    };
    line == "ok"
        || line.starts_with("ok ")
        || line.starts_with("error ")
        || line.starts_with('{') && line.contains("\"ok\":")
}

#[test]
fn each_line_gets_one_closing_line() {
    let words = words();
    let mut rng = ChaCha8Rng::seed_from_u64(20_261_130);
    let mut client = Client::new();
    client.hasty = true;
    for n in 0..lines_wanted() {
        let line = random_line(&mut rng, &words);
        let silent = line.trim_start().is_empty() || line.trim_start().starts_with('#');
        let reply = client.say(&line);
        let gnubg = nardy_protocol::gnubg::looks_like_gnubg(&line);
        if gnubg {
            assert_eq!(reply.len(), 1, "line {n} {line:?}: {reply:?}");
        } else {
            let closing = reply.iter().filter(|line| closes(line)).count();
            assert_eq!(closing, usize::from(!silent), "line {n} {line:?}: {reply:?}");
            assert!(reply.last().is_none_or(|last| closes(last)), "line {n} {line:?}: {reply:?}");
        }
        if client.closed || n % 500 == 0 {
            client = Client::new();
            client.hasty = true;
            if rng.random_bool(0.8) {
                client.say(&format!("new match 5 {}", Variant::NAMES[n % Variant::NAMES.len()]));
            }
        }
    }
}
