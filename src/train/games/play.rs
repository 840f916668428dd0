//! Games of a net with itself.

use super::super::play::{Manner, Targets, throw};
use super::super::sample::{ALONE, Lesson, cleared, swapped};
use crate::board::{ALL_ROLLS, Roll};
use crate::eval::features::{Described, Inputs};
use crate::eval::games::{Fixed, GameNet, points};
use crate::eval::net::{CLASSES, split};
use crate::eval::{Chances, Evaluator};
use crate::moves::{Child, PlayList, TurnContext, is_stuck};
use crate::rules::{Doubles, Movement, Rules, Worth};
use rand::{Rng, RngExt};

/// No game is longer; what is left counts as its last position's value.
const PLAYS_MAX: usize = 1000;
/// So many turns without a move make it worth asking whether anybody can ever move again.
const PASSES: u32 = 6;

/// The chances in a game that counts for nobody.
const NOBODY: [f32; CLASSES] = [0.5, 0.0, 0.0, 0.5, 0.0, 0.0];

/// Plays games and makes lessons of them.
pub(super) struct Gamer<B> {
    list: PlayList<B>,
    boards: Vec<B>,
    chances: Vec<Chances>,
}

/// The best of the plays, seen by the next to throw.
#[derive(Clone, Copy)]
pub(super) struct Best<B> {
    pub board: B,
    pub classes: [f32; CLASSES],
}

/// A position of a game with what is known of its worth, side 0 to throw.
struct Moment<B> {
    board: B,
    /// Value one throw later, seen by this position's side 0.
    value: [f32; CLASSES],
    /// Whether the best play followed, so that later values count.
    followed: bool,
}

impl<B: Described> Gamer<B> {
    pub fn new() -> Gamer<B> {
        Gamer { list: PlayList::new(), boards: Vec::new(), chances: Vec::new() }
    }

    /// The boards after each play of a throw, seen by the next to throw; the board itself where
    /// nothing can be moved.
    pub fn expand(&mut self, judge: &GameNet<B>, board: &B, roll: Roll, turn: u32) -> &[B] {
        let movement = &judge.results().rules().movement;
        board.generate(movement, roll, TurnContext::after(turn), &mut self.list);
        self.boards.clear();
        if self.list.is_empty() {
            self.boards.push(board.swapped());
        } else {
            self.boards.extend(self.list.boards().iter().map(B::swapped));
        }
        &self.boards
    }

    /// Whether the last throw that was expanded moved nothing.
    pub fn has_passed(&self) -> bool {
        self.list.is_empty()
    }

    /// The best play of a throw in a side's turn number `turn`, from 0; doubles that go on are
    /// played number by number.
    pub fn best(&mut self, judge: &GameNet<B>, board: &B, roll: Roll, turn: u32) -> Best<B> {
        let (mut best, mut play) = self.best_of_one(judge, board, roll, turn);
        let movement = &judge.results().rules().movement;
        let mut roll = roll;
        while let Some(next) = goes_on(movement, roll, turn, play.and_then(|n| self.list.get(n))) {
            roll = next;
            let board = best.board.swapped();
            (best, play) = self.best_of_one(judge, &board, roll, turn);
        }
        best
    }

    fn best_of_one(
        &mut self,
        judge: &GameNet<B>,
        board: &B,
        roll: Roll,
        turn: u32,
    ) -> (Best<B>, Option<usize>) {
        self.expand(judge, board, roll, turn);
        self.chances.resize(self.boards.len(), Chances::default());
        judge.evaluate(&self.boards, &mut self.chances);
        let worth = points(judge.results().classes());
        let (mut best, mut least) = (0, f32::INFINITY);
        for (n, chances) in self.chances.iter().enumerate() {
            let equity = equity(&split(chances), &worth);
            if equity < least {
                (best, least) = (n, equity);
            }
        }
        let play = (!self.list.is_empty()).then_some(best);
        (Best { board: self.boards[best], classes: split(&self.chances[best]) }, play)
    }

    /// The mean over all throws of the best plays' values, seen by side 0.
    pub fn look_ahead(&mut self, judge: &GameNet<B>, board: &B, turn: u32) -> [f32; CLASSES] {
        let mut mean = [0.0; CLASSES];
        for roll in ALL_ROLLS {
            let best = self.best(judge, board, roll, turn);
            let weight = roll.weight() as f32 / 36.0;
            for (sum, share) in mean.iter_mut().zip(swapped(best.classes)) {
                *sum += weight * share;
            }
        }
        mean
    }

