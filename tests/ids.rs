//! Positions as text: recorded examples, round trips, refusals.

use nardy::board::id::{self, Form, IdErrorKind, fibs, gnubg, npn, xgid};
use nardy::board::{BAR, Board, Byside, CubeSetup, DiceSetup, MatchSetup, OFF, Roll, Setup, Side};
use nardy::rules::{Phase, Position, Rules, Variant};
use proptest::prelude::*;

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The lines of a table, comments left out, each as its columns.
fn table(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(' ').collect())
}

/// The setup that an ID means: NPN's without its game.
fn unnamed(npn: &str) -> Result<Setup> {
    Ok(Setup { variant: None, ..npn::parse(npn)? })
}

#[test]
fn position_ids_of_gnubg() -> Result {
    let mut seen = 0;
    for row in table(include_str!("../fixtures/ids/position_ids.txt")) {
        let [name, text, sides] = row[..] else { panic!("{row:?}") };
        let setup = unnamed(&format!("backgammon;{sides};w;-;1;0-0/0"))?;
        assert_eq!(id::parse(text)?, (setup.clone(), Form::PositionId), "{name}");
        assert_eq!(gnubg::print_position_id(&setup)?, text, "{name}");
        seen += 1;
    }
    assert_eq!(seen, 14);
    Ok(())
}

#[test]
fn match_ids_of_gnubg() -> Result {
    const START: &str = "24:2,13:5,8:3,6:5/24:2,13:5,8:3,6:5";
    let mut seen = 0;
    for row in table(include_str!("../fixtures/ids/match_ids.txt")) {
        let [name, text, state, tail] = row[..] else { panic!("{row:?}") };
        let id = gnubg::parse_match_id(text)?;
        assert_eq!(format!("{:?}", id.state).to_lowercase(), state, "{name}");
        seen += 1;
        let pairs = [format!("4HPwATDgc/ABMA:{text}"), format!("{text}:4HPwATDgc/ABMA")];
        if state == "over" {
            // Nobody has borne off everything, so the end is not to be seen on the board.
            let error = id::parse(&pairs[0]).map(drop).map_err(|error| error.column);
            assert_eq!(error, Err(16), "{name}");
            continue;
        }
        let setup = unnamed(&format!("backgammon;{START};{tail}"))?;
        for pair in &pairs {
            assert_eq!(id::parse(pair)?, (setup.clone(), Form::GnubgId), "{name}");
        }
        if name == "M11" {
            // The throw before the resignation is forgotten.
            assert_eq!(gnubg::print_match_id(&setup)?, "MGkAAAAAAAAA", "{name}");
        } else if name == "M15" {
            // Nobody is on turn; written as if White were.
            assert_eq!(gnubg::print_match_id(&setup)?, "cAgAAAAAAAAA", "{name}");
        } else {
            assert_eq!(gnubg::print_match_id(&setup)?, text, "{name}");
        }
    }
    assert_eq!(seen, 19);
    Ok(())
}

#[test]
fn xgids_as_gnubg_reads_them() -> Result {
    let mut seen = 0;
    for row in table(include_str!("../fixtures/ids/xgids.txt")) {
        let [name, text, gnubgid, npn] = row[..] else { panic!("{row:?}") };
        let setup = unnamed(npn)?;
        assert_eq!(id::parse(text)?, (setup.clone(), Form::Xgid), "{name}");
        assert_eq!(id::parse(&text[xgid::PREFIX.len()..])?, (setup.clone(), Form::Xgid), "{name}");
        assert_eq!(xgid::print(&setup)?, text, "{name}");
        assert_eq!(gnubg::print_gnubgid(&setup)?, gnubgid, "{name}");
        let mut from_id = setup;
        from_id.score.beavers = 0;
        assert_eq!(id::parse(gnubgid)?, (from_id, Form::GnubgId), "{name}");
        seen += 1;
    }
    assert_eq!(seen, 14);
    Ok(())
}

#[test]
fn a_position_id_shows_the_doublers_side_while_a_double_is_offered() -> Result {
    // Recorded: player 1 has doubled with two checkers on each of its home points.
    let (setup, _) = id::parse("7e4GAIBt2wAAAA:cBHgAAAAAAAE")?;
    let white = "6:2,5:2,4:2,3:2,2:2,1:2";
    let black = "6:2,5:3,4:3,3:3,2:2,1:1";
    let npn = format!("backgammon;{white}/{black};b;D;1;0-0/7");
    assert_eq!(npn::print(&setup), npn);
    Ok(())
}

