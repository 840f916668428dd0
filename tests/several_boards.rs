//! The engine plays parallel nardy through the protocol.

mod common;

use common::{Client, field};

/// The engine plays a whole match with itself; what it told of every act.
fn whole_match(game: &str, seed: u64) -> Vec<String> {
    let mut client = Client::new();
    client.ok("set plies 0");
    client.ok(&format!("set seed {seed}"));
    client.ok(&format!("new game {game}"));
    let mut told = Vec::new();
    for _ in 0..5000 {
        let state = client.ok("result");
        if field(&state, "over").as_deref() == Some("true") {
            told.push(state);
            return told;
        }
        told.push(client.ok("play"));
    }
    panic!("{game} does not end: {:?}", told.last());
}

fn boards(told: &[String]) -> Vec<char> {
    let plays = told.iter().filter(|line| field(line, "action").as_deref() == Some("move"));
    let mut boards: Vec<char> =
        plays.filter_map(|line| field(line, "play")?.chars().next()).collect();
    boards.sort_unstable();
    boards.dedup();
    boards
}

#[test]
fn the_engine_plays_matches_of_two_and_four_boards() {
    let two = whole_match("parallel:short+long", 3);
    assert_eq!(boards(&two), ['1', '2']);
    let end = two.last().cloned().unwrap_or_default();
    assert!(field(&end, "points").is_some_and(|points| points.contains(".5")), "{end}");
    assert_eq!(two, whole_match("parallel:short+long", 3));
    let four = whole_match("parallel:short+long+khachapuri+nackgammon", 4);
    assert_eq!(boards(&four), ['1', '2', '3', '4']);
}

const ENDING: &str = "parallel:short+short;2:2/1:2|3:1,2:2/5:3;w";

#[test]
fn plays_and_worths_name_their_boards() {
    let mut client = Client::new();
    let best = client.say(&format!("best position={ENDING};21;1|1;0-0/0"));
    // Black is as good as done on the first board: there a turn gains nothing any more.
    let play = field(&best[0], "play").unwrap_or_default();
    assert!(play.starts_with("1: ") || play.starts_with("2: "), "{best:?}");
    let hints = client.say(&format!("hint 20 position={ENDING};21;1|1;0-0/0 positions=none"));
    let named = |n| hints.iter().filter(|line| line.contains(&format!("play=\"{n}: "))).count();
    assert!(named(1) > 0 && named(2) > 0, "{hints:?}");
    let eval = client.say(&format!("eval position={ENDING};-;1|1;0-0/0"));
    assert_eq!(eval.len(), 4, "{eval:?}");
    assert!(eval[0].starts_with("eval equity=") && eval[1].starts_with("eval board=1 game=short"));
    let first: f64 =
        eval[1..3].iter().filter_map(|line| field(line, "first")?.parse::<f64>().ok()).sum();
    assert!((first - 1.0).abs() < 1e-3);
    let cube = client.say(&format!("cube position={ENDING};-;1|2w;0-0/0"));
    assert!(cube[0].contains("board=1") && cube[1].contains("board=2"), "{cube:?}");
    let json =
        client.say(&format!("{{\"command\":\"best\",\"position\":\"{ENDING};21;1|1;0-0/0\"}}"));
    assert!(json[0].contains("\"play\":\"") && json[0].contains("\"equity\":"), "{json:?}");
}

#[test]
fn one_board_left_is_its_own_game_with_the_rest_settled() {
    let mut client = Client::new();
    let board = "24:2,13:5,8:3,6:5/24:2,13:5,8:3,6:5";
    let one = client.say(&format!("best position=short;{board};w;31;1;0-0/0 plies=0"));
    let many = client
        .say(&format!("best position=parallel:short+short;=b2|{board};w;31;1|1;0-0/0 plies=0"));
    let play = field(&one[0], "play").unwrap_or_default();
    assert_eq!(field(&many[0], "play"), Some(format!("2: {play}")));
    let equity = |line: &str| field(line, "equity").and_then(|text| text.parse::<f64>().ok());
    let gap = equity(&one[0]).zip(equity(&many[0])).map(|(one, many)| one - many);
    assert!(gap.is_some_and(|gap| (gap - 2.0).abs() < 2e-3), "{one:?} {many:?}");
}

#[test]
fn what_cannot_be_decided_is_said() {
    let mut client = Client::new();
    let over = client.ask("best position=parallel:short+short;=w1.5|=b1;-;-;1|1;0-0/0");
    assert!(over.contains("code=wrong-phase"), "{over}");
}

#[test]
fn rollouts_play_all_boards_out() {
    let mut client = Client::new();
    let of = |client: &mut Client, dice: &str| {
        client.say(&format!("rollout position={ENDING};{dice};1|1;0-0/0 trials=72 seed=2"))
    };
    let position = of(&mut client, "-");
    assert_eq!(field(&position[0], "trials").as_deref(), Some("72"));
    assert!(position[1].contains("board=1") && position[2].contains("board=2"), "{position:?}");
    let plays = of(&mut client, "21");
    assert!(plays.len() > 2 && plays[1].contains(" diff=") && plays[1].contains(" diff-stderr="));
    assert_eq!(position[..3], of(&mut client, "-")[..3]);
}
