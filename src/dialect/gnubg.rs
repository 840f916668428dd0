//! What GNU Backgammon's external player is asked, and how its answers are written.
//!
//! A board line asks one of four questions, told in this order: a double is offered; a resignation
//! is offered (an option of the line); dice are thrown; else whether to throw or to double.
//!
//! Where this is stricter than GNU Backgammon 1.07: checkers, dice, cubes and scores that cannot be
//! are refused as a badly formed board, where it plays on with whatever it was given, and numbers
//! missing from a short line mean the usual values, never those of the line before. A throw in a
//! position in which the mover has finished, or in which both sides are shut out, is answered by
//! the empty line as it does.

use nardy_protocol::gnubg::{
    EvaluationOptions, FibsLine, GnubgError, GnubgReply, PlainStep, SessionOptions,
};

use crate::board::id::fibs::{self, ScoreOrder};
use crate::board::{BAR, DiceSetup, MatchSetup, OFF, Points, Roll, Setup, Side, Track};
use crate::moves::Step;
use crate::rules::{Phase, Position, PositionErrors, Reason, Variant};

/// Longer matches are played as one to this length from the same distances, as GNU Backgammon does.
const LENGTH_MAX: u32 = 64;
/// How many beavers in a row count where a line allows them.
const BEAVERS: u8 = 3;
/// The largest standard deviation of noise that makes sense for chances.
const NOISE_MAX: f64 = 1.0;

/// What a beaver option of a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeaversOption {
    /// Nothing, as in GNU Backgammon: beavers are allowed whatever it says.
    Ignored,
    /// What it says.
    Honoured,
}

/// How lines are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Whose score stands first.
    pub order: ScoreOrder,
    /// Whether the Jacoby rule counts in money play where a line does not say.
    pub jacoby: bool,
    /// What a line's beaver option does.
    pub beavers: BeaversOption,
    /// The most plies that an evaluation may ask for; more are cut to it, fewer than 0 to 0.
    pub plies_max: u8,
}

impl Settings {
    /// As GNU Backgammon 1.07 comes.
    pub const GNUBG: Settings = Settings {
        order: ScoreOrder::Gnubg,
        jacoby: true,
        beavers: BeaversOption::Ignored,
        plies_max: 2,
    };
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The side to decide answers a double: `take`, `drop` or, where
    /// [`Question::may_beaver`], `beaver`.
    Take,
    /// The side to decide has doubled and been beavered: `take` or `drop`. The position is the one
    /// after `take`, the cube at its new value; `drop` loses half of it.
    TakeBeaver,
    /// The side to decide answers a resignation worth 1 to 3: `accept` or `reject`.
    Resignation(u8),
    /// The side to decide plays a throw.
    Chequer(Roll),
    /// The side to decide throws or doubles; whether it may double is not said.
    RollOrDouble,
}

/// A question about a position that can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// The position, with who decides.
    pub position: Position,
    /// What is asked.
    pub ask: Ask,
    /// The side that decides.
    pub decider: Side,
    /// The dice in the order written, which the steps of an answer follow.
    pub dice: [u8; 2],
}

/// A request to evaluate a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The position, `side` to throw, or the game over.
    pub position: Position,
    /// Whose chances are asked for.
    pub side: Side,
    /// How deep to look.
    pub plies: u8,
    /// Whether the last number counts the cube.
    pub cubeful: bool,
    /// Standard deviation of the noise to add to chances, 0 to 1.
    pub noise: f64,
    /// Whether the same position gets the same noise each time.
    pub deterministic: bool,
}

/// What a board line asks.
///
/// # Errors
/// The reply, where there is nothing to think about: the board cannot be, or nobody can move.
pub fn question(
    line: &FibsLine,
    options: &SessionOptions,
    settings: &Settings,
) -> Result<Question, GnubgReply> {
    let mut setup = read(line, options, settings)?;
    let (turn, asked) = (setup.turn, setup.dice);
    let doubler_owns = turn.is_some_and(|side| setup.cube.owner != Some(side));
    if asked == DiceSetup::Doubled {
        // Whether the doubler could have doubled is not asked: dead cubes are offered too.
        setup.dice = DiceSetup::ToRoll;
        if !doubler_owns {
            // The cube stays with who answered a double by a beaver.
            setup.turn = turn.map(Side::other);
            setup.cube.value = setup.cube.value.saturating_mul(2);
        }
    } else if options.resignation != 0 {
        setup.turn = turn.map(Side::other);
        setup.dice = DiceSetup::Resigned(options.resignation.clamp(1, 3) as u8);
    }
    let checked = Position::from_setup(&setup, Variant::Backgammon.rules());
    let mut position = checked.map_err(|errors| refusal(&errors, &setup))?;
    let (ask, decider) = match (asked, position.phase) {
        (_, Phase::Opening | Phase::Over(_) | Phase::DoubleOffered(_)) => return Err(bad_board()),
        (DiceSetup::Doubled, Phase::ToRoll(side)) if doubler_owns => {
            position.phase = Phase::DoubleOffered(side);
            (Ask::Take, side)
        }
        (DiceSetup::Doubled, Phase::ToRoll(side)) => (Ask::TakeBeaver, side),
        (_, Phase::ResignationOffered(side, points)) => (Ask::Resignation(points), side),
        (_, Phase::ToMove(side, roll)) => (Ask::Chequer(roll), side),
        (_, Phase::ToRoll(side)) => (Ask::RollOrDouble, side),
    };
    Ok(Question { position, ask, decider, dice: written_dice(line, &position) })
}

