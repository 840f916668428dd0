//! The Universal Backgammon Interface as controllers speak it.

mod common;

use common::Client;
use nardy::board::id::{gnubg, npn, xgid};
use nardy::board::{BAR, Board, Byside, DiceSetup, OFF, Points, Roll, Side};
use nardy::moves::{PlayList, generate};
use nardy::rules::{Phase, Position, Variant};
use nardy::search::{Engine, EngineConfig, Evaluators};
use nardy::session::Dialect;
use nardy::session::event::{Event, Frame};
use nardy_protocol::ubgi::{UbgiRequest, parse};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

fn client() -> Client {
    Client::speaking(Dialect::Ubgi)
}

/// Says a line that has no reply.
fn tell(client: &mut Client, line: &str) {
    let replies = client.say(line);
    assert!(replies.is_empty(), "{line}: {replies:?}");
}

/// Asks something; what follows this word in the last of the replies, the others being `info`.
fn best(client: &mut Client, line: &str, word: &str) -> String {
    let mut replies = client.say(line);
    let last = replies.pop().unwrap_or_default();
    assert!(replies.iter().all(|reply| reply.starts_with("info ")), "{line}: {replies:?} {last}");
    let text = last.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
    text.unwrap_or_else(|| panic!("{line}: {last}")).to_owned()
}

/// The board after steps written one by one, the mover side 0; it must be a legal result.
fn played(board: &Board, dice: [u8; 2], text: &str) -> Board {
    let (mut mine, mut theirs) = (board.counts(0), board.counts(1));
    for step in text.split(' ').filter(|_| text != "pass") {
        let (from, to) = step.split_once('/').expect("from/to");
        let place = |word: &str| match word {
            "bar" => BAR,
            "off" => OFF,
            point => point.parse().expect("a point"),
        };
        let (from, to) = (place(from), place(to));
        assert!(!["25", "0"].iter().any(|alias| step.split('/').any(|place| place == *alias)));
        mine[from] -= 1;
        mine[to] += 1;
        if to != OFF && theirs[25 - to] == 1 {
            theirs[25 - to] = 0;
            theirs[BAR] += 1;
        }
    }
    let after = Board::new(mine, theirs);
    let roll = Roll::from_pips(dice[0], dice[1]).expect("dice");
    let mut list = PlayList::new();
    generate(&Variant::Backgammon.rules().movement, board, roll, &mut list);
    let legal = if list.is_empty() { after == *board } else { list.boards().contains(&after) };
    assert!(legal, "{text} with {dice:?}");
    after
}

#[test]
fn the_conformance_probes() {
    let mut client = client();
    let hello = client.say("ubgi");
    assert_eq!(hello.last().map(String::as_str), Some("ubgiok"));
    assert!(hello.iter().all(|line| !line.starts_with("error")), "{hello:?}");
    assert_eq!(client.ask("isready"), "readyok");
    tell(&mut client, "newgame");
    tell(&mut client, "setoption name Variant value backgammon");
    tell(&mut client, "set game.variant backgammon");
    assert_eq!(client.ask("isready"), "readyok");
    for (id, dice, token) in [
        ("4HPwATDgc/ABMA", [6, 1], ""),
        ("Np7BQSCYZ/AAWA", [5, 3], "bar"),
        ("/z0AADDeaxsAAA", [5, 5], "off"),
        ("t02oASACAAAAAA", [5, 1], ""),
    ] {
        for go in ["go role chequer", "go chequer", "go"] {
            tell(&mut client, &format!("position gnubgid {id}"));
            tell(&mut client, &format!("dice {} {}", dice[0], dice[1]));
            let text = best(&mut client, go, "bestmove");
            let setup = gnubg::parse(id).expect("an ID");
            let position = Position::from_setup(&setup, Variant::Backgammon.rules()).expect(id);
            played(&position.counts(Side::White), dice, &text);
            assert!(text.contains(token), "{text}");
        }
    }
}

/// A controller that knows the rules and nothing else.
struct Controller {
    client: Client,
    position: Position,
    dice: ChaCha8Rng,
}

impl Controller {
    fn new(seed: u64) -> Controller {
        // One that only counts pips can hit and be hit for ever.
        let evaluators = Evaluators::standard().expect("the built-in nets");
        let engine = Engine::new(EngineConfig { threads: 1, waiting_max: 64, evaluators });
        let mut client = Client::with(Dialect::Ubgi, engine);
        client.say("ubgi");
        let position = Position::start(Variant::Backgammon.rules());
        Controller { client, position, dice: ChaCha8Rng::seed_from_u64(seed) }
    }

