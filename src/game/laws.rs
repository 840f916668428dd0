//! Laws that hold whatever is done in whatever order.

use super::*;
use crate::board::{Byside, Points, Roll, Side};
use crate::rules::{NextStart, Outcome, Phase, Position, Rules, Variant};
use proptest::prelude::*;

/// Something that a user may ask for, sensible or not.
#[expect(clippy::large_enum_variant, reason = "a test makes a hundred of them")]
#[derive(Clone, Debug)]
enum Request {
    NewGame(Rules),
    NewMatch(u32, Rules),
    NextGame,
    Roll(Option<(u8, u8)>),
    Play(usize),
    PlayNothing,
    Pass,
    Double,
    Take,
    Drop,
    Beaver,
    Resign(u8),
    Accept,
    Reject,
    Set(Setting),
    SetOwnPosition,
    Undo,
    Redo,
}

fn ask(game: &mut Game, request: &Request) -> Result<(), GameError> {
    match *request {
        Request::NewGame(rules) => game.new_game(rules).map(drop),
        Request::NewMatch(length, rules) => game.new_match(length, rules).map(drop),
        Request::NextGame => game.next_game().map(drop),
        Request::Roll(dice) => game.roll(dice).map(drop),
        Request::Play(n) => {
            let plays = game.plays();
            let board = plays.get(n % plays.len().max(1)).map(|child| child.board);
            game.play(0, &board.unwrap_or(game.position().white_board)).map(drop)
        }
        Request::PlayNothing => {
            let board = game.position().white_board;
            game.play(0, &board).map(drop)
        }
        Request::Pass => game.pass().map(drop),
        Request::Double => game.double().map(drop),
        Request::Take => game.take().map(drop),
        Request::Drop => game.drop().map(drop),
        Request::Beaver => game.beaver().map(drop),
        Request::Resign(value) => game.resign(value).map(drop),
        Request::Accept => game.accept().map(drop),
        Request::Reject => game.reject().map(drop),
        Request::Set(setting) => game.set(setting).map(drop),
        Request::SetOwnPosition => {
            let position = *game.position();
            game.set(Setting::Position(position)).map(drop)
        }
        Request::Undo => game.undo().map(drop),
        Request::Redo => game.redo().map(drop),
    }
}

fn rules() -> impl Strategy<Value = Rules> {
    (0..Variant::ALL.len(), 0..NextStart::NAMES.len()).prop_map(|(variant, start)| {
        let next_start = NextStart::from_name(NextStart::NAMES[start]).unwrap();
        Rules { next_start, ..Variant::ALL[variant].rules() }
    })
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::White), Just(Side::Black)]
}

fn setting() -> impl Strategy<Value = Setting> {
    let roll = (1..=6_u8, 1..=6_u8).prop_map(|(a, b)| Roll::from_pips(a, b));
    prop_oneof![
        side().prop_map(Setting::Turn),
        roll.prop_map(Setting::Dice),
        Just(Setting::Dice(None)),
        prop_oneof![0..10_u32, Just(64), Just(4096), any::<u32>()].prop_map(Setting::CubeValue),
        proptest::option::of(side()).prop_map(Setting::CubeOwner),
        any::<bool>().prop_map(Setting::CubeUse),
        (0..8_u32, 0..8_u32).prop_map(|(w, b)| Setting::Score(Byside::whole(w, b))),
        prop_oneof![0..8_u32, any::<u32>()].prop_map(Setting::Length),
        any::<bool>().prop_map(Setting::Crawford),
        any::<bool>().prop_map(Setting::Jacoby),
        prop_oneof![0..4_u8, any::<u8>()].prop_map(Setting::Beavers),
        rules().prop_map(Setting::Rules),
    ]
}

fn request() -> impl Strategy<Value = Request> {
    prop_oneof![
        1 => rules().prop_map(Request::NewGame),
        1 => (prop_oneof![0..8_u32, any::<u32>()], rules())
            .prop_map(|(length, rules)| Request::NewMatch(length, rules)),
        4 => Just(Request::NextGame),
        24 => Just(Request::Roll(None)),
        4 => (0..8_u8, 0..8_u8).prop_map(|dice| Request::Roll(Some(dice))),
        24 => any::<usize>().prop_map(Request::Play),
        1 => Just(Request::PlayNothing),
        8 => Just(Request::Pass),
        8 => Just(Request::Double),
        8 => Just(Request::Take),
        2 => Just(Request::Drop),
        4 => Just(Request::Beaver),
        4 => (0..5_u8).prop_map(Request::Resign),
        2 => Just(Request::Accept),
        4 => Just(Request::Reject),
        8 => setting().prop_map(Request::Set),
        1 => Just(Request::SetOwnPosition),
        2 => Just(Request::Undo),
        2 => Just(Request::Redo),
    ]
}

