//! What the evaluator has said of boards, shared by all threads without locks.
//!
//! An entry is 32 bytes: 96 bits that name the board and the game, and five chances. Boards of
//! counts are named whole; other kinds by a hash, so that two of them share a name with a chance of
//! one in 2^96 (for a million boards, one in 10^17 that any two do). Two
//! entries make a bucket, one cache line. Threads write and read entries word by word, so that a
//! reader may find words of two writers; the first word is sealed with a hash of the others, and a
//! mixture passes for an entry with a chance of one in 2^64.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::chequer::mix;
use crate::board::{BAR, Board, OFF};
use crate::eval::Chances;

const WORDS: usize = 4;
const ENTRIES: usize = 2;
/// Checkers of a side that a key has room for, in play and off.
const CHECKERS_MAX: u32 = 15;

type Entry = [AtomicU64; WORDS];

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; ENTRIES]);

/// A table of bounded size; what is newer drives out what is older.
pub(super) struct Cache {
    /// Buckets to be had, a power of two or none; memory is taken when the first is needed.
    size: usize,
    buckets: OnceLock<Box<[Bucket]>>,
}

/// A board in a game, told apart from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    low: u64,
    high: u32,
}

impl Key {
    /// The key of a board, side 0 to throw, in the game that the engine counts as number `game`;
    /// `None` for a board of more checkers than there is room for.
    #[inline]
    pub(super) fn new(board: &Board, game: u8) -> Option<Key> {
        let mine = unary(board.row(0))?;
        let other = unary(board.row(1))?;
        let off = [0, 1].map(|side| u32::from(board.row(side)[OFF]));
        if off[0] > CHECKERS_MAX || off[1] > CHECKERS_MAX {
            return None;
        }
        let high = (other >> 24) as u32 | off[0] << 16 | off[1] << 20 | u32::from(game) << 24;
        Some(Key { low: mine | other << 40, high })
    }

    /// The key of a board of any kind: a hash of all that it holds.
    pub(super) fn hashed<B: Hash>(board: &B, game: u8) -> Key {
        let mut halves = Halves([u64::from(game), 0x9e37_79b9_7f4a_7c15]);
        board.hash(&mut halves);
        let Halves([low, high]) = halves;
        Key { low, high: (high >> 32) as u32 }
    }

    fn bucket(self, size: usize) -> usize {
        let word = self.low ^ u64::from(self.high).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mix(word) as usize & (size - 1)
    }
}

/// Two hashes at once, each word mixed into both differently.
struct Halves([u64; 2]);

impl Hasher for Halves {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.write_u64(word);
        }
    }

    fn write_u64(&mut self, word: u64) {
        let [a, b] = self.0;
        self.0 = [mix(a ^ word), mix(b.wrapping_add(word).rotate_left(29))];
    }

    fn finish(&self) -> u64 {
        self.0[0]
    }
}

/// Places 1 to 25 of a row, each as so many ones and a zero: at most 40 bits.
#[inline]
fn unary(row: &[u8; 32]) -> Option<u64> {
    let places = &row[1..=BAR];
    if places.iter().map(|&n| u32::from(n)).sum::<u32>() > CHECKERS_MAX {
        return None;
    }
    let (mut bits, mut at) = (0u64, 0u32);
    for &count in places {
        bits |= ((1 << count) - 1) << at;
        at += u32::from(count) + 1;
    }
    Some(bits)
}

/// A number that depends on every bit of the words, and is not 0 for zeros.
#[inline]
fn seal(words: [u64; 3]) -> u64 {
    let [a, b, c] = words;
    let a = a.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let b = b.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    let c = c.wrapping_mul(0x1656_67b1_9e37_79f9);
    let sum = a ^ b.rotate_left(21) ^ c.rotate_left(42) ^ 0x27d4_eb2f_1656_67c5;
    sum ^ sum >> 29
}

impl Cache {
    /// A cache of at most so many bytes; none at all below one bucket.
    pub(super) fn new(bytes: usize) -> Cache {
        let buckets = bytes / size_of::<Bucket>();
        let size = if buckets == 0 { 0 } else { 1 << buckets.ilog2() };
        Cache { size, buckets: OnceLock::new() }
    }

    /// Whether anything is ever kept.
    pub(super) fn is_empty(&self) -> bool {
        self.size == 0
    }

    fn bucket(&self, key: Key) -> &Bucket {
        let make = || (0..self.size).map(|_| Bucket::default()).collect();
        &self.buckets.get_or_init(make)[key.bucket(self.size)]
    }

