//! Round trips, other programs' texts, and what is refused.

use super::*;
use crate::game::{Action, DiceSource, Game, Setting, laws};
use crate::rules::{Phase, Variant};
use proptest::prelude::*;

/// As GNU Backgammon 1.07 wrote it: 3-1, 6-4, a double taken, 6-6, and a resignation.
const GNUBG: &str = "; [EventDate \"2026.11.30\"]

 3 point match

 Game 1
 Alice : 0                      Bob : 0
  1)                             31: 8/5 6/5 
  2) 64: 24/18 18/14              Doubles => 2
  3)  Takes                      66: 24/18 24/18 13/7 13/7
                                  Wins 2 points
";

fn names() -> Byside<String> {
    Byside::new("Alice".to_owned(), "Bob".to_owned())
}

fn read(text: &str) -> Result<Imported, MatError> {
    import(text, Variant::Backgammon.rules())
}

fn problem(text: &str) -> (usize, Problem) {
    match read(text) {
        Err(MatError::Line { line, problem }) => (line, problem),
        other => panic!("{other:?}"),
    }
}

#[test]
fn reads_what_gnu_backgammon_wrote() {
    let read = read(GNUBG).unwrap();
    assert_eq!(read.names, names());
    let state = read.game.state();
    assert_eq!((state.score.length, state.score.score), (3, Byside::whole(0, 2)));
    assert!(state.score.crawford, "one point away: the Crawford game is next");
    let actions = read.game.history().map(|change| &change.action);
    assert_eq!(actions.filter(|action| matches!(action, Action::Play { .. })).count(), 3);
    assert_eq!(read.game.position().cube.value, 2);
}

#[test]
fn writes_as_gnu_backgammon_does() {
    let read = read(GNUBG).unwrap();
    let text = export(&read.game, &read.names).unwrap();
    let body = |text: &str| {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with(';'));
        lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(body(&text), body(GNUBG));
}

#[test]
fn reads_joined_steps_folded_steps_names_of_places_and_full_columns() {
    let text = " 0 point match\n Game 1\n A : 0   B : 0\n\
                1) 66: 24/18(2) 13/7(2)        64: 24/14\n\
                2) 55: 13/3 8/3 6/1*31: bar/21\n";
    let game = read(text).unwrap().game;
    assert_eq!(game.position().white_board.count(1, 21), 1);
}

#[test]
fn reads_passes_and_a_throw_that_waits() {
    let closed = " 0 point match\n\n Game 1\n A : 0     B : 0\n\
                  1) 31: 8/5 6/5                 52: 13/11 13/8\n  2) 63:\n";
    let game = read(closed).unwrap().game;
    assert!(matches!(game.phase(), Phase::ToMove(Side::White, _)));
    let (line, problem) =
        problem(&format!("{closed}  3)                             42: 8/4 6/4\n"));
    assert_eq!(line, 7);
    assert!(matches!(problem, Problem::Turn(Side::Black)), "{problem:?}");
}

#[test]
fn says_which_line_is_wrong() {
    assert_eq!(read("").unwrap_err(), MatError::NoMatch);
    assert_eq!(problem("hello\n"), (1, Problem::Expected("'N point match'")));
    let head = " 3 point match\n\n Game 1\n A : 0     B : 0\n";
    let play = problem(&format!("{head}  1) 31: 8/5 6/4\n"));
    assert!(matches!(play, (5, Problem::Play(_))), "{play:?}");
    let dropped = problem(&format!("{head}  1)  Drops\n"));
    assert!(matches!(dropped, (5, Problem::Game(GameError::WrongPhase { .. }))), "{dropped:?}");
    assert_eq!(problem(&format!("{head} Game 2\n")), (5, Problem::Unfinished));
    assert_eq!(problem(&format!("{head}  1) nonsense\n")), (5, Problem::Expected("a turn")));
    let score = problem(&format!("{head}  1) Wins 1 point\n Game 2\n A : 0   B : 0\n"));
    assert_eq!(score, (7, Problem::Score(Byside::whole(1, 0))));
    let half = format!("{head}  1)  Doubles => 2\n  2)               Takes\n  Wins 3 points\n");
    let (line, problem) = problem(&half);
    assert_eq!(line, 7);
    assert!(matches!(problem, Problem::Game(GameError::ResignationValue { .. })));
}

