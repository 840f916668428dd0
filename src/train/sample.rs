//! What a step learns from.

use crate::board::Board;
use crate::eval::features::{Inputs, Phase};
use crate::eval::net::{CLASSES, Possible};
use crate::eval::{Class, possible};

/// A position and what its net should say.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Side 0 is to throw.
    pub board: Board,
    /// Chances of the six classes, impossible ones 0.
    pub target: [f32; CLASSES],
    /// Which classes are possible.
    pub possible: Possible,
    /// The throw that it is a play of: samples in a row with the same number are siblings.
    pub group: u32,
}

/// What a net is shown of a sample.
#[derive(Clone, Debug)]
pub(super) struct Lesson {
    pub inputs: Inputs,
    pub target: [f32; CLASSES],
    pub possible: Possible,
    /// As of [`Sample`].
    pub group: u32,
}

/// The group of samples without siblings.
pub(super) const ALONE: u32 = u32::MAX;

/// Points of each class, win single, gammon, backgammon, lose single, gammon, backgammon.
pub(super) const POINTS: [f32; CLASSES] = [1.0, 2.0, 3.0, -1.0, -2.0, -3.0];

impl Sample {
    /// A sample whose target is cleared of what the board rules out.
    pub fn new(board: Board, class: Class, target: [f32; CLASSES]) -> Sample {
        let possible = possible(&board, class);
        Sample { board, target: cleared(target, &possible), possible, group: ALONE }
    }

    /// The lesson for the net of its phase.
    pub fn lesson(&self, phase: Phase) -> Lesson {
        let Sample { target, possible, group, .. } = *self;
        Lesson { inputs: phase.inputs(&self.board), target, possible, group }
    }
}

/// What is impossible belongs to the next lower result of the same side; all shares sum to 1.
pub(super) fn cleared(mut target: [f32; CLASSES], possible: &Possible) -> [f32; CLASSES] {
    for k in [2, 1, 5, 4] {
        if !possible[k] {
            target[k - 1] += std::mem::take(&mut target[k]);
        }
    }
    let sum: f32 = target.iter().sum();
    target.map(|share| share / sum)
}

/// The classes seen by the other side.
pub(super) fn swapped(classes: [f32; CLASSES]) -> [f32; CLASSES] {
    let [w1, w2, w3, l1, l2, l3] = classes;
    [l1, l2, l3, w1, w2, w3]
}
