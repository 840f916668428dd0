//! A position that can occur: a [`Setup`] checked against the rules.

use std::fmt;

use super::{OptionError, Outcome, Rules, Variant, finished_side, win_kind};
use crate::board::{
    BAR, Board, Byside, CubeSetup, DiceSetup, HOME_TOP, MatchSetup, OFF, Roll, Setup, Side,
};
use thiserror::Error;

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
    /// The checkers, White as side 0.
    pub white_board: Board,
    /// What is to be decided.
    pub phase: Phase,
    /// The cube; before the double while one is offered.
    pub cube: Cube,
    /// Score and match rules.
    pub score: MatchState,
}

/// One reason why a position cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    /// The game is not known.
    #[error("there is no game '{0}'")]
    UnknownVariant(String),
    /// A rule option cannot be.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A side has more checkers than the game gives it.
    #[error("{side} has {found} checkers, {expected} at most")]
    TooManyCheckers {
        /// The side.
        side: Side,
        /// How many were written, those borne off included.
        found: u32,
        /// How many the game has.
        expected: u8,
    },
    /// A side has fewer checkers than the game gives it although the off count was written.
    #[error("{side} has {found} checkers, not {expected}")]
    TooFewCheckers {
        /// The side.
        side: Side,
        /// How many were written.
        found: u32,
        /// How many the game has.
        expected: u8,
    },
    /// Both sides stand on one point.
    #[error("both sides stand on white's {0} point")]
    SharedPoint(usize),
    /// Both sides are on the bar and neither could ever have been hit last.
    #[error("both sides are on the bar against closed boards")]
    BothShutOut,
    /// Both sides have borne off everything.
    #[error("both sides have borne off everything")]
    BothFinished,
    /// The side to decide has already won.
    #[error("{0} has already borne off everything and cannot be to decide")]
    WinnerToDecide(Side),
    /// The game is over, but dice, a double or a resignation are written.
    #[error("the game is over: nothing can be rolled or offered")]
    OverButPending,
    /// Dice, a double or a resignation without a side on turn.
    #[error("nobody is on turn, yet something is rolled or offered")]
    NobodyOnTurn,
    /// The cube shows a value that it cannot have.
    #[error("the cube cannot show {value}: a power of two up to {max}")]
    CubeValue {
        /// The value written.
        value: u32,
        /// The highest allowed.
        max: u32,
    },
    /// A double is offered where none can be.
    #[error("{0} could not have doubled")]
    ImpossibleDouble(Side),
    /// A resignation of a value that does not exist.
    #[error("a resignation is worth 1 to 3, not {0}")]
    ResignationValue(u8),
    /// A score that has already decided the match.
    #[error("{side} has {score} points in a match to {length}")]
    Score {
        /// The side.
        side: Side,
        /// Its points.
        score: u32,
        /// The match length.
        length: u32,
    },
    /// The Crawford game needs a match and a side that is one point away.
    #[error("the Crawford game needs a match in which one side is one point away")]
    Crawford,
    /// Jacoby and beavers are rules of money play.
    #[error("{0} belongs to money play")]
    MoneyRule(&'static str),
}

/// All reasons why a position cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct PositionErrors(pub Vec<Reason>);

impl fmt::Display for PositionErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, reason) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{reason}")?;
        }
        Ok(())
    }
}

impl Position {
    /// The start of a game nobody has thrown for: money play, cube centred.
    pub fn start(rules: Rules) -> Position {
        Position {
            rules,
            white_board: rules.variant.start(),
            phase: Phase::Opening,
            cube: Cube::CENTRED,
            score: MatchState::MONEY,
        }
    }

    /// Checks a written position; `default` is its game where the notation names none.
    ///
    /// # Errors
    /// Every reason why it cannot be.
    pub fn from_setup(setup: &Setup, default: Rules) -> Result<Position, PositionErrors> {
        let mut reasons = Vec::new();
        let rules = setup_rules(setup, default, &mut reasons);
        let white_board = setup_board(setup, &rules, &mut reasons);
        check_score(&setup.score, &mut reasons);
        check_cube(setup, &rules, &mut reasons);
        let phase = setup_phase(setup, &rules, &white_board, &mut reasons);
        if reasons.is_empty() {
            let (cube, score) = (setup.cube, setup.score);
            Ok(Position { rules, white_board, phase, cube, score })
        } else {
            Err(PositionErrors(reasons))
        }
    }

