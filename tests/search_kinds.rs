//! The engine plays every game of one board, whatever its points hold.

mod common;

use std::sync::Arc;

use common::{Client, Pips, field};
use nardy::board::{Board, LapBoard, PinBoard, Roll, RoyalBoard, Side, Stacks};
use nardy::eval::{Chances, Evaluator};
use nardy::game::{DiceSource, Game};
use nardy::rules::{BoardKind, LastRoll, Phase, Position, Variant};
use nardy::search::{
    Answer, CubeChoice, Decision, DiceChoice, Engine, EngineConfig, Evaluators, Findings, Limits,
    Query, RollPlays, StopToken, Task, TaskError,
};
use nardy::session::Dialect;

fn plays_of(answer: &Answer) -> &[RollPlays] {
    match &answer.findings {
        Findings::Plays(plays) => plays,
        other => panic!("no plays: {other:?}"),
    }
}

fn counts_of(stacks: &[(usize, u8)]) -> [u8; 26] {
    let mut counts = [0; 26];
    for &(place, n) in stacks {
        counts[place] = n;
    }
    counts
}

/// Judges by pips and by single checkers, so that games come to an end.
struct Careful;

impl<B: Stacks> Evaluator<B> for Careful {
    fn evaluate(&self, boards: &[B], chances: &mut [Chances]) {
        for (board, chances) in boards.iter().zip(chances) {
            let pips = |side: usize| -> f32 {
                (1..=25).map(|place| place as f32 * f32::from(board.count(side, place))).sum()
            };
            let alone = |side: usize| {
                (1..=24).filter(|&place| board.count(side, place) == 1).count() as f32
            };
            let lead = pips(1) - pips(0) + 4.0 + 3.0 * (alone(1) - alone(0));
            let win = 1.0 / (1.0 + (-lead / (8.0 + 0.1 * pips(0))).exp());
            let none_off = |side: usize| if board.count(side, 0) == 0 { 0.25 } else { 0.0 };
            let (won, lost) = (win * win * none_off(1), (1.0 - win).powi(2) * none_off(0));
            *chances = Chances {
                win,
                win_gammon: won,
                win_backgammon: won * 0.1,
                lose_gammon: lost,
                lose_backgammon: lost * 0.1,
            };
        }
    }
}

fn careful() -> Evaluators {
    variants().fold(Evaluators::new(), |all, variant| match variant.spec().kind {
        BoardKind::Plain => all.with::<Board>(variant, Arc::new(Careful)),
        BoardKind::Royal => all.with::<RoyalBoard>(variant, Arc::new(Careful)),
        BoardKind::Laps => all.with::<LapBoard>(variant, Arc::new(Careful)),
        BoardKind::Pins => all.with::<PinBoard>(variant, Arc::new(Careful)),
    })
}

fn variants() -> impl Iterator<Item = Variant> {
    Variant::ALL.into_iter().filter(|&variant| variant != Variant::Parallel)
}

fn careful_engine(threads: usize, cache: usize) -> Engine {
    let config = EngineConfig { threads, waiting_max: 64, evaluators: careful() };
    Engine::with_cache(config, cache)
}

fn task(game: &Game, query: Query, limits: Limits) -> Task {
    Task { turn: game.state().turn(), ..Task::new(query, *game.position(), limits) }
}

/// Does what the engine says.
fn act(engine: &Engine, game: &mut Game, plies: u8) {
    let task = task(game, Query::Decide, Limits::plies(plies));
    let answer = engine.ask(1, task, StopToken::new()).unwrap();
    let Findings::Decision(decision) = answer.findings else { panic!("{answer:?}") };
    let done = match decision {
        Decision::Roll => game.roll(None),
        Decision::Double => game.double(),
        Decision::Take => game.take(),
        Decision::Drop => game.drop(),
        Decision::Play(child) => game.play(0, &child.board),
        Decision::Pass => game.pass(),
        other => panic!("{other:?} in {:?}", game.position()),
    };
    if let Err(error) = done {
        panic!("{decision:?}: {error} in {:?}", game.position());
    }
}

fn play_out(engine: &Engine, variant: Variant, plies: u8, seed: u64) {
    let mut game = Game::new(variant.rules(), DiceSource::seeded(seed));
    for turn in 0..20_000 {
        if let Phase::Over(_) = game.phase() {
            return;
        }
        if matches!(game.phase(), Phase::ToMove(..)) && turn % 9 == 0 {
            let hint = task(&game, Query::Hint(DiceChoice::Shown, usize::MAX), Limits::plies(0));
            let answer = engine.ask(1, hint, StopToken::new()).unwrap();
            let rolls = plays_of(&answer);
            let plays = game.plays();
            assert_eq!(rolls[0].legal, plays.len(), "{:?}", game.position());
            assert!(rolls[0].plays.iter().all(|play| plays.find(0, &play.child.board).is_some()));
        }
        act(engine, &mut game, plies);
    }
    panic!("{} does not end", variant.name());
}

