use kirifuda_learn::choice::softmax;
use kirifuda_learn::net::{Net, Parts, Shape, words};
use kirifuda_play::{Rng, math};

use super::{Machines, NfspError, Options, Replay, Reservoir};
use crate::{Lesson, Machine, Rows, Step};

/// The two nets of one seat, or of all, and what they learn from.
pub(super) struct Side {
    /// Values of moves: the best answer.
    pub best: Learned,
    /// The values as they were a while ago, from which the values of earlier positions are learned.
    pub target: Box<dyn Machine>,
    /// How likely moves are: the average of the best answers.
    pub average: Learned,
    pub replay: Replay,
    pub reservoir: Reservoir,
    /// Decisions made so far.
    pub decisions: u64,
    buffers: Buffers,
}

/// A net and the number of its steps.
pub(super) struct Learned {
    pub machine: Box<dyn Machine>,
    pub steps: u64,
}

/// Kept to allocate nothing.
#[derive(Default)]
struct Buffers {
    rows: Vec<u64>,
    places: Vec<usize>,
    outputs: Vec<f32>,
    targets: Vec<f32>,
    moves: Parts,
    logits: Vec<f32>,
}

/// Streams of random numbers, unlike those of deals.
const BEST: u64 = 0;
const AVERAGE: u64 = 1;

impl Side {
    /// A side that has learned nothing. It begins with weights of its own.
    pub fn new(
        shape: Shape,
        active: usize,
        options: &Options,
        machines: &Machines,
        seed: u64,
        number: u64,
    ) -> Result<Side, NfspError> {
        let made = |which: u64| -> Result<Box<dyn Machine>, NfspError> {
            let seed = Rng::stream(seed, &[super::training::WEIGHTS, number, which]).bits();
            let mut machine = machines(shape, seed)?;
            // Whatever the machine, the same beginning.
            machine.load(&shape.weights(active, seed), None)?;
            Ok(machine)
        };
        let mut best = made(BEST)?;
        let target = best.twin()?;
        let stride = words(shape.inputs);
        Ok(Side {
            best: Learned { machine: best, steps: 0 },
            target,
            average: Learned { machine: made(AVERAGE)?, steps: 0 },
            replay: Replay::new(options.replay, stride),
            reservoir: Reservoir::new(options.reservoir, stride),
            decisions: 0,
            buffers: Buffers::default(),
        })
    }

    /// The nets of now, to play with: that of the best answer and that of the average.
    pub fn nets(&mut self) -> Result<[Net; 2], NfspError> {
        Ok([net(&mut *self.best.machine)?, net(&mut *self.average.machine)?])
    }

    /// Takes the steps that are due after the decisions so far.
    pub fn learn(&mut self, options: &Options, rates: [f32; 2], seed: u64, number: u64) -> Result<(), NfspError> {
        let due = self.decisions.saturating_sub(options.warmup) / options.learn_every;
        while self.best.steps < due {
            if self.best.steps.is_multiple_of(options.target_every) {
                let weights = self.best.machine.weights()?;
                self.target.load(&weights, None)?;
            }
            let update = self.best.steps;
            self.learn_best(
                options,
                rates[0],
                &mut Rng::stream(seed, &[super::training::SAMPLES, number, BEST, update]),
            )?;
            let mut rng = Rng::stream(seed, &[super::training::SAMPLES, number, AVERAGE, update]);
            self.learn_average(options, rates[1], &mut rng)?;
        }
        Ok(())
    }

    /// Q-learning: what a decision was worth is the outcome, or the best of what the next position promised.
    fn learn_best(&mut self, options: &Options, rate: f32, rng: &mut Rng) -> Result<(), NfspError> {
        let (replay, buffers) = (&self.replay, &mut self.buffers);
        self.best.steps += 1;
        buffers.places.clear();
        buffers.places.extend((0..options.batch).map(|_| rng.below(replay.len())));
        buffers.rows.clear();
        for &place in &buffers.places {
            if replay.end(place).outcome.is_none() {
                buffers.rows.extend_from_slice(replay.row(replay.after(place)));
            }
        }
        let shape = self.target.shape();
        let stride = words(shape.inputs);
        self.target.values(Rows { words: &buffers.rows, stride }, &mut buffers.outputs)?;
        let mut promised = buffers.outputs.chunks(shape.outputs);
        buffers.targets.clear();
        buffers.moves.clear();
        buffers.rows.clear();
        for &place in &buffers.places {
            let end = replay.end(place);
            let later = match end.outcome {
                Some(outcome) => outcome,
                None => {
                    let after = replay.after(place);
                    let (choice, outputs) = (replay.choice(after), promised.next().unwrap_or_default());
                    let values = (0..choice.len()).map(|number| choice.value(number, outputs));
                    replay.end(after).known + values.fold(f32::NEG_INFINITY, f32::max)
                }
            };
            let choice = replay.choice(place);
            buffers.targets.push(later - end.known);
            buffers.moves.copy(choice.parts(choice.made()));
            buffers.rows.extend_from_slice(replay.row(place));
        }
        let lesson = Lesson::Made { moves: &buffers.moves, targets: &buffers.targets };
        let step = Step { rate, number: self.best.steps };
        Ok(self.best.machine.learn(Rows { words: &buffers.rows, stride }, lesson, step)?)
    }

