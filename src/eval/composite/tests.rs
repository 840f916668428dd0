use super::*;
use crate::board::{ALL_ROLLS, Board};
use crate::moves::{PlayList, generate};

/// Boards of games of random plays, in each of which side 0 is to throw.
fn boards(games: u32) -> Vec<Board> {
    let mut state = 88_172_645_463_325_252u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let mut boards = Vec::new();
    let mut list = PlayList::new();
    for game in 0..games {
        let variant = VARIANTS[game as usize % VARIANTS.len()];
        let mut board = variant.start();
        for _ in 0..400 {
            boards.push(board);
            if Class::of(&board) == Class::Over {
                break;
            }
            let roll = ALL_ROLLS[random(21)];
            generate(&variant.rules().movement, &board, roll, &mut list);
            let children = list.boards();
            let next = if children.is_empty() { board } else { children[random(children.len())] };
            board = next.swapped();
        }
    }
    boards
}

#[test]
fn every_game_starts_near_even() {
    for variant in VARIANTS {
        let equity = for_variant(variant).unwrap().judge(&variant.start()).equity();
        assert!((0.0..0.25).contains(&equity), "{variant:?} {equity}");
    }
    let names = |variant| for_variant(variant).unwrap().versions().map(|info| info.name);
    assert_eq!(names(Variant::Short), ["backgammon-contact", "backgammon-race"]);
    assert_eq!(names(Variant::Longgammon), ["outlying-contact", "outlying-race"]);
}

#[test]
fn a_batch_gives_what_single_boards_give() {
    let evaluators = standard().unwrap();
    let boards = boards(10);
    let mut batch = vec![Chances::default(); boards.len()];
    evaluators.evaluate(&boards, &mut batch);
    for (board, chances) in boards.iter().zip(batch) {
        assert_eq!(evaluators.judge(board), chances, "{board:?}");
    }
}

#[test]
fn chances_keep_their_order_everywhere() {
    let evaluators = standard().unwrap();
    let mut seen = [0; 4];
    for board in boards(60) {
        let c = evaluators.judge(&board);
        assert!(0.0 <= c.win_backgammon && c.win_backgammon <= c.win_gammon, "{board:?} {c:?}");
        assert!(c.win_gammon <= c.win && c.win <= 1.0, "{board:?} {c:?}");
        assert!(0.0 <= c.lose_backgammon && c.lose_backgammon <= c.lose_gammon, "{board:?} {c:?}");
        assert!(c.lose_gammon <= 1.0 - c.win, "{board:?} {c:?}");
        if board.row(0)[OFF] > 0 {
            assert_eq!(c.lose_gammon, 0.0, "{board:?}");
        }
        if board.row(1)[OFF] > 0 {
            assert_eq!(c.win_gammon, 0.0, "{board:?}");
        }
        seen[Class::of(&board) as usize] += 1;
    }
    assert!(seen.iter().all(|&n| n > 0), "{seen:?}");
}

#[test]
fn finished_games_are_exact() {
    let row = |stacks: &[(usize, u8)]| {
        let mut row = [0; 26];
        for &(place, count) in stacks {
            row[place] = count;
        }
        row
    };
    let done = row(&[(0, 15)]);
    let cases: [(&[(usize, u8)], f32); 4] = [
        (&[(0, 1), (25, 1), (6, 13)], 1.0),
        (&[(18, 1), (6, 14)], 2.0),
        (&[(19, 1), (6, 14)], 3.0),
        (&[(25, 1), (6, 14)], 3.0),
    ];
    let evaluators = standard().unwrap();
    for (loser, points) in cases {
        let board = Board::new(done, row(loser));
        assert_eq!(Class::of(&board), Class::Over);
        assert_eq!(evaluators.judge(&board).equity(), points);
        assert_eq!(evaluators.judge(&board.swapped()).equity(), -points);
    }
}

