//! A search allocates nothing for a simulation once its buffers have grown. A file of its own: it replaces the allocator.
#![allow(clippy::unwrap_used)]

#[path = "../../play/tests/counting/mod.rs"]
mod counting;

use counting::ALLOCATIONS;
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_games::kuhn::{self, Kuhn};
use kirifuda_games::leduc::{self, Leduc};
use kirifuda_games::plain_tricks::{self, PlainTricks};
use kirifuda_learn::search::{Budget, Flat, IsMcts, Method, Options, Search, Uct};
use kirifuda_play::{Actions, Imagine, Policy, Rng, Uniform};

/// Allocations of one search with so many simulations, by a player that has searched as much before.
fn allocations<G: Imagine, M: Method<G>>(game: &G, method: M, simulations: u32) -> u64 {
    let options = Options { budget: Budget::Simulations(simulations), ..Options::default() };
    let mut player = Search::<G, M, _>::new(method, Uniform, options);
    let (mut legal, seat) = (Actions::new(), game.turn().seat().unwrap());
    game.legal(&mut legal);
    // Which nodes a tree has depends on chance; the same chance twice.
    player.choose(game.view(seat), &legal, &mut Rng::new(1));
    let before = ALLOCATIONS.get();
    player.choose(game.view(seat), &legal, &mut Rng::new(1));
    assert_eq!(player.simulations(), u64::from(simulations));
    ALLOCATIONS.get() - before
}

fn nothing_for_a_simulation<G: Imagine>(rules: &G::Rules, moves: usize) {
    let (mut rng, mut legal) = (Rng::new(2), Actions::new());
    let mut game = G::deal(rules, &mut rng);
    let mut played = 0;
    game.legal(&mut legal);
    while played < moves || legal.len() < 2 {
        game.play(rng.pick(&legal));
        game.legal(&mut legal);
        played += 1;
    }
    // What is left is the preparation of the worlds, once a move.
    let prepared = allocations(&game, Flat, 2);
    for simulations in [200, 3000] {
        assert_eq!(allocations(&game, Flat, simulations), prepared, "{} Flat", G::NAME);
        assert_eq!(allocations(&game, Uct { worlds: 20 }, simulations), prepared, "{} Uct", G::NAME);
        assert_eq!(allocations(&game, IsMcts, simulations), prepared, "{} IsMcts", G::NAME);
    }
}

#[test]
fn nothing_is_allocated_per_simulation() {
    nothing_for_a_simulation::<Hearts>(&Rules::falcon(), 21);
    nothing_for_a_simulation::<Hearts>(&Rules::standard(), 1);
    nothing_for_a_simulation::<PlainTricks>(&plain_tricks::Rules, 13);
    nothing_for_a_simulation::<Kuhn>(&kuhn::Rules::kuhn(), 0);
    nothing_for_a_simulation::<Leduc>(&leduc::Rules::leduc(), 0);
}