#[test]
fn fibs_lines_of_gnubg() -> Result {
    // Player 0, who is Black, is to throw or double; the score stands in the order 0, 1.
    let line = "board:gnubg:root:5:3:4:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:\
                -1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:1:1";
    let start = "24:2,13:5,8:3,6:5/24:2,13:5,8:3,6:5";
    let npn = |tail: &str| format!("backgammon;{start};{tail}");
    assert_eq!(npn::print(&id::parse(line)?.0), npn("b;-;1;4-3/5p"));
    let fibs = fibs::parse(line, fibs::ScoreOrder::Fibs)?;
    assert_eq!(fibs.names, ["gnubg", "root"]);
    assert_eq!(npn::print(&fibs.setup), npn("b;-;1;3-4/5p"));
    // Player 1 has doubled: the score stands in the order 1, 0.
    let line = "board:root:gnubg:7:2:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:\
                1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:1";
    assert_eq!(npn::print(&id::parse(line)?.0), npn("b;D;1;2-1/7"));
    // The Crawford game, where the last number is 0 but both pairs carry the throw.
    let line = "board:gnubg:root:5:0:4:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:\
                -1:3:5:3:5:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0";
    assert_eq!(npn::print(&id::parse(line)?.0), npn("b;53;1;4-0/5c"));
    // FIBS: one pair of dice, the owner's score first.
    let line = "board:You:someplayer:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:\
                2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0";
    assert_eq!(npn::print(&id::parse(line)?.0), npn("w;62;1;0-1/3"));
    Ok(())
}

#[test]
fn fibs_colour_and_direction() -> Result {
    // White has a checker on its 3 point and one on the bar, Black one on its 5 point and two on
    // the bar; White is to play 21. Written with either sign and in either direction.
    let npn = "backgammon;bar:1,3:1/bar:2,5:1;w;21;1;0-0/0";
    for (color, direction) in [(1, -1), (1, 1), (-1, -1), (-1, 1)] {
        let mut points = [0; 26];
        let index = |white: usize| if direction < 0 { white } else { BAR - white };
        points[index(3)] = color;
        points[index(20)] = -color;
        points[index(25)] = color;
        points[index(0)] = -2 * color;
        let points = points.map(|n| n.to_string()).join(":");
        let line = format!(
            "board:You:They:0:0:0:{points}:{color}:2:1:0:0:1:1:1:0:{color}:{direction}:0:25:\
             0:0:0:0:0:0:0:0"
        );
        assert_eq!(npn::print(&id::parse(&line)?.0), npn, "{color} {direction}");
    }
    Ok(())
}

#[test]
fn sixteen_checkers_are_refused_for_their_number() -> Result {
    let texts = [
        "XGID=-a----FaC---eE---c-eA---A-:0:0:1:31:0:0:0:3:10",
        "board:You:They:0:0:0:0:-2:0:0:0:0:6:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1",
        "backgammon;24:2,13:5,8:3,6:6/24:2,13:5,8:3,6:5;w;-;1;0-0/0",
    ];
    for text in texts {
        let (setup, _) = id::parse(text)?;
        let error = Position::from_setup(&setup, Variant::Backgammon.rules()).map(drop);
        let message = error.map_err(|error| error.to_string());
        assert_eq!(message, Err("white has 16 checkers, 15 at most".to_owned()), "{text}");
    }
    Ok(())
}

