//! Sessions on TCP and Unix sockets.

use std::io::{BufReader, Write};
use std::net::{Shutdown as Half, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use nardy::transport::{Dialect, Limits, ListenError, Listeners};

use crate::fake::{Client, eventually, loopback, serve, with_token};

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("nardy-{}-{name}", std::process::id()))
}

fn unix_client(path: &PathBuf) -> Client<UnixStream> {
    let stream = UnixStream::connect(path).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    Client { input: BufReader::new(stream.try_clone().unwrap()), stream }
}

#[test]
fn several_listeners_at_once() {
    let unix = path("several");
    let mut server = serve(Listeners {
        tcp: vec!["127.0.0.1:0".to_owned(), "localhost:0".to_owned()],
        unix: vec![unix.clone()],
        gnubg: vec!["127.0.0.1:0".to_owned()],
        ubgi: vec!["127.0.0.1:0".to_owned()],
        ..loopback(Limits::SOCKET)
    })
    .unwrap();
    for listener in 0..server.addresses.len() {
        assert_eq!(server.client_at(listener).ask("hello"), "ok hello");
    }
    let dialects: Vec<Dialect> = server.addresses.iter().rev().map(|it| it.1).collect();
    assert_eq!(dialects[..2], [Dialect::Ubgi, Dialect::Gnubg]);
    assert_eq!(unix_client(&unix).ask("hello"), "ok hello");
    server.end();
    assert!(!unix.exists());
}

#[test]
fn a_half_closed_client_gets_every_reply() {
    let server = serve(loopback(Limits::SOCKET)).unwrap();
    let mut client = server.client();
    client.say("a\nsleep 50\nb");
    client.stream.shutdown(Half::Write).unwrap();
    assert_eq!(client.rest(), "ok a\nok done\nok b\n");
}

#[test]
fn quit_closes_and_loses_no_reply() {
    let server = serve(loopback(Limits::SOCKET)).unwrap();
    let mut client = server.client();
    client.say("a\nquit\n");
    client.say("b\n".repeat(10_000));
    assert_eq!(client.rest(), "ok a\n");
}

#[test]
fn a_gnubg_client_ends_its_lines_with_a_nul() {
    let server =
        serve(Listeners { tcp: vec![], gnubg: vec!["0".to_owned()], ..loopback(Limits::SOCKET) })
            .unwrap();
    let mut client = server.client();
    client.say(b"board:1\n\0");
    assert_eq!(client.hear(), "ok board:1");
    client.say(b"board:2\n\0");
    assert_eq!(client.hear(), "ok board:2");
}

#[test]
fn bad_neighbours_hurt_nobody() {
    let server = serve(loopback(Limits::SOCKET)).unwrap();
    let mut good = server.client();
    // One floods and reads nothing, one sends a line without an end, one noise, one hangs up.
    let mut flood = server.client();
    flood.stream.set_nonblocking(true).unwrap();
    let mut endless = server.client();
    endless.say(vec![b'x'; 1024 * 1024]);
    let mut noise = server.client();
    noise.say(b"\0\n\xff\n\xc3(\n\n\0\0\0");
    server.client().say("sleep 60000\n");
    let mut slowest = Duration::ZERO;
    for n in 0..200 {
        while flood.stream.write(&b"big 1000\n".repeat(1000)).is_ok() {}
        let asked = Instant::now();
        assert_eq!(good.ask(&format!("n{n}")), format!("ok n{n}"));
        slowest = slowest.max(asked.elapsed());
    }
    assert!(slowest < Duration::from_millis(500), "{slowest:?}");
    assert_eq!(endless.hear(), "error too-long");
    endless.say("\nafter\n");
    assert_eq!(endless.hear(), "ok after");
    assert_eq!(noise.hear(), "ok");
    assert_eq!(noise.hear(), "error utf8");
}

#[test]
fn a_client_that_reads_nothing_is_held_and_then_closed() {
    let limits = Limits { stall: Some(Duration::from_millis(300)), ..Limits::SOCKET };
    let server = serve(loopback(limits)).unwrap();
    let mut client = server.client();
    client.stream.set_write_timeout(Some(Duration::from_secs(10))).unwrap();
    let began = Instant::now();
    // More than all buffers on the way hold: writing comes to a stand, then the server closes.
    while client.stream.write_all(&b"big 100000\n".repeat(100)).is_ok() {
        assert!(began.elapsed() < Duration::from_secs(10));
    }
    assert!(began.elapsed() < Duration::from_secs(9));
}

#[test]
fn a_job_that_tells_too_much_to_a_slow_reader_is_ended() {
    let limits = Limits { unread_bytes: 64 * 1024, ..Limits::SOCKET };
    let server = serve(loopback(limits)).unwrap();
    let mut client = server.client();
    client.say("chatter\n");
    eventually("running", || server.jobs() == 1);
    eventually("ended", || server.jobs() == 0);
    let text = client.rest();
    assert!(text.lines().all(|line| line.starts_with("info ") || line.starts_with("error ")));
}

#[test]
fn a_client_that_hangs_up_takes_its_jobs_along() {
    let unix = path("hang-up");
    let server = serve(Listeners { unix: vec![unix.clone()], ..loopback(Limits::SOCKET) }).unwrap();
    let mut client = unix_client(&unix);
    client.say("sleep 60000\nsleep 60000\n");
    eventually("running", || server.jobs() == 1);
    drop(client);
    eventually("ended", || server.jobs() == 0);
    let mut client = server.client();
    client.say("chatter\n");
    client.hear();
    drop(client);
    eventually("ended", || server.jobs() == 0);
}