#[test]
fn whole_games_are_played_of_every_one() {
    let engine = careful_engine(1, 0);
    for variant in variants() {
        for seed in 0..2 {
            play_out(&engine, variant, 0, seed);
        }
        play_out(&engine, variant, 1, 7);
    }
}

/// A position some turns into a game, with a throw or before one.
fn midway(variant: Variant, seed: u64, turns: usize) -> Game {
    let mut game = Game::new(variant.rules(), DiceSource::seeded(seed));
    let engine = careful_engine(1, 0);
    let mut left = turns;
    loop {
        let at_choice = matches!(game.phase(), Phase::ToMove(..)) && game.plays().len() > 1;
        let to_roll = matches!(game.phase(), Phase::ToRoll(_));
        if left == 0 && if seed.is_multiple_of(2) { at_choice } else { to_roll } {
            return game;
        }
        left = left.saturating_sub(1);
        match game.phase() {
            Phase::Over(_) => drop(game.next_game().unwrap()),
            _ => act(&engine, &mut game, 0),
        }
    }
}

#[test]
fn threads_and_cache_change_no_answer() {
    let engines = [careful_engine(1, 0), careful_engine(2, 1 << 18)];
    for (variant, seed) in variants().zip(0..) {
        let game = midway(variant, seed, 12 + seed as usize);
        let cube = matches!(game.phase(), Phase::ToRoll(_));
        let query =
            if cube { Query::Cube(CubeChoice::All) } else { Query::Hint(DiceChoice::Shown, 4) };
        let rolled = Limits { trials: 36, candidates: 2, truncate: Some(6), ..Limits::plies(0) };
        for task in [task(&game, query, Limits::plies(2)), task(&game, Query::Rollout, rolled)] {
            let found = |engine: &Engine| {
                let answer = engine.ask(1, task, StopToken::new()).unwrap();
                (answer.findings, answer.nodes)
            };
            let [plain, helped] = engines.each_ref().map(found);
            assert_eq!(plain, helped, "{}", variant.name());
            // What was remembered is no different either.
            assert_eq!(found(&engines[1]), plain, "{}", variant.name());
        }
    }
}

#[test]
fn a_judge_of_another_kind_of_board_is_not_asked() {
    let evaluators = Evaluators::new().with::<PinBoard>(Variant::Royal, Arc::new(Pips));
    let engine = Engine::new(EngineConfig { threads: 1, waiting_max: 2, evaluators });
    let phase = Phase::ToRoll(Side::White);
    let position = Position { phase, ..Position::start(Variant::Royal.rules()) };
    for query in [Query::Eval(CubeChoice::Shown), Query::Best(DiceChoice::All), Query::Rollout] {
        let task = Task::new(query, position, Limits::plies(1));
        let refused = engine.ask(1, task, StopToken::new());
        assert_eq!(refused, Err(TaskError::NoEvaluator(Variant::Royal)));
    }
}

#[test]
fn the_last_turn_of_long_nardy_draws_or_loses_l14() {
    let mut rules = Variant::Long.rules();
    rules.pays.last_roll = LastRoll::Draw;
    let start = Position::start(rules);
    // Black has finished; White's last two go off with 26 of 36 throws.
    let white = counts_of(&[(0, 13), (2, 2)]);
    let board = Board::new(white, counts_of(&[(0, 15)]));
    let at = |phase| Position { white_board: board.into(), phase, ..start };
    let to_roll = at(Phase::ToRoll(Side::White));
    assert!(to_roll.is_last_turn());
    let engine = careful_engine(1, 0);
    let ask = |query, position| {
        engine.ask(1, Task::new(query, position, Limits::plies(0)), StopToken::new()).unwrap()
    };
    assert_eq!(ask(Query::Decide, to_roll).findings, Findings::Decision(Decision::Roll));
    let drawn = 26.0 / 36.0;
    let Findings::Evaluations(list) = ask(Query::Eval(CubeChoice::Shown), to_roll).findings else {
        panic!()
    };
    assert!((list[0].equity - (drawn - 1.0)).abs() < 1e-5, "{list:?}");
    assert!((list[0].chances.win - drawn / 2.0).abs() < 1e-5);
    let Findings::Rollout(rolled) = ask(Query::Rollout, to_roll).findings else { panic!() };
    assert!((rolled[0].equity - (drawn - 1.0)).abs() < 1e-5, "{rolled:?}");
    for (dice, worth) in [((6, 5), 0.0), ((2, 1), -1.0)] {
        let roll = Roll::from_pips(dice.0, dice.1).unwrap();
        let best = ask(Query::Best(DiceChoice::Shown), at(Phase::ToMove(Side::White, roll)));
        assert_eq!(plays_of(&best)[0].plays[0].equity, worth, "{dice:?}");
    }
}

