use super::*;
use crate::board::{ALL_ROLLS, AnyBoard, BAR, Board, LapBoard, OFF, PinBoard, RoyalBoard};
use crate::eval::bearoff;
use crate::eval::features::InputSet;
use crate::moves::{PlayList, TurnContext};
use crate::rules::{Dave, LongScoring, Prime};

/// Boards of random games, side 0 to throw.
fn walk<B: Described>(game: Variant) -> Vec<B> {
    let rules = game.rules();
    let mut list = PlayList::new();
    let start = B::from_any(&rules.start()).unwrap();
    let (mut board, mut boards, mut state) = (start, Vec::new(), 12345u64);
    let mut next = |most: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % most
    };
    for _ in 0..1500 {
        boards.push(board);
        let roll = ALL_ROLLS[next(ALL_ROLLS.len())];
        board.generate(&rules.movement, roll, TurnContext::of(&board), &mut list);
        board = match list.len() {
            0 => board.swapped(),
            most => list.boards()[next(most)].swapped(),
        };
        if Results::of(&rules).ended(&board).is_some() {
            boards.push(board);
            board = start;
        }
    }
    boards
}

fn sound<B: Described>(game: Variant) {
    let judge: GameNet<B> = GameNet::embedded(&game.rules()).unwrap().unwrap();
    let boards: Vec<B> = walk(game);
    let mut batch = vec![Chances::default(); boards.len()];
    judge.evaluate(&boards, &mut batch);
    let mut known = 0;
    for (board, chances) in boards.iter().zip(&batch) {
        let mut single = [Chances::default()];
        judge.evaluate(std::slice::from_ref(board), &mut single);
        assert_eq!(single[0], *chances);
        let c = chances;
        let all = [c.win, c.win_gammon, c.win_backgammon, c.lose_gammon, c.lose_backgammon];
        assert!(all.iter().all(|share| (0.0..=1.0).contains(share)), "{board:?} {c:?}");
        assert!(c.win >= c.win_gammon && c.win_gammon >= c.win_backgammon, "{board:?} {c:?}");
        assert!(1.0 - c.win >= c.lose_gammon && c.lose_gammon >= c.lose_backgammon, "{c:?}");
        match judge.results().of_board(board) {
            Fixed::Known(_) => known += 1,
            Fixed::Open(possible) => {
                let shares = crate::eval::net::split(c);
                let ruled_out = shares.iter().zip(possible).filter(|(_, possible)| !possible);
                assert!(ruled_out.into_iter().all(|(share, _)| *share == 0.0), "{board:?} {c:?}");
            }
        }
    }
    assert!(known > 0, "no game of {} ended", game.name());
}

#[test]
fn every_net_of_the_program_fits_its_game_and_gives_chances() {
    for game in games() {
        match InputSet::of(game).unwrap() {
            InputSet::Parallel => sound::<Board>(game),
            InputSet::Royal => sound::<RoyalBoard>(game),
            InputSet::Laps => sound::<LapBoard>(game),
            InputSet::Pins => sound::<PinBoard>(game),
            other => panic!("{other:?} is not a game's own"),
        }
    }
    assert!(net(Variant::Backgammon).is_none());
    let long = net(Variant::Long).unwrap().unwrap().clone();
    assert!(GameNet::<Board>::new(&Variant::Fevga.rules(), long).is_none());
    assert!(
        Net::of_game(&net(Variant::Long).unwrap().unwrap().to_bytes(), Variant::Fevga).is_err()
    );
}

fn plain(mine: &[(usize, u8)], theirs: &[(usize, u8)]) -> Board {
    let row = |stacks: &[(usize, u8)]| {
        let mut row = [0; 26];
        for &(place, count) in stacks {
            row[place] = count;
        }
        row[OFF] = 15 - row.iter().sum::<u8>();
        row
    };
    Board::new(row(mine), row(theirs))
}

