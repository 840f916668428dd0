//! A session and an engine that do as little as possible, and a server that offers them.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nardy::session::event::{Effect, Event, Frame, Handler, JobId};
use nardy::transport::{
    Dialect, Engine, Limits, ListenError, Listeners, Peer, Reporter, Server, Service, Shutdown,
    Token,
};

pub enum Task {
    Nothing,
    Sleep(Duration),
    /// Tells of itself without end.
    Chatter,
    Panic,
    /// Is not taken.
    Refused,
}

/// Whether the task was stopped; `None` while it runs.
pub type Report = Option<bool>;

#[derive(Default)]
pub struct FakeEngine {
    pub running: Arc<AtomicUsize>,
}

impl Engine for FakeEngine {
    type Task = Task;
    type Report = Report;
    type Stop = Arc<AtomicBool>;

    fn start(&self, _: u64, task: Task, reporter: Reporter<Report>) -> Option<Arc<AtomicBool>> {
        if matches!(task, Task::Refused) {
            return None;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (stopped, running) = (Arc::clone(&stop), Arc::clone(&self.running));
        running.fetch_add(1, Ordering::SeqCst);
        thread::spawn(move || {
            let end = match task {
                Task::Nothing | Task::Panic | Task::Refused => Some(Instant::now()),
                Task::Sleep(time) => Some(Instant::now() + time),
                Task::Chatter => None,
            };
            while !stopped.load(Ordering::SeqCst) && end.is_none_or(|end| Instant::now() < end) {
                match end {
                    Some(_) => thread::sleep(Duration::from_millis(2)),
                    None => reporter.progress(None),
                }
            }
            running.fetch_sub(1, Ordering::SeqCst);
            match task {
                Task::Panic => drop(reporter),
                _ => reporter.last(Some(stopped.load(Ordering::SeqCst))),
            }
        });
        Some(stop)
    }

    fn stop(&self, stop: &Arc<AtomicBool>) {
        stop.store(true, Ordering::SeqCst);
    }
}

/// Answers one line after the other.
#[derive(Default)]
struct FakeSession {
    waiting: VecDeque<String>,
    running: Option<JobId>,
    jobs: u64,
    overdue: bool,
}

impl Handler for FakeSession {
    type Task = Task;
    type Report = Report;

    fn handle(&mut self, event: Event<Report>, out: &mut Vec<Effect<Task>>) {
        let write = |text: &str| Effect::Write(format!("{text}\n"));
        match event {
            Event::Frame(Frame::Line(line)) if line == "stop" => {
                out.extend(self.running.map(Effect::Stop));
            }
            Event::Frame(Frame::Line(line)) => self.waiting.push_back(line),
            Event::Frame(Frame::TooLong { .. }) => out.push(write("error too-long")),
            Event::Frame(Frame::NotUtf8 { .. }) => out.push(write("error utf8")),
            Event::Frame(Frame::Nul { .. }) => out.push(write("error nul")),
            Event::Report(_, None) => out.push(write(&"info ".repeat(20))),
            Event::Report(_, Some(stopped)) => {
                let overdue = std::mem::take(&mut self.overdue);
                out.push(write(match (overdue, stopped) {
                    (true, _) => "error overdue",
                    (false, true) => "ok stopped",
                    (false, false) => "ok done",
                }));
                self.running = None;
            }
            Event::Lost(_) => {
                out.push(write("error lost"));
                self.running = None;
            }
            Event::Refused(_) => {
                out.push(write("error busy"));
                self.running = None;
            }
            Event::Overdue(_) => self.overdue = true,
            Event::EndOfInput => {}
        }
        while self.running.is_none() {
            let Some(line) = self.waiting.pop_front() else { return };
            let (word, number) = line.split_once(' ').unwrap_or((&line, "0"));
            let number = number.parse().unwrap_or(0);
            let task = match word {
                "sleep" => Task::Sleep(Duration::from_millis(number)),
                "job" => Task::Nothing,
                "chatter" => Task::Chatter,
                "break-job" => Task::Panic,
                "too-much" => Task::Refused,
                "break-session" => panic!("asked to"),
                "big" => {
                    out.push(write(&"x".repeat(number as usize)));
                    continue;
                }
                "quit" => {
                    out.push(Effect::Close);
                    return;
                }
                _ => {
                    out.push(write(&format!("ok {line}")));
                    continue;
                }
            };
            let job = JobId(self.jobs);
            self.jobs += 1;
            self.running = Some(job);
            out.push(Effect::Start { job, task });
        }
    }

