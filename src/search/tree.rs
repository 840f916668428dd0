//! Looking turns ahead: the mean over all throws of the best answers.
//!
//! A look-ahead of `n` plies takes, for each of the 21 throws, the replies that the evaluator likes
//! best, looks `n - 1` plies ahead from each and goes on with the best. Plays are chosen without a
//! cube. Beside the chances, the worth of any number of cube states can be carried along: at each
//! turn inside the tree the side to throw doubles, and the other takes or passes, as is best.

use super::cache::Memory;
use super::cascade::CARRIED;
use super::cube;
use super::ends::{End, is_over};
use super::equity::{Payoff, Stakes};
use super::filter::{Filters, ONE, keep_best};
use super::judge::Unknown;
use super::kind::Kind;
use super::parts::{Parts, Shared, Team, Throw};
use super::stop::StopToken;
use super::worth::Worth;
use crate::board::{ALL_ROLLS, Board, LapBoard, PinBoard, Roll, RoyalBoard};
use crate::eval::{Chances, Evaluator};
use crate::moves::{PlayList, TurnContext};
use crate::rules::Rules;
use arrayvec::ArrayVec;
use std::ops::Range;
use std::sync::Arc;

/// The deepest look-ahead.
pub const PLIES_MAX: u8 = 4;

/// Room for cube states at one level. The most are asked for with all three places of the cube,
/// doubled and not, which grow by one for each that may be doubled, to 49 after [`PLIES_MAX`] turns.
const CUBES_MAX: usize = 64;

/// The stakes of the side to throw in each cube state.
pub(super) type CubeStates = ArrayVec<Stakes, CUBES_MAX>;
/// What each state is worth to it, nobody doubling at once.
pub(super) type CubeValues = ArrayVec<f32, CUBES_MAX>;

/// The look-ahead was ended before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interrupted;

/// Buffers of one level of the tree.
pub(super) struct Level<B: Kind = Board> {
    pub(super) plays: PlayList<B>,
    /// Boards with the side to throw as side 0.
    pub(super) boards: Vec<B>,
    /// What the evaluator says of them.
    pub(super) chances: Vec<Chances>,
    /// What it says of them roughly.
    pub(super) rough: Vec<Chances>,
    pub(super) order: Vec<(f32, usize)>,
    pub(super) unknown: Unknown<B>,
}

impl<B: Kind> Default for Level<B> {
    fn default() -> Self {
        Level {
            plays: PlayList::new(),
            boards: Vec::new(),
            chances: Vec::new(),
            rough: Vec::new(),
            order: Vec::new(),
            unknown: Unknown::default(),
        }
    }
}

/// Buffers kept from task to task, so that a search allocates only while they grow.
#[derive(Default)]
pub(super) struct Workspace {
    pub(super) plain: Vec<Level<Board>>,
    pub(super) royal: Vec<Level<RoyalBoard>>,
    pub(super) laps: Vec<Level<LapBoard>>,
    pub(super) pins: Vec<Level<PinBoard>>,
}

impl Workspace {
    pub(super) fn take<B: Kind>(&mut self) -> Level<B> {
        let mut level = B::room(self).pop().unwrap_or_default();
        level.boards.clear();
        level
    }

    pub(super) fn give<B: Kind>(&mut self, level: Level<B>) {
        B::room(self).push(level);
    }
}

/// A game's rules and its evaluator, the limits of one task, and what it has used of them.
pub(super) struct Search<'a, B: Kind = Board> {
    pub(super) rules: &'a Rules,
    /// Whether what tables say of money play is all there is to know.
    pub(super) by_tables: bool,
    pub(super) evaluator: &'a dyn Evaluator<B>,
    pub(super) token: &'a StopToken,
    pub(super) filters: Filters,
    pub(super) nodes: u64,
    pub(super) nodes_max: u64,
    pub(super) memory: Option<Memory<'a>>,
    pub(super) team: Option<Team<'a, B>>,
    pub(super) workspace: &'a mut Workspace,
}

