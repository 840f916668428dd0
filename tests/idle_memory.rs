//! How much memory a session on a socket takes while nothing happens: a process of its own, since
//! what other tests allocate would be counted, too.

// The figure is worth seeing.
#![allow(clippy::print_stdout)]

#[allow(dead_code)]
#[path = "transport/fake.rs"]
mod fake;

use fake::{loopback, serve};
use nardy::transport::Limits;

/// Bytes of this process that are in memory.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap() * 4096
}

#[test]
fn an_idle_session_is_small() {
    const SESSIONS: usize = 400;
    let limits = Limits { sessions: 1000, sessions_per_address: 1000, ..Limits::SOCKET };
    let server = serve(loopback(limits)).unwrap();
    let before = resident();
    // Each has said a long line and heard a long reply before it fell silent.
    let said = format!("{}\nbig 100000\n", "x".repeat(60_000));
    let mut clients = Vec::new();
    for _ in 0..SESSIONS {
        let mut client = server.client();
        client.say(&said);
        assert_eq!((client.hear().len(), client.hear().len()), (60_003, 100_000));
        clients.push(client.stream);
    }
    let each = resident().saturating_sub(before) / SESSIONS;
    println!("{each} bytes a session");
    assert!(each < 64 * 1024, "{each}");
}
