//! Playing allocates for each wave of deals, never for a move or a game. A file of its own: it replaces the allocator.
#![allow(unsafe_code)] // an allocator can be replaced in no other way

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use common::{plan, quietly, steady, uniform};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn longer_runs_allocate_for_each_wave_only() {
    let table = [uniform(), steady(1), uniform(), steady(0)];
    let allocations = |deals| {
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        quietly(&plan(&table, deals, 1));
        ALLOCATIONS.load(Ordering::Relaxed) - before
    };
    allocations(1024); // what is set up once in a process
    let (short, long) = (allocations(2 * 1024), allocations(20 * 1024));
    // 18 more waves of 1,024 deals, 73,728 more games, 589,824 more moves: a few allocations a wave to start its threads.
    assert!(long <= short + 18 * 8, "{short} allocations became {long}");
}
