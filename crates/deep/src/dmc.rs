//! Deep Monte Carlo.

use kirifuda_learn::net::{Encoder, Net, Parts, Player, Shape, words};
use kirifuda_play::math::single;
use kirifuda_play::{Game, Opening, Rng};
use rayon::prelude::*;

use crate::machine::made;
use crate::policy::{Decisions, sway};
pub use crate::self_play::{Branch, Critic, PolicyGradient};
use crate::self_play::{Course, Rounds, Samples, SelfPlay};
use crate::{League, Lesson, Machine, MachineError, Moments, Rows, Step};

/// How to learn by Deep Monte Carlo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Deals that are played at once and then learned from, each move once.
    pub batch: usize,
    /// Moves to a step of learning.
    pub minibatch: usize,
    /// The size of a step at the start, and at the end of the span.
    pub rate: (f32, f32),
    /// How often a move is made at random at the start, and at the end of the span.
    pub explore: (f64, f64),
    /// Deals over which both fall, in a straight line.
    pub span: u64,
    /// Expert iteration: learned are the moves of searched positions instead of those that were made.
    pub branch: Option<Branch>,
    /// How much of a target is what the deal brought in the end, from 0 to 1; the rest is what the net thought at the seat's
    /// next turns (λ of TD(λ)). 1: Monte Carlo.
    pub trace: f32,
    /// Learn to guess what is hidden, instead of what moves are worth, at so many of the positions. Positions of one deal are much alike.
    pub guessed: Option<f64>,
    /// Learn which moves to make (policy gradient), instead of what each is worth.
    pub policy: Option<PolicyGradient>,
    /// How often each move is learned from.
    pub epochs: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            batch: 8192,
            minibatch: 8192,
            rate: (4e-4, 2e-5),
            explore: (0.11, 0.01),
            span: 1_000_000,
            branch: None,
            trace: 1.0,
            guessed: None,
            policy: None,
            epochs: 1,
        }
    }
}

impl Options {
    fn between(&self, deals: u64, from: f64, to: f64) -> f64 {
        let way = (deals as f64 / self.span.max(1) as f64).min(1.0);
        from + way * (to - from)
    }

    /// The size of a step after so many deals.
    pub fn rate_at(&self, deals: u64) -> f32 {
        self.between(deals, f64::from(self.rate.0), f64::from(self.rate.1)) as f32
    }

    /// How often a move is made at random after so many deals.
    pub fn explore_at(&self, deals: u64) -> f64 {
        self.between(deals, self.explore.0, self.explore.1)
    }
}

/// Deep Monte Carlo: a net plays all seats, and the value of each move it made is drawn toward what the deal brought.
pub struct DmcTraining<G: Game, E> {
    rules: G::Rules,
    encoder: E,
    options: Options,
    league: League<G>,
    /// Deals of a table, one after the other, and how they begin.
    series: Option<(usize, Opening<G>)>,
    seed: u64,
    machine: Box<dyn Machine>,
    play: SelfPlay<G, E>,
    /// Plays in place of the learner, which learns what it thinks of all moves.
    teacher: Option<Box<dyn Machine>>,
    /// Sees what is hidden, and how it is heeded.
    critic: Option<(Box<dyn Machine>, Critic)>,
    /// Plays the earlier self, if any is wanted.
    past: Option<Box<dyn Machine>>,
    pool: Vec<Vec<f32>>,
    deals: u64,
    steps: u64,
    loss: f64,
    scratch: Vec<Scratch>,
    wanted: Vec<f32>,
}

/// What a training needs to go on, besides its order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Deals learned from.
    pub deals: u64,
    /// Steps of learning made.
    pub steps: u64,
    /// The weights.
    pub weights: Vec<f32>,
    /// Adam's running means.
    pub moments: Moments,
    /// Earlier selves.
    pub pool: Vec<Vec<f32>>,
    /// The critic's weights and running means, where there is one.
    pub critic: Option<(Vec<f32>, Moments)>,
}

/// A minibatch.
#[derive(Default)]
struct Scratch {
    words: Vec<u64>,
    moves: Parts,
    targets: Vec<f32>,
    best: Parts,
    best_ends: Vec<u32>,
    choices: Vec<(u16, f32)>,
}

/// The first step of the path of the streams of random numbers that mix samples, and of those that choose earlier selves.
const MIXING: u64 = 8;
const CHOOSING: u64 = 9;

