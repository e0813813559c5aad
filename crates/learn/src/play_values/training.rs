use std::convert::Infallible;

use kirifuda_play::{Episode, Game, Policy, Rng, Rules, Seat};

use super::{Options, Place, PlayValues, Player, Task, Values};
use crate::seats::{self, Actor, Seats};

/// How a training is done, besides what is valued.
pub type Course<G> = seats::Course<G, Box<dyn Policy<G>>, Infallible>;

/// Who sits at the other seats while a learner learns.
pub type Opponents<G> = seats::Opponents<Box<dyn Policy<G>>, Infallible>;

/// A learner at work: deals are played one after the other, each from its own stream of the seed, so that a training that
/// is stopped and taken up again gives the same values to the last bit.
pub struct PlayValueTraining<G: Game, T> {
    course: Course<G>,
    seats: Seats<G>,
    learner: PlayValues<G, T>,
    score: f64,
    plays: Vec<Vec<Place>>,
}

/// Everything about a training that its options and course do not tell: with it, training goes on where it was.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Deals learned from.
    pub deals: u64,
    /// The values, state after state.
    pub values: Vec<f32>,
    /// How often each choice was made, state after state.
    pub visits: Vec<u64>,
    /// What the deals were worth to the learner, in all.
    pub score: f64,
}

impl<G: Game, T: Task<G>> PlayValueTraining<G, T> {
    /// A training from the start.
    pub fn new(course: Course<G>, task: T, options: Options) -> Self {
        Self::with(course, PlayValues::new(task, options), 0.0)
    }

    /// A training from given values, for example those of another one, after which it begins anew.
    pub fn from_values(course: Course<G>, task: T, options: Options, values: Values) -> Option<Self> {
        (values.shape() == task.shape()).then(|| Self::with(course, PlayValues::restore(task, options, values, 0), 0.0))
    }

    /// A training as it was. Nothing when the state does not fit the task.
    pub fn restore(course: Course<G>, task: T, options: Options, state: State) -> Option<Self> {
        let values = Values::restore(task.shape(), state.values, state.visits)?;
        Some(Self::with(course, PlayValues::restore(task, options, values, state.deals), state.score))
    }

    fn with(course: Course<G>, learner: PlayValues<G, T>, score: f64) -> Self {
        let (seats, plays) = (Seats::new(&course.rules), vec![Vec::new(); course.rules.seats()]);
        PlayValueTraining { course, seats, learner, score, plays }
    }

    /// Plays and learns so many deals.
    pub fn advance(&mut self, deals: u64) {
        for _ in 0..deals {
            self.play_deal();
        }
    }

    /// Learns from a game that was played elsewhere, from these seats; it counts as a deal.
    pub fn study(&mut self, episode: &Episode<G>, seats: &[Seat]) {
        self.learner.study(episode, seats);
    }

    /// Deals learned from.
    pub fn deals(&self) -> u64 {
        self.learner.games()
    }

    /// What the deals were worth to the learner so far, in all; the mean of its seats where there are several.
    pub fn score(&self) -> f64 {
        self.score
    }

    /// The learner.
    pub fn learner(&self) -> &PlayValues<G, T> {
        &self.learner
    }

    /// The player that the learner has become so far.
    pub fn player(&self) -> Player<G, T> {
        self.learner.player()
    }

    /// What is needed to go on later.
    pub fn state(&self) -> State {
        let values = self.learner.values();
        State {
            deals: self.deals(),
            values: values.values().to_vec(),
            visits: values.all_visits().to_vec(),
            score: self.score,
        }
    }

    fn play_deal(&mut self) {
        let PlayValueTraining { course, seats, learner, plays, .. } = self;
        let game = seats.play(course, learner.games(), &mut Seated { learner, plays });
        let mut total = 0.0;
        for seat in seats.learners() {
            let reward = learner.task().reward(&game, seat);
            let plays = &mut plays[seat.index()];
            learner.reward(plays, reward);
            plays.clear();
            total += f64::from(reward);
        }
        self.score += total / seats.learners().count() as f64;
        learner.count_game();
    }
}

/// The learner at its seats.
struct Seated<'a, G: Game, T> {
    learner: &'a PlayValues<G, T>,
    plays: &'a mut [Vec<Place>],
}

impl<G: Game, T: Task<G>> Actor<G, Infallible> for Seated<'_, G, T> {
    #[inline]
    fn choose(&mut self, seat: Seat, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        let action = self.learner.choose(view, legal, rng);
        self.plays[seat.index()].extend(self.learner.task().place(view, action));
        action
    }

    fn recall(&mut self, past: (&Infallible, usize), _: G::View<'_>, _: &[G::Action], _: &mut Rng) -> G::Action {
        match *past.0 {}
    }
}
