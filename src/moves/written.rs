//! From a play as somebody wrote it to the legal play that it means, or to the rule it breaks.

use super::context::TurnContext;
use super::list::{PlayList, Steps};
use super::notation::is_blot;
use super::sequences::dice_of;
use super::step::{Node, Past, StepError, marks, step};
use super::turn::head_limit;
use crate::board::{BAR, OFF, Roll, Stacks};
use crate::rules::{Landing, Movement};
use arrayvec::ArrayVec;
use thiserror::Error;

/// One checker's way as written, `24/18/15`, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenChain {
    /// Places in the mover's numbering (25 the bar, 0 off), the start first, at least two.
    pub places: ArrayVec<u8, 8>,
    /// How many checkers go this way.
    pub count: u8,
    /// Whether the checker is marked as a royal one.
    pub royal: bool,
    /// Where it stands in the text, for errors.
    pub column: usize,
}

/// Why a written play is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct IllegalPlay {
    /// The number of the rule it breaks.
    pub rule: &'static str,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where in the text, if one chain is to blame.
    pub column: Option<usize>,
}

/// The number in `list` (the legal plays of `roll` on `board` in this context) of the play that
/// `chains` write down.
///
/// The order of steps, splitting or joining them, and marks of hits do not matter. Where two plays
/// differ only in what they hit on the way, the points written between decide; where they differ
/// only in the order of a stack, the order of the steps does.
///
/// # Errors
/// The rule that the written play breaks.
pub fn resolve<B: Stacks>(
    movement: &Movement,
    board: &B,
    roll: Roll,
    context: TurnContext,
    chains: &[WrittenChain],
    list: &PlayList<B>,
) -> Result<usize, IllegalPlay> {
    let fail = || explain(movement, board, roll, context, chains, list);
    if list.is_empty() {
        return Err(IllegalPlay {
            rule: "G-13",
            message: format!("no checker can move with {roll}: say pass"),
            column: None,
        });
    }
    let Some(shape) = shape_after(board, chains) else { return Err(fail()) };
    check_between(movement, board, chains)?;
    let fits = |b: &B| b.shape() == shape;
    if B::SECOND_LAP
        && let Some(written) = board_after(movement, board, chains)
        && let Some(n) = list.boards().iter().position(|b| fits(b) && *b == written)
    {
        return Ok(n);
    }
    let written: u32 = chains.iter().flat_map(|c| &c.places[1..]).fold(0, |m, &p| m | 1 << p);
    // Whoever writes down a point where a blot stands means to hit it; a pin passed over is gone.
    let struck = match movement.landing {
        Landing::Hit => written & blots(movement, board),
        _ => 0,
    };
    let mut best: Option<(usize, u32)> = None;
    let mut alike = ArrayVec::<usize, 4>::new();
    for (n, child) in list.boards().iter().enumerate().filter(|(_, b)| fits(b)) {
        let hits = hits(movement, board, child);
        if struck & !hits != 0 {
            continue;
        }
        if hits & !written == 0 && best.is_none_or(|(_, most)| hits.count_ones() > most) {
            best = Some((n, hits.count_ones()));
        }
        let _ = alike.try_push(n);
    }
    match (best, &alike[..]) {
        (Some((n, _)), _) | (None, &[n]) => Ok(n),
        (None, []) => Err(fail()),
        (None, _) => Err(IllegalPlay {
            rule: "G-11",
            message: "each way hits another checker: write the points between".to_owned(),
            column: chains.first().map(|chain| chain.column),
        }),
    }
}

/// The checker that a chain takes up from `from`: of the kind that it names, or of the only one
/// there is.
fn taken<B: Stacks>(board: &B, from: u8, royal: bool) -> Option<B::Kind> {
    let named = board.movable(from.into()).find(|&kind| B::is_royal(kind) == royal);
    named.or_else(|| board.movable(from.into()).next().filter(|_| !royal))
}

