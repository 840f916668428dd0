//! The games of the family: plays compared with a literal lister, whole games, notation.

mod oracle;

use std::collections::HashSet;

use nardy::board::{ALL_ROLLS, AnyBoard, Side, id};
use nardy::game::{DiceSource, Game};
use nardy::moves::{Numbering, PlayList, Playable, Plays, TurnContext, WrittenChain};
use nardy::rules::{Phase, Position, RULE_OPTIONS, Rules, Variant, WinKind};
use oracle::{Numbers, finals, random_board, write};

/// Games of one board, whose plays the lister knows.
fn single_games() -> impl Iterator<Item = Variant> {
    Variant::ALL.into_iter().filter(|variant| *variant != Variant::Parallel)
}

/// How many positions of each game are compared: few in the suite, many where the environment
/// says so.
fn positions_a_game() -> usize {
    let wanted = std::env::var("NARDY_FAMILY_POSITIONS").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(400)
}

/// Rules with options drawn at random, as far as they can hold together.
fn random_rules(variant: Variant, numbers: &mut Numbers) -> Rules {
    let mut rules = variant.rules();
    for option in RULE_OPTIONS {
        let value = option.values[numbers.below(option.values.len())];
        if option.applies(&rules) && numbers.once_in(2) {
            // What contradicts the options before stays away.
            let _ = rules.set(option.name, value);
        }
    }
    rules
}

/// Every result of a throw by the fastest generator, written down.
fn listed(
    rules: &Rules,
    board: &AnyBoard,
    roll: nardy::board::Roll,
    first: bool,
) -> HashSet<String> {
    fn of<B: Playable + Into<AnyBoard>>(
        rules: &Rules,
        board: &B,
        roll: nardy::board::Roll,
        first: bool,
    ) -> HashSet<String> {
        let mut list = PlayList::new();
        let context = TurnContext::after(if first { 0 } else { 5 });
        board.generate(&rules.movement, roll, context, &mut list);
        let found: HashSet<String> =
            list.boards().iter().map(|&board| write(&board.into())).collect();
        assert_eq!(found.len(), list.len(), "a result is listed twice");
        if found.is_empty() { HashSet::from([write(&(*board).into())]) } else { found }
    }
    match board {
        AnyBoard::Plain(board) => of(rules, board, roll, first),
        AnyBoard::Royal(board) => of(rules, board, roll, first),
        AnyBoard::Laps(board) => of(rules, board, roll, first),
        AnyBoard::Pins(board) => of(rules, board, roll, first),
    }
}

fn compare(rules: &Rules, board: &AnyBoard, roll: nardy::board::Roll, first: bool) {
    let expected = finals(&rules.movement, board, roll, first);
    let found = listed(rules, board, roll, first);
    let missing: Vec<&String> = expected.difference(&found).take(3).collect();
    let extra: Vec<&String> = found.difference(&expected).take(3).collect();
    assert!(
        missing.is_empty() && extra.is_empty(),
        "{} {roll} first={first} {:?}\nboard {}\nmissing {missing:?}\nextra {extra:?}",
        rules.name(),
        rules.differing().collect::<Vec<_>>(),
        write(board),
    );
}

/// Positions put down at random and positions that play leads to, with options drawn at random.
fn compare_many(variant: Variant) {
    let mut numbers = Numbers(variant as u64 + 77);
    let mut board = variant.rules().start();
    let mut turns = 0;
    for n in 0..positions_a_game() {
        let rules = random_rules(variant, &mut numbers);
        let roll = ALL_ROLLS[numbers.below(21)];
        let first = numbers.once_in(8);
        if n % 2 == 0 {
            let spec = variant.spec();
            let track = rules.movement.track;
            let random = random_board(&board, track, spec.checkers, &mut numbers);
            compare(&rules, &random, roll, first);
            continue;
        }
        compare(&rules, &board, roll, turns < 2);
        let mut position = Position::start(rules);
        position.white_board = board;
        let mut plays = Plays::new();
        let contexts = [Some(TurnContext::after(turns / 2)); 4];
        plays.list(&position, Side::White, roll, &contexts, None);
        let picked = plays.get(numbers.below(plays.len()));
        board = picked.map_or(board, |play| play.board).swapped();
        turns += 1;
        let ended = (0..2).any(|side| board.in_play(side) == 0);
        if ended || turns > 400 {
            (board, turns) = (rules.start(), 0);
        }
    }
}

