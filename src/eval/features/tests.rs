use super::merged::{self, Half, Layout, Numbers};
use super::*;
use crate::board::BAR;
use crate::rules::Variant;
use proptest::prelude::*;

fn board(mover: &[(usize, u8)], other: &[(usize, u8)]) -> Board {
    let row = |stacks: &[(usize, u8)]| {
        let mut row = [0; 26];
        for &(place, count) in stacks {
            row[place] = count;
        }
        row
    };
    Board::new(row(mover), row(other))
}

fn contact(board: &Board, side: usize, scalar: ContactScalar) -> f32 {
    Phase::Contact.inputs(board).scalars[side * contact::SCALARS + scalar as usize]
}

fn race(board: &Board, side: usize, scalar: RaceScalar) -> f32 {
    Phase::Race.inputs(board).scalars[side * race::SCALARS + scalar as usize]
}

#[test]
fn the_start_seen_by_contact() {
    use ContactScalar::*;
    let start = Variant::Backgammon.start();
    for side in 0..2 {
        assert_eq!(contact(&start, side, Pips), 1.0);
        assert_eq!(contact(&start, side, Shots), 0.0);
        assert_eq!(contact(&start, side, Dance), 1.0 / 36.0);
        assert_eq!(contact(&start, side, HomeBlots), 0.0);
        assert_eq!(contact(&start, side, Prime), 1.0 / 6.0);
        assert_eq!(contact(&start, side, Back), 2.0 / 5.0);
        // Nothing has passed the two checkers on the 24; each pip above point 1 is in contact.
        assert_eq!(contact(&start, side, BreakPips), (167.0 - 15.0) / 150.0);
        assert_eq!(contact(&start, side, FreePips), 0.0);
        assert_eq!(contact(&start, side, Stacked), 4.0 / 12.0);
    }
    // Per side 4 points, off, pips, 4 windows; the pip difference.
    assert_eq!(Phase::Contact.inputs(&start).rows().len(), 2 * 10 + 1);
}

#[test]
fn obvious_contact_numbers() {
    use ContactScalar::*;
    // The mover holds a full prime from 4 to 9 in front of a checker on its ace point, and has a
    // blot six pips from the enemy's bar entry.
    let prime = board(
        &[(4, 2), (5, 2), (6, 2), (7, 2), (8, 2), (9, 2), (13, 3)],
        &[(24, 1), (1, 5), (2, 5), (6, 4)],
    );
    assert_eq!(contact(&prime, 0, Prime), 1.0);
    assert!(contact(&prime, 0, HoldBest) > 0.9);
    // From the 24 the enemy can only step to the 23 and 22 (2, 1 and 1 with 1): never past.
    assert!(contact(&prime, 1, RearFree) < 0.1 && contact(&prime, 1, RearPips) < 0.2);
    assert_eq!(contact(&prime, 0, Dance), 9.0 / 36.0);
    assert_eq!(contact(&prime, 1, FreePips), 39.0 / 100.0);
    // A closed board against a checker on the bar.
    let closed =
        board(&[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (12, 3)], &[(25, 1), (6, 14)]);
    assert_eq!(contact(&closed, 0, Dance), 1.0);
    assert_eq!(contact(&closed, 1, Back), 1.0 / 5.0);
    assert_eq!((contact(&closed, 1, RearFree), contact(&closed, 1, RearPips)), (0.0, 0.0));
    // Entering is the bar checker's step: none; the stack on the six point has six.
    assert_eq!(contact(&closed, 1, Mobility), 5.0 / 48.0);
    // A direct shot: a blot on the mover's 7 seen from the enemy's 24 is six away.
    let shot = board(&[(7, 1), (6, 14)], &[(24, 1), (6, 14)]);
    assert_eq!(contact(&shot, 0, Shots), 17.0 / 36.0);
}

#[test]
fn obvious_race_numbers() {
    use RaceScalar::*;
    let b = board(&[(6, 5), (7, 1), (13, 2)], &[(1, 3), (2, 2)]);
    assert_eq!(race(&b, 0, Pips), 0.63);
    assert_eq!(race(&b, 0, Outside), 3.0 / 15.0);
    assert_eq!(race(&b, 0, Crossovers), 5.0 / 15.0);
    assert_eq!(race(&b, 0, HomePips), 15.0 / 60.0);
    assert_eq!(race(&b, 0, Gaps), 5.0 / 6.0);
    assert_eq!(race(&b, 1, Deep), 0.5);
    assert_eq!(race(&b, 1, Outside), 0.0);
}

#[test]
fn the_mirrored_board_lights_the_mirrored_rows() {
    // (The race inputs leave the bar out; nobody is on it in a race.)
    let b = board(&[(24, 2), (13, 4), (8, 1), (6, 8)], &[(20, 3), (11, 1), (5, 11)]);
    for phase in Phase::ALL {
        let side = (phase.set().rows() - 32) / 2;
        let there = phase.inputs(&b);
        let back = phase.inputs(&b.swapped());
        let mut mirrored: Vec<usize> = there
            .rows()
            .iter()
            .map(|&row| usize::from(row))
            .filter(|&row| row < 2 * side)
            .map(|row| (row + side) % (2 * side))
            .collect();
        let mut want: Vec<usize> =
            back.rows().iter().map(|&row| usize::from(row)).filter(|&row| row < 2 * side).collect();
        mirrored.sort_unstable();
        want.sort_unstable();
        assert_eq!(mirrored, want);
        let half = phase.set().scalars() / 2;
        assert_eq!(there.scalars[..half], back.scalars[half..2 * half]);
    }
}