impl<G: Game, E: Encoder<G>> DmcTraining<G, E> {
    /// A training that starts from the weights of a machine's net.
    pub fn new(
        rules: G::Rules,
        encoder: E,
        options: Options,
        league: League<G>,
        machine: Box<dyn Machine>,
        seed: u64,
    ) -> Result<Self, MachineError> {
        let shape = machine.shape();
        let outputs = if options.guessed.is_some() { encoder.hidden() } else { encoder.outputs() };
        if outputs == 0 || (shape.inputs, shape.outputs) != (encoder.inputs(), outputs) {
            return Err(MachineError(format!("a net of another size than that of `{}`", encoder.layout())));
        }
        Ok(DmcTraining {
            rules,
            encoder,
            options,
            league,
            series: None,
            seed,
            machine,
            play: SelfPlay::new(),
            teacher: None,
            critic: None,
            past: None,
            pool: Vec::new(),
            deals: 0,
            steps: 0,
            loss: 0.0,
            scratch: Vec::new(),
            wanted: Vec::new(),
        })
    }

    /// Learns from a net, larger or smaller, that knows the game: it plays, and the learner comes to think of all legal moves
    /// what the teacher thinks of them. (Distillation.)
    pub fn with_teacher(mut self, teacher: Box<dyn Machine>) -> Result<Self, MachineError> {
        let other = teacher.shape();
        if (self.encoder.inputs(), self.encoder.outputs()) != (other.inputs, other.outputs) {
            return Err(MachineError("a teacher that sees something else".to_string()));
        }
        self.teacher = Some(teacher);
        Ok(self)
    }

    /// Learns from a [critic](Critic): a net that sees what is [hidden](Encoder::hidden), too.
    pub fn with_critic(mut self, critic: Box<dyn Machine>, how: Critic) -> Result<Self, MachineError> {
        let (shape, hidden) = (critic.shape(), self.encoder.hidden());
        if hidden == 0 || (shape.inputs, shape.outputs) != (self.encoder.inputs() + hidden, self.encoder.outputs()) {
            return Err(MachineError("a critic that does not see what is hidden, and all else".to_string()));
        }
        self.critic = Some((critic, how));
        Ok(self)
    }

    /// In the [share of deals](League::past_share) in which an earlier self would sit at all other seats, a net of the same
    /// size with these weights does: the learner becomes an answer to it.
    pub fn with_rival(mut self, weights: Vec<f32>) -> Result<Self, MachineError> {
        if weights.len() != self.machine.shape().length() {
            return Err(MachineError("a rival of another size".to_string()));
        }
        self.pool = vec![weights];
        self.league.past_every = u64::MAX;
        Ok(self)
    }

    /// So many deals are played at a table one after the other, and what one hands on counts in the next, as in a match. A batch is a whole
    /// number of such series.
    pub fn with_series(mut self, deals: usize, open: Opening<G>) -> Result<Self, MachineError> {
        if deals == 0 || !self.options.batch.is_multiple_of(deals) {
            return Err(MachineError(format!(
                "a batch of {} deals is no whole number of series of {deals}",
                self.options.batch
            )));
        }
        self.series = Some((deals, open));
        Ok(self)
    }

    /// Goes on where another training stopped, bit for bit on the same kind of machine.
    pub fn restore(&mut self, state: State) -> Result<(), MachineError> {
        let length = self.machine.shape().length();
        if state.pool.iter().any(|weights| weights.len() != length) {
            return Err(MachineError("an earlier self of another size".to_string()));
        }
        match (&mut self.critic, &state.critic) {
            (Some((critic, _)), Some((weights, moments))) => critic.load(weights, Some(moments))?,
            (None, None) => {}
            _ => return Err(MachineError("a critic on one side only".to_string())),
        }
        self.machine.load(&state.weights, Some(&state.moments))?;
        (self.deals, self.steps, self.pool) = (state.deals, state.steps, state.pool);
        Ok(())
    }

    /// What is needed to go on.
    pub fn state(&mut self) -> Result<State, MachineError> {
        Ok(State {
            deals: self.deals,
            steps: self.steps,
            weights: self.machine.weights()?,
            moments: self.machine.moments()?,
            pool: self.pool.clone(),
            critic: match &mut self.critic {
                Some((critic, _)) => Some((critic.weights()?, critic.moments()?)),
                None => None,
            },
        })
    }

    /// Deals learned from.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// Steps of learning made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The mean loss of the last batch of deals.
    pub fn loss(&self) -> f64 {
        self.loss
    }

