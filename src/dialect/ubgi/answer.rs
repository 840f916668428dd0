//! Answers of the engine in the words of the interface.

use nardy_protocol::ubgi::{CubeWord, Role, UbgiReply, UbgiStep};

use super::{Question, Stage};
use crate::eval::Chances;
use crate::rules::{Phase, Position};
use crate::search::cube::{CubeDecision, Reply, efficiency};
use crate::search::equity::Stakes;
use crate::search::{Answer, Findings, Ranking};

/// What an answer of the engine decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// About the cube.
    Cube(CubeWord),
    /// Which steps are played.
    Play(Vec<UbgiStep>),
}

/// The equity of a decision and where it comes from, for the side that decides.
struct Judged {
    chances: Chances,
    equity: f32,
    depth: Option<u8>,
    trials: Option<u32>,
}

/// What the first of the plays, or the cube decision, is.
enum Found {
    Play(Judged, Vec<UbgiStep>),
    Pass,
    Cube(Judged, CubeDecision),
}

impl Verdict {
    /// What has been decided; `None` where the engine answered something else.
    pub fn of(question: &Question, stage: Stage, answer: &Answer) -> Option<Verdict> {
        Some(match found(question, stage, answer)? {
            Found::Play(_, steps) => Verdict::Play(steps),
            Found::Pass => Verdict::Play(Vec::new()),
            Found::Cube(_, decision) => Verdict::Cube(match question.position.phase {
                Phase::DoubleOffered(_) => reply_word(decision.reply),
                _ if decision.action.doubles() => CubeWord::Double,
                _ => CubeWord::NoDouble,
            }),
        })
    }
}

fn reply_word(reply: Reply) -> CubeWord {
    match reply {
        Reply::Take => CubeWord::Take,
        Reply::Beaver => CubeWord::Beaver,
        Reply::Pass => CubeWord::Drop,
    }
}

/// The `info` line of an answer, final or not; `None` where there is nothing to tell.
pub fn info(question: &Question, stage: Stage, answer: &Answer) -> Option<UbgiReply> {
    let found = found(question, stage, answer)?;
    let (role, judged) = match &found {
        Found::Play(judged, _) => (Role::Chequer, judged),
        Found::Cube(judged, _) => (Role::Cube, judged),
        Found::Pass => return None,
    };
    let mut pairs = vec![("role", role.name().to_owned())];
    pairs.extend(judged.depth.map(|plies| ("depth", (plies + 1).to_string())));
    pairs.extend(judged.trials.map(|trials| ("trials", trials.to_string())));
    let ms = answer.elapsed.as_millis();
    pairs.push(("time_ms", ms.to_string()));
    pairs.push(("nodes", answer.nodes.to_string()));
    pairs.push(("nps", (u128::from(answer.nodes) * 1000 / ms.max(1)).to_string()));
    pairs.push(("eq", equity(judged.equity)));
    let stakes = stakes(&question.position);
    let chance = stakes.and_then(|stakes| stakes.match_chance(judged.equity));
    pairs.extend(chance.map(|chance| ("mwc", share(chance))));
    let chances = &judged.chances;
    pairs.push(("pwin", share(chances.win)));
    pairs.push(("pgammon", share(chances.win_gammon)));
    pairs.push(("pbg", share(chances.win_backgammon)));
    pairs.push(("plgammon", share(chances.lose_gammon)));
    pairs.push(("plbg", share(chances.lose_backgammon)));
    match &found {
        Found::Play(_, steps) => pairs.push(("pv", UbgiStep::text(steps))),
        Found::Cube(_, decision) => {
            pairs.push(("eq_nodouble", equity(decision.equities.no_double)));
            pairs.push(("eq_take", equity(decision.equities.double_take)));
            pairs.push(("eq_drop", equity(decision.equities.double_pass)));
            pairs.push(("reply", reply_word(decision.reply).name().to_owned()));
        }
        Found::Pass => {}
    }
    Some(UbgiReply::Info(pairs))
}

fn equity(value: f32) -> String {
    // Never -0.000.
    let rounded = (value * 1000.0).round() / 1000.0 + 0.0;
    format!("{rounded:+.3}")
}

fn share(value: f32) -> String {
    format!("{value:.4}")
}

/// The stakes of the side that decides.
fn stakes(position: &Position) -> Option<Stakes> {
    position.phase.decider().map(|side| Stakes::of(position, side))
}

fn found(question: &Question, stage: Stage, answer: &Answer) -> Option<Found> {
    let ranked = |equity, cubeful| match question.limits.ranking {
        Ranking::Cubeless => equity,
        Ranking::Cubeful => cubeful,
    };
    match &answer.findings {
        Findings::Plays(rolls) => Some(match rolls.first()?.plays.first() {
            Some(best) => {
                let judged = Judged {
                    chances: best.chances,
                    equity: ranked(best.equity, best.cubeful),
                    depth: Some(best.plies),
                    trials: None,
                };
                Found::Play(judged, steps(&best.child.steps))
            }
            None => Found::Pass,
        }),
        Findings::Cube(list) => {
            let one = list.first()?;
            let equity = best_equity(question, &one.decision);
            let (chances, depth) = (one.chances, Some(one.plies));
            Some(Found::Cube(Judged { chances, equity, depth, trials: None }, one.decision))
        }
        Findings::Rollout(list) => {
            let best = list.first()?;
            let (chances, trials) = (best.chances, Some(best.trials));
            let judged = |equity| Judged { chances, equity, depth: None, trials };
            match &best.child {
                Some(child) => {
                    let equity = ranked(best.equity, best.cubeful);
                    Some(Found::Play(judged(equity), steps(&child.steps)))
                }
                None if stage == Stage::Play => Some(Found::Pass),
                None => {
                    let decision = rolled_out_cube(question, &chances)?;
                    Some(Found::Cube(judged(best_equity(question, &decision)), decision))
                }
            }
        }
        _ => None,
    }
}

fn steps(steps: &crate::moves::Steps) -> Vec<UbgiStep> {
    steps.iter().map(|step| UbgiStep { from: step.from, to: step.to }).collect()
}

/// The equity of the best choice of the side that decides.
fn best_equity(question: &Question, decision: &CubeDecision) -> f32 {
    let equities = &decision.equities;
    match question.position.phase {
        // Its own view: taking or dropping.
        Phase::DoubleOffered(_) => equities.double_take.max(equities.double_pass),
        _ => stakes(&question.position).map_or(equities.no_double, |stakes| equities.best(&stakes)),
    }
}

/// The cube decision that rolled-out chances lead to, the cube judged by its usual model.
fn rolled_out_cube(question: &Question, chances: &Chances) -> Option<CubeDecision> {
    let position = &question.position;
    let decider = position.phase.decider()?;
    let answers = matches!(position.phase, Phase::DoubleOffered(_));
    let thrower = if answers { decider.other() } else { decider };
    let board = position.counts(thrower);
    let live = efficiency(position.rules.movement.track, &board);
    let stakes = Stakes::of(position, thrower);
    Some(match answers {
        true => CubeDecision::new(&stakes, &chances.swapped(), live).swapped(),
        false => CubeDecision::new(&stakes, chances, live),
    })
}
