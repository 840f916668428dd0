//! Games that were played for earlier rollouts, so that one asked for again with more trials goes on
//! where it ended. A block of games is the same whoever plays it: an answer does not show whether it
//! came from here.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use super::tally::Block;
use crate::search::task::{Limits, Task};

/// Rollouts kept; the one not asked for the longest goes first.
const ROLLOUTS_MAX: usize = 16;
/// Blocks kept of each.
const BLOCKS_MAX: u32 = 1024;

/// The finished blocks of some rollouts.
#[derive(Default)]
pub(in crate::search) struct Archive {
    shelves: Mutex<VecDeque<(Task, Arc<Shelf>)>>,
}

/// The finished blocks of one rollout.
#[derive(Default)]
pub(super) struct Shelf {
    blocks: Mutex<BTreeMap<u32, Block>>,
}

impl Archive {
    /// The place of a rollout's blocks, a new one if there is none yet.
    pub(super) fn shelf(&self, task: &Task) -> Arc<Shelf> {
        let key = key(task);
        // What a panic elsewhere leaves is whole.
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        let known = shelves.iter().position(|(task, _)| *task == key);
        let entry = known.and_then(|at| shelves.remove(at));
        let (task, shelf) = entry.unwrap_or_else(|| (key, Arc::default()));
        shelves.truncate(ROLLOUTS_MAX - 1);
        shelves.push_front((task, Arc::clone(&shelf)));
        shelf
    }
}

impl Shelf {
    /// A finished block that has games of all these starts.
    pub(super) fn get(&self, number: u32, wanted: &[bool]) -> Option<Block> {
        let blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        blocks.get(&number).filter(|block| block.has(wanted)).cloned()
    }

    pub(super) fn put(&self, number: u32, block: &Block) {
        if number < BLOCKS_MAX {
            let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
            blocks.insert(number, block.clone());
        }
    }
}

/// The task without what only says how long it goes on.
fn key(task: &Task) -> Task {
    let limits = Limits {
        time: None,
        nodes: None,
        trials: 0,
        stderr: None,
        jsd: None,
        threads: None,
        progress: None,
        ..task.limits
    };
    Task { limits, ..*task }
}
