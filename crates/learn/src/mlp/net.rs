use kirifuda_play::Rng;

use super::sigmoid;

/// A net of three layers. The hidden units are sigmoid units.
///
/// The weights lie in one list: the biases of the hidden units; for each input the weights into all hidden units; the
/// biases of the outputs; for each output the weights from all hidden units.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    shape: Shape,
    weights: Vec<f32>,
}

/// The sizes of a net and what comes out of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Numbers that go in.
    pub inputs: usize,
    /// Units between.
    pub hidden: usize,
    /// Numbers that come out.
    pub outputs: usize,
    /// What these numbers are.
    pub output: Output,
}

/// What the outputs of a net are, and what error it learns by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Output {
    /// Weighted sums, learned by the squared error.
    Linear,
    /// Sigmoid units between two numbers.
    Sigmoid {
        /// The smallest output.
        low: f32,
        /// The largest.
        high: f32,
        /// The error.
        delta: Delta,
    },
}

/// The error that sigmoid outputs learn by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delta {
    /// −t ln y − (1 − t) ln(1 − y), where t and y are the fractions of the range: a unit that is wrong and sure of it
    /// learns fast.
    CrossEntropy,
    /// (t − y)² / 2: such a unit hardly learns, since its slope is almost 0.
    SquaredError,
}

/// The memory for passes through a net, for one thread; see [`Net::work`].
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// The hidden units; while learning, their errors.
    hidden: Vec<f32>,
    errors: Vec<f32>,
    outputs: Vec<f32>,
}

/// Weights that do not fit a net.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// There are too many or too few.
    #[error("{found} weights instead of {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many the net has.
        expected: usize,
    },
    /// Some are not numbers.
    #[error("a weight is not a finite number")]
    NotFinite,
}

impl Output {
    /// Sigmoid units from 0 to 1, learned by the cross-entropy.
    pub const PROBABILITY: Output = Output::Sigmoid { low: 0.0, high: 1.0, delta: Delta::CrossEntropy };

    /// Turns weighted sums into what comes out: all of them at once.
    #[inline]
    fn apply(self, sums: &mut [f32]) {
        if let Output::Sigmoid { low, high, .. } = self {
            for sum in sums {
                *sum = low + (high - low) * sigmoid(*sum);
            }
        }
    }

    /// The negative slope of the error by the weighted sum: what to add to it, at rate 1. In units of the range.
    #[inline]
    fn error(self, output: f32, target: f32) -> f32 {
        match self {
            Output::Linear => target - output,
            Output::Sigmoid { low, high, delta } => {
                let error = (target - output) / (high - low);
                match delta {
                    Delta::CrossEntropy => error,
                    Delta::SquaredError => {
                        let fraction = (output - low) / (high - low);
                        error * fraction * (1.0 - fraction)
                    }
                }
            }
        }
    }
}

impl Shape {
    /// Number of weights.
    pub fn length(&self) -> usize {
        self.outer() + self.outputs * (1 + self.hidden)
    }

    /// Where the weights of the outputs begin.
    fn outer(&self) -> usize {
        self.hidden * (1 + self.inputs)
    }
}

impl Net {
    /// A net with random weights, each between ±1/√(numbers that go into the unit).
    pub fn new(shape: Shape, rng: &mut Rng) -> Net {
        let mut weights = vec![0.0; shape.length()];
        let (inner, outer) = weights.split_at_mut(shape.outer());
        for (layer, inputs) in [(inner, shape.inputs), (outer, shape.hidden)] {
            let bound = 1.0 / (inputs.max(1) as f32).sqrt();
            for weight in layer {
                *weight = bound * (2.0 * rng.unit() as f32 - 1.0);
            }
        }
        Net { shape, weights }
    }

    /// A net with the weights of another, as [`weights`](Net::weights) gave them.
    pub fn restore(shape: Shape, weights: Vec<f32>) -> Result<Net, Misfit> {
        if weights.len() != shape.length() {
            return Err(Misfit::Length { found: weights.len(), expected: shape.length() });
        }
        let net = Net { shape, weights };
        if net.is_finite() { Ok(net) } else { Err(Misfit::NotFinite) }
    }

    /// Memory for passes through this net.
    pub fn work(&self) -> Scratch {
        let mut work = Scratch::default();
        work.fit(self.shape);
        work
    }

