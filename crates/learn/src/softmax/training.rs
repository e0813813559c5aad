use std::sync::Arc;

use kirifuda_play::{Fault, Game, Maker};
use rayon::prelude::*;

use super::worker::{self, Tally, Worker};
use super::{Diverged, Features, Network, Options, Player, Pool};
use crate::adam::{Moments, Stride};
use crate::seats;

/// How a training is done, besides what is seen.
pub type Course<G> = seats::Course<G, Maker<G>, Pool>;

/// Who sits at the other seats while a learner learns. Each part of a batch has players of its own; a snapshot is taken
/// every so many updates.
pub type Opponents<G> = seats::Opponents<Maker<G>, Pool>;

/// A learner at work: the deals of a batch are played with the same weights, each from its own stream of the seed, on all
/// cores of the rayon pool in force. Sums are taken in a fixed order, so neither the number of threads nor a stop on the
/// way changes a bit.
pub struct SoftmaxTraining<G: Game, F> {
    course: Course<G>,
    features: F,
    network: Network,
    options: Options,
    weights: Vec<f32>,
    adam: Moments,
    average: Vec<f32>,
    /// Deals asked for; those of a batch that is not full yet are still to be played.
    deals: u64,
    updates: u64,
    last: Option<Batch>,
    workers: Vec<Worker<G>>,
}

/// What the last batch was like, for people who follow a training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Batch {
    /// The mean reward of the seats that learned.
    pub reward: f64,
    /// The mean entropy of a decision: how far the policy is from settled.
    pub entropy: f64,
    /// Decisions of the learner to a seat and deal.
    pub decisions: f64,
    /// The root of the mean squared error of the estimated payoff.
    pub error: f64,
}

/// Everything about a training that its options and course do not tell: with it, training goes on where it was.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Deals asked for so far.
    pub deals: u64,
    /// The weights.
    pub weights: Vec<f32>,
    /// The means that the steps are made from.
    pub adam: Moments,
    /// The average of the weights; empty unless one is kept.
    pub average: Vec<f32>,
    /// The snapshots, where there is a pool.
    pub pool: Option<Pool>,
}

/// Why a training does not go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// It is of another training.
    #[error("the numbers of the training do not fit its features and options: start again")]
    State,
    /// An opponent could not be made.
    #[error(transparent)]
    Player(#[from] Fault),
}

/// Parts of a batch, each played by one thread: a constant, so that sums have the same order on every machine.
const PARTS: usize = 32;

impl<G: Game, F: Features<G>> SoftmaxTraining<G, F> {
    /// A training from the start. It fails where an opponent cannot be made.
    pub fn new(course: Course<G>, features: F, options: Options) -> Result<Self, Fault> {
        let network = network(&features, &options);
        let weights = network.weights(course.seed);
        let average = if options.average { weights.clone() } else { Vec::new() };
        let adam = Moments::new(weights.len());
        Self::with(course, features, options, State { deals: 0, weights, adam, average, pool: None })
    }

    /// A training as it was.
    pub fn restore(mut course: Course<G>, features: F, options: Options, mut state: State) -> Result<Self, Unfit> {
        let length = network(&features, &options).length();
        let averaged = if options.average { length } else { 0 };
        let lengths = [state.weights.len(), state.adam.first.len(), state.adam.second.len()];
        let whole = lengths == [length; 3] && state.average.len() == averaged;
        if !whole || !course.opponents.restore(state.pool.take(), length) {
            return Err(Unfit::State);
        }
        Ok(Self::with(course, features, options, state)?)
    }

    /// A training that begins with the weights of another one.
    pub fn from_weights(course: Course<G>, features: F, options: Options, weights: Vec<f32>) -> Result<Self, Unfit> {
        let mut training = Self::new(course, features, options)?;
        if training.weights.len() != weights.len() {
            return Err(Unfit::State);
        }
        if options.average {
            training.average.clone_from(&weights);
        }
        training.weights = weights;
        Ok(training)
    }

    fn with(course: Course<G>, features: F, mut options: Options, state: State) -> Result<Self, Fault> {
        options.batch = options.batch.max(1);
        let network = network(&features, &options);
        let parts = PARTS.min(options.batch);
        let workers = (0..parts).map(|_| Worker::new(&course, network)).collect::<Result<_, _>>()?;
        Ok(SoftmaxTraining {
            course,
            features,
            network,
            options,
            weights: state.weights,
            adam: state.adam,
            average: state.average,
            deals: state.deals,
            updates: state.deals / options.batch as u64,
            last: None,
            workers,
        })
    }

