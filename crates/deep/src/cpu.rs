use burn::tensor::{Device, Tensor, TensorData, activation};
use kirifuda_learn::net::{Layer, Net, Passes, Shape, words};
use rayon::prelude::*;

use crate::adam::descend;
use crate::machine::made;
use crate::{Lesson, Machine, MachineError, Moments, Rows, Step};

/// A net on the processor. The input layer is a sum of the rows of the bits that are set, added up one by one: of the inputs
/// of a card game most are 0. Everything behind it is computed and taught by burn.
///
/// Positions are cut into pieces of a fixed size, each computed by one thread of the rayon pool in force, and the slopes
/// of the pieces are added in their order: neither the number of threads nor their timing changes a bit.
pub struct Cpu {
    shape: Shape,
    weights: Vec<f32>,
    moments: Moments,
    /// The weights behind the input layer once more, layer by layer.
    layers: Vec<Tensor<2>>,
    /// The net as it plays, since it learned last: several times as fast as burn.
    player: Option<Net>,
    loss: f64,
}

/// Positions that one thread computes at a time. Larger ones multiply no faster, smaller ones leave fewer threads idle.
const PIECE: usize = 256;

/// Added to a variance, as in play.
const TINY: f32 = 1e-5;

impl Cpu {
    /// A net to start with: see [`Shape::weights`].
    pub fn new(shape: Shape, active: usize, seed: u64) -> Cpu {
        Cpu::of(shape, shape.weights(active, seed))
    }

    /// A net with these weights.
    pub fn with(shape: Shape, weights: Vec<f32>) -> Result<Cpu, MachineError> {
        check("weights", weights.len(), shape.length())?;
        Ok(Cpu::of(shape, weights))
    }

    fn of(shape: Shape, weights: Vec<f32>) -> Cpu {
        let moments = zero(shape);
        let layers = layers(shape, &weights);
        Cpu { shape, weights, moments, layers, player: None, loss: 0.0 }
    }

