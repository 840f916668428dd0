//! Positions as text: round trips of every position that the rules allow, and any text at all.

use nardy::board::id::{self, Form, fibs, gnubg, npn, xgid};
use nardy::board::{BAR, Board, Byside, CubeSetup, DiceSetup, MatchSetup, OFF, Roll, Setup, Side};
use nardy::rules::{Phase, Position, Rules, Variant};
use proptest::prelude::*;

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
        let score = Byside::whole(white, black);
        let mut setup = MatchSetup { score, length, ..MatchSetup::MONEY };
        setup.crawford = crawford && setup.is_one_away();
        setup.post_crawford = setup.is_post_crawford_by_score();
        setup
    });
    let money = (any::<bool>(), any::<bool>(), 0..1000u32, 0..1000u32).prop_map(
        |(jacoby, beavers, white, black)| {
            let beavers = if beavers { 3 } else { 0 };
            MatchSetup { score: Byside::whole(white, black), jacoby, beavers, ..MatchSetup::MONEY }
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
                marked: Vec::new(),
                tables: Vec::new(),
                offered: None,
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

fn read(text: &str, rules: Rules) -> Result<Position, TestCaseError> {
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
