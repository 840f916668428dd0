//! Each transition by its rule, and each command in each phase.

mod offers;
mod plays;
mod sessions;

use super::*;
use crate::board::{Byside, OFF, Roll, Side};
use crate::rules::{
    FirstRoll, NextStart, Outcome, Phase, Position, Reason, Rules, Scoring, Variant, WinKind,
};

use Side::{Black, White};

fn game(variant: Variant) -> Game {
    Game::new(variant.rules(), DiceSource::by_hand())
}

fn roll(a: u8, b: u8) -> Roll {
    Roll::from_pips(a, b).unwrap()
}

/// A game in the phase named, White to act unless the phase says otherwise.
fn in_phase(name: &str) -> Game {
    let mut game = game(Variant::Backgammon);
    let done = match name {
        "opening" => return game,
        "to-roll" => game.set(Setting::Turn(White)),
        "to-move" => game.roll(Some((3, 1))),
        "double-offered" => game.set(Setting::Turn(White)).and(Ok(())).and(game.double()),
        "resignation-offered" => game.roll(Some((3, 1))).and(Ok(())).and(game.resign(2)),
        "over" => {
            let doubled = game.set(Setting::Turn(White)).and(Ok(())).and(game.double());
            doubled.and(Ok(())).and(game.drop())
        }
        _ => unreachable!("no phase {name}"),
    };
    done.unwrap();
    assert_eq!(game.phase().name(), name);
    game
}

/// A position in which `White` is to bear off its last checker and Black has `stacks`.
fn bearing_off(rules: Rules, black: &[(usize, u8)]) -> Position {
    let mut rows = [[0; 26]; 2];
    (rows[0][OFF], rows[0][1]) = (14, 1);
    for &(place, n) in black {
        rows[1][place] = n;
    }
    let board = crate::board::Board::new(rows[0], rows[1]);
    Position { white_board: board.into(), phase: Phase::ToRoll(White), ..Position::start(rules) }
}

fn play_first(game: &mut Game) {
    let board = game.plays().get(0).unwrap().board;
    game.play(0, &board).unwrap();
}

/// White bears off its last checker.
fn finish(game: &mut Game, black: &[(usize, u8)]) -> Outcome {
    let mut position = bearing_off(game.state().rules, black);
    (position.score, position.cube) = (game.position().score, game.position().cube);
    game.set(Setting::Position(position)).unwrap();
    game.roll(Some((2, 1))).unwrap();
    let board = game.plays().get(0).unwrap().board;
    game.play(0, &board).unwrap().outcome().unwrap()
}

fn won(winner: Side, kind: WinKind, points: u32) -> Outcome {
    Outcome { winner: Some(winner), kind: Some(kind), points: points.into() }
}

type Command = (&'static str, fn(&mut Game) -> Result<(), GameError>, &'static str);

#[test]
fn each_command_in_each_phase() {
    let phases = ["opening", "to-roll", "to-move", "double-offered", "resignation-offered", "over"];
    // A letter a phase: y it may be done, n it is the wrong phase, e another error.
    let commands: [Command; 20] = [
        ("roll", |g| g.roll(Some((6, 5))).map(drop), "yynnnn"),
        ("move", |g| g.play(0, &Variant::Backgammon.rules().start()).map(drop), "nnennn"),
        ("pass", |g| g.pass().map(drop), "nnennn"),
        ("double", |g| g.double().map(drop), "nynnnn"),
        ("take", |g| g.take().map(drop), "nnnynn"),
        ("drop", |g| g.drop().map(drop), "nnnynn"),
        ("beaver", |g| g.beaver().map(drop), "nnnenn"),
        ("resign", |g| g.resign(1).map(drop), "nyynnn"),
        ("accept", |g| g.accept().map(drop), "nnnnyn"),
        ("reject", |g| g.reject().map(drop), "nnnnyn"),
        ("new game", |g| g.next_game().map(drop), "nnnnny"),
        ("set turn", |g| g.set(Setting::Turn(Black)).map(drop), "yyynnn"),
        ("set dice", |g| g.set(Setting::Dice(Some(roll(6, 5)))).map(drop), "yyynnn"),
        ("set dice", |g| g.set(Setting::Dice(None)).map(drop), "yyynnn"),
        ("set cube value", |g| g.set(Setting::CubeValue(2)).map(drop), "yyyyyn"),
        ("set cube owner", |g| g.set(Setting::CubeOwner(None)).map(drop), "yyyyyn"),
        ("set cube use", |g| g.set(Setting::CubeUse(false)).map(drop), "yyyeyn"),
        ("set score", |g| g.set(Setting::Score(Byside::whole(1, 2))).map(drop), "yyyyyy"),
        ("set jacoby", |g| g.set(Setting::Jacoby(true)).map(drop), "yyyyyy"),
        ("new match", |g| g.new_match(3, Variant::Short.rules()).map(drop), "yyyyyy"),
    ];
    for (name, command, expected) in commands {
        for (phase, expected) in phases.into_iter().zip(expected.chars()) {
            let mut game = in_phase(phase);
            let (before, count) = (*game.state(), game.history().len());
            let result = command(&mut game);
            let found = match &result {
                Ok(()) => 'y',
                Err(GameError::WrongPhase { command, phase: at, hint }) => {
                    assert_eq!((*command, at.name()), (name, phase));
                    assert!(!hint.is_empty());
                    'n'
                }
                Err(_) => 'e',
            };
            assert_eq!(found, expected, "{name} in {phase}: {result:?}");
            if result.is_err() {
                assert_eq!((*game.state(), game.history().len()), (before, count));
            } else {
                assert_eq!(game.history().len(), count + 1);
            }
        }
    }
}
