use kirifuda_play::{Game, Policy, Worlds};

use super::{Candidates, Estimate, Method, SearchWork, Tree, most_visited};

/// Information-set search with one tree (SO-ISMCTS; Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree
/// Search", 2012): every simulation draws a world of its own, and all of them share one tree whose nodes are sequences of
/// moves. A move that is possible in few worlds is not judged by how seldom it is made, but by how often it could be.
#[derive(Clone, Copy, Debug, Default)]
pub struct IsMcts;

impl<G: Game> Method<G> for IsMcts {
    type Memory = Tree<G>;

    fn explore<P: Policy<G>, C: Candidates<G>, W: Worlds<G>>(
        &self,
        tree: &mut Tree<G>,
        mut work: SearchWork<'_, G, P, C, W>,
    ) {
        tree.forget(&work);
        while work.clock.tick() {
            let mut world = work.worlds.draw(work.rng);
            tree.simulate(&mut world, &mut work);
        }
    }

    fn best(&self, estimates: &[Estimate<G::Action>]) -> usize {
        most_visited(estimates)
    }
}