    /// Which of the legal moves the best answer was: cross-entropy.
    fn learn_average(&mut self, options: &Options, rate: f32, rng: &mut Rng) -> Result<(), NfspError> {
        let (reservoir, buffers) = (&self.reservoir, &mut self.buffers);
        if reservoir.is_empty() {
            return Ok(());
        }
        self.average.steps += 1;
        let shape = self.average.machine.shape();
        buffers.places.clear();
        buffers.places.extend((0..options.batch).map(|_| reservoir.draw(options.emphasis, rng)));
        buffers.rows.clear();
        buffers.places.iter().for_each(|&place| buffers.rows.extend_from_slice(reservoir.row(place)));
        let (places, logits) = (&buffers.places, &mut buffers.logits);
        let share = 1.0 / options.batch as f32;
        let mut slopes = |values: &[f32], slopes: &mut [f32]| {
            let mut loss = 0.0;
            let rows = values.chunks(shape.outputs).zip(slopes.chunks_mut(shape.outputs));
            for (&place, (outputs, slopes)) in places.iter().zip(rows) {
                let choice = reservoir.choice(place);
                logits.clear();
                logits.extend((0..choice.len()).map(|number| choice.value(number, outputs)));
                softmax(logits, 1.0);
                loss -= math::single::ln(logits[choice.made()].max(f32::MIN_POSITIVE)) * share;
                for (number, &probability) in logits.iter().enumerate() {
                    let made = if number == choice.made() { 1.0 } else { 0.0 };
                    for &part in choice.parts(number) {
                        slopes[usize::from(part)] += (probability - made) * share;
                    }
                }
            }
            loss
        };
        let step = Step { rate, number: self.average.steps };
        let rows = Rows { words: &buffers.rows, stride: words(shape.inputs) };
        Ok(self.average.machine.learn(rows, Lesson::Slopes(&mut slopes), step)?)
    }
}

/// The weights of now as a net for play.
pub(super) fn net(machine: &mut dyn Machine) -> Result<Net, NfspError> {
    Net::new(machine.shape(), machine.weights()?).ok_or(NfspError::State("a machine with other weights"))
}

#[cfg(all(test, feature = "cpu"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::choice::Choice;
    use super::super::replay::End;
    use super::*;
    use crate::Cpu;

    fn side(options: &Options) -> Side {
        let shape = Shape { inputs: 4, width: options.width, blocks: options.blocks, outputs: 3 };
        let machines: Machines = Box::new(|shape, seed| Ok(Box::new(Cpu::new(shape, 1, seed))));
        Side::new(shape, 1, options, &machines, 1, 0).unwrap()
    }

    fn values(machine: &mut dyn Machine, row: u64) -> Vec<f32> {
        let mut out = Vec::new();
        machine.values(Rows { words: &[row], stride: 1 }, &mut out).unwrap();
        out
    }

    const OPTIONS: Options = Options {
        width: 16,
        blocks: 1,
        shared: false,
        batched: false,
        tables: 1,
        anticipation: 0.1,
        exploration: 0.0,
        exploration_games: 1,
        habits: super::super::Habits::Best,
        replay: 1_000,
        reservoir: 1_000,
        emphasis: 0,
        warmup: 0,
        learn_every: 1,
        batch: 64,
        target_every: 20,
        best_rate: 3e-3,
        average_rate: 3e-3,
        rate_games: 1_000_000,
    };

    #[test]
    fn the_average_learns_how_often_legal_moves_were_made() {
        let mut side = side(&OPTIONS);
        let mut rng = Rng::new(1);
        for number in 0..1_000u16 {
            // In position 1, moves of parts 0, and 1 and 2: three in ten times the first. In position 2 always the first of
            // two moves that are not as likely elsewhere.
            let made = u16::from(number % 10 >= 3);
            side.reservoir.offer(&[1], Choice(&[made, 2, 1, 3, 0, 1, 2]), &mut rng);
            side.reservoir.offer(&[2], Choice(&[0, 2, 1, 2, 1, 0]), &mut rng);
        }
        for step in 0..600 {
            side.learn_average(&OPTIONS, 3e-3, &mut Rng::stream(1, &[step])).unwrap();
        }
        let machine = &mut *side.average.machine;
        let mut here = values(machine, 1);
        here[1] += here[2];
        here.pop();
        softmax(&mut here, 1.0);
        assert!((here[0] - 0.3).abs() < 0.05, "{here:?}");
        let there = values(machine, 2);
        assert!(there[1] - there[0] > 2.0, "{there:?}");
    }

    #[test]
    fn the_best_answer_learns_from_outcomes_and_from_what_follows() {
        let mut side = side(&OPTIONS);
        // Position 1 leads to position 2 by move 0; there, move 1 is worth 0.8 and move 0 is worth −0.4. Move 1 of position 1
        // ends the game with 0.3, of which 0.1 was known.
        for _ in 0..100 {
            for (made, outcome) in [(0, -0.4), (1, 0.8)] {
                let end = End { known: 0.1, outcome: None };
                side.replay.push(&[1], Choice(&[0, 2, 1, 2, 0, 1]), end);
                let end = End { known: 0.25, outcome: Some(outcome) };
                side.replay.push(&[2], Choice(&[made, 2, 1, 2, 0, 1]), end);
            }
            let end = End { known: 0.1, outcome: Some(0.3) };
            side.replay.push(&[1], Choice(&[1, 2, 1, 2, 0, 1]), end);
        }
        side.decisions = 800;
        side.learn(&OPTIONS, [3e-3, 3e-3], 1, 0).unwrap();
        assert_eq!((side.best.steps, side.average.steps), (800, 0), "nothing is in the reservoir");
        let (first, second) = (values(&mut *side.best.machine, 1), values(&mut *side.best.machine, 2));
        let close = |found: f32, expected: f32| (found - expected).abs() < 0.05;
        assert!(close(second[0], -0.65) && close(second[1], 0.55), "{second:?}");
        assert!(close(first[0], 0.7) && close(first[1], 0.2), "{first:?}");
    }
}
