//! From a task to its answer, on the thread that asks.

use std::sync::Arc;
use std::time::Instant;

use super::cache::{Cache, Memory};
use super::chequer::{Judging, best_plays};
use super::cube::{self, CubeDecision, CubeEquities};
use super::decide::{Depth, decide, deepest, seen_by, sides};
use super::equity::{Payoff, Stakes};
use super::filter::{Filters, scale};
use super::kind::{AnyEvaluator, Kind, each_evaluator};
use super::parallel;
use super::parts::{Help, Team};
use super::resign::resignation;
use super::rollout::{Archive, Rolling, Rollout};
use super::stop::StopToken;
use super::task::{
    Answer, CubeAnswer, CubeChoice, CubePlace, DiceChoice, Evaluation, Findings, Limits, Query,
    RollPlays, Task, TaskError,
};
use super::taught::Taught;
use super::tree::{CubeStates, Search, Workspace};
use crate::board::{ALL_ROLLS, AnyBoard, Board, Side, Stacks};
use crate::eval::net::NetFileError;
use crate::eval::{Chances, Evaluator, VARIANTS, for_variant};
use crate::moves::{Perft, perft_position};
use crate::rules::{Classes, Cube, Dave, Phase, Position, Rules, Variant};

/// The evaluator of each game.
#[derive(Clone, Default)]
pub struct Evaluators {
    by_variant: Vec<(Variant, AnyEvaluator)>,
    by_rules: Vec<(Variant, AnyEvaluator)>,
    pub(super) by_game: Vec<(Taught, AnyEvaluator)>,
}

impl Evaluators {
    /// None yet.
    pub fn new() -> Evaluators {
        Evaluators::default()
    }

    /// The program's own for all games that its nets know.
    ///
    /// # Errors
    /// [`NetFileError`] as of [`for_variant`].
    pub fn standard() -> Result<Evaluators, NetFileError> {
        let family = VARIANTS.into_iter().try_fold(Evaluators::new(), |known, variant| {
            Ok::<_, NetFileError>(known.with::<Board>(variant, Arc::new(for_variant(variant)?)))
        })?;
        family.with_games()
    }

    /// These and one more; it replaces an earlier one of the same game. One that judges another
    /// kind of board than the game's is never asked.
    #[must_use]
    pub fn with<B: Stacks>(mut self, variant: Variant, evaluator: Arc<dyn Evaluator<B>>) -> Self
    where
        AnyEvaluator: From<Arc<dyn Evaluator<B>>>,
    {
        self.by_variant.retain(|(known, _)| *known != variant);
        self.by_variant.push((variant, evaluator.into()));
        self
    }

    /// These and one that knows a game only as long as its checkers move and its results count as
    /// they do by default: a solved one.
    #[must_use]
    pub fn with_solved<B: Stacks>(
        mut self,
        variant: Variant,
        evaluator: Arc<dyn Evaluator<B>>,
    ) -> Self
    where
        AnyEvaluator: From<Arc<dyn Evaluator<B>>>,
    {
        self.by_rules.retain(|(known, _)| *known != variant);
        self.by_rules.push((variant, evaluator.into()));
        self
    }

    /// The evaluator of a game.
    ///
    /// # Errors
    /// [`TaskError::NoEvaluator`] if there is none.
    pub fn of(&self, rules: &Rules) -> Result<&AnyEvaluator, TaskError> {
        let (variant, usual) = (rules.variant, rules.variant.rules());
        let is_usual = (rules.movement, rules.scoring()) == (usual.movement, usual.scoring());
        let solved = self.by_rules.iter().filter(|_| is_usual);
        let mut all = solved.chain(&self.by_variant);
        let found = all.find(|(known, _)| *known == variant).map(|(_, evaluator)| evaluator);
        let taught = || self.by_game.iter().find(|(taught, _)| taught.covers(rules));
        let found = found.or_else(|| taught().map(|(_, evaluator)| evaluator));
        found.ok_or(TaskError::NoEvaluator(variant))
    }

    /// Chances of side 0 of one board under these rules, were it to throw, `plies` turns looked
    /// ahead without a cube (at most [`PLIES_MAX`](super::PLIES_MAX)): also of a board that is one of several, whose
    /// rules are [`Rules::of_table`]. As deep as it came if the token ends it.
    ///
    /// # Errors
    /// [`TaskError::NoEvaluator`] if there is none for the rules and their kind of board.
    pub fn judge(
        &self,
        rules: &Rules,
        board: &AnyBoard,
        plies: u8,
        token: &StopToken,
    ) -> Result<Chances, TaskError> {
        let position = Position { parallel: None, ..Position::start(*rules) };
        let cube = Cube { in_use: false, ..position.cube };
        let payoff = Payoff::new(&Stakes::of(&Position { cube, ..position }, Side::White));
        let task = Task::new(Query::Decide, position, Limits::plies(plies));
        let workspace = &mut Workspace::default();
        each_evaluator!(self.of(rules)?, evaluator => {
            let board = Kind::of(board).ok_or(TaskError::NoEvaluator(rules.variant))?;
            let mut search = search(&task, evaluator.as_ref(), token, workspace);
            Ok(deepest(&mut search, &board, plies, &payoff, &CubeStates::new()).chances)
        })
    }

