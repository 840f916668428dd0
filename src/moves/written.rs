//! From a play as somebody wrote it to the legal play that it means, or to the rule it breaks.

use super::list::{PlayList, Steps};
use super::notation::is_blot;
use super::step::{Node, StepError, marks, step};
use crate::board::{BAR, Board, OFF, Roll, Stacks};
use crate::rules::Movement;
use arrayvec::ArrayVec;
use thiserror::Error;

/// One checker's way as written, `24/18/15`, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenChain {
    /// Places in the mover's numbering (25 the bar, 0 off), the start first, at least two.
    pub places: ArrayVec<u8, 8>,
    /// How many checkers go this way.
    pub count: u8,
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

/// The number in `list` (the legal plays of `roll` on `board`) of the play that `chains` write down.
///
/// The order of steps, splitting or joining them, and marks of hits do not matter. Where two plays
/// differ only in what they hit on the way, the points written between decide.
///
/// # Errors
/// The rule that the written play breaks.
pub fn resolve(
    movement: &Movement,
    board: &Board,
    roll: Roll,
    chains: &[WrittenChain],
    list: &PlayList,
) -> Result<usize, IllegalPlay> {
    let fail = || explain(movement, board, roll, chains, list);
    if list.is_empty() {
        return Err(IllegalPlay {
            rule: "G-13",
            message: format!("no checker can move with {roll}: say pass"),
            column: None,
        });
    }
    let Some(row) = row_after(board, chains) else { return Err(fail()) };
    check_between(movement, board, chains)?;
    let written: u32 = chains.iter().flat_map(|c| &c.places[1..]).fold(0, |m, &p| m | 1 << p);
    let mut best: Option<(usize, u32)> = None;
    let mut alike = ArrayVec::<usize, 4>::new();
    for (n, child) in list.boards().iter().enumerate().filter(|(_, b)| *b.row(0) == row) {
        let hits = hits(movement, board, child);
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

/// The mover's row after the written chains, or `None` if a checker is missing.
fn row_after(board: &Board, chains: &[WrittenChain]) -> Option<[u8; 32]> {
    let mut row = *board.row(0);
    let ends = |chain: &WrittenChain| Some((*chain.places.first()?, *chain.places.last()?));
    for chain in chains {
        let (from, to) = ends(chain)?;
        for _ in 0..chain.count {
            let start = row.get_mut(usize::from(from))?;
            *start = start.checked_sub(1)?;
            let end = row.get_mut(usize::from(to))?;
            *end = end.checked_add(1)?;
        }
    }
    Some(row)
}

/// Points written between must be open, even where another way leads to the same result.
fn check_between(
    movement: &Movement,
    board: &Board,
    chains: &[WrittenChain],
) -> Result<(), IllegalPlay> {
    for chain in chains {
        for &place in chain.places[1..].iter().filter(|&&place| (1..=24).contains(&place)) {
            let enemies = board.count(1, movement.track.facing(place.into()));
            if enemies > 0 && !is_blot(movement, board, place) {
                return Err(broken(StepError::Closed(place.into()), chain.column));
            }
        }
    }
    Ok(())
}

/// The mover's points on which `after` has hit a checker of `before`.
fn hits(movement: &Movement, before: &Board, after: &Board) -> u32 {
    (1..=24_u8)
        .filter(|&p| is_blot(movement, before, p))
        .filter(|&p| after.count(1, movement.track.facing(p.into())) == 0)
        .fold(0, |mask, p| mask | 1 << p)
}

fn broken(error: StepError, column: usize) -> IllegalPlay {
    IllegalPlay { rule: error.rule(), message: error.to_string(), column: Some(column) }
}

/// The first rule that the written steps break, taken in the order in which they stand.
fn explain(
    movement: &Movement,
    board: &Board,
    roll: Roll,
    chains: &[WrittenChain],
    list: &PlayList,
) -> IllegalPlay {
    let mut walk = Walk { movement, node: Node::new(*board), dice: dice(roll), used: Steps::EMPTY };
    for chain in chains {
        for _ in 0..chain.count {
            for hop in chain.places.windows(2) {
                if let Err((rule, message)) = walk.hop(hop[0].into(), hop[1].into()) {
                    return IllegalPlay { rule, message, column: Some(chain.column) };
                }
            }
        }
    }
    let last = chains.last().map(|chain| chain.column);
    if !walk.node.may_end() {
        return IllegalPlay { column: last, ..broken(StepError::Hides, 0) };
    }
    let most = list.steps().first().map_or(0, |steps| steps.len());
    let (rule, message) = if walk.used.len() < most && roll.is_double() {
        ("G-10", format!("{most} steps of {} can be played and must be", roll.high().pips()))
    } else if walk.used.len() < most {
        ("G-08", "both dice can be played and must be".to_owned())
    } else if walk.used.len() == 1 && !roll.is_double() {
        let high = roll.high().pips();
        ("G-09", format!("only one die can be played, and it must be the {high}"))
    } else {
        ("G-07", format!("this is not a play of {roll}"))
    };
    IllegalPlay { rule, message, column: None }
}

fn dice(roll: Roll) -> ArrayVec<u8, 4> {
    let (high, low) = (roll.high().pips(), roll.low().pips());
    if roll.is_double() { ArrayVec::from([high; 4]) } else { ArrayVec::from_iter([high, low]) }
}

type Broken = (&'static str, String);

/// Plays written steps one after the other with the dice that are left.
struct Walk<'a> {
    movement: &'a Movement,
    node: Node<Board>,
    dice: ArrayVec<u8, 4>,
    used: Steps,
}

impl Walk<'_> {
    /// One written step: one die, or several that add up to it.
    fn hop(&mut self, from: usize, to: usize) -> Result<(), Broken> {
        let rule = |error: StepError| (error.rule(), error.to_string());
        if from <= to || from == OFF {
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
        let mut first_error = None;
        if self.walk_to(from, to, 4, &mut first_error) {
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
        from: usize,
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

    fn go(&mut self, from: usize, to: usize, count: usize, error: &mut Option<StepError>) -> bool {
        // Smallest die first: it bears off without waste where two would do.
        let mut order = self.dice.clone();
        order.sort_unstable();
        for die in order {
            let pips = usize::from(die);
            let lands = from.saturating_sub(pips);
            let wanted = if count == 1 { lands == to } else { lands > to };
            if !wanted {
                continue;
            }
            let saved = (self.node, self.dice.clone(), self.used);
            let mark = marks(&self.node, from).next();
            let tried = mark.map(|mark| step(self.movement, &self.node, from, (), mark, pips));
            match tried {
                Some(Ok((node, landed))) => {
                    self.node = node;
                    self.used = self.used.with(from, landed);
                    if let Some(at) = self.dice.iter().position(|&d| d == die) {
                        self.dice.remove(at);
                    }
                    if count == 1 || self.go(landed, to, count - 1, error) {
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