/// What an evaluation request asks. Dice are ignored; while a double is offered the side that
/// answers it counts as the one to throw.
///
/// # Errors
/// The reply, where the board cannot be.
pub fn evaluation(
    line: &FibsLine,
    options: &SessionOptions,
    evaluation: &EvaluationOptions,
    settings: &Settings,
) -> Result<Evaluation, GnubgReply> {
    let mut setup = read(line, options, settings)?;
    setup.dice = DiceSetup::ToRoll;
    let side = setup.turn.ok_or_else(bad_board)?;
    if setup.checkers[side][1..].iter().all(|&checkers| checkers == 0) {
        // A finished game stands with its loser on turn.
        setup.turn = Some(side.other());
    }
    let position = Position::from_setup(&setup, Variant::Backgammon.rules())
        .map_err(|_: PositionErrors| bad_board())?;
    let noise = if evaluation.noise.is_finite() { evaluation.noise } else { 0.0 };
    Ok(Evaluation {
        position,
        side,
        plies: evaluation.plies.clamp(0, i64::from(settings.plies_max)) as u8,
        cubeful: evaluation.cubeful,
        noise: noise.clamp(0.0, NOISE_MAX),
        deterministic: evaluation.deterministic,
    })
}

fn bad_board() -> GnubgReply {
    GnubgReply::Error(GnubgError::BadBoard)
}

/// The line's position with the options that change score and rules applied.
fn read(
    line: &FibsLine,
    options: &SessionOptions,
    settings: &Settings,
) -> Result<Setup, GnubgReply> {
    let mut setup = fibs::from_numbers(&line.numbers, settings.order).map_err(|_| bad_board())?;
    let score = &mut setup.score;
    if !options.crawford && score.crawford {
        score.crawford = false;
        score.post_crawford = score.is_post_crawford_by_score();
    }
    if score.length == 0 {
        score.jacoby = options.jacoby.unwrap_or(settings.jacoby);
        let allowed = settings.beavers == BeaversOption::Ignored || options.beavers;
        score.beavers = if allowed { BEAVERS } else { 0 };
    }
    shorten(score);
    Ok(setup)
}

/// A match too long, as one to the longest length with the same points to go.
fn shorten(score: &mut MatchSetup) {
    if score.length <= LENGTH_MAX {
        return;
    }
    for side in Side::BOTH {
        let away = score.away(side);
        score.score[side] = Points::whole(LENGTH_MAX.saturating_sub(away));
    }
    score.length = LENGTH_MAX;
}

/// The reply to a throw that nobody can play in a position that cannot be: the empty line, if
/// nothing else is wrong with it.
fn refusal(errors: &PositionErrors, setup: &Setup) -> GnubgReply {
    let harmless =
        |reason: &Reason| matches!(reason, Reason::BothShutOut | Reason::WinnerToDecide(_));
    let rolled = matches!(setup.dice, DiceSetup::Rolled(_));
    if rolled && errors.0.iter().all(harmless) {
        GnubgReply::Moves(Vec::new())
    } else {
        bad_board()
    }
}

/// The dice in the order in which the line has them; the larger first where it has none.
fn written_dice(line: &FibsLine, position: &Position) -> [u8; 2] {
    let Phase::ToMove(_, roll) = position.phase else { return [0, 0] };
    let dice = [roll.high().pips(), roll.low().pips()];
    let reversed = [i64::from(dice[1]), i64::from(dice[0])];
    let pairs = [line.numbers.get(30..32), line.numbers.get(32..34)];
    let first = pairs.into_iter().flatten().find(|pair| *pair != [0, 0]);
    if first == Some(&reversed[..]) { [dice[1], dice[0]] } else { dice }
}

impl Question {
    /// Whether `beaver` is an answer.
    pub fn may_beaver(&self) -> bool {
        self.ask == Ask::Take && self.position.score.beavers > 0
    }

    /// The reply that plays these steps, which must be in an order in which they can be played.
    pub fn moves(&self, steps: &[Step]) -> GnubgReply {
        let board = self.position.counts(self.decider);
        let blot = |point: u8| {
            let point = usize::from(point);
            (1..BAR).contains(&point) && board.row(1)[Track::Contrary.facing(point)] == 1
        };
        let mut steps = steps.to_vec();
        if let [first, second] = steps[..]
            && self.follows_dice_worse(first, second)
        {
            steps.swap(0, 1);
        }
        let plain = |step: Step| PlainStep { from: step.from, to: step.to, hit: blot(step.to) };
        GnubgReply::Moves(steps.into_iter().map(plain).collect())
    }

    /// Whether two steps can be told to stand against the order of the dice, and can be played the
    /// other way round just as well.
    fn follows_dice_worse(&self, first: Step, second: Step) -> bool {
        let die = |step: Step| step.from.saturating_sub(step.to);
        let against = [die(second), die(first)] == self.dice && self.dice[0] != self.dice[1];
        let free = |step: Step| usize::from(step.to) != OFF && usize::from(step.from) != BAR;
        let alike = [first.from, second.from] == [BAR as u8; 2]
            || usize::from(first.to) == OFF && usize::from(second.to) == OFF;
        against && first.to != second.from && (alike || free(first) && free(second))
    }
}
