use kirifuda_learn::net::Mixed;
use kirifuda_play::{Opinion, Policy, Rng};

use super::Sighted;

/// How neural fictitious self-play has played on average, by seat: a net for each, or one for all.
pub struct Averages<G: Sighted> {
    sides: Vec<Mixed<G, G::Sight>>,
}

impl<G: Sighted> Averages<G> {
    /// By seat; a single one is for all seats. There must be one.
    pub fn new(sides: Vec<Mixed<G, G::Sight>>) -> Self {
        Averages { sides }
    }
}

impl<G: Sighted> Clone for Averages<G> {
    fn clone(&self) -> Self {
        Averages { sides: self.sides.clone() }
    }
}

impl<G: Sighted> Policy<G> for Averages<G> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        let side = G::seat(view).index() % self.sides.len();
        self.sides[side].choose(view, legal, rng)
    }

    fn opinion(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> Option<Opinion> {
        let side = G::seat(view).index() % self.sides.len();
        self.sides[side].opinion(view, legal, rng)
    }
}