#[test]
fn replies_larger_than_any_buffer_arrive() {
    let server = serve(loopback(Limits::SOCKET)).unwrap();
    let mut client = server.client();
    client.say("big 8000000\na\n");
    assert_eq!(client.hear().len(), 8_000_000);
    assert_eq!(client.hear(), "ok a");
}

#[test]
fn sessions_are_limited_and_places_given_back() {
    let limits = Limits { sessions: 3, sessions_per_address: 2, ..Limits::SOCKET };
    let server = serve(loopback(limits)).unwrap();
    let mut first = server.client();
    assert_eq!(first.ask("a"), "ok a");
    let mut second = server.client();
    assert_eq!(second.ask("a"), "ok a");
    let refused = server.client().rest();
    assert!(refused.starts_with("error code=limit") && refused.lines().count() == 1, "{refused}");
    assert_eq!(first.ask("quit"), "");
    drop(first);
    eventually("a place", || server.client().ask("a") == "ok a");
}

#[test]
fn time_is_limited() {
    let limits = Limits {
        idle: Some(Duration::from_millis(400)),
        engine: Some(Duration::from_millis(100)),
        ..Limits::SOCKET
    };
    let server = serve(loopback(limits)).unwrap();
    let mut client = server.client();
    let began = Instant::now();
    assert_eq!(client.ask("sleep 60000"), "error overdue");
    assert!(began.elapsed() < Duration::from_secs(2));
    let rest = client.rest();
    assert!(rest.starts_with("error code=limit"), "{rest}");
    assert!(began.elapsed() >= Duration::from_millis(490));
}

#[test]
fn the_token_comes_first() {
    let server = serve(with_token("sesame")).unwrap();
    let mut client = server.client();
    assert!(client.ask("a").starts_with("error code=unauthorised"));
    assert_eq!(client.ask("@x auth sesame"), "@x ok");
    assert_eq!(client.ask("a"), "ok a");
    let mut stranger = server.client();
    stranger.say("auth a\nauth b\nauth c\nauth sesame\na\n");
    let rest = stranger.rest();
    assert_eq!(rest.lines().count(), 3, "{rest}");
    assert!(rest.lines().all(|line| line.starts_with("error code=unauthorised")));
}

#[test]
fn other_machines_are_let_in_only_on_purpose() {
    let open = |tcp: &str| Listeners { tcp: vec![tcp.to_owned()], ..loopback(Limits::SOCKET) };
    let refused = |listeners| serve(listeners).map(|_| ()).unwrap_err();
    assert!(matches!(refused(open("0.0.0.0:0")), ListenError::NotLoopback(_)));
    assert!(matches!(refused(open("[::]:0")), ListenError::NotLoopback(_)));
    assert!(matches!(refused(open("nonsense")), ListenError::Address(_)));
    let gnubg = vec!["0.0.0.0:0".to_owned()];
    let ubgi = Listeners { ubgi: gnubg.clone(), ..with_token("sesame") };
    assert!(matches!(refused(ubgi), ListenError::NoTokens(_)));
    let gnubg = Listeners { gnubg, ..with_token("sesame") };
    assert!(matches!(refused(gnubg), ListenError::NoTokens(_)));
    assert!(matches!(refused(open("127.0.0.1:99999")), ListenError::Address(_)));
}

#[test]
fn unix_socket_files() {
    let unix = path("files");
    let open = || Listeners { tcp: vec![], unix: vec![unix.clone()], ..loopback(Limits::SOCKET) };
    // One that a dead server left behind is replaced, one in use is not, a plain file never.
    drop(UnixListener::bind(&unix).unwrap());
    let mut server = serve(open()).unwrap();
    assert_eq!(unix_client(&unix).ask("a"), "ok a");
    assert!(matches!(serve(open()).map(|_| ()).unwrap_err(), ListenError::Taken(_)));
    server.end();
    std::fs::write(&unix, "precious").unwrap();
    assert!(matches!(serve(open()).map(|_| ()).unwrap_err(), ListenError::NotASocket(_)));
    assert_eq!(std::fs::read(&unix).unwrap(), b"precious");
    std::fs::remove_file(&unix).unwrap();
}

#[test]
fn shutdown_with_running_jobs() {
    let mut server = serve(loopback(Limits::SOCKET)).unwrap();
    let (mut quick, mut slow, mut idle) = (server.client(), server.client(), server.client());
    quick.say("sleep 150\nb\n");
    slow.say("sleep 60000\nsleep 60000\n");
    assert_eq!(idle.ask("a"), "ok a");
    eventually("running", || server.jobs() == 2);
    let address = server.addresses[0].0;
    let took = thread::scope(|scope| {
        let ending = scope.spawn(|| server.end());
        assert_eq!(quick.rest(), "ok done\nok b\n");
        assert_eq!(slow.rest(), "ok stopped\nok stopped\n");
        assert_eq!(idle.rest(), "");
        ending.join().unwrap()
    });
    assert!(took >= Duration::from_millis(300) && took < Duration::from_secs(3), "{took:?}");
    assert!(TcpStream::connect(address).is_err());
}