#[test]
fn rows_are_distinct_in_range_and_fit() {
    // Fifteen single checkers on each side switch the most rows on.
    let spread: Vec<(usize, u8)> = (10..=24).map(|p| (p, 1)).collect();
    let boards = [
        board(&spread, &[(25, 5), (24, 10)]),
        board(&spread, &spread),
        Variant::Hypergammon.start(),
        Variant::Longgammon.start(),
        board(&[], &[(1, 1)]),
    ];
    for b in boards {
        for phase in Phase::ALL {
            let mut rows = phase.inputs(&b).rows().to_vec();
            assert!(rows.len() < ACTIVE_MAX);
            rows.sort_unstable();
            assert!(rows.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(rows.iter().all(|&row| usize::from(row) < phase.set().rows()));
        }
    }
}

/// Boards of up to fifteen checkers a side that need not come up in play, no point held by both.
pub(crate) fn any_board() -> impl Strategy<Value = Board> {
    let places = || prop::collection::vec(0..=BAR, 15);
    // A few points are likelier, so that there are stacks and few blots, too.
    let gather = |places: Vec<usize>, points: Vec<usize>| {
        places.into_iter().map(move |p| if p % 3 == 0 { p } else { points[p % points.len()] })
    };
    let points = || prop::collection::vec(0..=BAR, 1..6);
    (places(), points(), places(), points()).prop_map(move |(mine, mp, theirs, tp)| {
        let mut board = Board::new([0; 26], [0; 26]);
        for p in gather(mine, mp) {
            board.row_mut(0)[p] += 1;
        }
        for p in gather(theirs, tp) {
            let taken = (1..BAR).contains(&p) && board.row(0)[25 - p] > 0;
            board.row_mut(1)[if taken { 0 } else { p }] += 1;
        }
        board
    })
}

/// What merged rows and numbers say in terms of the plain inputs: all rows, the scaled ones behind
/// the others.
fn unmerged(phase: Phase, rows: &[u16], numbers: &[(u16, i16)]) -> Vec<f32> {
    let layout = Layout::of(phase);
    let mut plain = vec![0.0; phase.set().rows() + phase.set().scalars()];
    for &row in rows {
        for (part, factor) in layout.parts(row.into()) {
            plain[part] += factor;
        }
    }
    for &(n, x) in numbers {
        let (side, n) =
            (usize::from(n) / layout.numbers.len(), usize::from(n) % layout.numbers.len());
        let number = &layout.numbers[n];
        let at = phase.set().rows() + side * phase.set().scalars() / 2 + number.scalar;
        plain[at] += f32::from(x) / f32::from(number.step()) / number.unit;
    }
    plain
}

fn plain(phase: Phase, board: &Board) -> Vec<f32> {
    let inputs = phase.inputs(board);
    let mut plain = vec![0.0; phase.set().rows()];
    for &row in inputs.rows() {
        plain[usize::from(row)] += 1.0;
    }
    plain.extend(&inputs.scalars[..phase.set().scalars()]);
    plain
}

fn close(a: &[f32], b: &[f32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn fast_numbers_are_the_plain_ones(board in any_board()) {
        let inputs = Phase::Contact.inputs(&board);
        for side in 0..2 {
            let fast = &inputs.scalars[side * contact::SCALARS..][..contact::SCALARS];
            let slow = literal::contact(&board, side);
            prop_assert!(close(fast, &slow), "{board:?} {side}\n{fast:?}\n{slow:?}");
        }
    }

    #[test]
    fn merged_inputs_say_what_the_plain_ones_say(board in any_board()) {
        let own = [Own::of(board.row(0)), Own::of(board.row(1))];
        let mut numbers = Numbers::NONE;
        let mut rows: Vec<u16> = Vec::new();
        for side in 0..2 {
            let (me, them) = (&own[side], &own[1 - side]);
            rows.extend(merged::contact_half(board.row(side), side, me).rows());
            merged::contact_own_numbers(side, me, &mut numbers);
            merged::contact_numbers(board.row(side), side, me, them, &mut numbers);
        }
        rows.push(merged::contact_difference(&own[0], &own[1]) as u16);
        let contact = unmerged(Phase::Contact, &rows, numbers.list());
        prop_assert!(close(&contact, &plain(Phase::Contact, &board)), "{board:?}");

        let mut race = board;
        for side in 0..2 {
            // Nobody is on the bar in a race.
            race.row_mut(side)[0] += std::mem::take(&mut race.row_mut(side)[BAR]);
        }
        let halves = [0, 1].map(|side| merged::race_half(race.row(side), side));
        let mut rows: Vec<u16> = halves.iter().flat_map(|(half, _): &(Half, u32)| half.rows().to_vec()).collect();
        rows.push(merged::race_difference(halves[0].1, halves[1].1) as u16);
        prop_assert!(close(&unmerged(Phase::Race, &rows, &[]), &plain(Phase::Race, &race)), "{race:?}");
    }
}
