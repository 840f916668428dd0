//! What a long task waits for before it begins.

use std::thread;
use std::time::Duration;

use super::stop::StopToken;
use crate::eval::bearoff;

/// How often it is looked at.
const PERIOD: Duration = Duration::from_millis(2);

/// Waits until no shared table is being made, or the token ends.
pub(super) fn wait(token: &StopToken) {
    while bearoff::is_making() && token.ended().is_none() {
        thread::sleep(PERIOD);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn who_waits_for_tables_can_be_stopped() {
        let making = bearoff::Making::begin();
        let token = StopToken::new();
        let (sender, receiver) = mpsc::channel();
        let waiting = {
            let token = token.clone();
            thread::spawn(move || {
                wait(&token);
                sender.send(()).unwrap();
            })
        };
        assert!(receiver.recv_timeout(10 * PERIOD).is_err(), "it does not wait");
        token.stop();
        waiting.join().unwrap();
        assert!(receiver.try_recv().is_ok());
        drop(making);
    }
}
