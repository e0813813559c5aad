//! Players of Daifugo allocate nothing for a move once their buffers have grown. A file of its own: it replaces the
//! allocator. (Learning: `crates/learn/tests/softmax_allocation.rs`.)
#![allow(unsafe_code, clippy::unwrap_used)] // A counting allocator cannot be written without.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use kirifuda_games::daifugo::{Daifugo, Rules};
use kirifuda_play::{Actions, Game, Rng, Turn};
use kirifuda_players::contestant;

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

#[test]
fn nothing_is_allocated_for_a_move() {
    for rules in [Rules::uecda(), Rules::paper003()] {
        for name in ["softmax", "softmax:temperature=1", "mel", "default"] {
            let mut player = (contestant::<Daifugo>(&rules, name).unwrap().maker)().unwrap();
            let mut legal = Actions::new();
            // Only the player's choices are counted: the game checks its moves in debug builds.
            let mut play = |number| {
                let (rng, mut count) = (&mut Rng::stream(5, &[number]), 0);
                let mut game = Daifugo::deal(&rules, rng);
                while let Turn::Seat(seat) = game.turn() {
                    game.legal(&mut legal);
                    let before = ALLOCATIONS.get();
                    let meld = player.choose(game.view(seat), &legal, rng);
                    count += ALLOCATIONS.get() - before;
                    game.play(meld);
                }
                count
            };
            (0..300).for_each(|number| _ = play(number));
            let allocations: u64 = (300..400).map(play).sum();
            assert!(allocations <= 3, "{name}: {allocations}, at most for a hand with more moves than ever before");
        }
    }
}
