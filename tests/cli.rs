//! The binary as scripts use it.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

fn nardy(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nardy"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs it with `input`; what it wrote and how it ended.
fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = nardy(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // One that does not read its input to the end must not hold the test up.
    let feeding = thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = feeding.join();
    output
}

fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments, "");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Waits for a child for at most ten seconds.
fn end(child: &mut Child) -> i32 {
    let until = Instant::now() + Duration::from_secs(10);
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code().unwrap_or(-1);
        }
        if Instant::now() > until {
            child.kill().unwrap();
            panic!("it does not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

fn terminate(child: &Child) {
    let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

fn closing(line: &&str) -> bool {
    line.starts_with("ok") || line.starts_with("error")
}

#[test]
fn perft_counts() {
    let counted = stdout(&["perft", "backgammon", "2"]);
    assert_eq!(counted, "perft backgammon depth=2 leaves=202782 weighted=419783\n");
    let threads = stdout(&["perft", "short", "2", "--threads", "3", "--divide"]);
    assert_eq!(threads, stdout(&["perft", "short", "2", "--divide"]));
    assert_eq!(threads.lines().count(), 22);
    assert_eq!(stdout(&["perft", "short", "0"]), "perft short depth=0 leaves=1 weighted=1\n");
}

#[test]
fn show_draws_also_what_cannot_be() {
    let drawn = stdout(&["show", "4HPwATDgc/ABMA", "--variant", "short", "--dice", "31"]);
    assert!(drawn.lines().count() == 14 && drawn.contains("to play 3-1"), "{drawn}");
    assert!(drawn.lines().last().unwrap().starts_with("position short;24:2,"), "{drawn}");
    let output = run(&["show", "backgammon;24:16/6:15;w;-;1;0-0/0"], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout.split(|&byte| byte == b'\n').count(), 14);
    assert!(String::from_utf8_lossy(&output.stderr).contains("16 checkers"));
}

#[test]
fn best_ranks_plays() {
    let ranked = stdout(&["best", "4HPwATDgc/ABMA", "--dice", "31", "--count", "4"]);
    assert_eq!(ranked.lines().count(), 4);
    assert!(ranked.lines().all(|line| line.starts_with("best dice=31 rank=")), "{ranked}");
    assert_eq!(stdout(&["best", "hypergammon"]).lines().count(), 21);
    assert_eq!(run(&["best", "nonsense"], "").status.code(), Some(1));
}

#[test]
fn tables_are_listed_and_missing_ones_are_told() {
    let nowhere = ["--data", "/nowhere/at/all"];
    let listed = stdout(&[&["tables", "list"], &nowhere[..]].concat());
    let lines: Vec<&str> = listed.lines().collect();
    assert_eq!(lines.len(), 3, "{listed}");
    assert!(lines[1].ends_with("where=memory bytes=6830208 state=ok"), "{listed}");
    assert!(lines[2].starts_with("table name=hypergammon where=\"/nowhere/at/all/hypergammon"));
    assert!(lines[2].contains(" state=missing message="), "{listed}");

    let question = "best position=\"hypergammon;24:1,23:1,22:1/24:1,23:1,22:1;w;31;1;0-0/0\"\n";
    let output = run(&[&["serve"], &nowhere[..]].concat(), question);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("warning code=no-table message=").count(), 1, "{text}");
    let output =
        run(&[&["serve"], &nowhere[..]].concat(), "best position=4HPwATDgc/ABMA dice=31\n");
    assert!(!String::from_utf8(output.stdout).unwrap().contains("warning"));

    let cannot = run(&["tables", "hypergammon", "--threads", "0"], "");
    assert_eq!(cannot.status.code(), Some(1));
    let cannot = run(&["tables", "hypergammon", "--out", "/"], "");
    assert!(String::from_utf8_lossy(&cannot.stderr).contains("is a folder"));
}

#[test]
fn rollouts_are_measured_in_every_style() {
    let text = stdout(&["bench", "rollout", "--games", "1"]);
    let styles = ["full ", "full-vr ", "truncated-vr "];
    assert_eq!(text.lines().count(), styles.len());
    for (line, style) in text.lines().zip(styles) {
        assert!(line.starts_with(&format!("rollout style={style}")), "{line}");
        assert!(line.contains(" rate=") && line.contains(" scatter="), "{line}");
    }
}

#[test]
fn matches_against_a_program_go_on_where_they_ended() {
    let folder = std::env::temp_dir().join(format!("nardy-match-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("record").display().to_string();
    let program = format!("{} serve --dialect gnubg", env!("CARGO_BIN_EXE_nardy"));
    let play = |games: &str| {
        let dice = ["--plies", "0", "--length", "0,2", "--games", games, "--file", &file];
        stdout(&[&["bench", "match", "--against", &program][..], &dice].concat())
    };
    let two = play("4");
    assert!(
        two.contains("match length=0 sittings=2 games=2 ") && two.contains("length=2"),
        "{two}"
    );
    let three = play("6");
    assert!(three.contains("match length=0 sittings=4 games=4 "), "{three}");
    assert_eq!(play("6"), three);
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 4);
    let other = run(&["bench", "match", "--against", "true", "--file", &file], "");
    let complaint = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(!other.status.success() && complaint.contains("its title is not"), "{complaint}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn walks_of_the_bench_are_the_same_everywhere() {
    let signatures = stdout(&["bench", "--signature"]);
    let walks: Vec<&str> =
        signatures.lines().map(|line| line.split(" play=").next().unwrap()).collect();
    // They change with the plays that the generator gives, and else never.
    assert_eq!(
        walks,
        [
            "signature game=backgammon walk=12919",
            "signature game=short walk=11519",
            "signature game=nackgammon walk=11379",
            "signature game=hypergammon walk=3416",
            "signature game=longgammon walk=17053",
            "signature game=portes walk=12919",
            "signature game=tavla walk=12835",
        ]
    );
}

#[test]
fn strength_and_speed_are_measured_on_files() {
    let folder = std::env::temp_dir().join(format!("nardy-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let judged = file("judged", "4HPwATDgc/ABMA\t31\tcontact\tsGfwATDgc/ABMA:0.16\n");
    let rolled = file("rolled", "4HPwATDgc/ABMA\t0.07\t0.001\t-\n");
    let lines = stdout(&["bench", "strength", "--judged", &judged, "--rolled", &rolled]);
    assert!(lines.starts_with("strength phase=contact lost=0.00000 se=0.00000 decisions=1\n"));
    assert_eq!(lines.lines().count(), 5);
    assert!(lines.contains("\nstrength rolled error=0.0") && lines.ends_with(" positions=1\n"));
    let decisions = file("decisions", "4HPwATDgc/ABMA\t3\t1\t16\t5\n");
    let line = stdout(&["bench", "decisions", &decisions]);
    assert!(line.starts_with("decisions threads=1 plies=0 decisions=1 plays=16 "), "{line}");
    let complaint = |arguments: &[&str]| {
        let output = run(arguments, "");
        assert!(!output.status.success() && output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(complaint(&["bench", "strength", "--judged", &rolled]).contains("rolled:1:"));
    assert!(complaint(&["bench", "strength"]).contains("--judged"));
    assert!(complaint(&["bench", "decisions", &decisions, "--game", "go"]).contains("'go'"));
    assert!(complaint(&["bench", "decisions", &decisions, "--nets", "/no"]).contains("/no/"));
}

#[test]
fn positions_are_written_for_labelling() {
    let folder = std::env::temp_dir().join(format!("nardy-positions-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let recipe =
        concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/net/weights/recipes/positions-normal.toml");
    let out = folder.join("positions.bin").display().to_string();
    let mut sizes = Vec::new();
    for (more, record) in [(None, 10), (Some("--siblings"), 40)] {
        let mut arguments = vec!["positions", recipe, "--out", &out, "--count", "100"];
        arguments.extend(more);
        assert_eq!(stdout(&arguments), format!("positions file=\"{out}\"\n"));
        let size = std::fs::metadata(&out).unwrap().len();
        assert!(size >= 1000 && size.is_multiple_of(record), "{size}");
        sizes.push(size);
    }
    // The same games, but other boards of them.
    assert_ne!(sizes[0], sizes[1]);
    let labels = folder.join("labels.bin").display().to_string();
    let line = stdout(&["label", &out, &labels, "--plies", "0"]);
    assert!(line.starts_with(&format!("labels file=\"{labels}\" sha256=\"")), "{line}");
    assert_eq!(std::fs::metadata(&labels).unwrap().len(), 2 * sizes[1]);
}

#[test]
fn a_pipe_gets_every_reply() {
    let output = run(&["serve"], "ping\n\n# note\n@a ping\nnonsense\nping");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().filter(closing).count(), 3, "{text}");
    assert!(text.contains("@a ok") && output.status.success() && output.stderr.is_empty());
}

#[test]
fn the_first_reply_comes_soon() {
    let began = Instant::now();
    let mut child = nardy(&["serve"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"best position=4HPwATDgc/ABMA dice=31\n").unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let took = began.elapsed();
    assert!(line.starts_with("best play="), "{line}");
    // A tenth of a second on a machine that does nothing else.
    assert!(took < Duration::from_secs(1), "{took:?}");
    drop(stdin);
    assert_eq!(end(&mut child), 0);
}

#[test]
fn a_reader_that_goes_away_is_a_normal_end() {
    for arguments in [&["serve"][..], &["perft", "backgammon", "2", "--divide"]] {
        let mut child = nardy(arguments).stdin(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        let _ = stdin.write_all(b"ping\n");
        assert_eq!(end(&mut child), 0, "{arguments:?}");
    }
}

#[test]
fn sigterm_ends_in_order() {
    let mut child = nardy(&["serve"]).stdin(Stdio::piped()).spawn().unwrap();
    let stdin = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    (&stdin).write_all(b"ping\n").unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    terminate(&child);
    assert_eq!(end(&mut child), 0);
}

#[test]
fn a_daemon_leaves_standard_input_alone() {
    let path: PathBuf = std::env::temp_dir().join(format!("nardy-cli-{}", std::process::id()));
    let place = path.to_str().unwrap();
    // Its standard input is at its end from the start.
    let mut child = nardy(&["serve", "--unix", place, "--grace", "1"]).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(5);
    let mut client = loop {
        match UnixStream::connect(&path) {
            Ok(client) => break client,
            Err(_) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
            Err(error) => panic!("{error}"),
        }
    };
    client.write_all(b"ping\nquit\n").unwrap();
    let mut text = String::new();
    client.read_to_string(&mut text).unwrap();
    assert!(text.starts_with("ok"), "{text}");
    terminate(&child);
    assert_eq!(end(&mut child), 0);
    assert!(!path.exists());
}

#[test]
fn a_ubgi_engine_on_standard_input_stops_when_told() {
    let mut child = nardy(&["serve", "--dialect", "ubgi"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut until = |word: &str| loop {
        let mut line = String::new();
        assert!(output.read_line(&mut line).unwrap() > 0, "no {word}");
        if line.starts_with(word) {
            break line;
        }
    };
    input.write_all(b"ubgi\nposition gnubgid 4HPwATDgc/ABMA\ndice 3 1\n").unwrap();
    until("ubgiok");
    for go in ["go role chequer depth 5\n", "go role turn trials 100000000\n"] {
        input.write_all(go.as_bytes()).unwrap();
        thread::sleep(Duration::from_millis(100));
        let asked = Instant::now();
        input.write_all(b"stop\n").unwrap();
        until("best");
        assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    }
    input.write_all(b"go role chequer movetime 50\nquit\n").unwrap();
    until("bestmove ");
    assert_eq!(end(&mut child), 0);
}

#[test]
fn what_is_refused_at_the_start() {
    for (arguments, word) in [
        (&["serve", "--tcp", "0.0.0.0:0"][..], "--insecure"),
        (&["serve", "--tcp", "nowhere"], "HOST:PORT"),
        (&["serve", "--token-file", "/no/such/file"], "token file"),
        (&["serve", "--max-sessions", "0"], "--max-sessions"),
        (&["perft", "whist", "2"], "whist"),
    ] {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(word) && error.lines().count() == 1, "{error}");
        assert!(output.stdout.is_empty());
    }
    assert_eq!(run(&["--log", "a=b=c", "perft", "short", "1"], "").status.code(), Some(2));
    assert_eq!(run(&["serve", "--nonsense"], "").status.code(), Some(2));
}

#[test]
fn nets_of_a_folder_play_or_are_refused_with_the_reason() {
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/net/weights");
    let read = |name: &str| std::fs::read(format!("{weights}/{name}")).unwrap();
    let (contact, race) = (read("outlying-contact.bin"), read("outlying-race.bin"));
    let folder = std::env::temp_dir().join(format!("nardy-nets-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let place = folder.to_str().unwrap();
    let put = |contact: &[u8], race: &[u8]| {
        std::fs::write(folder.join("backgammon-contact.bin"), contact).unwrap();
        std::fs::write(folder.join("backgammon-race.bin"), race).unwrap();
    };
    put(&contact, &race);
    let output =
        run(&["serve", "--nets", place], "version\nbest position=4HPwATDgc/ABMA dice=31\n");
    let text = String::from_utf8(output.stdout).unwrap();
    for name in ["own-contact", "own-race", "outlying-contact", "outlying-race"] {
        assert_eq!(text.matches(&format!("net name={name} hash=")).count(), 1, "{text}");
    }
    assert!(!text.contains("backgammon-contact") && text.contains("8/5 6/5"), "{text}");
    assert!(stdout(&["best", "4HPwATDgc/ABMA", "--dice", "31", "--nets", place]).contains("8/5"));

    let changed = |at: usize, with: &[u8]| {
        let mut bytes = contact.clone();
        bytes[at..at + with.len()].copy_from_slice(with);
        bytes
    };
    let four_gibibytes = ((4u64 << 30) / 4 / 16) as u32;
    let cases: [(Vec<u8>, &str); 8] = [
        (contact[..contact.len() / 2].to_vec(), "bytes where its sizes ask for"),
        (contact[..50].to_vec(), "fewer than its header"),
        (b"GIF89a, not a net at all".to_vec(), "does not begin with NARDYNET"),
        (changed(12, b"long\0\0\0\0\0\0"), "'long'"),
        (race.clone(), "'race'"),
        (changed(36, &[77]), "version 77 of the inputs"),
        (changed(48, &four_gibibytes.to_le_bytes()), "first layer is"),
        (changed(70, &[!contact[70]]), "SHA-256"),
    ];
    for (bytes, reason) in cases {
        put(&bytes, &race);
        for arguments in [&["serve", "--nets", place][..], &["best", "short", "--nets", place]] {
            let output = run(arguments, "ping\n");
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{error}");
            assert!(error.contains(reason) && error.contains("backgammon-contact.bin"), "{error}");
            assert!(error.lines().count() == 1 && output.stdout.is_empty(), "{error}");
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
