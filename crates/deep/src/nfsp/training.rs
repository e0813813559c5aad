use kirifuda_learn::net::{Encoder, Mixed, Player, Shape, words};
use kirifuda_play::{Game, Rng, Rules as _, Seat};
use rayon::prelude::*;

use super::side::{Side, net};
use super::table::{NfspTable, Style};
use super::{NfspError, Options, Replay, Reservoir, SideState, State};
use crate::{Machine, MachineError, Rows};

/// Makes a machine for nets of a shape. Its weights do not matter; the number is a seed, if it needs one.
pub type Machines = Box<dyn Fn(Shape, u64) -> Result<Box<dyn Machine>, MachineError> + Send>;

/// Neural fictitious self-play at work.
pub struct Nfsp<G: Game, E> {
    rules: G::Rules,
    encoder: E,
    options: Options,
    seed: u64,
    shape: Shape,
    sides: Vec<Side>,
    tables: Vec<NfspTable<G>>,
    /// Games asked for; those of a round that is not full yet are still to be played.
    episodes: u64,
    rounds: u64,
    /// Steps of the two kinds of nets whose losses have been told.
    counted: [u64; 2],
    buffers: Buffers,
}

/// What goes to a machine and comes back.
#[derive(Default)]
struct Buffers {
    waiting: Vec<(usize, Seat)>,
    rows: Vec<u64>,
    outputs: Vec<f32>,
}

// First steps of the paths of streams of random numbers.
const GAMES: u64 = 0;
pub(super) const WEIGHTS: u64 = 1;
pub(super) const SAMPLES: u64 = 2;
const OFFERS: u64 = 3;

impl<G: Game, E: Encoder<G>> Nfsp<G, E> {
    /// A training from the start.
    pub fn new(
        rules: G::Rules,
        encoder: E,
        options: Options,
        machines: Machines,
        seed: u64,
    ) -> Result<Self, NfspError> {
        options.check()?;
        let (inputs, outputs) = (encoder.inputs(), encoder.outputs());
        let shape = Shape { inputs, width: options.width, blocks: options.blocks, outputs };
        let count = if options.shared { 1 } else { rules.seats() };
        let side = |number| Side::new(shape, encoder.active(), &options, &machines, seed, number);
        let sides = (0..count as u64).map(side).collect::<Result<_, _>>()?;
        let tables = (0..options.tables).map(|_| NfspTable::new()).collect();
        let buffers = Buffers::default();
        Ok(Nfsp {
            rules,
            encoder,
            options,
            seed,
            shape,
            sides,
            tables,
            episodes: 0,
            rounds: 0,
            counted: [0; 2],
            buffers,
        })
    }

    /// A training as it was.
    pub fn restore(
        rules: G::Rules,
        encoder: E,
        options: Options,
        machines: Machines,
        seed: u64,
        state: State,
    ) -> Result<Self, NfspError> {
        let mut training = Self::new(rules, encoder, options, machines, seed)?;
        if state.sides.len() != training.sides.len() {
            return Err(NfspError::State("the number of nets"));
        }
        let (stride, outputs) = (words(training.shape.inputs), training.shape.outputs);
        for (side, kept) in training.sides.iter_mut().zip(state.sides) {
            let [best, target, average] = &kept.weights;
            side.best.machine.load(best, Some(&kept.moments[0]))?;
            side.target.load(target, None)?;
            side.average.machine.load(average, Some(&kept.moments[1]))?;
            [side.best.steps, side.average.steps] = kept.steps;
            side.decisions = kept.decisions;
            side.replay = Replay::unpack(options.replay, stride, outputs, &kept.replay)
                .ok_or(NfspError::State("the recent decisions"))?;
            side.reservoir = Reservoir::unpack(options.reservoir, stride, outputs, kept.seen, &kept.reservoir)
                .ok_or(NfspError::State("the reservoir"))?;
        }
        training.episodes = state.episodes;
        training.rounds = state.episodes / options.tables as u64;
        training.counted = training.steps_of_nets();
        Ok(training)
    }

    /// What is needed to go on later.
    pub fn state(&mut self) -> Result<State, NfspError> {
        let side = |side: &mut Side| -> Result<SideState, NfspError> {
            Ok(SideState {
                decisions: side.decisions,
                steps: [side.best.steps, side.average.steps],
                seen: side.reservoir.seen(),
                weights: [side.best.machine.weights()?, side.target.weights()?, side.average.machine.weights()?],
                moments: [side.best.machine.moments()?, side.average.machine.moments()?],
                replay: side.replay.pack(),
                reservoir: side.reservoir.pack(),
            })
        };
        let sides = self.sides.iter_mut().map(side).collect::<Result<_, _>>()?;
        Ok(State { episodes: self.episodes, sides })
    }

    /// Plays and learns so many games. They are played in whole rounds: those of one that is not full yet are played when it
    /// is, so that it makes no difference how a training is divided.
    pub fn advance(&mut self, episodes: u64) -> Result<(), NfspError> {
        self.episodes += episodes;
        while (self.rounds + 1) * self.options.tables as u64 <= self.episodes {
            self.round()?;
        }
        Ok(())
    }

    /// Games asked for so far.
    pub fn episodes(&self) -> u64 {
        self.episodes
    }