    /// Where the net is.
    pub fn machine(&mut self) -> &mut dyn Machine {
        &mut *self.machine
    }

    /// What it sees.
    pub fn encoder(&self) -> &E {
        &self.encoder
    }

    /// How it learns.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The net as of now.
    pub fn net(&mut self) -> Result<Net, MachineError> {
        let weights = self.machine.weights()?;
        Net::new(self.machine.shape(), weights).ok_or_else(|| MachineError("a net of another size".to_string()))
    }

    /// The player that the net has become so far.
    pub fn player(&mut self) -> Result<Player<G, E>, MachineError> {
        let net = self.net()?;
        Player::new(self.encoder.clone(), net).ok_or_else(|| MachineError("a net of another size".to_string()))
    }

    /// Plays and learns a batch of deals.
    pub fn batch(&mut self) -> Result<(), MachineError> {
        if self.options.guessed.is_some() && self.teacher.is_none() {
            return Err(MachineError("nobody to play: who learns what is hidden needs a teacher".to_string()));
        }
        self.store_past()?;
        let course = Course {
            rules: &self.rules,
            seed: self.seed,
            first: self.deals,
            deals: self.options.batch,
            series: self.series.map(|(deals, open)| Rounds { deals, open }),
            explore: self.options.explore_at(self.deals),
            league: &self.league,
            keeps_legal: self.teacher.is_some() && self.options.guessed.is_none(),
            branch: self.options.branch,
            critic: self.critic.as_ref().map(|(_, how)| *how),
            guessed: self.options.guessed,
            policy: self.options.policy,
            trace: self.options.trace,
        };
        let past = match (&mut self.past, self.pool.is_empty()) {
            (Some(past), false) => {
                let mut rng = Rng::stream(self.seed, &[CHOOSING, self.deals]);
                past.load(&self.pool[rng.below(self.pool.len())], None)?;
                Some(past)
            }
            _ => None,
        };
        let player = self.teacher.as_mut().unwrap_or(&mut self.machine);
        self.play.play(&course, &self.encoder, player, past)?;
        self.learn()?;
        self.deals += self.options.batch as u64;
        Ok(())
    }

    fn store_past(&mut self) -> Result<(), MachineError> {
        let League { past_share, past_every, past_most, .. } = self.league;
        if past_share <= 0.0 {
            return Ok(());
        }
        if self.past.is_none() {
            self.past = Some(self.machine.twin()?);
        }
        let batch = self.options.batch as u64;
        if self.deals > 0 && self.deals / past_every.max(1) != (self.deals - batch.min(self.deals)) / past_every.max(1)
        {
            self.pool.push(self.machine.weights()?);
            if self.pool.len() > past_most.max(2) {
                let mut number = 0;
                self.pool.retain(|_| {
                    number += 1;
                    number % 2 == 0
                });
            }
        }
        Ok(())
    }

    /// Learns from the moves of the last deals, in random order, each once or, in another order, again.
    fn learn(&mut self) -> Result<(), MachineError> {
        let lists: Vec<&Samples> = self.play.samples().collect();
        let mut order: Vec<(u32, u32)> = Vec::new();
        for (list, samples) in lists.iter().enumerate() {
            order.extend((0..samples.targets.len()).map(|place| (list as u32, place as u32)));
        }
        if order.is_empty() {
            return Ok(());
        }
        let (mut rng, mut steps) = (Rng::stream(self.seed, &[MIXING, self.deals]), 0);
        for _ in 0..self.options.epochs.max(1) {
            rng.shuffle(&mut order);
            steps += self.epoch(&order)?;
        }
        self.loss = self.machine.loss()? / steps as f64;
        if let Some((critic, _)) = &mut self.critic {
            critic.loss()?;
        }
        if !self.loss.is_finite() {
            return Err(MachineError(
                "the net has lost its way (the loss is not a number): take a smaller rate".into(),
            ));
        }
        Ok(())
    }

