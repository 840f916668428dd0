use super::*;
use crate::board::Board;
use crate::eval::features::merged::{self, Layout, Numbers};
use crate::eval::features::{Own, any_board};
use crate::eval::net::simd::words::{WordKernel, run_all};
use crate::eval::net::{Shape, tests::scrambled};
use crate::eval::{Class, Evaluator, standard, walk};
use proptest::prelude::*;
use std::sync::LazyLock;

/// All boards one after another, as a batch goes through them.
#[derive(Clone)]
struct Outputs<'a>(&'a WholeNet, &'a [Board]);

impl WordKernel for Outputs<'_> {
    type Out = Vec<[u32; CLASSES]>;

    #[inline(always)]
    fn run<W: Words>(self) -> Self::Out {
        let mut kept = Kept::new();
        let mut all = Vec::with_capacity(self.1.len());
        for board in self.1 {
            let outputs = self.0.outputs::<W>(board, &mut kept);
            all.push(std::array::from_fn(|k| outputs.0[k].to_bits()));
        }
        all
    }
}

/// Boards that games go through, as many as the environment asks for.
fn boards(phase: Phase) -> Vec<Board> {
    let count = std::env::var("NARDY_POSITIONS").ok().and_then(|n| n.parse().ok());
    let boards = walk(count.unwrap_or(4000));
    boards.into_iter().filter(|board| Class::of(board).phase() == Some(phase)).collect()
}

#[test]
fn all_paths_agree_to_the_bit() {
    let nets = standard().unwrap();
    for phase in Phase::ALL {
        let boards = boards(phase);
        assert!(boards.len() > 20, "{phase:?}");
        for net in [nets.net(phase).clone(), scrambled(Shape::new(phase, 64).unwrap())] {
            let whole = WholeNet::new(&net, phase);
            let results = run_all(Outputs(&whole, &boards));
            for (path, outputs) in &results {
                let differ = outputs.iter().zip(&results[0].1).position(|(a, b)| a != b);
                assert_eq!(differ.map(|at| boards[at]), None, "{path}");
            }
        }
    }
}

/// The sums of the first and the second layer, wide enough that nothing can wrap.
fn wide_sums(net: &WholeNet, board: &Board) -> (Vec<i64>, Vec<i64>) {
    let own = [Own::of(board.row(0)), Own::of(board.row(1))];
    let mut numbers = Numbers::NONE;
    let mut rows = vec![merged::contact_difference(&own[0], &own[1])];
    for side in 0..2 {
        let half = merged::contact_half(board.row(side), side, &own[side]);
        rows.extend(half.rows().iter().map(|&row| usize::from(row)));
        let (me, them) = (&own[side], &own[1 - side]);
        merged::contact_own_numbers(side, me, &mut numbers);
        merged::contact_numbers(board.row(side), side, me, them, &mut numbers);
    }
    let units = |line: usize| net.rows[line..line + net.lines].iter().flat_map(|line| line.0);
    let mut first: Vec<i64> = net.bias.iter().flat_map(|line| line.0).map(i64::from).collect();
    for row in rows {
        first.iter_mut().zip(units(row * net.lines)).for_each(|(sum, w)| *sum += i64::from(w));
    }
    for &(n, x) in numbers.list() {
        let row = units((net.merged + usize::from(n)) * net.lines);
        let part = |w: i16| (i64::from(w) * i64::from(x) + (1 << 14)) >> 15;
        first.iter_mut().zip(row).for_each(|(sum, w)| *sum += part(w));
    }
    let mut second = net.second_bias.map(|line| line.0.map(i64::from)).concat();
    for (j, sum) in second.iter_mut().enumerate() {
        for (unit, &x) in first.iter().enumerate() {
            let line = &net.second[unit / 2 * 2 + j / 16].0;
            *sum += (x.max(0) >> 2) * i64::from(line[2 * (j % 16) + unit % 2]);
        }
    }
    (first, second)
}

/// A net whose weights are far larger than training makes them, and of very different sizes.
fn wild() -> WholeNet {
    let mut net = scrambled(Shape::new(Phase::Contact, 64).unwrap());
    for (n, chunk) in net.weights_mut().iter_mut().enumerate() {
        for (k, weight) in chunk.0.iter_mut().enumerate() {
            *weight *= [0.01, 1.0, 40.0, 1000.0][(n / 4 + k) % 4];
        }
    }
    WholeNet::new(&net, Phase::Contact)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_board_carries_a_sum_out_of_its_range(board in any_board()) {
        static NETS: LazyLock<[WholeNet; 2]> = LazyLock::new(|| {
            [WholeNet::new(standard().unwrap().net(Phase::Contact), Phase::Contact), wild()]
        });
        for net in &*NETS {
            let (first, second) = wide_sums(net, &board);
            prop_assert!(first.iter().all(|&sum| i16::try_from(sum).is_ok()), "{board:?}");
            prop_assert!(second.iter().all(|&sum| i32::try_from(sum).is_ok()), "{board:?}");
        }
    }
}

/// Scales far smaller than they need be would keep every sum in its range, too.
#[test]
fn the_scales_use_the_range() {
    let net = WholeNet::new(standard().unwrap().net(Phase::Contact), Phase::Contact);
    let layout = Layout::of(Phase::Contact);
    let mut largest = 0;
    for unit in 0..net.lines * WORDS {
        let weight =
            |row: usize| i64::from(net.rows[row * net.lines + unit / WORDS].0[unit % WORDS]);
        // Fifteen checkers on one point already come to a good part of the range.
        for place in layout.places(0).chain(layout.places(1)) {
            largest = largest.max(weight(place.end - 1).abs());
        }
    }
    assert!((8_000..=32_767).contains(&largest), "{largest}");
}

#[test]
fn whole_numbers_judge_as_floats_do() {
    let nets = standard().unwrap();
    let boards = walk(3000);
    let judge = |evaluator: &dyn Evaluator| {
        let mut chances = vec![crate::eval::Chances::default(); boards.len()];
        evaluator.evaluate(&boards, &mut chances);
        chances
    };
    let (whole, floats) = (judge(nets), judge(&nets.floats()));
    let mut sum = 0.0;
    for ((whole, floats), board) in whole.iter().zip(&floats).zip(&boards) {
        let error = (whole.equity() - floats.equity()).abs();
        assert!(error < 0.01, "{board:?} {error}");
        sum += error;
    }
    assert!(sum / boards.len() as f32 <= 0.0005, "{}", sum / boards.len() as f32);
}
