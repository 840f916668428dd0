//! A session without a wire: lines in, lines out, the engine asked on the spot or when told.

#![allow(dead_code)]

use std::sync::Arc;

use nardy::board::{Board, LapBoard, PinBoard, RoyalBoard, Stacks};
use nardy::eval::{Chances, Evaluator};
use nardy::rules::{BoardKind, Variant};
use nardy::search::{Engine, EngineConfig, Evaluators, Report, StopToken, Task};
use nardy::session::event::{Effect, Event, Frame, Handler, JobId};
use nardy::session::{Dialect, Session, SessionConfig};

/// Judges by the pip count alone: quick, smooth and always sane.
pub struct Pips;

impl<B: Stacks> Evaluator<B> for Pips {
    fn evaluate(&self, boards: &[B], chances: &mut [Chances]) {
        let pips = |board: &B, side: usize| -> usize {
            (1..=25).map(|place| place * usize::from(board.count(side, place))).sum()
        };
        for (board, chances) in boards.iter().zip(chances) {
            let lead = pips(board, 1) as f32 - pips(board, 0) as f32 + 4.0;
            let win = 1.0 / (1.0 + (-lead / 20.0).exp());
            *chances = Chances { win, ..Chances::default() };
        }
    }
}

/// Judges of every game by the pip count.
pub fn evaluators() -> Evaluators {
    Variant::ALL.into_iter().fold(Evaluators::new(), |all, variant| match variant.spec().kind {
        BoardKind::Plain => all.with::<Board>(variant, Arc::new(Pips)),
        BoardKind::Royal => all.with::<RoyalBoard>(variant, Arc::new(Pips)),
        BoardKind::Laps => all.with::<LapBoard>(variant, Arc::new(Pips)),
        BoardKind::Pins => all.with::<PinBoard>(variant, Arc::new(Pips)),
    })
}

/// An engine that judges every game by the pip count.
pub fn engine() -> Engine {
    Engine::new(EngineConfig { threads: 1, waiting_max: 64, evaluators: evaluators() })
}

/// A client of one session.
pub struct Client {
    session: Session,
    engine: Engine,
    /// Tasks that have been started and not yet answered.
    pub started: Vec<(JobId, Task, StopToken)>,
    /// Whether tasks wait until [`Client::work`] is called.
    pub patient: bool,
    /// Whether tasks are stopped as soon as they have been started.
    pub hasty: bool,
    /// Whether the session has asked to be closed.
    pub closed: bool,
}

impl Client {
    /// A client that speaks a dialect.
    pub fn speaking(dialect: Dialect) -> Client {
        Client::with(dialect, engine())
    }

    /// A client that speaks a dialect to this engine.
    pub fn with(dialect: Dialect, engine: Engine) -> Client {
        let config = SessionConfig {
            dialect,
            requests_in_flight: 64,
            request_ms: None,
            files: true,
            threads: 1,
            nets: Arc::new([]),
        };
        Client {
            session: Session::new(config),
            engine,
            started: Vec::new(),
            patient: false,
            hasty: false,
            closed: false,
        }
    }

    /// A client of the line protocol.
    pub fn new() -> Client {
        Client::speaking(Dialect::Native)
    }

    /// Says one line; gives the lines that come back.
    pub fn say(&mut self, line: &str) -> Vec<String> {
        self.event(Event::Frame(Frame::Line(line.to_owned())))
    }

    /// Says one line; gives the only line that comes back.
    pub fn ask(&mut self, line: &str) -> String {
        let lines = self.say(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        lines.into_iter().next().unwrap_or_default()
    }

    /// Says one line that must succeed.
    pub fn ok(&mut self, line: &str) -> String {
        let lines = self.say(line);
        let last = lines.last().cloned().unwrap_or_default();
        assert!(last.starts_with("ok"), "{line}: {lines:?}");
        last
    }

    /// Tells the session what happened; gives the lines that come back.
    pub fn event(&mut self, event: Event<Report>) -> Vec<String> {
        let mut text = String::new();
        let mut effects = Vec::new();
        self.session.handle(event, &mut effects);
        self.take(effects, &mut text);
        if !self.patient {
            text.push_str(&self.work().join("\n"));
        }
        lines(&text)
    }

    /// Has the engine answer all that has been started.
    pub fn work(&mut self) -> Vec<String> {
        let mut text = String::new();
        while !self.started.is_empty() {
            let (job, task, token) = self.started.remove(0);
            if self.hasty {
                token.stop();
            }
            let report = Report::Done(self.engine.ask(0, task, token));
            let mut effects = Vec::new();
            self.session.handle(Event::Report(job, report), &mut effects);
            self.take(effects, &mut text);
        }
        lines(&text)
    }

    fn take(&mut self, effects: Vec<Effect<Task>>, text: &mut String) {
        for effect in effects {
            match effect {
                Effect::Write(more) => {
                    assert!(more.ends_with('\n'));
                    text.push_str(&more);
                }
                Effect::Start { job, task } => self.started.push((job, task, StopToken::new())),
                Effect::Stop(id) => {
                    for (_, _, token) in self.started.iter().filter(|(job, ..)| *job == id) {
                        token.stop();
                    }
                }
                Effect::Close => self.closed = true,
            }
        }
    }

    /// Whether all has been answered after the end of input.
    pub fn finished(&self) -> bool {
        self.session.finished()
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// The value of a field of a reply line, quotes taken off.
pub fn field(line: &str, name: &str) -> Option<String> {
    let start = line.find(&format!(" {name}="))? + name.len() + 2;
    let rest = &line[start..];
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next().map(str::to_owned),
        None => rest.split(' ').next().map(str::to_owned),
    }
}
