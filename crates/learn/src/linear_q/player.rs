use std::marker::PhantomData;
use std::sync::Arc;

use kirifuda_play::{Game, Opinion, Policy, Rng, Scale};

use super::Task;
use super::options::boltzmann;
use crate::choice::best;
use crate::strength::Judge;

/// Plays by learned weights: the move of the highest value, or, with a temperature, in proportion to exp(value / T).
pub struct Player<G: Game, T> {
    task: T,
    weights: Arc<[f32]>,
    temperature: f64,
    values: Vec<f32>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, T: Task<G>> Player<G, T> {
    /// A player with these weights; as many as the task has features.
    pub fn new(task: T, weights: Arc<[f32]>) -> Self {
        debug_assert_eq!(task.dimensions(), weights.len());
        Player { task, weights, temperature: 0.0, values: Vec::new(), game: PhantomData }
    }

    /// The same player, choosing in proportion to exp(value / temperature).
    pub fn with_temperature(self, temperature: f64) -> Self {
        Player { temperature, ..self }
    }

    /// The weights.
    pub fn weights(&self) -> &Arc<[f32]> {
        &self.weights
    }
}

impl<G: Game, T: Task<G>> Policy<G> for Player<G, T> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        self.task.values(&self.weights, view, legal, &mut self.values);
        let place =
            if self.temperature > 0.0 { boltzmann(&self.values, self.temperature, rng) } else { best(&self.values).0 };
        legal[place]
    }

    fn opinion(&mut self, view: G::View<'_>, legal: &[G::Action], _rng: &mut Rng) -> Option<Opinion> {
        self.task.values(&self.weights, view, legal, &mut self.values);
        Some(self.express(view, &self.values))
    }
}

impl<G: Game, T: Task<G>> Judge<G> for Player<G, T> {
    /// It imagines nothing: attention makes no difference.
    fn judge(&mut self, view: G::View<'_>, legal: &[G::Action], _: f32, _: &mut Rng, out: &mut Vec<f32>) {
        self.task.values(&self.weights, view, legal, out);
    }

    fn express(&self, _view: G::View<'_>, judged: &[f32]) -> Opinion {
        Scale { meaning: self.task.meaning(), ..Scale::outcome(G::UNIT) }.opinion(judged)
    }

    /// A point or a trick.
    fn unit(&self) -> f32 {
        1.0
    }
}

impl<G: Game, T: Clone> Clone for Player<G, T> {
    fn clone(&self) -> Self {
        Player {
            task: self.task.clone(),
            weights: Arc::clone(&self.weights),
            temperature: self.temperature,
            values: Vec::new(),
            game: PhantomData,
        }
    }
}