    /// A number that tells an evaluator of these from the others.
    fn number(&self, evaluator: &AnyEvaluator) -> Option<u8> {
        let named = self.by_rules.iter().chain(&self.by_variant).map(|(_, known)| known);
        let mut all = named.chain(self.by_game.iter().map(|(_, known)| known));
        let number = all.position(|other| other.is(evaluator))?;
        u8::try_from(number).ok()
    }
}

/// What the engine lends to a task's look-ahead.
#[derive(Clone, Copy)]
pub(super) struct Loan<'a> {
    pub(super) cache: &'a Arc<Cache>,
    /// Other threads, if the task may use any.
    pub(super) help: Option<&'a dyn Help>,
}

/// Answers `task` on this thread; `started` is when it was handed over.
///
/// A token that ends it early still leaves an answer: the best so far, at least that of no plies.
///
/// # Errors
/// Where the question makes no sense at this point of the game, or nothing can judge the game.
pub(super) fn answer<'a>(
    task: &Task,
    evaluators: &'a Evaluators,
    token: &StopToken,
    workspace: &mut Workspace,
    started: Instant,
    loan: Option<Loan<'a>>,
) -> Result<Answer, TaskError> {
    if let Query::Perft(depth) = task.query {
        let findings = Findings::Perft(perft(&task.position, depth, token));
        let (elapsed, stopped) = (started.elapsed(), token.is_stopped());
        return Ok(Answer { findings, nodes: 0, elapsed, stopped, shortfall: None });
    }
    if task.position.parallel.is_some() {
        if task.query == Query::Rollout {
            let rollout = parallel::Rollout::new(task, evaluators, token)?;
            rollout.run(token, workspace);
            return Ok(rollout.answer(token, started));
        }
        return parallel::answer(task, evaluators, token, started);
    }
    let any = evaluators.of(&task.position.rules)?;
    let game = evaluators.number(any);
    let call = Call { task, game, token, started, loan };
    each_evaluator!(any, evaluator => call.answer(evaluator, workspace))
}

/// A task, and what its answer needs beside an evaluator.
struct Call<'a, 'b> {
    task: &'b Task,
    /// The number of the evaluator.
    game: Option<u8>,
    token: &'b StopToken,
    started: Instant,
    loan: Option<Loan<'a>>,
}

impl<'a> Call<'a, '_> {
    fn answer<B: Kind>(
        self,
        evaluator: &'a Arc<dyn Evaluator<B>>,
        workspace: &mut Workspace,
    ) -> Result<Answer, TaskError> {
        let Call { task, game, token, started, loan } = self;
        if task.query == Query::Rollout {
            let rollout = Rollout::new(task, evaluator, &Archive::default(), token, workspace)?;
            rollout.run(token, workspace);
            return Ok(rollout.answer(token, started));
        }
        let lend = |loan: Loan<'a>| {
            // In a look-ahead of one ply hardly a board comes twice.
            let repeats = task.limits.plies > 1 && !loan.cache.is_empty();
            let memory = game.map(|game| Memory { cache: loan.cache, game });
            let team = loan.help.map(|help| Team { help, evaluator, cache: loan.cache });
            (memory.filter(|_| repeats), team)
        };
        let (memory, team) = loan.map_or((None, None), lend);
        let usual = search(task, evaluator.as_ref(), token, workspace);
        let mut search = Search { memory, team, ..usual };
        let (position, limits) = (&task.position, &task.limits);
        let findings = match task.query {
            Query::Eval(cubes) => {
                Findings::Evaluations(evaluate(&mut search, position, cubes, limits)?)
            }
            Query::Best(dice) => Findings::Plays(plays(&mut search, task, dice, 1)?),
            Query::Hint(dice, count) => Findings::Plays(plays(&mut search, task, dice, count)?),
            Query::Cube(cubes) => {
                Findings::Cube(cube_answers(&mut search, position, cubes, limits)?)
            }
            Query::Resignation => Findings::Resignation(resignation(&mut search, task)?),
            Query::Decide | Query::Rollout | Query::Perft(_) => {
                Findings::Decision(decide(&mut search, task)?)
            }
        };
        let (nodes, stopped) = (search.nodes, token.is_stopped());
        let shortfall = evaluator.shortfall();
        Ok(Answer { findings, nodes, elapsed: started.elapsed(), stopped, shortfall })
    }
}

