//! Searchers against solved positions, against theory, and against their own promises.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod budget;
mod choices;
mod endgames;
mod poker;
mod puzzle;
mod theory;

use kirifuda_learn::search::{Budget, Candidates, Method, Options, Sampler, Search};
use kirifuda_play::{Actions, Game, Policy, Rng};

/// So many simulations, everything else as it comes.
fn simulations(count: u32) -> Options {
    Options { budget: Budget::Simulations(count), ..Options::default() }
}

/// What a searcher does in a position.
fn choose<G, M, P, C, S>(player: &mut Search<G, M, P, C, S>, game: &G, rng: &mut Rng) -> G::Action
where
    G: Game,
    M: Method<G>,
    P: Policy<G> + Clone,
    C: Candidates<G>,
    S: Sampler<G>,
{
    let mut legal = Actions::new();
    game.legal(&mut legal);
    let action = player.choose(game.view(game.turn().seat().unwrap()), &legal, rng);
    assert!(legal.contains(&action), "an illegal action: {action:?}");
    action
}

/// A game after so many random moves.
fn after<G: Game>(rules: &G::Rules, moves: usize, rng: &mut Rng) -> G {
    let mut game = G::deal(rules, rng);
    let mut legal = Actions::new();
    for _ in 0..moves {
        game.legal(&mut legal);
        game.play(rng.pick(&legal));
    }
    game
}
