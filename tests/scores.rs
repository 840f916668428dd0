//! What the games of the family pay, boards side by side and stakes.

use nardy::board::{Board, Byside, EATEN, Pair, Points, RoyalBoard, Side, id};
use nardy::game::{Action, DiceSource, DoubleRefusal, Game, GameError, Setting};
use nardy::moves::{Numbering, Play, Plays};
use nardy::rules::{Outcome, Phase, Position, PositionErrors, Rules, Variant, WinKind, Worth};

const WHITE: Side = Side::White;
const BLACK: Side = Side::Black;

fn read(text: &str) -> Result<Position, PositionErrors> {
    let (setup, _) = id::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Position::from_setup(&setup, Variant::Backgammon.rules())
}

fn position(text: &str) -> Position {
    read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn written(position: &Position) -> String {
    id::npn::print(&position.to_setup())
}

fn game_of(text: &str) -> Game {
    let position = position(text);
    let mut game = Game::new(position.rules, DiceSource::by_hand());
    game.set(Setting::Position(position)).unwrap();
    game
}

/// Plays the first play there is on a board.
fn play_on(game: &mut Game, table: usize) {
    let play = *game.plays().iter().find(|play| play.table == table).unwrap();
    game.play(play.table, &play.board).unwrap();
}

fn outcome(game: &Game) -> Outcome {
    match game.phase() {
        Phase::Over(outcome) => outcome,
        phase => panic!("{phase:?} {}", written(game.position())),
    }
}

/// What the game is worth that the side on turn finishes with its first play.
fn finish(text: &str) -> (Option<Side>, Option<WinKind>, Points) {
    let mut game = game_of(text);
    play_on(&mut game, 0);
    let Outcome { winner, kind, points } = outcome(&game);
    assert_eq!(game.state().score.score[winner.unwrap_or(WHITE)], points);
    (winner, kind, points)
}

fn won(winner: Side, kind: WinKind, points: u32) -> (Option<Side>, Option<WinKind>, Points) {
    (Some(winner), Some(kind), Points::whole(points))
}

#[test]
fn long_pays_by_the_losers_checkers_l15_l16() {
    let cases = [
        ("", "14:14,off:1", WinKind::Oin, 1),
        ("", "24:1,6:13,off:1", WinKind::Oin, 1),
        ("", "24:1,6:14", WinKind::Koks, 3),
        ("", "19:1,6:14", WinKind::Koks, 3),
        ("", "18:1,6:14", WinKind::Mars, 2),
        ("", "6:15", WinKind::HomeMars, 3),
        ("{long.scoring=fsnr}", "24:1,6:14", WinKind::Mars, 2),
        ("{long.scoring=fsnr}", "6:15", WinKind::Mars, 2),
        ("{long.scoring=fsnr}", "6:14,off:1", WinKind::Oin, 1),
        ("{long.koks=winner-home}", "24:1,6:14", WinKind::Mars, 2),
        ("{long.koks=winner-home}", "18:1,6:14", WinKind::Koks, 3),
        ("{long.koks=none}", "24:1,6:14", WinKind::Mars, 2),
    ];
    for (options, loser, kind, points) in cases {
        let text = format!("long{options};1:1,off:14/{loser};w;21;1;0-0/0");
        assert_eq!(finish(&text), won(WHITE, kind, points), "{text}");
    }
}

#[test]
fn the_side_that_moved_second_may_draw_with_its_last_turn_l14() {
    // White began, finishes first, and black has one more turn.
    let start = "long{long.last-roll=draw};1:1,off:14/1:2,off:13;w;-;1;0-0/0";
    let begun = |text: &str| {
        let mut game = game_of("long{long.last-roll=draw};24:15/24:15;-;-;1;0-0/0");
        game.set(Setting::Turn(WHITE)).unwrap();
        game.set(Setting::Position(position(text))).unwrap();
        game
    };
    let mut game = begun(start);
    game.roll(Some((6, 5))).unwrap();
    play_on(&mut game, 0);
    // Whoever was set by hand to throw first counts as the one who began.
    assert_eq!(game.phase(), Phase::ToRoll(BLACK));
    assert!(game.position().is_last_turn());
    assert_eq!(position(&written(game.position())), *game.position());
    assert_eq!(game.double_refusal(BLACK), Some(DoubleRefusal::LastTurn));
    let mut drawn = begun(&written(game.position()));
    drawn.roll(Some((2, 1))).unwrap();
    play_on(&mut drawn, 0);
    assert_eq!(outcome(&drawn), Outcome::DRAW);
    assert_eq!(drawn.state().score.score, Byside::whole(0, 0));
    assert_eq!(position(&written(drawn.position())).phase, drawn.phase());
    // Three checkers cannot go with an ordinary throw: white has won after all.
    let mut lost = begun("long{long.last-roll=draw};off:15/1:3,off:12;b;-;1;0-0/0");
    lost.roll(Some((2, 1))).unwrap();
    play_on(&mut lost, 0);
    assert_eq!(outcome(&lost).winner, Some(WHITE));
    // Without the option the first to finish has won at once.
    assert_eq!(finish("long;1:1,off:14/1:2,off:13;w;21;1;0-0/0"), won(WHITE, WinKind::Oin, 1));
    // The side that moved second ends the game by finishing.
    let mut second = begun("long{long.last-roll=draw};1:1,off:14/1:2,off:13;w;-;1;0-0/0");
    second.set(Setting::Turn(BLACK)).unwrap();
    second.roll(Some((6, 5))).unwrap();
    play_on(&mut second, 0);
    assert_eq!(second.phase().name(), "to-roll", "black threw first here");
}

#[test]
fn khachapuri_pays_the_difference_k05() {
    let text = "khachapuri;1:1,off:14/14:7,off:8;w;21;2b;0-0/0";
    assert_eq!(finish(text), won(WHITE, WinKind::Difference, 14));
    let text = "khachapuri{khachapuri.scoring=oin-mars};1:1,off:14/14:7,off:8;w;21;1;0-0/0";
    assert_eq!(finish(text), won(WHITE, WinKind::Oin, 1));
    let text = "khachapuri{khachapuri.scoring=oin-mars};1:1,off:14/14:15;w;21;1;0-0/0";
    assert_eq!(finish(text), won(WHITE, WinKind::Mars, 2));
}

/// White keeps 5 royals and finishes, black keeps 2 and has a mars against it: 2 x (2 x 3).
const WHITE_AHEAD: &str = "1:k1,off:8k4/13:8,12:k1,11:k1,off:0;w;21";
/// As above, but black finishes.
const BLACK_FINISHES: &str = "13:8,12:k1,11:k1,10:k1,9:k1,7:k1,off:0/1:k1,off:8k1;b;21";

#[test]
fn the_finisher_with_more_royals_wins_12_r13() {
    let at = |options: &str, cube: &str| format!("royal{options};{WHITE_AHEAD};{cube};0-0/0");
    assert_eq!(finish(&at("", "1")), won(WHITE, WinKind::Mars, 12));
    assert_eq!(finish(&at("", "2w")), won(WHITE, WinKind::Mars, 24));
    assert_eq!(finish(&at("{royal.bonus=power}", "1")), won(WHITE, WinKind::Mars, 16));
}

#[test]
fn the_side_with_more_royals_wins_3_though_the_other_finishes_r12_r14() {
    let text = format!("royal;{BLACK_FINISHES};1;0-0/0");
    assert_eq!(finish(&text), won(WHITE, WinKind::Royals, 3));
    let text = format!("royal;{BLACK_FINISHES};4b;0-0/0");
    assert_eq!(finish(&text), won(WHITE, WinKind::Royals, 12));
}

#[test]
fn with_equal_royals_a_royal_game_pays_as_short_r09_r10_r11() {
    let cases = [
        ("13:7,12:k1,11:k1,10:k1,9:k1,7:k1,off:1", WinKind::Oin, 1),
        ("13:8,12:k1,11:k1,10:k1,9:k1,7:k1,off:0", WinKind::Mars, 2),
        ("6:8,5:k1,4:k1,3:k1,2:k1,1:k1,off:0", WinKind::HomeMars, 3),
        ("20:8,5:k1,4:k1,3:k1,2:k1,1:k1,off:0", WinKind::Koks, 3),
        ("bar:1,6:7,5:k1,4:k1,3:k1,2:k1,1:k1,off:0", WinKind::Shekh, 4),
    ];
    for (loser, kind, points) in cases {
        // Both have lost two royals; white bears off all that it still has.
        let text = format!("royal;6:k1,off:8k4/{loser};w;65;1;0-0/0");
        assert_eq!(finish(&text), won(WHITE, kind, points), "{text}");
    }
}

#[test]
fn a_standstill_pays_the_royals_eaten_g20() {
    let mut board = RoyalBoard::EMPTY;
    board.set(0, EATEN, Pair { simple: 0, royal: 1 });
    board.set(1, EATEN, Pair { simple: 0, royal: 3 });
    let mut rules = Variant::Royal.rules();
    let worth = Worth::of_standstill(&rules, &board.into());
    assert_eq!(worth, Some(Worth { winner: Some(0), kind: WinKind::Royals, points: 2 }));
    assert_eq!(Worth::of_standstill(&rules, &RoyalBoard::EMPTY.into()), None, "equal is void");
    rules.set("standstill", "void").unwrap();
    assert_eq!(Worth::of_standstill(&rules, &board.into()), None);
}

#[test]
fn the_first_turn_of_long_nardy_leaves_little_choice_l08() {
    let results = |a, b| {
        let text = format!("long;24:15/24:15;w;{a}{b};1;0-0/0");
        let plays = Plays::of(&position(&text));
        let stacks = |play: &Play| written_side(&play.board.counts());
        plays.iter().map(stacks).collect::<std::collections::BTreeSet<String>>()
    };
    let set = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    assert_eq!(results(6, 6), set(&["24:13,18:2"]));
    assert_eq!(results(4, 4), set(&["24:13,16:2"]));
    assert_eq!(results(3, 3), set(&["24:13,18:2", "24:13,21:1,15:1"]));
    for (a, b) in [(1, 1), (2, 1), (2, 2), (5, 5), (6, 5), (6, 1)] {
        assert_eq!(results(a, b).len(), 1, "{a}-{b}");
    }
}

fn written_side(board: &Board) -> String {
    let held = (1..=24).rev().filter(|&p| board.counts(0)[p] > 0);
    held.map(|p| format!("{p}:{}", board.counts(0)[p])).collect::<Vec<_>>().join(",")
}

#[test]
fn roads_and_homes_lie_as_the_rules_say_g02_g03_s02_l01() {
    let black_by_white = |variant: Variant| {
        let (board, track) = (variant.start(), variant.rules().movement.track);
        let mut held: Vec<(usize, u8)> = (1..=24)
            .filter(|&p| board.counts(1)[p] > 0)
            .map(|p| (track.facing(p), board.counts(1)[p]))
            .collect();
        held.sort_unstable();
        held
    };
    assert_eq!(black_by_white(Variant::Short), [(1, 2), (12, 5), (17, 3), (19, 5)]);
    assert_eq!(black_by_white(Variant::Long), [(12, 15)]);
    assert_eq!(black_by_white(Variant::Khachapuri), [(12, 4), (18, 11)]);
    assert_eq!(black_by_white(Variant::Hypergammon), [(1, 1), (2, 1), (3, 1)]);
}

#[test]
fn royal_start_is_data_r02() {
    let mut rules = Variant::Royal.rules();
    rules.set("royal.start", "24.1k1-13.3k2-8.1k2-6.3k2").unwrap();
    let start = Position::start(rules);
    assert!(written(&start).contains("{royal.start=24.1k1-13.3k2-8.1k2-6.3k2};24:1k1,13:3k2,"));
    assert_eq!(position(&written(&start)), start);
    for bad in ["24.k2-13.5-8.3-6.k4", "24.k8-13.8", "24.k7-1.8", "24", "x.1", "24.k7-13.8-8.0"] {
        assert!(rules.set("royal.start", bad).is_err(), "{bad}");
    }
}

#[test]
fn dave_raises_the_stake_and_knows_no_mars_c01_to_c05() {
    let (mut rules, mars) = (Variant::Short.rules(), ";1:1,off:14/13:15;w;-;1;0-0/0");
    for (dave, stakes) in [("geometric", [2, 4, 8]), ("arithmetic", [2, 3, 4])] {
        rules.set("dave", dave).unwrap();
        let mut game = game_of(&format!("short{{dave={dave}}}{mars}"));
        let mut side = WHITE;
        for stake in stakes {
            game.set(Setting::Turn(side)).unwrap();
            assert_eq!(game.double_refusal(side), None);
            game.double().unwrap();
            assert_eq!(game.beaver().unwrap_err().rule(), Some("C-05"));
            game.take().unwrap();
            assert_eq!(game.position().cube.value, stake);
            assert_eq!(game.double_refusal(side), Some(DoubleRefusal::NotOwner), "C-03");
            assert_eq!(position(&written(game.position())), *game.position());
            side = side.other();
        }
        game.set(Setting::Turn(WHITE)).unwrap();
        game.roll(Some((2, 1))).unwrap();
        play_on(&mut game, 0);
        let points = Points::whole(stakes[2]);
        assert_eq!(outcome(&game).points, points, "C-01: the stake, though it would be a mars");
    }
    // C-02: who refuses loses the stake before.
    let mut game =
        game_of(&format!("short{{dave=arithmetic}}{}", ";1:1,off:14/13:15;b;-;3b;0-0/0"));
    game.double().unwrap();
    game.drop().unwrap();
    assert_eq!(outcome(&game).points, Points::whole(3));
    // A limit, and a game that is played without a stake.
    let mut game =
        game_of(&format!("short{{dave=geometric,dave.max=4}}{}", ";1:1,off:14/13:15;b;-;4b;0-0/0"));
    assert!(matches!(
        game.double(),
        Err(GameError::NoDouble { reason: DoubleRefusal::Limit(4), .. })
    ));
    game.set(Setting::CubeUse(false)).unwrap();
    assert!(matches!(
        game.double(),
        Err(GameError::NoDouble { reason: DoubleRefusal::NotInUse, .. })
    ));
}

#[test]
fn portes_and_tavla_pay_1_or_2_without_a_cube_v01_v02() {
    for name in ["portes", "tavla"] {
        assert!(!Position::start(Rules::from_name(name).unwrap()).cube.in_use);
        let text = format!("{name};1:1,off:14/bar:1,13:14;w;21;x;0-0/0");
        assert_eq!(finish(&text), won(WHITE, WinKind::Gammon, 2));
        let text = format!("{name};1:1,off:14/13:14,off:1;w;21;x;0-0/0");
        assert_eq!(finish(&text), won(WHITE, WinKind::Single, 1));
    }
}

#[test]
fn plakoto_ends_when_a_mother_is_pinned_v03() {
    // White lands on black's last checker on its start, white's 1.
    let pin = |options: &str, mine: &str| {
        let stays = u8::from(mine.starts_with("24:1"));
        let mut game = game_of(&format!("plakoto{options};{mine}/24:1,10:14;w;21;x;0-0/0"));
        let pins = |play: &&Play| play.board.count(0, 1) > 0 && play.board.count(0, 24) == stays;
        let play = *game.plays().iter().find(pins).unwrap();
        game.play(0, &play.board).unwrap();
        game
    };
    assert_eq!(outcome(&pin("", "3:1,2:14")).points, Points::whole(2));
    assert_eq!(outcome(&pin("", "3:1,2:14")).kind, Some(WinKind::Mother));
    // White's own mother still stands on its start: black may pin it back.
    let mut game = pin("", "24:1,3:1,2:13");
    assert_eq!(game.phase(), Phase::ToRoll(BLACK));
    assert!(written(game.position()).contains("/24:p,"));
    game.set(Setting::Position(position("plakoto;24:1,3:13,1:1/24:p,2:1,10:13;b;21;x;0-0/0")))
        .unwrap();
    let back = *game.plays().iter().find(|play| play.board.count(0, 1) > 0).unwrap();
    game.play(0, &back.board).unwrap();
    assert_eq!(outcome(&game), Outcome::DRAW);
    assert_eq!(pin("{plakoto.mother=plays-on}", "3:1,2:14").phase(), Phase::ToRoll(BLACK)); // V-04
}

#[test]
fn gul_bara_goes_on_to_the_sixes_from_the_fourth_throw_v07() {
    let throw = |game: &mut Game, a, b| {
        game.roll(Some((a, b))).unwrap();
        while let Phase::ToMove(side, roll) = game.phase() {
            let plays = game.plays();
            match plays.get(0).copied() {
                Some(play) => game.play(0, &play.board).unwrap(),
                None => game.pass().unwrap(),
            };
            if let Phase::ToMove(after, next) = game.phase() {
                assert_eq!((after, next.high().pips()), (side, roll.high().pips() + 1));
            }
        }
    };
    let mut game = Game::new(Variant::GulBara.rules(), DiceSource::by_hand());
    game.set(Setting::Turn(WHITE)).unwrap();
    for _ in 0..3 {
        throw(&mut game, 2, 1);
        throw(&mut game, 2, 1);
    }
    let plays = |game: &Game| {
        game.history().filter(|change| matches!(change.action, Action::Play { .. })).count()
    };
    let before = plays(&game);
    throw(&mut game, 5, 5);
    assert_eq!((plays(&game), game.phase()), (before + 2, Phase::ToRoll(BLACK)), "fives, sixes");
    // In the first three throws a double is four steps.
    let mut game = Game::new(Variant::GulBara.rules(), DiceSource::by_hand());
    game.set(Setting::Turn(WHITE)).unwrap();
    throw(&mut game, 1, 1);
    assert_eq!(plays(&game), 1);
}

#[test]
fn what_cannot_be_played_of_a_cascade_goes_to_the_opponent_by_option_v07() {
    // White's fives are stopped after one step; black plays the other three.
    let text = "gul-bara{gul-bara.leftover=opponent};13:15/24:10,23:5;w;55;x;0-0/0";
    let mut game = game_of(text);
    let steps = game.plays().get(0).unwrap().steps.len();
    play_on(&mut game, 0);
    match steps {
        4 => assert!(matches!(game.phase(), Phase::ToMove(side, roll)
            if side == WHITE && roll.high().pips() == 6)),
        _ => assert!(matches!(game.phase(), Phase::ToMove(side, roll)
            if side == BLACK && roll.high().pips() == 5)),
    }
    let stopped = "gul-bara{gul-bara.leftover=opponent};2:1,off:14/13:1,6:14;w;66;x;0-0/0";
    assert!(matches!(game_of(stopped).plays().get(0), Some(play) if play.steps.len() == 1));
}

#[test]
fn tavli_takes_portes_plakoto_and_fevga_in_turn() {
    let mut game = Game::new(Rules::from_name("tavli").unwrap(), DiceSource::seeded(1));
    game.new_match(7, Rules::from_name("tavli").unwrap()).unwrap();
    let mut names = Vec::new();
    for _ in 0..4 {
        names.push(game.position().rules.variant.name());
        game.set(Setting::Turn(WHITE)).unwrap();
        game.resign(1).unwrap();
        game.accept().unwrap();
        game.next_game().unwrap();
    }
    assert_eq!(names, ["portes", "plakoto", "fevga", "portes"]);
}

const TWO: &str = "1:1,off:14/13:15|13:14,off:1/1:1,off:14";

#[test]
fn the_first_board_pays_half_a_point_less_p06_p07_p08() {
    let mut game = game_of(&format!("parallel:short+short;{TWO};w;21;1|1;0-0/0"));
    assert!(matches!(game.choose(2), Err(GameError::NoBoard { number: 3, boards: 2 })));
    assert_eq!(game.pass().unwrap_err().rule(), Some("G-13"));
    game.choose(0).unwrap();
    assert!(game.plays().iter().all(|play| play.table == 0), "P-03");
    play_on(&mut game, 0);
    assert_eq!(game.phase(), Phase::ToRoll(BLACK));
    assert!(written(game.position()).starts_with("parallel:short+short;=w1.5|"));
    assert_eq!(game.choose(0).unwrap_err().rule(), Some("P-06"));
    game.roll(Some((2, 1))).unwrap();
    play_on(&mut game, 1);
    let half = Points::halves(1);
    let total = Outcome { winner: Some(WHITE), kind: Some(WinKind::Total), points: half };
    assert_eq!(outcome(&game), total);
    assert_eq!(game.state().score.score, Byside::new(half, Points::ZERO));
    assert_eq!(position(&written(game.position())).phase, game.phase());
    assert_eq!(game.undo().unwrap().before.position.phase.name(), "to-move");
}

#[test]
fn kinds_of_the_first_board_lose_the_half_p07() {
    let cases = [("13:14,off:1", 1), ("13:15", 3), ("6:15", 5), ("bar:1,13:14", 7)];
    for (loser, halves) in cases {
        let text = format!("1:1,off:14/{loser}|13:14,off:1/1:1,off:14");
        let mut game = game_of(&format!("parallel:short+short;{text};w;21;1|1;0-0/0"));
        play_on(&mut game, 0);
        let won = game.position().parallel.unwrap().won_by(WHITE);
        assert_eq!(won, Points::halves(halves), "{loser}");
    }
}

#[test]
fn a_cube_for_each_board_and_the_half_after_it_p09() {
    for (options, halves) in [("", 7), ("{parallel.half=before-cube}", 6)] {
        let mut game = game_of(&format!("parallel:short+short{options};{TWO};w;-;1|1;0-0/0"));
        let refused = game.double().unwrap_err();
        assert_eq!(refused.rule(), Some("P-09"), "which board's cube?");
        game.choose(0).unwrap();
        game.double().unwrap();
        assert!(written(game.position()).contains(";b;D@1;1|1;"));
        assert_eq!(position(&written(game.position())), *game.position());
        game.take().unwrap();
        assert!(written(game.position()).contains(";2b|1;"));
        game.roll(Some((2, 1))).unwrap();
        play_on(&mut game, 0);
        let won = game.position().parallel.unwrap().won_by(WHITE);
        assert_eq!(won, Points::halves(halves), "2 x 2 less the half");
    }
    // A refused double ends its board alone.
    let mut game = game_of(&format!("parallel:short+short;{TWO};w;-;1|2w;0-0/0"));
    game.choose(1).unwrap();
    game.double().unwrap();
    game.drop().unwrap();
    assert_eq!(game.phase(), Phase::ToRoll(WHITE));
    assert_eq!(game.position().parallel.unwrap().won_by(WHITE), Points::halves(3));
}

#[test]
fn with_three_boards_only_the_first_pays_less_p10() {
    for (options, halves) in [("", 7), ("{parallel.discount=each-but-last}", 6)] {
        let one = "1:1,off:14/13:15";
        let text = format!("parallel:short+short+short{options};{one}|{one}|{one};w;21;x;0-0/0");
        let mut game = game_of(&text);
        play_on(&mut game, 0);
        game.roll(Some((2, 1))).unwrap();
        play_on(&mut game, 2);
        game.roll(Some((2, 1))).unwrap();
        play_on(&mut game, 2);
        let won = game.position().parallel.unwrap().won_by(WHITE);
        assert_eq!(won, Points::halves(halves), "1.5 and 2, or 1.5 twice");
    }
}

#[test]
fn one_cube_counts_for_the_first_board_only_p20_p21() {
    let mut game =
        game_of(&format!("parallel:short+short{{parallel.cube=single}};{TWO};w;-;1;0-0/0"));
    game.double().unwrap();
    game.take().unwrap();
    assert_eq!((game.position().cube.value, game.position().cube.owner), (2, Some(BLACK)));
    game.roll(Some((2, 1))).unwrap();
    play_on(&mut game, 0);
    assert_eq!(game.position().parallel.unwrap().won_by(WHITE), Points::halves(7));
    assert!(!game.position().cube.in_use && game.position().cube.value == 1, "P-21");
    game.roll(Some((2, 1))).unwrap();
    play_on(&mut game, 1);
    assert_eq!(outcome(&game).points, Points::halves(5));
}

#[test]
fn who_refuses_the_one_cube_names_a_board_p22() {
    for (option, in_use) in [("", true), (",parallel.after-drop=single", false)] {
        let rules = format!("parallel:short+short{{parallel.cube=single{option}}}");
        let mut game = game_of(&format!("{rules};{TWO};w;-;2w;0-0/0"));
        game.double().unwrap();
        assert_eq!(game.drop().unwrap_err().rule(), Some("P-03"), "which board?");
        game.choose(1).unwrap();
        game.drop().unwrap();
        let now = *game.position();
        assert_eq!(now.parallel.unwrap().won_by(WHITE), Points::halves(3), "2 less the half");
        assert_eq!(now.phase, Phase::ToRoll(WHITE));
        assert_eq!(now.cube.in_use, in_use);
        if in_use {
            assert_eq!((now.cube.value, now.cube.owner), (2, Some(BLACK)));
        }
        assert_eq!(position(&written(&now)), now);
    }
}

#[test]
fn choosing_a_board_where_nothing_moves_passes_the_turn_p03_p04() {
    let shut = "bar:2,13:13/6:3,5:3,4:3,3:2,2:2,1:2";
    let mut game = game_of(&format!(
        "parallel:short+short;{shut}|24:2,13:5,8:3,6:5/24:2,13:5,8:3,6:5;w;31;1|1;0-0/0"
    ));
    let plays = game.plays();
    assert_eq!(plays.text(0, Numbering::Descending), "1: pass");
    assert!(plays.len() > 10 && !plays.must_pass());
    assert!(plays.iter().all(|play| play.table == 1 || play.steps.is_empty()), "no dice are split");
    game.choose(0).unwrap();
    game.pass().unwrap();
    assert_eq!(game.phase(), Phase::ToRoll(BLACK));
}

#[test]
fn the_first_turn_is_counted_board_by_board_p05() {
    let mut game =
        Game::new(Rules::from_name("parallel:long+long").unwrap(), DiceSource::by_hand());
    game.roll(Some((3, 1))).unwrap(); // P-02: one opening throw for all boards.
    assert_eq!(game.phase(), Phase::ToRoll(WHITE));
    let two_left = |game: &mut Game, table: usize| {
        game.roll(Some((6, 6))).unwrap();
        let play = *game.plays().iter().find(|play| play.table == table).unwrap();
        game.play(table, &play.board).unwrap();
        15 - play.board.count(0, 24)
    };
    assert_eq!(two_left(&mut game, 0), 2);
    assert_eq!(two_left(&mut game, 1), 2, "black's first turn");
    assert_eq!(two_left(&mut game, 1), 2, "white's first turn on the second board");
}

#[test]
fn boards_and_stacks_that_cannot_be_are_refused() {
    let long = "24:15/24:15;w;-;1;0-0/0";
    let refused = [
        "royal;24:k2,13:6,8:3,6:k5/24:k2,13:5,8:3,6:k5;w;-;1;0-0/0",
        "royal;24:k3,13:4,8:3,6:k5/24:k2,13:5,8:3,6:k5;w;-;1;0-0/0",
        "royal;24:k2,13:5,8:3,7:k2,6:k3/24:k2,13:5,8:3,6:k5;w;-;1;0-0/0",
        "royal;24:k2,13:5,8:2,6:k5/24:k2,13:5,8:3,6:k5;w;-;1;0-0/0",
        "royal;bar:k1,24:k1,13:5,8:3,6:k5/24:k2,13:5,8:3,6:k5;w;-;1;0-0/0",
        "doublegammon;bar:a,24:1,13:5,8:3,6:5/24:2,13:5,8:3,6:5;w;-;1;0-0/0",
        "short;24:k2,13:5,8:3,6:5/24:2,13:5,8:3,6:5;w;-;1;0-0/0",
        "short;24:ab,13:5,8:3,6:5/24:2,13:5,8:3,6:5;w;-;1;0-0/0",
        "long;bar:1,24:14/24:15;w;-;1;0-0/0",
        "plakoto;24:15/20:p,24:14;w;-;x;0-0/0",
        "parallel:short+long;24:15/24:15;w;-;x;0-0/0",
        "parallel:short+go;=w1|=b1;-;-;x;0-0/0",
        "parallel:long+long+long+long+long;24:15/24:15|24:15/24:15;w;-;x;0-0/0",
        "parallel:long+long;24:15/24:15|=w2;b;D@2;1|1;0-0/0",
        "parallel:long+long;24:15/24:15|24:15/24:15;b;D;1|1;0-0/0",
        "short{long.prime=free};24:2,13:5,8:3,6:5/24:2,13:5,8:3,6:5;w;-;1;0-0/0",
    ];
    for text in refused {
        assert!(read(text).is_err(), "{text}");
    }
    assert!(read(&format!("long{{long.prime-check=end}};{long}")).is_err());
    assert!(
        read(&format!("long{{long.prime-check=end,long.prime=must-have-enemy-ahead}};{long}"))
            .is_ok()
    );
    assert!(id::parse("doublegammon;24:ac,13:5/24:15;w;-;1;0-0/0").is_err());
    assert!(id::parse("long;24:15/24:15;w;D@3;1;0-0/0").is_err());
    // Odd, but possible.
    for text in [
        "royal;24:k1,13:5,8:2k1,6:1k5/24:k2,13:5,8:3,6:k5;w;-;1;0-0/0",
        "doublegammon;bar:2,24:bb,13:5,6:abaabb/24:2,13:5,8:3,6:5;w;-;1;0-0/0",
        "parallel:long+long;24:15/24:15|=-0;b;-;1|x;0.5-1.5/7",
    ] {
        assert_eq!(written(&position(text)), text);
    }
}

#[test]
fn counts_of_the_start_are_seen_by_the_engine_as_plain_boards() {
    let long = Position::start(Variant::Long.rules());
    assert_eq!(long.plain_board(BLACK), Some(Variant::Long.start()));
    let royal = Position::start(Variant::Royal.rules());
    assert_eq!(royal.plain_board(WHITE), None);
    let counts: Board = royal.counts(WHITE);
    assert_eq!(counts.pips(0), 167);
}