#[test]
fn a_file_that_starts_at_a_score_is_the_rest_of_a_match() {
    let text = " 5 point match\n\n Game 7\n A : 3   B : 2\n  1) 31: 8/5 6/5\n";
    let state = *read(text).unwrap().game.state();
    assert_eq!(state.position.score.score, Byside::whole(3, 2));
}

#[test]
fn a_game_set_up_by_hand_cannot_be_written() {
    let mut game = Game::new(Variant::Backgammon.rules(), DiceSource::by_hand());
    game.set(Setting::CubeValue(2)).unwrap();
    assert_eq!(export(&game, &names()), Err(MatError::SetByHand(1)));
    game.undo().unwrap();
    game.set(Setting::Turn(Side::Black)).unwrap();
    assert!(export(&game, &names()).is_ok());
    let mut position = *game.position();
    position.white_board = Variant::Nackgammon.start().into();
    game.set(Setting::Position(position)).unwrap();
    assert_eq!(export(&game, &names()), Err(MatError::SetByHand(1)));
    game.new_game(Variant::Short.rules()).unwrap();
    assert!(export(&game, &names()).is_ok());
}

#[test]
fn names_cannot_break_the_form() {
    let game = Game::new(Variant::Backgammon.rules(), DiceSource::by_hand());
    let rough = Byside::new("a : 1\n\"]; [b".to_owned(), "  ".to_owned());
    let text = export(&game, &rough).unwrap();
    let names = read(&text).unwrap().names;
    assert_eq!(names, Byside::new("a _ 1____ _b".to_owned(), "black".to_owned()));
}

/// Boards and outcomes in order: what must come back.
fn story(game: &Game) -> Vec<String> {
    let told = |change: &crate::game::Change| match change.action {
        Action::Play { .. } => Some(format!("{:?}", change.after.position.white_board)),
        Action::Pass | Action::Double | Action::Take | Action::Drop | Action::Beaver => {
            Some(format!("{:?}", change.action))
        }
        _ => change.outcome().map(|outcome| format!("{:?} {}", outcome.winner, outcome.points)),
    };
    game.history().filter_map(told).collect()
}

#[test]
fn whole_matches_come_back_as_they_were() {
    // Games whose plays the format can write.
    let plain = |variant: &Variant| {
        let rules = variant.rules();
        rules.start().plain().is_some() && rules.tables() == 1 && *variant != Variant::GulBara
    };
    for variant in Variant::ALL.into_iter().filter(plain) {
        for (seed, length) in [(1, 0), (2, 1), (3, 3), (4, 7)] {
            let mut game = Game::new(variant.rules(), DiceSource::seeded(seed));
            game.new_match(length, variant.rules()).unwrap();
            if length == 0 {
                game.set(Setting::Beavers(3)).unwrap();
            }
            let mut picks = laws::picks(seed);
            for _ in 0..8 {
                laws::play_out(&mut game, &mut picks);
                if game.next_game().is_err() {
                    break;
                }
            }
            let text = export(&game, &names()).unwrap();
            let read = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(story(&read.game), story(&game), "{variant:?} {seed}\n{text}");
            assert_eq!(read.game.state().score.score, game.state().score.score);
            assert_eq!(export(&read.game, &read.names).unwrap(), text);
        }
    }
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader(
        cuts in proptest::collection::vec((0..400_usize, "[ -~é\n]{0,6}"), 0..6),
    ) {
        let mut text: Vec<char> = GNUBG.chars().collect();
        for (at, new) in &cuts {
            let at = at % text.len();
            text.splice(at..(at + 2).min(text.len()), new.chars());
        }
        let _ = read(&text.into_iter().collect::<String>());
    }
}
