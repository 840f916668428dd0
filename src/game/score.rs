//! The score of a match or money session from game to game.

use crate::board::{Points, Side};
use crate::rules::{MatchState, Outcome};

/// Who has won the match; `None` in money play and while it goes on.
pub fn decided(score: &MatchState) -> Option<Side> {
    let reached =
        |side: &Side| score.length > 0 && score.score[*side] >= Points::whole(score.length);
    Side::BOTH.into_iter().find(reached)
}

/// Whether a side needs exactly one more point.
pub(super) fn one_away(score: &MatchState) -> bool {
    score.is_one_away()
}

/// Score and match rules of the game after one that was played at `score` and ended in `outcome`.
///
/// With the Crawford rule (C-11) the first game after a side has come within one point of a match
/// longer than one is the Crawford game, and every later one is post-Crawford. A game without a
/// winner (G-20) counts as not played: it is played again at the same score.
pub fn advance(score: &MatchState, outcome: &Outcome, crawford_rule: bool) -> MatchState {
    let mut next = *score;
    let Some(winner) = outcome.winner else { return next };
    next.score[winner] = next.score[winner].plus(outcome.points);
    let open = score.length > 0 && decided(&next).is_none();
    next.post_crawford = open && (score.crawford || score.post_crawford);
    next.crawford =
        open && crawford_rule && !next.post_crawford && score.length > 1 && one_away(&next);
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Byside;
    use crate::rules::WinKind;

    fn win(winner: Side, points: u32) -> Outcome {
        Outcome { winner: Some(winner), kind: Some(WinKind::Single), points: points.into() }
    }

    fn to(length: u32, white: u32, black: u32) -> MatchState {
        MatchState { length, score: Byside::whole(white, black), ..MatchState::MONEY }
    }

    #[test]
    fn money_adds_up_and_is_never_decided() {
        let next = advance(&MatchState::MONEY, &win(Side::Black, 6), true);
        assert_eq!(next.score, Byside::whole(0, 6));
        assert_eq!(decided(&next), None);
        let rich = advance(&to(0, u32::MAX, 0), &win(Side::White, 6), true);
        assert_eq!(rich.score[Side::White], Points::whole(u32::MAX));
    }

    #[test]
    fn crawford_comes_once_when_a_side_is_one_away_c11() {
        let first = advance(&to(5, 3, 0), &win(Side::White, 1), true);
        assert!(first.crawford && !first.post_crawford);
        let second = advance(&first, &win(Side::Black, 4), true);
        assert!(!second.crawford && second.post_crawford, "both one away, yet not twice");
        let won = advance(&second, &win(Side::Black, 1), true);
        assert_eq!(decided(&won), Some(Side::Black));
        assert!(!won.crawford && !won.post_crawford);
    }

    #[test]
    fn no_crawford_without_the_rule_or_when_leaping_past_it() {
        let next = advance(&to(5, 3, 0), &win(Side::White, 1), false);
        assert!(!next.crawford && !next.post_crawford);
        let next = advance(&to(5, 3, 0), &win(Side::White, 2), true);
        assert_eq!((decided(&next), next.crawford), (Some(Side::White), false));
    }

    #[test]
    fn a_game_without_winner_is_played_again_g20() {
        let crawford = advance(&to(3, 1, 0), &win(Side::White, 1), true);
        let void = Outcome { winner: None, kind: None, points: Points::ZERO };
        assert_eq!(advance(&crawford, &void, true), crawford);
    }
}
