//! The throws of a rollout's games, which follow from the seed and a game's number alone.
//!
//! Games come in blocks of 36. Within a block each ordered throw comes up once at every turn, in an
//! order of its own, and over 36 blocks each pair of first two throws comes up once: the games are
//! spread more evenly than by chance, and yet each by itself is as likely as any other.

use crate::board::{ALL_ROLLS, Roll};
use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};

/// Games of a block: one for each ordered throw.
pub(super) const BLOCK: u32 = 36;
const THROWS: usize = BLOCK as usize;

/// The numbers 0 to 35 in some order.
type Order = [u8; THROWS];

/// Stream of the random numbers that blocks share; those of blocks count from 0.
const SHARED: u64 = 1 << 40;

/// The dice of one block.
pub(super) struct Dice {
    random: ChaCha8Rng,
    /// For each turn the throw of each game.
    turns: Vec<Order>,
}

impl Dice {
    pub(super) fn new(seed: u64, block: u32) -> Dice {
        let stream = |number| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(number);
            random
        };
        let mut shared = stream(SHARED + u64::from(block / BLOCK));
        let [rows, columns, values] = [(); 3].map(|()| shuffled(&mut shared));
        // A part of a block is no one-sided sample of first throws in this order.
        let first: Order = std::array::from_fn(|game| ((game * 7 + 10) % THROWS) as u8);
        // A Latin square: no second throw comes twice in a row (a block) or column (a first throw).
        let row = usize::from(rows[(block % BLOCK) as usize]);
        let second = first.map(|throw| {
            let column = usize::from(columns[usize::from(throw)]);
            values[(row + column) % THROWS]
        });
        let mut turns = Vec::with_capacity(128);
        turns.extend([first, second]);
        Dice { random: stream(u64::from(block)), turns }
    }

    /// The same throws for all games of a block.
    #[cfg(test)]
    pub(super) fn fixed(rolls: &[Roll]) -> Dice {
        let number = |roll: &Roll| (roll.high().pips() - 1) * 6 + roll.low().pips() - 1;
        let turns = rolls.iter().map(|roll| [number(roll); THROWS]).collect();
        Dice { random: ChaCha8Rng::seed_from_u64(0), turns }
    }

    /// The throw of a game of the block, 0 to 35, at a turn of it, 0 for the first.
    pub(super) fn throw(&mut self, game: u32, turn: usize) -> Roll {
        while self.turns.len() <= turn {
            self.turns.push(shuffled(&mut self.random));
        }
        roll(self.turns[turn][(game % BLOCK) as usize])
    }
}

fn shuffled(random: &mut ChaCha8Rng) -> Order {
    let mut order: Order = std::array::from_fn(|n| n as u8);
    for last in (1..THROWS).rev() {
        let chosen = (u64::from(random.next_u32()) * (last as u64 + 1)) >> 32;
        order.swap(last, chosen as usize);
    }
    order
}

/// The ordered throw with this number, 0 to 35.
fn roll(number: u8) -> Roll {
    let die = |n: u8| n % 6 + 1;
    // Both dice are 1 to 6 by the remainder.
    Roll::from_pips(die(number / 6), die(number)).unwrap_or(ALL_ROLLS[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each throw came.
    fn counted(rolls: impl Iterator<Item = Roll>) -> [u32; ALL_ROLLS.len()] {
        rolls.fold([0; ALL_ROLLS.len()], |mut counts, roll| {
            counts[roll.index()] += 1;
            counts
        })
    }

    #[test]
    fn each_turn_of_a_block_has_each_throw_once() {
        let even = ALL_ROLLS.map(Roll::weight);
        for block in [0, 1, 35, 36, 1000] {
            let mut dice = Dice::new(3, block);
            for turn in [0, 1, 2, 3, 40] {
                assert_eq!(counted((0..BLOCK).map(|game| dice.throw(game, turn))), even);
            }
        }
    }

    #[test]
    fn the_first_two_throws_are_spread_over_all_pairs() {
        for first in 0..2 {
            let mut pairs = [[0; ALL_ROLLS.len()]; ALL_ROLLS.len()];
            for block in 36 * first..36 * (first + 1) {
                let mut dice = Dice::new(9, block);
                for game in 0..BLOCK {
                    let [one, two] = [0, 1].map(|turn| dice.throw(game, turn).index());
                    pairs[one][two] += 1;
                }
            }
            for (one, row) in ALL_ROLLS.into_iter().zip(pairs) {
                assert_eq!(row, ALL_ROLLS.map(|two| one.weight() * two.weight()));
            }
        }
    }

    #[test]
    fn seed_and_number_are_all_that_counts() {
        let throws = |seed, block, turns: &[usize]| -> Vec<Roll> {
            let mut dice = Dice::new(seed, block);
            turns
                .iter()
                .flat_map(|&turn| (0..BLOCK).map(move |game| (game, turn)))
                .map(|(game, turn)| dice.throw(game, turn))
                .collect()
        };
        let again = throws(1, 7, &[0, 1, 2, 3]);
        assert_eq!(throws(1, 7, &[3])[..], again[108..]);
        assert_ne!(throws(2, 7, &[0, 1, 2, 3]), again);
        assert_ne!(throws(1, 8, &[0, 1, 2, 3]), again);
    }
}