    fn throw(&mut self) -> [u8; 2] {
        [self.dice.random_range(1..=6), self.dice.random_range(1..=6)]
    }

    fn tell(&mut self, line: &str) {
        tell(&mut self.client, line);
    }

    /// Begins a game; tells score and cube.
    fn begin(&mut self) {
        self.position =
            Position { score: self.position.score, ..Position::start(Variant::Backgammon.rules()) };
        let begins = if self.dice.random() { Side::White } else { Side::Black };
        self.position.phase = Phase::ToRoll(begins);
        let [first, second] = self.position.score.score.0;
        self.tell("newgame");
        self.tell(&format!("setscore {first} {second}"));
    }

    fn tell_position(&mut self, side: Side) {
        let id = gnubg::print_position_id(&self.position.to_setup()).expect("an ID");
        let player = |side: Side| if side == Side::White { "p0" } else { "p1" };
        let cube = self.position.cube;
        let owner = cube.owner.map_or("center", player);
        self.tell(&format!("position gnubgid {id}"));
        self.tell(&format!("setturn {}", player(side)));
        self.tell(&format!("setcube value {} owner {owner}", cube.value));
    }

    /// Plays a game with its cube; who wins, and how much.
    fn game(&mut self) -> (Side, u32) {
        for turn in 0..2000 {
            let Phase::ToRoll(side) = self.position.phase else { break };
            self.tell_position(side);
            if turn > 0 && best(&mut self.client, "go role cube", "bestcube") == "double" {
                assert!(self.position.may_double(side));
                let mut offered = self.position;
                offered.phase = Phase::DoubleOffered(side.other());
                let setup = offered.to_setup();
                assert_eq!(setup.dice, DiceSetup::Doubled);
                let id = xgid::print(&setup).expect("an XGID");
                self.tell(&format!("position xgid {id}"));
                match best(&mut self.client, "go role cube", "bestcube").as_str() {
                    "drop" => return (side, self.position.cube.value),
                    "take" => {}
                    word => panic!("{word}"),
                }
                self.position.cube.value *= 2;
                self.position.cube.owner = Some(side.other());
                self.tell_position(side);
            }
            let dice = self.throw();
            self.tell(&format!("dice {} {}", dice[0], dice[1]));
            let text = best(&mut self.client, "go role chequer", "bestmove");
            let board = played(&self.position.counts(side), dice, &text);
            self.position = self.position.after_play(side, 0, &board.into());
        }
        match self.position.phase {
            Phase::Over(outcome) => (outcome.winner.expect("a winner"), outcome.points.floor()),
            _ => panic!("no end: {}", npn::print(&self.position.to_setup())),
        }
    }
}

#[test]
fn a_controller_plays_whole_games() {
    for seed in 0..3 {
        let mut controller = Controller::new(seed);
        controller.tell("newsession type money jacoby off");
        controller.begin();
        let (_, points) = controller.game();
        assert!(points >= 1);
    }
}

#[test]
fn a_controller_plays_a_match_with_its_crawford_game() {
    let mut controller = Controller::new(7);
    controller.tell("newsession type match length 3 crawford on");
    let score = &mut controller.position.score;
    (score.length, score.score) = (3, Byside::whole(0, 0));
    let mut crawford_played = false;
    for _ in 0..10 {
        let score = &mut controller.position.score;
        score.crawford = !crawford_played && score.is_one_away();
        score.post_crawford = crawford_played && score.is_one_away();
        crawford_played |= score.crawford;
        controller.begin();
        let (winner, points) = controller.game();
        let score = &mut controller.position.score;
        score.score[winner] = score.score[winner].plus(Points::whole(points));
        if score.score[winner].floor() >= score.length {
            return;
        }
    }
    panic!("ten games without an end");
}

#[test]
fn lines_behind_a_search_wait_but_stop_does_not() {
    let mut client = client();
    client.patient = true;
    for line in ["position gnubgid 4HPwATDgc/ABMA", "dice 3 1", "go depth 5", "isready", "go"] {
        tell(&mut client, line);
    }
    assert_eq!(client.started.len(), 1);
    let (_, task, token) = &client.started[0];
    assert_eq!((task.limits.plies, token.is_stopped()), (4, false));
    tell(&mut client, "stop");
    assert!(client.started[0].2.is_stopped());
    let replies = client.work();
    let last: Vec<&String> = replies.iter().filter(|line| !line.starts_with("info ")).collect();
    assert!(last[0].starts_with("bestmove ") && last[2].starts_with("bestmove "), "{replies:?}");
    assert_eq!((last.len(), last[1].as_str()), (3, "readyok"));
    // There is nothing left to stop.
    tell(&mut client, "stop");
}