    /// What the input layer makes of positions.
    fn stream(&self, rows: Rows<'_>) -> Tensor<2> {
        let width = self.shape.width;
        let (input, always) = self.weights[self.shape.place(Layer::Input)].split_at(self.shape.inputs * width);
        let mut stream = always.repeat(rows.len());
        for (number, stream) in stream.chunks_exact_mut(width).enumerate() {
            // Four rows at a time, so that the sums are loaded and stored once.
            let (mut held, mut count) = ([&input[..0]; 4], 0);
            each_bit(self.shape, rows.row(number), |bit| {
                held[count] = &input[bit * width..(bit + 1) * width];
                count += 1;
                if count == 4 {
                    let [a, b, c, d] = held;
                    for (sum, (((a, b), c), d)) in stream.iter_mut().zip(a.iter().zip(b).zip(c).zip(d)) {
                        *sum += (a + b) + (c + d);
                    }
                    count = 0;
                }
            });
            for row in &held[..count] {
                stream.iter_mut().zip(*row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        tensor(stream, rows.len(), width)
    }

    fn check(&self, rows: Rows<'_>) -> Result<(), MachineError> {
        let needed = words(self.shape.inputs);
        check("words a position", rows.stride.min(needed), needed)?;
        check("words beyond the last position", rows.words.len() % rows.stride.max(1), 0)
    }
}

impl Machine for Cpu {
    fn name(&self) -> String {
        format!("processor ({} threads)", rayon::current_num_threads())
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn values(&mut self, rows: Rows<'_>, out: &mut Vec<f32>) -> Result<(), MachineError> {
        self.check(rows)?;
        if self.player.is_none() {
            self.player = Net::new(self.shape, self.weights.as_slice());
        }
        let player = self.player.as_ref().ok_or_else(|| MachineError("a net of another size".to_string()))?;
        let (needed, inputs) = (words(self.shape.inputs), self.shape.inputs);
        let pieces = each(rows, |piece| {
            let mut own = Vec::with_capacity(piece.len() * needed);
            for number in 0..piece.len() {
                own.extend_from_slice(&piece.row(number)[..needed]);
                // Bits behind the last input mean nothing.
                if let (Some(last), 1..) = (own.last_mut(), inputs % 64) {
                    *last &= (1 << (inputs % 64)) - 1;
                }
            }
            let mut passes = Passes::default();
            player.look_at_many(&own, &mut passes);
            let mut values = Vec::with_capacity(piece.len() * self.shape.outputs);
            // They are filled up to whole vectors.
            (0..piece.len()).for_each(|number| values.extend_from_slice(&passes.outputs(number)[..self.shape.outputs]));
            Ok(values)
        });
        out.clear();
        for piece in pieces {
            out.extend_from_slice(&piece?);
        }
        Ok(())
    }

    fn learn(&mut self, rows: Rows<'_>, lesson: Lesson<'_>, step: Step) -> Result<(), MachineError> {
        self.check(rows)?;
        if rows.is_empty() {
            return Ok(());
        }
        // Layers of its own for every piece: burn computes the slopes of what hangs together on one thread only.
        let passes = each(rows, |piece| {
            let layers: Vec<_> = self.layers.iter().map(|layer| layer.clone().autodiff().require_grad()).collect();
            let stream = self.stream(piece).autodiff().require_grad();
            let outputs = forward(self.shape, &layers, stream.clone());
            Ok(Pass { values: read(outputs.clone().inner())?, stream, layers, outputs })
        });
        let passes: Vec<Pass> = passes.into_iter().collect::<Result<_, MachineError>>()?;
        let values: Vec<f32> = passes.iter().flat_map(|pass| &pass.values).copied().collect();
        let mut slopes = vec![0.0; values.len()];
        self.loss += f64::from(slopes_of(lesson, rows.len(), &values, &mut slopes)?);

        let share = PIECE * self.shape.outputs;
        let words = rows.words.chunks(PIECE * rows.stride);
        let pieces: Vec<_> = passes.into_iter().zip(words).zip(slopes.chunks(share)).collect();
        let back = |((pass, words), slopes): ((Pass, &[u64]), &[f32])| {
            pass.back(self.shape, Rows { words, stride: rows.stride }, slopes)
        };
        let back: Vec<_> = if pieces.len() == 1 {
            pieces.into_iter().map(back).collect()
        } else {
            pieces.into_par_iter().with_max_len(1).map(back).collect()
        };
        let mut sum: Option<Vec<f32>> = None;
        for piece in back {
            let piece = piece?;
            match &mut sum {
                None => sum = Some(piece),
                Some(sum) => sum.iter_mut().zip(piece).for_each(|(sum, slope)| *sum += slope),
            }
        }
        if let Some(sum) = sum {
            descend(&mut self.weights, &sum, &mut self.moments, step);
            self.player = None;
            self.layers = layers(self.shape, &self.weights);
        }
        Ok(())
    }

    fn loss(&mut self) -> Result<f64, MachineError> {
        Ok(std::mem::take(&mut self.loss))
    }

    fn weights(&mut self) -> Result<Vec<f32>, MachineError> {
        Ok(self.weights.clone())
    }

    fn moments(&mut self) -> Result<Moments, MachineError> {
        Ok(self.moments.clone())
    }

    fn load(&mut self, weights: &[f32], moments: Option<&Moments>) -> Result<(), MachineError> {
        check("weights", weights.len(), self.shape.length())?;
        if let Some(moments) = moments {
            check("running means", moments.first.len(), weights.len())?;
            check("running means", moments.second.len(), weights.len())?;
        }
        self.moments = moments.cloned().unwrap_or_else(|| zero(self.shape));
        self.weights = weights.to_vec();
        self.player = None;
        self.layers = layers(self.shape, weights);
        Ok(())
    }

    fn twin(&mut self) -> Result<Box<dyn Machine>, MachineError> {
        Ok(Box::new(Cpu::of(self.shape, self.weights.clone())))
    }
}

/// A piece of a lesson on its way.
struct Pass {
    stream: Tensor<2>,
    layers: Vec<Tensor<2>>,
    outputs: Tensor<2>,
    values: Vec<f32>,
}

impl Pass {
    /// The slopes of all weights, by those of the outputs.
    fn back(self, shape: Shape, rows: Rows<'_>, slopes: &[f32]) -> Result<Vec<f32>, MachineError> {
        let slopes = tensor(slopes.to_vec(), rows.len(), shape.outputs).autodiff();
        let mut found = (self.outputs * slopes).sum().backward();
        let mut slopes_of = |tensor: &Tensor<2>| match tensor.grad_remove(&mut found) {
            Some(slopes) => read(slopes),
            None => Err(MachineError("a layer of the net has no slopes".to_string())),
        };
        let width = shape.width;
        let mut all = Vec::with_capacity(shape.length());
        all.resize(shape.place(Layer::Input).end, 0.0);
        for (number, slopes) in slopes_of(&self.stream)?.chunks_exact(width).enumerate() {
            let mut add = |row: usize| {
                all[row * width..(row + 1) * width].iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            };
            each_bit(shape, rows.row(number), &mut add);
            add(shape.inputs);
        }
        for layer in &self.layers {
            all.extend_from_slice(&slopes_of(layer)?);
        }
        Ok(all)
    }
}

/// Works on all pieces, more than one at the same time.
fn each<T: Send>(
    rows: Rows<'_>,
    work: impl Fn(Rows<'_>) -> Result<T, MachineError> + Sync,
) -> Vec<Result<T, MachineError>> {
    let size = PIECE * rows.stride.max(1);
    let piece = |words| work(Rows { words, stride: rows.stride });
    if rows.len() <= PIECE {
        return rows.words.chunks(size).map(piece).collect();
    }
    rows.words.par_chunks(size).with_max_len(1).map(piece).collect()
}

/// What a net thinks of positions, from what the input layer makes of them.
fn forward(shape: Shape, layers: &[Tensor<2>], mut stream: Tensor<2>) -> Tensor<2> {
    let layer = |number: usize| layers[number].clone();
    for block in 0..shape.blocks {
        let first = 3 * block;
        let inner = activation::relu(normalise(stream.clone()).matmul(layer(first)) + layer(first + 1));
        stream = stream + inner.matmul(layer(first + 2));
    }
    let last = 3 * shape.blocks;
    normalise(stream).matmul(layer(last)) + layer(last + 1)
}

/// Mean 0 and variance 1 in every row.
fn normalise(stream: Tensor<2>) -> Tensor<2> {
    let centred = stream.clone() - stream.mean_dim(1);
    let variance = (centred.clone() * centred.clone()).mean_dim(1);
    centred / (variance + TINY).sqrt()
}

/// Tells the bits of a position that are set, in order. Bits behind the last input mean nothing.
#[inline]
fn each_bit(shape: Shape, row: &[u64], mut tell: impl FnMut(usize)) {
    for (number, &word) in row.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            let bit = 64 * number + left.trailing_zeros() as usize;
            left &= left - 1;
            if bit < shape.inputs {
                tell(bit);
            }
        }
    }
}

/// The layers behind the input layer.
fn layers(shape: Shape, weights: &[f32]) -> Vec<Tensor<2>> {
    let one = |layer| {
        let (rows, columns) = shape.size(layer);
        tensor(weights[shape.place(layer)].to_vec(), rows, columns)
    };
    shape.layers().skip(1).map(one).collect()
}

fn tensor(values: Vec<f32>, rows: usize, columns: usize) -> Tensor<2> {
    Tensor::from_data(TensorData::new(values, [rows, columns]), &Device::flex())
}

fn read(tensor: Tensor<2>) -> Result<Vec<f32>, MachineError> {
    let data = tensor.try_into_data().map_err(|why| MachineError(format!("the processor's net: {why}")))?;
    data.try_into_vec().map_err(|why| MachineError(format!("the processor's net: {why}")))
}

/// Writes the slope of the loss by each output, and gives the loss.
fn slopes_of(lesson: Lesson<'_>, rows: usize, values: &[f32], slopes: &mut [f32]) -> Result<f32, MachineError> {
    let outputs = values.len() / rows;
    match lesson {
        Lesson::Slopes(write) => Ok(write(values, slopes)),
        Lesson::Made { moves, targets } => {
            check("moves", moves.len(), rows)?;
            check("targets", targets.len(), rows)?;
            Ok(made(moves, targets, outputs, values, slopes))
        }
    }
}

fn zero(shape: Shape) -> Moments {
    Moments { first: vec![0.0; shape.length()], second: vec![0.0; shape.length()] }
}

fn check(what: &str, found: usize, needed: usize) -> Result<(), MachineError> {
    if found == needed { Ok(()) } else { Err(MachineError(format!("{found} {what} instead of {needed}"))) }
}
