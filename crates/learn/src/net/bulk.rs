use pulp::{Arch, Simd, WithSimd};

use super::bytes::{Bytes, SHORT_BITS, Shorts, add_dots, write_normal, write_rectified};
use super::vectors::{each_bit, normalise};
use super::{Layer, Net, Shape, words};

/// What a net thinks while it looks at many positions; kept to allocate nothing.
#[derive(Clone, Debug, Default)]
pub struct Passes {
    /// A row for each position of a tile.
    stream: Vec<f32>,
    inner: Vec<f32>,
    normal: Vec<f32>,
    /// The input of a product, some rows side by side.
    input: Vec<[f32; SIDE]>,
    /// The bits that are set, position after position, and where those of each position end.
    set: Vec<u32>,
    ends: Vec<usize>,
    /// The input of a product of bytes, what a byte of each row is worth, and the product.
    bytes: Vec<u8>,
    steps: Vec<f32>,
    dots: Vec<i32>,
    outputs: Vec<f32>,
    stride: usize,
}

impl Passes {
    /// The values of the parts at one of the positions.
    #[inline]
    pub fn outputs(&self, position: usize) -> &[f32] {
        &self.outputs[position * self.stride..(position + 1) * self.stride]
    }
}

/// Positions that go through the layers together: their numbers stay near the processor.
pub(super) const TILE: usize = 21 * SIDE;
/// Positions side by side in a product: with two vectors of columns their sums fill twelve registers, of sixteen or more.
pub(super) const SIDE: usize = 6;
/// Columns of a matrix that lie together: two of the widest vectors.
pub(super) const PANEL: usize = 32;

/// A matrix in panels of columns, the last filled up with zeros.
#[derive(Debug)]
struct Matrix {
    columns: usize,
    panels: Vec<[f32; PANEL]>,
    rows: usize,
}

impl Matrix {
    fn new(weights: &[f32], (rows, columns): (usize, usize)) -> Matrix {
        let mut panels = Vec::with_capacity(rows * columns.div_ceil(PANEL));
        for start in (0..columns).step_by(PANEL) {
            let end = columns.min(start + PANEL);
            for row in weights.chunks_exact(columns) {
                let mut panel = [0.0; PANEL];
                panel[..end - start].copy_from_slice(&row[start..end]);
                panels.push(panel);
            }
        }
        Matrix { columns: columns.next_multiple_of(PANEL), panels, rows }
    }
}

/// Columns of the first layer that lie together: the weights of the bits that are common stay near the processor, and eight of the
/// widest vectors hold their sums.
const STRIP: usize = 128;

/// The weights of the first layer in strips of columns, the last filled up with zeros to whole panels.
#[derive(Debug)]
struct First {
    /// The columns of a strip lie at [`STRIP`] · strip · inputs, bit after bit.
    strips: Vec<f32>,
    always: Vec<f32>,
    inputs: usize,
}

impl First {
    fn new(weights: &[f32], (inputs, width): (usize, usize)) -> First {
        let wide = width.next_multiple_of(PANEL);
        let (bits, always) = weights.split_at(inputs * width);
        let mut strips = Vec::with_capacity(inputs * wide);
        for start in (0..wide).step_by(STRIP) {
            let end = wide.min(start + STRIP);
            for row in bits.chunks_exact(width) {
                strips.extend_from_slice(&row[start.min(width)..end.min(width)]);
                strips.resize(strips.len() + end - end.min(width), 0.0);
            }
        }
        let mut always = always.to_vec();
        always.resize(wide, 0.0);
        First { strips, always, inputs }
    }
}

/// The weights, laid out for many positions: the first layer, and the matrices behind it in the order of the layers.
#[derive(Debug)]
pub(super) struct Panels(First, Vec<Matrix>);

