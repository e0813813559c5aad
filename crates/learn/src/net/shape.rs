use std::ops::Range;

use kirifuda_play::Rng;

/// The size of a net: inputs → width, residual blocks of normalisation, width → width, ReLU, → width, and after a last
/// normalisation the outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Bits of a position.
    pub inputs: usize,
    /// Units of the stream that the blocks add to.
    pub width: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// Parts of moves.
    pub outputs: usize,
}

/// A matrix or a bias in the list of all weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Inputs × width, and a last row that is always added.
    Input,
    /// Width × width of a block, before its ReLU.
    Inner(usize),
    /// What is added there.
    Bias(usize),
    /// Width × width of a block, after its ReLU.
    Outer(usize),
    /// Width × outputs.
    Output,
    /// What is added to the outputs.
    OutputBias,
}

impl Shape {
    /// All layers, in the order of the weights. A matrix lies row by row, a row for each of its inputs.
    pub fn layers(self) -> impl Iterator<Item = Layer> {
        let block = |number| [Layer::Inner(number), Layer::Bias(number), Layer::Outer(number)];
        [Layer::Input].into_iter().chain((0..self.blocks).flat_map(block)).chain([Layer::Output, Layer::OutputBias])
    }

    /// Rows and columns of a layer.
    pub fn size(self, layer: Layer) -> (usize, usize) {
        match layer {
            Layer::Input => (self.inputs + 1, self.width),
            Layer::Inner(_) | Layer::Outer(_) => (self.width, self.width),
            Layer::Bias(_) => (1, self.width),
            Layer::Output => (self.width, self.outputs),
            Layer::OutputBias => (1, self.outputs),
        }
    }

    /// Where a layer's weights are among all.
    pub fn place(self, layer: Layer) -> Range<usize> {
        let (square, input) = (self.width * self.width, (self.inputs + 1) * self.width);
        let block = |number: usize| input + number * (2 * square + self.width);
        let start = match layer {
            Layer::Input => 0,
            Layer::Inner(number) => block(number),
            Layer::Bias(number) => block(number) + square,
            Layer::Outer(number) => block(number) + square + self.width,
            Layer::Output => block(self.blocks),
            Layer::OutputBias => block(self.blocks) + self.width * self.outputs,
        };
        let (rows, columns) = self.size(layer);
        start..start + rows * columns
    }

    /// Number of all weights.
    pub fn length(self) -> usize {
        self.place(Layer::OutputBias).end
    }

    /// The weights of a smaller net in this shape: it thinks the same, but for rounding. It may see only the first of this one's inputs, have
    /// fewer blocks, and a width that goes into this one's: each of its units then stands here several times. What a unit gave to the next is
    /// shared out among its copies by chance, so that they learn different things. Nothing if it is larger in anything.
    pub fn grown(self, smaller: Shape, weights: &[f32]) -> Option<Vec<f32>> {
        let copies = self.width.checked_div(smaller.width)?;
        let is_larger = smaller.inputs <= self.inputs && smaller.blocks <= self.blocks;
        if !is_larger || smaller.width * copies != self.width || smaller.outputs != self.outputs {
            return None;
        }
        if weights.len() != smaller.length() {
            return None;
        }
        // New blocks begin as nothing, but can learn.
        let mut grown = if self.blocks > smaller.blocks { self.weights(1, 0) } else { vec![0.0; self.length()] };
        let mut rng = Rng::stream(0, &[GROWTH]);
        for layer in smaller.layers() {
            let (from, to) = (&weights[smaller.place(layer)], &mut grown[self.place(layer)]);
            let (columns, wide) = (smaller.size(layer).1, self.size(layer).1);
            match layer {
                // The last row of the inputs, which is always added, stays the last.
                Layer::Input => {
                    to.fill(0.0);
                    let last = self.inputs * wide;
                    for (row, from) in from.chunks_exact(columns).enumerate() {
                        let start = if row == smaller.inputs { last } else { row * wide };
                        to[start..start + wide].chunks_exact_mut(columns).for_each(|to| to.copy_from_slice(from));
                    }
                }
                Layer::Bias(_) | Layer::OutputBias => {
                    to.chunks_exact_mut(columns).for_each(|to| to.copy_from_slice(from));
                }
                Layer::Inner(_) | Layer::Outer(_) | Layer::Output => {
                    for (place, &weight) in from.iter().enumerate() {
                        let (row, column) = (place / columns, place % columns);
                        for copy in (column..wide).step_by(columns) {
                            let mut left = 1.0;
                            for part in 1..=copies {
                                let share = match copies - part {
                                    0 => left,
                                    more => left / (more + 1) as f32 * (0.5 + rng.unit() as f32),
                                };
                                left -= share;
                                to[((part - 1) * smaller.width + row) * wide + copy] = weight * share;
                            }
                        }
                    }
                }
            }
        }
        Some(grown)
    }

