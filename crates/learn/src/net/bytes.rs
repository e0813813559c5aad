//! Products of bytes: what the layers behind the first cost when many positions are seen at a glance.

use pulp::Simd;

use super::bulk::{PANEL, SIDE};
use super::vectors::normalise;

/// A matrix in bytes, each column with a scale of its own, in panels of columns; the last is filled up with zeros.
#[derive(Debug)]
pub(super) struct Bytes {
    columns: usize,
    /// Inputs that it takes, filled up to whole quads.
    pub depth: usize,
    /// By panel and four inputs at a time: the weights of each column for these four, side by side.
    quads: Vec<[[i8; LINE]; LINES]>,
    /// What a byte of each column is worth.
    scales: Vec<f32>,
    /// What inputs of [`MIDDLE`] add to each column.
    middles: Vec<i32>,
}

/// The byte that stands for 0 where numbers have signs.
const MIDDLE: u8 = 128;
/// Bytes of the widest vectors: sixteen columns with four inputs each.
const LINE: usize = 64;
const LINES: usize = 4 * PANEL / LINE;

impl Bytes {
    pub fn new(weights: &[f32], (rows, columns): (usize, usize)) -> Bytes {
        let (depth, wide) = (rows.next_multiple_of(4), columns.next_multiple_of(PANEL));
        let (mut scales, mut middles) = (vec![0.0; wide], vec![0; wide]);
        let mut quads = vec![[[0i8; LINE]; LINES]; wide / PANEL * (depth / 4)];
        for column in 0..columns {
            let largest = (0..rows).map(|row| weights[row * columns + column].abs()).fold(0.0, f32::max);
            if largest == 0.0 {
                continue;
            }
            let step = largest / 127.0;
            scales[column] = step;
            for row in 0..rows {
                let byte = (weights[row * columns + column] / step).round_ties_even() as i8;
                let quad = &mut quads[column / PANEL * (depth / 4) + row / 4];
                quad[column % PANEL / 16][column % 16 * 4 + row % 4] = byte;
                middles[column] += i32::from(byte) * i32::from(MIDDLE);
            }
        }
        Bytes { columns: wide, depth, quads, scales, middles }
    }

    /// Input × matrix for rows of [`Bytes::depth`] inputs, a multiple of [`SIDE`] of them: the same numbers on every machine.
    pub fn dots(&self, input: &[u8], out: &mut [i32]) {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        {
            use std::arch::is_x86_feature_detected as has;
            // SAFETY: the machine has the instructions that each function is compiled for.
            if has!("avx512f") && has!("avx512vnni") {
                return unsafe { self.dots_by_quads(input, out) };
            }
            if has!("avx512f") && has!("avx512bw") {
                return unsafe { self.dots_by_wide_pairs(input, out) };
            }
            if has!("avx2") {
                return unsafe { self.dots_by_pairs(input, out) };
            }
        }
        self.dots_one_by_one(input, out);
    }

    /// The same with instructions that multiply and add four bytes at a time.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vnni")]
    fn dots_by_quads(&self, input: &[u8], out: &mut [i32]) {
        use std::arch::x86_64::{__m512i, _mm512_dpbusd_epi32, _mm512_set1_epi32, _mm512_setzero_si512};
        let (count, stride) = (self.depth / 4, self.columns);
        let (input, _) = input.as_chunks::<4>();
        for (panel, quads) in self.quads.chunks_exact(count.max(1)).enumerate() {
            for (group, rows) in input.chunks_exact(SIDE * count.max(1)).enumerate() {
                let rows: [_; SIDE] = std::array::from_fn(|row| &rows[row * count..][..quads.len()]);
                let mut sums = [[_mm512_setzero_si512(); LINES]; SIDE];
                for (place, quad) in quads.iter().enumerate() {
                    let weights: [__m512i; LINES] = pulp::bytemuck::cast(*quad);
                    for (row, sums) in sums.iter_mut().enumerate() {
                        let four = _mm512_set1_epi32(i32::from_le_bytes(rows[row][place]));
                        for (sum, weights) in sums.iter_mut().zip(weights) {
                            *sum = _mm512_dpbusd_epi32(*sum, four, weights);
                        }
                    }
                }
                for (row, sums) in sums.into_iter().enumerate() {
                    let sums: [i32; PANEL] = pulp::bytemuck::cast(sums);
                    out[(group * SIDE + row) * stride + panel * PANEL..][..PANEL].copy_from_slice(&sums);
                }
            }
        }
    }