/// Text, column of the error, a part of its message.
const REFUSED: &[(&str, usize, &str)] = &[
    ("", 1, "no position notation"),
    ("hello", 1, "no position notation"),
    ("short;24:2/-;w;-;1", 19, "6 fields"),
    ("short;24:2/-;w;-;1;0-0/0;x", 26, "6 fields"),
    (";24:2/-;w;-;1;0-0/0", 1, "variant is missing"),
    ("sh rt;24:2/-;w;-;1;0-0/0", 3, "' '"),
    ("short{a};24:2/-;w;-;1;0-0/0", 7, "'a'"),
    ("short{a=b;24:2/-;w;-;1;0-0/0", 10, "brace"),
    ("short{a=b,a=c};24:2/-;w;-;1;0-0/0", 11, "twice"),
    ("parallel:short+long;-/-;w;-;1;0-0/0", 1, "not a plain board"),
    ("short;24:2;w;-;1;0-0/0", 11, "black side is missing"),
    ("short;24:2,24:1/-;w;-;1;0-0/0", 12, "twice"),
    ("short;25:2/-;w;-;1;0-0/0", 7, "no place '25'"),
    ("short;0:2/-;w;-;1;0-0/0", 7, "no place '0'"),
    ("short;head:2/-;w;-;1;0-0/0", 7, "no place 'head'"),
    ("short;24:256/-;w;-;1;0-0/0", 10, "256 is too large"),
    ("short;24:99999999999999999999/-;w;-;1;0-0/0", 10, "too large"),
    ("short;24:0/-;w;-;1;0-0/0", 10, "at least one"),
    ("short;24:/-;w;-;1;0-0/0", 10, "missing"),
    ("short;24=2/-;w;-;1;0-0/0", 7, "'24=2'"),
    ("short;24:2,/-;w;-;1;0-0/0", 12, "missing"),
    ("short;24:3k2/-;w;-;1;0-0/0", 11, "not a plain board"),
    ("short;24:aab/-;w;-;1;0-0/0", 10, "not a plain board"),
    ("short;24:2/-|24:1/-;w;-;1;0-0/0", 7, "not a plain board"),
    ("short;24:2/-;white;-;1;0-0/0", 14, "'white'"),
    ("short;24:2/-;w;37;1;0-0/0", 16, "'37'"),
    ("short;24:2/-;w;R;1;0-0/0", 17, "missing"),
    ("short;24:2/-;w;-;0;0-0/0", 18, "at least 1"),
    ("short;24:2/-;w;-;w;0-0/0", 18, "missing"),
    ("short;24:2/-;w;-;1;0-0", 23, "length is missing"),
    ("short;24:2/-;w;-;1;0/0", 21, "missing"),
    ("short;24:2/-;w;-;1;0-0/", 24, "length is missing"),
    ("short;24:2/-;w;-;1;0-0/5cc", 26, "twice"),
    ("short;24:2/-;w;-;1;0-0/5q", 25, "'q'"),
    ("short;24:2/-;w;-;1;0-0/0b", 26, "beavers is missing"),
    ("4HPwATDgc=ABMA", 10, "'='"),
    ("4HPwATDgcäABMA", 10, "'ä'"),
    ("4HPwATDgc/ABM", 1, "no position notation"),
    ("cAkAAAAAAAAA", 1, "match ID alone"),
    ("4HPwATDgc/ABMA:cAkAAAAAAAA", 16, "12 characters"),
    ("4HPwATDgc/ABMA:zzzzzzzzzzzz", 16, "illegal match ID"),
    ("4HPwATDgc/ABMA:cAkAAAAAAAAI", 16, "behind its end"),
    ("4HPwATDgc/ABMB", 14, "behind its end"),
    ("//8PAAAAAAAAAA", 1, "15 at most"),
    ("XGID=-a----EaC---eE---c-eA---A:0:0:1:31:0:0:0:3:10", 6, "26 characters"),
    ("XGID=-a----EaC---eE---c-eA---A-:0:0:1:31:0:0:0:3", 49, "10 fields"),
    ("XGID=-a----EaC---eQ---c-eA---A-:0:0:1:31:0:0:0:3:10", 19, "'Q'"),
    ("XGID=Aa----EaC---eE---c-eA---A-:0:0:1:31:0:0:0:3:10", 6, "bar"),
    ("XGID=-a----EaC---eE---c-eA---A-:32:0:1:31:0:0:0:3:10", 33, "too large"),
    ("XGID=-a----EaC---eE---c-eA---A-:0:2:1:31:0:0:0:3:10", 35, "'2'"),
    ("XGID=-a----EaC---eE---c-eA---A-:0:0:0:31:0:0:0:3:10", 37, "'0'"),
    ("XGID=-a----EaC---eE---c-eA---A-:0:0:1:70:0:0:0:3:10", 39, "'70'"),
    ("XGID=-a----EaC---eE---c-eA---A-:1:1:1:B:0:0:3:0:10", 39, "beaver"),
    ("XGID=-a----EaC---eE---c-eA---A-:1:1:1:R:0:0:3:0:10", 39, "raccoon"),
    ("XGID=-a----EaC---eE---c-eA---A-:0:0:1:31:0:0:4:0:10", 46, "'4'"),
    ("board:", 7, "name is missing"),
    ("board:You", 10, "name is missing"),
    ("board:You:They:0:x", 18, "'x'"),
    ("board:You:They:0:0", 19, "turn are missing"),
    ("  hello", 3, "no position notation"),
];

#[test]
fn errors_name_the_column() {
    for &(text, column, part) in REFUSED {
        let error = id::parse(text).expect_err(text);
        assert!(error.to_string().contains(part), "{text}: {error}");
        assert_eq!(error.column, column, "{text}: {error}");
    }
}