impl Panels {
    pub fn new(shape: Shape, weights: &[f32]) -> Panels {
        let first = First::new(&weights[shape.place(Layer::Input)], (shape.inputs, shape.width));
        let inner = (0..shape.blocks).flat_map(|block| [Layer::Inner(block), Layer::Outer(block)]);
        let matrix = |layer| Matrix::new(&weights[shape.place(layer)], shape.size(layer));
        Panels(first, inner.chain([Layer::Output]).map(matrix).collect())
    }
}

/// The first layer in whole numbers, and the matrices of the blocks in bytes, in the order of the layers.
#[derive(Debug)]
pub(super) struct Sketch(Shorts, Vec<Bytes>);

impl Sketch {
    pub fn new(shape: Shape, weights: &[f32]) -> Sketch {
        let inner = (0..shape.blocks).flat_map(|block| [Layer::Inner(block), Layer::Outer(block)]);
        let first = Shorts::new(&weights[shape.place(Layer::Input)], (shape.inputs, shape.width));
        Sketch(first, inner.map(|layer| Bytes::new(&weights[shape.place(layer)], shape.size(layer))).collect())
    }
}

/// Looks at the positions of `rows`: the weights of a layer are read once for all of them, instead of once for each. With a
/// sketch the blocks are computed in bytes.
pub(super) fn look(net: &Net, panels: &Panels, sketch: Option<&Sketch>, rows: &[u64], passes: &mut Passes) {
    Arch::new().dispatch(Look { net, panels, sketch, rows, pass: passes });
}

struct Look<'a> {
    net: &'a Net,
    panels: &'a Panels,
    sketch: Option<&'a Sketch>,
    rows: &'a [u64],
    pass: &'a mut Passes,
}

impl WithSimd for Look<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Look { net, panels, sketch, rows, pass } = self;
        let (shape, weights) = (net.shape(), &net.weights()[..]);
        let stride = words(shape.inputs).max(1);
        let wide = shape.outputs.next_multiple_of(PANEL);
        pass.stride = wide;
        // Some at a time are computed: the last may be nobody's.
        let count = rows.len() / stride;
        pass.outputs.resize(count.next_multiple_of(SIDE) * wide, 0.0);
        let mut start = 0;
        while start < count {
            let end = count.min(start + TILE);
            let outputs = start * wide..end.next_multiple_of(SIDE).max(start + SIDE) * wide;
            let mut outs = std::mem::take(&mut pass.outputs);
            let rows = &rows[start * stride..end * stride];
            tile(simd, panels, sketch, shape, weights, rows, stride, pass, &mut outs[outputs]);
            pass.outputs = outs;
            start = end;
        }
    }
}

/// A tile of positions from bits to outputs.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn tile<S: Simd>(
    simd: S,
    panels: &Panels,
    sketch: Option<&Sketch>,
    shape: Shape,
    weights: &[f32],
    rows: &[u64],
    words: usize,
    pass: &mut Passes,
    outputs: &mut [f32],
) {
    let width = shape.width;
    let wide = width.next_multiple_of(PANEL);
    let count = rows.len() / words;
    let all = count.next_multiple_of(SIDE);
    let Panels(first, matrices) = panels;
    let Passes { stream, inner, normal, input, set, ends, bytes, steps, dots, .. } = pass;
    stream.resize(all * wide, 0.0);
    inner.resize(all * wide, 0.0);
    input.resize(all / SIDE * width, [0.0; SIDE]);
    set.clear();
    ends.clear();
    let mut most = 0;
    for bits in rows.chunks_exact(words) {
        let before = set.len();
        each_bit(words, |word| bits[word], |bit| set.push(bit as u32));
        ends.push(set.len());
        most = most.max(set.len() - before);
    }
    match sketch {
        Some(Sketch(shorts, _)) if most <= SHORT_BITS => shorts.begin(simd, set, ends, wide, stream),
        _ => begin(simd, first, set, ends, wide, stream),
    }
    let mut block = 0;
    while block < shape.blocks {
        let bias = &weights[shape.place(Layer::Bias(block))];
        if let Some(Sketch(_, matrices)) = sketch {
            let (to_inner, to_outer) = (&matrices[2 * block], &matrices[2 * block + 1]);
            bytes.resize(all * to_inner.depth, 0);
            steps.resize(all, 0.0);
            dots.resize(all * wide, 0);
            write_normal(stream, normal, wide, width, count, bytes, steps);
            to_inner.dots(bytes, dots);
            write_rectified(dots, to_inner, bias, wide, width, count, normal, bytes, steps);
            to_outer.dots(bytes, dots);
            add_dots(dots, to_outer, steps, wide, width, count, stream);
            block += 1;
            continue;
        }
        normalise_all(stream, normal, wide, width, count, input);
        fill(inner, bias, wide, width);
        product(simd, input, &matrices[2 * block], inner);
        rectify_all(inner, wide, width, input);
        product(simd, input, &matrices[2 * block + 1], stream);
        block += 1;
    }
    normalise_all(stream, normal, wide, width, count, input);
    fill(outputs, &weights[shape.place(Layer::OutputBias)], shape.outputs.next_multiple_of(PANEL), shape.outputs);
    product(simd, input, &matrices[2 * shape.blocks], outputs);
}