    /// The same with instructions that multiply pairs of 16 bits and add the two products: bytes are widened first. A column has two sums,
    /// which are added in the end.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn dots_by_wide_pairs(&self, input: &[u8], out: &mut [i32]) {
        use std::arch::x86_64::{
            _mm256_set1_epi32, _mm512_add_epi32, _mm512_cvtepi8_epi16, _mm512_cvtepu8_epi16, _mm512_madd_epi16,
            _mm512_setzero_si512,
        };
        const VECTORS: usize = 2 * LINES;
        let (count, stride) = (self.depth / 4, self.columns);
        let (input, _) = input.as_chunks::<4>();
        for (panel, quads) in self.quads.chunks_exact(count.max(1)).enumerate() {
            for (group, rows) in input.chunks_exact(SIDE * count.max(1)).enumerate() {
                let rows: [_; SIDE] = std::array::from_fn(|row| &rows[row * count..][..quads.len()]);
                let mut sums = [[_mm512_setzero_si512(); VECTORS]; SIDE];
                for (place, quad) in quads.iter().enumerate() {
                    let bytes: [[i8; LINE / 2]; VECTORS] = pulp::bytemuck::cast(*quad);
                    let mut weights = [_mm512_setzero_si512(); VECTORS];
                    for (weights, bytes) in weights.iter_mut().zip(bytes) {
                        *weights = _mm512_cvtepi8_epi16(pulp::bytemuck::cast(bytes));
                    }
                    for (row, sums) in sums.iter_mut().enumerate() {
                        let four = _mm256_set1_epi32(i32::from_le_bytes(rows[row][place]));
                        let four = _mm512_cvtepu8_epi16(four);
                        for (sum, weights) in sums.iter_mut().zip(weights) {
                            *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(four, weights));
                        }
                    }
                }
                for (row, sums) in sums.into_iter().enumerate() {
                    let sums: [[i32; 2]; PANEL] = pulp::bytemuck::cast(sums);
                    let out = &mut out[(group * SIDE + row) * stride + panel * PANEL..][..PANEL];
                    out.iter_mut().zip(sums).for_each(|(out, [a, b])| *out = a + b);
                }
            }
        }
    }

    /// The same with vectors of half the width, of which there are half as many: eight columns at a time.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn dots_by_pairs(&self, input: &[u8], out: &mut [i32]) {
        use std::arch::x86_64::{
            _mm_set1_epi32, _mm256_add_epi32, _mm256_cvtepi8_epi16, _mm256_cvtepu8_epi16, _mm256_madd_epi16,
            _mm256_setzero_si256,
        };
        const COLUMNS: usize = 8;
        let (count, stride) = (self.depth / 4, self.columns);
        let (input, _) = input.as_chunks::<4>();
        for (panel, quads) in self.quads.chunks_exact(count.max(1)).enumerate() {
            for (group, rows) in input.chunks_exact(SIDE * count.max(1)).enumerate() {
                let rows: [_; SIDE] = std::array::from_fn(|row| &rows[row * count..][..quads.len()]);
                for part in 0..PANEL / COLUMNS {
                    let mut sums = [[_mm256_setzero_si256(); 2]; SIDE];
                    for (place, quad) in quads.iter().enumerate() {
                        let bytes: &[[[i8; 16]; 2]; PANEL / COLUMNS] = pulp::bytemuck::cast_ref(quad);
                        let mut weights = [_mm256_setzero_si256(); 2];
                        for (weights, bytes) in weights.iter_mut().zip(bytes[part]) {
                            *weights = _mm256_cvtepi8_epi16(pulp::bytemuck::cast(bytes));
                        }
                        for (row, sums) in sums.iter_mut().enumerate() {
                            let four = _mm_set1_epi32(i32::from_le_bytes(rows[row][place]));
                            let four = _mm256_cvtepu8_epi16(four);
                            for (sum, weights) in sums.iter_mut().zip(weights) {
                                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(four, weights));
                            }
                        }
                    }
                    for (row, sums) in sums.into_iter().enumerate() {
                        let sums: [[i32; 2]; COLUMNS] = pulp::bytemuck::cast(sums);
                        let start = (group * SIDE + row) * stride + panel * PANEL + part * COLUMNS;
                        out[start..][..COLUMNS].iter_mut().zip(sums).for_each(|(out, [a, b])| *out = a + b);
                    }
                }
            }
        }
    }

    /// The same on any machine: in a form that compilers put into vectors, with four sums to a column, which are added in the end.
    fn dots_one_by_one(&self, input: &[u8], out: &mut [i32]) {
        const LANES: usize = 16;
        let (count, stride) = (self.depth / 4, self.columns);
        for (panel, quads) in self.quads.chunks_exact(count.max(1)).enumerate() {
            for (row, input) in input.chunks_exact(self.depth.max(1)).enumerate() {
                for part in 0..4 * PANEL / LANES {
                    let mut sums = [0i32; LANES];
                    for (quad, &[a, b, c, d]) in quads.iter().zip(input.as_chunks::<4>().0) {
                        let weights: &[[i8; LANES]; 4 * PANEL / LANES] = pulp::bytemuck::cast_ref(quad);
                        let values = [a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d];
                        for lane in 0..LANES {
                            // No product of two bytes needs more than 16 bits.
                            sums[lane] += i32::from(i16::from(weights[part][lane]) * i16::from(values[lane]));
                        }
                    }
                    let start = row * stride + panel * PANEL + part * LANES / 4;
                    let fours = sums.as_chunks::<4>().0;
                    out[start..][..LANES / 4].iter_mut().zip(fours).for_each(|(out, four)| *out = four.iter().sum());
                }
            }
        }
    }
}

