//! Doubles that go on to the next number (V-07): one throw, several plays of the same side.
//!
//! What follows the first number is played as the evaluator likes best, number by number. Steps that
//! do not fit are taken to be lost; that the opponent may play them (`gul-bara.leftover`) is not
//! looked at.

use super::filter::{Filter, keep_best};
use super::kind::Kind;
use super::tree::{Level, Search};
use crate::board::Roll;
use crate::eval::Chances;
use crate::moves::TurnContext;
use crate::rules::{Classes, Doubles};

/// How many plays of the first number are carried on inside a look-ahead.
pub(super) const CARRIED: usize = 3;

impl<B: Kind> Search<'_, B> {
    /// Plays the numbers that follow the throw of side 0 of `parent` whose results lie in `level.plays` and, turned round,
    /// from `from` on in `level.boards`. Of the results that go on only the best `most` are left.
    pub(super) fn carry_on(
        &mut self,
        parent: &B,
        (roll, context): (Roll, TurnContext),
        level: &mut Level<B>,
        from: usize,
        most: usize,
    ) {
        let goes_on = self.rules.movement.doubles == Doubles::Cascade && context.cascades();
        let next = roll.high().pips() + 1;
        if !goes_on || !roll.is_double() || Roll::from_pips(next, next).is_none() {
            return;
        }
        let wanted = usize::from(context.steps_left);
        let whole =
            |(n, steps): (usize, &crate::moves::Steps)| (steps.len() == wanted).then_some(n);
        let open: Vec<usize> = level.plays.steps().iter().enumerate().filter_map(whole).collect();
        let mut room: Level<B> = self.workspace.take();
        let kept = self.liked(parent, &open, level, from, most, &mut room);
        for &n in &kept {
            let board = level.boards[from + n].swapped();
            level.boards[from + n] = self.finish(board, next, &mut room).swapped();
        }
        self.workspace.give(room);
        if kept.len() < open.len() {
            let dropped = |n: usize| open.contains(&n) && !kept.contains(&n);
            let mut n = 0;
            level.boards.retain(|_| {
                n += 1;
                n <= from || !dropped(n - 1 - from)
            });
        }
    }

    /// The best `most` of the results with these numbers.
    fn liked(
        &mut self,
        parent: &B,
        open: &[usize],
        level: &Level<B>,
        from: usize,
        most: usize,
        room: &mut Level<B>,
    ) -> Vec<usize> {
        if open.len() <= most {
            return open.to_vec();
        }
        room.boards.clear();
        room.boards.extend(open.iter().map(|&n| level.boards[from + n]));
        self.judge(parent, room);
        room.order.clear();
        room.order.extend(room.chances.iter().zip(open).map(|(one, &n)| (self.points(one), n)));
        let filter = Filter { count: most, within: f32::INFINITY };
        let kept = keep_best(&mut room.order, &filter);
        room.order[..kept].iter().map(|&(_, n)| n).collect()
    }

    /// The board once side 0 has played four steps of each number from `number` on, or as many as
    /// fit.
    fn finish(&mut self, mut board: B, number: u8, room: &mut Level<B>) -> B {
        let context = TurnContext::of(&board);
        for roll in (number..=6).filter_map(|number| Roll::from_pips(number, number)) {
            board.generate(&self.rules.movement, roll, context, &mut room.plays);
            room.boards.clear();
            room.boards.extend(room.plays.boards().iter().map(B::swapped));
            self.judge(&board, room);
            let worth = |n: &usize| self.points(&room.chances[*n]);
            let best = (0..room.boards.len()).min_by(|a, b| worth(a).total_cmp(&worth(b)));
            let Some(child) = best.and_then(|best| room.plays.get(best)) else { break };
            board = child.board;
            if child.steps.len() < usize::from(context.steps_left) {
                break;
            }
        }
        board
    }

    /// Mean points of side 0, the cube left aside.
    fn points(&self, chances: &Chances) -> f32 {
        let [single, gammon, backgammon] = Classes::of(self.rules).points();
        single * (2.0 * chances.win - 1.0)
            + (gammon - single) * (chances.win_gammon - chances.lose_gammon)
            + (backgammon - gammon) * (chances.win_backgammon - chances.lose_backgammon)
    }
}
