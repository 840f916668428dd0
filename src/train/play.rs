//! Games of the nets with themselves.

use super::recipe::SelfPlay;
use super::sample::{Sample, swapped};
use crate::board::{ALL_ROLLS, Board, Die, Roll};
use crate::eval::net::{CLASSES, split};
use crate::eval::{Chances, Class, Evaluator, Evaluators};
use crate::moves::{PlayList, generate};
use crate::rules::{Movement, Variant};
use rand::{Rng, RngExt};

/// No game is longer; what is left counts as its last position's value.
const PLAYS_MAX: usize = 600;

/// Plays of a throw that [`Player::siblings`] takes.
pub const SIBLINGS: usize = 4;
/// They are among so many best.
const NEAR_BEST: usize = 8;

/// Plays that the small net leaves of a throw: to make the best of them loses .0008 a throw.
const LIKELY: usize = 8;
/// A side with no more checkers than that can end the game with a throw, which the small net cannot
/// tell.
const LAST_CHECKERS: u32 = 4;

/// Plays games and makes samples of them.
pub(super) struct Player {
    list: PlayList,
    chances: Vec<Chances>,
    order: Vec<(f32, usize)>,
    likely: Vec<Board>,
}

/// How a game is to be played and what is to be learnt.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub lambda: f32,
    pub explore: f32,
    pub random_opening: u32,
    pub targets: Targets,
}

impl Manner {
    /// How a stage's games are played after a share (0 to 1) of its steps.
    pub fn of(play: &SelfPlay, share: f32, targets: Targets) -> Manner {
        let SelfPlay { lambda, explore, random_opening, .. } = *play;
        let lambda = lambda * (1.0 - 2.0 * share).max(0.0);
        Manner { lambda, explore, random_opening, targets }
    }

    /// What a position is worth by its value one throw later, seen by its side 0, and by what the
    /// next came to be worth, seen by the next to throw; the latter counts only if the best play
    /// `followed`.
    pub fn target(
        &self,
        value: &[f32; CLASSES],
        later: [f32; CLASSES],
        followed: bool,
    ) -> [f32; CLASSES] {
        let lambda = match self.targets {
            Targets::Played if followed => self.lambda,
            _ => 0.0,
        };
        let come = swapped(later);
        std::array::from_fn(|k| (1.0 - lambda) * value[k] + lambda * come[k])
    }
}

/// What a position should be worth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Targets {
    /// What came of it, TD(lambda).
    Played,
    /// The mean over all throws.
    AllThrows,
}

/// The best of the boards after plays from `before`, of which nothing may have come.
fn best_of(
    nets: &Evaluators,
    before: &Board,
    boards: &[Board],
    chances: &mut Vec<Chances>,
) -> Best {
    if boards.is_empty() {
        let board = before.swapped();
        return Best { board, chances: nets.judge(&board) };
    }
    chances.resize(boards.len(), Chances::default());
    nets.evaluate(boards, chances);
    let (mut best, mut least) = (0, f32::INFINITY);
    for (n, chances) in chances.iter().enumerate() {
        let equity = chances.equity();
        if equity < least {
            (best, least) = (n, equity);
        }
    }
    Best { board: boards[best], chances: chances[best] }
}

/// The best of the plays, seen by the next to throw.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub board: Board,
    pub chances: Chances,
}

/// A position of a game with what is known of its worth, side 0 to throw.
struct Moment {
    board: Board,
    class: Class,
    /// Value one throw later, seen by this position's side 0.
    value: [f32; CLASSES],
    /// Whether the best play followed, so that later values count.
    followed: bool,
}

impl Player {
    pub fn new() -> Player {
        Player { list: PlayList::new(), chances: Vec::new(), order: Vec::new(), likely: Vec::new() }
    }

    /// Fills the list with the boards after each play, seen by the next to throw.
    fn expand(&mut self, movement: &Movement, board: &Board, roll: Roll) {
        generate(movement, board, roll, &mut self.list);
        for child in self.list.boards_mut() {
            *child = child.swapped();
        }
    }

    /// The best play of a throw by the evaluators' word.
    pub fn best(
        &mut self,
        nets: &Evaluators,
        movement: &Movement,
        board: &Board,
        roll: Roll,
    ) -> Best {
        self.expand(movement, board, roll);
        best_of(nets, board, self.list.boards(), &mut self.chances)
    }