/// The rows with mean 0 and variance 1 as bytes, and what a byte of each is worth.
#[inline(always)]
pub(super) fn write_normal(
    stream: &[f32],
    normal: &mut Vec<f32>,
    stride: usize,
    width: usize,
    count: usize,
    bytes: &mut [u8],
    steps: &mut [f32],
) {
    let depth = width.next_multiple_of(4);
    let mut row = 0;
    while row < count {
        normalise(&stream[row * stride..row * stride + width], normal);
        let normal = &normal[..width];
        let most = largest(normal);
        let scale = 127.0 / most;
        steps[row] = most / 127.0;
        let out = &mut bytes[row * depth..row * depth + width];
        let mut place = 0;
        while place < width {
            out[place] = nearest(normal[place] * scale + f32::from(MIDDLE));
            place += 1;
        }
        row += 1;
    }
}

/// The nearest byte to a number from 0 to 255; of two the even one. Added to 2^23, a number has its whole part in its last bits: unlike a conversion,
/// that needs no comparisons.
#[inline(always)]
fn nearest(number: f32) -> u8 {
    (number + 8_388_608.0).to_bits() as u8
}

/// The first layer in whole numbers of 16 bits: sums of them are the same in any order.
#[derive(Debug)]
pub(super) struct Shorts {
    /// The columns of a strip lie at [`SHORT_STRIP`] · strip · inputs, bit after bit, the last strip filled up with zeros.
    strips: Vec<i16>,
    /// What 1 is worth in each column.
    scales: Vec<f32>,
    always: Vec<f32>,
    inputs: usize,
}

/// Columns that lie together: four of the widest vectors hold their sums.
const SHORT_STRIP: usize = 128;
/// So many bits may be set: no sum of their weights is too large.
pub(super) const SHORT_BITS: usize = 400;

