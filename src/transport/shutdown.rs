//! Ending the program in order.

use std::io;
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// What ends everything: first no more sessions and no more input, then, when the grace period is
/// over, no more patience with what still runs. Clones are one and the same.
#[derive(Clone, Debug)]
pub struct Shutdown {
    stopping: CancellationToken,
    hurrying: CancellationToken,
    tasks: TaskTracker,
    grace: Duration,
}

impl Shutdown {
    /// Nothing is to end yet. Running requests will get `grace` once it is.
    pub fn new(grace: Duration) -> Shutdown {
        let (stopping, hurrying) = (CancellationToken::new(), CancellationToken::new());
        Shutdown { stopping, hurrying, tasks: TaskTracker::new(), grace }
    }

    /// Begins to end. A second call takes the grace period away.
    pub fn begin(&self) {
        if self.stopping.is_cancelled() {
            self.hurrying.cancel();
        }
        self.stopping.cancel();
    }

    /// Begins to end on SIGTERM and SIGINT, for as long as the runtime lives.
    ///
    /// # Errors
    /// If the signals cannot be caught.
    pub fn on_signals(&self) -> io::Result<()> {
        for kind in [SignalKind::terminate(), SignalKind::interrupt()] {
            let mut signals = signal(kind)?;
            let shutdown = self.clone();
            tokio::spawn(async move {
                while signals.recv().await.is_some() {
                    tracing::info!(signal = kind.as_raw_value(), "ending");
                    shutdown.begin();
                }
            });
        }
        Ok(())
    }

    /// How long running requests may go on.
    pub(super) fn grace(&self) -> Duration {
        self.grace
    }

    /// Waits until it begins.
    pub(super) async fn stopping(&self) {
        self.stopping.cancelled().await;
    }

    /// Whether it has begun.
    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.is_cancelled()
    }

    /// Waits until there is no more patience.
    pub(super) async fn hurrying(&self) {
        self.hurrying.cancelled().await;
    }

    /// The tasks that are to end before the program does.
    pub(super) fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }
}
