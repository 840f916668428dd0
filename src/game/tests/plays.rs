//! Throws, plays, passes and how games end.

use super::*;

#[test]
fn the_higher_die_begins_and_plays_by_first_roll_g05_a04() {
    let mut game = game(Variant::Backgammon);
    game.roll(Some((2, 5))).unwrap();
    assert_eq!(game.phase(), Phase::ToMove(Black, roll(5, 2)));
    assert_eq!(game.state().beginner, Some(Black));

    let mut game = Game::new(Variant::Short.rules(), DiceSource::by_hand());
    assert_eq!(game.roll(Some((3, 3))).unwrap_err(), GameError::OpeningTie);
    game.roll(Some((5, 2))).unwrap();
    assert_eq!(game.phase(), Phase::ToRoll(White));
    game.roll(Some((2, 2))).unwrap();
    assert_eq!(game.phase(), Phase::ToMove(White, roll(2, 2)));
}

#[test]
fn equal_opening_dice_are_thrown_again_and_told_g05() {
    let die = |n| crate::board::Die::new(n).unwrap();
    let throws = [(die(3), die(3)), (die(1), die(4))];
    let mut game = Game::new(Variant::Backgammon.rules(), DiceSource::scripted(throws));
    let change = game.roll(None).unwrap();
    assert_eq!(change.action, Action::Opening(throws.to_vec()));
    assert_eq!(game.phase(), Phase::ToMove(Black, roll(4, 1)));
    assert_eq!(game.dice().unused(), 0);
}

#[test]
fn dice_must_exist() {
    let mut game = in_phase("to-roll");
    assert_eq!(game.roll(Some((7, 1))).unwrap_err(), GameError::BadDice(7, 1));
    assert_eq!(game.roll(Some((1, 0))).unwrap_err(), GameError::BadDice(1, 0));
    assert_eq!(game.roll(None).unwrap_err(), GameError::Dice(DiceError::ByHand));
}

#[test]
fn the_opening_is_settled_by_hand_white_where_nobody_was_named() {
    let mut game = game(Variant::Backgammon);
    game.set(Setting::Dice(Some(roll(3, 1)))).unwrap();
    assert_eq!(game.phase(), Phase::ToMove(White, roll(3, 1)));
    assert_eq!(game.state().beginner, Some(White));
    game.set(Setting::Turn(Black)).unwrap();
    assert_eq!(game.phase(), Phase::ToMove(Black, roll(3, 1)));
    game.set(Setting::Dice(None)).unwrap();
    assert_eq!(game.phase(), Phase::ToRoll(Black));
}

#[test]
fn a_play_hands_the_turn_over_and_an_illegal_one_does_not_g07() {
    let mut game = in_phase("to-move");
    assert_eq!(game.plays().len(), 16);
    let start = Variant::Backgammon.rules().start();
    assert_eq!(game.play(0, &start).unwrap_err(), GameError::IllegalPlay);
    assert!(game.first_turn(White));
    play_first(&mut game);
    assert_eq!(game.phase(), Phase::ToRoll(Black));
    assert!(!game.first_turn(White) && game.first_turn(Black));
    let Some(Action::Play { steps, .. }) =
        game.history().last().map(|change| change.action.clone())
    else {
        panic!("a play is remembered as a play")
    };
    assert_eq!(steps.len(), 2);
}

#[test]
fn black_plays_in_its_own_numbering_g02() {
    let mut game = game(Variant::Backgammon);
    game.roll(Some((1, 3))).unwrap();
    let before = game.position().board(Black);
    let child = *game.plays().get(0).unwrap();
    game.play(0, &child.board).unwrap();
    assert_eq!(game.position().board(Black), child.board);
    assert_eq!(game.position().counts(White).row(0), before.counts().row(1));
}

#[test]
fn a_turn_is_passed_only_when_nothing_moves_g13() {
    let mut game = in_phase("to-move");
    assert_eq!(game.pass().unwrap_err(), GameError::MustMove(White));
    let mut rows = [[0; 26]; 2];
    (rows[0][25], rows[0][6]) = (1, 14);
    rows[1][1..=6].fill(2);
    rows[1][8] = 3;
    let board = crate::board::Board::new(rows[0], rows[1]);
    let start = Position::start(Variant::Backgammon.rules());
    let position =
        Position { white_board: board.into(), phase: Phase::ToMove(White, roll(6, 5)), ..start };
    game.set(Setting::Position(position)).unwrap();
    assert!(!game.can_move());
    game.pass().unwrap();
    assert_eq!(game.phase(), Phase::ToRoll(Black));
    assert_eq!(game.position().white_board, board.into());
}

#[test]
fn the_last_checker_off_ends_the_game_and_pays_g18_s24() {
    let mut short = game(Variant::Short);
    assert_eq!(finish(&mut short, &[(6, 15)]), won(White, WinKind::HomeMars, 3)); // S-26
    assert_eq!(short.state().score.score, Byside::whole(3, 0));
    assert_eq!(short.position().score.score, Byside::whole(0, 0));
    short.next_game().unwrap();
    assert_eq!(short.position().score.score, Byside::whole(3, 0));

    let mut money = game(Variant::Backgammon);
    money.set(Setting::CubeValue(4)).unwrap();
    assert_eq!(finish(&mut money, &[(13, 15)]), won(White, WinKind::Gammon, 8)); // C-10
}

#[test]
fn jacoby_counts_gammons_only_after_a_double_c11() {
    let mut game = game(Variant::Backgammon);
    game.set(Setting::Jacoby(true)).unwrap();
    assert_eq!(finish(&mut game, &[(13, 15)]), won(White, WinKind::Gammon, 1));
    game.next_game().unwrap();
    game.set(Setting::CubeValue(2)).unwrap();
    game.set(Setting::CubeOwner(Some(Black))).unwrap();
    assert_eq!(finish(&mut game, &[(13, 15)]), won(White, WinKind::Gammon, 4));
}

#[test]
fn nobody_can_ever_move_again_g20() {
    // Both on the bar against closed boards: no set-up may say so, hence by force.
    let mut game = in_phase("to-move");
    let mut row = [0; 26];
    row[1..=6].fill(2);
    row[25] = 3;
    let mut state = *game.state;
    state.position.white_board = crate::board::Board::new(row, row).into();
    game.state = std::sync::Arc::new(state);
    let outcome = game.pass().unwrap().outcome();
    assert_eq!(outcome, Some(Outcome::VOID));
    assert_eq!(game.state().score, game.position().score);
    game.next_game().unwrap();
    assert_eq!((game.phase(), game.state().game), (Phase::Opening, 2));
}
