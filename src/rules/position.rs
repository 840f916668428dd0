//! A position that can occur, with everything a decision depends on.

use super::parallel::{Discount, Half, Parallel, ParallelCube, Table, TableResult};
use super::{Ending, LastRoll, Outcome, Rules, WinKind, Worth, win_kind};
use crate::board::{AnyBoard, Board, CubeSetup, MatchSetup, Points, Roll, Side};

/// The doubling cube: value, owner, whether in use.
pub type Cube = CubeSetup;
/// Score and match rules.
pub type MatchState = MatchSetup;

/// What is to be decided, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nobody has thrown for who begins.
    Opening,
    /// The side may throw or, where it can, double.
    ToRoll(Side),
    /// The side plays a throw.
    ToMove(Side, Roll),
    /// The side answers a double.
    DoubleOffered(Side),
    /// The side answers the other's resignation worth 1 to 3.
    ResignationOffered(Side, u8),
    /// The game has ended.
    Over(Outcome),
}

impl Phase {
    /// Who decides; `None` in the opening and when the game is over.
    pub const fn decider(self) -> Option<Side> {
        match self {
            Phase::ToRoll(side)
            | Phase::ToMove(side, _)
            | Phase::DoubleOffered(side)
            | Phase::ResignationOffered(side, _) => Some(side),
            Phase::Opening | Phase::Over(_) => None,
        }
    }

    /// The protocol's name of the phase.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::ToRoll(_) => "to-roll",
            Phase::ToMove(..) => "to-move",
            Phase::DoubleOffered(_) => "double-offered",
            Phase::ResignationOffered(..) => "resignation-offered",
            Phase::Over(_) => "over",
        }
    }
}

/// A position of a game that its rules allow, with everything a decision depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The rules in force.
    pub rules: Rules,
    /// The checkers, White as side 0; none in a parallel game.
    pub white_board: AnyBoard,
    /// The boards of a parallel game.
    pub parallel: Option<Parallel>,
    /// What is to be decided.
    pub phase: Phase,
    /// The cube; before the double while one is offered. Out of use where each board has its own.
    pub cube: Cube,
    /// Score and match rules.
    pub score: MatchState,
}

impl Position {
    /// The start of a game nobody has thrown for: money play, the cube centred if the game is
    /// usually played with one.
    pub fn start(rules: Rules) -> Position {
        let parallel = (rules.tables() > 1).then(|| Parallel::start(&rules));
        let one_cube = parallel.is_none() || rules.parallel.cube == ParallelCube::Single;
        let in_use = one_cube && rules.variant.spec().cube;
        Position {
            rules,
            white_board: rules.start(),
            parallel,
            phase: Phase::Opening,
            cube: Cube { in_use, ..Cube::CENTRED },
            score: MatchState::MONEY,
        }
    }

    /// The checkers with `side` as side 0.
    pub fn board(&self, side: Side) -> AnyBoard {
        seen_by(&self.white_board, side)
    }

    /// The checkers with `side` as side 0, where points hold nothing but counts.
    pub fn plain_board(&self, side: Side) -> Option<Board> {
        self.board(side).plain().copied()
    }

    /// How many checkers stand where whatever their kinds, with `side` as side 0.
    pub fn counts(&self, side: Side) -> Board {
        self.board(side).counts()
    }

    /// How many boards there are.
    pub fn tables(&self) -> usize {
        self.parallel.map_or(1, |parallel| parallel.tables().len())
    }

    /// Board number `n`, from 0, with `side` as side 0; `None` if there is none or it is finished.
    pub fn table(&self, n: usize, side: Side) -> Option<AnyBoard> {
        match &self.parallel {
            None => (n == 0).then(|| self.board(side)),
            Some(parallel) => {
                let table = parallel.tables().get(n).filter(|table| table.result.is_none())?;
                Some(seen_by(&table.board.unpacked(), side))
            }
        }
    }

    /// Numbers, from 0, of the boards that can still be played on.
    pub fn open_tables(&self) -> impl Iterator<Item = usize> + use<> {
        let parallel = self.parallel;
        (0..self.tables())
            .filter(move |&n| parallel.is_none_or(|parallel| parallel.tables()[n].result.is_none()))
    }

    /// The cube that counts on board `n`: its own, or the single one.
    pub fn cube_of(&self, n: usize) -> Cube {
        let own = self.parallel.as_ref().and_then(|parallel| parallel.tables().get(n));
        match own {
            Some(table) if self.rules.parallel.cube == ParallelCube::Each => table.cube,
            _ => self.cube,
        }
    }

    /// Changes the cube that counts on board `n`.
    pub fn set_cube_of(&mut self, n: usize, cube: Cube) {
        let each = self.rules.parallel.cube == ParallelCube::Each;
        match self.parallel.as_mut().and_then(|parallel| parallel.tables_mut().get_mut(n)) {
            Some(table) if each => table.cube = cube,
            _ => self.cube = cube,
        }
    }

    /// The position after `side` has played on board `n` to `board` (itself side 0): the other side
    /// to throw, or the game over (G-18).
    ///
    /// Nothing is known here of who began: a last turn of long nardy (L-14) is not waited for.
    #[must_use]
    pub fn after_play(&self, side: Side, n: usize, board: &AnyBoard) -> Position {
        let mut after = *self;
        after.phase = Phase::ToRoll(side.other());
        let white = seen_by(board, side);
        match after.parallel.as_mut().and_then(|parallel| parallel.tables_mut().get_mut(n)) {
            Some(table) => table.board = (&white).into(),
            None => after.white_board = white,
        }
        if let Some(worth) = Worth::of(&self.rules.of_table(n), &white) {
            after.finish(n, Some(worth));
        }
        after
    }