#[test]
fn a_turn_that_is_stopped_still_has_its_play() {
    let mut client = client();
    client.patient = true;
    for line in ["position gnubgid 4HPwATDgc/ABMA", "dice 3 1", "go turn depth 4 movetime 5000"] {
        tell(&mut client, line);
    }
    let limits = client.started[0].1.limits;
    assert_eq!((limits.plies, limits.time.map(|time| time.as_millis())), (3, Some(2500)));
    tell(&mut client, "stop");
    let replies = client.work();
    assert!(replies.last().is_some_and(|line| line.starts_with("bestturn cube=")), "{replies:?}");
}

#[test]
fn quit_lets_what_has_been_asked_be_answered() {
    let mut client = client();
    client.patient = true;
    for line in ["position gnubgid 4HPwATDgc/ABMA", "dice 3 1", "go depth 3", "go", "quit", "go"] {
        tell(&mut client, line);
    }
    let replies = client.work();
    let best = replies.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!((best, client.closed), (2, true), "{replies:?}");
}

#[test]
fn whatever_becomes_of_a_search_it_has_one_last_line() {
    let asks = |line: &str| {
        let mut client = client();
        client.patient = true;
        for line in ["position gnubgid 4HPwATDgc/ABMA", "dice 3 1", line, "isready"] {
            tell(&mut client, line);
        }
        let job = client.started[0].0;
        (client, job)
    };
    let (mut client, job) = asks("go turn depth 2");
    assert!(client.event(Event::Overdue(job)).is_empty());
    client.hasty = true;
    let replies = client.work();
    let last = replies.len().saturating_sub(2);
    assert!(
        replies[last].starts_with("bestturn ") && replies[last + 1] == "readyok",
        "{replies:?}"
    );

    let (mut client, job) = asks("go");
    let replies = client.event(Event::Refused(job));
    assert!(replies[0].starts_with("error search_in_progress ") && replies[1] == "readyok");

    let (mut client, job) = asks("go cube");
    let replies = client.event(Event::Lost(job));
    assert!(replies[0].starts_with("error internal ") && replies[1] == "readyok");
}

#[test]
fn lines_that_are_none_are_refused() {
    let mut client = client();
    let start = "go".to_owned();
    for frame in [
        Frame::TooLong { start: start.clone(), allowed: 64 },
        Frame::NotUtf8 { start: start.clone(), column: 3 },
        Frame::Nul { start, column: 3 },
    ] {
        let replies = client.event(Event::Frame(frame));
        assert!(replies.len() == 1 && replies[0].starts_with("error bad_argument "), "{replies:?}");
    }
}

#[test]
fn a_native_session_goes_over_when_told_so() {
    let mut client = Client::new();
    client.patient = true;
    tell(&mut client, "@a best position=4HPwATDgc/ABMA dice=31 plies=1");
    tell(&mut client, "best position=4HPwATDgc/ABMA dice=31");
    tell(&mut client, "ubgi");
    tell(&mut client, "position gnubgid 4HPwATDgc/ABMA");
    let replies = client.work();
    assert!(replies.iter().any(|line| line.starts_with("@a ok")), "{replies:?}");
    let native = replies.iter().position(|line| line.starts_with("ok "));
    let ubgi = replies.iter().position(|line| line == "ubgiok");
    assert!(native.is_some() && native < ubgi, "{replies:?}");
    client.patient = false;
    assert!(client.ask("go").starts_with("error missing_context "));
    assert!(client.ask("best").starts_with("error unknown_command "));
    // Only the word alone is meant.
    assert!(Client::new().ask("ubgi now").starts_with("error code=unknown-command "));
}

#[test]
fn plies_are_counted_as_each_protocol_counts_them() {
    let mut client = Client::new();
    client.ok("set plies 2");
    client.say("ubgi");
    assert_eq!(client.ask("get engine.ply"), "value engine.ply 3");
    tell(&mut client, "set engine.ply 1");
    tell(&mut client, "position gnubgid 4HPwATDgc/ABMA");
    tell(&mut client, "dice 3 1");
    for (go, depth) in [("go", "1"), ("go depth 2", "2")] {
        let info = client.say(go).swap_remove(0);
        assert!(info.contains(&format!(" depth {depth} ")), "{info}");
    }
}

