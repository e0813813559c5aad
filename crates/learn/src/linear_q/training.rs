use kirifuda_play::{Episode, Game, Policy, Rng, Rules, Seat};

use super::update::Walk;
use super::{LinearQ, Options, Player, Pool, Task};
use crate::seats::{self, Actor, Seats};

type Course<G> = seats::Course<G, Box<dyn Policy<G>>, Pool>;

/// Who sits at the other seats while a learner learns.
pub type Opponents<G> = seats::Opponents<Box<dyn Policy<G>>, Pool>;

/// A learner at work: deals are played one after the other, each from its own stream of the seed, so that a training
/// that is stopped and taken up again gives the same weights to the last bit.
pub struct LinearQTraining<G: Game, T> {
    course: Course<G>,
    seats: Seats<G>,
    learner: LinearQ<G, T>,
    walks: Vec<Walk>,
}

/// Everything about a training that its options, rules and seed do not tell: with it, training goes on where it was.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Deals learned from.
    pub deals: u64,
    /// The weights.
    pub weights: Vec<f32>,
    /// Their average; empty unless one is kept.
    pub average: Vec<f32>,
    /// The snapshots, where there is a pool.
    pub pool: Option<Pool>,
}

/// The weights have grown beyond all bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the weights grew beyond all bounds within {0} deals: take a smaller step")]
pub struct Diverged(pub u64);

impl Diverged {
    /// Fails with weights that have, after so many deals.
    pub(crate) fn check(weights: &[f32], deals: u64) -> Result<(), Diverged> {
        // No early exit: several weights at a time, where a search for the first took a third of a training in short
        // pieces.
        let diverged = weights.iter().fold(false, |found, weight| found | !weight.is_finite());
        if diverged { Err(Diverged(deals)) } else { Ok(()) }
    }
}

impl<G: Game, T: Task<G>> LinearQTraining<G, T> {
    /// A training from the start.
    pub fn new(rules: G::Rules, task: T, options: Options, opponents: Opponents<G>, seed: u64) -> Self {
        Self::with(rules, LinearQ::new(task, options), opponents, seed)
    }

    /// A training as it was. Nothing when the state does not fit the task and options.
    pub fn restore(
        rules: G::Rules,
        task: T,
        options: Options,
        mut opponents: Opponents<G>,
        seed: u64,
        state: State,
    ) -> Option<Self> {
        let dimensions = task.dimensions();
        let averaged = if options.average { dimensions } else { 0 };
        let whole = state.weights.len() == dimensions && state.average.len() == averaged;
        if !whole || !opponents.restore(state.pool, dimensions) {
            return None;
        }
        let learner = LinearQ::restore(task, options, state.weights, state.average, state.deals);
        Some(Self::with(rules, learner, opponents, seed))
    }

    fn with(rules: G::Rules, learner: LinearQ<G, T>, opponents: Opponents<G>, seed: u64) -> Self {
        let (seats, walks) = (Seats::new(&rules), vec![Walk::default(); rules.seats()]);
        LinearQTraining { course: Course::new(rules, opponents, seed), seats, learner, walks }
    }

    /// Plays and learns so many deals.
    pub fn advance(&mut self, deals: u64) -> Result<(), Diverged> {
        for _ in 0..deals {
            self.play_deal();
        }
        Diverged::check(self.learner.weights(), self.deals())
    }

    /// Learns from a game that was played elsewhere, from these seats; it counts as a deal.
    pub fn study(&mut self, episode: &Episode<G>, seats: &[Seat]) -> Result<(), Diverged> {
        self.learner.study(episode, seats);
        Diverged::check(self.learner.weights(), self.deals())
    }

    /// Deals learned from.
    pub fn deals(&self) -> u64 {
        self.learner.deals()
    }

    /// The learner.
    pub fn learner(&self) -> &LinearQ<G, T> {
        &self.learner
    }

    /// The snapshots, where there is a pool.
    pub fn pool(&self) -> Option<&Pool> {
        self.course.opponents.selves()
    }

    /// The player that the learner has become so far.
    pub fn player(&self) -> Player<G, T> {
        self.learner.player()
    }

    /// What is needed to go on later.
    pub fn state(&self) -> State {
        State {
            deals: self.deals(),
            weights: self.learner.weights().to_vec(),
            average: self.learner.average().to_vec(),
            pool: self.pool().cloned(),
        }
    }

    fn play_deal(&mut self) {
        let LinearQTraining { course, seats, learner, walks } = self;
        let game = seats.play(course, learner.deals(), &mut Seated { learner, walks });
        for (seat, walk) in Seat::all(walks.len()).zip(walks) {
            learner.finish(walk, game.view(seat));
        }
        learner.count_deal();
        course.opponents.note(learner.deals(), learner.playing_weights());
    }
}

/// The learner at its seats.
struct Seated<'a, G: Game, T> {
    learner: &'a mut LinearQ<G, T>,
    walks: &'a mut [Walk],
}

impl<G: Game, T: Task<G>> Actor<G, Pool> for Seated<'_, G, T> {
    #[inline]
    fn choose(&mut self, seat: Seat, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        legal[self.learner.choose(&mut self.walks[seat.index()], view, legal, rng)]
    }

    #[inline]
    fn recall(&mut self, past: (&Pool, usize), view: G::View<'_>, legal: &[G::Action], _: &mut Rng) -> G::Action {
        legal[self.learner.recall(past.0.snapshot(past.1), view, legal)]
    }
}
