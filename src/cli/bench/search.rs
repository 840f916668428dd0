//! `nardy bench search`.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use nardy::board::{Board, Roll, Side};
use nardy::eval::validate::{self, Mean};
use nardy::eval::{self, Chances, Evaluator, MoneyEquities};
use nardy::rules::{Phase, Position, Variant};
use nardy::search::{
    Answer, DiceChoice, Engine, EngineConfig, Evaluators, Findings, Limits, Query, Report,
    StopToken, Task, TaskError,
};

use super::opponent::{Program, Question};
use crate::cli::args::SearchArgs;
use crate::cli::output::Output;

/// Decisions that one side makes before it is the other's turn to be timed.
const TURN: usize = 5;

/// A decision, and what each candidate is worth where somebody has judged them.
struct Decision {
    board: Board,
    roll: Roll,
    /// The board after the play, the other side as side 0, and the mover's equity.
    candidates: Vec<(Board, f64)>,
}

/// Decides the first positions of each file at every depth asked for, each depth with an engine of
/// its own, which has seen none of them.
pub fn run(args: &SearchArgs, output: &mut Output) -> Result<()> {
    let mut decisions: Vec<Decision> = validate::decisions(&args.file)?
        .into_iter()
        .map(|(board, roll)| Decision { board, roll, candidates: Vec::new() })
        .collect();
    decisions.truncate(args.count);
    ensure!(!decisions.is_empty(), "{}: no decision in it", args.file.display());
    let mut judged = args.judged.as_deref().map(judged).transpose()?.unwrap_or_default();
    judged.truncate(args.count);
    for &plies in &args.plies {
        speed(args, plies, &decisions, output)?;
        if !judged.is_empty() {
            strength(args, plies, &judged, output)?;
        }
        output.finish()?;
    }
    Ok(())
}

