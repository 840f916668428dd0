//! Judging boards takes no memory: a process of its own, since it counts what is allocated.

#![allow(unsafe_code)]

use nardy::board::{ALL_ROLLS, Board};
use nardy::eval::{Chances, Evaluator, VARIANTS, bench_boards, for_variant};
use nardy::moves::{PlayList, generate};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: all is left to the system's allocator; the counter is a plain cell of the thread.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // At a thread's end the counter may be gone already.
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are handed on.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn judging_allocates_nothing() {
    let mut boards = bench_boards();
    // Of the other games at least the first plays.
    let mut list = PlayList::new();
    for variant in VARIANTS {
        for roll in ALL_ROLLS {
            generate(&variant.rules().movement, &variant.start(), roll, &mut list);
            boards.extend(list.boards().iter().map(Board::swapped));
        }
    }
    let mut chances = vec![Chances::default(); boards.len()];
    for variant in VARIANTS {
        let nets = for_variant(variant).unwrap();
        // The first time the tables and whole numbers are made.
        nets.evaluate(&boards, &mut chances);
        nets.floats().evaluate(&boards, &mut chances);
        let before = ALLOCATIONS.get();
        nets.evaluate(&boards, &mut chances);
        for (board, chances) in boards.iter().zip(&mut chances) {
            nets.evaluate(std::slice::from_ref(board), std::slice::from_mut(chances));
        }
        nets.floats().evaluate(&boards, &mut chances);
        assert_eq!(ALLOCATIONS.get() - before, 0, "{}", variant.name());
        // The counter counts.
        drop(std::hint::black_box(vec![variant]));
        assert_eq!(ALLOCATIONS.get() - before, 1);
    }
}
