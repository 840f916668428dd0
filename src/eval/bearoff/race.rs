//! Races in which both sides have only home positions left, judged by the table.

use super::{CHECKERS, THROWS_MAX, Table, Throws};
use crate::board::{Board, HOME_TOP, OFF};
use crate::eval::Chances;

/// The home of a side (0 mover, 1 other) if it has no checker elsewhere and at most 15 in play.
pub fn home_of(board: &Board, side: usize) -> Option<[u8; HOME_TOP]> {
    let row = board.row(side);
    let outside: u32 = row[HOME_TOP + 1..].iter().map(|&n| u32::from(n)).sum();
    let inside: u32 = row[1..=HOME_TOP].iter().map(|&n| u32::from(n)).sum();
    if outside > 0 || inside > CHECKERS as u32 {
        return None;
    }
    let mut home = [0; HOME_TOP];
    home.copy_from_slice(&row[1..=HOME_TOP]);
    Some(home)
}

/// The chances of the side to throw (side 0) when both sides have only home positions; `None`
/// otherwise.
///
/// They are exact for players who each hurry home: wins while both bear off as fast as they can
/// on average, gammons while the loser bears off the first checker as fast as it can. A gammon is
/// in question only for a side that has borne off nothing.
pub fn chances(table: &Table, board: &Board) -> Option<Chances> {
    let homes = [home_of(board, 0)?, home_of(board, 1)?];
    let throws = [table.last(&homes[0])?, table.last(&homes[1])?];
    let mut chances = Chances { win: ahead(throws[0], throws[1], 0), ..Chances::default() };
    if let Some(first) = first_off(table, board, 1, &homes[1]) {
        chances.win_gammon = ahead(throws[0], first, 0).min(chances.win);
    }
    if let Some(first) = first_off(table, board, 0, &homes[0]) {
        chances.lose_gammon = ahead(throws[1], first, 1).min(1.0 - chances.win);
    }
    Some(chances)
}

/// The throws to the first checker off, `None` if one is off already.
fn first_off<'a>(
    table: &'a Table,
    board: &Board,
    side: usize,
    home: &[u8; HOME_TOP],
) -> Option<Throws<'a>> {
    if board.row(side)[OFF] > 0 {
        return None;
    }
    table.first(home)
}

/// The chance that `racer` needs n throws and `rival` has not got there in its n - 1 (it throws
/// second) or n (it throws first): `lead` is 0 or 1.
fn ahead(racer: Throws<'_>, rival: Throws<'_>, lead: usize) -> f32 {
    // late[n]: the chance that the rival needs at least n throws.
    let mut late = [0.0f32; THROWS_MAX + 3];
    let mut n_last = 0;
    let mut sum = 0.0;
    for (n, p) in rival.iter().rev() {
        sum += p;
        late[n] = sum;
        n_last = n_last.max(n);
    }
    let n_first = *rival.range().start();
    let at_least = |n: usize| if n <= n_first { 1.0 } else { late[n.min(late.len() - 1)] };
    // Rounded sums may pass 1 by a bit.
    racer.iter().map(|(n, p)| p * at_least(n + lead)).sum::<f32>().min(1.0)
}
