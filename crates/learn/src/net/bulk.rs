use std::sync::Arc;

use pulp::{Arch, Simd, WithSimd};

use super::vectors::{add, each_bit, normalise, weights_of};
use super::{Layer, Net, Shape, words};

/// A net that looks at many positions at once: the weights of a layer are read once for all of them, instead of once for each.
///
/// Sums are made by fused multiplications and additions, one input after the other: the same bits on every machine and however
/// many positions are asked together, but others than those of [`Net::look`].
#[derive(Clone, Debug)]
pub struct Bulk {
    net: Net,
    /// The matrices behind the first layer, in the order of the layers.
    matrices: Arc<[Matrix]>,
}

/// What a net thinks while it looks at some positions; kept to allocate nothing.
#[derive(Clone, Debug, Default)]
pub struct BulkPass {
    /// A row for each position of a tile.
    stream: Vec<f32>,
    inner: Vec<f32>,
    normal: Vec<f32>,
    /// The input of a product, some rows side by side.
    input: Vec<[f32; SIDE]>,
    outputs: Vec<f32>,
    stride: usize,
}

impl BulkPass {
    /// The values of the parts at one of the positions.
    #[inline]
    pub fn outputs(&self, position: usize) -> &[f32] {
        &self.outputs[position * self.stride..(position + 1) * self.stride]
    }
}

/// Positions that go through the layers together: their numbers stay near the processor.
const TILE: usize = 21 * SIDE;
/// Positions side by side in a product: with two vectors of columns their sums fill twelve of sixteen registers.
const SIDE: usize = 6;
/// Columns of a matrix that lie together.
const PANEL: usize = 16;

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

impl Bulk {
    /// The same net, prepared for many positions.
    pub fn new(net: Net) -> Bulk {
        let shape = net.shape();
        let inner = (0..shape.blocks).flat_map(|block| [Layer::Inner(block), Layer::Outer(block)]);
        let matrix = |layer| Matrix::new(&net.weights()[shape.place(layer)], shape.size(layer));
        let matrices = inner.chain([Layer::Output]).map(matrix).collect();
        Bulk { net, matrices }
    }

    /// The net.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// What it thinks of some positions, each of [`Shape::inputs`] bits, one after the other.
    pub fn look(&self, rows: &[u64], pass: &mut BulkPass) {
        Arch::new().dispatch(Look { bulk: self, rows, pass });
    }
}

struct Look<'a> {
    bulk: &'a Bulk,
    rows: &'a [u64],
    pass: &'a mut BulkPass,
}

impl WithSimd for Look<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Look { bulk, rows, pass } = self;
        let (shape, weights) = (bulk.net.shape(), &bulk.net.weights()[..]);
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
            tile(simd, bulk, shape, weights, &rows[start * stride..end * stride], stride, pass, &mut outs[outputs]);
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
    bulk: &Bulk,
    shape: Shape,
    weights: &[f32],
    rows: &[u64],
    words: usize,
    pass: &mut BulkPass,
    outputs: &mut [f32],
) {
    let width = shape.width;
    let wide = width.next_multiple_of(PANEL);
    let count = rows.len() / words;
    let all = count.next_multiple_of(SIDE);
    let BulkPass { stream, inner, normal, input, .. } = pass;
    stream.resize(all * wide, 0.0);
    inner.resize(all * wide, 0.0);
    input.resize(all / SIDE * width, [0.0; SIDE]);
    let (first, always) = weights[shape.place(Layer::Input)].split_at(shape.inputs * width);
    let mut row = 0;
    while row < count {
        let sums = &mut stream[row * wide..row * wide + width];
        sums.copy_from_slice(always);
        let bits = &rows[row * words..(row + 1) * words];
        each_bit(words, |word| bits[word], |bit| add(simd, weights_of(first, bit, width), sums));
        row += 1;
    }
    let mut block = 0;
    while block < shape.blocks {
        normalise_all(stream, normal, wide, width, count, input);
        fill(inner, &weights[shape.place(Layer::Bias(block))], wide, width);
        product(simd, input, &bulk.matrices[2 * block], inner);
        rectify_all(inner, wide, width, input);
        product(simd, input, &bulk.matrices[2 * block + 1], stream);
        block += 1;
    }
    normalise_all(stream, normal, wide, width, count, input);
    fill(outputs, &weights[shape.place(Layer::OutputBias)], shape.outputs.next_multiple_of(PANEL), shape.outputs);
    product(simd, input, &bulk.matrices[2 * shape.blocks], outputs);
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
        let mut group = 0;
        while group * depth < input.len() {
            let input = &input[group * depth..(group + 1) * depth];
            let out = &mut out[group * SIDE * stride + column..];
            match lanes {
                8 => sums::<S, 2>(simd, input, panel, 0, out, stride),
                _ => {
                    let mut first = 0;
                    while first < PANEL {
                        sums::<S, 1>(simd, input, panel, first, out, stride);
                        first += lanes;
                    }
                }
            }
            group += 1;
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
    use super::*;

    #[test]
    fn many_positions_are_seen_like_single_ones() {
        // Widths with and without whole panels; numbers of positions with a rest, and more than a tile.
        for (width, outputs) in [(24, 5), (64, 52), (136, 40)] {
            let shape = Shape { inputs: 130, width, blocks: 2, outputs };
            let mut weights = shape.weights(10, 3);
            for (place, weight) in weights.iter_mut().enumerate() {
                *weight += ((place * 37 % 101) as f32 - 50.0) / 1000.0;
            }
            let net = Net::new(shape, weights).unwrap();
            let (bulk, mut pass, mut one) = (Bulk::new(net.clone()), BulkPass::default(), Pass::default());
            for count in [1, 6, 175, 3] {
                let rows: Vec<u64> = (0..3 * count as u64)
                    .map(|word| word.wrapping_mul(0x9E37_79B9_7F4A_7C15) & if word % 3 == 2 { 3 } else { u64::MAX })
                    .collect();
                bulk.look(&rows, &mut pass);
                for (position, row) in rows.chunks_exact(3).enumerate() {
                    net.look(row, &mut one);
                    for (found, expected) in pass.outputs(position).iter().zip(&one.outputs) {
                        assert!((found - expected).abs() < 1e-4, "{count}: {found}, {expected}");
                    }
                }
                // Company changes no bit.
                let last = pass.outputs(count - 1).to_vec();
                bulk.look(&rows[3 * (count - 1)..], &mut pass);
                assert_eq!(pass.outputs(0), last);
            }
        }
    }
}