    /// Board `n` has ended: a result of White's board, or none after a standstill. The game is over
    /// with its last board.
    pub fn finish(&mut self, n: usize, worth: Option<Worth>) {
        let outcome = worth.map_or(Outcome::VOID, |worth| self.outcome(n, worth));
        self.settle(n, outcome);
    }

    /// Board `n` has ended so.
    pub fn settle(&mut self, n: usize, outcome: Outcome) {
        let Some(parallel) = &mut self.parallel else {
            self.phase = Phase::Over(outcome);
            return;
        };
        parallel.offered = None;
        let result = TableResult { winner: outcome.winner, points: outcome.points };
        let Some(table) = parallel.tables_mut().get_mut(n) else { return };
        *table = Table { result: Some(result), ..Parallel::FINISHED };
        if self.rules.parallel.cube == ParallelCube::Single {
            // P-21: the cube counted for the first board only.
            self.cube = Cube { in_use: false, ..Cube::CENTRED };
        }
        if parallel.open().next().is_none() {
            self.phase = Phase::Over(total(parallel));
        }
    }

    /// What a result of board `n` before the cube comes to.
    fn outcome(&self, n: usize, worth: Worth) -> Outcome {
        let sides = Side::BOTH;
        let Some(winner) = worth.winner.and_then(|side| sides.get(side).copied()) else {
            return Outcome::DRAW;
        };
        let stake = self.cube_of(n).value;
        let points = if self.jacoby_holds(n) { worth.points.min(1) } else { worth.points };
        let points = self.after_half(Points::whole(points), stake);
        Outcome { winner: Some(winner), kind: Some(worth.kind), points }
    }

    /// Points times the stake, less the half that parallel games take off the first board (P-07,
    /// P-09, P-10).
    pub fn after_half(&self, points: Points, stake: u32) -> Points {
        const HALF: Points = Points::halves(1);
        let Some(parallel) = &self.parallel else { return points.times(stake) };
        let open = parallel.open().count();
        let discounted = match self.rules.parallel.discount {
            Discount::First => open == parallel.tables().len(),
            Discount::EachButLast => open > 1,
        };
        match (discounted, self.rules.parallel.half) {
            (false, _) => points.times(stake),
            (true, Half::AfterCube) => points.times(stake).minus(HALF),
            (true, Half::BeforeCube) => points.minus(HALF).times(stake),
        }
    }

    fn jacoby_holds(&self, n: usize) -> bool {
        let cube = self.cube_of(n);
        let untouched = cube.in_use && cube.owner.is_none() && cube.value == 1;
        self.score.jacoby && self.score.length == 0 && untouched
    }

    /// Whether `side` may offer a double on board `n` now, apart from whose turn it is: a cube in
    /// use, not owned by the other, not at its limit, not the Crawford game, not dead.
    pub fn may_double_on(&self, n: usize, side: Side) -> bool {
        let (score, cube) = (&self.score, self.cube_of(n));
        let wins = score.score[side] + Points::whole(cube.value) >= Points::whole(score.length);
        // With several boards no single one decides.
        let dead = score.length > 0 && self.parallel.is_none() && wins;
        cube.in_use
            && cube.owner != Some(side.other())
            && self.rules.of_table(n).raised(cube.value) <= self.stake_max(n)
            && !score.crawford
            && !dead
            && !self.is_last_turn()
            && self.open_tables().any(|open| open == n)
    }

    fn stake_max(&self, n: usize) -> u32 {
        match self.parallel {
            None => self.rules.stake_max(),
            Some(_) => self.rules.of_table(n).stake_max().min(self.rules.stake_max()),
        }
    }

    /// As [`may_double_on`](Self::may_double_on), in games of one board.
    pub fn may_double(&self, side: Side) -> bool {
        self.may_double_on(0, side)
    }

    /// Whether one side has finished and the other has its last turn (L-14).
    pub fn is_last_turn(&self) -> bool {
        let finished = |side: usize| self.white_board.in_play(side) == 0;
        let waits = self.rules.pays.last_roll == LastRoll::Draw && self.parallel.is_none();
        waits && !matches!(self.phase, Phase::Over(_)) && (finished(0) || finished(1))
    }

    /// The outcome of a game of one board that ends with `loser` where it stands, the cube and the
    /// Jacoby rule counted.
    pub fn outcome_against(&self, loser: Side) -> Outcome {
        let winner = Some(loser.other() as usize);
        let worth = Worth::of(&self.rules, &self.white_board).filter(|w| w.winner == winner);
        let kind = win_kind(&self.rules, &self.counts(loser), 0);
        let plain = Worth { winner, kind, points: kind.points() };
        self.outcome(0, worth.unwrap_or(plain))
    }

    /// The most that a board of these rules is resigned for: its dearest kind, shekh apart, whose
    /// checker on the bar is a fact and not an offer.
    pub fn resignation_max(&self, n: usize) -> u8 {
        let rules = self.rules.of_table(n);
        match rules.pays.ending {
            Ending::Difference => rules.variant.spec().checkers,
            _ => WinKind::given_up(&rules, u8::MAX).points() as u8,
        }
    }
}

pub(super) fn seen_by(white_board: &AnyBoard, side: Side) -> AnyBoard {
    match side {
        Side::White => *white_board,
        Side::Black => white_board.swapped(),
    }
}

/// P-08: the higher total wins by the difference.
pub(super) fn total(parallel: &Parallel) -> Outcome {
    let [white, black] = Side::BOTH.map(|side| parallel.won_by(side));
    if white == black {
        return Outcome::DRAW;
    }
    let winner = if white > black { Side::White } else { Side::Black };
    let points = white.minus(black).plus(black.minus(white));
    Outcome { winner: Some(winner), kind: Some(WinKind::Total), points }
}
