//! What cube states are worth on one board: by a table where one knows it, by the model elsewhere.

use super::cube::{self, CubeEquities};
use super::equity::Stakes;
use super::kind::Kind;
use super::task::CubePlace;
use crate::eval::{Chances, Evaluator, MoneyEquities};
use crate::rules::Rules;

/// A board before the throw of side 0, and what is known of it.
pub(super) struct Worth<'a> {
    chances: &'a Chances,
    efficiency: f32,
    money: Option<MoneyEquities>,
}

impl<'a> Worth<'a> {
    /// What the evaluator knows of `board`, whose `chances` these are.
    pub(super) fn new<B: Kind>(
        evaluator: &dyn Evaluator<B>,
        rules: &Rules,
        board: &B,
        chances: &'a Chances,
    ) -> Worth<'a> {
        let efficiency = cube::liveness(rules.movement.track, board);
        Worth { chances, efficiency, money: evaluator.money(board) }
    }

    /// Worth in units of [`Stakes::value`], nobody doubling at once.
    pub(super) fn value(&self, stakes: &Stakes) -> f32 {
        let known = self.money.as_ref().and_then(|money| known(stakes, money));
        known.unwrap_or_else(|| cube::value(stakes, self.chances, self.efficiency))
    }

    /// Equity if nobody doubles at once.
    pub(super) fn no_double(&self, stakes: &Stakes) -> f32 {
        stakes.equity_of(self.value(stakes))
    }

    /// Equity if both sides handle the cube best.
    pub(super) fn cubeful(&self, stakes: &Stakes) -> f32 {
        if !stakes.may_double() {
            return self.no_double(stakes);
        }
        let taken = self.value(&cube::taken(stakes));
        CubeEquities::from_values(stakes, self.value(stakes), taken).best(stakes)
    }
}

/// What a table says of a state, if it is one of the table's: money play with a cube that
/// doubles and can still be turned. (A table's cube has no limit. Where it can be turned no more, the chances alone tell.)
fn known(stakes: &Stakes, money: &MoneyEquities) -> Option<f32> {
    if !stakes.scale_free() || !stakes.can_use(stakes.cube) {
        return None;
    }
    match stakes.place {
        CubePlace::Dead => None,
        CubePlace::Centred if stakes.jacoby() => Some(money.jacoby),
        CubePlace::Centred => Some(money.centred),
        CubePlace::Owned => Some(money.owned),
        CubePlace::Others => Some(money.others),
    }
}
