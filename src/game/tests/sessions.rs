//! From game to game, what is set by hand, and the way back.

use super::*;

#[test]
fn who_begins_the_next_game_g06_a05() {
    let cases = [
        (NextStart::Winner, Phase::ToRoll(Black)),
        (NextStart::Loser, Phase::ToRoll(White)),
        (NextStart::Roll, Phase::Opening),
        (NextStart::Alternate, Phase::ToRoll(Black)),
    ];
    for (next_start, expected) in cases {
        let rules = Rules { next_start, ..Variant::Short.rules() };
        let mut game = Game::new(rules, DiceSource::by_hand());
        game.roll(Some((6, 1))).unwrap();
        game.resign(1).unwrap();
        game.accept().unwrap();
        game.next_game().unwrap();
        assert_eq!(game.phase(), expected, "{next_start:?}");
        assert_eq!(game.state().game, 2);
    }
}

#[test]
fn new_game_goes_on_with_the_session_or_starts_one() {
    let short = Variant::Short.rules();
    let mut game = game(Variant::Short);
    game.new_match(5, short).unwrap();
    finish(&mut game, &[(13, 15)]);
    // Over: the next game of the match.
    game.new_game(short).unwrap();
    assert_eq!((game.state().score.score, game.state().game), (Byside::whole(2, 0), 2));
    assert_eq!(game.phase(), Phase::ToRoll(White));
    // Running: the same game from its start.
    game.roll(Some((6, 5))).unwrap();
    game.new_game(short).unwrap();
    assert_eq!((game.phase(), game.state().game), (Phase::ToRoll(White), 2));
    assert_eq!(game.position().score.length, 5);
    // Decided: a money session.
    finish(&mut game, &[(23, 15)]);
    assert_eq!(game.decided(), Some(White));
    assert_eq!(game.next_game().unwrap_err(), GameError::MatchDecided(White));
    game.new_game(short).unwrap();
    assert_eq!((game.state().score.length, game.state().game), (0, 1));
    // Another game: a money session of that.
    game.new_match(5, short).unwrap();
    game.new_game(Variant::Nackgammon.rules()).unwrap();
    assert_eq!(game.state().score.length, 0);
    assert_eq!(game.position().white_board, Variant::Nackgammon.rules().start());
}

#[test]
fn the_crawford_game_follows_the_score_c11() {
    let mut game = game(Variant::Backgammon);
    game.new_match(3, Variant::Backgammon.rules()).unwrap();
    finish(&mut game, &[(13, 15)]);
    assert!(game.state().score.crawford && !game.position().score.crawford);
    game.next_game().unwrap();
    assert!(game.position().score.crawford);
    game.roll(Some((6, 5))).unwrap();
    game.resign(1).unwrap();
    game.accept().unwrap();
    game.next_game().unwrap();
    assert!(game.position().score.post_crawford && !game.position().score.crawford);

    // Told before anyone is one point away that there is none; and nardy has none by itself.
    for (variant, on, expected) in
        [(Variant::Backgammon, false, false), (Variant::Short, true, true)]
    {
        game.new_match(3, variant.rules()).unwrap();
        game.set(Setting::Crawford(on)).unwrap();
        finish(&mut game, &[(13, 15)]);
        assert_eq!(game.state().score.crawford, expected, "{variant:?}");
    }
    game.new_match(3, Variant::Short.rules()).unwrap();
    finish(&mut game, &[(13, 15)]);
    assert!(!game.state().score.crawford && !game.state().score.post_crawford);
}