    fn wants_input(&self) -> bool {
        self.waiting.len() < 8
    }

    fn finished(&self) -> bool {
        self.running.is_none() && self.waiting.is_empty()
    }
}

#[derive(Default)]
pub struct FakeService {
    pub engine: FakeEngine,
}

impl Service for FakeService {
    type Engine = FakeEngine;

    fn engine(&self) -> &FakeEngine {
        &self.engine
    }

    fn open(&self, _: &Peer) -> Box<dyn Handler<Task = Task, Report = Report>> {
        Box::<FakeSession>::default()
    }
}

/// A server in a thread of its own.
pub struct Running {
    pub addresses: Vec<(SocketAddr, Dialect)>,
    pub shutdown: Shutdown,
    pub service: Arc<FakeService>,
    thread: Option<JoinHandle<()>>,
}

pub fn loopback(limits: Limits) -> Listeners {
    Listeners {
        tcp: vec!["127.0.0.1:0".to_owned()],
        unix: Vec::new(),
        gnubg: Vec::new(),
        ubgi: Vec::new(),
        token: None,
        insecure: false,
        limits,
    }
}

pub fn with_token(word: &str) -> Listeners {
    Listeners { token: Some(Token::new(word)), ..loopback(Limits::SOCKET) }
}

/// Starts a server whose running requests get 300 ms at the end.
pub fn serve(listeners: Listeners) -> Result<Running, ListenError> {
    let shutdown = Shutdown::new(Duration::from_millis(300));
    let service = Arc::new(FakeService::default());
    let (sender, bound) = mpsc::channel();
    let (ending, offered) = (shutdown.clone(), Arc::clone(&service));
    let thread = thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            match Server::bind(listeners).await {
                Ok(server) => {
                    sender.send(Ok(server.addresses().collect())).unwrap();
                    server.run(offered, ending).await;
                }
                Err(error) => sender.send(Err(error)).unwrap(),
            }
        });
    });
    let addresses = bound.recv().unwrap()?;
    Ok(Running { addresses, shutdown, service, thread: Some(thread) })
}

impl Running {
    pub fn client(&self) -> Client<TcpStream> {
        self.client_at(0)
    }

    pub fn client_at(&self, listener: usize) -> Client<TcpStream> {
        let stream = TcpStream::connect(self.addresses[listener].0).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let input = BufReader::new(stream.try_clone().unwrap());
        Client { stream, input }
    }

    /// Jobs that run now.
    pub fn jobs(&self) -> usize {
        self.service.engine.running.load(Ordering::SeqCst)
    }

    /// Ends the server; how long it took.
    pub fn end(&mut self) -> Duration {
        let began = Instant::now();
        self.shutdown.begin();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
        began.elapsed()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.shutdown.begin();
        self.end();
    }
}

/// One end of a connection.
pub struct Client<S> {
    pub stream: S,
    pub input: BufReader<S>,
}

impl<S: Read + Write> Client<S> {
    pub fn say(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).unwrap();
    }

    /// The next line without its end; empty at the end.
    pub fn hear(&mut self) -> String {
        let mut line = String::new();
        self.input.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    pub fn ask(&mut self, line: &str) -> String {
        self.say(format!("{line}\n"));
        self.hear()
    }

    /// All that still comes.
    pub fn rest(&mut self) -> String {
        let mut text = String::new();
        self.input.read_to_string(&mut text).unwrap();
        text
    }
}

/// Waits until `done`, for at most five seconds.
pub fn eventually(what: &str, done: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(5);
    while !done() {
        assert!(Instant::now() < end, "still not: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}