macro_rules! compared {
    ($($name:ident $variant:ident)+) => {
        $(#[test]
        fn $name() {
            compare_many(Variant::$variant);
        })+
    };
}

compared! {
    random_backgammon_positions_have_the_listers_results Backgammon
    random_short_positions_have_the_listers_results Short
    random_hypergammon_positions_have_the_listers_results Hypergammon
    random_long_positions_have_the_listers_results Long
    random_khachapuri_positions_have_the_listers_results Khachapuri
    random_royal_positions_have_the_listers_results Royal
    random_doublegammon_positions_have_the_listers_results Doublegammon
    random_tavla_positions_have_the_listers_results Tavla
    random_plakoto_positions_have_the_listers_results Plakoto
    random_fevga_positions_have_the_listers_results Fevga
    random_moultezim_positions_have_the_listers_results Moultezim
    random_gul_bara_positions_have_the_listers_results GulBara
}

/// Reads a play as the engine writes it: the board from 0, and the chains.
fn read(text: &str) -> (Option<usize>, Vec<WrittenChain>) {
    let (table, play) = match text.split_once(": ") {
        Some((number, play)) => (number.parse::<usize>().ok().map(|n| n - 1), play),
        None => (None, text),
    };
    let chains = play.split(' ').map(|chain| {
        let (way, count) = match chain.split_once('(') {
            Some((way, count)) => (way, count.trim_end_matches(')').parse().expect("a count")),
            None => (chain, 1),
        };
        let place = |text: &str| match text.trim_end_matches(['*', 'k']) {
            "bar" => 25,
            "off" => 0,
            point => point.parse().expect("a point"),
        };
        let royal = way.contains('k');
        WrittenChain { places: way.split('/').map(place).collect(), count, royal, column: 1 }
    });
    (table, chains.collect())
}

fn checkers(position: &Position) -> Vec<u32> {
    let boards = position.open_tables().filter_map(|n| position.table(n, Side::White));
    boards
        .flat_map(|board| {
            [0, 1].map(|side| u32::from(board.eaten(side)) + board.counts().checkers(side))
        })
        .collect()
}

fn reads_back(position: &Position) {
    if let Phase::Over(outcome) = position.phase
        && position.parallel.is_none()
        && outcome.kind != Some(WinKind::Mother)
        && [0, 1].iter().all(|&side| position.white_board.in_play(side) > 0)
    {
        return; // A standstill: the board does not show that the game is over.
    }
    let text = id::npn::print(&position.to_setup());
    let (setup, _) = id::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let read = Position::from_setup(&setup, Variant::Backgammon.rules());
    assert_eq!(read.as_ref(), Ok(position), "{text}");
    let again = read.map(|position| id::npn::print(&position.to_setup()));
    assert_eq!(again, Ok(text));
}

