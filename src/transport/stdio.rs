//! The driver of a conversation on a pair of blocking streams.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::Instant;

use super::auth::Token;
use super::conversation::Conversation;
use super::engine::{Peer, Posted, ReportOf, Service};
use super::shutdown::Shutdown;

/// Bytes read in one go.
const READ_BYTES: usize = 64 * 1024;
/// Events handled before the text that they led to may be sent.
const EVENTS_AT_ONCE: usize = 64;

/// How a conversation ended.
#[derive(Debug)]
pub enum Ended {
    /// Everything has been answered, or the client wanted to go, or the program was to end.
    Well,
    /// The reader of our output is gone.
    HungUp,
    /// The output cannot be written.
    Failed(io::Error),
}

/// What reaches the thread that owns the conversation, all through one channel.
enum Wake<R> {
    Input(Vec<u8>),
    EndOfInput,
    News(Posted<R>),
    Written(usize),
    Broken(io::Error),
    Drain,
    Hurry,
}

/// Carries a conversation on `input` and `output` to its end, on this thread and two others. The
/// one that reads is left behind where it waits for input at the end.
///
/// # Errors
/// If no thread can be started.
pub fn converse<S: Service>(
    service: Arc<S>,
    peer: Peer,
    token: Option<Arc<Token>>,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    shutdown: &Shutdown,
) -> io::Result<Ended> {
    let (wake, woken) = mpsc::channel();
    let (more, wanted) = mpsc::sync_channel(1);
    let (text, texts) = mpsc::channel();
    spawn("reader", {
        let wake = wake.clone();
        move || read(input, &wanted, &wake)
    })?;
    spawn("writer", {
        let wake = wake.clone();
        move || write(output, &texts, &wake)
    })?;
    if let Ok(runtime) = tokio::runtime::Handle::try_current() {
        let (shutdown, wake) = (shutdown.clone(), wake.clone());
        runtime.spawn(async move {
            shutdown.stopping().await;
            let _ = wake.send(Wake::Drain);
            shutdown.hurrying().await;
            let _ = wake.send(Wake::Hurry);
        });
    }
    let post = Arc::new(move |posted| {
        let _ = wake.send(Wake::News(posted));
    });
    let talk = Conversation::new(service, peer, token, post);
    Ok(Driver { talk, woken, more, asked: false, text, shutdown }.run())
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(|_| ())
}

struct Driver<'a, S: Service> {
    talk: Conversation<S>,
    woken: Receiver<Wake<ReportOf<S>>>,
    /// Asks the reader for one more piece.
    more: SyncSender<()>,
    /// The reader has been asked and has not answered.
    asked: bool,
    text: Sender<Vec<u8>>,
    shutdown: &'a Shutdown,
}

impl<S: Service> Driver<'_, S> {
    fn run(mut self) -> Ended {
        loop {
            self.talk.pump();
            let now = Instant::now();
            if self.talk.should_send(now) {
                // If the writer is gone, it has said why.
                let _ = self.text.send(self.talk.take_waiting());
            }
            if self.talk.is_done(now) {
                return Ended::Well;
            }
            if !self.asked && self.talk.wants_bytes() {
                self.asked = self.more.try_send(()).is_ok();
            }
            if let Some(ended) = self.wait() {
                return ended;
            }
            self.talk.tick(Instant::now());
        }
    }

    /// Takes the events that are there; where there is none and nothing else to do, the next one.
    fn wait(&mut self) -> Option<Ended> {
        if !self.talk.has_backlog() {
            let next = match self.talk.deadline() {
                None => self.woken.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => self.woken.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match next {
                Ok(wake) => {
                    if let Some(ended) = self.take(wake) {
                        return Some(ended);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return None,
                // Cannot be: the conversation itself holds a sender.
                Err(RecvTimeoutError::Disconnected) => return Some(Ended::Well),
            }
        }
        for _ in 0..EVENTS_AT_ONCE {
            let wake = self.woken.try_recv().ok()?;
            if let Some(ended) = self.take(wake) {
                return Some(ended);
            }
        }
        None
    }

    fn take(&mut self, wake: Wake<ReportOf<S>>) -> Option<Ended> {
        match wake {
            Wake::Input(bytes) => {
                self.asked = false;
                self.talk.feed(&bytes);
            }
            Wake::EndOfInput => self.talk.end_of_input(),
            Wake::News(posted) => self.talk.news(posted),
            Wake::Written(count) => self.talk.sent_elsewhere(count),
            Wake::Broken(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Some(Ended::HungUp);
            }
            Wake::Broken(error) => return Some(Ended::Failed(error)),
            Wake::Drain => self.talk.drain(Instant::now() + self.shutdown.grace()),
            Wake::Hurry => self.talk.hurry(),
        }
        None
    }
}

/// Reads a piece whenever one is wanted.
fn read<R>(mut input: impl Read, wanted: &Receiver<()>, wake: &Sender<Wake<R>>) {
    let mut buffer = vec![0; READ_BYTES];
    while wanted.recv().is_ok() {
        let read = loop {
            match input.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        let told = match read {
            Ok(0) => wake.send(Wake::EndOfInput),
            Ok(count) => wake.send(Wake::Input(buffer[..count].to_vec())),
            Err(error) => {
                tracing::warn!(%error, "standard input cannot be read any more");
                wake.send(Wake::EndOfInput)
            }
        };
        if told.is_err() {
            return;
        }
    }
}

/// Writes text as it comes.
fn write<R>(mut output: impl Write, texts: &Receiver<Vec<u8>>, wake: &Sender<Wake<R>>) {
    while let Ok(text) = texts.recv() {
        let told = match output.write_all(&text).and_then(|()| output.flush()) {
            Ok(()) => wake.send(Wake::Written(text.len())),
            Err(error) => {
                let _ = wake.send(Wake::Broken(error));
                return;
            }
        };
        if told.is_err() {
            return;
        }
    }
}
