//! The generators against recorded positions, each other, and published counts.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};

use nardy::board::{
    ALL_ROLLS, AnyBoard, BAR, Board, EATEN, Lap, LapBoard, OFF, Pair, Roll, RoyalBoard,
};
use nardy::moves::{
    Perft, PlayList, Playable, TurnContext, generate, generate_any, generate_in, perft,
    perft_position,
};
use nardy::rules::{Movement, Position, Rules, Variant};
use serde_json::Value;

type Failure = Box<dyn std::error::Error>;

/// A board that the recorded files can write down.
trait Recorded: Playable {
    fn read(sides: [&str; 2]) -> Result<Self, Failure>;
    fn written(&self, side: usize) -> String;
}

impl Recorded for Board {
    fn read(sides: [&str; 2]) -> Result<Board, Failure> {
        let counts = |text: &str| -> Result<[u8; 26], Failure> {
            let counts: Vec<u8> = text.split(',').map(str::parse).collect::<Result<_, _>>()?;
            Ok(counts.try_into().map_err(|_| "not 26 counts")?)
        };
        Ok(Board::new(counts(sides[0])?, counts(sides[1])?))
    }

    fn written(&self, side: usize) -> String {
        self.counts(side).map(|count| count.to_string()).join(",")
    }
}

impl Recorded for RoyalBoard {
    fn read(sides: [&str; 2]) -> Result<RoyalBoard, Failure> {
        let mut board = RoyalBoard::EMPTY;
        for (side, text) in sides.into_iter().enumerate() {
            for (place, stack) in text.split(';').enumerate() {
                let of = |letter| stack.matches(letter).count() as u8;
                board.set(side, place, Pair { simple: of('s'), royal: of('r') });
            }
        }
        Ok(board)
    }

    fn written(&self, side: usize) -> String {
        let stack = |place| {
            let pair = self.pair(side, place);
            "r".repeat(pair.royal.into()) + &"s".repeat(pair.simple.into())
        };
        (OFF..=EATEN).map(stack).collect::<Vec<_>>().join(";")
    }
}

impl Recorded for LapBoard {
    fn read(sides: [&str; 2]) -> Result<LapBoard, Failure> {
        let mut board = LapBoard::EMPTY;
        for (side, text) in sides.into_iter().enumerate() {
            for (place, stack) in text.split(';').enumerate() {
                for letter in stack.chars() {
                    let lap = if letter == '1' { Lap::First } else { Lap::Second };
                    board.push(side, place, lap);
                }
            }
        }
        Ok(board)
    }

    fn written(&self, side: usize) -> String {
        let letter = |lap| if lap == Lap::First { '1' } else { '2' };
        let stack = |place| self.stack(side, place).map(letter).collect::<String>();
        (OFF..=BAR).map(stack).chain([String::new()]).collect::<Vec<_>>().join(";")
    }
}

fn text(value: &Value) -> Result<&str, Failure> {
    Ok(value.as_str().ok_or("not a text")?)
}

/// The game's rules with the options that a line names.
fn rules_of(line: &Value) -> Result<Rules, Failure> {
    let variant = Variant::from_name(text(&line["game"])?).ok_or("no such game")?;
    let mut rules = variant.rules();
    let mut settings = Vec::new();
    for (name, value) in line["options"].as_object().into_iter().flatten() {
        let name = match name.as_str() {
            "hit_and_hide" => "hit-and-hide",
            "prime" => "long.prime",
            "prime_check" => "long.prime-check",
            "first_move_doubles" => "long.first-move-doubles",
            _ => return Err("no such option".into()),
        };
        settings.push((name, text(value)?));
    }
    if line["options"].is_null() && line["game"] == "short" {
        settings.push(("hit-and-hide", "allowed"));
    }
    rules.set_all(settings)?;
    Ok(rules)
}

/// A generator of plays.
type Generator<B> = fn(&Movement, &B, Roll, TurnContext, &mut PlayList<B>);

fn fastest<B: Playable>(
    movement: &Movement,
    board: &B,
    roll: Roll,
    context: TurnContext,
    list: &mut PlayList<B>,
) {
    board.generate(movement, roll, context, list);
}

/// Plays every line of a file with both generators; gives how many lines there were.
fn check_file<B: Recorded>(name: &str) -> Result<usize, Failure> {
    let path = format!("{}/fixtures/positions/{name}.jsonl.gz", env!("CARGO_MANIFEST_DIR"));
    let lines = BufReader::new(flate2::read::GzDecoder::new(std::fs::File::open(path)?)).lines();
    let mut list = PlayList::new();
    let mut checked = 0;
    for line in lines {
        let line: Value = serde_json::from_str(&line?)?;
        let board = B::read([text(&line["me"])?, text(&line["opp"])?])?;
        let dice = [0, 1].map(|n| line["dice"][n].as_u64().unwrap_or(0) as u8);
        let roll = Roll::from_pips(dice[0], dice[1]).ok_or("no such throw")?;
        let movement = rules_of(&line)?.movement;
        let context = match line["first"].as_bool() {
            Some(true) => TurnContext::after(0),
            Some(false) => TurnContext::after(1),
            None => TurnContext::of(&board),
        };
        let finals = line["finals"].as_array().ok_or("no finals")?;
        let expected = finals.iter().map(|f| Ok(text(f)?.to_owned()));
        let expected = expected.collect::<Result<BTreeSet<String>, Failure>>()?;
        let written = |board: &B| format!("{}|{}", board.written(0), board.written(1));
        let both: [Generator<B>; 2] = [fastest, generate_in];
        for by in both {
            by(&movement, &board, roll, context, &mut list);
            let mut found: BTreeSet<String> = list.boards().iter().map(written).collect();
            assert_eq!(found.len(), list.len(), "{}: a result is listed twice", line["id"]);
            if found.is_empty() {
                found.insert(written(&board));
            }
            assert_eq!(found, expected, "{}", line["id"]);
        }
        checked += 1;
    }
    Ok(checked)
}

