//! What can still come of a board, and what is known of it without a net.

use crate::board::{BAR, HOME_TOP, OFF, Stacks};
use crate::eval::bearoff;
use crate::eval::features::Described;
use crate::eval::net::{CLASSES, Possible};
use crate::moves::Playable;
use crate::rules::{Classes, Doubles, Ending, Landing, LastRoll, Rules, WinKind, Worth};

/// The results of a game: their classes, ends, and the race to them where a table knows it.
#[derive(Clone, Debug)]
pub struct Results {
    rules: Rules,
    classes: Classes,
    /// Whether a race home is the bear-off table's: plain throws, and nothing but the loser's
    /// checkers borne off tells the result. With it, how a loser that has borne off none divides
    /// among the classes.
    race: Option<[f32; 3]>,
    /// Which classes a side without a checker off can lose by.
    kinds: [bool; 3],
}

/// What is known of a board.
pub(crate) enum Fixed {
    /// The chances of the six classes.
    Known([f32; CLASSES]),
    /// Only which of them are possible.
    Open(Possible),
}

impl Results {
    /// The results of a game under its rules.
    pub fn of(rules: &Rules) -> Results {
        let classes = Classes::of(rules);
        // Of the game as it is usually played: what nets are taught.
        let [_, gammon, more] = Classes::of(&rules.variant.rules()).points();
        let points = Classes::of(&rules.variant.rules()).points();
        let kinds = [true, gammon > points[0], more > gammon];
        let home = match rules.pays.ending {
            Ending::Parallel => Some(WinKind::HomeMars),
            Ending::Contrary | Ending::Mothers => Some(WinKind::Gammon),
            Ending::Difference | Ending::Royals => None,
        };
        let plain = rules.movement.doubles == Doubles::Four;
        let hits = rules.movement.landing == Landing::Hit;
        let last_turn = rules.pays.last_roll == LastRoll::Draw;
        let home = home.filter(|_| plain && !hits && !last_turn);
        let race = home.map(|kind| classes.shares(kind, kind.points()));
        Results { rules: *rules, classes, race, kinds }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The classes.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// How the six classes share in a board that has ended, side 0 first; `None` while it has not.
    pub fn ended<B: Described>(&self, board: &B) -> Option<[f32; CLASSES]> {
        let open =
            self.rules.pays.ending != Ending::Mothers && (0..2).all(|side| is_in_play(board, side));
        if open {
            return None;
        }
        Some(self.shares(Worth::of(&self.rules, &(*board).into())?))
    }

    /// How the six classes share in a result.
    pub fn shares(&self, worth: Worth) -> [f32; CLASSES] {
        let Some(winner) = worth.winner else {
            return [0.5, 0.0, 0.0, 0.5, 0.0, 0.0];
        };
        let [single, gammon, more] = self.classes.shares(worth.kind, worth.points);
        match winner {
            0 => [single, gammon, more, 0.0, 0.0, 0.0],
            _ => [0.0, 0.0, 0.0, single, gammon, more],
        }
    }

    /// What is known of a board.
    #[inline]
    pub(crate) fn of_board<B: Described>(&self, board: &B) -> Fixed {
        if let Some(shares) = self.ended(board) {
            return Fixed::Known(shares);
        }
        match self.race(board) {
            Some(shares) => Fixed::Known(shares),
            None => Fixed::Open(possible(self, board)),
        }
    }

    /// A race home by the one-sided table: both sides have all checkers at home and none pinned.
    fn race<B: Described>(&self, board: &B) -> Option<[f32; CLASSES]> {
        let none_off = self.race?;
        let outside = |side: usize| (HOME_TOP + 1..=BAR).any(|p| board.count(side, p) > 0);
        if outside(0) || outside(1) {
            return None;
        }
        let counts = (*board).into().counts();
        let race = bearoff::chances(bearoff::table(), &counts)?;
        let split = |all: f32, off_none: f32| {
            let mut shares = none_off.map(|share| share * off_none);
            shares[0] += all - off_none;
            shares
        };
        let [w1, w2, w3] = split(race.win, race.win_gammon);
        let [l1, l2, l3] = split(1.0 - race.win, race.lose_gammon);
        Some([w1, w2, w3, l1, l2, l3])
    }
}

#[inline(always)]
fn is_in_play<B: Stacks>(board: &B, side: usize) -> bool {
    (1..=BAR).any(|place| board.count(side, place) > 0)
}

/// Which of the six classes (win single, gammon, better; lose the same) a board still allows.
#[inline]
fn possible<B: Playable>(results: &Results, board: &B) -> Possible {
    let loses = |side: usize| match results.rules.pays.ending {
        Ending::Royals => [true; 3],
        Ending::Difference => {
            let left: u32 = (1..=BAR).map(|p| u32::from(board.count(side, p))).sum();
            let [_, middle, _] = results.classes.points();
            [true, left > 1, left as f32 > middle]
        }
        _ if board.count(side, OFF) > 0 => [true, false, false],
        _ => results.kinds,
    };
    let ([_, lose2, lose3], [_, win2, win3]) = (loses(0), loses(1));
    [true, win2, win3, true, lose2, lose3]
}

/// Points of the six classes for the side to throw.
pub fn points(classes: &Classes) -> [f32; CLASSES] {
    let [one, two, three] = classes.points();
    [one, two, three, -one, -two, -three]
}