#[test]
fn npn_examples_of_the_specification() -> Result {
    let texts = [
        "short;24:2,13:5,8:3,6:5/24:2,13:5,8:3,6:5;-;-;1;0-0/0",
        "backgammon{scoring=seed,cube.max=64};bar:1,6:3,off:11/-;b;R2;2w;3-4/5c",
        "hypergammon;24:1,off:2/24:1,23:1,22:1;w;D;1;0-0/0jb3",
        "short;6:3/6:3;w;66;x;0-0/0",
    ];
    for text in texts {
        assert_eq!(npn::print(&npn::parse(text)?), text);
    }
    Ok(())
}

#[test]
fn what_a_form_cannot_say_is_refused() -> Result {
    let resigned = npn::parse("short;6:3/6:3;w;R1;1;0-0/0")?;
    assert!(xgid::print(&resigned).is_err());
    assert!(fibs::print(&resigned, ["a", "b"]).is_err());
    let long = npn::parse("short;6:3/6:3;w;-;1;0-0/100")?;
    assert!(gnubg::print_match_id(&long).is_err());
    let shared = npn::parse("short;6:3/19:3;w;-;1;0-0/0")?;
    assert!(xgid::print(&shared).is_err());
    Ok(())
}

#[test]
fn errors_of_one_kind_are_told_apart() {
    let error = id::parse("cAkAAAAAAAAA").map_err(|error| error.kind);
    assert_eq!(error, Err(IdErrorKind::LoneMatchId));
}

// Round trips of every position that the rules allow.

fn any_board(checkers: u8) -> impl Strategy<Value = Board> {
    let place = prop_oneof![1 => Just(OFF), 1 => Just(BAR), 12 => 1..BAR];
    let side = prop::collection::vec(place, usize::from(checkers));
    (side.clone(), side).prop_map(|(white, black)| {
        let mut rows = [[0; 26]; 2];
        for place in white {
            rows[0][place] += 1;
        }
        for place in black {
            // A point that White holds is not free: the checker is off instead.
            let held = (1..BAR).contains(&place) && rows[0][BAR - place] > 0;
            rows[1][if held { OFF } else { place }] += 1;
        }
        Board::new(rows[0], rows[1])
    })
}

fn any_rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(vec![
        Variant::Backgammon.rules(),
        Variant::Short.rules(),
        Variant::Nackgammon.rules(),
        Variant::Hypergammon.rules(),
    ])
}

fn any_side() -> impl Strategy<Value = Side> {
    prop::sample::select(Side::BOTH.to_vec())
}

fn any_dice() -> impl Strategy<Value = DiceSetup> {
    prop_oneof![
        Just(DiceSetup::ToRoll),
        (1..=6u8, 1..=6u8)
            .prop_filter_map("dice", |(a, b)| Roll::from_pips(a, b).map(DiceSetup::Rolled)),
        Just(DiceSetup::Doubled),
        (1..=3u8).prop_map(DiceSetup::Resigned),
    ]
}

fn any_cube() -> impl Strategy<Value = CubeSetup> {
    (0..=6u32, prop::option::of(any_side())).prop_map(|(exponent, owner)| CubeSetup {
        value: 1 << exponent,
        owner,
        in_use: true,
    })
}

/// Scores as the IDs can say them: post-Crawford follows from the score.
fn any_score() -> impl Strategy<Value = MatchSetup> {
    let play = (1..=25u32).prop_flat_map(|length| (Just(length), 0..length, 0..length));
    let game = (play, any::<bool>()).prop_map(|((length, white, black), crawford)| {
        let score = Byside([white, black]);
        let mut setup = MatchSetup { score, length, ..MatchSetup::MONEY };
        setup.crawford = crawford && setup.is_one_away();
        setup.post_crawford = setup.is_post_crawford_by_score();
        setup
    });
    let money = (any::<bool>(), any::<bool>(), 0..1000u32, 0..1000u32).prop_map(
        |(jacoby, beavers, white, black)| {
            let beavers = if beavers { 3 } else { 0 };
            MatchSetup { score: Byside([white, black]), jacoby, beavers, ..MatchSetup::MONEY }
        },
    );
    prop_oneof![game, money]
}

fn any_position() -> impl Strategy<Value = Position> {
    let turn = prop::option::weighted(0.95, any_side());
    let rules =
        any_rules().prop_flat_map(|rules| (Just(rules), any_board(rules.variant.spec().checkers)));
    (rules, turn, any_dice(), any_cube(), any_score()).prop_filter_map(
        "cannot be",
        |((rules, board), turn, dice, cube, score)| {
            let mut setup = Setup {
                variant: Some(rules.variant.name().to_owned()),
                options: Vec::new(),
                checkers: Byside([board.counts(0), board.counts(1)]),
                off_given: Byside([true, true]),
                turn,
                dice,
                cube,
                score,
            };
            if turn.is_none() {
                setup.dice = DiceSetup::ToRoll;
            }
            if dice == DiceSetup::Doubled && cube.owner == turn {
                setup.cube.owner = turn.map(Side::other);
            }
            Position::from_setup(&setup, rules).ok()
        },
    )
}

