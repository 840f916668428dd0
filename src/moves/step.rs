//! One checker, one die: the only place that knows where a checker may land.

use super::context::HEAD;
use super::formation;
use crate::board::{BAR, HOME_TOP, OFF, Stacks};
use crate::rules::{FirstChecker, Head, HideCheck, HitAndHide, Landing, Movement};
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
    /// Points where something lies on a hidden checker; kept where stacks have an order.
    pub covered: u32,
    /// A checker has gone round a second time.
    pub crossed: bool,
    /// How many checkers may still leave the head; not counted where the head is free.
    pub heads_left: u8,
}

impl<B: Stacks> Node<B> {
    /// The start of a turn in which so many checkers may leave the head.
    pub fn new(board: B, heads_left: u8) -> Self {
        Node {
            board,
            hitters: 0,
            hidden: 0,
            hitter_off: false,
            covered: 0,
            crossed: false,
            heads_left,
        }
    }

    /// Whether the turn may end here: no hitter has hidden (S-22), no points are held that may not
    /// be (L-12).
    #[inline(always)]
    pub fn may_end(&self, movement: &Movement) -> bool {
        self.hidden == 0 && formation::may_end(movement, &self.board)
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
    /// A checker under an enemy's.
    #[error("the checker on {0} is pinned")]
    Pinned(usize),
    /// No more checkers may leave the head.
    #[error("no other checker may leave the head in this turn")]
    Head,
    /// The first checker goes ahead alone.
    #[error("a second checker may set out only when the first has passed the enemy's start")]
    FirstChecker,
    /// Six in a row without an enemy ahead.
    #[error("six points in a row may be held only with an enemy checker ahead of them")]
    Prime,
    /// All points of the own start quarter.
    #[error("not all six points of the own start quarter may be held")]
    OwnQuarter,
    /// Five points of the enemy's start quarter.
    #[error("at most four points of the enemy's start quarter may be held")]
    EnemyQuarter,
    /// A royal checker on an own one.
    #[error("a royal checker may not land on a checker of its own side")]
    RoyalJoins,
    /// A checker of the second lap crosses.
    #[error("a checker of the second lap may not cross again")]
    SecondLap,
    /// The outsider crosses.
    #[error("the outsider may not cross before it has borne off a checker")]
    Outsider,
    /// A checker that has hit doubles up.
    #[error("a checker that has hit may not hide on an own one in the same turn")]
    Hides,
}

impl StepError {
    /// The number of the rule that is broken.
    pub const fn rule(self, movement: &Movement) -> &'static str {
        match self {
            StepError::Closed(_) if matches!(movement.landing, Landing::Block) => "L-05",
            StepError::Closed(_) if matches!(movement.landing, Landing::Pin) => "V-03",
            StepError::NoChecker(_) => "S-05",
            StepError::BarFirst => "G-12",
            StepError::Closed(_) => "S-08",
            StepError::NotHome => "G-14",
            StepError::HigherChecker => "G-16",
            StepError::Pinned(_) => "V-03",
            StepError::Head => "L-06",
            StepError::FirstChecker | StepError::OwnQuarter => "V-05",
            StepError::Prime => "L-10",
            StepError::EnemyQuarter => "V-06",
            StepError::RoyalJoins => "R-04",
            StepError::SecondLap => "D-04",
            StepError::Outsider => "D-10",
            StepError::Hides => "S-20",
        }
    }
}

/// The marks of the mover's checkers of a kind on `from` that can be picked up, plain first.
///
/// A hitter stood alone when it landed. So below it there is nothing, and where simple and royal
/// checkers share a point the hitter is the royal one: no royal could have joined it.
#[inline(always)]
pub fn marks<B: Stacks>(
    node: &Node<B>,
    from: usize,
    kind: B::Kind,
) -> impl Iterator<Item = Mark> + use<B> {
    let (all, same) = (node.board.count(0, from), node.board.of_kind(from, kind));
    let mut hitter = node.hitters >> from & 1 != 0 && (same == all || B::is_royal(kind));
    let mut hidden = node.hidden >> from & 1 != 0 && !B::is_royal(kind);
    if B::SECOND_LAP {
        // Only the top one moves: a hitter if it is alone, a hidden one if nothing came after it.
        hitter &= all == 1;
        hidden &= node.covered >> from & 1 == 0;
    }
    let plain = same > u8::from(hitter) + u8::from(hidden);
    let plain = plain && !(B::SECOND_LAP && (hitter || hidden));
    [(plain, Mark::Plain), (hitter, Mark::Hitter), (hidden, Mark::Hidden)]
        .into_iter()
        .filter_map(|(there, mark)| there.then_some(mark))
}

