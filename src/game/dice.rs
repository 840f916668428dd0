//! Where throws come from: a named, seeded generator, a script, or a human hand.

use crate::board::Die;
use rand::rngs::{ChaCha8Rng, SysRng};
use rand::{Rng, SeedableRng, TryRng};
use thiserror::Error;

/// Seeds taken from the operating system stay below 2^53, so that JSON readers keep them exact.
const OS_SEED_BITS: u32 = 53;

/// Why there is no throw.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiceError {
    /// The script has no throw left.
    #[error("the dice script has ended after {0} throws")]
    ScriptEnded(usize),
    /// The dice are thrown by hand and must be named.
    #[error("the dice are thrown by hand: say which ones")]
    ByHand,
    /// The operating system gave no randomness.
    #[error("the operating system gave no random seed")]
    NoEntropy,
}

/// A source of throws.
///
/// The generator `chacha8` is fixed by this description and not by a library's version: its 32-byte
/// key is the seed as eight little-endian bytes, then zeros; each die takes the next 32-bit word
/// `w` of the ChaCha8 stream below 4294967292 (a multiple of six) and shows `w % 6 + 1`.
#[derive(Debug)]
pub struct DiceSource(Kind);

#[derive(Debug)]
enum Kind {
    Seeded { seed: u64, rng: Box<ChaCha8Rng> },
    Script { throws: Vec<(Die, Die)>, used: usize },
    ByHand,
}

impl DiceSource {
    /// The `chacha8` generator from `seed`: the same seed gives the same throws everywhere.
    pub fn seeded(seed: u64) -> DiceSource {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        DiceSource(Kind::Seeded { seed, rng: Box::new(ChaCha8Rng::from_seed(key)) })
    }

    /// The `chacha8` generator from a seed that the operating system chooses; [`seed`](Self::seed)
    /// tells which.
    ///
    /// # Errors
    /// [`DiceError::NoEntropy`] if it gives none.
    pub fn from_os() -> Result<DiceSource, DiceError> {
        let word = SysRng.try_next_u64().map_err(|_| DiceError::NoEntropy)?;
        Ok(DiceSource::seeded(word >> (u64::BITS - OS_SEED_BITS)))
    }

    /// These throws in order and then none; in an opening the first die is White's.
    pub fn scripted(throws: impl IntoIterator<Item = (Die, Die)>) -> DiceSource {
        DiceSource(Kind::Script { throws: throws.into_iter().collect(), used: 0 })
    }

    /// No generator: every throw must be named, as with real dice on a table.
    pub fn by_hand() -> DiceSource {
        DiceSource(Kind::ByHand)
    }

    /// The source's name.
    pub const fn name(&self) -> &'static str {
        match self.0 {
            Kind::Seeded { .. } => "chacha8",
            Kind::Script { .. } => "script",
            Kind::ByHand => "by-hand",
        }
    }

    /// The seed of a generator.
    pub const fn seed(&self) -> Option<u64> {
        match self.0 {
            Kind::Seeded { seed, .. } => Some(seed),
            _ => None,
        }
    }

    /// How many throws of a script are left; a test that ends with some left has not played what
    /// it says.
    pub fn unused(&self) -> usize {
        match &self.0 {
            Kind::Script { throws, used } => throws.len().saturating_sub(*used),
            _ => 0,
        }
    }

    /// The next throw, in the order of the two dice.
    ///
    /// # Errors
    /// [`DiceError`] if the source has none.
    pub fn throw(&mut self) -> Result<(Die, Die), DiceError> {
        match &mut self.0 {
            Kind::Seeded { rng, .. } => Ok((die(rng), die(rng))),
            Kind::Script { throws, used } => {
                let throw = throws.get(*used).ok_or(DiceError::ScriptEnded(throws.len()))?;
                *used += 1;
                Ok(*throw)
            }
            Kind::ByHand => Err(DiceError::ByHand),
        }
    }
}

fn die(rng: &mut ChaCha8Rng) -> Die {
    const SIDES: u32 = Die::ALL.len() as u32;
    const FAIR_BELOW: u32 = u32::MAX / SIDES * SIDES;
    loop {
        let word = rng.next_u32();
        if word < FAIR_BELOW {
            return Die::ALL[(word % SIDES) as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throws(seed: u64, n: usize) -> Vec<(u8, u8)> {
        let mut dice = DiceSource::seeded(seed);
        let mut next = || dice.throw().map(|(a, b)| (a.pips(), b.pips()));
        (0..n).map(|_| next().expect("a generator never ends")).collect()
    }

    #[test]
    fn a_seed_names_its_throws() {
        assert_eq!(throws(7, 50), throws(7, 50));
        assert_ne!(throws(7, 50), throws(8, 50));
        let dice = DiceSource::seeded(7);
        assert_eq!((dice.name(), dice.seed()), ("chacha8", Some(7)));
    }

    /// The ChaCha8 stream of the all-zero key begins 3e00ef2f 895f40d6 7f5bb8e8 1f09a5a1 (bytes);
    /// so the throws do not depend on a library's way of drawing a number.
    #[test]
    fn the_first_throws_of_seed_zero_follow_from_the_published_key_stream() {
        let words: [u32; 4] = [0x2fef_003e, 0xd640_5f89, 0xe8b8_5b7f, 0xa1a5_091f];
        let die = |word: u32| (word % 6 + 1) as u8;
        let expected = [(die(words[0]), die(words[1])), (die(words[2]), die(words[3]))];
        assert_eq!(throws(0, 2), expected);
    }

    #[test]
    fn all_36_throws_are_about_equally_frequent() {
        let mut counts = [0_u32; 36];
        for (a, b) in throws(1, 36_000) {
            counts[usize::from(a - 1) * 6 + usize::from(b - 1)] += 1;
        }
        // Chi-square with 35 degrees of freedom: 66.6 is exceeded once in a thousand.
        let chi: f64 = counts.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi < 66.6, "{chi}");
    }

    #[test]
    fn a_script_ends_and_a_hand_never_throws_by_itself() {
        let (three, one) = (Die::ALL[2], Die::ALL[0]);
        let mut dice = DiceSource::scripted([(three, one)]);
        assert_eq!((dice.unused(), dice.throw()), (1, Ok((three, one))));
        assert_eq!((dice.unused(), dice.throw()), (0, Err(DiceError::ScriptEnded(1))));
        assert_eq!(DiceSource::by_hand().throw(), Err(DiceError::ByHand));
    }

    #[test]
    fn the_operating_system_seeds_below_two_to_53() {
        let seed = DiceSource::from_os().ok().and_then(|dice| dice.seed());
        assert!(seed.is_some_and(|seed| seed < 1 << OS_SEED_BITS));
    }
}
