use std::mem;
use std::sync::{Arc, OnceLock};

use kirifuda_play::Game;
use pulp::{Arch, Simd, WithSimd};

use super::bulk::{self, Panels, Passes, Sketch};
use super::vectors::{add, add_product, each_bit, normalise, relu, subtract, weights_of};
use super::{Encoder, Layer, Shape, words};

/// A trained net.
#[derive(Clone, Debug)]
pub struct Net {
    shape: Shape,
    weights: Arc<[f32]>,
    /// Made when many positions are looked at for the first time; copies of a net share them.
    panels: Arc<OnceLock<Panels>>,
    /// The same for many positions at a glance.
    sketch: Arc<OnceLock<Sketch>>,
}

/// What a net thinks while it looks at a position; kept to allocate nothing.
#[derive(Clone, Debug, Default)]
pub struct Pass {
    stream: Vec<f32>,
    normal: Vec<f32>,
    inner: Vec<f32>,
    active: Vec<(f32, u32)>,
    /// A value for each part.
    pub outputs: Vec<f32>,
}

impl Net {
    /// A net with these weights; nothing if there are more or fewer than the shape has.
    pub fn new(shape: Shape, weights: impl Into<Arc<[f32]>>) -> Option<Net> {
        let weights = weights.into();
        (weights.len() == shape.length()).then(|| Net {
            shape,
            weights,
            panels: Arc::default(),
            sketch: Arc::default(),
        })
    }

    /// Its size.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// True if it is for the positions and moves of an encoder.
    pub fn is_for<G: Game, E: Encoder<G>>(&self, encoder: &E) -> bool {
        (self.shape.inputs, self.shape.outputs) == (encoder.inputs(), encoder.outputs())
    }

    /// Its weights.
    pub fn weights(&self) -> &Arc<[f32]> {
        &self.weights
    }

    /// What it thinks of a position of [`Shape::inputs`] bits: `pass.outputs`.
    pub fn look(&self, row: &[u64], pass: &mut Pass) {
        debug_assert_eq!(row.len(), words(self.shape.inputs));
        Arch::new().dispatch(Look { net: self, row, pass });
    }

    /// What it thinks of many positions, one after the other in `rows`: every bit as [`Net::look`] has it, and several times
    /// as fast.
    pub fn look_at_many(&self, rows: &[u64], passes: &mut Passes) {
        bulk::look(self, self.panels(), None, rows, passes);
    }

    /// What it thinks of many positions at a glance: the blocks are computed in bytes, so that the values are right to about a hundredth of how far
    /// they lie apart. Two to three times as fast as [`Net::look_at_many`] where the machine multiplies bytes (AVX-512 VNNI), and the same bits on every machine.
    pub fn glance_at_many(&self, rows: &[u64], passes: &mut Passes) {
        let sketch = self.sketch.get_or_init(|| Sketch::new(self.shape, &self.weights));
        bulk::look(self, self.panels(), Some(sketch), rows, passes);
    }

    fn panels(&self) -> &Panels {
        self.panels.get_or_init(|| Panels::new(self.shape, &self.weights))
    }

    /// What it thinks of a position, from another position that the net has seen: only the bits that differ are looked at. What it thinks is
    /// the same but for rounding.
    pub fn follow(&self, trace: &mut Trace, row: &[u64], pass: &mut Pass) {
        debug_assert_eq!(row.len(), words(self.shape.inputs));
        Arch::new().dispatch(Follow { net: self, trace, row, pass });
    }

    /// The first layer.
    #[inline(always)]
    fn begin<S: Simd>(&self, simd: S, row: &[u64], stream: &mut Vec<f32>) {
        let (input, always) = self.input();
        stream.clear();
        stream.extend_from_slice(always);
        each_bit(row.len(), |word| row[word], |bit| add(simd, weights_of(input, bit, self.shape.width), stream));
    }

    #[inline(always)]
    fn change<S: Simd>(&self, simd: S, trace: &mut Trace, row: &[u64]) {
        if trace.row.len() != row.len() || trace.sums.len() != self.shape.width {
            trace.row.clear();
            trace.row.extend_from_slice(row);
            self.begin(simd, row, &mut trace.sums);
            return;
        }
        let ((input, _), width) = (self.input(), self.shape.width);
        let (old, sums) = (&mut trace.row[..row.len()], &mut trace.sums);
        each_bit(row.len(), |word| old[word] & !row[word], |bit| subtract(simd, weights_of(input, bit, width), sums));
        each_bit(row.len(), |word| row[word] & !old[word], |bit| add(simd, weights_of(input, bit, width), sums));
        old.copy_from_slice(row);
    }

    /// The weights of the bits, and those that are always added.
    #[inline(always)]
    fn input(&self) -> (&[f32], &[f32]) {
        self.weights[self.shape.place(Layer::Input)].split_at(self.shape.inputs * self.shape.width)
    }