    /// Decisions of all seats so far.
    pub fn steps(&self) -> u64 {
        self.sides.iter().map(|side| side.decisions).sum()
    }

    /// Steps of learning so far, of all nets.
    pub fn updates(&self) -> u64 {
        self.steps_of_nets().iter().sum()
    }

    /// How it learns.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The size of its nets.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The mean losses of Q-learning and of the average since the last call, over all sides: not a number where no step was
    /// taken.
    pub fn losses(&mut self) -> Result<[f64; 2], NfspError> {
        let mut sums = [0.0; 2];
        for side in &mut self.sides {
            sums[0] += side.best.machine.loss()?;
            sums[1] += side.average.machine.loss()?;
        }
        let now = self.steps_of_nets();
        let before = std::mem::replace(&mut self.counted, now);
        Ok([0, 1].map(|which| sums[which] / (now[which] - before[which]) as f64))
    }

    /// How a seat plays on average: what approaches an equilibrium.
    pub fn average_player(&mut self, seat: Seat) -> Result<Mixed<G, E>, NfspError> {
        let net = net(&mut *self.side(seat).average.machine)?;
        Mixed::new(self.encoder.clone(), net).ok_or(NfspError::State("the encoder"))
    }

    /// The best answer of a seat to the others, as far as it has been found.
    pub fn best_player(&mut self, seat: Seat) -> Result<Player<G, E>, NfspError> {
        let net = net(&mut *self.side(seat).best.machine)?;
        Player::new(self.encoder.clone(), net).ok_or(NfspError::State("the encoder"))
    }

    /// Steps of all nets of best answers, and of all of averages.
    fn steps_of_nets(&self) -> [u64; 2] {
        let each = self.sides.iter().map(|side| [side.best.steps, side.average.steps]);
        each.fold([0; 2], |sum, steps| [sum[0] + steps[0], sum[1] + steps[1]])
    }

    fn side(&mut self, seat: Seat) -> &mut Side {
        let count = self.sides.len();
        &mut self.sides[seat.index() % count]
    }

    /// Plays the games of a round and takes the steps that are due.
    fn round(&mut self) -> Result<(), NfspError> {
        let first = self.rounds * self.options.tables as u64;
        let (options, seed) = (&self.options, self.seed);
        let exploration = options.exploration_after(first);
        for (number, table) in self.tables.iter_mut().enumerate() {
            let rng = Rng::stream(seed, &[GAMES, first + number as u64]);
            table.start(&self.rules, self.shape.inputs, options, exploration, rng);
        }
        if options.batched {
            self.play_together()?
        } else {
            self.play_apart()?
        }
        for table in &mut self.tables {
            table.collect(&self.encoder, &mut self.sides, |side, offer| Rng::stream(seed, &[OFFERS, side, offer]));
        }
        self.rounds += 1;
        let (options, rates) = (&self.options, self.options.rates_after(first));
        let learn = |(number, side): (usize, &mut Side)| side.learn(options, rates, seed, number as u64);
        if options.batched {
            self.sides.iter_mut().enumerate().try_for_each(learn)
        } else {
            self.sides.par_iter_mut().enumerate().map(learn).collect::<Result<(), _>>()
        }
    }

    /// Every game by itself.
    fn play_apart(&mut self) -> Result<(), NfspError> {
        let nets = self.sides.iter_mut().map(Side::nets).collect::<Result<Vec<_>, _>>()?;
        for side in nets.iter().flatten() {
            if !side.weights().iter().fold(true, |finite, weight| finite & weight.is_finite()) {
                return Err(NfspError::Diverged(self.rounds * self.options.tables as u64));
            }
        }
        let encoder = &self.encoder;
        self.tables.par_iter_mut().with_min_len(16).for_each(|table| table.play(encoder, &nets));
        Ok(())
    }

    /// All games side by side: the positions in which the same net decides go to its machine together.
    fn play_together(&mut self) -> Result<(), NfspError> {
        let Buffers { waiting, rows, outputs } = &mut self.buffers;
        let encoder = &self.encoder;
        loop {
            let found = self.tables.par_iter_mut().with_min_len(16).map(|table| table.wait(encoder));
            let found: Vec<Option<(Seat, Style)>> = found.collect();
            if found.iter().all(Option::is_none) {
                return Ok(());
            }
            for (number, side) in self.sides.iter_mut().enumerate() {
                for average in [false, true] {
                    waiting.clear();
                    rows.clear();
                    for (place, asked) in found.iter().enumerate() {
                        let Some((seat, style)) = *asked else { continue };
                        let of_side = if self.options.shared { 0 } else { seat.index() };
                        if of_side == number && (style == Style::Average) == average {
                            waiting.push((place, seat));
                            rows.extend_from_slice(&self.tables[place].row);
                        }
                    }
                    if waiting.is_empty() {
                        continue;
                    }
                    let machine = if average { &mut side.average.machine } else { &mut side.best.machine };
                    machine.values(Rows { words: rows, stride: words(self.shape.inputs) }, outputs)?;
                    if outputs.iter().any(|value| !value.is_finite()) {
                        return Err(NfspError::Diverged(self.rounds * self.options.tables as u64));
                    }
                    for (&(place, seat), outputs) in waiting.iter().zip(outputs.chunks(self.shape.outputs)) {
                        self.tables[place].decide(seat, outputs);
                    }
                }
            }
        }
    }
}
