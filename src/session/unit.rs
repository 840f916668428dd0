//! Equities in the unit that was asked for.

use nardy_protocol::{FieldList, Record, Unit};

use super::think::Thought;
use crate::board::Side;
use crate::search::CubePlace;
use crate::search::equity::Stakes;

/// Decimals of points, of chances to win a match, and of standard errors of either.
const POINTS: u8 = 3;
const CHANCE: u8 = 5;
const POINTS_ERROR: u8 = 4;
const CHANCE_ERROR: u8 = 6;

/// From the engine's equities, which are in EMG, to a unit: `offset + factor * equity`.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    unit: Unit,
    factor: f32,
    offset: f32,
}

impl Scale {
    /// Of the answer for this place of the cube; `None` for the one that the position shows.
    pub fn of(thought: &Thought, place: Option<CubePlace>) -> Scale {
        let (unit, position) = (thought.unit, &thought.task.position);
        let side = position.phase.decider().unwrap_or(Side::White);
        let stakes = Stakes::of(position, side).by(thought.task.limits.met);
        let stakes = match place {
            // One that somebody owns has been turned.
            Some(place @ (CubePlace::Owned | CubePlace::Others)) if thought.many => {
                stakes.with_cube(stakes.cube.max(2), place)
            }
            Some(place) => stakes.with_cube(stakes.cube, place),
            None => stakes,
        };
        let chance = |equity| stakes.match_chance(equity).unwrap_or(equity);
        let (factor, offset) = match unit {
            Unit::Emg => (1.0, 0.0),
            Unit::Money => (stakes.cube as f32, 0.0),
            Unit::Mwc => ((chance(1.0) - chance(-1.0)) / 2.0, chance(0.0)),
        };
        Scale { unit, factor, offset }
    }

    /// A record that tells the unit, if it is not the usual one.
    pub fn told(&self, record: Record) -> Record {
        match self.unit {
            Unit::Emg => record,
            unit => record.text("unit", unit.as_str()),
        }
    }

    /// Adds an equity.
    pub fn equity(&self, record: Record, name: &'static str, equity: f32) -> Record {
        let value = self.offset + self.factor * equity;
        match self.unit {
            Unit::Mwc => record.number(name, value.clamp(0.0, 1.0).into(), CHANCE),
            _ => record.signed(name, value.into(), POINTS),
        }
    }

    /// Adds a difference of equities.
    pub fn difference(&self, record: Record, name: &'static str, difference: f32) -> Record {
        let decimals = if self.unit == Unit::Mwc { CHANCE } else { POINTS };
        record.signed(name, (self.factor * difference).into(), decimals)
    }

    /// Adds a standard error.
    pub fn error(&self, record: Record, name: &'static str, error: f32) -> Record {
        let decimals = if self.unit == Unit::Mwc { CHANCE_ERROR } else { POINTS_ERROR };
        record.number(name, (self.factor * error).into(), decimals)
    }
}
