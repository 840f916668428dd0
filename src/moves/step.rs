//! One checker, one die: the only place that knows where a checker may land.

use crate::board::{BAR, HOME_TOP, OFF, Stacks};
use crate::rules::{HideCheck, HitAndHide, Landing, Movement};
use thiserror::Error;

/// A turn under way: the board, and which of the mover's checkers have hit in this turn.
///
/// Two masks by point are enough for the marks: a checker that has hit stands alone when it lands,
/// and two hidden ones on one point have used up all four steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node<B> {
    /// The board so far, the mover side 0.
    pub board: B,
    /// Points where a checker stands that has hit and has not hidden since.
    pub hitters: u32,
    /// Points where a checker stands that has hit and then stepped on an own one (S-20).
    pub hidden: u32,
    /// A checker that has hit was borne off.
    pub hitter_off: bool,
}

impl<B: Stacks> Node<B> {
    /// The start of a turn.
    pub fn new(board: B) -> Self {
        Node { board, hitters: 0, hidden: 0, hitter_off: false }
    }

    /// Whether the turn may end here as far as single checkers go (S-22).
    pub fn may_end(&self) -> bool {
        self.hidden == 0
    }
}

/// Which of the mover's equal checkers on a point is picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// One that has not hit in this turn.
    Plain,
    /// One that has hit and stands free.
    Hitter,
    /// One that has hit and hidden.
    Hidden,
}

/// Why a step is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StepError {
    /// No own checker there.
    #[error("there is no checker to move on {0}")]
    NoChecker(usize),
    /// A checker on the bar must enter first.
    #[error("a checker on the bar must enter first")]
    BarFirst,
    /// The opponent holds the landing point.
    #[error("the opponent holds the {0} point")]
    Closed(usize),
    /// Bearing off with a checker outside the home.
    #[error("no checker may be borne off while one is outside the home")]
    NotHome,
    /// A larger die bears off only the highest checker.
    #[error("a die larger than the point bears off only the highest checker")]
    HigherChecker,
    /// A checker that has hit doubles up.
    #[error("a checker that has hit may not hide on an own one in the same turn")]
    Hides,
}

impl StepError {
    /// The number of the rule that is broken.
    pub const fn rule(self) -> &'static str {
        match self {
            StepError::NoChecker(_) => "S-05",
            StepError::BarFirst => "G-12",
            StepError::Closed(_) => "S-08",
            StepError::NotHome => "G-14",
            StepError::HigherChecker => "G-16",
            StepError::Hides => "S-20",
        }
    }
}

/// The marks of the mover's checkers on `from` that can be picked up, plain first.
pub fn marks<B: Stacks>(node: &Node<B>, from: usize) -> impl Iterator<Item = Mark> + use<B> {
    let hitter = (node.hitters >> from & 1) as u8;
    let hidden = (node.hidden >> from & 1) as u8;
    let plain = node.board.count(0, from) > hitter + hidden;
    [(plain, Mark::Plain), (hitter > 0, Mark::Hitter), (hidden > 0, Mark::Hidden)]
        .into_iter()
        .filter_map(|(there, mark)| there.then_some(mark))
}

/// Moves one of the mover's checkers from `from` by `die` pips; gives the turn after it and where
/// the checker stands.
///
/// # Errors
/// The rule that forbids it.
pub fn step<B: Stacks>(
    movement: &Movement,
    node: &Node<B>,
    from: usize,
    kind: B::Kind,
    mark: Mark,
    die: usize,
) -> Result<(Node<B>, usize), StepError> {
    if from == OFF || from > BAR || node.board.count(0, from) == 0 {
        return Err(StepError::NoChecker(from));
    }
    if from != BAR && node.board.count(0, BAR) > 0 {
        return Err(StepError::BarFirst);
    }
    let mut next = *node;
    next.board.lift(from, kind);
    match mark {
        Mark::Plain => {}
        Mark::Hitter => next.hitters &= !(1 << from),
        Mark::Hidden => next.hidden &= !(1 << from),
    }
    if from > die {
        let to = from - die;
        land(movement, &mut next, kind, mark, to)?;
        return Ok((next, to));
    }
    bear_off(node, from, die)?;
    next.board.put(OFF, kind);
    next.hitter_off |= mark != Mark::Plain;
    Ok((next, OFF))
}

/// G-14..G-16.
fn bear_off<B: Stacks>(node: &Node<B>, from: usize, die: usize) -> Result<(), StepError> {
    if (HOME_TOP + 1..=BAR).any(|p| node.board.count(0, p) > 0) {
        return Err(StepError::NotHome);
    }
    if die > from && (from + 1..=HOME_TOP).any(|p| node.board.count(0, p) > 0) {
        return Err(StepError::HigherChecker);
    }
    Ok(())
}

/// Puts the lifted checker on `to` if the opponent lets it.
fn land<B: Stacks>(
    movement: &Movement,
    node: &mut Node<B>,
    kind: B::Kind,
    mark: Mark,
    to: usize,
) -> Result<(), StepError> {
    let facing = movement.track.facing(to);
    let enemies = node.board.count(1, facing);
    let hits = match movement.landing {
        Landing::Hit if enemies >= 2 => return Err(StepError::Closed(to)),
        Landing::Block if enemies >= 1 => return Err(StepError::Closed(to)),
        _ => enemies == 1,
    };
    let joins = node.board.count(0, to) > 0;
    if hits {
        node.board.capture(facing);
    }
    let watched = match movement.hide {
        HitAndHide::Allowed => false,
        HitAndHide::Forbidden => true,
        HitAndHide::ForbiddenInHome => to <= HOME_TOP,
    };
    if hits && watched {
        node.hitters |= 1 << to;
    } else if mark != Mark::Plain && joins {
        if movement.hide_check == HideCheck::Step {
            return Err(StepError::Hides);
        }
        node.hidden |= 1 << to;
    } else if mark != Mark::Plain {
        node.hitters |= 1 << to;
    }
    node.board.put(to, kind);
    Ok(())
}
