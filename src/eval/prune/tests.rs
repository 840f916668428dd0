use super::*;
use crate::board::ALL_ROLLS;
use crate::eval::{bench_boards, standard as nets};
use crate::moves::{PlayList, generate};
use crate::rules::Variant;

#[test]
fn every_kernel_gives_the_same() {
    #[derive(Clone)]
    struct All<'a>(&'a Pruner, &'a [Board]);
    impl Kernel for All<'_> {
        type Out = Vec<Chances>;
        #[inline(always)]
        fn run<L: Lanes>(self) -> Vec<Chances> {
            let mut chances = vec![Chances::default(); self.1.len()];
            Batch { pruner: self.0, boards: self.1, chances: &mut chances }.run::<L>();
            chances
        }
    }
    let boards = bench_boards();
    let results = simd::run_all(All(standard().unwrap(), &boards[..500]));
    assert!(results.iter().all(|result| *result == results[0]));
}

#[test]
fn together_boards_are_judged_as_alone() {
    let pruner = standard().unwrap();
    let movement = Variant::Backgammon.rules().movement;
    let mut list = PlayList::new();
    for (board, roll) in bench_boards()[..60].iter().zip(ALL_ROLLS.into_iter().cycle()) {
        generate(&movement, board, roll, &mut list);
        let after: Vec<Board> = list.boards().iter().map(Board::swapped).collect();
        let mut chances = vec![Chances::default(); after.len()];
        pruner.evaluate(&after, &mut chances);
        for (board, together) in after.iter().zip(chances) {
            let mut alone = [Chances::default()];
            pruner.evaluate(std::slice::from_ref(board), &mut alone);
            assert_eq!(alone[0], together);
        }
    }
}

#[test]
fn the_best_play_is_seldom_left_out() {
    let (pruner, nets) = (standard().unwrap(), nets().unwrap());
    let movement = Variant::Backgammon.rules().movement;
    let mut list = PlayList::new();
    let (mut throws, mut missed) = (0, 0);
    for (n, board) in bench_boards().iter().step_by(10).enumerate() {
        generate(&movement, board, ALL_ROLLS[n % ALL_ROLLS.len()], &mut list);
        if nets.rough(board).is_none() || list.len() < 8 {
            continue;
        }
        let after: Vec<Board> = list.boards().iter().map(Board::swapped).collect();
        let judged = |judge: &dyn Evaluator| {
            let mut chances = vec![Chances::default(); after.len()];
            judge.evaluate(&after, &mut chances);
            chances.iter().map(Chances::equity).collect::<Vec<_>>()
        };
        let (exact, rough) = (judged(nets), judged(pruner));
        let best = (0..after.len()).min_by(|&a, &b| exact[a].total_cmp(&exact[b])).unwrap();
        throws += 1;
        missed += usize::from(rough.iter().filter(|&&equity| equity < rough[best]).count() >= 6);
    }
    assert!(throws > 100 && missed * 12 < throws, "{missed} of {throws}");
}

#[test]
fn a_damaged_file_is_refused() {
    let bytes = standard().unwrap().to_bytes();
    assert_eq!(Pruner::from_bytes(&bytes).as_ref(), Ok(standard().unwrap()));
    let changed = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        Pruner::from_bytes(&bytes).unwrap_err()
    };
    assert_eq!((changed(3), changed(30)), (PruneFileError::Start, PruneFileError::Hash));
    assert_eq!(changed(bytes.len() - 1), PruneFileError::Hash);
    assert_eq!(Pruner::from_bytes(&bytes[1..]), Err(PruneFileError::Length(bytes.len() - 1)));
}
