//! A set of boards by their number in a list.

/// A small hash set of indices into a list; it is emptied by counting up its generation.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    slots: Vec<(u32, u32)>,
    generation: u32,
    len: usize,
}

impl Seen {
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 || self.slots.is_empty() {
            self.slots.clear();
            self.slots.resize(256, (0, 0));
            self.generation = 1;
        }
    }

    /// Notes `index` under `hash` unless `same` says that an index noted before is equal; tells
    /// whether it is new. `rehash` gives the hash of an index noted before.
    pub(super) fn insert(
        &mut self,
        hash: u64,
        index: usize,
        same: impl Fn(usize) -> bool,
        rehash: impl Fn(usize) -> u64,
    ) -> bool {
        if self.len * 2 >= self.slots.len() {
            self.grow(rehash);
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].0 == self.generation {
            if same(self.slots[at].1 as usize) {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = (self.generation, index as u32);
        self.len += 1;
        true
    }

    fn grow(&mut self, rehash: impl Fn(usize) -> u64) {
        let old = std::mem::take(&mut self.slots);
        self.slots.resize(old.len() * 2, (0, 0));
        let mask = self.slots.len() - 1;
        for (_, index) in old.into_iter().filter(|slot| slot.0 == self.generation) {
            let mut at = rehash(index as usize) as usize & mask;
            while self.slots[at].0 == self.generation {
                at = (at + 1) & mask;
            }
            self.slots[at] = (self.generation, index);
        }
    }
}

/// A fast hash, good enough for the few hundred boards of a turn.
#[derive(Default)]
struct WordHasher(u64);

impl std::hash::Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

pub(super) fn hash_of(value: &impl std::hash::Hash) -> u64 {
    use std::hash::{BuildHasher, BuildHasherDefault};
    BuildHasherDefault::<WordHasher>::default().hash_one(value)
}