/// What is true of every state that can be reached.
fn check(game: &Game) -> Result<(), TestCaseError> {
    let state = game.state();
    let position = &state.position;
    for table in position.open_tables() {
        let checkers = u32::from(position.rules.of_table(table).variant.spec().checkers);
        let Some(board) = position.table(table, Side::White) else { continue };
        for side in 0..2 {
            let found = board.counts().checkers(side) + u32::from(board.eaten(side));
            prop_assert_eq!(found, checkers, "checkers are conserved");
        }
    }
    if !matches!(position.phase, Phase::Over(_)) {
        prop_assert_eq!((state.score, state.rules), (position.score, position.rules));
        prop_assert_eq!(game.decided(), None);
        let read = Position::from_setup(&position.to_setup(), Variant::Short.rules());
        prop_assert_eq!(read.as_ref(), Ok(position), "can be written down and read again");
    }
    let offered = matches!(position.phase, Phase::DoubleOffered(_));
    prop_assert!(offered || state.double.is_none());
    let resigned = matches!(position.phase, Phase::ResignationOffered(..));
    prop_assert!(resigned || state.resume.is_none());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_order_of_requests_breaks_the_game(
        rules in rules(),
        seed in any::<u64>(),
        requests in proptest::collection::vec(request(), 1..120),
    ) {
        let mut game = Game::new(rules, DiceSource::seeded(seed));
        for request in &requests {
            let before = *game.state();
            let counts = (game.history().len(), game.undone().len());
            if ask(&mut game, request).is_err() {
                prop_assert_eq!(game.state(), &before, "an error changes nothing");
                prop_assert_eq!((game.history().len(), game.undone().len()), counts);
            } else if !matches!(request, Request::Undo | Request::Redo) {
                let after = *game.state();
                game.undo().unwrap();
                prop_assert_eq!(game.state(), &before, "undo restores");
                game.redo().unwrap();
                prop_assert_eq!(game.state(), &after, "redo restores");
            }
            check(&game)?;
        }
        let end = *game.state();
        let mut back = 0;
        while game.undo().is_ok() {
            back += 1;
        }
        for _ in 0..back {
            game.redo().unwrap();
        }
        prop_assert_eq!(game.state(), &end);
    }
}

/// A player that does something legal, chosen by `pick`.
fn act(game: &mut Game, pick: usize) -> Result<(), GameError> {
    match game.phase() {
        Phase::ToRoll(side) if pick.is_multiple_of(8) && game.double_refusal(side).is_none() => {
            game.double().map(drop)
        }
        Phase::Opening | Phase::ToRoll(_) => game.roll(None).map(drop),
        Phase::ToMove(..) if pick.is_multiple_of(500) && game.position().tables() == 1 => {
            game.resign(1).map(drop)
        }
        Phase::ToMove(..) => match game.plays() {
            plays if plays.must_pass() => game.pass().map(drop),
            plays => {
                let play = *plays.get(pick / 8 % plays.len()).unwrap();
                game.play(play.table, &play.board).map(drop)
            }
        },
        Phase::DoubleOffered(_) if pick.is_multiple_of(4) && game.may_beaver() => {
            game.beaver().map(drop)
        }
        Phase::DoubleOffered(_) if pick % 4 == 1 => game.drop().map(drop),
        Phase::DoubleOffered(_) => game.take().map(drop),
        Phase::ResignationOffered(..) if pick.is_multiple_of(2) => game.accept().map(drop),
        Phase::ResignationOffered(..) => game.reject().map(drop),
        Phase::Over(_) => game.next_game().map(drop),
    }
}

/// Plays the current game to its end.
pub(super) fn play_out(game: &mut Game, picks: &mut impl FnMut() -> usize) -> Outcome {
    for _ in 0..20_000 {
        if let Phase::Over(outcome) = game.phase() {
            return outcome;
        }
        act(game, picks()).unwrap();
    }
    panic!("the game does not end: {:?}", game.position());
}

/// A small generator of its own, so that the players' choices are not the dice.
pub(super) fn picks(mut seed: u64) -> impl FnMut() -> usize {
    move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize
    }
}

#[test]
fn every_game_ends_and_pays_somebody() {
    for variant in Variant::ALL {
        for seed in 0..20 {
            let mut game = Game::new(variant.rules(), DiceSource::seeded(seed));
            game.set(Setting::Beavers(2)).unwrap();
            let outcome = play_out(&mut game, &mut picks(seed));
            let score = game.state().score.score;
            match outcome.winner {
                Some(winner) => {
                    assert!(outcome.points > Points::ZERO && outcome.kind.is_some());
                    assert_eq!(
                        (score[winner], score[winner.other()]),
                        (outcome.points, Points::ZERO)
                    );
                }
                None => assert_eq!((outcome.points, score), (Points::ZERO, Byside::whole(0, 0))),
            }
        }
    }
}

#[test]
fn every_match_is_decided_with_at_most_one_crawford_game_at_the_right_moment() {
    for (seed, length) in (0..60).zip([1, 2, 3, 5, 7].into_iter().cycle()) {
        let mut game = Game::new(Variant::Hypergammon.rules(), DiceSource::seeded(seed));
        game.new_match(length, Variant::Hypergammon.rules()).unwrap();
        let mut picks = picks(seed + 1000);
        let mut crawford_games = 0;
        let mut one_away_before = length == 1;
        while game.decided().is_none() {
            let score = game.position().score;
            let one_away = Side::BOTH.iter().any(|&side| score.away(side) == 1);
            assert_eq!(score.crawford, one_away && !one_away_before, "{score:?}");
            assert_eq!(score.post_crawford, one_away && one_away_before && length > 1);
            crawford_games += u32::from(score.crawford);
            one_away_before |= one_away;
            let outcome = play_out(&mut game, &mut picks);
            if score.crawford {
                assert_eq!(game.position().cube.value, 1);
            }
            let total = |score: Byside<Points>| score.0[0] + score.0[1];
            assert_eq!(total(game.state().score.score), total(score.score) + outcome.points);
            if game.decided().is_none() {
                game.next_game().unwrap();
            }
        }
        assert!(crawford_games <= 1);
        assert!(game.next_game().is_err());
    }
}
