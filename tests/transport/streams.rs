//! Sessions on standard input and output.

use std::io::{self, Cursor, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use nardy::transport::{Dialect, Ended, Limits, Peer, Shutdown, converse};

use crate::fake::FakeService;

#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Broken;

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Input that comes when the test says so.
struct Mouth(Receiver<Vec<u8>>);

impl Read for Mouth {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Ok(bytes) = self.0.recv() else { return Ok(0) };
        buffer[..bytes.len()].copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

fn mouth() -> (Sender<Vec<u8>>, Mouth) {
    let (sender, receiver) = mpsc::channel();
    (sender, Mouth(receiver))
}

fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    shutdown: &Shutdown,
) -> Ended {
    let limits = Arc::new(Limits::STDIO);
    let peer = Peer { name: "stdin".to_owned(), owner: true, dialect: Dialect::Native, limits };
    converse(Arc::new(FakeService::default()), peer, None, input, output, shutdown).unwrap()
}

fn answers(input: impl Into<Vec<u8>>) -> String {
    let page = Page::default();
    let shutdown = Shutdown::new(Duration::from_secs(1));
    let ended = run(Cursor::new(input.into()), page.clone(), &shutdown);
    assert!(matches!(ended, Ended::Well), "{ended:?}");
    let bytes = page.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn end_of_input_drains() {
    let expected = "ok a\nok done\nok done\nok b\nok c\n";
    assert_eq!(answers("a\nsleep 50\nsleep 20\nb\r\nc"), expected);
    assert_eq!(answers(""), "");
}

#[test]
fn quit_ends_at_once() {
    let began = Instant::now();
    assert_eq!(answers("a\nquit\nb\n"), "ok a\n");
    assert!(began.elapsed() < Duration::from_secs(1));
}

#[test]
fn bad_lines_cost_one_reply_each() {
    let mut input = b"a\n\0\0b\nc\0d\n\xff\xfe\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 1024 * 1024));
    input.extend(b"\ne\n");
    let got = answers(input);
    assert_eq!(got.lines().count(), 6, "{got}");
    assert!(got.starts_with("ok a\n") && got.ends_with("error utf8\nerror too-long\nok e\n"));
}

#[test]
fn many_lines_keep_their_order() {
    let input: String = (0..20_000).map(|n| format!("line{n}\n")).collect();
    let got = answers(input);
    let expected: String = (0..20_000).map(|n| format!("ok line{n}\n")).collect();
    assert!(got == expected);
}

#[test]
fn a_broken_pipe_is_a_clean_end() {
    let shutdown = Shutdown::new(Duration::from_secs(1));
    let input = Cursor::new(b"sleep 60000\na\n".to_vec());
    let begun = Instant::now();
    assert!(matches!(run(Cursor::new(b"a\n".to_vec()), Broken, &shutdown), Ended::HungUp));
    drop(input);
    assert!(begun.elapsed() < Duration::from_secs(1));
}

#[test]
fn a_job_that_breaks_is_answered_and_a_session_that_breaks_is_closed() {
    assert_eq!(answers("break-job\na\n"), "error lost\nok a\n");
    let got = answers("break-session\na\n");
    assert!(got.starts_with("error code=internal") && got.lines().count() == 1, "{got}");
}

#[test]
fn a_job_that_is_not_taken_is_answered() {
    assert_eq!(answers("too-much\ntoo-much\na\n"), "error busy\nerror busy\nok a\n");
}

#[test]
fn stop_is_heard_while_a_job_runs() {
    let (say, ear) = mouth();
    let page = Page::default();
    let shutdown = Shutdown::new(Duration::from_secs(1));
    let began = Instant::now();
    let talker = thread::spawn(move || {
        say.send(b"sleep 60000\n".to_vec()).unwrap();
        thread::sleep(Duration::from_millis(50));
        say.send(b"stop\n".to_vec()).unwrap();
    });
    run(ear, page.clone(), &shutdown);
    talker.join().unwrap();
    assert_eq!(*page.0.lock().unwrap(), b"ok stopped\n");
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn shutdown_drains_while_input_is_open() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _inside = runtime.enter();
    let (say, ear) = mouth();
    let page = Page::default();
    let shutdown = Shutdown::new(Duration::from_millis(200));
    say.send(b"a\nsleep 100\nsleep 60000\nsleep 60000\nb".to_vec()).unwrap();
    let ending = shutdown.clone();
    let ender = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        ending.begin();
    });
    let began = Instant::now();
    let ended = run(ear, page.clone(), &shutdown);
    ender.join().unwrap();
    assert!(matches!(ended, Ended::Well));
    assert!(began.elapsed() < Duration::from_secs(3));
    let got = String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
    assert_eq!(got, "ok a\nok done\nok stopped\nok stopped\n");
    drop(say);
}
