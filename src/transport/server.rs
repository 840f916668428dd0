//! All listeners and sessions of one process.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream, UnixListener};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{sleep, timeout};

use super::auth::Token;
use super::conversation::Conversation;
use super::engine::{Dialect, Peer, Service};
use super::limits::{Admission, Limits};
use super::shutdown::Shutdown;
use super::socket::{Socket, converse, refuse};
use super::tcp::{self, Guard, ListenError};
use super::unix::{self, SocketFile};

/// Clients that are told at one time that they are not let in; others are just closed.
const REFUSALS: usize = 32;
/// Pause after a connection could not be accepted, which mostly means that files have run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// How long tasks may take to end after they have been told to hurry.
const LAST_WAIT: Duration = Duration::from_secs(5);

/// Where to listen, and who may come in.
#[derive(Clone, Debug)]
pub struct Listeners {
    /// TCP addresses for the line protocol.
    pub tcp: Vec<String>,
    /// Unix sockets for the line protocol.
    pub unix: Vec<PathBuf>,
    /// TCP addresses for GNU Backgammon's external player.
    pub gnubg: Vec<String>,
    /// TCP addresses for the Universal Backgammon Interface.
    pub ubgi: Vec<String>,
    /// What TCP clients of the line protocol must say first.
    pub token: Option<Token>,
    /// Whether other machines may come in without a token.
    pub insecure: bool,
    /// What a client may use.
    pub limits: Limits,
}

impl Listeners {
    /// Whether there is anywhere to listen.
    pub fn any(&self) -> bool {
        let Listeners { tcp, unix, gnubg, ubgi, .. } = self;
        !(tcp.is_empty() && unix.is_empty() && gnubg.is_empty() && ubgi.is_empty())
    }
}

/// Open listeners.
#[derive(Debug)]
pub struct Server {
    tcp: Vec<(TcpListener, Dialect, SocketAddr)>,
    unix: Vec<(UnixListener, SocketFile)>,
    token: Option<Arc<Token>>,
    limits: Arc<Limits>,
}

impl Server {
    /// Opens all listeners.
    ///
    /// # Errors
    /// [`ListenError`] if one of them cannot be opened; none is open then.
    pub async fn bind(listeners: Listeners) -> Result<Server, ListenError> {
        let guard = match (&listeners.token, listeners.insecure) {
            (None, false) => Guard::None,
            _ => Guard::Enough,
        };
        let silent_guard = if listeners.insecure { Guard::Enough } else { Guard::NoneSayable };
        let native = listeners.tcp.iter().map(|place| (place, guard, Dialect::Native));
        let gnubg = listeners.gnubg.iter().map(|place| (place, silent_guard, Dialect::Gnubg));
        let ubgi = listeners.ubgi.iter().map(|place| (place, silent_guard, Dialect::Ubgi));
        let mut tcp = Vec::new();
        for (place, guard, dialect) in native.chain(gnubg).chain(ubgi) {
            for listener in tcp::listen(place, guard).await? {
                let address = listener
                    .local_addr()
                    .map_err(|source| ListenError::Bind { place: place.clone(), source })?;
                tracing::info!(%address, ?dialect, "listening");
                tcp.push((listener, dialect, address));
            }
        }
        let mut unix = Vec::new();
        for path in &listeners.unix {
            unix.push(unix::listen(path)?);
            tracing::info!(path = %path.display(), "listening");
        }
        let token = listeners.token.map(Arc::new);
        Ok(Server { tcp, unix, token, limits: Arc::new(listeners.limits) })
    }

    /// The TCP addresses on which it listens, with their dialects.
    pub fn addresses(&self) -> impl Iterator<Item = (SocketAddr, Dialect)> + '_ {
        self.tcp.iter().map(|&(_, dialect, address)| (address, dialect))
    }

    /// Serves until `shutdown` begins, and then until all sessions have ended.
    pub async fn run<S: Service>(self, service: Arc<S>, shutdown: Shutdown) {
        let hall = Hall {
            service,
            shutdown: shutdown.clone(),
            admission: Admission::default(),
            refusals: Arc::new(Semaphore::new(REFUSALS)),
            limits: self.limits,
        };
        for (listener, dialect, _) in self.tcp {
            let token = self.token.clone().filter(|_| dialect == Dialect::Native);
            shutdown.tasks().spawn(accept_tcp(listener, dialect, token, hall.clone()));
        }
        for (listener, file) in self.unix {
            shutdown.tasks().spawn(accept_unix(listener, file, hall.clone()));
        }
        shutdown.stopping().await;
        shutdown.tasks().close();
        let patience = shutdown.grace() + LAST_WAIT;
        if timeout(patience, shutdown.tasks().wait()).await.is_err() {
            tracing::warn!(tasks = shutdown.tasks().len(), "sessions were broken off");
        }
    }
}