const PIECES: &[&str] = &[
    "ubgi",
    "isready",
    "newgame",
    "stop",
    "keys",
    "go",
    "go role",
    "chequer",
    "cube",
    "turn",
    "movetime",
    "depth",
    "nodes",
    "trials",
    "newsession type",
    "money",
    "match",
    "length",
    "jacoby",
    "crawford",
    "on",
    "off",
    "setscore",
    "setcube value",
    "owner",
    "center",
    "p0",
    "p1",
    "setturn",
    "position gnubgid",
    "position xgid",
    "4HPwATDgc/ABMA",
    "4HPwATDgc/ABMA:cIkFAAAAAAAA",
    "AAAAAAAAAAAAAA",
    "Np7BQSCYZ/AAWA",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:2:4:0:7:10",
    "dice",
    "setoption name",
    "value",
    "set",
    "get",
    "Threads",
    "engine.ply",
    "Seed",
    "EvalMode",
    "Deterministic",
    "Variant",
    "game.variant",
    "hypergammon",
    "short",
    "Noise",
    "Level",
    "casual",
    "cubeful",
    "true",
    "false",
    "proto",
    "0.1",
    "0.2",
    "0",
    "1",
    "2",
    "3",
    "5",
    "6",
    "64",
    "999999999999999999999",
    "-1",
    "x",
    "\u{1f3b2}",
    "\t",
    "\u{0}",
    "quit",
];

/// Whole lines that set a scene, so that random ones behind them get somewhere.
const SCENES: &[&str] = &[
    "position gnubgid 4HPwATDgc/ABMA",
    "dice 3 1",
    "go",
    "go cube",
    "go turn",
    "go trials 36",
    "newsession type match length 5",
    "setscore 4 2",
    "setcube value 2 owner p1",
    "set game.variant nackgammon",
];

fn random_line(rng: &mut ChaCha8Rng) -> String {
    if rng.random_ratio(1, 3) {
        return (*SCENES.choose(rng).expect("scenes")).to_owned();
    }
    let count = rng.random_range(0..6);
    let pieces: Vec<&str> = (0..count).map(|_| *PIECES.choose(rng).expect("pieces")).collect();
    let mut line = pieces.join(" ");
    if rng.random_ratio(1, 5) && !line.is_empty() {
        let mut letters: Vec<char> = line.chars().collect();
        let at = rng.random_range(0..letters.len());
        letters[at] = char::from(rng.random_range(32..127_u8));
        line = letters.into_iter().collect();
    }
    line
}

fn is_error(line: &str) -> bool {
    line.starts_with("error ")
}

#[test]
fn any_line_has_the_replies_it_should_have() {
    let mut rng = ChaCha8Rng::seed_from_u64(20_261_130);
    let mut talk = client();
    talk.hasty = true;
    for n in 0..20_000 {
        let line = random_line(&mut rng);
        let replies = talk.say(&line);
        let context = || format!("line {n} {line:?}: {replies:?}");
        match parse(&line) {
            None | Some(Ok(UbgiRequest::Stop | UbgiRequest::Quit)) => {
                assert!(replies.is_empty(), "{}", context());
            }
            Some(Err(_)) => {
                assert!(replies.len() == 1 && is_error(&replies[0]), "{}", context());
            }
            Some(Ok(UbgiRequest::Ubgi)) => {
                assert_eq!(replies.last().map(String::as_str), Some("ubgiok"));
            }
            Some(Ok(UbgiRequest::Go(_))) => {
                let closes = |line: &String| line.starts_with("best") || is_error(line);
                let closing = replies.iter().filter(|line| closes(line)).count();
                assert!(closing == 1 && replies.last().is_some_and(closes), "{}", context());
            }
            Some(Ok(UbgiRequest::IsReady)) => assert_eq!(replies, ["readyok"]),
            Some(Ok(UbgiRequest::Keys)) => {
                assert!(replies.iter().all(|line| line.starts_with("key ")), "{}", context());
            }
            Some(Ok(UbgiRequest::Get(_) | UbgiRequest::Proto(_))) => assert_eq!(replies.len(), 1),
            Some(Ok(_)) => {
                let quiet = replies.is_empty() || replies.len() == 1 && is_error(&replies[0]);
                assert!(quiet, "{}", context());
            }
        }
        if talk.closed || n % 500 == 0 {
            talk = client();
            talk.hasty = true;
        }
    }
}