impl Shorts {
    pub fn new(weights: &[f32], (inputs, width): (usize, usize)) -> Shorts {
        let (bits, always) = weights.split_at(inputs * width);
        let wide = width.next_multiple_of(SHORT_STRIP);
        let mut scales = vec![1.0; wide];
        let mut column = Vec::with_capacity(inputs);
        for (number, scale) in scales[..width].iter_mut().enumerate() {
            column.clear();
            column.extend(bits.iter().skip(number).step_by(width).map(|weight| weight.abs()));
            column.sort_unstable_by(|a, b| b.total_cmp(a));
            // Half a step more for each, by which it may be rounded up.
            let most: f32 = column.iter().take(SHORT_BITS).sum();
            *scale = (most / (f32::from(i16::MAX) - 0.5 * SHORT_BITS as f32)).max(f32::MIN_POSITIVE);
        }
        let mut strips = Vec::with_capacity(inputs * wide);
        for start in (0..wide).step_by(SHORT_STRIP) {
            for row in bits.chunks_exact(width) {
                let place = |column: usize| {
                    row.get(column).map_or(0, |weight| (weight / scales[column]).round_ties_even() as i16)
                };
                strips.extend((start..start + SHORT_STRIP).map(place));
            }
        }
        let mut always = always.to_vec();
        always.resize(wide, 0.0);
        Shorts { strips, scales, always, inputs }
    }

    /// What the first layer makes of positions: the bits that are set, position after position, and where those of each end.
    #[inline(always)]
    pub fn begin<S: Simd>(&self, simd: S, set: &[u32], ends: &[usize], wide: usize, stream: &mut [f32]) {
        let mut start = 0;
        while start < wide {
            let strip = &self.strips[start * self.inputs..][..SHORT_STRIP * self.inputs];
            match S::I16_LANES {
                32 => self.columns::<S, 4>(simd, strip, set, ends, start, wide, stream),
                16 => self.columns::<S, 8>(simd, strip, set, ends, start, wide, stream),
                8 => self.columns::<S, 16>(simd, strip, set, ends, start, wide, stream),
                _ => self.columns::<S, SHORT_STRIP>(simd, strip, set, ends, start, wide, stream),
            }
            start += SHORT_STRIP;
        }
    }

    /// A strip of `N` vectors.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn columns<S: Simd, const N: usize>(
        &self,
        simd: S,
        strip: &[i16],
        set: &[u32],
        ends: &[usize],
        start: usize,
        wide: usize,
        stream: &mut [f32],
    ) {
        let across = SHORT_STRIP.min(wide - start);
        let (scales, always) = (&self.scales[start..start + across], &self.always[start..start + across]);
        let mut whole = [0i16; SHORT_STRIP];
        let (mut begin, mut position) = (0, 0);
        while position < ends.len() {
            let mut sums = [simd.splat_i16s(0); N];
            let set = &set[begin..ends[position]];
            let mut number = 0;
            while number < set.len() {
                let at = set[number] as usize * SHORT_STRIP;
                let (weights, _) = S::as_simd_i16s(&strip[at..at + SHORT_STRIP]);
                let weights = &weights[..N];
                let mut vector = 0;
                while vector < N {
                    sums[vector] = simd.add_i16s(sums[vector], weights[vector]);
                    vector += 1;
                }
                number += 1;
            }
            let (held, _) = S::as_mut_simd_i16s(&mut whole);
            let held = &mut held[..N];
            let mut vector = 0;
            while vector < N {
                held[vector] = sums[vector];
                vector += 1;
            }
            let out = &mut stream[position * wide + start..][..across];
            let mut place = 0;
            while place < across {
                out[place] = f32::from(whole[place]).mul_add(scales[place], always[place]);
                place += 1;
            }
            begin = ends[position];
            position += 1;
        }
    }
}

/// How far the farthest number is from 0, and never 0 itself. Comparisons, unlike `f32::max`, are single instructions.
#[inline(always)]
fn largest(numbers: &[f32]) -> f32 {
    let mut most = [f32::MIN_POSITIVE; 16];
    let (sixteens, rest) = numbers.as_chunks::<16>();
    let mut place = 0;
    while place < sixteens.len() {
        let mut lane = 0;
        while lane < 16 {
            let number = sixteens[place][lane].abs();
            most[lane] = if number > most[lane] { number } else { most[lane] };
            lane += 1;
        }
        place += 1;
    }
    let mut all = f32::MIN_POSITIVE;
    for number in most.iter().chain(rest).map(|number| number.abs()) {
        all = if number > all { number } else { all };
    }
    all
}

