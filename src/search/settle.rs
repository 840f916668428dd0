//! Look-aheads of an odd number of plies.
//!
//! An evaluator is not equally wrong about the side to throw and the other, so that look-aheads of
//! odd and even numbers of plies lie on two sides of the truth. One of an odd number is therefore
//! judged by the weighted mean of it and the one a ply less, which all searches have made before.

use super::tree::add;
use crate::eval::Chances;

/// The weight of the even number of plies. Of 1,500 decisions judged by GNU Backgammon at 2 plies
/// the mean equity lost at 1 ply was .0045 with a weight of 0, .0034 with .35, .0030 with .5, .0027
/// with .65 (and .0033 at 0 plies); the mean error of equities on 512 positions rolled out was
/// .038, .032, .031 and .030.
const EVEN: f32 = 0.65;

/// The mean of a number for an even number of plies and for one more.
pub(super) fn even_share(even: f32, odd: f32) -> f32 {
    EVEN * even + (1.0 - EVEN) * odd
}

/// The same of chances.
pub(super) fn settled(even: &Chances, odd: &Chances) -> Chances {
    let mut mean = Chances::default();
    add(&mut mean, even, EVEN);
    add(&mut mean, odd, 1.0 - EVEN);
    mean
}
