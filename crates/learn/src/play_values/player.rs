use std::marker::PhantomData;
use std::sync::Arc;

use kirifuda_play::{Game, Policy, Rng};

use super::{Task, Values};

/// Plays what was learned: always the play that the values advise.
pub struct Player<G: Game, T> {
    task: T,
    values: Arc<Values>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, T: Task<G>> Player<G, T> {
    /// A player with these values; the table has the task's shape.
    pub fn new(task: T, values: Arc<Values>) -> Self {
        debug_assert_eq!(task.shape(), values.shape());
        Player { task, values, game: PhantomData }
    }

    /// The values.
    pub fn values(&self) -> &Arc<Values> {
        &self.values
    }
}

impl<G: Game, T: Task<G>> Policy<G> for Player<G, T> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], _rng: &mut Rng) -> G::Action {
        if let [only] = legal { *only } else { self.task.advise(&self.values, view, legal) }
    }
}

impl<G: Game, T: Clone> Clone for Player<G, T> {
    fn clone(&self) -> Self {
        Player { task: self.task.clone(), values: Arc::clone(&self.values), game: PhantomData }
    }
}
