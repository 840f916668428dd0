//! `nardy bench cube`.

use std::fs;

use anyhow::{Context, Result, bail, ensure};
use nardy::rules::Position;
use nardy::search::cube::Reply;
use nardy::search::{CubeChoice, Engine, Findings, Limits, Query, StopToken, Task};

use crate::cli::args::CubeArgs;
use crate::cli::nets::Nets;
use crate::cli::output::Output;
use crate::cli::{data, engine, position};

/// A decision and what a stronger player says the choices are worth, for the side to throw.
struct Reference {
    position: Position,
    group: String,
    no_double: f32,
    double_take: f32,
    double_pass: f32,
}

impl Reference {
    fn read(line: &str) -> Result<Reference> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [position, group, no_double, double_take, double_pass, ..] = fields[..] else {
            bail!("a line has a position, a group and three equities, separated by tabs");
        };
        let number = |text: &str| text.parse::<f32>().with_context(|| format!("'{text}'"));
        Ok(Reference {
            position: position::read(position, None)?,
            group: group.to_owned(),
            no_double: number(no_double)?,
            double_take: number(double_take)?,
            double_pass: number(double_pass)?,
        })
    }

    fn doubles(&self) -> bool {
        self.double_take.min(self.double_pass) > self.no_double
    }

    fn takes(&self) -> bool {
        self.double_take <= self.double_pass
    }

    /// Equity lost by these choices: by the double, and by its answer where doubling is right.
    fn lost(&self, doubles: bool, takes: bool) -> f32 {
        let doubled = self.double_take.min(self.double_pass);
        let double = if doubles == self.doubles() { 0.0 } else { (doubled - self.no_double).abs() };
        let wrong_answer = takes != self.takes() && self.doubles();
        let gap = (self.double_take - self.double_pass).abs();
        double + if wrong_answer { gap } else { 0.0 }
    }
}

/// What the decisions of a group come to.
#[derive(Default)]
struct Sum {
    decisions: usize,
    alike: usize,
    lost: f32,
}

/// Says how often the engine's double and answer are the file's, and what the others cost.
pub fn run(args: &CubeArgs, output: &mut Output) -> Result<()> {
    let text = fs::read_to_string(&args.file).with_context(|| args.file.display().to_string())?;
    let mut references = Vec::new();
    for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let place = || format!("{}, line {}", args.file.display(), n + 1);
        references.push(Reference::read(line).with_context(place)?);
    }
    ensure!(!references.is_empty(), "{}: no decision in it", args.file.display());
    let engine =
        engine::start(Some(1), &Nets::read(None)?, &engine::hypergammon(data::folder(None))?)?;
    let mut groups: Vec<(&str, Sum)> = Vec::new();
    for reference in &references {
        let (doubles, takes) = decide(&engine, &reference.position, args.plies)?;
        let alike = doubles == reference.doubles() && takes == reference.takes();
        for group in [reference.group.as_str(), "all"] {
            let at = groups.iter().position(|(name, _)| *name == group);
            let at = at.unwrap_or_else(|| {
                groups.push((group, Sum::default()));
                groups.len() - 1
            });
            let sum = &mut groups[at].1;
            sum.decisions += 1;
            sum.alike += usize::from(alike);
            sum.lost += reference.lost(doubles, takes);
        }
    }
    for (group, sum) in groups {
        let others = sum.decisions - sum.alike;
        output.line(format!(
            "cube group={group} plies={} decisions={} alike={:.3} lost-in-others={:.4} lost={:.5}",
            args.plies,
            sum.decisions,
            sum.alike as f32 / sum.decisions as f32,
            sum.lost / others.max(1) as f32,
            sum.lost / sum.decisions as f32,
        ))?;
    }
    output.finish()
}

/// Whether the side to throw doubles, and whether the other takes.
fn decide(engine: &Engine, position: &Position, plies: u8) -> Result<(bool, bool)> {
    let query = Query::Cube(CubeChoice::Shown);
    let task = Task::new(query, *position, Limits::plies(plies));
    let Findings::Cube(answers) = engine.ask(0, task, StopToken::new())?.findings else {
        bail!("no answer about the cube");
    };
    let answer = answers.first().context("no answer about the cube")?;
    Ok((answer.decision.action.doubles(), answer.decision.reply != Reply::Pass))
}
