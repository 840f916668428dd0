//! From a position as written to one that can be, or to every reason why it cannot, and back.

use std::fmt;

use super::parallel::{Parallel, ParallelCube, Table, TableResult};
use super::position::total;
use super::{
    Cube, Dave, LastRoll, OptionError, Outcome, Phase, Position, Rules, Worth,
    stacks::{StackReader, written},
};
use crate::board::{
    Byside, CubeSetup, DiceSetup, MatchSetup, Place, Points, Setup, Side, TableSetup,
};
use thiserror::Error;

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
    /// A place holds what this game does not have.
    #[error("{game} has no such stack as {side} has on {place}")]
    WrongStack {
        /// The side.
        side: Side,
        /// Its place.
        place: Place,
        /// The game.
        game: &'static str,
    },
    /// A side has more or fewer royals or simples than the game gives it.
    #[error("{side} has {simple} simple and {royal} royal checkers, 8 and 7 at most")]
    Royals {
        /// The side.
        side: Side,
        /// Simple checkers written.
        simple: u32,
        /// Royal checkers written.
        royal: u32,
    },
    /// Royals that never stood together stand on one point.
    #[error("{side} has {found} royals on its {point} point, where they could not have met")]
    RoyalsMet {
        /// The side.
        side: Side,
        /// Its point.
        point: usize,
        /// How many.
        found: u8,
    },
    /// A royal side lacks checkers and does not say which were borne off.
    #[error("{0} lacks checkers: say what is off, since royals can also be gone for good")]
    OffUnstated(Side),
    /// A royal on the bar, or a checker of the first lap (R-06, D-06).
    #[error("{0} has a checker on the bar that cannot be there")]
    WrongOnBar(Side),
    /// A pinned checker without an enemy above (V-03).
    #[error("nothing pins {side}'s checker on its {point} point")]
    NotPinned {
        /// The side.
        side: Side,
        /// Its point.
        point: usize,
    },
    /// The bar of a game without hitting (L-05).
    #[error("{0} has a checker on the bar, in a game without hitting")]
    NoBar(Side),
    /// The number of boards is not that of the game (P-01).
    #[error("the game has {expected} boards, not {found}")]
    Boards {
        /// Boards written.
        found: usize,
        /// Boards of the game.
        expected: usize,
    },
    /// A board that is finished is named for something (P-06).
    #[error("board {0} is finished")]
    BoardFinished(usize),
    /// An offer in a parallel game that names no board.
    #[error("the offer names no board")]
    OfferWithoutBoard,
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
    /// A stake that dave does not come to (C-04).
    #[error("dave does not come to a stake of {value}, or {max} is the highest")]
    Stake {
        /// The stake written.
        value: u32,
        /// The highest allowed.
        max: u32,
    },
    /// A double is offered where none can be.
    #[error("{0} could not have doubled")]
    ImpossibleDouble(Side),
    /// A resignation of a value that does not exist.
    #[error("a resignation of this game is not worth {0}")]
    ResignationValue(u8),
    /// Each board has a cube where one serves all, or the other way round (P-09, P-20).
    #[error("{0}")]
    Cubes(&'static str),
    /// A score that has already decided the match.
    #[error("{side} has {score} points in a match to {length}")]
    Score {
        /// The side.
        side: Side,
        /// Its points.
        score: Points,
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
    /// Checks a written position; `default` is its game where the notation names none.
    ///
    /// # Errors
    /// Every reason why it cannot be.
    pub fn from_setup(setup: &Setup, default: Rules) -> Result<Position, PositionErrors> {
        let mut reasons = Vec::new();
        let rules = setup_rules(setup, default, &mut reasons);
        check_score(&setup.score, &mut reasons);
        let several = rules.tables() > 1;
        let found = setup.tables.len();
        if several && found != rules.tables() || !several && found > 0 {
            let expected = if several { rules.tables() } else { 1 };
            reasons.push(Reason::Boards { found: found.max(1), expected });
            return Err(PositionErrors(reasons));
        }
        let cube = CubeSetup { value: setup.cube.value.max(1), ..setup.cube };
        let mut draft = Position {
            rules,
            white_board: rules.start(),
            parallel: None,
            phase: Phase::Opening,
            cube,
            score: setup.score,
        };
        if several {
            draft.parallel = Some(setup_tables(setup, &rules, &mut reasons));
        } else {
            let mut reader = StackReader { rules: &rules, reasons: &mut reasons };
            let marked = &setup.marked;
            draft.white_board = reader.board(&setup.checkers, &setup.off_given, marked);
        }
        check_cubes(&draft, &mut reasons);
        draft.phase = match several {
            true => parallel_phase(setup, &draft, &mut reasons),
            false => setup_phase(setup, &draft, &mut reasons),
        };
        if reasons.is_empty() { Ok(draft) } else { Err(PositionErrors(reasons)) }
    }

    /// The position written down again: reading it gives back an equal one.
    pub fn to_setup(&self) -> Setup {
        let turn = match self.phase {
            // Where a last turn may be waited for, a side on turn would mean that it is.
            Phase::Over(_) if self.parallel.is_some() => None,
            Phase::Over(_) if self.rules.pays.last_roll == LastRoll::Draw => None,
            // Once a game has ended nobody decides; the side that has not finished stands as the one
            // on turn, the loser if neither has.
            Phase::Over(outcome) => {
                let finished = |side: &Side| self.white_board.in_play(*side as usize) == 0;
                let first = Side::BOTH.into_iter().find(finished).or(outcome.winner);
                first.filter(|_| outcome.winner.is_some()).map(Side::other)
            }
            phase => phase.decider(),
        };
        let dice = match self.phase {
            Phase::ToMove(_, roll) => DiceSetup::Rolled(roll),
            Phase::DoubleOffered(_) => DiceSetup::Doubled,
            Phase::ResignationOffered(_, points) => DiceSetup::Resigned(points),
            _ => DiceSetup::ToRoll,
        };
        let options = self.rules.differing();
        let options = options.map(|(name, value)| (name.to_owned(), value.into_owned()));
        let mut setup = Setup {
            variant: Some(self.rules.name().into_owned()),
            options: options.collect(),
            checkers: Byside::default(),
            off_given: Byside([true, true]),
            marked: Vec::new(),
            tables: Vec::new(),
            offered: self.parallel.and_then(|parallel| parallel.offered),
            turn,
            dice,
            cube: self.cube,
            score: self.score,
        };
        match &self.parallel {
            None => (setup.checkers, setup.marked) = written(&self.white_board),
            Some(parallel) => {
                let each = self.rules.parallel.cube == ParallelCube::Each;
                setup.tables = parallel.tables().iter().map(|t| table_setup(t, each)).collect();
            }
        }
        setup
    }
}

fn table_setup(table: &Table, own_cube: bool) -> TableSetup {
    let (checkers, marked) = written(&table.board.unpacked());
    TableSetup {
        checkers,
        off_given: Byside([true, true]),
        marked,
        result: table.result.map(|result| (result.winner, result.points)),
        cube: own_cube.then_some(table.cube),
    }
}

fn setup_rules(setup: &Setup, default: Rules, reasons: &mut Vec<Reason>) -> Rules {
    let mut rules = match setup.variant.as_deref() {
        None => default,
        Some(name) => match Rules::from_name(name) {
            Some(rules) => rules,
            None => {
                reasons.push(Reason::UnknownVariant(name.to_owned()));
                return default;
            }
        },
    };
    let settings = setup.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    if rules.set_all(settings.clone()).is_err() {
        // One by one, to tell of each that cannot be.
        let before = reasons.len();
        for (name, value) in settings {
            if let Err(error) = rules.set(name, value) {
                reasons.push(error.into());
            }
        }
        if reasons.len() == before {
            reasons.push(OptionError::Contradiction("these options contradict each other").into());
        }
    }
    rules
}

fn setup_tables(setup: &Setup, rules: &Rules, reasons: &mut Vec<Reason>) -> Parallel {
    let mut tables = Vec::new();
    let each = rules.parallel.cube == ParallelCube::Each;
    for (n, written) in setup.tables.iter().enumerate() {
        let rules_here = rules.of_table(n);
        let cube = match (written.cube, each) {
            (Some(cube), true) => cube,
            (None, true) if !setup.cube.in_use => setup.cube,
            (None, true) => {
                reasons.push(Reason::Cubes("each board has its own cube, joined by |"));
                setup.cube
            }
            (Some(_), false) => {
                reasons.push(Reason::Cubes("one cube serves all boards"));
                Cube { in_use: false, ..Cube::CENTRED }
            }
            (None, false) => Cube { in_use: false, ..Cube::CENTRED },
        };
        tables.push(match written.result {
            Some((winner, points)) => {
                Table { result: Some(TableResult { winner, points }), ..Parallel::FINISHED }
            }
            None => {
                let mut reader = StackReader { rules: &rules_here, reasons };
                let board = reader.board(&written.checkers, &written.off_given, &written.marked);
                if [0, 1].iter().any(|&side| board.in_play(side) == 0) {
                    reasons.push(Reason::BoardFinished(n + 1));
                }
                Table { board: (&board).into(), cube, result: None }
            }
        });
    }
    let mut parallel = Parallel::new(&tables);
    parallel.offered = setup.offered;
    parallel
}

fn check_score(score: &MatchSetup, reasons: &mut Vec<Reason>) {
    if score.length == 0 {
        if score.crawford || score.post_crawford {
            reasons.push(Reason::Crawford);
        }
        return;
    }
    for side in Side::BOTH {
        if score.score[side] >= Points::whole(score.length) {
            let (score, length) = (score.score[side], score.length);
            reasons.push(Reason::Score { side, score, length });
        }
    }
    let one_away = score.is_one_away();
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

fn check_cubes(draft: &Position, reasons: &mut Vec<Reason>) {
    for n in draft.open_tables() {
        let (rules, value) = (draft.rules.of_table(n), draft.cube_of(n).value);
        if !rules.is_stake(value) {
            let max = rules.stake_max();
            reasons.push(match rules.dave {
                Dave::Off => Reason::CubeValue { value, max },
                _ => Reason::Stake { value, max },
            });
        }
    }
}

fn parallel_phase(setup: &Setup, draft: &Position, reasons: &mut Vec<Reason>) -> Phase {
    let Some(parallel) = &draft.parallel else { return Phase::Opening };
    let offers = matches!(setup.dice, DiceSetup::Doubled | DiceSetup::Resigned(_));
    let single = draft.rules.parallel.cube == ParallelCube::Single;
    let about = parallel.offered.map(usize::from);
    match about {
        Some(n) if !draft.open_tables().any(|open| open == n) => {
            reasons.push(Reason::BoardFinished(n + 1));
        }
        None if offers && !(single && setup.dice == DiceSetup::Doubled) => {
            reasons.push(Reason::OfferWithoutBoard);
        }
        _ => {}
    }
    if parallel.open().next().is_none() {
        if setup.dice != DiceSetup::ToRoll {
            reasons.push(Reason::OverButPending);
        }
        return Phase::Over(total(parallel));
    }
    let Some(turn) = setup.turn else {
        if setup.dice != DiceSetup::ToRoll {
            reasons.push(Reason::NobodyOnTurn);
        }
        return Phase::Opening;
    };
    let first = draft.open_tables().next().unwrap_or(0);
    pending(setup, draft, turn, about.unwrap_or(first), reasons)
}

fn setup_phase(setup: &Setup, draft: &Position, reasons: &mut Vec<Reason>) -> Phase {
    let finished = |side: Side| draft.white_board.in_play(side as usize) == 0;
    let last_turn = draft.rules.pays.last_roll == LastRoll::Draw;
    if finished(Side::White) && finished(Side::Black) {
        if !last_turn {
            reasons.push(Reason::BothFinished);
        }
        return Phase::Over(Outcome::DRAW);
    }
    let worth = Worth::of(&draft.rules, &draft.white_board);
    let Some(turn) = setup.turn else {
        if setup.dice != DiceSetup::ToRoll {
            reasons.push(Reason::NobodyOnTurn);
        }
        return match worth {
            None => Phase::Opening,
            Some(worth) => {
                let draw = worth.winner.is_none();
                if !last_turn && !draw {
                    reasons.push(Reason::NobodyOnTurn);
                }
                over(draft, worth)
            }
        };
    };
    if finished(turn) {
        reasons.push(Reason::WinnerToDecide(turn));
    }
    let waits = last_turn && finished(turn.other());
    if let Some(worth) = worth.filter(|_| !waits) {
        if setup.dice != DiceSetup::ToRoll && !finished(turn) {
            reasons.push(Reason::OverButPending);
        }
        return over(draft, worth);
    }
    pending(setup, draft, turn, 0, reasons)
}

fn over(draft: &Position, worth: Worth) -> Phase {
    let mut after = *draft;
    after.finish(0, Some(worth));
    after.phase
}

/// What `turn` has to decide while the game goes on; an offer is about board `n`.
fn pending(
    setup: &Setup,
    draft: &Position,
    turn: Side,
    n: usize,
    reasons: &mut Vec<Reason>,
) -> Phase {
    match setup.dice {
        DiceSetup::ToRoll => Phase::ToRoll(turn),
        DiceSetup::Rolled(roll) => Phase::ToMove(turn, roll),
        DiceSetup::Doubled => {
            if !draft.may_double_on(n, turn.other()) {
                reasons.push(Reason::ImpossibleDouble(turn.other()));
            }
            Phase::DoubleOffered(turn)
        }
        DiceSetup::Resigned(points) => {
            if !(1..=draft.resignation_max(n)).contains(&points) {
                reasons.push(Reason::ResignationValue(points));
            }
            Phase::ResignationOffered(turn, points)
        }
    }
}
