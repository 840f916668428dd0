//! `nardy serve`.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result};
use nardy::eval::net::NetInfo;
use nardy::eval::{Chances, Evaluator, bearoff};
use nardy::rules::Variant;
use nardy::search::{Engine, Report, Task};
use nardy::session::event::Handler;
use nardy::session::{self, NetFact, Session, SessionConfig};
use nardy::transport::{Dialect, Ended, Peer, Server, Service, Shutdown, converse};
use tokio::sync::oneshot;

use super::args::ServeArgs;
use super::config::ServeConfig;
use super::engine::{self, Hypergammon};
use super::nets::Nets;

/// Threads that carry sockets; the engine has its own.
const SOCKET_THREADS: usize = 2;

/// Opens sessions on one engine.
struct Nardy {
    engine: Engine,
    nets: Arc<[NetFact]>,
}

impl Service for Nardy {
    type Engine = Engine;

    fn engine(&self) -> &Engine {
        &self.engine
    }

    fn open(&self, peer: &Peer) -> Box<dyn Handler<Task = Task, Report = Report>> {
        Box::new(Session::new(SessionConfig {
            dialect: match peer.dialect {
                Dialect::Native => session::Dialect::Native,
                Dialect::Gnubg => session::Dialect::Gnubg,
                Dialect::Ubgi => session::Dialect::Ubgi,
            },
            requests_in_flight: peer.limits.in_flight,
            request_ms: peer.limits.engine.map(|time| time.as_millis() as u64),
            files: peer.owner,
            threads: self.engine.threads().try_into().unwrap_or(u16::MAX),
            nets: Arc::clone(&self.nets),
        }))
    }
}

/// Serves until the input ends or the program is told to.
///
/// # Errors
/// If a listener cannot be opened, or standard output cannot be written.
pub fn run(args: ServeArgs, folder: Option<PathBuf>) -> Result<()> {
    let nets = Nets::read(args.nets.as_deref())?;
    let config = ServeConfig::try_from(args)?;
    let hypergammon = engine::hypergammon(folder)?;
    let engine = engine::start_with_cache(config.threads, config.cache_mb, &nets, &hypergammon)?;
    let fact = |net: NetInfo| NetFact { name: net.name, hash: net.sha256 };
    let judge = nets.of(Variant::Backgammon)?;
    let nets = nets.versions()?.into_iter().map(fact).collect();
    prepare(judge, hypergammon)?;
    let service = Arc::new(Nardy { engine, nets });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(SOCKET_THREADS)
        .enable_all()
        .build()
        .context("cannot start the threads for sockets")?;
    let ended = runtime.block_on(serve(config, service));
    // Whoever still waits for input or for a reader is left behind.
    runtime.shutdown_background();
    ended
}

/// Tables and the nets' whole numbers take a moment to make or to check: better now than when they
/// are asked for.
fn prepare(judge: Arc<dyn Evaluator>, hypergammon: Arc<Hypergammon>) -> Result<()> {
    let making = bearoff::Making::begin();
    let one_sided = move || {
        let _making = making;
        bearoff::table();
    };
    let others = move || {
        judge.evaluate(&[Variant::Backgammon.start()], &mut [Chances::default()]);
        bearoff::two_sided();
        hypergammon.table().is_ok()
    };
    thread::Builder::new().name("tables".to_owned()).spawn(one_sided).context("no thread")?;
    thread::Builder::new().name("tables".to_owned()).spawn(others).context("no thread")?;
    Ok(())
}

async fn serve(config: ServeConfig, service: Arc<Nardy>) -> Result<()> {
    let shutdown = Shutdown::new(config.grace);
    shutdown.on_signals().context("cannot catch signals")?;
    let listens = config.listens();
    let server = match listens {
        true => Some(Server::bind(config.listeners).await?),
        false => None,
    };
    let mut talk = None;
    if config.stdio {
        let limits = Arc::new(config.stdio_limits);
        let peer =
            Peer { name: "stdin".to_owned(), owner: true, dialect: config.stdio_dialect, limits };
        talk = Some(talk_on_stdio(Arc::clone(&service), peer, shutdown.clone())?);
    }
    if let Some(server) = server {
        server.run(service, shutdown).await;
    }
    let Some(talk) = talk else { return Ok(()) };
    match talk.await.context("the session on standard input broke")?? {
        Ended::Well | Ended::HungUp => Ok(()),
        Ended::Failed(error) => Err(error).context("standard output"),
    }
}

/// Carries the session on standard input and output in a thread; tells how it ended.
fn talk_on_stdio(
    service: Arc<Nardy>,
    peer: Peer,
    shutdown: Shutdown,
) -> Result<oneshot::Receiver<io::Result<Ended>>> {
    let (sender, receiver) = oneshot::channel();
    let runtime = tokio::runtime::Handle::current();
    let talk = move || {
        let _inside = runtime.enter();
        let ended = converse(service, peer, None, io::stdin(), io::stdout(), &shutdown);
        // Where the server has ended already nobody asks any more.
        let _ = sender.send(ended);
    };
    thread::Builder::new().name("stdio".to_owned()).spawn(talk).context("no thread")?;
    Ok(receiver)
}
