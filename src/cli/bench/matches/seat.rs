//! Who decides.

use anyhow::{Context, Result, anyhow, bail};
use nardy::board::id::fibs;
use nardy::board::{AnyBoard, DiceSetup};
use nardy::game::{Game, State};
use nardy::moves::WrittenChain;
use nardy::search::{Decision, Engine, Findings, Limits, Query, StopToken, Task};

use crate::cli::bench::opponent::Program;

/// What a side does.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Throws the dice.
    Roll,
    /// Doubles.
    Double,
    /// Takes a double.
    Take,
    /// Refuses it.
    Drop,
    /// Plays to this board, itself side 0.
    Play(AnyBoard),
}

/// Our engine.
pub struct Host<'a> {
    /// It.
    pub engine: &'a Engine,
    /// How deep it looks.
    pub limits: Limits,
}

impl Host<'_> {
    /// What it does.
    pub fn decide(&mut self, state: &State) -> Result<Act> {
        let task = Task::new(Query::Decide, state.position, self.limits);
        let task = Task { turn: state.turn(), ..task };
        match self.engine.ask(0, task, StopToken::new())?.findings {
            Findings::Decision(Decision::Roll) => Ok(Act::Roll),
            Findings::Decision(Decision::Double) => Ok(Act::Double),
            Findings::Decision(Decision::Take | Decision::Beaver) => Ok(Act::Take),
            Findings::Decision(Decision::Drop) => Ok(Act::Drop),
            Findings::Decision(Decision::Play(child)) => Ok(Act::Play(child.board)),
            other => bail!("the engine answers {other:?}"),
        }
    }
}

/// Another program.
pub struct Guest(pub Program);

impl Guest {
    /// What it does.
    pub fn decide(&mut self, game: &Game) -> Result<Act> {
        let line = board_line(game.state())?;
        let answers = self.0.exchange(&format!("{line}\n"), 1)?;
        let answer = answers.first().map_or("", |answer| answer.trim());
        act(game, answer).with_context(|| format!("answer '{answer}' to {line}"))
    }
}

/// A position as GNU Backgammon's external player writes it: the opponent's score first, but while a
/// double is offered.
fn board_line(state: &State) -> Result<String> {
    let mut setup = state.position.to_setup();
    if setup.dice != DiceSetup::Doubled {
        setup.score.score.0.swap(0, 1);
    }
    Ok(fibs::print(&setup, ["white", "black"])?)
}

fn act(game: &Game, answer: &str) -> Result<Act> {
    Ok(match answer {
        "roll" => Act::Roll,
        "double" => Act::Double,
        // No beavers are allowed.
        "take" | "beaver" => Act::Take,
        "drop" => Act::Drop,
        _ => {
            let chains = answer.split_whitespace().map(chain).collect::<Result<Vec<_>>>()?;
            let mut plays = game.plays();
            let chosen = plays.resolve(None, &chains)?;
            Act::Play(plays.get(chosen).context("no such play")?.board)
        }
    })
}

fn chain(step: &str) -> Result<WrittenChain> {
    let step = step.replace('*', "");
    let places =
        step.split('/').map(|place| place.parse().map_err(|_| anyhow!("no place {place}")));
    let places = places.collect::<Result<Vec<u8>>>()?;
    let places = places.as_slice().try_into().context("too long a way")?;
    Ok(WrittenChain { places, count: 1, royal: false, column: 1 })
}