#[test]
fn finished_games_count_by_their_own_rules() {
    let ended = |game: Variant, board: Board| Results::of(&game.rules()).ended(&board);
    // L-15: koks, home mars and mars of the side that has lost.
    let koks = plain(&[], &[(24, 1), (6, 14)]);
    assert_eq!(ended(Variant::Long, koks), Some([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]));
    let mars = plain(&[(13, 1), (6, 14)], &[]);
    assert_eq!(ended(Variant::Long, mars), Some([0.0, 0.0, 0.0, 0.0, 1.0, 0.0]));
    // K-05: five checkers left lie between one and eight.
    let five = ended(Variant::Khachapuri, plain(&[], &[(6, 5)])).unwrap();
    assert!((five[0] - 3.0 / 7.0).abs() < 1e-6 && (five[1] - 4.0 / 7.0).abs() < 1e-6);
    assert_eq!(ended(Variant::Long, plain(&[(3, 1)], &[(6, 2)])), None);
    // V-03: a pinned mother, before anything is borne off; both: a draw.
    let plakoto = Results::of(&Variant::Plakoto.rules());
    let counts = plain(&[(1, 1), (5, 14)], &[(24, 1), (5, 14)]);
    let pinned = PinBoard::new(counts, [0, 1 << 24]);
    assert_eq!(plakoto.ended(&pinned), Some([0.0, 1.0, 0.0, 0.0, 0.0, 0.0]));
    let both = PinBoard::new(counts, [1 << 24, 1 << 24]);
    assert_eq!(plakoto.ended(&both), Some([0.5, 0.0, 0.0, 0.5, 0.0, 0.0]));
}

#[test]
fn races_home_are_the_tables() {
    let board = plain(&[(6, 4), (3, 11)], &[(5, 7), (2, 8)]);
    let exact = bearoff::chances(bearoff::table(), &board).unwrap();
    let judged = |rules: &Rules| {
        let judge: GameNet<Board> = GameNet::embedded(rules).unwrap().unwrap();
        let mut chances = [Chances::default()];
        judge.evaluate(&[board], &mut chances);
        chances[0]
    };
    let mut rules = Variant::Long.rules();
    // Nobody is outside his home: whoever bears off none has lost a home mars, three points.
    let long = judged(&rules);
    assert!((long.win - exact.win).abs() < 1e-6);
    assert!((long.win_backgammon - exact.win_gammon).abs() < 1e-6);
    rules.pays.long = LongScoring::Fsnr;
    let fsnr = judged(&rules);
    assert!((fsnr.win_gammon - exact.win_gammon).abs() < 1e-6 && fsnr.win_backgammon == 0.0);
    rules.dave = Dave::Geometric;
    assert_eq!(judged(&rules).win_gammon, 0.0);
    // Doubles go on (V-07): not the table's throws.
    let results = Results::of(&Variant::GulBara.rules());
    assert!(matches!(results.of_board(&board), Fixed::Open(_)));
}

#[test]
fn the_prime_rule_is_told() {
    let mut rules = Variant::Long.rules();
    let mut judge: GameNet<Board> = GameNet::embedded(&rules).unwrap().unwrap();
    let board = plain(&[(24, 5), (20, 4), (15, 6)], &[(24, 7), (21, 8)]);
    let mut said = [Chances::default(); 2];
    judge.evaluate(&[board], &mut said[..1]);
    rules.movement.prime = Prime::MustHaveEnemyAhead;
    judge.play_under(&rules);
    judge.evaluate(&[board], &mut said[1..]);
    assert_ne!(said[0], said[1]);
}

#[test]
fn results_that_a_board_rules_out_are_those_of_its_game() {
    let possible = |game: Variant, board: Board| match Results::of(&game.rules()).of_board(&board) {
        Fixed::Open(possible) => possible,
        Fixed::Known(_) => panic!("{board:?} needs no net"),
    };
    let off = plain(&[(12, 14)], &[(24, 15)]);
    assert_eq!(possible(Variant::Long, off), [true, true, true, true, false, false]);
    assert_eq!(possible(Variant::Fevga, off), [true, true, false, true, false, false]);
    let few = plain(&[(12, 8)], &[(24, 1)]);
    assert_eq!(possible(Variant::Khachapuri, few), [true, false, false, true, true, false]);
    let royal = RoyalBoard::from_any(&Variant::Royal.rules().start()).unwrap();
    match Results::of(&Variant::Royal.rules()).of_board(&royal) {
        Fixed::Open(possible) => assert_eq!(possible, [true; 6]),
        Fixed::Known(_) => panic!("the start needs no net"),
    }
    assert_eq!(AnyBoard::from(royal).count(0, BAR), 0);
}
