//! Sessions line by line, without a wire.

mod common;

use common::{Client, field};
use nardy::rules::Variant;

/// Whole games of each variant in the suite; the variable asks for more.
fn games_each() -> u64 {
    let wanted = std::env::var("NARDY_GAMES").ok();
    wanted.and_then(|wanted| wanted.parse().ok()).unwrap_or(3)
}

#[test]
fn the_example_of_the_protocol_page() {
    let mut client = Client::new();
    let hello = client.say("hello");
    assert!(hello[0].starts_with("hello protocol=1 name=nardy version="), "{hello:?}");
    assert_eq!(hello[1], "ok");
    let start = "short;24:2,13:5,8:3,6:5/24:2,13:5,8:3,6:5;-;-;1;0-0/0";
    assert_eq!(
        client.ask("new game short"),
        format!("ok variant=short phase=opening position={start}")
    );
    let dice = client.ask("set dice 3 1");
    assert!(dice.starts_with("ok phase=to-move turn=white dice=31 position="), "{dice}");
    let moves = client.say("moves");
    assert_eq!(moves.len(), 17);
    assert_eq!(moves[16], "ok count=16");
    assert!(moves.iter().any(|line| line.contains(r#"play="8/5 6/5" position="#)), "{moves:?}");
    assert_eq!(
        client.ask("move 8/5 6/2"),
        "error code=illegal-move rule=G-07 column=10 \
         message=\"no die left moves a checker from 6 to 2\""
    );
    let played = client.ask("move 6/5 8/5");
    assert!(played.starts_with(r#"ok play="8/5 6/5" phase=to-roll turn=black position="#));
}

#[test]
fn bad_lines_get_one_error_and_change_nothing() {
    let mut client = Client::new();
    client.ok("new game backgammon");
    client.ok("set dice 3 1");
    let before = client.say("show state");
    let sixteen = "XGID=-a----FaC---eE---c-eA---A-:0:0:1:00:0:0:0:0:10";
    let lines = [
        ("set dice 7 1", "bad-value"),
        ("move 8/5 6/4", "illegal-move"),
        ("set position nonsense", "illegal-position"),
        ("@@ moves", "syntax"),
        (r#"{"tag":"7","command":"best","posi"#, "syntax"),
        ("set position 4HPwATDgc/ABMA:cAkAAAA", "illegal-position"),
        (&format!("set position {sixteen}"), "illegal-position"),
        ("mvoes", "unknown-command"),
        ("take", "wrong-phase"),
        ("roll", "wrong-phase"),
        ("board 3", "bad-value"),
        ("set rule hit-and-hide sometimes", "bad-value"),
        ("set rule head 1", "unknown-option"),
        ("undo x", "syntax"),
    ];
    for (line, code) in lines {
        let reply = client.ask(line);
        assert!(
            reply.contains(&format!("code={code} ")) || reply.contains(&format!("\"{code}\"")),
            "{line}: {reply}"
        );
        assert_eq!(client.say("show state"), before, "{line}");
    }
    assert!(client.ask("mvoes").contains("did-you-mean=moves"));
}

#[test]
fn a_whole_game_by_script_with_every_command_a_script_needs() {
    let several = ["parallel:short+long", "parallel:long+royal+doublegammon+plakoto"];
    let games = Variant::NAMES.iter().copied().chain(several).chain(["short{dave=arithmetic}"]);
    for (variant, seed) in games.flat_map(|game| (0..games_each()).map(move |seed| (game, seed))) {
        let mut client = Client::new();
        client.ok(&format!("set seed {seed}"));
        client.ok(&format!("new game {variant}"));
        let mut turns = 0;
        loop {
            let state = client.ok("result");
            if field(&state, "over").as_deref() == Some("true") {
                let paid = field(&state, "points").is_some_and(|p| p != "0");
                let void = field(&state, "kind")
                    .is_some_and(|kind| kind == "standstill" || kind == "draw");
                assert!(paid || void, "{state}");
                break;
            }
            match field(&state, "phase").as_deref() {
                Some("opening" | "to-roll") => drop(client.ok("roll")),
                _ => {
                    let moves = client.say("moves");
                    let count = moves.len() - 1;
                    match count.checked_sub(1).map(|_| &moves[turns * 7919 % count]) {
                        Some(line) => {
                            let play = field(line, "play").unwrap_or_default();
                            let reply = client.ask(&format!("move {play}"));
                            assert!(reply.starts_with("ok"), "{state}: {play}: {reply}");
                        }
                        None => drop(client.ok("pass")),
                    }
                }
            }
            turns += 1;
            assert!(turns < 50_000, "{variant} does not end");
        }
        // All the way back and forth again.
        let end = client.say("show position");
        let count: usize = field(&client.ok("show history"), "count")
            .and_then(|count| count.parse().ok())
            .unwrap_or(0);
        (0..count).for_each(|_| drop(client.ok("undo")));
        assert!(client.ask("undo").contains("code=wrong-phase"));
        (0..count).for_each(|_| drop(client.ok("redo")));
        assert_eq!(client.say("show position"), end);
    }
}

#[test]
fn questions_with_a_position_need_no_game_and_touch_none() {
    let mut client = Client::new();
    assert!(client.ask("moves").starts_with("error code=no-game"));
    let best = client.say("best position=4HPwATDgc/ABMA dice=31");
    assert_eq!(best.len(), 2, "{best:?}");
    assert!(best[0].starts_with("best play="));
    let all = client.say("best position=4HPwATDgc/ABMA dice=all");
    assert_eq!(all.len(), 22);
    assert_eq!(
        client.say("perft 2 variant=backgammon"),
        ["ok depth=2 leaves=202782 weighted=419783"]
    );
    assert!(client.ask("show position").starts_with("error code=no-game"));
    let hints = client.say("hint 3 position=4HPwATDgc/ABMA dice=31 positions=gnubgid");
    assert_eq!(hints.len(), 4);
    assert!(hints[0].starts_with("hint rank=1 play="), "{hints:?}");
}

#[test]
fn tagged_requests_run_side_by_side_and_untagged_ones_in_order() {
    let mut client = Client::new();
    client.patient = true;
    let position = "position=4HPwATDgc/ABMA";
    assert!(client.say(&format!("@a rollout {position} trials=36 truncate=5")).is_empty());
    assert!(client.say(&format!("best {position} dice=31")).is_empty());
    assert!(client.say("ping").is_empty(), "an untagged request overtakes");
    assert_eq!(client.say("@p ping"), ["@p ok"]);
    assert!(client.say("ready").is_empty());
    assert!(client.say(&format!("@a eval {position}"))[0].starts_with("@a error code=bad-value"));
    assert_eq!(client.started.len(), 2);
    client.started.swap(0, 1);
    let lines = client.work();
    let names: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["best", "ok", "ok", "@a", "@a", "ok"], "{lines:?}");
}

#[test]
fn stop_ends_everything_with_an_answer_each() {
    let mut client = Client::new();
    client.patient = true;
    let position = "position=4HPwATDgc/ABMA";
    client.say(&format!("@a rollout {position} trials=1000000"));
    client.say(&format!("rollout {position} trials=1000000"));
    assert_eq!(client.say("@s stop"), ["@s ok stopped=2"]);
    let lines = client.work();
    let closing: Vec<&String> = lines.iter().filter(|line| line.contains("stopped=true")).collect();
    assert_eq!(closing.len(), 2, "{lines:?}");
}

#[test]
fn rollouts_take_their_options_and_refuse_nonsense() {
    let mut client = Client::new();
    let position = "position=4HPwATDgc/ABMA";
    let short = format!("rollout {position} dice=31 trials=36 truncate=3");
    let lines = client.say(&format!("{short} candidates=2"));
    assert_eq!(lines.len(), 3, "{lines:?}");
    for (line, rank) in lines.iter().zip(["1", "2"]) {
        assert_eq!(field(line, "rank").as_deref(), Some(rank));
        assert_eq!(field(line, "trials").as_deref(), Some("36"));
        assert!(field(line, "cubeful-stderr").is_some(), "{line}");
    }
    let cubeless = client.say(&format!("{short} cubeful=off vr=off jsd=2"));
    assert_eq!(cubeless.len(), 6, "{cubeless:?}");
    assert!(field(&cubeless[0], "cubeful-stderr").is_none());
    for nonsense in [
        "trials=0",
        "trials=1000000000",
        "stderr=11",
        "jsd=-1",
        "jsd=nan",
        "truncate=100000",
        "candidates=0",
        "vr=perhaps",
        "plies=10",
    ] {
        let line = client.ask(&format!("rollout {position} {nonsense}"));
        assert!(line.starts_with("error code=bad-value"), "{nonsense}: {line}");
    }
    let over = "backgammon;-/24:2,13:5,8:3,6:5;w;-;1;0-0/0";
    let line = client.ask(&format!("rollout position={over}"));
    assert!(line.starts_with("error code=illegal-position"), "{line}");
    let unthrown = client.ask("rollout variant=backgammon");
    assert!(unthrown.starts_with("error code=wrong-phase"), "{unthrown}");
}

#[test]
fn quit_answers_all_that_is_open() {
    let mut client = Client::new();
    client.patient = true;
    client.say("@a rollout position=4HPwATDgc/ABMA trials=36");
    let lines = client.say("quit");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("@a error code=cancelled"));
    assert_eq!(lines[1], "ok");
    assert!(client.closed);
}

#[test]
fn json_says_the_same_as_text() {
    let mut client = Client::new();
    let reply =
        client.say(r#"{"tag":"7","command":"best","position":"4HPwATDgc/ABMA","dice":"31"}"#);
    assert_eq!(reply.len(), 2, "{reply:?}");
    assert!(reply[0].starts_with(r#"{"tag":"7","record":"best","play":""#), "{reply:?}");
    assert!(reply[1].starts_with(r#"{"tag":"7","ok":true"#));
    assert_eq!(client.ask("set format json"), r#"{"ok":true,"format":"json"}"#);
    assert_eq!(client.ask("ping"), r#"{"ok":true}"#);
}

#[test]
fn the_engine_plays_a_match_with_the_cube_to_its_end() {
    let mut client = Client::new();
    client.ok("set seed 3");
    client.ok("new match 5 backgammon");
    for _ in 0..100_000 {
        let state = client.ok("result");
        if field(&state, "match-winner").is_some_and(|winner| winner != "none") {
            return;
        }
        if field(&state, "over").as_deref() == Some("true") {
            client.ok("new game");
        } else {
            // By pips alone both sides would hit each other back for ever.
            client.ok("play noise=2");
        }
    }
    panic!("the match does not end");
}

#[test]
fn analysis_judges_every_play() {
    let mut client = Client::new();
    client.ok("new game backgammon");
    client.ok("roll 3 1");
    client.ok("move 8/5 6/5");
    client.ok("roll 6 5");
    client.ok("move 24/13");
    let lines = client.say("analyse");
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with(r#"analyse n=2 by=white play="8/5 6/5" best="#), "{lines:?}");
}

#[test]
fn ascending_numbers_read_and_write() {
    let mut client = Client::new();
    client.ok("set numbering ascending");
    client.ok("new game backgammon");
    client.ok("set dice 3 1");
    let played = client.ok("move 17/20 19/20");
    assert!(played.contains(r#"play="17/20 19/20""#), "{played}");
}

#[test]
fn a_match_goes_out_as_mat_and_comes_back() {
    let mut client = Client::new();
    client.ok("set seed 11");
    client.ok("new match 3 backgammon");
    for _ in 0..200_000 {
        let state = client.ok("result");
        if field(&state, "match-winner").is_some_and(|winner| winner != "none") {
            break;
        }
        let over = field(&state, "over").as_deref() == Some("true");
        client.ok(if over { "new game" } else { "play noise=2" });
    }
    let lines = client.say("export mat");
    let text: Vec<String> = lines.iter().filter_map(|line| field(line, "text")).collect();
    assert!(text.len() > 10, "{lines:?}");
    let text = text.join("\\n");
    let mut other = Client::new();
    let imported = other.ok(&format!("import mat inline text=\"{text}\""));
    assert_eq!(field(&imported, "score"), field(&client.ok("result"), "score"));
    assert_eq!(other.say("export mat"), lines);
    assert!(other.ask("import mat inline text=\"no match\"").contains("code=bad-value"));
    assert!(other.ask("import sgf inline text=x").contains("code=unsupported"));
    assert!(other.ask("import mat /nowhere/at/all.mat").contains("code=io"));
}

/// Who writes down a point where a blot stands means to hit it: a play that comes to the same
/// without the hit is another one (S-20, V-02).
#[test]
fn a_written_hit_is_never_played_without_it() {
    let board = "13:5,8:3,6:5,2:2/24:1,21:1,13:5,8:3,6:5;w;42";
    for (variant, end) in [("short", "1;0-0/0"), ("tavla", "x;0-0/0")] {
        let mut client = Client::new();
        client.ok(&format!("set position {variant};{board};{end}"));
        for play in ["8/4*/2", "8/4 4/2", "8/4/2"] {
            let reply = client.ask(&format!("move {play}"));
            assert!(reply.contains("rule=S-20"), "{variant} {play}: {reply}");
        }
        assert!(client.ok("move 8/2").contains(" play=8/2 "));
    }
    let mut client = Client::new();
    client.ok(&format!("set position backgammon;{board};1;0-0/0"));
    assert!(client.ok("move 8/4/2").contains(" play=8/4*/2 "));
}
