//! Positions as text: recorded examples and refusals.

use nardy::board::id::{self, Form, IdErrorKind, fibs, gnubg, npn, xgid};
use nardy::board::{BAR, Setup};
use nardy::rules::{Position, Variant};

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
    ("parallel:short+lo ng;-/-;w;-;1;0-0/0", 18, "' '"),
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
    ("short;24:3k/-;w;-;1;0-0/0", 12, "number of checkers is missing"),
    ("short;24:aac/-;w;-;1;0-0/0", 10, "'a'"),
    ("short;24:2/-|24:1;w;-;1;0-0/0", 18, "black side is missing"),
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

#[test]
fn ids_of_other_programs_do_not_lose_what_a_board_shows() {
    for variant in [Variant::Royal, Variant::Parallel] {
        let setup = Position::start(variant.rules()).to_setup();
        assert!(id::print(&setup, Form::Npn).is_ok(), "{}", variant.name());
        for form in Form::ALL.into_iter().filter(|form| *form != Form::Npn) {
            let refused = matches!(id::print(&setup, form), Err(id::Unprintable::Board { .. }));
            assert!(refused, "{} {}", variant.name(), form.name());
        }
    }
}
