use std::collections::BTreeMap;
use std::sync::Arc;

use kirifuda_play::{Base, Meaning, Opinion, Policy, Rng, Tabular, Unit};

use super::CfrError;

/// Probabilities of the actions in every situation of a game; uniform where nothing is written down.
///
/// A clone shares the table, so giving every game its own player costs nothing.
#[derive(Clone)]
pub struct Strategy<G: Tabular> {
    /// Ascending keys, so that a listing is always the same.
    table: Arc<BTreeMap<G::Key, Mixture<G::Action>>>,
}

/// The actions of one situation with their probabilities.
type Mixture<A> = Vec<(A, f64)>;

impl<G: Tabular> Strategy<G> {
    /// Every legal action equally likely, everywhere.
    pub fn uniform() -> Strategy<G> {
        Strategy { table: Arc::default() }
    }

    /// Writes down one situation: its actions with weights, which are scaled to add up to 1.
    pub fn insert(&mut self, key: G::Key, weights: impl IntoIterator<Item = (G::Action, f64)>) -> Result<(), CfrError> {
        let weights: Mixture<G::Action> = weights.into_iter().collect();
        let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
        if !(total > 0.0 && total.is_finite() && weights.iter().all(|&(_, weight)| weight >= 0.0)) {
            return Err(CfrError::Weights { key: format!("{key:?}") });
        }
        self.set(key, weights);
        Ok(())
    }

    /// The actions of a situation with their probabilities, where it is written down.
    pub fn get(&self, key: &G::Key) -> Option<&[(G::Action, f64)]> {
        self.table.get(key).map(Vec::as_slice)
    }

    /// Every situation that is written down, by ascending key, with the probabilities of its actions.
    pub fn iter(&self) -> impl Iterator<Item = (&G::Key, &[(G::Action, f64)])> {
        self.table.iter().map(|(key, actions)| (key, actions.as_slice()))
    }

    /// Number of situations that are written down.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// True when no situation is written down: the uniform strategy.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// Trusted form of [`insert`](Strategy::insert).
    pub(super) fn set(&mut self, key: G::Key, weights: impl IntoIterator<Item = (G::Action, f64)>) {
        let mut actions: Mixture<G::Action> = weights.into_iter().collect();
        let total: f64 = actions.iter().map(|(_, weight)| weight).sum();
        actions.iter_mut().for_each(|(_, weight)| *weight /= total);
        Arc::make_mut(&mut self.table).insert(key, actions);
    }

    /// The legal actions of a situation with their weights, not all 0. One rule for playing and for measuring: what is
    /// written down where it covers a legal action, else equal weights.
    pub(super) fn weights<'a>(
        &'a self,
        key: &G::Key,
        legal: &'a [G::Action],
    ) -> impl Iterator<Item = (G::Action, f64)> + Clone {
        let written = self.get(key).unwrap_or_default();
        let weight = |action| written.iter().find(|(a, _)| *a == action).map_or(0.0, |(_, weight)| *weight);
        let known = legal.iter().any(|&action| weight(action) > 0.0);
        legal.iter().map(move |&action| (action, if known { weight(action) } else { 1.0 }))
    }
}

impl<G: Tabular> Policy<G> for Strategy<G> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        let key = G::key(view);
        let weights = self.weights(&key, legal);
        let total: f64 = weights.clone().map(|(_, weight)| weight).sum();
        let mut rest = rng.unit() * total;
        let mut chosen = legal[0];
        for (action, weight) in weights.filter(|&(_, weight)| weight > 0.0) {
            // Rounding may leave a trace of probability over: it goes to the last action.
            chosen = action;
            rest -= weight;
            if rest < 0.0 {
                break;
            }
        }
        chosen
    }

    /// How likely each move is made.
    fn opinion(&mut self, view: G::View<'_>, legal: &[G::Action], _: &mut Rng) -> Option<Opinion> {
        let key = G::key(view);
        let weights: Vec<f64> = self.weights(&key, legal).map(|(_, weight)| weight).collect();
        let total: f64 = weights.iter().sum();
        let meaning = Meaning { unit: Unit::Likelihood, base: Base::Moves };
        Some(Opinion { values: weights.into_iter().map(|weight| weight / total).collect(), meaning })
    }
}

impl<G: Tabular> Default for Strategy<G> {
    fn default() -> Self {
        Strategy::uniform()
    }
}
