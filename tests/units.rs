//! What equities are counted in, which match equity table counts, and resignations.

mod common;

use common::{Client, field};

const MATCH: &str = "position=backgammon;24:2,13:5,8:3,6:5/24:2,13:5,8:3,6:5;w;-;2w;2-1/7";
const MONEY: &str = "position=backgammon;24:2,13:5,8:3,6:5/24:2,13:5,8:3,6:5;w;-;2w;0-0/0";

fn number(line: &str, name: &str) -> f64 {
    let text = field(line, name).unwrap_or_else(|| panic!("no {name} in {line}"));
    text.parse().unwrap_or_else(|_| panic!("{name} in {line}"))
}

fn first(client: &mut Client, line: &str) -> String {
    let lines = client.say(line);
    assert!(lines.last().is_some_and(|last| last.starts_with("ok")), "{line}: {lines:?}");
    lines[0].clone()
}

#[test]
fn equities_come_in_the_unit_asked_for() {
    let mut client = Client::new();
    let plain = first(&mut client, &format!("eval {MATCH} plies=1"));
    assert!(field(&plain, "unit").is_none(), "{plain}");
    let mwc = first(&mut client, &format!("eval {MATCH} plies=1 unit=mwc"));
    assert_eq!(field(&mwc, "unit").as_deref(), Some("mwc"));
    for (unit, chance) in [("equity", "match-chance"), ("cubeful", "match-chance-cubeful")] {
        assert!((number(&mwc, unit) - number(&plain, chance)).abs() < 1e-4, "{mwc} {plain}");
    }
    // Points of the cube at 2, and as in a money session where there is a match.
    let one = first(&mut client, &format!("eval {MONEY} plies=1"));
    let two = first(&mut client, &format!("eval {MONEY} plies=1 unit=money"));
    assert!((number(&two, "equity") - 2.0 * number(&one, "equity")).abs() < 2e-3, "{one} {two}");
    let as_money = first(&mut client, &format!("eval {MATCH} plies=1 unit=money"));
    assert_eq!(as_money, two);
    let line = client.ask(&format!("eval {MONEY} unit=mwc"));
    assert!(line.starts_with("error code=bad-value"), "{line}");
}

#[test]
fn differences_and_errors_are_counted_alike() {
    let mut client = Client::new();
    let hint = |client: &mut Client, unit: &str| {
        let lines = client.say(&format!("hint 3 {MATCH} dice=31 unit={unit}"));
        lines[2].clone()
    };
    let (emg, mwc) = (hint(&mut client, "emg"), hint(&mut client, "mwc"));
    assert_eq!(field(&emg, "play"), field(&mwc, "play"));
    let cube = first(&mut client, &format!("cube {MATCH} unit=mwc"));
    let plain = first(&mut client, &format!("cube {MATCH}"));
    assert_eq!(field(&cube, "action"), field(&plain, "action"));
    // From what passing is worth the chances of winning and losing the cube follow.
    let (pass, even) = (number(&cube, "double-pass"), number(&cube, "no-double"));
    let factor = (pass - even) / (1.0 - number(&plain, "no-double"));
    let scaled = factor * number(&emg, "diff");
    assert!((number(&mwc, "diff") - scaled).abs() < 5e-4, "{emg} {mwc} {factor}");
    let rollout = |client: &mut Client, unit: &str| {
        first(client, &format!("rollout {MATCH} trials=36 truncate=2 unit={unit}"))
    };
    let (emg, mwc) = (rollout(&mut client, "emg"), rollout(&mut client, "mwc"));
    let scaled = factor * number(&emg, "stderr");
    assert!((number(&mwc, "stderr") - scaled).abs() < 1e-3 * scaled.max(0.1), "{emg} {mwc}");
    // The position after a play keeps the match's score whatever it was judged for.
    let best = first(&mut client, &format!("best {MATCH} dice=31 unit=money"));
    assert!(best.contains(";2-1/7"), "{best}");
}

#[test]
fn a_session_and_a_request_choose_the_match_equity_table() {
    let mut client = Client::new();
    let ask = |client: &mut Client, more: &str| {
        let position = "position=backgammon;24:2,13:5,8:3,6:5/24:2,13:5,8:3,6:5;w;-;1;0-4/9";
        first(client, &format!("eval {position} unit=mwc {more}"))
    };
    let published = ask(&mut client, "");
    let own = ask(&mut client, "met=own");
    assert_ne!(number(&published, "equity"), number(&own, "equity"));
    assert!((number(&published, "equity") - number(&own, "equity")).abs() < 0.02);
    assert_eq!(client.ask("set met own"), "ok met=own");
    assert_eq!(ask(&mut client, ""), own);
    assert_eq!(ask(&mut client, "met=published"), published);
    assert!(client.ask("set met zadeh").starts_with("error code=bad-value"));
}