/// The first layer of all positions, some columns at a time.
#[inline(always)]
fn begin<S: Simd>(simd: S, first: &First, set: &[u32], ends: &[usize], wide: usize, stream: &mut [f32]) {
    let lanes = size_of::<S::f32s>() / size_of::<f32>();
    let mut column = 0;
    while column < wide {
        let start = column / STRIP * STRIP;
        let across = wide.min(start + STRIP) - start;
        let strip = &first.strips[start * first.inputs..][..across * first.inputs];
        let vectors = 8.min((start + across - column) / lanes);
        let place = Place { column, start, across };
        match vectors {
            8 => columns::<S, 8>(simd, strip, &first.always, set, ends, place, wide, stream),
            6 => columns::<S, 6>(simd, strip, &first.always, set, ends, place, wide, stream),
            4 => columns::<S, 4>(simd, strip, &first.always, set, ends, place, wide, stream),
            _ => columns::<S, 2>(simd, strip, &first.always, set, ends, place, wide, stream),
        }
        column += vectors * lanes;
    }
}

/// Columns of the first layer: the first of them, the first of their strip, and how many the strip has.
#[derive(Clone, Copy)]
struct Place {
    column: usize,
    start: usize,
    across: usize,
}

/// `N` vectors of columns of the first layer, of all positions.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn columns<S: Simd, const N: usize>(
    simd: S,
    strip: &[f32],
    always: &[f32],
    set: &[u32],
    ends: &[usize],
    Place { column, start, across }: Place,
    wide: usize,
    stream: &mut [f32],
) {
    let length = N * (size_of::<S::f32s>() / size_of::<f32>());
    let (always, _) = S::as_simd_f32s(&always[column..column + length]);
    let (mut begin, mut position) = (0, 0);
    while position < ends.len() {
        let mut sums = [simd.splat_f32s(0.0); N];
        let mut vector = 0;
        while vector < N {
            sums[vector] = always[vector];
            vector += 1;
        }
        let set = &set[begin..ends[position]];
        let mut number = 0;
        while number < set.len() {
            let at = set[number] as usize * across + column - start;
            let (weights, _) = S::as_simd_f32s(&strip[at..at + length]);
            let weights = &weights[..N];
            let mut vector = 0;
            while vector < N {
                sums[vector] = simd.add_f32s(sums[vector], weights[vector]);
                vector += 1;
            }
            number += 1;
        }
        let (out, _) = S::as_mut_simd_f32s(&mut stream[position * wide + column..][..length]);
        let mut vector = 0;
        while vector < N {
            out[vector] = sums[vector];
            vector += 1;
        }
        begin = ends[position];
        position += 1;
    }
}