    /// Weights to start with. Inputs are scaled for about `active` of them being set; the blocks start as nothing and the
    /// outputs small, so that an untrained net thinks all moves about equal.
    pub fn weights(self, active: usize, seed: u64) -> Vec<f32> {
        let mut rng = Rng::stream(seed, &[STREAM]);
        let mut weights = vec![0.0; self.length()];
        for layer in self.layers() {
            let spread = match layer {
                Layer::Input => 1.0 / (active.max(1) as f32).sqrt(),
                Layer::Inner(_) => (2.0 / self.width as f32).sqrt(),
                Layer::Output => 0.1 / (self.width as f32).sqrt(),
                Layer::Bias(_) | Layer::Outer(_) | Layer::OutputBias => continue,
            };
            for weight in &mut weights[self.place(layer)] {
                // Uniform, with this deviation.
                *weight = spread * 3f32.sqrt() * (2.0 * rng.unit() as f32 - 1.0);
            }
        }
        weights
    }
}

/// First step of the path of the stream of random numbers of the weights at the start, unlike those of deals.
const STREAM: u64 = 6;
/// The same for how a net grows.
const GROWTH: u64 = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layers_fill_the_weights_without_gap() {
        let shape = Shape { inputs: 5, width: 4, blocks: 2, outputs: 3 };
        let mut end = 0;
        for layer in shape.layers() {
            let place = shape.place(layer);
            assert_eq!(place.start, end, "{layer:?}");
            end = place.end;
        }
        assert_eq!(end, shape.length());
        assert_eq!(end, 6 * 4 + 2 * (16 + 4 + 16) + 4 * 3 + 3);
    }

    #[test]
    fn a_net_that_sees_more_thinks_what_it_thought() {
        let small = Shape { inputs: 5, width: 4, blocks: 2, outputs: 3 };
        let large = Shape { inputs: 9, ..small };
        let weights = small.weights(3, 1);
        let grown = large.grown(small, &weights).unwrap();
        assert_eq!(grown[..5 * 4], weights[..5 * 4]);
        assert!(grown[5 * 4..9 * 4].iter().all(|&weight| weight == 0.0));
        assert_eq!(grown[9 * 4..], weights[5 * 4..]);
        assert_eq!(small.grown(small, &weights).unwrap(), weights);
        assert_eq!(small.grown(large, &grown), None);
        assert_eq!(Shape { blocks: 1, ..large }.grown(small, &weights), None);
        assert_eq!(Shape { width: 6, ..large }.grown(small, &weights), None);
        assert_eq!(large.grown(small, &weights[1..]), None);
    }

    #[test]
    fn a_net_that_grows_thinks_what_it_thought_and_its_units_differ() {
        use crate::net::{Net, Pass};
        let small = Shape { inputs: 70, width: 16, blocks: 2, outputs: 3 };
        let mut weights = small.weights(10, 1);
        let mut rng = Rng::new(5);
        weights.iter_mut().for_each(|weight| *weight += 0.1 * (rng.unit() as f32 - 0.5));
        let position = |inputs: usize| {
            let mut row = vec![0u64; crate::net::words(inputs)];
            (0..70).step_by(7).for_each(|bit| row[bit / 64] |= 1 << (bit % 64));
            row
        };
        let outputs = |shape: Shape, weights: &[f32]| {
            let (net, mut pass) = (Net::new(shape, weights).unwrap(), Pass::default());
            net.look(&position(shape.inputs), &mut pass);
            pass.outputs.clone()
        };
        let before = outputs(small, &weights);
        for large in [
            Shape { width: 32, ..small },
            Shape { width: 48, blocks: 4, ..small },
            Shape { inputs: 90, width: 32, blocks: 3, ..small },
        ] {
            let grown = large.grown(small, &weights).unwrap();
            for (before, after) in before.iter().zip(outputs(large, &grown)) {
                assert!((before - after).abs() < 1e-4, "{large:?}: {after}, not {before}");
            }
            // Copies of a unit have different weights behind them.
            let outer = &grown[large.place(Layer::Outer(0))];
            assert_ne!(outer[0], outer[16 * large.width]);
        }
    }

    #[test]
    fn weights_have_the_spread_that_was_asked_for() {
        let shape = Shape { inputs: 300, width: 64, blocks: 1, outputs: 8 };
        let weights = shape.weights(100, 7);
        let spread = |layer| {
            let values = &weights[shape.place(layer)];
            (values.iter().map(|value| value * value).sum::<f32>() / values.len() as f32).sqrt()
        };
        assert!((spread(Layer::Input) - 0.1).abs() < 0.003);
        assert!((spread(Layer::Inner(0)) - (2.0f32 / 64.0).sqrt()).abs() < 0.01);
        assert_eq!((spread(Layer::Outer(0)), spread(Layer::Bias(0))), (0.0, 0.0));
        assert_ne!(weights, shape.weights(100, 8));
    }
}