#[test]
fn recorded_backgammon_positions_have_exactly_their_results() -> Result<(), Failure> {
    assert_eq!(check_file::<Board>("backgammon")?, 2250);
    assert_eq!(check_file::<Board>("backgammon_hard")?, 750);
    Ok(())
}

/// S-20 to S-23.
#[test]
fn recorded_short_positions_have_exactly_their_results() -> Result<(), Failure> {
    assert_eq!(check_file::<Board>("short_seed")?, 600);
    Ok(())
}

/// L-05 to L-13.
#[test]
fn recorded_long_positions_have_exactly_their_results() -> Result<(), Failure> {
    assert_eq!(check_file::<Board>("long")?, 1650);
    assert_eq!(check_file::<Board>("long_free")?, 375);
    assert_eq!(check_file::<Board>("long_prime")?, 750);
    Ok(())
}

/// K-02 to K-04, K-06.
#[test]
fn recorded_khachapuri_positions_have_exactly_their_results() -> Result<(), Failure> {
    assert_eq!(check_file::<Board>("khachapuri")?, 600);
    Ok(())
}

/// R-03 to R-08.
#[test]
fn recorded_royal_positions_have_exactly_their_results() -> Result<(), Failure> {
    assert_eq!(check_file::<RoyalBoard>("royal")?, 600);
    Ok(())
}

/// D-03 to D-10.
#[test]
fn recorded_doublegammon_positions_have_exactly_their_results() -> Result<(), Failure> {
    assert_eq!(check_file::<LapBoard>("doublegammon")?, 600);
    Ok(())
}

/// The number of results of each throw from the start, and of all replies to all of them.
#[test]
fn counts_from_the_start_are_the_published_ones() -> Result<(), Failure> {
    let path = format!("{}/fixtures/positions/counts.json", env!("CARGO_MANIFEST_DIR"));
    let counts: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let games = counts["rolls"].as_object().ok_or("no counts")?;
    assert_eq!(games.len(), 7);
    for (game, sources) in games {
        let position = Position::start(Variant::from_name(game).ok_or("no such game")?.rules());
        let by_roll = |roll: Roll| match &position.white_board {
            AnyBoard::Plain(board) => results(&position, board, roll),
            AnyBoard::Royal(board) => results(&position, board, roll),
            AnyBoard::Laps(board) => results(&position, board, roll),
            AnyBoard::Pins(board) => results(&position, board, roll),
        };
        for (source, table) in sources.as_object().ok_or("no sources")? {
            if source == "openspiel-fork" {
                continue; // It lets four checkers leave the head in the first turn (A-10).
            }
            for (roll, count) in table.as_object().ok_or("no counts")? {
                let dice = roll.as_bytes();
                let roll = Roll::from_pips(dice[0] - b'0', dice[1] - b'0').ok_or("no throw")?;
                assert_eq!(Some(by_roll(roll) as u64), count.as_u64(), "{game} {roll} {source}");
            }
        }
        let depth = &counts["depth"][game];
        for (name, turns) in [("depth1", 1), ("depth2", 2)] {
            let counted = perft_position(&position, turns, &|| true);
            assert_eq!(Some(counted.leaves), depth[name].as_u64(), "{game} {name}");
        }
    }
    Ok(())
}

fn results<B: Playable>(position: &Position, board: &B, roll: Roll) -> usize {
    let mut list = PlayList::new();
    board.generate(&position.rules.movement, roll, TurnContext::of(board), &mut list);
    list.len()
}

/// What the readings of the first-turn exception come to after two turns.
#[test]
fn long_counts_differ_by_the_reading_of_the_first_turn_l07() {
    let cases = [("when-blocked", 489), ("listed-doubles", 484), ("never", 441)];
    for (reading, leaves) in cases {
        let mut rules = Variant::Long.rules();
        rules.set("long.first-move-doubles", reading).unwrap();
        assert_eq!(perft(&rules.movement, &Variant::Long.start(), 2).leaves, leaves, "{reading}");
    }
}

#[test]
fn perft_agrees_with_published_numbers() {
    let cases = [
        (Variant::Backgammon, 2, 202_782, 419_783),
        (Variant::Nackgammon, 2, 324_161, 659_024),
        (Variant::Longgammon, 3, 713_141, 2_437_378),
        (Variant::Hypergammon, 3, 6_645_799, 28_551_723),
        (Variant::Backgammon, 3, 116_154_993, 346_692_108),
        (Variant::Nackgammon, 3, 206_579_866, 607_079_944),
    ];
    for (variant, depth, leaves, weighted) in cases {
        let counted = perft(&variant.rules().movement, &variant.start(), depth);
        assert_eq!(counted, Perft { leaves, weighted }, "{} {depth}", variant.name());
    }
}

#[test]
fn both_generators_list_the_same_from_the_start() {
    let (mut fast, mut slow) = (PlayList::new(), PlayList::new());
    let movement = Variant::Backgammon.rules().movement;
    for roll in ALL_ROLLS {
        generate(&movement, &Variant::Backgammon.start(), roll, &mut fast);
        generate_any(&movement, &Variant::Backgammon.start(), roll, &mut slow);
        let set = |list: &PlayList| {
            list.boards().iter().map(|board| format!("{board:?}")).collect::<BTreeSet<_>>()
        };
        assert_eq!(set(&fast), set(&slow));
    }
}
