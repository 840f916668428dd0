//! The numbers of contacts written out plainly, to check the fast ones against.

use super::contact::SCALARS;
use crate::board::{ALL_ROLLS, BAR, Board, HOME_TOP};

/// A side's counts by its own places, and the enemy's by this side's places (0: its bar).
struct View {
    mine: [u32; 26],
    theirs: [u32; 26],
}

impl View {
    fn of(board: &Board, side: usize) -> View {
        let counts = |side: usize| board.counts(side).map(u32::from);
        let enemy = counts(1 - side);
        let mut theirs = std::array::from_fn(|p| enemy[25 - p]);
        // Borne off.
        theirs[25] = 0;
        View { mine: counts(side), theirs }
    }

    fn open(&self, place: i32) -> bool {
        !(1..=24).contains(&place) || self.theirs[place as usize] < 2
    }

    fn blots_of_theirs(&self, places: &[i32]) -> u32 {
        let hit = |p: &usize| places.contains(&(*p as i32)) && self.theirs[*p] == 1;
        (1..=24).filter(hit).fold(0, |bits, p| bits | 1 << p)
    }
}

/// Places that checkers `from` somewhere reach by one die.
fn by(view: &View, from: &[i32], die: i32) -> Vec<i32> {
    from.iter().map(|p| p - die).filter(|&p| p >= 1 && view.open(p)).collect()
}

/// Enemy blots, as bits, that a throw can hit.
fn hits(view: &View, high: i32, low: i32) -> u32 {
    let all: Vec<i32> = (1..=25).filter(|&p| view.mine[p as usize] > 0).collect();
    let on_bar = view.mine[BAR];
    if on_bar >= 2 {
        let entered = [by(view, &[25], high), by(view, &[25], low)].concat();
        return view.blots_of_theirs(&entered);
    }
    let mut reached = Vec::new();
    let dice =
        if high == low { vec![vec![high; 4]] } else { vec![vec![high, low], vec![low, high]] };
    for order in dice {
        let mut moving = if on_bar == 1 { vec![25] } else { all.clone() };
        for (n, die) in order.iter().enumerate() {
            moving = by(view, &moving, *die);
            reached.extend(&moving);
            if on_bar == 1 && n == 0 {
                if moving.is_empty() {
                    break;
                }
                moving.extend(all.iter().filter(|&&p| p < 25));
            } else if n == 0 && high != low {
                // Another checker may play the other die.
                reached.extend(by(view, &all, order[1]));
            }
        }
    }
    view.blots_of_theirs(&reached)
}

/// Throws that let a lone checker play both dice, and pips it moves in all, of the 36.
fn freedom(closed: impl Fn(i32) -> bool, place: i32) -> (u32, u32) {
    let (mut free, mut pips) = (0, 0);
    for roll in ALL_ROLLS {
        let (high, low) = (i32::from(roll.high().pips()), i32::from(roll.low().pips()));
        let open =
            |distance: i32| place - distance < 1 || distance > 12 || !closed(place - distance);
        let (moved, both) = if high == low {
            let steps = (1..=4).take_while(|n| open(n * high)).count() as i32;
            (steps * high, steps >= 2)
        } else if open(high + low) && (open(high) || open(low)) {
            (high + low, true)
        } else {
            (
                if open(high) {
                    high
                } else if open(low) {
                    low
                } else {
                    0
                },
                false,
            )
        };
        pips += roll.weight() * moved as u32;
        free += if both { roll.weight() } else { 0 };
    }
    (free, pips)
}

/// The numbers of a side, in the order of [`super::ContactScalar`].
pub(super) fn contact(board: &Board, side: usize) -> [f32; SCALARS] {
    let (me, enemy) = (View::of(board, side), View::of(board, 1 - side));
    let points = || 1..=24usize;
    let (mut shots, mut shot_pips, mut doubles) = (0, 0, 0);
    for roll in ALL_ROLLS {
        let hit = hits(&enemy, roll.high().pips().into(), roll.low().pips().into());
        shots += if hit != 0 { roll.weight() } else { 0 };
        doubles += if hit.count_ones() > 1 { roll.weight() } else { 0 };
        shot_pips += roll.weight() * (1..=24).rev().find(|p| hit >> p & 1 == 1).unwrap_or(0);
    }
    let closed = (1..=HOME_TOP).filter(|&p| me.mine[p] > 1).count() as f32;
    let blots = (1..=HOME_TOP).filter(|&p| me.mine[p] == 1).count() as f32;
    let rear = (1..=BAR).rev().find(|&p| me.mine[p] > 0).unwrap_or(0);
    let (free, pips) = freedom(|p| me.theirs[p as usize] > 1, rear as i32);
    let held = |place: usize| {
        let closed = |p: i32| (1..=24).contains(&p) && me.mine[25 - p as usize] > 1;
        1.0 - freedom(closed, place as i32).1 as f32 / 294.0
    };
    let holds: Vec<f32> = (19..=25).map(held).collect();
    let mut run = 0;
    let mut longest = 0;
    for p in points() {
        run = if me.mine[p] > 1 { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let enemy_rear = points().find(|&p| me.theirs[p] > 0).unwrap_or(25);
    let enemy_rear = if me.theirs[0] > 0 { 0 } else { enemy_rear };
    let sum = |f: &dyn Fn(usize) -> u32| (1..=BAR).map(f).sum::<u32>() as f32;
    let steps = (1..=6).flat_map(|die| (die + 1..=25).map(move |p| (p, p - die)));
    let mobility = steps.filter(|&(from, to)| me.mine[from] > 0 && me.open(to as i32)).count();
    [
        sum(&|p| p as u32 * me.mine[p]) / 167.0,
        shots as f32 / 36.0,
        shot_pips as f32 / 864.0,
        doubles as f32 / 36.0,
        closed * closed / 36.0,
        blots / 4.0,
        free as f32 / 36.0,
        pips as f32 / 294.0,
        holds.iter().sum::<f32>() / 7.0,
        holds.iter().fold(0.0, |a, &b| a.max(b)),
        longest.min(7) as f32 / 6.0,
        sum(&|p| if p >= 19 { me.mine[p] } else { 0 }) / 5.0,
        sum(&|p| me.mine[p] * p.saturating_sub(enemy_rear) as u32) / 150.0,
        sum(&|p| if p < enemy_rear { me.mine[p] * p as u32 } else { 0 }) / 100.0,
        sum(&|p| me.mine[p].saturating_sub(3)) / 12.0,
        mobility as f32 / 48.0,
    ]
}
