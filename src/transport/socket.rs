//! The driver of conversations on sockets.

use std::future::Future;
use std::io;
use std::time::{Duration, Instant};

use tokio::io::{AsyncWriteExt, Interest, Ready};
use tokio::net::{TcpStream, UnixStream};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{sleep_until, timeout};

use super::conversation::Conversation;
use super::engine::{Posted, ReportOf, Service};
use super::shutdown::Shutdown;

/// Bytes read in one go. They are read on to the stack, so that a session that waits holds none.
const READ_BYTES: usize = 16 * 1024;
/// Reports taken in one go.
const NEWS_AT_ONCE: usize = 64;
/// How long a client may take to close its side after everything has been sent…
const FAREWELL: Duration = Duration::from_secs(1);
/// …and how much it may still say until then.
const FAREWELL_BYTES: usize = 1024 * 1024;

/// What TCP and Unix sockets have in common.
pub(super) trait Socket: Send + Sync {
    /// Waits until one of the things of interest can be done.
    fn ready(&self, interest: Interest) -> impl Future<Output = io::Result<Ready>> + Send;
    /// Reads what is there.
    fn try_read(&self, buffer: &mut [u8]) -> io::Result<usize>;
    /// Writes as much as fits.
    fn try_write(&self, bytes: &[u8]) -> io::Result<usize>;
    /// Ends our side.
    fn finish(&mut self) -> impl Future<Output = io::Result<()>> + Send;
}

macro_rules! socket {
    ($type:ty) => {
        impl Socket for $type {
            fn ready(&self, interest: Interest) -> impl Future<Output = io::Result<Ready>> + Send {
                self.ready(interest)
            }
            fn try_read(&self, buffer: &mut [u8]) -> io::Result<usize> {
                self.try_read(buffer)
            }
            fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
                self.try_write(bytes)
            }
            fn finish(&mut self) -> impl Future<Output = io::Result<()>> + Send {
                AsyncWriteExt::shutdown(self)
            }
        }
    };
}

socket!(TcpStream);
socket!(UnixStream);

/// Carries a conversation to its end.
///
/// # Errors
/// What the socket says when the client has hung up; all that ran for it has then been stopped.
pub(super) async fn converse<S: Service, C: Socket>(
    mut socket: C,
    mut talk: Conversation<S>,
    mut news: UnboundedReceiver<Posted<ReportOf<S>>>,
    shutdown: &Shutdown,
) -> io::Result<()> {
    let grace = shutdown.grace();
    let mut stopping = std::pin::pin!(shutdown.stopping());
    let mut hurrying = std::pin::pin!(shutdown.hurrying());
    let mut drained = false;
    loop {
        talk.pump();
        let now = Instant::now();
        if talk.should_send(now) {
            send(&socket, &mut talk)?;
        }
        if talk.is_done(now) {
            break;
        }
        let deadline = talk.deadline();
        let interest = interest(&mut talk);
        let backlog = talk.has_backlog();
        tokio::select! {
            () = &mut stopping, if !drained => {
                drained = true;
                talk.drain(Instant::now() + grace);
            }
            () = &mut hurrying, if !talk.is_hurrying() => talk.hurry(),
            posted = news.recv() => {
                let first = posted.into_iter();
                let rest = std::iter::from_fn(|| news.try_recv().ok());
                first.chain(rest).take(NEWS_AT_ONCE).for_each(|posted| talk.news(posted));
            }
            ready = ready(&socket, interest) => {
                let ready = ready?;
                if ready.is_writable() {
                    talk.set_blocked(false);
                }
                let readable = ready.is_readable() || ready.is_read_closed();
                if readable && talk.wants_bytes() && receive(&socket, &mut talk)? {
                    match has_left(&socket).await {
                        true => talk.hung_up(),
                        false => talk.end_of_input(),
                    }
                }
            }
            () = until(deadline) => {}
            () = tokio::task::yield_now(), if backlog => {}
        }
        talk.tick(Instant::now());
    }
    let still_speaking = talk.expects_input();
    drop(talk);
    farewell(&mut socket, still_speaking).await
}

/// Sends a client that is not let in one line, and closes.
pub(super) async fn refuse<C: Socket>(mut socket: C, line: &str) -> io::Result<()> {
    // A fresh socket has room for a line; if not, the client goes without.
    let _ = socket.try_write(line.as_bytes());
    farewell(&mut socket, true).await
}

/// Ends our side and waits a little for the client to end its own, since closing a socket with
/// unread bytes in it would take the last replies from the client.
async fn farewell<C: Socket>(socket: &mut C, still_speaking: bool) -> io::Result<()> {
    socket.finish().await?;
    if !still_speaking {
        return Ok(());
    }
    let socket = &*socket;
    let listen = async {
        let mut heard = 0;
        while heard < FAREWELL_BYTES {
            socket.ready(Interest::READABLE).await?;
            match read_away(socket)? {
                Some(0) => break,
                Some(count) => heard += count,
                None => {}
            }
        }
        Ok(())
    };
    timeout(FAREWELL, listen).await.unwrap_or(Ok(()))
}

fn read_away<C: Socket>(socket: &C) -> io::Result<Option<usize>> {
    none_if_blocked(socket.try_read(&mut [0; READ_BYTES]))
}

fn interest<S: Service>(talk: &mut Conversation<S>) -> Option<Interest> {
    match (talk.wants_bytes(), talk.is_blocked()) {
        (true, true) => Some(Interest::READABLE | Interest::WRITABLE),
        (true, false) => Some(Interest::READABLE),
        (false, true) => Some(Interest::WRITABLE),
        (false, false) => None,
    }
}

async fn ready<C: Socket>(socket: &C, interest: Option<Interest>) -> io::Result<Ready> {
    match interest {
        Some(interest) => socket.ready(interest).await,
        None => std::future::pending().await,
    }
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}

fn send<S: Service, C: Socket>(socket: &C, talk: &mut Conversation<S>) -> io::Result<()> {
    while !talk.waiting().is_empty() {
        match none_if_blocked(socket.try_write(talk.waiting()))? {
            Some(0) => return Err(io::ErrorKind::WriteZero.into()),
            Some(count) => talk.sent(count),
            None => {
                talk.set_blocked(true);
                break;
            }
        }
    }
    Ok(())
}

/// Takes what has come in; whether it has ended.
fn receive<S: Service, C: Socket>(socket: &C, talk: &mut Conversation<S>) -> io::Result<bool> {
    let mut buffer = [0; READ_BYTES];
    let read = none_if_blocked(socket.try_read(&mut buffer))?;
    if let Some(count) = read {
        talk.feed(&buffer[..count]);
    }
    Ok(read == Some(0))
}

/// Whether a client whose input has ended has left rather than said everything: then a Unix socket
/// is closed in both directions. TCP does not tell until something is written.
async fn has_left<C: Socket>(socket: &C) -> bool {
    tokio::select! {
        biased;
        ready = socket.ready(Interest::WRITABLE) => ready.is_ok_and(|ready| ready.is_write_closed()),
        () = std::future::ready(()) => false,
    }
}

fn none_if_blocked(done: io::Result<usize>) -> io::Result<Option<usize>> {
    match done {
        Ok(count) => Ok(Some(count)),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
        Err(error) => Err(error),
    }
}
