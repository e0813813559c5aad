//! Players of Daifugo allocate nothing for a move once their buffers have grown. A file of its own: it replaces the
//! allocator. (Learning: `crates/learn/tests/softmax_allocation.rs`.)
#![allow(clippy::unwrap_used)]

#[path = "../../play/tests/counting/mod.rs"]
mod counting;

use counting::ALLOCATIONS;
use kirifuda_catalog::contestant;
use kirifuda_games::daifugo::{Daifugo, Rules};
use kirifuda_play::{Actions, Game, Rng, Turn};

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