    /// What follows on the first layer, by fused multiplications and additions in the order of the inputs: the same bits on
    /// every machine (slowly where it has none), for one position and for many.
    #[inline(always)]
    fn finish<S: Simd>(&self, simd: S, stream: &mut [f32], pass: &mut Pass) {
        let shape = self.shape;
        let Pass { normal, inner, outputs, active, .. } = pass;
        for block in 0..shape.blocks {
            normalise(stream, normal);
            inner.clear();
            inner.extend_from_slice(&self.weights[shape.place(Layer::Bias(block))]);
            add_product(simd, normal, &self.weights[shape.place(Layer::Inner(block))], inner, active);
            relu(inner);
            add_product(simd, inner, &self.weights[shape.place(Layer::Outer(block))], stream, active);
        }
        normalise(stream, normal);
        outputs.clear();
        outputs.extend_from_slice(&self.weights[shape.place(Layer::OutputBias)]);
        add_product(simd, normal, &self.weights[shape.place(Layer::Output)], outputs, active);
    }
}

// What is done with the widest vectors that the machine has; the order of all additions stays ours, and with it every bit.

struct Look<'a> {
    net: &'a Net,
    row: &'a [u64],
    pass: &'a mut Pass,
}

impl WithSimd for Look<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let mut stream = mem::take(&mut self.pass.stream);
        self.net.begin(simd, self.row, &mut stream);
        self.net.finish(simd, &mut stream, self.pass);
        self.pass.stream = stream;
    }
}

struct Follow<'a> {
    net: &'a Net,
    trace: &'a mut Trace,
    row: &'a [u64],
    pass: &'a mut Pass,
}

impl WithSimd for Follow<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.net.change(simd, self.trace, self.row);
        let mut stream = mem::take(&mut self.pass.stream);
        stream.clear();
        stream.extend_from_slice(&self.trace.sums);
        self.net.finish(simd, &mut stream, self.pass);
        self.pass.stream = stream;
    }
}

/// A position as the first layer of a net sees it, to go on from: see [`Net::follow`].
#[derive(Clone, Debug, Default)]
pub struct Trace {
    row: Vec<u64>,
    sums: Vec<f32>,
}

impl Trace {
    /// Forgets the position.
    pub fn clear(&mut self) {
        self.row.clear();
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::vectors::TINY;
    use super::*;

    /// A net of 130 bits in which no layer stays 0: the smaller `calm`, the more its weights differ.
    pub fn example(width: usize, outputs: usize, calm: f32) -> Net {
        let shape = Shape { inputs: 130, width, blocks: 2, outputs };
        let mut weights = shape.weights(10, 3);
        for (place, weight) in weights.iter_mut().enumerate() {
            *weight += ((place * 37 % 101) as f32 - 50.0) / calm;
        }
        Net::new(shape, weights).unwrap()
    }

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

    #[test]
    fn following_a_position_is_like_looking_at_it() {
        // Widths with and without whole vectors, and outputs with a rest.
        for (width, outputs) in [(19, 5), (64, 52), (136, 13)] {
            let net = example(width, outputs, 1000.0);
            let (mut trace, mut fresh, mut pass, mut expected) = <(Trace, Trace, Pass, Pass)>::default();
            let mut row = [0u64; 3];
            for step in 0..200usize {
                for bit in [step * 7 % 130, step * 31 % 130, step * step % 130] {
                    row[bit / 64] ^= 1 << (bit % 64);
                }
                net.look(&row, &mut expected);
                net.follow(&mut trace, &row, &mut pass);
                for (found, expected) in pass.outputs.iter().zip(&expected.outputs) {
                    assert!((found - expected).abs() < 1e-4, "step {step}: {found}, {expected}");
                }
                if step % 50 == 0 {
                    trace.clear();
                }
            }
            // A trace of nothing begins anew: nothing of the way to a position is left in it.
            trace.clear();
            net.follow(&mut trace, &row, &mut pass);
            let again = pass.outputs.clone();
            net.follow(&mut fresh, &row, &mut pass);
            assert_eq!(again, pass.outputs);
        }
    }

    /// What a net thinks of some positions with vectors of one kind, bit by bit.
    fn bits<S: Simd>(net: &Net, simd: S) -> Vec<u32> {
        let (mut trace, mut pass, mut bits) = (Trace::default(), Pass::default(), Vec::new());
        let mut row = [0u64; 3];
        for step in 0..20usize {
            for bit in [step * 7 % 130, step * 31 % 130, step * step % 130] {
                row[bit / 64] ^= 1 << (bit % 64);
            }
            Look { net, row: &row, pass: &mut pass }.with_simd(simd);
            bits.extend(pass.outputs.iter().map(|value| value.to_bits()));
            Follow { net, trace: &mut trace, row: &row, pass: &mut pass }.with_simd(simd);
            bits.extend(pass.outputs.iter().map(|value| value.to_bits()));
        }
        bits
    }

    /// The bits on this machine, with the widest vectors that it has.
    struct Widest<'a>(&'a Net);

    impl WithSimd for Widest<'_> {
        type Output = Vec<u32>;

        fn with_simd<S: Simd>(self, simd: S) -> Vec<u32> {
            bits(self.0, simd)
        }
    }

    #[test]
    fn a_machine_without_vectors_gives_the_same_bits() {
        for (width, outputs) in [(19, 5), (64, 52), (136, 13)] {
            let net = example(width, outputs, 1000.0);
            let widest = Arch::new().dispatch(Widest(&net));
            assert!(widest == bits(&net, pulp::Scalar), "one number at a time");
            assert!(widest == bits(&net, pulp::Scalar128b), "four numbers at a time");
            assert!(widest == bits(&net, pulp::Scalar256b), "eight numbers at a time");
        }
    }
}
