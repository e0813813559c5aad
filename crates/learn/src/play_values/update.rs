use std::marker::PhantomData;
use std::sync::Arc;

use kirifuda_play::{Episode, Game, Rng, Seat, Turn};

use super::{Options, Place, Player, Task, Update, Values};

/// Values of plays that learn.
#[derive(Clone)]
pub struct PlayValues<G: Game, T> {
    task: T,
    options: Options,
    values: Values,
    games: u64,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, T: Task<G>> PlayValues<G, T> {
    /// Knows nothing yet: every choice has the value of the start.
    pub fn new(task: T, options: Options) -> Self {
        let values = Values::new(task.shape(), options.start);
        Self::restore(task, options, values, 0)
    }

    pub(super) fn restore(task: T, options: Options, values: Values, games: u64) -> Self {
        PlayValues { task, options, values, games, game: PhantomData }
    }

    /// How it learns.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What it values.
    pub fn task(&self) -> &T {
        &self.task
    }

    /// The values as they stand.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Games learned from.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// A play while learning: the advised one, now and then another.
    #[inline]
    pub fn choose(&self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        let advised = self.task.advise(&self.values, view, legal);
        if self.options.epsilon <= 0.0 {
            return advised;
        }
        let place = self.task.place(view, advised);
        let visits = place.map_or(0, |place| self.values.visits_of_state(place.state));
        let epsilon = self.options.epsilon * self.options.epsilon_fade.left(self.games, visits);
        if rng.chance(epsilon) { self.task.explore(view, legal, rng) } else { advised }
    }

    /// Moves the values of the plays of one seat in a finished game towards what it was worth. (Once for each play: one
    /// that was made twice moves twice.)
    #[inline]
    pub fn reward(&mut self, plays: &[Place], reward: f32) {
        for &place in plays {
            let left = self.options.step_fade.left(self.games, self.values.visits(place));
            let (step, value) = (self.options.step * left as f32, self.values.get(place));
            // A sum goes as far as if the value were nothing.
            let reward = if self.options.update == Update::Sum { value + reward } else { reward };
            self.values.update(place, reward, step);
        }
    }

    /// A game has been learned from by all seats that learn.
    #[inline]
    pub fn count_game(&mut self) {
        self.games += 1;
    }

    /// The player as of now; later learning does not change it.
    pub fn player(&self) -> Player<G, T> {
        Player::new(self.task.clone(), Arc::new(self.values.clone()))
    }

    /// Learns from a finished game, for example of people, from these seats: the same updates as while playing.
    pub fn study(&mut self, episode: &Episode<G>, seats: &[Seat]) {
        let mut game = episode.dealt.clone();
        let mut plays = vec![Vec::new(); game.seats()];
        for decision in &episode.decisions {
            if let Turn::Seat(seat) = game.turn() {
                plays[seat.index()].extend(self.task.place(game.view(seat), decision.action));
            }
            game.play(decision.action);
        }
        for &seat in seats {
            let reward = self.task.reward(&game, seat);
            self.reward(&plays[seat.index()], reward);
        }
        self.count_game();
    }
}