impl<B: Kind> Search<'_, B> {
    /// Lists the results of `roll` on `board` in `level.plays` and puts the boards after them, the
    /// other side as side 0, behind `level.boards`; one board where nothing can be moved. Which turn
    /// of the game it is the board alone tells.
    #[inline]
    pub(super) fn expand(&mut self, board: &B, roll: Roll, level: &mut Level<B>) {
        self.expand_in(board, roll, TurnContext::of(board), level, CARRIED);
    }

    /// The same in a turn of this context; of the plays that go on to other numbers (V-07) at most
    /// `carried`.
    #[inline]
    pub(super) fn expand_in(
        &mut self,
        board: &B,
        roll: Roll,
        context: TurnContext,
        level: &mut Level<B>,
        carried: usize,
    ) {
        let from = level.boards.len();
        board.generate(&self.rules.movement, roll, context, &mut level.plays);
        let children = level.plays.boards();
        if children.is_empty() {
            level.boards.push(board.swapped());
        } else {
            level.boards.extend(children.iter().map(B::swapped));
        }
        self.carry_on(board, (roll, context), level, from, carried);
    }

    /// The evaluator's word on one board, side 0 to throw, and what its cube states are then worth.
    pub(super) fn judge_static(
        &mut self,
        board: &B,
        states: &CubeStates,
        values: &mut CubeValues,
    ) -> Chances {
        let chances = self.static_chances(board);
        self.static_values(board, &chances, states, values);
        chances
    }

    /// Chances of side 0, which is to throw, `plies` turns looked ahead; `payoff` is its own.
    /// `values` becomes the worth of each of its cube `states`.
    pub(super) fn look_ahead(
        &mut self,
        board: &B,
        plies: u8,
        payoff: &Payoff,
        states: &CubeStates,
        values: &mut CubeValues,
    ) -> Result<Chances, Interrupted> {
        if plies == 0 || self.is_known(board) {
            return Ok(self.judge_static(board, states, values));
        }
        self.check()?;
        let mut level: Level<B> = self.workspace.take();
        let mut ends = [0; ALL_ROLLS.len()];
        for (roll, end) in ALL_ROLLS.into_iter().zip(&mut ends) {
            self.expand(board, roll, &mut level);
            *end = level.boards.len();
        }
        if level.boards.len() == ALL_ROLLS.len()
            && let Some(end) = self.standstill(board, &mut level)
        {
            self.workspace.give(level);
            end.values(states, values);
            return Ok(end.chances);
        }
        let theirs = Theirs { payoff: payoff.swapped(), states: turned(states) };
        self.prune(board, &theirs.payoff, &mut level, &mut ends);
        self.recall(board, &mut level);
        let mut their_values = CubeValues::new();
        let mut sum = Sum::new(states, values);
        let mut from = 0;
        for (roll, end) in ALL_ROLLS.into_iter().zip(ends) {
            let range = from..end;
            let best = self.best_reply(&mut level, range, plies - 1, &theirs, &mut their_values)?;
            sum.add(roll, &best, &theirs.states, &their_values);
            from = end;
        }
        self.workspace.give(level);
        Ok(sum.chances)
    }

    /// Chances and worth of the cube states as of [`look_ahead`](Self::look_ahead) for several
    /// boards, by as many threads as help.
    pub(super) fn look_ahead_all(
        &mut self,
        boards: &[B],
        plies: u8,
        payoff: &Payoff,
        states: &CubeStates,
    ) -> Result<Vec<Throw>, Interrupted> {
        let before = self.nodes;
        let filters = self.filters;
        if plies >= 3 {
            self.filters.rough = filters.rough_deep;
        }
        let looked = match self.team.filter(|_| plies >= PARTED_FROM) {
            Some(team) => self.look_together(&team, boards, plies, payoff, states),
            None => self.look_alone(boards, plies, payoff, states),
        };
        self.filters = filters;
        if self.nodes > self.nodes_max {
            // How far it went past the limit depends on the threads.
            self.nodes = self.nodes_max.max(before);
            return Err(Interrupted);
        }
        looked
    }

    fn look_alone(
        &mut self,
        boards: &[B],
        plies: u8,
        payoff: &Payoff,
        states: &CubeStates,
    ) -> Result<Vec<Throw>, Interrupted> {
        let mut all = Vec::with_capacity(boards.len());
        for board in boards {
            let mut values = CubeValues::new();
            let chances = self.look_ahead(board, plies, payoff, states, &mut values)?;
            all.push((chances, values));
        }
        Ok(all)
    }

    fn look_together(
        &mut self,
        team: &Team<'_, B>,
        boards: &[B],
        plies: u8,
        payoff: &Payoff,
        states: &CubeStates,
    ) -> Result<Vec<Throw>, Interrupted> {
        let open: Vec<B> = boards.iter().filter(|board| !self.is_known(board)).copied().collect();
        if !open.is_empty() {
            self.check()?;
        }
        let theirs = Theirs { payoff: payoff.swapped(), states: turned(states) };
        let parts = Arc::new(Parts::new(self, team, open, plies - 1, theirs.clone()));
        team.help.offer(&(Arc::clone(&parts) as Arc<dyn Shared>));
        let (nodes, throws) = parts.finish(self.workspace);
        self.nodes += nodes;
        let throws = throws.ok_or(Interrupted)?;
        let mut throws = throws.chunks_exact(ALL_ROLLS.len());
        let mut all = Vec::with_capacity(boards.len());
        for board in boards {
            let mut values = CubeValues::new();
            if self.is_known(board) {
                let chances = self.judge_static(board, states, &mut values);
                all.push((chances, values));
                continue;
            }
            let mut sum = Sum::new(states, &mut values);
            for (roll, (best, their_values)) in
                ALL_ROLLS.into_iter().zip(throws.next().unwrap_or(&[]))
            {
                sum.add(roll, best, &theirs.states, their_values);
            }
            all.push((sum.chances, values));
        }
        Ok(all)
    }

    /// The chances of the other side after the best reply to a throw of side 0, and what its cube
    /// states are then worth.
    pub(super) fn throw(
        &mut self,
        board: &B,
        roll: Roll,
        plies: u8,
        theirs: &Theirs,
        values: &mut CubeValues,
    ) -> Result<Chances, Interrupted> {
        self.check()?;
        let mut level: Level<B> = self.workspace.take();
        self.expand(board, roll, &mut level);
        let mut ends = [level.boards.len()];
        self.prune(board, &theirs.payoff, &mut level, &mut ends);
        self.recall(board, &mut level);
        let best = self.best_reply(&mut level, 0..ends[0], plies, theirs, values)?;
        self.workspace.give(level);
        Ok(best)
    }

    /// The best of a roll's boards for the side that moved: the worst for side 0, whose chances
    /// these are and whose payoff and cube states `theirs` is.
    fn best_reply(
        &mut self,
        level: &mut Level<B>,
        range: Range<usize>,
        plies: u8,
        theirs: &Theirs,
        values: &mut CubeValues,
    ) -> Result<Chances, Interrupted> {
        level.order.clear();
        for index in range {
            level.order.push((theirs.payoff.equity(&level.chances[index]), index));
        }
        let filter = if plies == 0 { ONE } else { self.filters.reply };
        let kept = keep_best(&mut level.order, &filter);
        let mut best: Option<(f32, Chances)> = None;
        let mut tried = CubeValues::new();
        for rank in 0..kept {
            let index = level.order[rank].1;
            let board = level.boards[index];
            let chances = if plies == 0 || is_over(self.rules, &board) {
                self.static_values(&board, &level.chances[index], &theirs.states, &mut tried);
                level.chances[index]
            } else {
                self.look_ahead(&board, plies, &theirs.payoff, &theirs.states, &mut tried)?
            };
            let equity = theirs.payoff.equity(&chances);
            if best.is_none_or(|(least, _)| equity < least) {
                best = Some((equity, chances));
                values.clone_from(&tried);
            }
        }
        Ok(best.map_or_else(Chances::default, |(_, chances)| chances))
    }

    /// The worth of side 0's cube states with these chances.
    fn static_values(
        &self,
        board: &B,
        chances: &Chances,
        states: &CubeStates,
        values: &mut CubeValues,
    ) {
        values.clear();
        if states.is_empty() {
            return;
        }
        if let Some(end) = End::of(self.rules, board) {
            end.values(states, values);
            return;
        }
        let worth = Worth::new(self.evaluator, self.rules, board, chances);
        values.extend(states.iter().map(|stakes| worth.value(stakes)));
    }

    /// Whether looking ahead from a board tells nothing new: a table knows all of it.
    pub(super) fn is_known(&self, board: &B) -> bool {
        self.by_tables && self.evaluator.money(board).is_some()
    }

    /// How the game ends where no throw moves either side any more (G-20); `level` holds a board for
    /// each throw of side 0.
    fn standstill(&self, board: &B, level: &mut Level<B>) -> Option<End> {
        let passed = board.swapped();
        let still = level.boards.iter().all(|after| *after == passed);
        still.then(|| End::of_standstill(self.rules, board, &mut level.plays))?
    }

    /// Whether the search may go on.
    pub(super) fn check(&self) -> Result<(), Interrupted> {
        if self.nodes >= self.nodes_max || self.token.ended().is_some() {
            return Err(Interrupted);
        }
        Ok(())
    }
}

