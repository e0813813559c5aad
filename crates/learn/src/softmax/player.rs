use std::marker::PhantomData;
use std::sync::Arc;

use kirifuda_play::{Base, Game, Meaning, Opinion, Policy, Rng, Unit, math};

use super::{Features, Network, Sparse};
use crate::choice::{Rest, best, draw, softmax};
use crate::strength::Judge;

/// Plays by learned weights: the move of the highest score, or, with a temperature, in proportion to exp(score / T).
pub struct Player<G: Game, F> {
    features: F,
    network: Network,
    weights: Arc<[f32]>,
    temperature: f32,
    mind: Mind,
    game: PhantomData<fn() -> G>,
}

/// What is thought about one position; kept between positions to allocate nothing.
#[derive(Clone, Debug, Default)]
struct Mind {
    sparse: Sparse,
    units: Vec<f32>,
    scores: Vec<f32>,
}

impl<G: Game, F: Features<G>> Player<G, F> {
    /// A player with these weights, as many as a network with so many hidden units has; nothing if there are more or
    /// fewer.
    pub fn new(features: F, hidden: usize, weights: Arc<[f32]>) -> Option<Self> {
        let network = Network { moves: features.moves(), positions: features.positions(), hidden };
        (network.length() == weights.len()).then(|| Self::of(features, network, weights))
    }

    /// Trusted form of [`new`](Player::new).
    pub(super) fn of(features: F, network: Network, weights: Arc<[f32]>) -> Self {
        Player { features, network, weights, temperature: 0.0, mind: Mind::default(), game: PhantomData }
    }

    /// The same player, choosing in proportion to exp(score / temperature).
    pub fn with_temperature(self, temperature: f32) -> Self {
        Player { temperature, ..self }
    }

    /// The weights.
    pub fn weights(&self) -> &Arc<[f32]> {
        &self.weights
    }

    /// The probabilities of the legal moves at temperature 1, and the estimate of the payoff.
    pub fn judge(&mut self, view: G::View<'_>, legal: &[G::Action]) -> (&[f32], f32) {
        self.look(view, legal);
        softmax(&mut self.mind.scores, 1.0);
        (&self.mind.scores, self.network.value(&self.weights, &self.mind.sparse, 0))
    }

    fn look(&mut self, view: G::View<'_>, legal: &[G::Action]) {
        let Mind { sparse, units, scores } = &mut self.mind;
        sparse.clear();
        sparse.begin();
        self.features.extract(view, legal, sparse);
        debug_assert_eq!(sparse.rows(), legal.len() + 1, "a row for each move");
        scores.clear();
        self.network.scores(&self.weights, sparse, 0, legal.len(), units, scores);
    }
}

impl<G: Game, F: Features<G>> Policy<G> for Player<G, F> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        self.look(view, legal);
        let scores = &mut self.mind.scores;
        if self.temperature <= 0.0 {
            return legal[best(scores).0];
        }
        softmax(scores, self.temperature);
        legal[draw(scores, Rest::Likeliest, rng)]
    }
}

impl<G: Game, F: Features<G>> Judge<G> for Player<G, F> {
    /// Its scores. It imagines nothing: attention makes no difference.
    fn judge(&mut self, view: G::View<'_>, legal: &[G::Action], _: f32, _: &mut Rng, out: &mut Vec<f32>) {
        self.look(view, legal);
        out.clone_from(&self.mind.scores);
    }

    /// How likely it would make each move at temperature 1.
    fn express(&self, _view: G::View<'_>, judged: &[f32]) -> Opinion {
        let highest = judged.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let weights: Vec<f64> = judged.iter().map(|&score| math::exp(f64::from(score - highest))).collect();
        let sum: f64 = weights.iter().sum();
        let meaning = Meaning { unit: Unit::Likelihood, base: Base::Moves };
        Opinion { values: weights.into_iter().map(|weight| weight / sum).collect(), meaning }
    }

    /// A move that is e times as likely.
    fn unit(&self) -> f32 {
        1.0
    }
}

impl<G: Game, F: Clone> Clone for Player<G, F> {
    fn clone(&self) -> Self {
        Player {
            features: self.features.clone(),
            network: self.network,
            weights: Arc::clone(&self.weights),
            temperature: self.temperature,
            mind: Mind::default(),
            game: PhantomData,
        }
    }
}
