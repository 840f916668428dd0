//! Plays of the family as somebody writes them: which play is meant, and which rule is broken.

use nardy::board::id;
use nardy::moves::{Numbering, Plays, WrittenChain};
use nardy::rules::{Position, Variant};

fn position(text: &str) -> Position {
    let (setup, _) = id::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Position::from_setup(&setup, Variant::Backgammon.rules())
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The places of a chain, and whether it is marked as a royal's.
type Chain<'a> = (&'a [u8], bool);

fn written(chains: &[Chain]) -> Vec<WrittenChain> {
    let chain = |(places, royal): &Chain| WrittenChain {
        places: places.iter().copied().collect(),
        count: 1,
        royal: *royal,
        column: 1,
    };
    chains.iter().map(chain).collect()
}

/// The rule that a written play breaks.
fn broken(text: &str, chains: &[Chain]) -> &'static str {
    let position = position(text);
    Plays::of(&position).resolve(None, &written(chains)).unwrap_err().rule
}

#[test]
fn an_illegal_play_is_answered_with_the_rule_it_breaks() {
    let royal = "royal;24:k2,13:5,8:3,6:k5/24:k2,13:5,8:3,6:k5;w;53;1;0-0/0";
    let cases: [(&str, &[Chain], &str); 13] = [
        ("long;24:13,15:2/24:14,18:1;w;63;1;0-0/0", &[(&[12, 6], false)], "S-05"),
        ("long;24:13,15:2/24:13,21:2;w;63;1;0-0/0", &[(&[15, 9], false)], "L-05"),
        (
            "long;24:13,10:2/24:14,5:1;w;21;1;0-0/0",
            &[(&[24, 22], false), (&[24, 23], false)],
            "L-06",
        ),
        (
            "long{long.prime=must-have-enemy-ahead};24:10,20:1,19:1,18:1,17:1,16:1/24:15;w;33;1;0-0/0",
            &[(&[24, 21], false)],
            "L-10",
        ),
        (royal, &[(&[13, 8], true)], "S-05"),
        (royal, &[(&[6, 1], true), (&[6, 3], true)], "S-08"),
        (
            "royal;24:k2,13:5,8:3,6:k5/24:k2,13:5,8:3,6:k5;w;52;1;0-0/0",
            &[(&[8, 6], false), (&[13, 8], true)],
            "S-05",
        ),
        (
            "royal;24:k2,13:5,8:3,6:k5/24:k2,13:5,8:3,6:k5;w;11;1;0-0/0",
            &[(&[6, 5], true), (&[6, 5], true)],
            "R-04",
        ),
        ("doublegammon;3:b,6:7,8:7/24:2,13:5,8:3,6:5;w;52;1;0-0/0", &[(&[3, 22], false)], "D-04"),
        (
            "doublegammon;3:1,6:7,8:7/24:1,13:5,8:3,6:5,off:1;w;52;1;0-0/0",
            &[(&[3, 22], false)],
            "D-10",
        ),
        ("doublegammon;3:1,6:7,8:7/24:2,13:5,8:3,6:5;w;52;1;0-0/0", &[(&[3, 22], false)], "G-08"),
        ("plakoto;24:14,13:p/12:1,24:14;w;52;x;0-0/0", &[(&[13, 8], false)], "V-03"),
        ("fevga;24:14,20:1/24:15;w;21;x;0-0/0", &[(&[24, 22], false)], "V-05"),
    ];
    for (text, chains, rule) in cases {
        assert_eq!(broken(text, chains), rule, "{text} {chains:?}");
    }
    let text = "parallel:long+long;24:15/24:15|24:15/24:15;w;21;x;0-0/0";
    assert_eq!(broken(text, &[(&[24, 21], false)]), "P-03");
}

#[test]
fn written_plays_of_every_kind_find_the_play_that_they_mean() {
    let find = |text: &str, chains: &[Chain]| {
        let position = position(text);
        let mut plays = Plays::of(&position);
        let n = plays
            .resolve(None, &written(chains))
            .unwrap_or_else(|error| panic!("{text} {error:?}"));
        plays.text(n, Numbering::Descending)
    };
    let royal = "royal;24:k2,13:5,8:3,6:k5/24:k2,13:5,8:3,6:k5;w;31;1;0-0/0";
    assert_eq!(find(royal, &[(&[6, 5], true), (&[8, 5], false)]), "8/5 6k/5");
    assert_eq!(find(royal, &[(&[24, 20], false)]), "24k/20", "the only kind there");
    let laps = "doublegammon;3:1,6:7,8:7/24:2,13:5,8:3,6:5;w;52;1;0-0/0";
    assert_eq!(find(laps, &[(&[3, 22], false), (&[8, 6], false)]), "3/22 8/6");
    assert_eq!(find(laps, &[(&[3, 20], false)]), "3/20");
    // The order on a point of two laps is the order of the steps.
    let order = "doublegammon;8:b,6:a,13:13/24:2,13:5,8:3,6:5;w;31;1;0-0/0";
    assert_eq!(find(order, &[(&[8, 5], false), (&[6, 5], false)]), "8/5 6/5");
    assert_eq!(find(order, &[(&[6, 5], false), (&[8, 5], false)]), "6/5 8/5");
}
