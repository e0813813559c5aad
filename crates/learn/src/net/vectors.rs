//! The sums of a net over vectors of any width. The order of additions is the same for all of them, and with it every bit.
//!
//! Loops are plain ones: what iterators do is not always compiled for the vectors in use.

use pulp::Simd;

/// Every bit that is set.
#[inline(always)]
pub(super) fn each_bit(count: usize, word: impl Fn(usize) -> u64, mut each: impl FnMut(usize)) {
    let mut number = 0;
    while number < count {
        let mut left = word(number);
        while left != 0 {
            each(64 * number + left.trailing_zeros() as usize);
            left &= left - 1;
        }
        number += 1;
    }
}

#[inline(always)]
pub(super) fn weights_of(input: &[f32], bit: usize, width: usize) -> &[f32] {
    &input[bit * width..(bit + 1) * width]
}

/// Added to a variance.
pub(super) const TINY: f32 = 1e-5;

/// Mean 0 and variance 1.
#[inline(always)]
pub(super) fn normalise(stream: &[f32], out: &mut Vec<f32>) {
    let length = stream.len() as f32;
    let mean = sum(stream, |value| value) / length;
    let variance = sum(stream, |value| (value - mean) * (value - mean)) / length;
    let scale = 1.0 / (variance + TINY).sqrt();
    out.resize(stream.len(), 0.0);
    let (out, mut place) = (&mut out[..stream.len()], 0);
    while place < stream.len() {
        out[place] = (stream[place] - mean) * scale;
        place += 1;
    }
}

#[inline(always)]
pub(super) fn relu(units: &mut [f32]) {
    let mut place = 0;
    while place < units.len() {
        units[place] = units[place].max(0.0);
        place += 1;
    }
}

/// A sum in eight lanes: always in the same order, and as fast as the machine can.
#[inline(always)]
fn sum(values: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    let mut lanes = [0.0f32; 8];
    let (eights, rest) = values.as_chunks::<8>();
    let mut place = 0;
    while place < eights.len() {
        let mut lane = 0;
        while lane < 8 {
            lanes[lane] += of(eights[place][lane]);
            lane += 1;
        }
        place += 1;
    }
    let (mut all, mut lane) = (0.0, 0);
    while lane < 8 {
        all += lanes[lane];
        lane += 1;
    }
    let mut place = 0;
    while place < rest.len() {
        all += of(rest[place]);
        place += 1;
    }
    all
}

#[inline(always)]
pub(super) fn add<S: Simd>(simd: S, row: &[f32], out: &mut [f32]) {
    let (row, row_rest) = S::as_simd_f32s(row);
    let (out, out_rest) = S::as_mut_simd_f32s(out);
    let mut place = 0;
    while place < row.len().min(out.len()) {
        out[place] = simd.add_f32s(out[place], row[place]);
        place += 1;
    }
    let mut place = 0;
    while place < row_rest.len().min(out_rest.len()) {
        out_rest[place] += row_rest[place];
        place += 1;
    }
}

#[inline(always)]
pub(super) fn subtract<S: Simd>(simd: S, row: &[f32], out: &mut [f32]) {
    let (row, row_rest) = S::as_simd_f32s(row);
    let (out, out_rest) = S::as_mut_simd_f32s(out);
    let mut place = 0;
    while place < row.len().min(out.len()) {
        out[place] = simd.sub_f32s(out[place], row[place]);
        place += 1;
    }
    let mut place = 0;
    while place < row_rest.len().min(out_rest.len()) {
        out_rest[place] -= row_rest[place];
        place += 1;
    }
}

/// Adds `input` × matrix; inputs of 0 cost nothing. Eight vectors of sums at a time stay in registers.
#[inline(always)]
pub(super) fn add_product<S: Simd>(
    simd: S,
    input: &[f32],
    matrix: &[f32],
    out: &mut [f32],
    active: &mut Vec<(f32, u32)>,
) {
    let width = out.len();
    active.resize(input.len(), (0.0, 0));
    let (mut count, mut number) = (0, 0);
    while number < input.len() {
        active[count] = (input[number], (number * width) as u32);
        count += usize::from(input[number] != 0.0);
        number += 1;
    }
    let active = &active[..count];
    let lanes = size_of::<S::f32s>() / size_of::<f32>();
    let mut start = 0;
    while start + 8 * lanes <= width {
        columns::<S, 8>(simd, active, matrix, start, out);
        start += 8 * lanes;
    }
    // Sums that wait for each other take time: as many side by side as there are.
    match (width - start) / lanes {
        7 => columns::<S, 7>(simd, active, matrix, start, out),
        6 => columns::<S, 6>(simd, active, matrix, start, out),
        5 => columns::<S, 5>(simd, active, matrix, start, out),
        4 => columns::<S, 4>(simd, active, matrix, start, out),
        3 => columns::<S, 3>(simd, active, matrix, start, out),
        2 => columns::<S, 2>(simd, active, matrix, start, out),
        1 => columns::<S, 1>(simd, active, matrix, start, out),
        _ => {}
    }
    start += (width - start) / lanes * lanes;
    while start + 4 <= width {
        single_columns::<4>(active, matrix, start, out);
        start += 4;
    }
    while start < width {
        single_columns::<1>(active, matrix, start, out);
        start += 1;
    }
}

/// The same for `N` columns beyond the last whole vector.
#[inline(always)]
fn single_columns<const N: usize>(active: &[(f32, u32)], matrix: &[f32], start: usize, out: &mut [f32]) {
    let out = &mut out[start..start + N];
    let mut sums = [0.0f32; N];
    sums.copy_from_slice(out);
    let mut place = 0;
    while place < active.len() {
        let (value, row) = active[place];
        let weights = &matrix[row as usize + start..row as usize + start + N];
        let mut column = 0;
        while column < N {
            sums[column] = value.mul_add(weights[column], sums[column]);
            column += 1;
        }
        place += 1;
    }
    out.copy_from_slice(&sums);
}

/// The same for `N` vectors of columns.
#[inline(always)]
fn columns<S: Simd, const N: usize>(simd: S, active: &[(f32, u32)], matrix: &[f32], start: usize, out: &mut [f32]) {
    let lanes = size_of::<S::f32s>() / size_of::<f32>();
    let (out, _) = S::as_mut_simd_f32s(&mut out[start..start + N * lanes]);
    let mut sums = [simd.splat_f32s(0.0); N];
    let mut vector = 0;
    while vector < N {
        sums[vector] = out[vector];
        vector += 1;
    }
    let mut place = 0;
    while place < active.len() {
        let (value, row) = active[place];
        let value = simd.splat_f32s(value);
        let (weights, _) = S::as_simd_f32s(&matrix[row as usize + start..row as usize + start + N * lanes]);
        let weights = &weights[..N];
        let mut vector = 0;
        while vector < N {
            sums[vector] = simd.mul_add_f32s(value, weights[vector], sums[vector]);
            vector += 1;
        }
        place += 1;
    }
    let mut vector = 0;
    while vector < N {
        out[vector] = sums[vector];
        vector += 1;
    }
}
