//! A queue that is fair between callers: they take turns, whoever asked first and how often.

use std::collections::VecDeque;

/// Items of several callers; each caller's own keep their order, the callers go round.
pub(super) struct FairQueue<T> {
    /// Callers with waiting items, next one first.
    lanes: VecDeque<(u64, VecDeque<T>)>,
}

impl<T> FairQueue<T> {
    pub(super) fn new() -> Self {
        FairQueue { lanes: VecDeque::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// Puts an item behind the others of its caller; a caller without any stands last in the round.
    pub(super) fn push(&mut self, caller: u64, item: T) {
        match self.lanes.iter_mut().find(|(other, _)| *other == caller) {
            Some((_, lane)) => lane.push_back(item),
            None => self.lanes.push_back((caller, VecDeque::from([item]))),
        }
    }

    /// The first item of the caller whose turn it is.
    pub(super) fn pop(&mut self) -> Option<T> {
        let (caller, mut lane) = self.lanes.pop_front()?;
        let item = lane.pop_front()?;
        if !lane.is_empty() {
            self.lanes.push_back((caller, lane));
        }
        Some(item)
    }

    /// Takes out the first item, in the order of the round, that `wanted` likes.
    pub(super) fn take(&mut self, wanted: impl Fn(&T) -> bool) -> Option<T> {
        for at in 0..self.lanes.len() {
            let lane = &mut self.lanes[at].1;
            let Some(index) = lane.iter().position(&wanted) else { continue };
            let item = lane.remove(index)?;
            if lane.is_empty() {
                self.lanes.remove(at);
            }
            return Some(item);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_go_round_and_keep_their_order() {
        let mut queue = FairQueue::new();
        for (caller, item) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (3, "c1"), (2, "b2")] {
            queue.push(caller, item);
        }
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
        assert!(queue.is_empty());
    }

    #[test]
    fn single_items_can_be_taken_out() {
        let mut queue = FairQueue::new();
        for (caller, item) in [(1, 10), (1, 11), (2, 21)] {
            queue.push(caller, item);
        }
        assert_eq!(queue.take(|n| n % 10 == 1), Some(11));
        assert_eq!(queue.take(|n| *n > 20), Some(21));
        assert_eq!(queue.take(|n| *n > 20), None);
        assert_eq!((queue.pop(), queue.pop()), (Some(10), None));
    }
}
