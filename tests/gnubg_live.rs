//! GNU Backgammon itself plays matches against the daemon.
//!
//! Where `gnubg` is not installed these tests say so and pass, unless `NARDY_REQUIRE_GNUBG` is set.

// A skipped test must say so.
#![allow(clippy::print_stderr)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use nardy::dialect::gnubg::{Ask, Settings, question};
use nardy::moves::{PlayList, TurnContext, WrittenChain, generate, resolve};
use nardy::rules::Variant;
use nardy_protocol::gnubg::{GnubgRequest, parse};

type Failure = Box<dyn std::error::Error>;

const GNUBG: [&str; 2] = ["/usr/games/gnubg", "gnubg"];
const PATIENCE: Duration = Duration::from_secs(120);

/// A program that ends with the test.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn gnubg() -> Option<&'static str> {
    let answers = |path: &&str| {
        let version = Command::new(path).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    };
    let found = GNUBG.into_iter().find(answers);
    if found.is_none() {
        assert!(std::env::var_os("NARDY_REQUIRE_GNUBG").is_none(), "gnubg is not installed");
        eprintln!("skipped: gnubg is not installed");
    }
    found
}

/// The daemon on a port that the system has chosen, by a flag that names the listener.
fn daemon(flag: &str) -> Result<(Ended, u16), Failure> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nardy"))
        .args(["serve", flag, "127.0.0.1:0", "--log", "info"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let log = BufReader::new(child.stderr.take().ok_or("no log")?);
    let daemon = Ended(child);
    let mut lines = log.lines();
    let port = lines.by_ref().find_map(|line| {
        let line = line.ok()?;
        let (_, address) = line.split_once("address=127.0.0.1:")?;
        address.split_whitespace().next()?.parse().ok()
    });
    // Whoever stops reading the log would end a daemon that goes on writing it.
    std::thread::spawn(move || lines.for_each(drop));
    Ok((daemon, port.ok_or("the daemon does not listen")?))
}

/// Has gnubg play a match to 5 with the daemon in this seat; gives what gnubg printed.
fn play_match(gnubg: &str, seat: u8, port: u16, seed: u32) -> Result<String, Failure> {
    let script = [
        "set lang en".to_owned(),
        "set display off".to_owned(),
        "set confirm new off".to_owned(),
        "set confirm save off".to_owned(),
        "set automatic roll on".to_owned(),
        "set automatic game on".to_owned(),
        format!("set player {} gnubg", 1 - seat),
        format!("set player {} chequerplay evaluation plies 0", 1 - seat),
        format!("set player {} cubedecision evaluation plies 0", 1 - seat),
        format!("set player {seat} external localhost:{port}"),
        format!("set seed {seed}"),
        "new match 5".to_owned(),
        String::new(),
    ];
    let mut child = Command::new(gnubg)
        .args(["-t", "-q", "-r"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no input")?;
    let mut output = child.stdout.take().ok_or("no output")?;
    let child = Ended(child);
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut text = String::new();
        let read = output.read_to_string(&mut text);
        // Nobody listens any more once the test has given up.
        let _ = sender.send(read.map(|_| text));
    });
    input.write_all(script.join("\n").as_bytes())?;
    drop(input);
    let text = receiver.recv_timeout(PATIENCE).map_err(|_| "the match does not end")??;
    drop(child);
    Ok(text)
}

/// How a match that was played to its end looks, with no reply that gnubg complained about.
fn check_match(text: &str, seat: u8) {
    assert!(text.contains("has won the match"), "seat {seat}: {text}");
    for complaint in ["Error", "badly formed", "illegal", "Illegal", "connection closed"] {
        assert!(!text.contains(complaint), "seat {seat}: {complaint}: {text}");
    }
}

#[test]
fn gnubg_plays_a_match_against_the_daemon_in_both_seats() -> Result<(), Failure> {
    let Some(gnubg) = gnubg() else { return Ok(()) };
    let (_daemon, port) = daemon("--gnubg")?;
    for seat in [0, 1] {
        check_match(&play_match(gnubg, seat, port, 5)?, seat);
    }
    Ok(())
}

/// A native port answers board lines by itself.
#[test]
fn gnubg_plays_a_match_on_a_native_port() -> Result<(), Failure> {
    let Some(gnubg) = gnubg() else { return Ok(()) };
    let (_daemon, port) = daemon("--tcp")?;
    check_match(&play_match(gnubg, 1, port, 7)?, 1);
    Ok(())
}

/// Whether a reply is a whole legal play of the throw on the board of a request; `None` where the
/// request asks for something else.
fn is_legal(request: &str, reply: &str) -> Option<bool> {
    let line = request.trim_matches(|c| c == '\0' || c == '\n');
    let Ok(GnubgRequest::Board { board, options }) = parse(line) else { return None };
    let question = question(&board, &options, &Settings::GNUBG).ok()?;
    let Ask::Chequer(roll) = question.ask else { return None };
    let movement = Variant::Backgammon.rules().movement;
    let board = question.position.counts(question.decider);
    let mut list = PlayList::new();
    generate(&movement, &board, roll, &mut list);
    if list.is_empty() {
        return Some(reply.trim().is_empty());
    }
    let chain = |step: &str| {
        let places = step.replace('*', "");
        let places = places.split('/').map(|place| place.parse().unwrap_or(99)).collect();
        WrittenChain { places, count: 1, royal: false, column: 1 }
    };
    let chains: Vec<WrittenChain> = reply.split_whitespace().map(chain).collect();
    let steps_used = list.steps().first().map_or(0, |steps| steps.len());
    let context = TurnContext::of(&board);
    let read = resolve(&movement, &board, roll, context, &chains, &list);
    Some(chains.len() == steps_used && read.is_ok())
}

/// Moves that gnubg takes for no move at all would pass unseen: each reply is checked against its
/// own list of legal plays.
#[test]
fn every_reply_to_a_recorded_throw_is_a_legal_play() -> Result<(), Failure> {
    let (_daemon, port) = daemon("--gnubg")?;
    let path = format!("{}/fixtures/gnubg/vectors.jsonl", env!("CARGO_MANIFEST_DIR"));
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut asked, mut alike, mut judged) = (0, 0, 0);
    for line in std::fs::read_to_string(path)?.lines() {
        let vector: serde_json::Value = serde_json::from_str(line)?;
        let (request, reply) = (vector["request"].as_str(), vector["reply"].as_str());
        let (Some(request), Some(reply)) = (request, reply) else { continue };
        // Version and closing lines are our own; several lines in one are another test's business.
        if vector["kind"] != "engine" || request.matches('\n').count() != 1 {
            continue;
        }
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        reader.read_line(&mut answer)?;
        let form = |text: &str| match text.split_whitespace().next() {
            None => "pass",
            Some(word) if word.contains('/') => "move",
            Some(word) if word.contains('.') => "numbers",
            Some("Error:") => "error",
            Some("roll" | "double") => "roll or double",
            Some("take" | "drop" | "beaver") => "answer to a double",
            Some("accept" | "reject") => "answer to a resignation",
            Some(_) => "unknown",
        };
        assert_ne!(form(&answer), "unknown", "{request}: {answer}");
        if let Some(legal) = is_legal(request, &answer) {
            assert!(legal, "{request}: {answer}");
            judged += 1;
        }
        asked += 1;
        alike += usize::from(form(&answer) == form(reply));
    }
    assert!(judged > 50, "only {judged} plays judged");
    assert!(asked > 200, "only {asked} vectors asked");
    // The others are boards that cannot be, which gnubg answers and the daemon refuses.
    assert!(alike + 25 >= asked, "{alike} of {asked} replies have the recorded form");
    Ok(())
}