fn read(text: &str, rules: Rules) -> std::result::Result<Position, TestCaseError> {
    let (setup, _) = id::parse(text).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
    Position::from_setup(&setup, rules).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn npn_says_every_position(position in any_position()) {
        let setup = position.to_setup();
        let text = npn::print(&setup);
        let (again, form) = id::parse(&text).map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(form, Form::Npn);
        let mut written = setup;
        for side in Side::BOTH {
            written.off_given[side] = written.checkers[side][OFF] > 0;
        }
        prop_assert_eq!(&again, &written);
        prop_assert_eq!(npn::print(&again), text.clone());
        prop_assert_eq!(read(&text, position.rules)?, position);
    }

    #[test]
    fn gnubg_ids_say_every_position_but_for_beavers(position in any_position()) {
        let mut position = position;
        position.score.beavers = 0;
        let text = gnubg::print_gnubgid(&position.to_setup())
            .map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(read(&text, position.rules)?, position);
        let (first, second) = text.split_at(gnubg::POSITION_ID_LENGTH);
        prop_assert_eq!(read(&format!("{}:{first}", &second[1..]), position.rules)?, position);
    }

    #[test]
    fn xgid_says_every_position_but_for_resignations(position in any_position()) {
        match xgid::print(&position.to_setup()) {
            Ok(text) if position.phase != Phase::Opening => {
                prop_assert_eq!(read(&text, position.rules)?, position);
            }
            Ok(_) => {}
            Err(_) => prop_assert!(matches!(position.phase, Phase::ResignationOffered(..))),
        }
    }

    #[test]
    fn fibs_says_every_position_but_for_resignations_and_money_rules(position in any_position()) {
        let mut position = position;
        position.score.beavers = 0;
        position.score.jacoby = false;
        let setup = position.to_setup();
        match fibs::print(&setup, ["Foo Bar", "you:and:me"]) {
            Ok(text) if position.phase != Phase::Opening => {
                // What a finished game is worth depends on the Jacoby rule: read it anew.
                let position = Position::from_setup(&setup, position.rules)
                    .map_err(|e| TestCaseError::fail(e.to_string()))?;
                prop_assert_eq!(read(&text, position.rules)?, position);
                let board = fibs::parse(&text, fibs::ScoreOrder::Fibs)
                    .map_err(|e| TestCaseError::fail(e.to_string()))?;
                prop_assert_eq!(board.names, ["Foo Bar", "you_and_me"]);
            }
            Ok(_) => {}
            Err(_) => prop_assert!(matches!(position.phase, Phase::ResignationOffered(..))),
        }
    }

    #[test]
    fn what_prints_reads_even_if_it_cannot_be(
        text in "short;(-|bar:[1-9]|24:[0-9]{1,2}|3:2,off:4)/(-|6:[1-9],2:15|bar:1|off:15);[-wb];\
                 (-|D|[1-6][1-6]|R[0-4]);(x|1|[1-8][wb]|2147483648|4096w);\
                 [0-6]-[0-6]/([0-6]|65|9999)c?p?j?(b[0-9])?"
    ) {
        if let Ok((setup, _)) = id::parse(&text) {
            for form in Form::ALL {
                if let Ok(printed) = id::print(&setup, form) {
                    prop_assert!(id::parse(&printed).is_ok(), "{} {}", text, printed);
                }
            }
            if let Ok(position) = Position::from_setup(&setup, Variant::Short.rules()) {
                prop_assert_eq!(read(&npn::print(&position.to_setup()), position.rules)?, position);
            }
        }
    }

    #[test]
    fn no_text_is_too_strange(text in ".*") {
        let _ = id::parse(&text);
    }

    #[test]
    fn no_text_that_looks_like_a_position_is_too_strange(
        text in "(XGID=[-a-pA-P]{26}|board:.?:.?|[A-Za-z0-9+/]{14}|[A-Za-z0-9+/]{12}|short)\
                 ([:;,/][-0-9a-zA-ZäR+/{}=|]{0,14}){0,60}"
    ) {
        if let Ok((setup, _)) = id::parse(&text) {
            for form in Form::ALL {
                if let Ok(text) = id::print(&setup, form) {
                    prop_assert!(id::parse(&text).is_ok(), "{}", text);
                }
            }
            let _ = Position::from_setup(&setup, Variant::Backgammon.rules());
        }
    }
}
