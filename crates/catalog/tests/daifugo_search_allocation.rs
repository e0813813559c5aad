//! The searching player of Daifugo allocates nothing for a world, a step of a walker or a playout. A file of its own: it
//! replaces the allocator.
#![allow(clippy::unwrap_used)]

#[path = "../../play/tests/counting/mod.rs"]
mod counting;

use counting::ALLOCATIONS;
use kirifuda_catalog::contestant;
use kirifuda_games::daifugo::{Daifugo, Rules};
use kirifuda_play::{Actions, Game, Rng, Turn};

#[test]
fn more_worlds_take_no_more_memory() {
    for rules in [Rules::uecda(), Rules::paper003()] {
        let allocations = |text: &str| {
            let mut player = (contestant::<Daifugo>(&rules, text).unwrap().maker)().unwrap();
            let (mut legal, mut counts) = (Actions::new(), [0, 0]);
            for (number, count) in [7, 7].into_iter().zip(&mut counts) {
                let rng = &mut Rng::stream(5, &[number]);
                let mut game = Daifugo::deal(&rules, rng);
                while let Turn::Seat(seat) = game.turn() {
                    game.legal(&mut legal);
                    let before = ALLOCATIONS.get();
                    let meld = player.choose(game.view(seat), &legal, rng);
                    *count += ALLOCATIONS.get() - before;
                    game.play(meld);
                }
            }
            // The second time its buffers have grown.
            counts[1]
        };
        let (few, many) = (allocations("search:worlds=4"), allocations("search:worlds=60"));
        // Some for a move, since what has been seen is gone through again; the games differ a little in length.
        assert!(few < 600 && many <= few + 60, "{few} with 4 worlds a move, {many} with 60");
    }
}
