use super::*;
use crate::rules::Variant;

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
        let side = (phase.rows() - 32) / 2;
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
        let half = phase.scalars() / 2;
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
            assert!(rows.iter().all(|&row| usize::from(row) < phase.rows()));
        }
    }
}