    /// What comes out for these inputs. `work` may be that of any net; it is fitted when it is used for the first time.
    #[inline]
    pub fn forward<'w>(&self, inputs: &[f32], work: &'w mut Scratch) -> &'w [f32] {
        work.fit(self.shape);
        self.pass(inputs, work);
        &work.outputs
    }

    /// The first output, for nets that have only one.
    #[inline]
    pub fn value(&self, inputs: &[f32], work: &mut Scratch) -> f32 {
        self.forward(inputs, work).first().copied().unwrap_or(0.0)
    }

    /// A step downhill from the error of one example; gives the square of the error before the step, summed over the
    /// outputs. A target that is not a number says nothing about its output.
    ///
    /// Steps are in units of the range of the outputs, so that a rate means the same for all ranges.
    pub fn learn(&mut self, inputs: &[f32], targets: &[f32], rate: f32, work: &mut Scratch) -> f32 {
        debug_assert_eq!(targets.len(), self.shape.outputs);
        work.fit(self.shape);
        self.pass(inputs, work);
        let Shape { hidden, output, .. } = self.shape;
        let (inner, outer) = self.weights.split_at_mut(self.shape.outer());
        let (biases, rows) = outer.split_at_mut(self.shape.outputs);
        work.errors.fill(0.0);
        let mut squares = 0.0;
        for (place, (&found, &target)) in work.outputs.iter().zip(targets).enumerate() {
            if target.is_nan() {
                continue;
            }
            squares += (target - found) * (target - found);
            let step = rate * output.error(found, target);
            biases[place] += step;
            let row = &mut rows[place * hidden..][..hidden];
            for ((weight, &unit), error) in row.iter_mut().zip(&work.hidden).zip(&mut work.errors) {
                // The error goes back through the weight as it was.
                *error += step * *weight;
                *weight += step * unit;
            }
        }
        for (error, &unit) in work.errors.iter_mut().zip(&work.hidden) {
            *error *= unit * (1.0 - unit);
        }
        let (biases, rows) = inner.split_at_mut(hidden);
        add(biases, &work.errors, 1.0);
        for (row, &input) in rows.chunks_exact_mut(hidden.max(1)).zip(inputs) {
            if input != 0.0 {
                add(row, &work.errors, input);
            }
        }
        squares
    }

    /// The sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All weights, to be saved.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Whether all weights are numbers: after too large steps they are not.
    pub fn is_finite(&self) -> bool {
        self.weights.iter().all(|weight| weight.is_finite())
    }

    #[inline]
    fn pass(&self, inputs: &[f32], work: &mut Scratch) {
        debug_assert_eq!(inputs.len(), self.shape.inputs);
        let hidden = self.shape.hidden;
        let (inner, outer) = self.weights.split_at(self.shape.outer());
        let (biases, rows) = inner.split_at(hidden);
        work.hidden.copy_from_slice(biases);
        for (row, &input) in rows.chunks_exact(hidden.max(1)).zip(inputs) {
            // Many inputs say what something is not.
            if input != 0.0 {
                add(&mut work.hidden, row, input);
            }
        }
        for unit in &mut work.hidden {
            *unit = sigmoid(*unit);
        }
        let (biases, rows) = outer.split_at(self.shape.outputs);
        for (place, (out, &bias)) in work.outputs.iter_mut().zip(biases).enumerate() {
            *out = bias + dot(&rows[place * hidden..][..hidden], &work.hidden);
        }
        self.shape.output.apply(&mut work.outputs);
    }
}

impl Scratch {
    #[inline]
    fn fit(&mut self, shape: Shape) {
        if self.hidden.len() != shape.hidden || self.outputs.len() != shape.outputs {
            self.hidden.resize(shape.hidden, 0.0);
            self.errors.resize(shape.hidden, 0.0);
            self.outputs.resize(shape.outputs, 0.0);
        }
    }
}

#[inline]
fn add(sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, &term) in sums.iter_mut().zip(row) {
        *sum += factor * term;
    }
}

/// Eight sums side by side: one after the other, each addition would wait for the one before.
#[inline]
fn dot(row: &[f32], units: &[f32]) -> f32 {
    let ((rows, row_rest), (units, unit_rest)) = (row.as_chunks::<8>(), units.as_chunks::<8>());
    let mut sums = [0.0f32; 8];
    for (row, units) in rows.iter().zip(units) {
        for ((sum, &weight), &unit) in sums.iter_mut().zip(row).zip(units) {
            *sum += weight * unit;
        }
    }
    let rest: f32 = row_rest.iter().zip(unit_rest).map(|(&weight, &unit)| weight * unit).sum();
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (c + g)) + ((b + f) + (d + h)) + rest
}
