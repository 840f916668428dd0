//! Laws of move generation and notation on random boards.

use std::collections::HashSet;

use arrayvec::ArrayVec;
use nardy::board::{ALL_ROLLS, BAR, Board, OFF};
use nardy::eval::VARIANTS;
use nardy::moves::{
    Numbering, PlayList, TurnContext, WrittenChain, canonical, generate, generate_any, resolve,
    sequences, spelled,
};
use nardy::rules::{HitAndHide, Movement, Variant};
use nardy_protocol::{Command, Parsed, Place, Play, PlayAction, parse_line};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Boards in the suite; the variable asks for more.
const BOARDS: usize = 3_000;

fn boards_wanted() -> usize {
    let wanted = std::env::var("NARDY_RANDOM_BOARDS").ok();
    wanted.and_then(|wanted| wanted.parse().ok()).unwrap_or(BOARDS)
}

/// A side with its checkers thrown on the places that the other side leaves, mostly in few stacks.
fn random_row(rng: &mut ChaCha8Rng, taken: &[u8; 26], bar: bool) -> [u8; 26] {
    let mut row = [0; 26];
    let top = if rng.random_ratio(1, 4) { 6 } else { 24 };
    let places: Vec<usize> =
        (0..rng.random_range(1..9)).map(|_| rng.random_range(1..=top)).collect();
    for _ in 0..15 {
        let place = match rng.random_range(0..40) {
            0 if bar => BAR,
            1..=3 => OFF,
            _ => places[rng.random_range(0..places.len())],
        };
        let free = place == OFF || place == BAR || taken[25 - place] == 0;
        row[if free { place } else { OFF }] += 1;
    }
    row
}

fn random_board(rng: &mut ChaCha8Rng) -> Board {
    let other = random_row(rng, &[0; 26], true);
    let bar = rng.random_ratio(1, 2);
    let mover = random_row(rng, &other, bar);
    Board::new(mover, other)
}

fn results(
    by: fn(&Movement, &Board, nardy::board::Roll, &mut PlayList),
    movement: &Movement,
    board: &Board,
    roll: nardy::board::Roll,
    list: &mut PlayList,
) -> HashSet<Board> {
    by(movement, board, roll, list);
    let found: HashSet<Board> = list.boards().iter().copied().collect();
    assert_eq!(found.len(), list.len(), "{board:?} {roll}: a result is listed twice");
    found
}

#[test]
fn the_fast_generator_lists_what_the_general_one_lists() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let movement = Variant::Backgammon.rules().movement;
    let mut list = PlayList::new();
    for _ in 0..boards_wanted() {
        let board = random_board(&mut rng);
        for roll in ALL_ROLLS {
            let fast = results(generate, &movement, &board, roll, &mut list);
            let general = results(generate_any, &movement, &board, roll, &mut list);
            assert_eq!(fast, general, "{board:?} {roll}");
        }
    }
}

/// With something to hit, short nardy takes the general generator, else the fast one.
#[test]
fn short_nardy_lists_no_play_that_backgammon_does_not_reach() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (open, short) = (Variant::Backgammon.rules().movement, Variant::Short.rules().movement);
    assert_eq!(short.hide, HitAndHide::Forbidden);
    let mut list = PlayList::new();
    for _ in 0..boards_wanted() {
        let board = random_board(&mut rng);
        for roll in ALL_ROLLS {
            let free = results(generate, &open, &board, roll, &mut list);
            let banned = results(generate, &short, &board, roll, &mut list);
            let used = list.steps().first().map_or(0, |steps| steps.len());
            generate(&open, &board, roll, &mut list);
            let most = list.steps().first().map_or(0, |steps| steps.len());
            // S-23: only where the ban leaves fewer dice may other plays appear.
            assert!(used < most || banned.is_subset(&free), "{board:?} {roll}");
        }
    }
}

#[test]
fn checkers_are_conserved_and_steps_lead_to_their_board() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut list = PlayList::new();
    for n in 0..boards_wanted() {
        let board = random_board(&mut rng);
        let movement = VARIANTS[n % VARIANTS.len()].rules().movement;
        for roll in ALL_ROLLS {
            generate(&movement, &board, roll, &mut list);
            for child in list.iter() {
                let (mut mine, mut theirs) = (board.counts(0), board.counts(1));
                for step in child.steps.iter() {
                    let (from, to) = (usize::from(step.from), usize::from(step.to));
                    assert!(from > to && mine[from] > 0, "{board:?} {roll} {:?}", child.steps);
                    mine[from] -= 1;
                    mine[to] += 1;
                    if to != OFF {
                        assert!(theirs[25 - to] < 2, "{board:?} {roll}");
                        theirs[BAR] += std::mem::take(&mut theirs[25 - to]);
                    }
                }
                assert_eq!(child.board, Board::new(mine, theirs), "{board:?} {roll}");
            }
        }
    }
}

fn written(play: &Play) -> Vec<WrittenChain> {
    let PlayAction::Moves(movements) = &play.action else { return Vec::new() };
    let place = |place: Place| match place {
        Place::Bar => BAR as u8,
        Place::Off => OFF as u8,
        Place::Point(point) => point,
    };
    let chain = |movement: &nardy_protocol::request::Movement| WrittenChain {
        places: movement.stops.iter().map(|stop| place(stop.place)).collect::<ArrayVec<u8, 8>>(),
        count: movement.count,
        royal: false,
        column: movement.stops.first().map_or(1, |stop| stop.column),
    };
    movements.iter().map(chain).collect()
}

fn parsed(text: &str) -> Vec<WrittenChain> {
    match parse_line(&format!("move {text}")) {
        Parsed::Request(request) => match request.command {
            Command::Move(play) => written(&play),
            other => panic!("{other:?}"),
        },
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn every_play_is_read_back_from_both_ways_of_writing_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut list = PlayList::new();
    for n in 0..boards_wanted() / 10 {
        let board = random_board(&mut rng);
        let movement = VARIANTS[n % VARIANTS.len()].rules().movement;
        for roll in ALL_ROLLS {
            generate(&movement, &board, roll, &mut list);
            let mut texts = HashSet::new();
            for (k, child) in list.iter().enumerate() {
                let short = canonical(&movement, &board, child.steps, Numbering::Descending);
                let long = spelled(&movement, &board, child.steps, Numbering::Descending);
                for text in [&short, &long] {
                    let read = resolve(
                        &movement,
                        &board,
                        roll,
                        TurnContext::of(&board),
                        &parsed(text),
                        &list,
                    );
                    assert_eq!(read, Ok(k), "{board:?} {roll} {text}");
                }
                assert!(texts.insert(short.clone()), "{board:?} {roll}: {short} means two plays");
            }
        }
    }
}

#[test]
fn sequences_reach_every_result_and_nothing_else() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut list = PlayList::new();
    for n in 0..boards_wanted() / 10 {
        let board = random_board(&mut rng);
        let movement = VARIANTS[n % VARIANTS.len()].rules().movement;
        for roll in ALL_ROLLS.into_iter().filter(|roll| !roll.is_double()) {
            generate(&movement, &board, roll, &mut list);
            let mut reached = HashSet::new();
            let mut orders = HashSet::new();
            sequences(
                &movement,
                &board,
                roll,
                TurnContext::of(&board),
                &list,
                &mut |steps, result| {
                    assert!(orders.insert(steps), "{board:?} {roll}: an order twice");
                    reached.insert(result);
                    true
                },
            );
            assert_eq!(reached.len(), list.len(), "{board:?} {roll}");
        }
    }
}