/// The same numbers in every row.
#[inline(always)]
fn fill(rows: &mut [f32], numbers: &[f32], stride: usize, width: usize) {
    let mut start = 0;
    while start < rows.len() {
        rows[start..start + width].copy_from_slice(&numbers[..width]);
        start += stride;
    }
}

/// The rows with mean 0 and variance 1, some side by side.
#[inline(always)]
fn normalise_all(
    stream: &[f32],
    normal: &mut Vec<f32>,
    stride: usize,
    width: usize,
    count: usize,
    out: &mut [[f32; SIDE]],
) {
    let mut row = 0;
    while row < count {
        normalise(&stream[row * stride..row * stride + width], normal);
        let (out, side) = (&mut out[row / SIDE * width..(row / SIDE + 1) * width], row % SIDE);
        let normal = &normal[..out.len()];
        let mut place = 0;
        while place < out.len() {
            out[place][side] = normal[place];
            place += 1;
        }
        row += 1;
    }
}

/// The rows without what is below 0, some side by side.
#[inline(always)]
fn rectify_all(rows: &[f32], stride: usize, width: usize, out: &mut [[f32; SIDE]]) {
    let mut group = 0;
    while group * width < out.len() {
        let out = &mut out[group * width..(group + 1) * width];
        let mut side = 0;
        while side < SIDE {
            let row = &rows[(group * SIDE + side) * stride..][..out.len()];
            let mut place = 0;
            while place < out.len() {
                out[place][side] = row[place].max(0.0);
                place += 1;
            }
            side += 1;
        }
        group += 1;
    }
}

/// Adds `input` × matrix to the rows of `out`.
#[inline(always)]
fn product<S: Simd>(simd: S, input: &[[f32; SIDE]], matrix: &Matrix, out: &mut [f32]) {
    let (depth, stride) = (matrix.rows, matrix.columns);
    let lanes = size_of::<S::f32s>() / size_of::<f32>();
    let mut column = 0;
    while column < stride {
        let panel = &matrix.panels[column / PANEL * depth..(column / PANEL + 1) * depth];
        let mut first = 0;
        while first < PANEL {
            let mut group = 0;
            while group * depth < input.len() {
                let input = &input[group * depth..(group + 1) * depth];
                let out = &mut out[group * SIDE * stride + column..];
                match lanes {
                    8.. => sums::<S, 2>(simd, input, panel, first, out, stride),
                    _ => sums::<S, 1>(simd, input, panel, first, out, stride),
                }
                group += 1;
            }
            first += if lanes < 8 { lanes } else { 2 * lanes };
        }
        column += PANEL;
    }
}