    /// Plays one game and adds a lesson for each position that the net judges.
    pub fn game(
        &mut self,
        judge: &GameNet<B>,
        manner: &Manner,
        rng: &mut impl Rng,
        lessons: &mut Vec<Lesson>,
    ) {
        let results = judge.results();
        let random = match manner.random_opening {
            most if most > 0 && rng.random::<bool>() => rng.random_range(1..=most),
            _ => 0,
        };
        let Some(mut board) = start::<B>(results.rules()) else { return };
        let mut moments: Vec<Moment<B>> = Vec::with_capacity(256);
        let mut end = None;
        let mut passes = 0;
        for play in 0..PLAYS_MAX as u32 {
            end = results.ended(&board);
            if end.is_none() && passes >= PASSES {
                let worth = standstill(results.rules(), &board, &mut self.list);
                end = worth.map(|worth| worth.map_or(NOBODY, |worth| results.shares(worth)));
                passes = 0;
            }
            if end.is_some() {
                break;
            }
            let (roll, turn) = (throw(rng), play / 2);
            if play < random {
                board = self.any(judge, &board, roll, turn, rng);
                continue;
            }
            let value = match manner.targets {
                Targets::Played => None,
                Targets::AllThrows => Some(self.look_ahead(judge, &board, turn)),
            };
            let best = self.best(judge, &board, roll, turn);
            passes = if self.has_passed() { passes + 1 } else { 0 };
            let explores = manner.explore > 0.0 && rng.random::<f32>() < manner.explore;
            moments.push(Moment {
                board,
                value: value.unwrap_or_else(|| swapped(best.classes)),
                followed: !explores,
            });
            board = if explores { self.any(judge, &board, roll, turn, rng) } else { best.board };
        }
        let end = end.unwrap_or_else(|| {
            let mut chances = [Chances::default()];
            judge.evaluate(&[board], &mut chances);
            split(&chances[0])
        });
        collect(&moments, judge, end, manner, lessons);
    }

    /// The board after a random play, seen by the next to throw.
    fn any(
        &mut self,
        judge: &GameNet<B>,
        board: &B,
        roll: Roll,
        turn: u32,
        rng: &mut impl Rng,
    ) -> B {
        let boards = self.expand(judge, board, roll, turn);
        boards[rng.random_range(0..boards.len())]
    }
}

/// The number that a side plays next after it has played a double so (V-07); `None` if its turn is
/// over.
pub(super) fn goes_on<B: Described>(
    movement: &Movement,
    roll: Roll,
    turn: u32,
    played: Option<Child<B>>,
) -> Option<Roll> {
    let context = TurnContext::after(turn);
    let cascades = movement.doubles == Doubles::Cascade && context.cascades() && roll.is_double();
    let whole = played.is_some_and(|play| play.steps.len() == usize::from(context.steps_left));
    let next = roll.high().pips() + 1;
    if cascades && whole { Roll::from_pips(next, next) } else { None }
}

/// The game's start; `None` if it is not played on such boards.
pub(super) fn start<B: Described>(rules: &Rules) -> Option<B> {
    B::from_any(&rules.start())
}

/// What a board comes to if neither side can ever move again (G-20): `None` if one can, nothing if
/// it counts for nobody.
pub(super) fn standstill<B: Described>(
    rules: &Rules,
    board: &B,
    list: &mut PlayList<B>,
) -> Option<Option<Worth>> {
    let stuck =
        is_stuck(&rules.movement, board, list) && is_stuck(&rules.movement, &board.swapped(), list);
    stuck.then(|| Worth::of_standstill(rules, &(*board).into()))
}

/// Equity of side 0.
#[inline]
pub(super) fn equity(classes: &[f32; CLASSES], worth: &[f32; CLASSES]) -> f32 {
    classes.iter().zip(worth).map(|(share, worth)| share * worth).sum()
}

/// Lessons of a game, from its last position back; `later` is what the position after the last came
/// to be worth, seen by its side 0.
fn collect<B: Described>(
    moments: &[Moment<B>],
    judge: &GameNet<B>,
    mut later: [f32; CLASSES],
    manner: &Manner,
    lessons: &mut Vec<Lesson>,
) {
    for moment in moments.iter().rev() {
        let target = manner.target(&moment.value, later, moment.followed);
        later = target;
        if let Fixed::Open(possible) = judge.results().of_board(&moment.board) {
            let mut inputs = Inputs::new();
            moment.board.describe(judge.told(), &mut inputs);
            let target = cleared(target, &possible);
            lessons.push(Lesson { inputs, target, possible, group: ALONE });
        }
    }
}
