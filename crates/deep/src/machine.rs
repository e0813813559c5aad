use kirifuda_learn::adam::Moments;
use kirifuda_learn::net::{Parts, Shape};

/// Positions as packed bits, one row after the other.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// All words.
    pub words: &'a [u64],
    /// Words of a row.
    pub stride: usize,
}

impl<'a> Rows<'a> {
    /// Number of rows.
    pub fn len(self) -> usize {
        self.words.len() / self.stride.max(1)
    }

    /// True without rows.
    pub fn is_empty(self) -> bool {
        self.words.is_empty()
    }

    /// One of them.
    pub fn row(self, number: usize) -> &'a [u64] {
        &self.words[number * self.stride..(number + 1) * self.stride]
    }
}

/// What is to be learned about some positions.
pub enum Lesson<'a> {
    /// The values of the moves that were made, one for each row: mean squared error.
    Made {
        /// The moves.
        moves: &'a Parts,
        /// What they brought.
        targets: &'a [f32],
    },
    /// Any other: from the outputs (rows × outputs) the caller writes the slope of the loss by each output, and returns
    /// the loss. Slopes are 0 before. The mean over the rows is the caller's business.
    Slopes(&'a mut dyn FnMut(&[f32], &mut [f32]) -> f32),
}

/// A step of Adam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Its size.
    pub rate: f32,
    /// Its number, from 1.
    pub number: u64,
}

/// Where a net is computed and learns: a processor or a graphics card.
pub trait Machine: Send {
    /// What it is, in words.
    fn name(&self) -> String;
    /// The size of its net.
    fn shape(&self) -> Shape;
    /// Writes what the net thinks of some positions: rows × outputs.
    fn values(&mut self, rows: Rows<'_>, out: &mut Vec<f32>) -> Result<(), MachineError>;
    /// Learns from some positions. Its loss may come later: see [`loss`](Machine::loss).
    fn learn(&mut self, rows: Rows<'_>, lesson: Lesson<'_>, step: Step) -> Result<(), MachineError>;
    /// The sum of the losses of all lessons since the last call; waits until they are learned.
    fn loss(&mut self) -> Result<f64, MachineError>;
    /// The weights of now.
    fn weights(&mut self) -> Result<Vec<f32>, MachineError>;
    /// The running means of now.
    fn moments(&mut self) -> Result<Moments, MachineError>;
    /// Other weights, and where to go on with the running means; without them they start from 0.
    fn load(&mut self, weights: &[f32], moments: Option<&Moments>) -> Result<(), MachineError>;
    /// Another net of the same size with the same weights on the same machine.
    fn twin(&mut self) -> Result<Box<dyn Machine>, MachineError>;
}

/// What a machine cannot do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MachineError(pub String);

/// The mean squared error of the moves that were made, and its slopes.
pub(crate) fn made(moves: &Parts, targets: &[f32], outputs: usize, values: &[f32], slopes: &mut [f32]) -> f32 {
    let (mut loss, share) = (0.0, 1.0 / targets.len().max(1) as f32);
    for (row, &target) in targets.iter().enumerate() {
        let error = moves.value(row, &values[row * outputs..(row + 1) * outputs]) - target;
        loss += error * error * share;
        for &part in moves.of(row) {
            slopes[row * outputs + usize::from(part)] += 2.0 * error * share;
        }
    }
    loss
}