    /// Learns from moves, given by the lists of samples and their places in these, in this order; tells in how many steps.
    fn epoch(&mut self, order: &[(u32, u32)]) -> Result<usize, MachineError> {
        let lists: Vec<&Samples> = self.play.samples().collect();
        let guesses = self.options.guessed.is_some();
        let hidden = if self.critic.is_some() || guesses { self.encoder.hidden() } else { 0 };
        let (stride, pieces) =
            (words(self.encoder.inputs() + hidden), order.len().div_ceil(self.options.minibatch.max(1)));
        let rate = self.options.rate_at(self.deals);
        let piece = order.len().div_ceil(pieces);
        let pieces: Vec<&[(u32, u32)]> = order.chunks(piece).collect();
        // Some minibatches are put together at the same time, by all threads.
        let at_once = rayon::current_num_threads().max(1);
        self.scratch.resize_with(at_once, Scratch::default);
        for group in pieces.chunks(at_once) {
            self.scratch.par_iter_mut().zip(group).for_each(|(scratch, piece)| scratch.gather(&lists, piece, stride));
            for scratch in &self.scratch[..group.len()] {
                self.steps += 1;
                let (rows, step) = (Rows { words: &scratch.words, stride }, Step { rate, number: self.steps });
                if let Some((critic, Critic { forgive, .. })) = &mut self.critic {
                    // What it thinks before it learns: not what it was told about these very deals.
                    let (wanted, outputs) = (&mut self.wanted, self.encoder.outputs());
                    let mut slopes = |values: &[f32], slopes: &mut [f32]| {
                        values.clone_into(wanted);
                        made(&scratch.moves, &scratch.targets, outputs, values, slopes)
                    };
                    critic.learn(rows, Lesson::Slopes(&mut slopes), step)?;
                    let (wanted, policy) = (&self.wanted, self.options.policy);
                    let mut slopes = |values: &[f32], slopes: &mut [f32]| match policy {
                        Some(policy) => sway(&scratch.decisions(), policy, wanted, outputs, values, slopes),
                        None => heed(scratch, *forgive, wanted, outputs, values, slopes),
                    };
                    self.machine.learn(rows, Lesson::Slopes(&mut slopes), step)?;
                    continue;
                }
                if let Some(policy) = self.options.policy {
                    let outputs = self.encoder.outputs();
                    let mut slopes = |values: &[f32], slopes: &mut [f32]| {
                        sway(&scratch.decisions(), policy, values, outputs, values, slopes)
                    };
                    self.machine.learn(rows, Lesson::Slopes(&mut slopes), step)?;
                    continue;
                }
                if guesses {
                    let (inputs, holders) = (self.encoder.inputs(), self.encoder.holders());
                    let mut slopes =
                        |values: &[f32], slopes: &mut [f32]| guess(rows, inputs, holders, hidden, values, slopes);
                    self.machine.learn(rows, Lesson::Slopes(&mut slopes), step)?;
                    continue;
                }
                let Some(teacher) = &mut self.teacher else {
                    let lesson = Lesson::Made { moves: &scratch.moves, targets: &scratch.targets };
                    self.machine.learn(rows, lesson, step)?;
                    continue;
                };
                teacher.values(rows, &mut self.wanted)?;
                let (moves, wanted, outputs) = (&scratch.moves, &self.wanted, self.encoder.outputs());
                let mut slopes = |values: &[f32], slopes: &mut [f32]| follow(moves, wanted, outputs, values, slopes);
                self.machine.learn(rows, Lesson::Slopes(&mut slopes), step)?;
            }
        }
        Ok(pieces.len())
    }
}

/// Rows that one thread looks at together.
pub(crate) const PIECE: usize = 256;

/// The mean squared difference to what a critic thinks of the best moves, of which `forgive` of what they have in common is left out, and its
/// slopes.
fn heed(scratch: &Scratch, forgive: f32, wanted: &[f32], outputs: usize, values: &[f32], slopes: &mut [f32]) -> f32 {
    let (best, ends, rows) = (&scratch.best, &scratch.best_ends, scratch.best_ends.len());
    let pieces = slopes.par_chunks_mut(PIECE * outputs).enumerate().map(|(piece, slopes)| {
        let mut loss = 0.0;
        for (number, slopes) in slopes.chunks_exact_mut(outputs).enumerate() {
            let row = piece * PIECE + number;
            let (start, end) = (if row == 0 { 0 } else { ends[row - 1] as usize }, ends[row] as usize);
            let place = row * outputs..(row + 1) * outputs;
            let (values, wanted) = (&values[place.clone()], &wanted[place]);
            let error = |number| best.value(number, values) - best.value(number, wanted);
            let share = 1.0 / (end - start).max(1) as f32;
            let common = forgive * share * (start..end).map(error).sum::<f32>();
            for number in start..end {
                let error = error(number) - common;
                loss += error * error * share / rows as f32;
                for &part in best.of(number) {
                    slopes[usize::from(part)] += 2.0 * error * share / rows as f32;
                }
            }
        }
        loss
    });
    // Added up in their order, however many threads there are.
    pieces.collect::<Vec<f32>>().iter().sum()
}