    /// Plays and learns so many deals. Deals are learned from in whole batches: those of one that is not full yet are
    /// played when it is.
    pub fn advance(&mut self, deals: u64) -> Result<(), Diverged> {
        self.deals += deals;
        while (self.updates + 1) * self.options.batch as u64 <= self.deals {
            self.update();
        }
        Diverged::check(&self.weights, self.deals)
    }

    /// Deals asked for so far.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// How it learns.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What it sees.
    pub fn features(&self) -> &F {
        &self.features
    }

    /// The form of the policy.
    pub fn network(&self) -> Network {
        self.network
    }

    /// The weights as they stand.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The means that the steps are made from.
    pub fn adam(&self) -> &Moments {
        &self.adam
    }

    /// The weights to play with: their average where one is kept.
    pub fn playing_weights(&self) -> &[f32] {
        if self.options.average { &self.average } else { &self.weights }
    }

    /// The snapshots, where there is a pool.
    pub fn pool(&self) -> Option<&Pool> {
        self.course.opponents.selves()
    }

    /// What the last batch was like; nothing before the first one since the training was begun or taken up.
    pub fn last(&self) -> Option<Batch> {
        self.last
    }

    /// The player that the learner has become so far.
    pub fn player(&self) -> Player<G, F> {
        Player::of(self.features.clone(), self.network, Arc::from(self.playing_weights()))
    }

    /// What is needed to go on later.
    pub fn state(&self) -> State {
        State {
            deals: self.deals,
            weights: self.weights.clone(),
            adam: self.adam.clone(),
            average: self.average.clone(),
            pool: self.pool().cloned(),
        }
    }

    /// Plays a batch and makes a step.
    fn update(&mut self) {
        let (size, first) = (self.options.batch as u64, self.updates * self.options.batch as u64);
        let batch = worker::Batch {
            course: &self.course,
            features: &self.features,
            network: self.network,
            options: &self.options,
            weights: &self.weights,
        };
        let parts = self.workers.len() as u64;
        self.workers.par_iter_mut().enumerate().with_max_len(1).for_each(|(part, worker)| {
            let bound = |part: u64| first + part * size / parts;
            worker.work(&batch, bound(part as u64)..bound(part as u64 + 1));
        });
        self.last = Some(summary(self.workers.iter().map(|worker| &worker.tally)));
        self.updates += 1;
        self.step(first);
        let playing = if self.options.average { &self.average } else { &self.weights };
        self.course.opponents.note(self.updates, playing);
    }

    /// Moves the weights along the gradient of the batch that began after so many deals.
    fn step(&mut self, deals: u64) {
        const PIECE: usize = 1 << 12;
        let stride = Stride::new(self.options.step_at(deals), self.updates);
        let scale = 1.0 / self.options.batch as f32;
        let gradients: Vec<&[f32]> = self.workers.iter().map(|worker| worker.gradient.as_slice()).collect();
        let pieces = self.weights.par_chunks_mut(PIECE).zip(self.adam.first.par_chunks_mut(PIECE));
        let pieces = pieces.zip(self.adam.second.par_chunks_mut(PIECE)).enumerate();
        pieces.for_each(|(number, ((weights, first), second))| {
            let mut sums = [0.0f32; PIECE];
            for gradient in &gradients {
                let gradient = &gradient[number * PIECE..][..weights.len()];
                sums.iter_mut().zip(gradient).for_each(|(sum, &slope)| *sum += slope);
            }
            let moments = first.iter_mut().zip(second);
            for ((weight, sum), (first, second)) in weights.iter_mut().zip(sums).zip(moments) {
                *weight += stride.change(sum * scale, first, second);
            }
        });
        // Weights ∝ n (n + 1) (n + 2): the first tenth of a run counts next to nothing.
        let share = 4.0 / (self.updates as f32 + 3.0);
        for (mean, &weight) in self.average.iter_mut().zip(&self.weights) {
            *mean += share * (weight - *mean);
        }
    }
}

fn network<G: Game, F: Features<G>>(features: &F, options: &Options) -> Network {
    Network { moves: features.moves(), positions: features.positions(), hidden: options.hidden }
}

fn summary<'a>(tallies: impl Iterator<Item = &'a Tally>) -> Batch {
    let mut sum = Tally::default();
    for tally in tallies {
        sum.seats += tally.seats;
        sum.decisions += tally.decisions;
        sum.reward += tally.reward;
        sum.entropy += tally.entropy;
        sum.error += tally.error;
    }
    let (seats, decisions) = (sum.seats.max(1) as f64, sum.decisions.max(1) as f64);
    Batch {
        reward: sum.reward / seats,
        entropy: sum.entropy / decisions,
        decisions: sum.decisions as f64 / seats,
        error: (sum.error / decisions).sqrt(),
    }
}