/// What a product of bytes and a bias have above 0, as bytes.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub(super) fn write_rectified(
    dots: &[i32],
    matrix: &Bytes,
    bias: &[f32],
    stride: usize,
    width: usize,
    count: usize,
    values: &mut Vec<f32>,
    bytes: &mut [u8],
    steps: &mut [f32],
) {
    let depth = width.next_multiple_of(4);
    let (scales, middles, bias) = (&matrix.scales[..width], &matrix.middles[..width], &bias[..width]);
    values.resize(width, 0.0);
    let values = &mut values[..width];
    let mut row = 0;
    while row < count {
        let (dots, step) = (&dots[row * stride..row * stride + width], steps[row]);
        let mut place = 0;
        while place < width {
            let value = ((dots[place] - middles[place]) as f32).mul_add(step * scales[place], bias[place]);
            values[place] = if value > 0.0 { value } else { 0.0 };
            place += 1;
        }
        let most = largest(values);
        let scale = 255.0 / most;
        steps[row] = most / 255.0;
        let out = &mut bytes[row * depth..row * depth + width];
        let mut place = 0;
        while place < width {
            out[place] = nearest(values[place] * scale);
            place += 1;
        }
        row += 1;
    }
}

/// Adds a product of bytes without signs to the stream.
#[inline(always)]
pub(super) fn add_dots(
    dots: &[i32],
    matrix: &Bytes,
    steps: &[f32],
    stride: usize,
    width: usize,
    count: usize,
    stream: &mut [f32],
) {
    let scales = &matrix.scales[..width];
    let mut row = 0;
    while row < count {
        let (dots, step) = (&dots[row * stride..row * stride + width], steps[row]);
        let out = &mut stream[row * stride..row * stride + width];
        let mut place = 0;
        while place < width {
            out[place] = (dots[place] as f32).mul_add(step * scales[place], out[place]);
            place += 1;
        }
        row += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_machines_have_the_same_dots_and_they_are_right() {
        for (rows, columns) in [(24, 5), (130, 64), (512, 40)] {
            let weights: Vec<f32> = (0..rows * columns).map(|n| ((n * 7919 % 2003) as f32 - 1001.0) / 300.0).collect();
            let bytes = Bytes::new(&weights, (rows, columns));
            let count = 2 * SIDE;
            let mut input = vec![0u8; count * bytes.depth];
            for (start, row) in input.chunks_exact_mut(bytes.depth).enumerate() {
                row[..rows].iter_mut().enumerate().for_each(|(n, byte)| *byte = ((n + start) * 151 % 256) as u8);
            }
            let (mut fast, mut slow) = (vec![0; count * bytes.columns], vec![1; count * bytes.columns]);
            bytes.dots(&input, &mut fast);
            bytes.dots_one_by_one(&input, &mut slow);
            assert!(fast == slow, "{rows} × {columns}");
            // Also those that this machine would not take of itself.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            {
                use std::arch::is_x86_feature_detected as has;
                // SAFETY: the machine has the instructions.
                if has!("avx512f") && has!("avx512bw") {
                    fast.fill(2);
                    unsafe { bytes.dots_by_wide_pairs(&input, &mut fast) };
                    assert!(fast == slow, "{rows} × {columns} by wide pairs");
                }
                if has!("avx2") {
                    fast.fill(3);
                    unsafe { bytes.dots_by_pairs(&input, &mut fast) };
                    assert!(fast == slow, "{rows} × {columns} by pairs");
                }
            }
            for (row, input) in input.chunks_exact(bytes.depth).enumerate() {
                for column in 0..columns {
                    let weight =
                        |place: usize| (weights[place * columns + column] / bytes.scales[column]).round_ties_even();
                    let right: i32 = (0..rows).map(|place| i32::from(input[place]) * weight(place) as i32).sum();
                    assert_eq!(fast[row * bytes.columns + column], right, "{rows} × {columns}: column {column}");
                }
            }
        }
    }
}
