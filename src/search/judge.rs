//! What the evaluator says of the boards of one level of the tree.

use super::cache::Key;
use super::ends::{End, is_over};
use super::equity::Payoff;
use super::filter::keep_best;
use super::kind::Kind;
use super::tree::{Level, Search};
use crate::eval::Chances;

/// Boards that are not in the cache.
pub(super) struct Unknown<B> {
    boards: Vec<B>,
    chances: Vec<Chances>,
    /// Where each belongs, and its key if it has one.
    places: Vec<(usize, Option<Key>)>,
}

impl<B> Default for Unknown<B> {
    fn default() -> Self {
        Unknown { boards: Vec::new(), chances: Vec::new(), places: Vec::new() }
    }
}

impl<B: Kind> Search<'_, B> {
    /// Judges all boards of a level, which follow a turn of `parent`'s side 0.
    pub(super) fn judge(&mut self, parent: &B, level: &mut Level<B>) {
        let Level { boards, chances, .. } = level;
        chances.resize(boards.len(), Chances::default());
        self.nodes += boards.len() as u64;
        if !parent.may_end() {
            self.evaluator.evaluate(boards, chances);
            return;
        }
        // The turn may have ended the game: only the boards between such ends are the evaluator's.
        let mut from = 0;
        while from < boards.len() {
            if let Some(end) = End::of(self.rules, &boards[from]) {
                chances[from] = end.chances;
                from += 1;
                continue;
            }
            let run =
                boards[from..].iter().take_while(|board| !is_over(self.rules, *board)).count();
            self.evaluator.evaluate(&boards[from..from + run], &mut chances[from..from + run]);
            from += run;
        }
    }

    /// Judges all boards of a level as [`judge`](Self::judge) does, those that were judged before
    /// by memory.
    pub(super) fn recall(&mut self, parent: &B, level: &mut Level<B>) {
        let Some(memory) = self.memory.filter(|_| !parent.may_end()) else {
            return self.judge(parent, level);
        };
        let Level { boards, chances, unknown, .. } = level;
        self.nodes += boards.len() as u64;
        chances.resize(boards.len(), Chances::default());
        unknown.boards.clear();
        unknown.places.clear();
        for (at, board) in boards.iter().enumerate() {
            let key = board.key(memory.game);
            match key.and_then(|key| memory.cache.get(key)) {
                Some(known) => chances[at] = known,
                None => {
                    unknown.boards.push(*board);
                    unknown.places.push((at, key));
                }
            }
        }
        unknown.chances.resize(unknown.boards.len(), Chances::default());
        self.evaluator.evaluate(&unknown.boards, &mut unknown.chances);
        for (&(at, key), judged) in unknown.places.iter().zip(&unknown.chances) {
            chances[at] = *judged;
            if let Some(key) = key {
                memory.cache.put(key, judged);
            }
        }
    }

    /// Leaves out boards of a level that the side that moved, from `parent`, would hardly make: of
    /// each throw's, which end at `ends`, those remain that the evaluator likes roughly.
    pub(super) fn prune(
        &self,
        parent: &B,
        payoff: &Payoff,
        level: &mut Level<B>,
        ends: &mut [usize],
    ) {
        let filter = self.filters.rough;
        if filter.count == usize::MAX || parent.may_end() {
            return;
        }
        let Some(judge) = self.evaluator.rough(parent) else { return };
        let Level { boards, rough, order, .. } = level;
        rough.resize(boards.len(), Chances::default());
        judge.evaluate(boards, rough);
        let (mut from, mut to) = (0, 0);
        for end in ends {
            order.clear();
            order.extend((from..*end).map(|at| (payoff.equity(&rough[at]), at)));
            let kept = if order.len() > 1 { keep_best(order, &filter) } else { order.len() };
            // In the order of the generator, which settles ties.
            order[..kept].sort_unstable_by_key(|&(_, at)| at);
            for &(_, at) in &order[..kept] {
                boards[to] = boards[at];
                to += 1;
            }
            from = *end;
            *end = to;
        }
        boards.truncate(to);
    }

    /// The evaluator's word on one board, side 0 to throw, or what is known of a game that is over.
    pub(super) fn static_chances(&mut self, board: &B) -> Chances {
        if let Some(end) = End::of(self.rules, board) {
            return end.chances;
        }
        let mut chances = [Chances::default()];
        self.nodes += 1;
        self.evaluator.evaluate(std::slice::from_ref(board), &mut chances);
        chances[0]
    }
}