/// The fields of the first record of an answer.
fn first(client: &mut Client, line: &str) -> String {
    let lines = client.say(line);
    assert!(lines.last().is_some_and(|last| last.starts_with("ok")), "{line}: {lines:?}");
    lines[0].clone()
}

#[test]
fn sessions_answer_about_every_game() {
    for variant in variants() {
        let mut client = Client::new();
        client.ok(&format!("new game {}", variant.name()));
        client.ok("set turn white");
        client.ok("set dice 3 1");
        let shown = client.ok("moves");
        let best = first(&mut client, "best plies=0");
        let play = field(&best, "play").unwrap_or_else(|| panic!("{best}"));
        let hints = client.say("hint 100 plies=0");
        let count = field(&shown, "count").unwrap_or_default();
        assert_eq!((hints.len() - 1).to_string(), count, "{hints:?}");
        assert_eq!(field(&hints[0], "play").as_ref(), Some(&play));
        assert!(first(&mut client, "eval plies=1").contains(" equity="));
        assert!(first(&mut client, "rollout trials=36 truncate=4 plies=0").contains(" trials=36"));
        assert!(first(&mut client, "cube plies=0").contains(" action="));
        client.say("set format json");
        let json = client.say("best plies=1");
        assert!(json.iter().any(|line| line.contains("\"play\"")), "{json:?}");
        client.say("set format text");
        // What the engine proposes can be said.
        client.ok(&format!("move {play}"));
        client.ok("undo");
        client.ok("play plies=0");
        let analysed = client.say("analyse plies=0");
        assert!(analysed[0].contains(" loss=0.000"), "{analysed:?}");
    }
}

#[test]
fn one_board_is_judged_without_a_position() {
    let evaluators = careful();
    for variant in variants() {
        let rules = variant.rules();
        let phase = Phase::ToRoll(Side::White);
        let position = Position { phase, ..Position::start(rules) };
        let engine = careful_engine(1, 0);
        for plies in [0, 1] {
            let task = Task::new(Query::Eval(CubeChoice::Shown), position, Limits::plies(plies));
            let answer = engine.ask(1, task, StopToken::new()).unwrap();
            let Findings::Evaluations(list) = answer.findings else { panic!() };
            let judged = evaluators.judge(&rules, &rules.start(), plies, &StopToken::new());
            assert_eq!(judged, Ok(list[0].chances), "{}", variant.name());
        }
    }
}

#[test]
fn the_programs_own_nets_play_every_game_to_its_end() {
    let evaluators = Evaluators::standard().unwrap();
    for variant in variants() {
        let config = EngineConfig { threads: 1, waiting_max: 64, evaluators: evaluators.clone() };
        let mut client = Client::with(Dialect::Native, Engine::new(config));
        client.ok(&format!("new game {}", variant.name()));
        client.ok("set seed 5");
        let mut acts = 0;
        loop {
            let lines = client.say("play");
            let last = lines.last().unwrap_or_else(|| panic!("{} says nothing", variant.name()));
            assert!(last.starts_with("ok"), "{}: {lines:?}", variant.name());
            assert!(!lines.iter().any(|line| line.starts_with("warning")), "{lines:?}");
            if field(last, "phase").as_deref() == Some("over") {
                break;
            }
            acts += 1;
            assert!(acts < 3000, "{} goes on for ever", variant.name());
        }
        assert!(acts > 10, "{}", variant.name());
    }
}

#[test]
fn rules_that_no_net_has_seen_are_played_with_a_warning() {
    let evaluators = Evaluators::standard().unwrap();
    let config = EngineConfig { threads: 1, waiting_max: 64, evaluators };
    let mut client = Client::with(Dialect::Native, Engine::new(config));
    client.ok("new game khachapuri");
    let quiet = client.say("eval");
    assert!(!quiet.iter().any(|line| line.starts_with("warning")), "{quiet:?}");
    client.ok("set rule khachapuri.scoring oin-mars");
    client.ok("set turn white");
    let warned = client.say("eval");
    let says = |line: &String| line.starts_with("warning") && line.contains("khachapuri");
    assert!(warned.iter().any(says), "{warned:?}");
    assert!(warned.iter().any(|line| line.contains(" equity=")), "{warned:?}");
    client.ok("new game long");
    client.ok("set rule long.prime must-have-enemy-ahead");
    client.ok("set turn white");
    let told = client.say("eval");
    assert!(!told.iter().any(|line| line.starts_with("warning")), "{told:?}");
}