    /// The position written down again: reading it gives back an equal one.
    pub fn to_setup(&self) -> Setup {
        let turn = match self.phase {
            // Once a game has ended nobody decides; the loser stands as the side on turn.
            Phase::Over(outcome) => outcome.winner.map(Side::other),
            phase => phase.decider(),
        };
        let dice = match self.phase {
            Phase::ToMove(_, roll) => DiceSetup::Rolled(roll),
            Phase::DoubleOffered(_) => DiceSetup::Doubled,
            Phase::ResignationOffered(_, points) => DiceSetup::Resigned(points),
            _ => DiceSetup::ToRoll,
        };
        let options = self.rules.differing();
        Setup {
            variant: Some(self.rules.variant.name().to_owned()),
            options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            checkers: Byside([self.white_board.counts(0), self.white_board.counts(1)]),
            off_given: Byside([true, true]),
            turn,
            dice,
            cube: self.cube,
            score: self.score,
        }
    }

    /// The checkers with `side` as side 0.
    pub fn board(&self, side: Side) -> Board {
        match side {
            Side::White => self.white_board,
            Side::Black => self.white_board.swapped(),
        }
    }

    /// The position after `side` has played to `board` (itself side 0): the other side to throw, or
    /// the game over (G-18).
    #[must_use]
    pub fn after_play(&self, side: Side, board: &Board) -> Position {
        let white_board = match side {
            Side::White => *board,
            Side::Black => board.swapped(),
        };
        let mut after = Position { white_board, phase: Phase::ToRoll(side.other()), ..*self };
        if finished_side(board) == Some(0) {
            after.phase = Phase::Over(after.outcome_against(side.other()));
        }
        after
    }

    /// Whether `side` may offer a double now, apart from whose turn it is: a cube in use, not
    /// owned by the other, not at its limit, not the Crawford game, not dead.
    pub fn may_double(&self, side: Side) -> bool {
        let score = &self.score;
        let dead =
            score.length > 0 && score.score[side].saturating_add(self.cube.value) >= score.length;
        self.cube.in_use
            && self.cube.owner != Some(side.other())
            && self.cube.value < self.rules.cube_max
            && !score.crawford
            && !dead
    }

    /// The outcome of a game that ends with `loser` where it stands, the cube and the Jacoby rule
    /// counted.
    pub fn outcome_against(&self, loser: Side) -> Outcome {
        let kind = win_kind(&self.rules, &self.board(loser), 0);
        let jacoby = self.score.jacoby
            && self.score.length == 0
            && self.cube.in_use
            && self.cube.owner.is_none()
            && self.cube.value == 1;
        let points = if jacoby { 1 } else { kind.points() };
        Outcome {
            winner: Some(loser.other()),
            kind: Some(kind),
            points: points.saturating_mul(self.cube.value),
        }
    }
}

fn setup_rules(setup: &Setup, default: Rules, reasons: &mut Vec<Reason>) -> Rules {
    let mut rules = match setup.variant.as_deref() {
        None => default,
        Some(name) => match Variant::from_name(name) {
            Some(variant) => variant.rules(),
            None => {
                reasons.push(Reason::UnknownVariant(name.to_owned()));
                default
            }
        },
    };
    for (name, value) in &setup.options {
        if let Err(error) = rules.set(name, value) {
            reasons.push(error.into());
        }
    }
    rules
}