#[test]
fn resignations_are_advised() {
    let mut client = Client::new();
    let advice = |client: &mut Client, position: &str| {
        let line = first(client, &format!("resign? position={position}"));
        (field(&line, "action").unwrap_or_default(), field(&line, "points"))
    };
    // White needs two throws, Black one.
    let lost = "backgammon;6:4,off:11/1:1,off:14;w;21;1;0-0/0";
    let judged = advice(&mut client, lost);
    assert_eq!(judged, ("play-on".to_owned(), None), "the judge by pips knows no end");
    let start = "backgammon;24:2,13:5,8:3,6:5/24:2,13:5,8:3,6:5;w;-;1;0-0/0";
    assert_eq!(advice(&mut client, start).0, "play-on");
    let offered = "backgammon;24:2,13:5,8:3,6:5/24:2,13:5,8:3,6:5;b;R1;1;0-0/0";
    assert_eq!(advice(&mut client, offered).0, "accept");
    for wrong in ["double", "roll 3 1"] {
        client.ok("new game backgammon");
        client.ok("set turn white");
        client.ok(wrong);
        let line = client.say("resign?");
        let refused = line[0].starts_with("error code=wrong-phase");
        assert_eq!(refused, wrong == "double", "{wrong}: {line:?}");
    }
}

#[test]
fn same_ply_judges_every_play_at_full_depth() {
    let mut client = Client::new();
    let depths = |client: &mut Client, more: &str| {
        let mut lines = client.say(&format!("hint 100 {MATCH} dice=31 plies=1 {more}"));
        lines.pop();
        let plies = |line: &String| number(line, "plies") as u8;
        lines.iter().map(plies).collect::<Vec<u8>>()
    };
    assert!(depths(&mut client, "").contains(&0));
    let all = depths(&mut client, "same-ply=on");
    assert!(all.len() > 10 && all.iter().all(|&plies| plies == 1), "{all:?}");
}

#[test]
fn what_cannot_be_is_refused_and_what_has_a_limit_is_answered() {
    let mut client = Client::new();
    let start = "24:2,13:5,8:3,6:5/24:2,13:5,8:3,6:5";
    for (line, code) in [
        ("best position=4HPwATDgc/ABMA dice=31 plies=9", "bad-value"),
        ("best position=4HPwATDgc/ABMA dice=31 plies=-1", "bad-value"),
        ("rollout position=4HPwATDgc/ABMA trials=0", "bad-value"),
        ("rollout position=cAMAAAAAAAAAAA", "illegal-position"),
        (&format!("eval position=backgammon;{start};w;-;1;8-0/7"), "illegal-position"),
        (&format!("cube position=backgammon;{start};w;-;8192w;0-0/0"), "illegal-position"),
    ] {
        let refusal = client.ask(line);
        assert!(refusal.starts_with(&format!("error code={code}")), "{line}: {refusal}");
    }
    // No limit is a limit of 0.
    for line in [
        "eval position=4HPwATDgc/ABMA plies=1 time=0",
        "rollout position=4HPwATDgc/ABMA trials=36 truncate=1 stderr=0",
    ] {
        let answer = first(&mut client, line);
        assert!(answer.contains("equity="), "{line}: {answer}");
    }
    // Nobody can double what another owns, a cube at its limit, or in the last game of a match.
    for tail in ["w;-;2b;0-0/0", "w;-;4096w;0-0/0", "w;-;1;63-63/64"] {
        let answer = first(&mut client, &format!("cube position=backgammon;{start};{tail}"));
        assert_eq!(field(&answer, "action").as_deref(), Some("unavailable"), "{answer}");
    }
    let last = first(&mut client, &format!("eval position=backgammon;{start};w;-;1;63-63/64"));
    let win: f64 = field(&last, "win").unwrap().split(',').next().unwrap().parse().unwrap();
    assert!((number(&last, "match-chance") - win).abs() < 1e-4, "{last}");
    let limit = format!("rollout position=backgammon;{start};w;-;4096w;0-0/0 trials=36 truncate=1");
    assert!(first(&mut client, &limit).contains("trials=36"));
}