#[test]
fn classes_by_hand() {
    let row = |stacks: &[(usize, u8)]| {
        let mut row = [0; 26];
        for &(place, count) in stacks {
            row[place] = count;
        }
        row
    };
    let class = |mover: &[(usize, u8)], other: &[(usize, u8)]| {
        Class::of(&Board::new(row(mover), row(other)))
    };
    assert_eq!(Class::of(&Variant::Backgammon.start()), Class::Contact);
    assert_eq!(class(&[(6, 15)], &[(6, 15)]), Class::Bearoff);
    assert_eq!(class(&[(7, 15)], &[(6, 15)]), Class::Race);
    assert_eq!(class(&[(13, 15)], &[(11, 15)]), Class::Race);
    assert_eq!(class(&[(25, 1), (1, 14)], &[(1, 1), (0, 14)]), Class::Contact);
    assert_eq!(class(&[(0, 15)], &[(6, 15)]), Class::Over);
    // A race with a straggler in the enemy's home may still lose a backgammon.
    let late = Board::new(row(&[(20, 1), (6, 14)]), row(&[(1, 2), (0, 13)]));
    assert_eq!(Class::of(&late), Class::Race);
    assert_eq!(possible(&late, Class::Race), [true, false, false, true, true, true]);
    let home = Board::new(row(&[(18, 1), (6, 14)]), row(&[(1, 2), (0, 13)]));
    assert_eq!(possible(&home, Class::Race), [true, false, false, true, true, false]);
}

#[test]
fn a_closed_board_is_worth_the_same_to_both() {
    let evaluators = standard().unwrap();
    // The mover's checkers on the bar cannot come in, so that the throw changes nothing.
    for id in ["27YBAiGY2+ABYA", "27YBFQB47hkAYA", "290WAAAOH/ABYA"] {
        let board = crate::eval::validate::board(id).unwrap();
        let sum = evaluators.judge(&board).equity() + evaluators.judge(&board.swapped()).equity();
        assert!(sum.abs() < 0.1, "{id} {sum}");
    }
}

/// The best of all plays of a throw from the start, without search.
fn best(evaluators: &Evaluators, roll: (u8, u8)) -> Board {
    let variant = Variant::Backgammon;
    let roll = crate::board::Roll::from_pips(roll.0, roll.1).unwrap();
    let mut list = PlayList::new();
    generate(&variant.rules().movement, &variant.start(), roll, &mut list);
    let equity = |board: &Board| -evaluators.judge(&board.swapped()).equity();
    let boards = list.boards().iter().copied();
    boards.max_by(|a, b| equity(a).total_cmp(&equity(b))).unwrap()
}

#[test]
fn openings_are_played_as_everybody_plays_them() {
    let evaluators = standard().unwrap();
    type Opening = ((u8, u8), [(usize, usize); 2]);
    let cases: [Opening; 5] = [
        ((3, 1), [(8, 5), (6, 5)]),
        ((6, 1), [(13, 7), (8, 7)]),
        ((4, 2), [(8, 4), (6, 4)]),
        ((5, 3), [(8, 3), (6, 3)]),
        ((6, 5), [(24, 18), (18, 13)]),
    ];
    for (roll, steps) in cases {
        let mut want = Variant::Backgammon.start();
        for (from, to) in steps {
            want.row_mut(0)[from] -= 1;
            want.row_mut(0)[to] += 1;
        }
        assert_eq!(best(evaluators, roll), want, "{roll:?}");
    }
}

#[test]
fn what_came_before_a_board_does_not_matter() {
    // Within a batch sums are kept from one board to the next.
    let evaluators = standard().unwrap();
    let mut boards = boards(10);
    let mut there = vec![Chances::default(); boards.len()];
    evaluators.evaluate(&boards, &mut there);
    boards.reverse();
    let mut back = there.clone();
    evaluators.evaluate(&boards, &mut back);
    back.reverse();
    assert_eq!(there, back);
    // The mover's checkers stay, the enemy's change, and the other way round.
    let turned: Vec<Board> = boards.iter().flat_map(|b| [*b, b.swapped(), *b]).collect();
    let mut chances = vec![Chances::default(); turned.len()];
    evaluators.evaluate(&turned, &mut chances);
    for (three, board) in chances.chunks(3).zip(&boards) {
        assert_eq!(three[0], three[2]);
        assert_eq!(three[1], evaluators.judge(&board.swapped()));
    }
}

#[test]
fn both_sides_of_an_even_position_are_judged_alike() {
    for variant in VARIANTS {
        let board = variant.start();
        assert_eq!(board, board.swapped());
        let evaluators = for_variant(variant).unwrap();
        assert_eq!(evaluators.judge(&board), evaluators.judge(&board.swapped()));
    }
    // Where the game is over each side's chances are the other's turned round.
    for board in boards(30).iter().filter(|board| Class::of(board) == Class::Over) {
        let evaluators = standard().unwrap();
        assert_eq!(evaluators.judge(board), evaluators.judge(&board.swapped()).swapped());
    }
}