fn setup_board(setup: &Setup, rules: &Rules, reasons: &mut Vec<Reason>) -> Board {
    let expected = rules.variant.spec().checkers;
    let mut rows = setup.checkers;
    for side in Side::BOTH {
        let row = &mut rows[side];
        let in_play: u32 = row[1..].iter().map(|&n| u32::from(n)).sum();
        if !setup.off_given[side] {
            row[OFF] = u32::from(expected).saturating_sub(in_play) as u8;
        }
        let found = in_play + u32::from(row[OFF]);
        if found > u32::from(expected) {
            reasons.push(Reason::TooManyCheckers { side, found, expected });
        } else if found < u32::from(expected) {
            reasons.push(Reason::TooFewCheckers { side, found, expected });
        }
    }
    let track = rules.movement.track;
    let (white, black) = (&rows[Side::White], &rows[Side::Black]);
    for point in 1..=24 {
        if white[point] > 0 && black[track.facing(point)] > 0 {
            reasons.push(Reason::SharedPoint(point));
        }
    }
    let closed = |row: &[u8; 26]| row[1..=HOME_TOP].iter().all(|&n| n >= 2);
    if white[BAR] > 0 && black[BAR] > 0 && closed(white) && closed(black) {
        reasons.push(Reason::BothShutOut);
    }
    Board::new(*white, *black)
}

fn check_score(score: &MatchSetup, reasons: &mut Vec<Reason>) {
    if score.length == 0 {
        if score.crawford || score.post_crawford {
            reasons.push(Reason::Crawford);
        }
        return;
    }
    for side in Side::BOTH {
        if score.score[side] >= score.length {
            let (score, length) = (score.score[side], score.length);
            reasons.push(Reason::Score { side, score, length });
        }
    }
    let away = |side: Side| score.length.saturating_sub(score.score[side]);
    let one_away = away(Side::White) == 1 || away(Side::Black) == 1;
    if (score.crawford || score.post_crawford) && !one_away || score.crawford && score.post_crawford
    {
        reasons.push(Reason::Crawford);
    }
    if score.jacoby {
        reasons.push(Reason::MoneyRule("the Jacoby rule"));
    }
    if score.beavers > 0 {
        reasons.push(Reason::MoneyRule("the beaver"));
    }
}

fn check_cube(setup: &Setup, rules: &Rules, reasons: &mut Vec<Reason>) {
    let (value, max) = (setup.cube.value, rules.cube_max);
    if !value.is_power_of_two() || value > max {
        reasons.push(Reason::CubeValue { value, max });
    }
}

fn setup_phase(
    setup: &Setup,
    rules: &Rules,
    white_board: &Board,
    reasons: &mut Vec<Reason>,
) -> Phase {
    let finished = |side: Side| setup_in_play(white_board, side) == 0;
    if finished(Side::White) && finished(Side::Black) {
        reasons.push(Reason::BothFinished);
        return Phase::Opening;
    }
    let Some(turn) = setup.turn else {
        if setup.dice != DiceSetup::ToRoll || finished_side(white_board).is_some() {
            reasons.push(Reason::NobodyOnTurn);
        }
        return Phase::Opening;
    };
    if finished(turn) {
        reasons.push(Reason::WinnerToDecide(turn));
    }
    let draft = Position {
        rules: *rules,
        white_board: *white_board,
        phase: Phase::ToRoll(turn),
        cube: setup.cube,
        score: setup.score,
    };
    if finished(turn.other()) {
        if setup.dice != DiceSetup::ToRoll {
            reasons.push(Reason::OverButPending);
        }
        return Phase::Over(draft.outcome_against(turn));
    }
    match setup.dice {
        DiceSetup::ToRoll => Phase::ToRoll(turn),
        DiceSetup::Rolled(roll) => Phase::ToMove(turn, roll),
        DiceSetup::Doubled => {
            if !draft.may_double(turn.other()) {
                reasons.push(Reason::ImpossibleDouble(turn.other()));
            }
            Phase::DoubleOffered(turn)
        }
        DiceSetup::Resigned(points) => {
            if !(1..=3).contains(&points) {
                reasons.push(Reason::ResignationValue(points));
            }
            Phase::ResignationOffered(turn, points)
        }
    }
}

fn setup_in_play(white_board: &Board, side: Side) -> u32 {
    let row = white_board.row(side as usize);
    row[1..=BAR].iter().map(|&n| u32::from(n)).sum()
}