/// What all listeners share.
struct Hall<S> {
    service: Arc<S>,
    shutdown: Shutdown,
    admission: Admission,
    refusals: Arc<Semaphore>,
    limits: Arc<Limits>,
}

impl<S> Clone for Hall<S> {
    fn clone(&self) -> Hall<S> {
        Hall {
            service: Arc::clone(&self.service),
            shutdown: self.shutdown.clone(),
            admission: self.admission.clone(),
            refusals: Arc::clone(&self.refusals),
            limits: Arc::clone(&self.limits),
        }
    }
}

/// Whom a listener has let in.
struct Guest {
    name: String,
    dialect: Dialect,
    address: Option<IpAddr>,
    token: Option<Arc<Token>>,
}

impl<S: Service> Hall<S> {
    /// Begins a session with a client, or tells it why there is none.
    fn receive<C: Socket + 'static>(&self, socket: C, guest: Guest) {
        let place = match self.admission.enter(guest.address, &self.limits) {
            Ok(place) => place,
            Err(full) => {
                tracing::warn!(peer = guest.name, why = ?full, "not let in");
                let Ok(permit) = Arc::clone(&self.refusals).try_acquire_owned() else { return };
                let line = guest.dialect.error(full.error());
                self.shutdown.tasks().spawn(async move {
                    let _ = refuse(socket, &line).await;
                    drop(permit);
                });
                return;
            }
        };
        let (sender, news) = mpsc::unbounded_channel();
        let post = Arc::new(move |posted| {
            let _ = sender.send(posted);
        });
        let (name, dialect, limits) = (guest.name, guest.dialect, Arc::clone(&self.limits));
        let peer = Peer { name: name.clone(), owner: false, dialect, limits };
        let talk = Conversation::new(Arc::clone(&self.service), peer, guest.token, post);
        let shutdown = self.shutdown.clone();
        self.shutdown.tasks().spawn(async move {
            tracing::debug!(peer = name, "session begins");
            match converse(socket, talk, news, &shutdown).await {
                Ok(()) => tracing::debug!(peer = name, "session ends"),
                Err(error) => tracing::debug!(peer = name, %error, "client hung up"),
            }
            drop(place);
        });
    }

    /// Waits for the next client; `None` when no more are let in.
    async fn next<T>(&self, accept: impl Future<Output = io::Result<T>>) -> Option<T> {
        tokio::select! {
            biased;
            () = self.shutdown.stopping() => None,
            accepted = accept => match accepted {
                Ok(client) => Some(client),
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    sleep(ACCEPT_PAUSE).await;
                    None
                }
            },
        }
    }
}

async fn accept_tcp<S: Service>(
    listener: TcpListener,
    dialect: Dialect,
    token: Option<Arc<Token>>,
    hall: Hall<S>,
) {
    while !hall.shutdown.is_stopping() {
        let Some((socket, from)) = hall.next(listener.accept()).await else { continue };
        without_delay(&socket);
        let (name, token) = (from.to_string(), token.clone());
        hall.receive(socket, Guest { name, dialect, address: Some(from.ip()), token });
    }
}

async fn accept_unix<S: Service>(listener: UnixListener, file: SocketFile, hall: Hall<S>) {
    while !hall.shutdown.is_stopping() {
        let Some((socket, _)) = hall.next(listener.accept()).await else { continue };
        let (name, dialect) = ("unix".to_owned(), Dialect::Native);
        hall.receive(socket, Guest { name, dialect, address: None, token: None });
    }
    drop(file);
}

/// Replies are written whole, so waiting for more to send only costs time.
fn without_delay(socket: &TcpStream) {
    if let Err(error) = socket.set_nodelay(true) {
        tracing::debug!(%error, "no TCP_NODELAY");
    }
}
