//! Doubles, beavers and resignations.

use super::*;

#[test]
fn a_double_is_taken_or_dropped_c10() {
    let mut game = in_phase("double-offered");
    assert_eq!(game.phase(), Phase::DoubleOffered(Black));
    assert_eq!(game.position().cube.value, 1);
    game.take().unwrap();
    assert_eq!(game.phase(), Phase::ToRoll(White));
    assert_eq!((game.position().cube.value, game.position().cube.owner), (2, Some(Black)));
    let refused = GameError::NoDouble { side: White, reason: DoubleRefusal::NotOwner };
    assert_eq!(game.double().unwrap_err(), refused);
    game.set(Setting::Turn(Black)).unwrap();
    game.double().unwrap();
    let outcome = game.drop().unwrap().outcome();
    assert_eq!(outcome, Some(won(Black, WinKind::Single, 2)));
    assert_eq!(game.state().score.score, Byside::whole(0, 2));
}

#[test]
fn a_dropped_nardy_game_is_an_oin_c10() {
    let mut game = game(Variant::Short);
    game.set(Setting::Turn(Black)).unwrap();
    game.double().unwrap();
    assert_eq!(game.drop().unwrap().outcome(), Some(won(Black, WinKind::Oin, 1)));
}

#[test]
fn why_a_side_may_not_double_c10_c11() {
    let refusal = |game: &mut Game| match game.double() {
        Err(GameError::NoDouble { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    let mut game = in_phase("to-roll");
    game.set(Setting::CubeUse(false)).unwrap();
    assert_eq!(refusal(&mut game), DoubleRefusal::NotInUse);
    game.set(Setting::CubeUse(true)).unwrap();
    game.set(Setting::CubeValue(4096)).unwrap();
    assert_eq!(refusal(&mut game), DoubleRefusal::Limit(4096));
    game.new_match(5, Variant::Backgammon.rules()).unwrap();
    game.set(Setting::Turn(White)).unwrap();
    game.set(Setting::CubeValue(8)).unwrap();
    assert_eq!(refusal(&mut game), DoubleRefusal::Dead);
    game.set(Setting::CubeValue(1)).unwrap();
    game.set(Setting::Score(Byside::whole(4, 0))).unwrap();
    game.set(Setting::Crawford(true)).unwrap();
    assert_eq!(refusal(&mut game), DoubleRefusal::Crawford);
    game.set(Setting::Crawford(false)).unwrap();
    assert!(game.position().score.post_crawford);
    assert_eq!(refusal(&mut game), DoubleRefusal::Dead);
    game.set(Setting::Turn(Black)).unwrap();
    game.double().unwrap();
}

#[test]
fn a_beavered_doubler_answers_again_c11() {
    let mut game = in_phase("to-roll");
    game.set(Setting::Beavers(2)).unwrap();
    game.double().unwrap();
    assert!(game.may_beaver());
    game.beaver().unwrap();
    assert_eq!(game.phase(), Phase::DoubleOffered(White));
    assert_eq!((game.position().cube.value, game.position().cube.owner), (2, Some(Black)));
    game.take().unwrap();
    // GNU Backgammon: "The cube is at 4", the beaverer's, and the doubler throws.
    assert_eq!(game.phase(), Phase::ToRoll(White));
    assert_eq!((game.position().cube.value, game.position().cube.owner), (4, Some(Black)));

    game.undo().unwrap();
    assert_eq!(game.drop().unwrap().outcome(), Some(won(Black, WinKind::Single, 2)));

    game.undo().unwrap();
    game.beaver().unwrap();
    assert_eq!(game.phase(), Phase::DoubleOffered(Black));
    let used = GameError::NoBeaver { side: Black, reason: BeaverRefusal::Used(2) };
    assert_eq!(game.beaver().unwrap_err(), used);
    game.take().unwrap();
    assert_eq!(game.phase(), Phase::ToRoll(White));
    assert_eq!((game.position().cube.value, game.position().cube.owner), (8, Some(Black)));
}

#[test]
fn no_beaver_in_a_match_or_past_the_limit_c11() {
    let mut game = in_phase("to-roll");
    game.set(Setting::Beavers(9)).unwrap();
    game.set(Setting::CubeValue(2048)).unwrap();
    game.double().unwrap();
    let limit = GameError::NoBeaver { side: Black, reason: BeaverRefusal::Limit(4096) };
    assert_eq!(game.beaver().unwrap_err(), limit);
    game.new_match(5, Variant::Backgammon.rules()).unwrap();
    assert_eq!(game.position().score.beavers, 0);
    game.set(Setting::Turn(Black)).unwrap();
    game.double().unwrap();
    let no = GameError::NoBeaver { side: White, reason: BeaverRefusal::Match };
    assert_eq!(game.beaver().unwrap_err(), no);
}

#[test]
fn a_resignation_is_accepted_or_play_goes_on_as_it_was() {
    let mut game = in_phase("resignation-offered");
    assert_eq!(game.phase(), Phase::ResignationOffered(Black, 2));
    game.reject().unwrap();
    assert_eq!(game.phase(), Phase::ToMove(White, roll(3, 1)));
    game.set(Setting::CubeValue(2)).unwrap();
    game.resign(3).unwrap();
    let outcome = game.accept().unwrap().outcome();
    assert_eq!(outcome, Some(won(Black, WinKind::Backgammon, 6)));
    assert_eq!(game.state().score.score, Byside::whole(0, 6));
}

fn with_scoring(scoring: Scoring) -> Rules {
    let mut rules = Variant::Short.rules();
    rules.pays.scoring = scoring;
    rules
}

#[test]
fn a_resignation_is_worth_what_the_game_knows() {
    for (scoring, max) in
        [(Scoring::Seed, 3), (Scoring::Backgammon, 3), (Scoring::Portes, 2), (Scoring::Flat, 1)]
    {
        let mut game = Game::new(with_scoring(scoring), DiceSource::by_hand());
        game.set(Setting::Turn(White)).unwrap();
        for value in [0, max + 1, u8::MAX] {
            let refused = GameError::ResignationValue { value, max };
            assert_eq!(game.resign(value).unwrap_err(), refused);
        }
        game.resign(max).unwrap();
        let outcome = game.accept().unwrap().outcome().unwrap();
        assert_eq!(outcome.kind.map(WinKind::points), Some(u32::from(max)));
    }
}