/// From how many plies on a look-ahead is worth other threads' while.
const PARTED_FROM: u8 = 2;

/// What the other side plays for, one turn deeper.
#[derive(Clone)]
pub(super) struct Theirs {
    pub(super) payoff: Payoff,
    pub(super) states: CubeStates,
}

/// The mean over throws, as far as it has come.
struct Sum<'a> {
    chances: Chances,
    values: &'a mut CubeValues,
}

impl Sum<'_> {
    /// Nothing yet; `values` has then one for each state.
    fn new<'a>(states: &CubeStates, values: &'a mut CubeValues) -> Sum<'a> {
        values.clear();
        values.extend(states.iter().map(|_| 0.0));
        Sum { chances: Chances::default(), values }
    }

    /// Adds a throw after which the other side has these chances and its states this worth.
    fn add(&mut self, roll: Roll, other: &Chances, theirs: &CubeStates, worth: &CubeValues) {
        let weight = roll.weight() as f32 / 36.0;
        add(&mut self.chances, &other.swapped(), weight);
        add_values(self.values, weight, theirs, worth);
    }
}

/// The cube states of the other side after a turn: each of `states` seen by it and, where it may
/// double, right after it the same doubled and taken.
pub(super) fn turned(states: &CubeStates) -> CubeStates {
    let mut theirs = CubeStates::new();
    for stakes in states {
        let other = stakes.swapped();
        let room = theirs.remaining_capacity();
        if room > 0 {
            theirs.push(other);
        }
        if room > 1 && other.may_double() {
            theirs.push(cube::taken(&other));
        }
    }
    theirs
}

/// Adds `weight` times the worth of the states from which `theirs` was [`turned`].
pub(super) fn add_values(
    values: &mut CubeValues,
    weight: f32,
    theirs: &CubeStates,
    worth: &CubeValues,
) {
    let mut at = 0;
    for value in values {
        let (Some(stakes), Some(&plain)) = (theirs.get(at), worth.get(at)) else { return };
        at += 1;
        let best = match worth.get(at) {
            Some(&taken) if stakes.may_double() => {
                at += 1;
                cube::best_value(stakes, plain, taken)
            }
            _ => plain,
        };
        *value += weight * stakes.turned(best);
    }
}

/// Adds `weight` times `chances` to `sum`.
pub(super) fn add(sum: &mut Chances, chances: &Chances, weight: f32) {
    sum.win += weight * chances.win;
    sum.win_gammon += weight * chances.win_gammon;
    sum.win_backgammon += weight * chances.win_backgammon;
    sum.lose_gammon += weight * chances.lose_gammon;
    sum.lose_backgammon += weight * chances.lose_backgammon;
}
