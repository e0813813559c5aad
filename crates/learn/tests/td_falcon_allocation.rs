//! TD-FALCON allocates nothing for a choice or a lesson once its buffers have grown. A file of its own: it replaces the
//! allocator.
#![allow(unsafe_code)] // A counting allocator cannot be written without.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use kirifuda_learn::falcon::{Access, TdFalcon, TdOptions};
use kirifuda_play::Rng;

struct Counting;

thread_local! {
    /// By thread: the test harness allocates, too, on a thread of its own.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: hands every call on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// 300 steps among 64 states with 5 actions.
fn play(falcon: &mut TdFalcon, rng: &mut Rng) {
    let state = |number: usize| std::array::from_fn::<f32, 6, _>(|bit| (number >> bit & 1) as f32);
    let (available, mut values) = ([0, 1, 2, 3, 4], Vec::with_capacity(5));
    for _ in 0..300 {
        let (from, to) = (state(rng.below(64)), state(rng.below(64)));
        let action = falcon.choose(&from, &available, rng);
        falcon.values(&from, &available, &mut values);
        falcon.update(&from, action, rng.unit() as f32, Some((&to, &available)));
    }
}

#[test]
fn a_choice_or_a_lesson_allocates_nothing_once_the_categories_are_there() {
    for access in [Access::Each, Access::Direct] {
        let options = TdOptions { access, limit: 100, ..TdOptions::table() };
        let (mut falcon, mut rng) = (TdFalcon::new(6, 5, options), Rng::new(1));
        play(&mut falcon, &mut rng);
        assert_eq!(falcon.categories(), 100);
        let before = ALLOCATIONS.get();
        play(&mut falcon, &mut rng);
        // One: the buffer for the values, which is the caller's.
        assert_eq!(ALLOCATIONS.get() - before, 1, "{access:?}");
    }
}
