//! The search for Hearts allocates nothing for a world once its buffers have grown. A file of its own: it replaces the
//! allocator.
#![allow(clippy::unwrap_used)]

#[path = "../../play/tests/counting/mod.rs"]
mod counting;

use counting::ALLOCATIONS;
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_learn::search::Budget;
use kirifuda_play::{Actions, Game, Policy, Rng, Rules as _};
use kirifuda_players::hearts::search::{Options, Searcher};

/// Allocations of one move with so many worlds, by a player that has made the same move before.
fn allocations(game: &Hearts, worlds: u32) -> u64 {
    let mut player = Searcher::new(Options { budget: Budget::Simulations(worlds), ..Options::default() });
    let (mut legal, seat) = (Actions::new(), game.turn().seat().unwrap());
    game.legal(&mut legal);
    player.choose(game.view(seat), &legal, &mut Rng::new(1));
    let before = ALLOCATIONS.get();
    player.choose(game.view(seat), &legal, &mut Rng::new(1));
    ALLOCATIONS.get() - before
}

#[test]
fn nothing_is_allocated_per_world() {
    for (rules, moves) in [("standard,passing=left", 0), ("standard,passing=left", 14), ("falcon", 21)] {
        let (mut rng, mut legal) = (Rng::new(2), Actions::new());
        let mut game = Hearts::deal(&Rules::book().parse(rules).unwrap(), &mut rng);
        let mut played = 0;
        game.legal(&mut legal);
        while played < moves || legal.len() < 4 {
            game.play(rng.pick(&legal));
            game.legal(&mut legal);
            played += 1;
        }
        // What is left is the preparation of the game's worlds, once a move.
        let prepared = allocations(&game, 2);
        for worlds in [40, 400] {
            assert_eq!(allocations(&game, worlds), prepared, "{rules} after {moves} moves, {worlds} worlds");
        }
    }
}