/// How a checker leaves the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Past {
    /// It is borne off.
    Off,
    /// It goes round a second time (D-03).
    Across,
}

/// Moves one of the mover's checkers from `from` by `die` pips; gives the turn after it and where
/// the checker stands. `past` says what it does where it would leave the board.
///
/// # Errors
/// The rule that forbids it.
#[inline(always)]
pub fn step<B: Stacks>(
    movement: &Movement,
    node: &Node<B>,
    from: usize,
    (kind, mark): (B::Kind, Mark),
    die: usize,
    past: Past,
) -> Result<(Node<B>, usize), StepError> {
    if from == OFF || from > BAR || node.board.count(0, from) == 0 {
        return Err(StepError::NoChecker(from));
    }
    if from != BAR && node.board.count(0, BAR) > 0 {
        return Err(StepError::BarFirst);
    }
    let mut next = *node;
    if from == HEAD {
        leave_head(movement, &mut next)?;
    }
    next.board.lift(from, kind);
    match mark {
        Mark::Plain => {}
        Mark::Hitter => next.hitters &= !(1 << from),
        Mark::Hidden => next.hidden &= !(1 << from),
    }
    let to = match past {
        Past::Off if from <= die => {
            bear_off(node, from, die)?;
            next.board.put(OFF, kind);
            next.hitter_off |= mark != Mark::Plain;
            OFF
        }
        Past::Across if from <= die => {
            let turned = cross(node, kind)?;
            next.crossed = true;
            land(movement, &mut next, turned, mark, from + LAP - die)?
        }
        _ => land(movement, &mut next, kind, mark, from - die)?,
    };
    formation::check_step(movement, &next.board)?;
    Ok((next, to))
}

/// Points of a lap.
const LAP: usize = 24;

/// L-06, V-05.
#[inline(always)]
fn leave_head<B: Stacks>(movement: &Movement, node: &mut Node<B>) -> Result<(), StepError> {
    if movement.head == Head::OnePerTurn {
        node.heads_left = node.heads_left.checked_sub(1).ok_or(StepError::Head)?;
    }
    if movement.first_checker == FirstChecker::MustPass {
        let past_start = |p: usize| node.board.count(0, p) > 0;
        let nobody_left = !(OFF..HEAD).any(past_start);
        if !nobody_left && !(OFF..PAST_START).any(past_start) {
            return Err(StepError::FirstChecker);
        }
    }
    Ok(())
}

/// The enemy's head stands on point 12 of parallel roads.
const PAST_START: usize = 12;

/// D-04, D-10: what the checker becomes.
fn cross<B: Stacks>(node: &Node<B>, kind: B::Kind) -> Result<B::Kind, StepError> {
    let turned = B::turned(kind).ok_or(StepError::SecondLap)?;
    if node.board.count(1, OFF) > 0 && node.board.count(0, OFF) == 0 {
        return Err(StepError::Outsider);
    }
    Ok(turned)
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
#[inline(always)]
fn land<B: Stacks>(
    movement: &Movement,
    node: &mut Node<B>,
    kind: B::Kind,
    mark: Mark,
    to: usize,
) -> Result<usize, StepError> {
    let facing = movement.track.facing(to);
    let enemies = node.board.guards(facing);
    let joins = node.board.count(0, to) > 0;
    let hits = match movement.landing {
        Landing::Hit | Landing::Pin if enemies >= 2 => return Err(StepError::Closed(to)),
        Landing::Block if enemies >= 1 => return Err(StepError::Closed(to)),
        // An own checker is pinned there.
        Landing::Pin if enemies >= 1 && joins => return Err(StepError::Closed(to)),
        _ => enemies == 1,
    };
    if joins && !B::may_join(kind) {
        return Err(StepError::RoyalJoins);
    }
    if hits {
        node.board.capture(facing);
    }
    if B::SECOND_LAP {
        node.covered |= node.hidden & 1 << to;
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
    Ok(to)
}
