//! `nardy perft`.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Result, ensure};
use nardy::board::{ALL_ROLLS, AnyBoard};
use nardy::moves::{Perft, PlayList, Playable, TurnContext, perft};
use nardy::rules::Movement;

use super::args::PerftArgs;
use super::output::Output;
use super::position;

/// Deeper than any machine counts.
const DEPTH_MAX: u32 = 16;

/// Counts whole turns from the start of a game, or from a position for the side that decides.
pub fn run(args: &PerftArgs, output: &mut Output) -> Result<()> {
    ensure!(args.depth <= DEPTH_MAX, "a depth of {} cannot be counted", args.depth);
    ensure!(args.threads >= 1, "there must be a thread");
    let position = position::read(&args.position, None)?;
    let mover = position.phase.decider().unwrap_or(nardy::board::Side::White);
    let first = position.open_tables().next().unwrap_or(0);
    let movement = position.rules.of_table(first).movement;
    let board = position.table(first, mover).unwrap_or_else(|| position.board(mover));
    let (depth, threads) = (args.depth, args.threads);
    let counts = match &board {
        AnyBoard::Plain(board) => by_roll(&movement, board, depth, threads),
        AnyBoard::Royal(board) => by_roll(&movement, board, depth, threads),
        AnyBoard::Laps(board) => by_roll(&movement, board, depth, threads),
        AnyBoard::Pins(board) => by_roll(&movement, board, depth, threads),
    };
    let mut total = Perft { leaves: 1, weighted: 1 };
    if args.depth > 0 {
        total = Perft::default();
        for (roll, count) in ALL_ROLLS.iter().zip(counts) {
            total.leaves += count.leaves;
            total.weighted += count.weighted * u64::from(roll.weight());
            if args.divide {
                let Perft { leaves, weighted } = count;
                output.line(format!("roll dice={roll} leaves={leaves} weighted={weighted}"))?;
            }
        }
    }
    let (name, depth) = (position.rules.variant.name(), args.depth);
    let Perft { leaves, weighted } = total;
    output.line(format!("perft {name} depth={depth} leaves={leaves} weighted={weighted}"))
}

/// What follows each throw; its own weight is not counted.
fn by_roll<B: Playable + Sync>(
    movement: &Movement,
    board: &B,
    depth: u32,
    threads: usize,
) -> [Perft; 21] {
    let mut work = Vec::new();
    let mut list = PlayList::new();
    for (at, roll) in ALL_ROLLS.into_iter().enumerate() {
        board.generate(movement, roll, TurnContext::of(board), &mut list);
        if list.is_empty() {
            work.push((at, board.swapped()));
        }
        work.extend(list.boards().iter().map(|child| (at, child.swapped())));
    }
    let (next, counts) = (AtomicUsize::new(0), Mutex::new([Perft::default(); 21]));
    let count_some = || {
        let mut own = [Perft::default(); 21];
        while let Some((at, child)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
            let below = perft(movement, child, depth.saturating_sub(1));
            own[*at].leaves += below.leaves;
            own[*at].weighted += below.weighted;
        }
        let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
        for (sum, own) in counts.iter_mut().zip(own) {
            sum.leaves += own.leaves;
            sum.weighted += own.weighted;
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(count_some);
        }
        count_some();
    });
    counts.into_inner().unwrap_or_else(PoisonError::into_inner)
}