/// What the mover has where after the written chains, or `None` if a checker is missing.
fn shape_after<B: Stacks>(board: &B, chains: &[WrittenChain]) -> Option<[u8; 32]> {
    let mut shape = board.shape();
    let ends = |chain: &WrittenChain| Some((*chain.places.first()?, *chain.places.last()?));
    for chain in chains {
        let (from, to) = ends(chain)?;
        // A checker that another chain has brought there may be meant.
        let weight = taken(board, from, chain.royal).map(B::weight);
        let weight = weight.or_else(|| B::weight_named(chain.royal))?;
        for _ in 0..chain.count {
            let start = shape.get_mut(usize::from(from))?;
            *start = start.checked_sub(weight)?;
            let end = shape.get_mut(usize::from(to))?;
            *end = end.checked_add(weight)?;
        }
    }
    Some(shape)
}

/// The board after the chains as they stand, point by point.
fn board_after<B: Stacks>(movement: &Movement, board: &B, chains: &[WrittenChain]) -> Option<B> {
    let mut after = *board;
    for chain in chains.iter().flat_map(|c| std::iter::repeat_n(c, c.count.into())) {
        for hop in chain.places.windows(2) {
            let (from, to) = (hop[0], hop[1]);
            let kind = taken(&after, from, chain.royal)?;
            after.lift(from.into(), kind);
            if is_blot(movement, &after, to) {
                after.capture(movement.track.facing(to.into()));
            }
            let turned = if to > from { B::turned(kind)? } else { kind };
            after.put(to.into(), turned);
        }
    }
    Some(after)
}

/// Points written between must be open, even where another way leads to the same result.
fn check_between<B: Stacks>(
    movement: &Movement,
    board: &B,
    chains: &[WrittenChain],
) -> Result<(), IllegalPlay> {
    for chain in chains {
        for &place in chain.places[1..].iter().filter(|&&place| (1..=24).contains(&place)) {
            let enemies = board.guards(movement.track.facing(place.into()));
            if enemies > 0 && !is_blot(movement, board, place) {
                return Err(broken(movement, StepError::Closed(place.into()), chain.column));
            }
        }
    }
    Ok(())
}

/// The mover's points on which a single enemy checker stands that can be hit.
fn blots<B: Stacks>(movement: &Movement, board: &B) -> u32 {
    (1..=24_u8).filter(|&p| is_blot(movement, board, p)).fold(0, |mask, p| mask | 1 << p)
}

/// The mover's points on which `after` has hit a checker of `before`.
fn hits<B: Stacks>(movement: &Movement, before: &B, after: &B) -> u32 {
    (1..=24_usize)
        .filter(|&p| after.guards(movement.track.facing(p)) == 0)
        .fold(0, |mask, p| mask | 1 << p)
        & blots(movement, before)
}

fn broken(movement: &Movement, error: StepError, column: usize) -> IllegalPlay {
    let (rule, message) = (error.rule(movement), error.to_string());
    IllegalPlay { rule, message, column: Some(column) }
}

/// The first rule that the written steps break, taken in the order in which they stand.
fn explain<B: Stacks>(
    movement: &Movement,
    board: &B,
    roll: Roll,
    context: TurnContext,
    chains: &[WrittenChain],
    list: &PlayList<B>,
) -> IllegalPlay {
    let heads = head_limit(movement, board, roll, context);
    let node = Node::new(*board, heads);
    let mut walk = Walk { movement, node, dice: dice_of(roll), used: Steps::EMPTY };
    for chain in chains {
        for _ in 0..chain.count {
            for hop in chain.places.windows(2) {
                if let Err((rule, message)) = walk.hop(hop[0].into(), hop[1].into(), chain.royal) {
                    return IllegalPlay { rule, message, column: Some(chain.column) };
                }
            }
        }
    }
    let last = chains.last().map(|chain| chain.column);
    if !walk.node.may_end(movement) {
        let hides = walk.node.hidden != 0;
        let error = if hides { StepError::Hides } else { StepError::Prime };
        return IllegalPlay { column: last, ..broken(movement, error, 0) };
    }
    let lengths = || list.steps().iter().map(|steps| steps.len());
    let (least, most) = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
    let (rule, message) = if walk.used.len() < least && roll.is_double() {
        ("G-10", format!("{most} steps of {} can be played and must be", roll.high().pips()))
    } else if walk.used.len() < least {
        ("G-08", "both dice can be played and must be".to_owned())
    } else if B::SECOND_LAP && walk.used.len() < most {
        ("D-05", "an ordinary step can follow and must".to_owned())
    } else if walk.used.len() == 1 && !roll.is_double() {
        let high = roll.high().pips();
        ("G-09", format!("only one die can be played, and it must be the {high}"))
    } else if super::formation::shuts_in_army(movement, &walk.node.board) {
        ("V-05", "a prime before the whole enemy army must be opened".to_owned())
    } else {
        ("G-07", format!("this is not a play of {roll}"))
    };
    IllegalPlay { rule, message, column: None }
}