/// Some rows and `N` vectors of columns from the column `first` of a panel on, all in registers.
#[inline(always)]
fn sums<S: Simd, const N: usize>(
    simd: S,
    input: &[[f32; SIDE]],
    panel: &[[f32; PANEL]],
    first: usize,
    out: &mut [f32],
    stride: usize,
) {
    let lanes = size_of::<S::f32s>() / size_of::<f32>();
    let mut sums = [[simd.splat_f32s(0.0); N]; SIDE];
    let mut row = 0;
    while row < SIDE {
        let (held, _) = S::as_simd_f32s(&out[row * stride + first..][..N * lanes]);
        let mut vector = 0;
        while vector < N {
            sums[row][vector] = held[vector];
            vector += 1;
        }
        row += 1;
    }
    let depth = input.len().min(panel.len());
    let (input, panel) = (&input[..depth], &panel[..depth]);
    let mut place = 0;
    while place < depth {
        let (weights, _) = S::as_simd_f32s(&panel[place][first..first + N * lanes]);
        let weights = &weights[..N];
        let mut row = 0;
        while row < SIDE {
            let value = simd.splat_f32s(input[place][row]);
            let mut vector = 0;
            while vector < N {
                sums[row][vector] = simd.mul_add_f32s(value, weights[vector], sums[row][vector]);
                vector += 1;
            }
            row += 1;
        }
        place += 1;
    }
    let mut row = 0;
    while row < SIDE {
        let (held, _) = S::as_mut_simd_f32s(&mut out[row * stride + first..][..N * lanes]);
        let mut vector = 0;
        while vector < N {
            held[vector] = sums[row][vector];
            vector += 1;
        }
        row += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Pass;
    use super::super::pass::tests::example;
    use super::*;

    #[test]
    fn many_positions_are_seen_like_single_ones() {
        // Widths with and without whole panels; numbers of positions with a rest, and more than a tile.
        for (width, outputs) in [(24, 5), (64, 52), (136, 40)] {
            let net = example(width, outputs, 1000.0);
            let (mut many, mut one) = (Passes::default(), Pass::default());
            for count in [1, 6, 175, 3] {
                let rows: Vec<u64> = (0..3 * count as u64)
                    .map(|word| word.wrapping_mul(0x9E37_79B9_7F4A_7C15) & if word % 3 == 2 { 3 } else { u64::MAX })
                    .collect();
                net.look_at_many(&rows, &mut many);
                for (position, row) in rows.chunks_exact(3).enumerate() {
                    net.look(row, &mut one);
                    assert_eq!(many.outputs(position)[..outputs], one.outputs[..], "{width}, {count}: every bit");
                }
            }
        }
    }
    #[test]
    fn a_glance_at_more_bits_than_whole_numbers_can_hold_is_near_too() {
        let shape = Shape { inputs: 640, width: 40, blocks: 1, outputs: 7 };
        let net = Net::new(shape, shape.weights(300, 4)).unwrap();
        let (mut glance, mut look) = <(Passes, Passes)>::default();
        // Few bits, and all but a few.
        for bits in [0x0011_2200_0500_0081u64, 0xFFF7_FFFF_FFDF_FFFF] {
            let rows: Vec<u64> = (0..30u32).map(|word| bits.rotate_left(word)).collect();
            net.glance_at_many(&rows, &mut glance);
            net.look_at_many(&rows, &mut look);
            for position in 0..3 {
                for (found, right) in glance.outputs(position)[..7].iter().zip(look.outputs(position)) {
                    assert!((found - right).abs() < 0.01, "{found} and {right}");
                }
            }
        }
    }

    #[test]
    fn a_glance_is_near_and_the_same_on_every_machine() {
        for (width, outputs) in [(24, 5), (64, 52), (136, 40)] {
            let net = example(width, outputs, 500.0);
            let rows: Vec<u64> = (0..3 * 40u64)
                .map(|word| word.wrapping_mul(0x9E37_79B9_7F4A_7C15) & if word % 3 == 2 { 3 } else { u64::MAX })
                .collect();
            let (mut glance, mut look, mut scalar) = <(Passes, Passes, Passes)>::default();
            net.glance_at_many(&rows, &mut glance);
            net.look_at_many(&rows, &mut look);
            let panels = Panels::new(net.shape(), net.weights());
            let sketch = Sketch::new(net.shape(), net.weights());
            let slow = Look { net: &net, panels: &panels, sketch: Some(&sketch), rows: &rows, pass: &mut scalar };
            slow.with_simd(pulp::Scalar);
            let (mut apart, mut off) = (0.0f32, 0.0f32);
            for position in 0..40 {
                let (found, right) = (&glance.outputs(position)[..outputs], &look.outputs(position)[..outputs]);
                assert_eq!(found, &scalar.outputs(position)[..outputs], "{width}: every bit");
                let mean = right.iter().sum::<f32>() / outputs as f32;
                for (found, right) in found.iter().zip(right) {
                    apart += (right - mean).powi(2);
                    off += (found - right).powi(2);
                }
            }
            assert!(off > 0.0 && off.sqrt() < 0.03 * apart.sqrt(), "{width}: off by {off}, {apart} apart");
        }
    }
}