/// Plays a game to its end with plays drawn at random, checking everything on the way.
fn play_game(rules: Rules, seed: u64) -> Position {
    let mut game = Game::new(rules, DiceSource::seeded(seed));
    let mut numbers = Numbers(seed);
    for _ in 0..30_000 {
        let position = *game.position();
        reads_back(&position);
        for (count, table) in checkers(&position).chunks(2).zip(position.open_tables()) {
            let expected = u32::from(position.rules.of_table(table).variant.spec().checkers);
            assert_eq!(count, [expected; 2], "{}", id::npn::print(&position.to_setup()));
        }
        match game.phase() {
            Phase::Over(_) => return position,
            Phase::ToMove(..) => {}
            Phase::ToRoll(_) if numbers.once_in(40) && position.tables() > 1 => {
                let open: Vec<usize> = position.open_tables().collect();
                game.choose(open[numbers.below(open.len())]).unwrap();
                continue;
            }
            Phase::ToRoll(side) if numbers.once_in(20) && game.double_refusal(side).is_none() => {
                if game.double().is_ok() {
                    reads_back(game.position());
                    game.take().unwrap();
                }
                continue;
            }
            _ => {
                game.roll(None).unwrap();
                continue;
            }
        }
        let mut plays = game.plays();
        if plays.is_empty() {
            game.pass().unwrap();
            continue;
        }
        let n = numbers.below(plays.len());
        let play = *plays.get(n).unwrap();
        let text = plays.text(n, Numbering::Descending);
        if !text.ends_with("pass") {
            let (table, chains) = read(&text);
            let found = plays.resolve(table, &chains);
            assert_eq!(found, Ok(n), "{text} in {}", id::npn::print(&position.to_setup()));
        }
        game.play(play.table, &play.board).unwrap();
    }
    panic!("the game does not end: {}", id::npn::print(&game.position().to_setup()));
}

#[test]
fn whole_games_end_and_pay_somebody() {
    let names = [
        "backgammon",
        "short",
        "nackgammon",
        "hypergammon",
        "longgammon",
        "long",
        "khachapuri",
        "royal",
        "doublegammon",
        "portes",
        "tavla",
        "plakoto",
        "tapa",
        "fevga",
        "moultezim",
        "gul-bara",
        "tavli",
        "parallel",
        "parallel:short+long",
        "parallel:long+long",
        "parallel:short+long+khachapuri",
        "parallel:short+long+khachapuri+nackgammon",
        "parallel:royal+doublegammon",
        "parallel:plakoto+fevga",
    ];
    for name in names {
        for seed in 0..6 {
            let rules = Rules::from_name(name).unwrap();
            let Phase::Over(outcome) = play_game(rules, seed).phase else { panic!("{name}") };
            match outcome.winner {
                Some(_) => assert!(outcome.points.in_halves() > 0, "{name} {seed}"),
                // A standstill or a draw.
                None => assert_eq!(outcome.points.in_halves(), 0, "{name} {seed}"),
            }
        }
    }
}

#[test]
fn whole_games_with_options_drawn_at_random_end() {
    let mut numbers = Numbers(5);
    for variant in Variant::ALL {
        for seed in 0..8 {
            let rules = random_rules(variant, &mut numbers);
            play_game(rules, seed);
        }
    }
}

/// Every order of single steps leads to a play that is listed, and every play has one.
#[test]
fn orders_of_steps_lead_to_the_listed_plays_and_to_all_of_them() {
    let mut numbers = Numbers(9);
    for variant in single_games() {
        let rules = variant.rules();
        for _ in 0..30 {
            let board = rules.start();
            let track = rules.movement.track;
            let mut position = Position::start(rules);
            position.white_board =
                random_board(&board, track, variant.spec().checkers, &mut numbers);
            position.phase = Phase::ToMove(Side::White, ALL_ROLLS[numbers.below(21)]);
            let mut plays = Plays::of(&position);
            let mut reached = HashSet::new();
            let mut count = 0;
            plays.sequences(&mut |_, n| {
                reached.insert(n);
                count += 1;
                count < 100_000
            });
            let complete = (0..plays.len()).all(|n| reached.contains(&n));
            assert!(complete || count >= 100_000, "{}", id::npn::print(&position.to_setup()));
        }
    }
}

