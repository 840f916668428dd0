//! The true equity lies within 1.96 standard errors in 95 of 100 cases.
//!
//! The truth is that of the two-sided bear-off table; games are played to the last checker.

use super::*;
use crate::eval::{Evaluator, MoneyEquities, bearoff};
use crate::search::rollout::{Archive, Rolling, Rollout};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

/// Plays as the table does but judges as a poor player would: chances bent towards the middle keep
/// their order, so that the same plays come out best.
struct Bent;

impl Evaluator for Bent {
    fn evaluate(&self, boards: &[Board], chances: &mut [Chances]) {
        Exact.evaluate(boards, chances);
        for chances in chances {
            let win = chances.win;
            chances.win = 0.1 + 0.6 * win + 0.3 * win * win * (3.0 - 2.0 * win);
        }
    }
}

/// Plays and doubles as the table does but judges what the cube is worth with errors of its own:
/// all that is compared with each other on a board, what a double and its refusal bring among it,
/// lies a little farther from or nearer to 1 by the same factor.
struct Blurred;

impl Evaluator for Blurred {
    fn evaluate(&self, boards: &[Board], chances: &mut [Chances]) {
        Exact.evaluate(boards, chances);
    }

    fn money(&self, board: &Board) -> Option<MoneyEquities> {
        let counts = board.row(0).iter().chain(board.row(1));
        let hash = counts.fold(17u32, |hash, &n| hash.wrapping_mul(31).wrapping_add(n.into()));
        let error = (hash.wrapping_mul(0x9e37_79b9) >> 16) as f32 / 65536.0 - 0.5;
        let blur = |equity: f32| 1.0 - (1.0 - equity) * (1.0 + BLUR * error);
        let MoneyEquities { centred, jacoby, owned, others } = Exact.money(board)?;
        Some(MoneyEquities {
            centred: blur(centred),
            jacoby: blur(jacoby),
            owned: blur(owned),
            others: blur(2.0 * others) / 2.0,
        })
    }
}

/// The largest errors are half of it. Rollouts choose plays without the cube, which costs some .0002
/// here; the error bars have to be wide beside that.
const BLUR: f32 = 0.2;

/// The table.
struct Exact;

impl Evaluator for Exact {
    fn evaluate(&self, boards: &[Board], chances: &mut [Chances]) {
        for (board, chances) in boards.iter().zip(chances) {
            *chances = bearoff::two_sided().chances(board).unwrap();
        }
    }

    fn money(&self, board: &Board) -> Option<MoneyEquities> {
        bearoff::two_sided().money(board)
    }
}

/// Four to six checkers a side in the homes, the first to throw neither sure to win nor to lose.
fn bear_off(random: &mut ChaCha8Rng) -> Position {
    loop {
        let mut home = || {
            let mut counts = [0; 26];
            for _ in 0..random.random_range(4..=6) {
                counts[random.random_range(1..=6)] += 1;
            }
            let stacks = counts.into_iter().enumerate().filter(|(_, count)| *count > 0);
            stacks.collect::<Vec<(usize, u8)>>()
        };
        let position = position(&setup(&home(), &home(), DiceSetup::ToRoll));
        let win = bearoff::two_sided().chances(&position.counts(Side::White)).unwrap().win;
        if (0.1..0.9).contains(&win) {
            return position;
        }
    }
}

/// What the table's equities are rounded to.
const UNIT: f32 = 1.0 / 32767.5;

#[derive(Clone, Copy)]
struct Style {
    luck: bool,
    cubeful: bool,
}

/// How many of `cases` positions have their true equity within 1.96 standard errors, and the mean
/// distance in standard errors.
fn covered(cases: u32, style: Style) -> (u32, f64) {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let evaluator: Arc<dyn Evaluator> = match style {
        Style { luck: false, .. } => Arc::new(Exact),
        Style { cubeful: false, .. } => Arc::new(Bent),
        Style { .. } => Arc::new(Blurred),
    };
    let (mut within, mut sum) = (0, 0.0);
    for case in 0..cases {
        let position = bear_off(&mut random);
        let limits = Limits {
            luck: style.luck,
            cubeful: style.cubeful,
            seed: case.into(),
            ..Limits::plies(0)
        };
        let task = Task::new(Query::Rollout, position, limits);
        let (token, mut workspace) = (StopToken::new(), Workspace::default());
        let rollout = Rollout::new(&task, &evaluator, &Archive::default(), &token, &mut workspace);
        let rollout = rollout.unwrap().without_tables();
        rollout.run(&token, &mut workspace);
        let answer = rollout.answer(&token, std::time::Instant::now());
        let Findings::Rollout(results) = answer.findings else { panic!("no rollout") };
        let board = position.counts(Side::White);
        let (result, table) = (results[0], bearoff::two_sided());
        let (value, error, truth) = if style.cubeful {
            let truth = table.money(&board).unwrap().centred;
            (result.cubeful, result.cubeful_stderr.unwrap(), truth)
        } else {
            (result.equity, result.stderr, 2.0 * table.chances(&board).unwrap().win - 1.0)
        };
        // The table's values are so far apart.
        let distance = f64::from((value - truth) / error.hypot(UNIT));
        within += u32::from(distance.abs() <= 1.96);
        sum += distance;
    }
    (within, sum / f64::from(cases))
}

const STYLES: [Style; 4] = [
    Style { luck: false, cubeful: false },
    Style { luck: false, cubeful: true },
    Style { luck: true, cubeful: false },
    Style { luck: true, cubeful: true },
];

/// A good engine's chance to fall outside is less than one in a thousand, and the seeds are fixed.
#[test]
fn error_bars_are_honest() {
    for style in STYLES {
        let (within, mean) = covered(40, style);
        assert!(within >= 33 && mean.abs() < 0.6, "{within} of 40, {mean}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn error_bars_are_honest_to_two_in_a_hundred() {
    for style in STYLES {
        let (within, mean) = covered(500, style);
        assert!((465..=485).contains(&within) && mean.abs() < 0.15, "{within} of 500, {mean}");
    }
}