    /// The same among the plays that the evaluators like roughly.
    pub fn likely_best(
        &mut self,
        nets: &Evaluators,
        movement: &Movement,
        board: &Board,
        roll: Roll,
    ) -> Best {
        self.expand(movement, board, roll);
        let boards = self.list.boards();
        let many = boards.len() > LIKELY && board.in_play(0) > LAST_CHECKERS;
        let Some(rough) = nets.rough(board).filter(|_| many) else {
            return best_of(nets, board, boards, &mut self.chances);
        };
        self.chances.resize(boards.len(), Chances::default());
        rough.evaluate(boards, &mut self.chances);
        self.order.clear();
        self.order.extend(self.chances.iter().map(Chances::equity).zip(0..));
        self.order
            .select_nth_unstable_by(LIKELY - 1, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.order.truncate(LIKELY);
        self.likely.clear();
        self.likely.extend(self.order.iter().map(|&(_, n)| boards[n]));
        best_of(nets, board, &self.likely, &mut self.chances)
    }

    /// The mean over all throws of the best plays' values, seen by side 0, and the play of `roll`.
    fn look_ahead(
        &mut self,
        nets: &Evaluators,
        movement: &Movement,
        board: &Board,
        roll: Roll,
    ) -> ([f32; CLASSES], Best) {
        let mut mean = [0.0; CLASSES];
        let mut played = None;
        for other in ALL_ROLLS {
            let best = self.best(nets, movement, board, other);
            let weight = other.weight() as f32 / 36.0;
            for (sum, share) in mean.iter_mut().zip(swapped(split(&best.chances))) {
                *sum += weight * share;
            }
            if other == roll {
                played = Some(best);
            }
        }
        let played = played.unwrap_or_else(|| self.best(nets, movement, board, roll));
        (mean, played)
    }

    /// Plays one game and adds a sample for each position that a net judges.
    pub fn game(
        &mut self,
        nets: &Evaluators,
        variant: Variant,
        manner: &Manner,
        rng: &mut impl Rng,
        samples: &mut Vec<Sample>,
    ) {
        let movement = variant.rules().movement;
        let mut board = self.opening(variant, manner, rng);
        let mut moments = Vec::with_capacity(128);
        while Class::of(&board).phase().is_some() && moments.len() < PLAYS_MAX {
            let roll = throw(rng);
            let (value, best) = match manner.targets {
                Targets::Played => {
                    let best = self.best(nets, &movement, &board, roll);
                    (swapped(split(&best.chances)), best)
                }
                Targets::AllThrows => self.look_ahead(nets, &movement, &board, roll),
            };
            let class = Class::of(&board);
            let explores = manner.explore > 0.0 && rng.random::<f32>() < manner.explore;
            moments.push(Moment { board, class, value, followed: !explores });
            board = if explores { self.any(&movement, &board, roll, rng) } else { best.board };
        }
        collect(&moments, nets, &board, manner, samples);
    }

    /// Plays one game and adds the boards after some of the best plays of each throw whose second
    /// best is less than `near` worse.
    pub fn siblings(
        &mut self,
        nets: &Evaluators,
        variant: Variant,
        manner: &Manner,
        near: f32,
        rng: &mut impl Rng,
        boards: &mut Vec<Board>,
    ) {
        let movement = variant.rules().movement;
        let mut board = self.opening(variant, manner, rng);
        let mut order: Vec<usize> = Vec::new();
        let mut plays = 0;
        while Class::of(&board).phase().is_some() && plays < PLAYS_MAX {
            let roll = throw(rng);
            let best = self.best(nets, &movement, &board, roll);
            let children = self.list.boards();
            if children.len() >= SIBLINGS {
                order.clear();
                order.extend(0..children.len());
                let equity = |n: &usize| self.chances[*n].equity();
                order.sort_by(|a, b| equity(a).total_cmp(&equity(b)));
                order.truncate(NEAR_BEST);
                let is_open = equity(&order[1]) - equity(&order[0]) < near;
                for n in 1..SIBLINGS {
                    let other = rng.random_range(n..order.len());
                    order.swap(n, other);
                }
                let group: [Board; SIBLINGS] = std::array::from_fn(|n| children[order[n]]);
                if is_open && group.iter().all(|board| Class::of(board).phase().is_some()) {
                    boards.extend(group);
                }
            }
            let explores = manner.explore > 0.0 && rng.random::<f32>() < manner.explore;
            board = if explores { self.any(&movement, &board, roll, rng) } else { best.board };
            plays += 1;
        }
    }

    /// The start, or in half the games a position a few random plays later.
    fn opening(&mut self, variant: Variant, manner: &Manner, rng: &mut impl Rng) -> Board {
        let movement = variant.rules().movement;
        let start = variant.start();
        if manner.random_opening == 0 || rng.random::<bool>() {
            return start;
        }
        let plays = rng.random_range(1..=manner.random_opening);
        let end = (0..plays).fold(start, |board, _| {
            let roll = throw(rng);
            self.any(&movement, &board, roll, rng)
        });
        if Class::of(&end) == Class::Contact { end } else { start }
    }

    /// The board after a random play, seen by the next to throw.
    fn any(&mut self, movement: &Movement, board: &Board, roll: Roll, rng: &mut impl Rng) -> Board {
        generate(movement, board, roll, &mut self.list);
        let boards = self.list.boards();
        if boards.is_empty() {
            return board.swapped();
        }
        boards[rng.random_range(0..boards.len())].swapped()
    }
}

/// Samples of a game, from its last position back.
fn collect(
    moments: &[Moment],
    nets: &Evaluators,
    end: &Board,
    manner: &Manner,
    samples: &mut Vec<Sample>,
) {
    // What the next position came to be worth, seen by its side 0.
    let mut later = split(&nets.judge(end));
    for moment in moments.iter().rev() {
        let target = manner.target(&moment.value, later, moment.followed);
        samples.push(Sample::new(moment.board, moment.class, target));
        later = target;
    }
}

/// A throw of two dice.
pub(super) fn throw(rng: &mut impl Rng) -> Roll {
    let mut die = || Die::ALL[rng.random_range(0..6)];
    Roll::new(die(), die())
}