/// How unlikely a net that guesses what is hidden makes what is so: the mean, over positions, of the sum of the logarithms of who holds what and of
/// the bits that stand for themselves, and its slopes.
fn guess(
    rows: Rows<'_>,
    inputs: usize,
    (holders, things): (usize, usize),
    hidden: usize,
    values: &[f32],
    slopes: &mut [f32],
) -> f32 {
    let share = 1.0 / rows.len().max(1) as f32;
    let pieces = slopes.par_chunks_mut(PIECE * hidden).enumerate().map(|(piece, slopes)| {
        let mut loss = 0.0;
        for (number, slopes) in slopes.chunks_exact_mut(hidden).enumerate() {
            let row = piece * PIECE + number;
            let (bits, values) = (rows.row(row), &values[row * hidden..(row + 1) * hidden]);
            let is_so = |place: usize| bits[(inputs + place) / 64] >> ((inputs + place) % 64) & 1 == 1;
            for thing in 0..things {
                let place = |holder: usize| holder * things + thing;
                let Some(holder) = (0..holders).find(|&holder| is_so(place(holder))) else { continue };
                let highest = (0..holders).map(|holder| values[place(holder)]).fold(f32::NEG_INFINITY, f32::max);
                let all: f32 = (0..holders).map(|holder| single::exp(values[place(holder)] - highest)).sum();
                for other in 0..holders {
                    let likely = single::exp(values[place(other)] - highest) / all;
                    slopes[place(other)] = share * (likely - if other == holder { 1.0 } else { 0.0 });
                }
                loss += share * (single::ln(all) + highest - values[place(holder)]);
            }
            for place in holders * things..hidden {
                let (value, target) = (values[place], if is_so(place) { 1.0 } else { 0.0 });
                let away = single::exp(-value.abs());
                let likely = if value < 0.0 { away / (1.0 + away) } else { 1.0 / (1.0 + away) };
                slopes[place] = share * (likely - target);
                loss += share * (value.max(0.0) - value * target + single::ln(1.0 + away));
            }
        }
        loss
    });
    // Added up in their order, however many threads there are.
    pieces.collect::<Vec<f32>>().iter().sum()
}

/// The mean squared difference to what is wanted, at the parts of legal moves, and its slopes.
fn follow(moves: &Parts, wanted: &[f32], outputs: usize, values: &[f32], slopes: &mut [f32]) -> f32 {
    let mut loss = 0.0;
    for row in 0..moves.len() {
        let parts = moves.of(row);
        let share = 1.0 / (moves.len() * parts.len().max(1)) as f32;
        for &part in parts {
            let place = row * outputs + usize::from(part);
            let error = values[place] - wanted[place];
            slopes[place] = 2.0 * error * share;
            loss += error * error * share;
        }
    }
    loss
}

impl Scratch {
    fn gather(&mut self, lists: &[&Samples], order: &[(u32, u32)], stride: usize) {
        self.words.clear();
        self.moves.clear();
        self.targets.clear();
        self.best.clear();
        self.best_ends.clear();
        self.choices.clear();
        for &(list, place) in order {
            let (samples, place) = (lists[list as usize], place as usize);
            self.words.extend_from_slice(&samples.words[place * stride..(place + 1) * stride]);
            self.moves.copy(samples.moves.of(place));
            self.targets.push(samples.targets[place]);
            if let Some(&end) = samples.best_ends.get(place) {
                let start = if place == 0 { 0 } else { samples.best_ends[place - 1] };
                (start..end).for_each(|number| self.best.copy(samples.best.of(number as usize)));
                self.best_ends.push(self.best.len() as u32);
            }
            self.choices.extend(samples.choices.get(place));
        }
    }

    fn decisions(&self) -> Decisions<'_> {
        Decisions { moves: &self.best, ends: &self.best_ends, made: &self.choices, targets: &self.targets }
    }
}

/// The shape of a net for an encoder.
pub fn shape<G: Game, E: Encoder<G>>(encoder: &E, width: usize, blocks: usize) -> Shape {
    Shape { inputs: encoder.inputs(), width, blocks, outputs: encoder.outputs() }
}