#[test]
fn what_cannot_be_is_refused_with_all_reasons() {
    let reasons = |result: Result<&Change, GameError>| match result {
        Err(GameError::Impossible(errors)) => errors.0,
        other => panic!("{other:?}"),
    };
    let mut game = in_phase("to-roll");
    let cube = Reason::CubeValue { value: 3, max: 4096 };
    assert_eq!(reasons(game.set(Setting::CubeValue(3))), [cube]);
    assert_eq!(reasons(game.set(Setting::Crawford(true))), [Reason::Crawford]);
    game.set(Setting::Jacoby(true)).unwrap();
    game.set(Setting::Beavers(3)).unwrap();
    assert_eq!(reasons(game.set(Setting::Length(5))).len(), 2);
    game.new_match(5, Variant::Backgammon.rules()).unwrap();
    assert_eq!(reasons(game.set(Setting::Score(Byside::whole(5, 7)))).len(), 2);
    let hyper = Setting::Rules(Variant::Hypergammon.rules());
    game.set(hyper).unwrap();
    assert_eq!(game.position().white_board, Variant::Hypergammon.rules().start());
    game.set(Setting::Turn(White)).unwrap();
    assert_eq!(reasons(game.set(Setting::Rules(Variant::Short.rules()))).len(), 2);
    let too_long = GameError::Length { length: LENGTH_MAX + 1, max: LENGTH_MAX };
    assert_eq!(game.set(Setting::Length(LENGTH_MAX + 1)).unwrap_err(), too_long);
    assert_eq!(game.new_match(LENGTH_MAX + 1, Variant::Short.rules()).unwrap_err(), too_long);
}

#[test]
fn settings_of_a_finished_game_are_the_next_ones() {
    let mut game = in_phase("over");
    let position = *game.position();
    game.set(Setting::Length(7)).unwrap();
    let change = game.set(Setting::Score(Byside::whole(6, 2))).unwrap();
    assert_eq!(change.outcome(), None, "the game does not end twice");
    game.set(Setting::Crawford(true)).unwrap();
    let mut rules = Variant::Backgammon.rules();
    rules.first_roll = FirstRoll::Reroll;
    game.set(Setting::Rules(rules)).unwrap();
    assert_eq!(*game.position(), position);
    game.next_game().unwrap();
    assert_eq!(game.position().rules, rules);
    assert_eq!(game.position().score.score, Byside::whole(6, 2));
    assert!(game.position().score.crawford);
}

#[test]
fn a_position_set_by_hand_brings_its_score_and_ends_if_it_is_finished() {
    let mut game = in_phase("double-offered");
    let mut position = bearing_off(Variant::Backgammon.rules(), &[(13, 15)]);
    position.score.length = 7;
    position.phase = Phase::ResignationOffered(White, 1);
    game.set(Setting::Position(position)).unwrap();
    assert_eq!((game.position(), game.state().score.length), (&position, 7));
    assert!(!game.first_turn(White) && !game.first_turn(Black));
    game.reject().unwrap();
    assert_eq!(game.phase(), Phase::ToRoll(Black));
    let mut counts = position.counts(White);
    let row = counts.row_mut(0);
    (row[OFF], row[1]) = (15, 0);
    position.white_board = counts.into();
    position.phase = Phase::ToRoll(Black);
    let change = game.set(Setting::Position(position)).unwrap();
    assert_eq!(change.outcome(), Some(won(White, WinKind::Gammon, 2)));
    assert_eq!(game.state().score.score, Byside::whole(2, 0));
}

#[test]
fn undo_and_redo_walk_the_whole_way() {
    let mut game = game(Variant::Backgammon);
    assert_eq!(game.undo().unwrap_err(), GameError::NothingToUndo);
    assert_eq!(game.redo().unwrap_err(), GameError::NothingToRedo);
    let mut states = vec![*game.state()];
    game.new_match(1, Variant::Backgammon.rules()).unwrap();
    states.push(*game.state());
    finish(&mut game, &[(6, 15)]);
    states.extend(game.history().skip(1).map(|change| *change.after));
    assert!(game.decided().is_some());
    for state in states.iter().rev().skip(1) {
        game.undo().unwrap();
        assert_eq!(game.state(), state);
    }
    for state in &states[1..] {
        game.redo().unwrap();
        assert_eq!(game.state(), state);
    }
    game.undo().unwrap();
    assert_eq!(game.undone().len(), 1);
    game.set(Setting::Jacoby(false)).unwrap();
    assert_eq!(game.redo().unwrap_err(), GameError::NothingToRedo);
}

#[test]
fn the_oldest_changes_are_forgotten() {
    let mut game = in_phase("to-roll");
    for _ in 0..=HISTORY_MAX {
        game.set(Setting::Dice(None)).unwrap();
    }
    assert_eq!(game.history().len(), HISTORY_MAX);
    assert!((size_of::<Change>() + size_of::<State>()) * HISTORY_MAX < 24 << 20);
}