    /// What was last put under this key, if it is still there.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Chances> {
        let bucket = self.bucket(key);
        bucket.0.iter().find_map(|entry| {
            let [first, a, b, c] = [0, 1, 2, 3].map(|n| entry[n].load(Relaxed));
            if first ^ seal([a, b, c]) != key.low || (a >> 32) as u32 != key.high {
                return None;
            }
            let high = |word: u64| f32::from_bits((word >> 32) as u32);
            let low = |word: u64| f32::from_bits(word as u32);
            Some(Chances {
                win: low(a),
                win_gammon: high(b),
                win_backgammon: low(b),
                lose_gammon: high(c),
                lose_backgammon: low(c),
            })
        })
    }

    /// Keeps chances under a key.
    #[inline]
    pub(super) fn put(&self, key: Key, chances: &Chances) {
        let pair = |high: u32, low: f32| u64::from(high) << 32 | u64::from(low.to_bits());
        let words = [
            pair(key.high, chances.win),
            pair(chances.win_gammon.to_bits(), chances.win_backgammon),
            pair(chances.lose_gammon.to_bits(), chances.lose_backgammon),
        ];
        let bucket = self.bucket(key);
        let free = |entry: &Entry| entry.iter().all(|word| word.load(Relaxed) == 0);
        // Neither entry is dearer than the other: the board decides which has to go.
        let at = if free(&bucket.0[0]) { 0 } else { 1 - (seal(words) & 1) as usize };
        let entry = &bucket.0[at];
        entry[0].store(key.low ^ seal(words), Relaxed);
        for (word, value) in entry[1..].iter().zip(words) {
            word.store(value, Relaxed);
        }
    }
}

/// The cache as one task uses it.
#[derive(Clone, Copy)]
pub(super) struct Memory<'a> {
    /// Shared with everybody.
    pub(super) cache: &'a Cache,
    /// The number of the task's evaluator.
    pub(super) game: u8,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PinBoard;
    use crate::eval::bench_boards;
    use std::collections::HashMap;

    fn chances(n: usize) -> Chances {
        let x = n as f32;
        Chances {
            win: x,
            win_gammon: x + 0.25,
            win_backgammon: -x,
            lose_gammon: x * 3.0,
            lose_backgammon: 1.0 / (x + 1.0),
        }
    }

    #[test]
    fn keys_tell_boards_and_games_apart() {
        let mut seen: HashMap<(u64, u32), Board> = HashMap::new();
        for board in bench_boards() {
            for board in [board, board.swapped()] {
                let key = Key::new(&board, 1).unwrap();
                assert_eq!(*seen.entry((key.low, key.high)).or_insert(board), board);
            }
            assert_ne!(Key::new(&board, 1), Key::new(&board, 2));
            let mut fewer = board;
            fewer.row_mut(1)[OFF] ^= 1;
            assert_ne!(Key::new(&board, 1), Key::new(&fewer, 1));
        }
        let mut crowd = [0; 26];
        crowd[3] = 16;
        assert_eq!(Key::new(&Board::new(crowd, [0; 26]), 1), None);
    }

    #[test]
    fn hashes_tell_boards_of_other_kinds_apart() {
        let mut seen: HashMap<(u64, u32), (PinBoard, u8)> = HashMap::new();
        for board in bench_boards() {
            for (pinned, game) in [([0, 0], 1), ([1 << 5, 0], 1), ([0, 1 << 5], 1), ([0, 0], 2)] {
                let board = PinBoard::new(board, pinned);
                let key = Key::hashed(&board, game);
                let first = *seen.entry((key.low, key.high)).or_insert((board, game));
                assert_eq!(first, (board, game));
            }
        }
        assert!(seen.len() > 1000);
    }

    #[test]
    fn what_is_found_is_what_was_put() {
        let cache = Cache::new(100_000);
        let boards = bench_boards();
        let mut found = 0;
        for (n, board) in boards.iter().enumerate() {
            cache.put(Key::new(board, 0).unwrap(), &chances(n));
        }
        let last: HashMap<_, _> = boards.iter().enumerate().map(|(n, board)| (*board, n)).collect();
        for board in &boards {
            assert_eq!(cache.get(Key::new(board, 9).unwrap()), None);
            if let Some(kept) = cache.get(Key::new(board, 0).unwrap()) {
                found += 1;
                // A board that was put twice may stand in both entries.
                let all = boards.iter().enumerate().filter(|(_, other)| *other == board);
                assert!(
                    all.clone().any(|(n, _)| chances(n) == kept) && last[board] >= all.count() - 1
                );
            }
        }
        assert!((1000..5000).contains(&found), "{found}");
        assert_eq!(cache.buckets.get().unwrap().len() * size_of::<Bucket>(), 65_536);
    }

    #[test]
    fn threads_that_write_at_once_make_no_false_entry() {
        let cache = Cache::new(64);
        let boards = &bench_boards()[..40];
        let keys: Vec<Key> = boards.iter().map(|board| Key::new(board, 0).unwrap()).collect();
        std::thread::scope(|scope| {
            for first in 0..2 {
                let (cache, keys) = (&cache, &keys);
                scope.spawn(move || {
                    for round in 0..20_000 {
                        let n = (first * 17 + round * 7) % keys.len();
                        cache.put(keys[n], &chances(n));
                        let m = (round * 3) % keys.len();
                        let kept = cache.get(keys[m]);
                        assert!(kept.is_none_or(|kept| kept == chances(m)));
                    }
                });
            }
        });
    }
}
