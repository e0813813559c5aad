use kirifuda_play::{Game, Policy, Worlds};

use super::budget::part;
use super::{Candidates, Estimate, Method, SearchWork, Tree, most_visited};

/// UCT in imagined worlds (perfect-information Monte Carlo): some worlds are drawn, each is searched by a tree of its own
/// as if all cards lay open, and what the trees say of the moves is added up.
#[derive(Clone, Copy, Debug)]
pub struct Uct {
    /// Worlds to draw, at least 1; each gets an equal part of the budget.
    pub worlds: u32,
}

impl<G: Game> Method<G> for Uct {
    type Memory = Tree<G>;

    fn explore<P: Policy<G>, C: Candidates<G>, W: Worlds<G>>(
        &self,
        tree: &mut Tree<G>,
        mut work: SearchWork<'_, G, P, C, W>,
    ) {
        tree.forget(&work);
        let (index, shares) = work.share;
        let worlds = part(self.worlds, index as u32, shares as u32).max(1);
        let whole = work.clock.clone();
        for place in 0..worlds {
            work.clock = whole.cut(place, worlds);
            // There may be fewer simulations than worlds, and the time may be over early.
            if place > 0 && work.clock.is_spent() {
                break;
            }
            let world = work.worlds.draw(work.rng);
            tree.plant(&work);
            while work.clock.tick() {
                tree.simulate(&mut world.clone(), &mut work);
            }
        }
    }

    fn best(&self, estimates: &[Estimate<G::Action>]) -> usize {
        most_visited(estimates)
    }
}