/// the nine pairs of an opening and a reply on which the readings of L-07 differ, and what
/// each comes to; on all other pairs they are the same.
#[test]
fn the_readings_of_the_first_turn_differ_on_nine_pairs_l07() {
    type Reply = &'static [&'static [(usize, u8)]];
    const TWO_TO_14: Reply = &[&[(24, 13), (14, 2)]];
    const ONE_TO_14: Reply = &[&[(24, 14), (14, 1)]];
    const OR_APART: Reply = &[&[(24, 13), (14, 2)], &[(24, 13), (19, 1), (9, 1)]];
    const ONE_TO_9: Reply = &[&[(24, 14), (9, 1)]];
    // Opening, reply, and the results by when-blocked, when-blocked-doubles, listed-doubles.
    type Pair = ((u8, u8), Option<usize>, (u8, u8), [Reply; 3]);
    let pairs: [Pair; 9] = [
        ((2, 1), None, (5, 5), [TWO_TO_14, TWO_TO_14, ONE_TO_14]),
        ((3, 3), Some(15), (5, 5), [TWO_TO_14, TWO_TO_14, ONE_TO_14]),
        ((2, 2), None, (5, 5), [OR_APART, OR_APART, ONE_TO_9]),
        ((4, 4), None, (5, 5), [OR_APART, OR_APART, ONE_TO_9]),
        ((5, 3), None, (5, 5), [OR_APART, OR_APART, ONE_TO_9]),
        ((6, 2), None, (5, 5), [OR_APART, OR_APART, ONE_TO_9]),
        (
            (5, 5),
            None,
            (2, 2),
            [
                &[&[(24, 13), (20, 2)], &[(24, 13), (22, 1), (18, 1)]],
                &[&[(24, 13), (20, 2)], &[(24, 13), (22, 1), (18, 1)]],
                &[&[(24, 14), (18, 1)]],
            ],
        ),
        (
            (5, 5),
            None,
            (5, 3),
            [&[&[(24, 13), (21, 1), (19, 1)]], &[&[(24, 14), (19, 1)]], &[&[(24, 14), (19, 1)]]],
        ),
        (
            (5, 5),
            None,
            (6, 2),
            [&[&[(24, 13), (22, 1), (18, 1)]], &[&[(24, 14), (18, 1)]], &[&[(24, 14), (18, 1)]]],
        ),
    ];
    let readings = ["when-blocked", "when-blocked-doubles", "listed-doubles"];
    let rules = readings.map(|reading| {
        let mut rules = Variant::Long.rules();
        rules.set("long.first-move-doubles", reading).unwrap();
        rules
    });
    let results = |rules: &Rules, board: &nardy::board::Board, roll| {
        let mut list = PlayList::new();
        board.generate(&rules.movement, roll, TurnContext::after(0), &mut list);
        list.boards().iter().map(|b| b.counts(0)).collect::<HashSet<_>>()
    };
    let mut differing = Vec::new();
    for opening in ALL_ROLLS {
        let start = Variant::Long.start();
        let mut list = PlayList::new();
        start.generate(&rules[0].movement, opening, TurnContext::after(0), &mut list);
        for after in list.boards().iter().map(|board| board.swapped()) {
            for reply in ALL_ROLLS {
                let found = [0, 1, 2].map(|n| results(&rules[n], &after, reply));
                if found[0] != found[1] || found[1] != found[2] {
                    let dice = |roll: nardy::board::Roll| (roll.high().pips(), roll.low().pips());
                    differing.push((dice(opening), after, dice(reply), found));
                }
            }
        }
    }
    assert_eq!(differing.len(), pairs.len());
    for (opening, at, reply, expected) in pairs {
        let same = |(o, board, r, _): &&(_, nardy::board::Board, _, _)| {
            *o == opening && *r == reply && at.is_none_or(|at| board.counts(1)[at] > 0)
        };
        let (.., found) = differing.iter().find(same).expect("a pair that differs");
        for (n, reply) in expected.into_iter().enumerate() {
            let boards: HashSet<[u8; 26]> = reply
                .iter()
                .map(|stacks| {
                    let mut row = [0; 26];
                    stacks.iter().for_each(|&(point, count)| row[point] = count);
                    row
                })
                .collect();
            assert_eq!(found[n], boards, "{opening:?} {} ", readings[n]);
        }
    }
}
