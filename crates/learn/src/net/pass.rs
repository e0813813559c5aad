use std::sync::Arc;

use super::{Layer, Shape, words};

/// A trained net.
#[derive(Clone, Debug)]
pub struct Net {
    shape: Shape,
    weights: Arc<[f32]>,
}

/// What a net thinks while it looks at a position; kept to allocate nothing.
#[derive(Clone, Debug, Default)]
pub struct Pass {
    stream: Vec<f32>,
    normal: Vec<f32>,
    inner: Vec<f32>,
    /// A value for each part.
    pub outputs: Vec<f32>,
}

impl Net {
    /// A net with these weights; nothing if there are more or fewer than the shape has.
    pub fn new(shape: Shape, weights: impl Into<Arc<[f32]>>) -> Option<Net> {
        let weights = weights.into();
        (weights.len() == shape.length()).then_some(Net { shape, weights })
    }

    /// Its size.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Its weights.
    pub fn weights(&self) -> &Arc<[f32]> {
        &self.weights
    }

    /// What it thinks of a position of [`Shape::inputs`] bits: `pass.outputs`.
    pub fn look(&self, row: &[u64], pass: &mut Pass) {
        let (shape, width) = (self.shape, self.shape.width);
        debug_assert_eq!(row.len(), words(shape.inputs));
        let (input, always) = self.weights[shape.place(Layer::Input)].split_at(shape.inputs * width);
        let Pass { stream, normal, inner, outputs } = pass;
        stream.clear();
        stream.extend_from_slice(always);
        for (number, &word) in row.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let bit = 64 * number + left.trailing_zeros() as usize;
                left &= left - 1;
                add(&input[bit * width..(bit + 1) * width], stream);
            }
        }
        for block in 0..shape.blocks {
            normalise(stream, normal);
            inner.clear();
            inner.extend_from_slice(&self.weights[shape.place(Layer::Bias(block))]);
            add_product(normal, &self.weights[shape.place(Layer::Inner(block))], inner);
            for unit in inner.iter_mut() {
                *unit = unit.max(0.0);
            }
            add_product(inner, &self.weights[shape.place(Layer::Outer(block))], stream);
        }
        normalise(stream, normal);
        outputs.clear();
        outputs.extend_from_slice(&self.weights[shape.place(Layer::OutputBias)]);
        add_product(normal, &self.weights[shape.place(Layer::Output)], outputs);
    }
}

/// Added to a variance.
pub(super) const TINY: f32 = 1e-5;

/// Mean 0 and variance 1.
fn normalise(stream: &[f32], out: &mut Vec<f32>) {
    let length = stream.len() as f32;
    let mean = sum(stream, |value| value) / length;
    let variance = sum(stream, |value| (value - mean) * (value - mean)) / length;
    let scale = 1.0 / (variance + TINY).sqrt();
    out.clear();
    out.extend(stream.iter().map(|value| (value - mean) * scale));
}

/// A sum in eight lanes: always in the same order, and as fast as the machine can.
fn sum(values: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    let (eights, rest) = values.as_chunks::<8>();
    let mut lanes = [0.0f32; 8];
    for eight in eights {
        for (lane, &value) in lanes.iter_mut().zip(eight) {
            *lane += of(value);
        }
    }
    lanes.into_iter().chain(rest.iter().map(|&value| of(value))).sum()
}

#[inline]
fn add(row: &[f32], out: &mut [f32]) {
    for (out, &weight) in out.iter_mut().zip(row) {
        *out += weight;
    }
}

/// Adds `input` × matrix; inputs of 0 cost nothing. Four rows at a time, so that the sums are loaded and stored once.
fn add_product(input: &[f32], matrix: &[f32], out: &mut [f32]) {
    let width = out.len();
    let (mut held, mut count) = ([(0.0f32, 0usize); 4], 0);
    for (number, &value) in input.iter().enumerate() {
        if value == 0.0 {
            continue;
        }
        held[count] = (value, number * width);
        count += 1;
        if count == 4 {
            let [a, b, c, d] = held.map(|(value, start)| (value, &matrix[start..start + width]));
            let rows = a.1.iter().zip(b.1).zip(c.1).zip(d.1);
            for (out, (((&p, &q), &r), &s)) in out.iter_mut().zip(rows) {
                *out += (a.0 * p + b.0 * q) + (c.0 * r + d.0 * s);
            }
            count = 0;
        }
    }
    for &(value, start) in &held[..count] {
        for (out, &weight) in out.iter_mut().zip(&matrix[start..start + width]) {
            *out += value * weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same in double precision, by definition.
    fn slowly(net: &Net, set: &[usize]) -> Vec<f64> {
        let shape = net.shape();
        let at = |layer, row: usize, column: usize| {
            f64::from(net.weights()[shape.place(layer).start + row * shape.size(layer).1 + column])
        };
        let normal = |stream: &[f64]| -> Vec<f64> {
            let mean = stream.iter().sum::<f64>() / stream.len() as f64;
            let variance = stream.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / stream.len() as f64;
            stream.iter().map(|x| (x - mean) / (variance + f64::from(TINY)).sqrt()).collect()
        };
        let mut stream: Vec<f64> = (0..shape.width)
            .map(|unit| {
                at(Layer::Input, shape.inputs, unit) + set.iter().map(|&bit| at(Layer::Input, bit, unit)).sum::<f64>()
            })
            .collect();
        for block in 0..shape.blocks {
            let input = normal(&stream);
            let inner: Vec<f64> = (0..shape.width)
                .map(|unit| {
                    let sum: f64 = (0..shape.width).map(|from| input[from] * at(Layer::Inner(block), from, unit)).sum();
                    (sum + at(Layer::Bias(block), 0, unit)).max(0.0)
                })
                .collect();
            for (unit, out) in stream.iter_mut().enumerate() {
                *out += (0..shape.width).map(|from| inner[from] * at(Layer::Outer(block), from, unit)).sum::<f64>();
            }
        }
        let input = normal(&stream);
        (0..shape.outputs)
            .map(|part| {
                let sum: f64 = (0..shape.width).map(|from| input[from] * at(Layer::Output, from, part)).sum();
                sum + at(Layer::OutputBias, 0, part)
            })
            .collect()
    }

    #[test]
    fn a_pass_agrees_with_its_definition() {
        let shape = Shape { inputs: 70, width: 19, blocks: 2, outputs: 5 };
        let mut weights = shape.weights(10, 3);
        for (place, weight) in weights.iter_mut().enumerate() {
            *weight += ((place * 37 % 101) as f32 - 50.0) / 250.0; // no layer stays 0
        }
        let net = Net::new(shape, weights).unwrap();
        let mut pass = Pass::default();
        for set in [vec![], vec![0, 3, 63, 64, 69], (0..70).collect()] {
            let mut row = [0u64; 2];
            set.iter().for_each(|&bit: &usize| row[bit / 64] |= 1 << (bit % 64));
            net.look(&row, &mut pass);
            for (found, expected) in pass.outputs.iter().zip(slowly(&net, &set)) {
                assert!((f64::from(*found) - expected).abs() < 2e-5, "{found}, {expected}");
            }
        }
        assert!(Net::new(shape, vec![0.0; 7]).is_none());
    }
}