/// The nets without the small one that leaves plays out.
struct Full(&'static eval::Evaluators);

impl Evaluator for Full {
    fn evaluate(&self, boards: &[Board], chances: &mut [Chances]) {
        self.0.evaluate(boards, chances);
    }

    fn money(&self, board: &Board) -> Option<MoneyEquities> {
        self.0.money(board)
    }
}

fn engine(args: &SearchArgs) -> Result<Engine> {
    let mut evaluators = Evaluators::standard().context("the built-in nets")?;
    if args.full {
        let nets = eval::standard().context("the built-in nets")?;
        evaluators = evaluators.with(Variant::Backgammon, Arc::new(Full(nets)));
    }
    let config = EngineConfig { threads: args.threads.max(1), waiting_max: 16, evaluators };
    Ok(Engine::with_cache(config, args.cache.saturating_mul(1 << 20)))
}

/// What the engine will have answered.
type Answered = Result<Answer, TaskError>;

/// Hands a decision to the engine.
fn start(engine: &Engine, plies: u8, decision: &Decision) -> Result<Receiver<Answered>> {
    let start = Position::start(Variant::Backgammon.rules());
    let phase = Phase::ToMove(Side::White, decision.roll);
    let position = Position { white_board: decision.board.into(), phase, ..start };
    let limits = Limits::plies(plies);
    let task = Task::new(Query::Best(DiceChoice::Shown), position, limits);
    let (sender, receiver) = mpsc::channel();
    let report = Box::new(move |report| {
        if let Report::Done(answer) = report {
            // Nobody waits where an earlier answer was an error.
            let _ = sender.send(answer);
        }
    });
    engine.start(0, task, StopToken::new(), report)?;
    Ok(receiver)
}

/// The board after the engine's play, the other side as side 0, and how many boards it judged.
fn chosen(decision: &Decision, answer: Answered) -> Result<(Board, u64)> {
    let answer = answer?;
    let Findings::Plays(rolls) = &answer.findings else {
        return Err(anyhow!("the engine answered something else"));
    };
    let best = rolls.first().and_then(|roll| roll.plays.first());
    let after = best.map_or(decision.board, |play| play.child.board.counts()).swapped();
    Ok((after, answer.nodes))
}

fn decide(engine: &Engine, plies: u8, decision: &Decision) -> Result<(Board, u64)> {
    chosen(decision, start(engine, plies, decision)?.recv()?)
}

fn speed(args: &SearchArgs, plies: u8, decisions: &[Decision], output: &mut Output) -> Result<()> {
    let engine = engine(args)?;
    let command = args.peer.as_ref().map(|peer| peer.replace("{plies}", &plies.to_string()));
    let mut peer = command.as_deref().map(Program::start).transpose()?;
    // Tables are made and programs started when first used, which is no part of a decision.
    let bear_off = validate::board("2+4HAADb7gIAAA").map_err(anyhow::Error::msg)?;
    let opening = Roll::from_pips(3, 1).context("a throw")?;
    for board in [bear_off, Variant::Backgammon.start()] {
        let first = Decision { board, roll: opening, candidates: Vec::new() };
        decide(&engine, 0, &first)?;
        ask(peer.as_mut(), &[question(&first)])?;
    }
    let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
    let (mut nodes, mut equal) = (0, 0);
    // One thread need not wait for questions; several are to share each decision.
    let together = if args.threads > 1 { 1 } else { TURN };
    for turn in decisions.chunks(TURN) {
        let began = Instant::now();
        let mut played = Vec::with_capacity(TURN);
        for decisions in turn.chunks(together) {
            let asked: Result<Vec<_>> =
                decisions.iter().map(|decision| start(&engine, plies, decision)).collect();
            for (decision, answer) in decisions.iter().zip(asked?) {
                let (after, judged) = chosen(decision, answer.recv()?)?;
                played.push(after);
                nodes += judged;
            }
        }
        ours += began.elapsed();
        let questions: Vec<Question> = turn.iter().map(question).collect();
        let began = Instant::now();
        let answers = ask(peer.as_mut(), &questions)?;
        theirs += began.elapsed();
        for (after, answer) in played.iter().zip(&answers) {
            equal += usize::from(validate::board(answer).is_ok_and(|board| board == *after));
        }
    }
    let count = decisions.len();
    let (seconds, threads) = (ours.as_secs_f64(), args.threads);
    let rate = count as f64 / seconds;
    let nodes = nodes / count as u64;
    let mut line = format!(
        "search plies={plies} threads={threads} decisions={count} seconds={seconds:.3} \
         rate={rate:.1} nodes={nodes}"
    );
    if peer.is_some() {
        let seconds = theirs.as_secs_f64();
        let other = count as f64 / seconds;
        line.push_str(&format!(
            " peer-seconds={seconds:.3} peer-rate={other:.1} ratio={:.2} same-play={equal}",
            rate / other
        ));
    }
    output.line(line)
}

fn question(decision: &Decision) -> Question {
    Question { board: decision.board, roll: decision.roll, plays: Vec::new() }
}

fn ask(peer: Option<&mut Program>, questions: &[Question]) -> Result<Vec<String>> {
    peer.map_or(Ok(Vec::new()), |peer| peer.ask(questions))
}

/// How much equity the plays of each depth lose by the file's word. A play that it does not judge
/// counts as its worst.
fn strength(args: &SearchArgs, plies: u8, judged: &[Decision], output: &mut Output) -> Result<()> {
    let engine = engine(args)?;
    let (mut lost, mut unjudged) = (Vec::with_capacity(judged.len()), 0);
    for decision in judged {
        let (after, _) = decide(&engine, plies, decision)?;
        let equities = decision.candidates.iter().map(|candidate| candidate.1);
        let best = equities.clone().fold(f64::NEG_INFINITY, f64::max);
        let worst = equities.fold(f64::INFINITY, f64::min);
        let found = decision.candidates.iter().find(|(board, _)| *board == after);
        unjudged += usize::from(found.is_none());
        lost.push(best - found.map_or(worst, |candidate| candidate.1));
    }
    let Mean { mean, se, count } = Mean::of(&lost);
    output.line(format!(
        "search plies={plies} lost={mean:.5} se={se:.5} judged={count} unjudged={unjudged}"
    ))
}

/// Reads decisions that somebody has judged; the format is that of `nardy bench strength`.
fn judged(path: &Path) -> Result<Vec<Decision>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
    let read = |(n, line): (usize, &str)| {
        decision(line).with_context(|| format!("{}:{}", path.display(), n + 1))
    };
    lines.filter(|(_, line)| !line.starts_with('#')).map(read).collect()
}

fn decision(line: &str) -> Result<Decision> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[id, dice, _, candidates] = &fields[..] else {
        return Err(anyhow!("{} fields instead of 4", fields.len()));
    };
    let board = |id: &str| validate::board(id).map_err(anyhow::Error::msg);
    let pips = |at: usize| dice.as_bytes().get(at).map_or(0, |digit| digit.wrapping_sub(b'0'));
    let roll = Roll::from_pips(pips(0), pips(1)).context("two dice of 1 to 6 follow the ID")?;
    let candidate = |text: &str| {
        let (id, equity) = text.split_once(':').context("a candidate is ID:equity")?;
        Ok((board(id)?, equity.parse()?))
    };
    let candidates: Result<Vec<(Board, f64)>> = candidates.split(' ').map(candidate).collect();
    Ok(Decision { board: board(id)?, roll, candidates: candidates? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judged_line_is_read_and_a_bad_one_named() {
        let line = "4HPwATDgc/ABMA\t31\tcontact\tsGfwATDgc/ABMA:0.16 4HPwAyDgc/ABMA:-0.02";
        let read = decision(line).unwrap();
        assert_eq!(read.candidates.len(), 2);
        assert_eq!(read.candidates[0].1, 0.16);
        for bad in ["4HPwATDgc/ABMA\t31", "4HPwATDgc/ABMA\t37\tcontact\tsGfwATDgc/ABMA:0.16"] {
            assert!(decision(bad).is_err(), "{bad}");
        }
    }
}