type Broken = (&'static str, String);

/// Plays written steps one after the other with the dice that are left.
struct Walk<'a, B> {
    movement: &'a Movement,
    node: Node<B>,
    dice: ArrayVec<u8, 4>,
    used: Steps,
}

impl<B: Stacks> Walk<'_, B> {
    /// One written step: one die, or several that add up to it.
    fn hop(&mut self, from: usize, to: usize, royal: bool) -> Result<(), Broken> {
        let rule = |error: StepError| (error.rule(self.movement), error.to_string());
        let upwards = from <= to && !B::SECOND_LAP;
        if upwards || from == to || from == OFF || to == BAR {
            return Err((
                "G-02",
                format!("checkers move to lower points, not from {from} to {to}"),
            ));
        }
        if self.node.board.count(0, from) == 0 {
            return Err(rule(StepError::NoChecker(from)));
        }
        if from != BAR && self.node.board.count(0, BAR) > 0 {
            return Err(rule(StepError::BarFirst));
        }
        let Some(kind) = taken(&self.node.board, from as u8, royal) else {
            let pinned = self.node.board.movable(from).next().is_none();
            let error = if pinned { StepError::Pinned(from) } else { StepError::NoChecker(from) };
            return Err(rule(error));
        };
        let mut first_error = None;
        if self.walk_to((from, kind), to, 4, &mut first_error) {
            return Ok(());
        }
        if let Some(error) = first_error {
            return Err(rule(error));
        }
        let name = |place| match place {
            OFF => "off".to_owned(),
            BAR => "the bar".to_owned(),
            point => point.to_string(),
        };
        let message = format!("no die left moves a checker from {} to {}", name(from), name(to));
        Err(("G-07", message))
    }

    /// Goes from `from` to `to` with at most `most` of the dice left, fewest first.
    fn walk_to(
        &mut self,
        from: (usize, B::Kind),
        to: usize,
        most: usize,
        error: &mut Option<StepError>,
    ) -> bool {
        let saved = (self.node, self.dice.clone(), self.used);
        for count in 1..=most.min(self.dice.len()) {
            if self.go(from, to, count, error) {
                return true;
            }
            (self.node, self.used) = (saved.0, saved.2);
            self.dice.clone_from(&saved.1);
        }
        false
    }

    fn go(
        &mut self,
        (from, kind): (usize, B::Kind),
        to: usize,
        count: usize,
        error: &mut Option<StepError>,
    ) -> bool {
        // Smallest die first: it bears off without waste where two would do.
        let mut order = self.dice.clone();
        order.sort_unstable();
        for die in order {
            let pips = usize::from(die);
            let crosses = to > from;
            let (past, lands) = match from > pips {
                true => (Past::Off, from - pips),
                false if crosses => (Past::Across, from + 24 - pips),
                false => (Past::Off, OFF),
            };
            let wanted = if count == 1 { lands == to } else { lands > to || crosses };
            if !wanted {
                continue;
            }
            let saved = (self.node, self.dice.clone(), self.used);
            let mark = marks(&self.node, from, kind).next();
            let tried =
                mark.map(|mark| step(self.movement, &self.node, from, (kind, mark), pips, past));
            match tried {
                Some(Ok((node, landed))) => {
                    self.node = node;
                    self.used = self.used.with_kind(from, landed, B::is_royal(kind));
                    if let Some(at) = self.dice.iter().position(|&d| d == die) {
                        self.dice.remove(at);
                    }
                    let turned = match past {
                        Past::Across if landed > from => B::turned(kind).unwrap_or(kind),
                        _ => kind,
                    };
                    if count == 1 || self.go((landed, turned), to, count - 1, error) {
                        return true;
                    }
                    (self.node, self.dice, self.used) = saved;
                }
                Some(Err(failed)) => *error = error.or(Some(failed)),
                None => {}
            }
        }
        false
    }
}