pub(super) fn search<'a, B: Kind>(
    task: &'a Task,
    evaluator: &'a dyn Evaluator<B>,
    token: &'a StopToken,
    workspace: &'a mut Workspace,
) -> Search<'a, B> {
    let rules = &task.position.rules;
    let normal = Filters::NORMAL.scaled(scale(&Classes::of(rules)));
    let filters = if task.limits.same_ply { normal.of_all_plays() } else { normal };
    Search {
        rules,
        by_tables: task.position.score.length == 0 && rules.dave != Dave::Arithmetic,
        evaluator,
        token,
        filters,
        nodes: 0,
        nodes_max: task.limits.nodes.unwrap_or(u64::MAX),
        memory: None,
        team: None,
        workspace,
    }
}

/// Counts from the side on turn, from White where nobody has thrown; what has been counted until
/// then if the token ends it.
fn perft(position: &Position, depth: u8, token: &StopToken) -> Perft {
    perft_position(position, depth.into(), &|| token.ended().is_none())
}

/// The stakes of a side for each place of the cube that was asked for.
fn placed(stakes: Stakes, cubes: CubeChoice) -> Vec<Stakes> {
    match cubes {
        CubeChoice::Shown => vec![stakes],
        CubeChoice::All => {
            // A cube that somebody owns has been turned.
            let turned = stakes.cube.max(2);
            vec![
                stakes.with_cube(stakes.cube, CubePlace::Centred),
                stakes.with_cube(turned, CubePlace::Owned),
                stakes.with_cube(turned, CubePlace::Others),
            ]
        }
    }
}

fn evaluate<B: Kind>(
    search: &mut Search<'_, B>,
    position: &Position,
    cubes: CubeChoice,
    limits: &Limits,
) -> Result<Vec<Evaluation>, TaskError> {
    let (thrower, decider) = sides(position)?;
    let board = seen_by(position, thrower)?;
    let stakes = Stakes::of(position, thrower).by(limits.met);
    let states = CubeStates::from_iter(placed(stakes, cubes));
    let Depth { chances, values, plies } =
        deepest(search, &board, limits.plies, &Payoff::new(&stakes), &states);
    let evaluation = |(stakes, value): (&Stakes, &f32)| {
        let cubeful = stakes.equity_of(*value);
        let equity = Payoff::new(stakes).equity(&chances);
        let (mine, chances, equity, cubeful) = if thrower == decider {
            (*stakes, chances, equity, cubeful)
        } else {
            (stakes.swapped(), chances.swapped(), -equity, -cubeful)
        };
        Evaluation {
            cube: mine.place,
            chances,
            equity,
            cubeful,
            match_chance: mine.match_chance(equity),
            match_chance_cubeful: mine.match_chance(cubeful),
            plies,
        }
    };
    Ok(states.iter().zip(&values).map(evaluation).collect())
}

fn plays<B: Kind>(
    search: &mut Search<'_, B>,
    task: &Task,
    dice: DiceChoice,
    count: usize,
) -> Result<Vec<RollPlays>, TaskError> {
    let position = &task.position;
    let side = match position.phase {
        Phase::ToMove(side, _) | Phase::ToRoll(side) => side,
        Phase::Over(_) => return Err(TaskError::WrongPhase("the game is over")),
        _ => return Err(TaskError::WrongPhase("there is no throw to play")),
    };
    let judging = Judging::new(Stakes::of(position, side).by(task.limits.met), &task.limits);
    let judging = Judging { turn: task.turn, ..judging };
    let board = seen_by(position, side)?;
    match (dice, position.phase) {
        (DiceChoice::All, _) => Ok(ALL_ROLLS
            .into_iter()
            .map(|roll| best_plays(search, &judging, &board, roll, count))
            .collect()),
        (DiceChoice::Shown, Phase::ToMove(_, roll)) => {
            Ok(vec![best_plays(search, &judging, &board, roll, count)])
        }
        _ => Err(TaskError::WrongPhase("the dice have not been thrown")),
    }
}

fn cube_answers<B: Kind>(
    search: &mut Search<'_, B>,
    position: &Position,
    cubes: CubeChoice,
    limits: &Limits,
) -> Result<Vec<CubeAnswer>, TaskError> {
    let (thrower, decider) = sides(position)?;
    let board = seen_by(position, thrower)?;
    let stakes = Stakes::of(position, thrower).by(limits.met);
    let pairs = placed(stakes, cubes).into_iter().flat_map(|one| [one, cube::taken(&one)]);
    let states = CubeStates::from_iter(pairs);
    let Depth { chances, values, plies } =
        deepest(search, &board, limits.plies, &Payoff::new(&stakes), &states);
    let answer = |(stakes, values): (&[Stakes], &[f32])| {
        let stakes = &stakes[0];
        let equities = CubeEquities::from_values(stakes, values[0], values[1]);
        let decision = CubeDecision::judge(stakes, equities);
        let equity = Payoff::new(stakes).equity(&chances);
        let cube = stakes.place;
        if thrower == decider {
            CubeAnswer { cube, chances, equity, decision, plies }
        } else {
            let (chances, decision) = (chances.swapped(), decision.swapped());
            CubeAnswer { cube, chances, equity: -equity, decision, plies }
        }
    };
    Ok(states.chunks_exact(2).zip(values.chunks_exact(2)).map(answer).collect())
}
