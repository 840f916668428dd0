//! TCP listeners.

use std::io;
use std::net::SocketAddr;

use thiserror::Error;
use tokio::net::{TcpListener, lookup_host};

/// Why a listener cannot be opened.
#[derive(Debug, Error)]
pub enum ListenError {
    /// The address means nothing.
    #[error("'{0}' is no address to listen on: write HOST:PORT")]
    Address(String),
    /// The address can be reached from elsewhere, and nothing guards it.
    #[error(
        "{0} can be reached from other machines: give a loopback address, a --token-file or, \
         where everybody on the network may use the engine, --insecure"
    )]
    NotLoopback(SocketAddr),
    /// The dialect has no way to say a token.
    #[error(
        "{0} can be reached from other machines, and this dialect cannot say a token: give a \
         loopback address or, where everybody on the network may use the engine, --insecure"
    )]
    NoTokens(SocketAddr),
    /// The system does not let us.
    #[error("cannot listen on {place}: {source}")]
    Bind {
        /// The address or path.
        place: String,
        /// What it says.
        source: io::Error,
    },
    /// Something else is in the place of a Unix socket.
    #[error("{0} exists and is not a socket")]
    NotASocket(String),
    /// Another server listens there.
    #[error("another server listens on {0}")]
    Taken(String),
}

/// What guards a listener that can be reached from other machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    /// Nothing.
    None,
    /// Nothing, and the dialect has no words for a token.
    NoneSayable,
    /// The token, or the user's word that none is needed.
    Enough,
}

/// Listens on every address that `place` names: `HOST:PORT`, or a port alone on this machine.
pub(super) async fn listen(place: &str, guard: Guard) -> Result<Vec<TcpListener>, ListenError> {
    let full = match place.parse::<u16>() {
        Ok(port) => format!("127.0.0.1:{port}"),
        Err(_) => place.to_owned(),
    };
    let bad = || ListenError::Address(place.to_owned());
    if full.starts_with(':') {
        return Err(bad());
    }
    let addresses: Vec<SocketAddr> = lookup_host(&full).await.map_err(|_| bad())?.collect();
    for &address in addresses.iter().filter(|address| !address.ip().is_loopback()) {
        match guard {
            Guard::None => return Err(ListenError::NotLoopback(address)),
            Guard::NoneSayable => return Err(ListenError::NoTokens(address)),
            Guard::Enough => {}
        }
    }
    let mut listeners = Vec::new();
    let mut failure = None;
    for address in addresses {
        match TcpListener::bind(address).await {
            Ok(listener) => listeners.push(listener),
            Err(error) => failure = Some(error),
        }
    }
    match failure {
        // `localhost` has two addresses, and not every machine has both.
        Some(source) if listeners.is_empty() => {
            Err(ListenError::Bind { place: place.to_owned(), source })
        }
        _ if listeners.is_empty() => Err(bad()),
        _ => Ok(listeners),
    }
}
