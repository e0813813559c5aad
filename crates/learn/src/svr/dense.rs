use std::collections::HashMap;

use super::{Machine, SvrError};
use crate::model::{Model, Section};

/// A trained [`Machine`] for fast evaluation in `f32`: equal support vectors are one (their coefficients added), and
/// sixteen vectors lie side by side, so that the compiler works on them at once.
///
/// On models as large as those of danger in Hearts it takes less than a tenth of the instructions of LIBSVM's way
/// (`benches/src/bin/svr.rs`) and differs from it by less than 0.0001.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense {
    width: usize,
    count: usize,
    gamma: f32,
    rho: f32,
    /// Blocks of [`LANES`] vectors: the first feature of each, the second of each, and so on; zeros at the end.
    vectors: Vec<f32>,
    /// One for each vector, then zeros up to a whole block.
    coefficients: Vec<f32>,
}

/// Vectors that lie side by side.
const LANES: usize = 16;
/// Whole numbers of so many bits are exact in `f32`.
const WORD: usize = 24;

impl Dense {
    /// The same function as a machine's.
    pub fn new(machine: &Machine) -> Dense {
        let mut places: HashMap<Vec<u64>, usize> = HashMap::new();
        let mut merged: Vec<(f64, Vec<f64>)> = Vec::new();
        for (coefficient, row) in machine.support() {
            let place = *places.entry(row.iter().map(|value| value.to_bits()).collect()).or_insert(merged.len());
            match merged.get_mut(place) {
                Some((sum, _)) => *sum += coefficient,
                None => merged.push((coefficient, row)),
            }
        }
        merged.retain(|(coefficient, _)| *coefficient != 0.0);
        let rows = merged.iter().map(|(coefficient, row)| (*coefficient as f32, row.iter().map(|&value| value as f32)));
        Dense::build(machine.width(), machine.gamma() as f32, machine.rho() as f32, rows)
    }

    fn build<R>(width: usize, gamma: f32, rho: f32, rows: impl Iterator<Item = (f32, R)>) -> Dense
    where
        R: Iterator<Item = f32>,
    {
        let mut dense = Dense { width, count: 0, gamma, rho, vectors: Vec::new(), coefficients: Vec::new() };
        for (coefficient, row) in rows {
            let (block, lane) = (dense.count / LANES, dense.count % LANES);
            if lane == 0 {
                dense.vectors.resize((block + 1) * LANES * width, 0.0);
                dense.coefficients.resize((block + 1) * LANES, 0.0);
            }
            for (feature, value) in row.enumerate().take(width) {
                dense.vectors[(block * width + feature) * LANES + lane] = value;
            }
            dense.coefficients[dense.count] = coefficient;
            dense.count += 1;
        }
        dense
    }

    /// The value for a row of [`width`](Dense::width) numbers, scaled as the examples were.
    pub fn predict(&self, row: &[f32]) -> f32 {
        debug_assert_eq!(row.len(), self.width);
        let (columns, coefficients) = (self.vectors.as_chunks::<LANES>().0, self.coefficients.as_chunks::<LANES>().0);
        let scale = -self.gamma * std::f32::consts::LOG2_E;
        // In f64: thousands of terms of either sign add up to little.
        let mut sums = [0f64; LANES];
        for (block, coefficients) in columns.chunks_exact(self.width.max(1)).zip(coefficients) {
            let mut distances = [0f32; LANES];
            for (column, &value) in block.iter().zip(row) {
                for (distance, &other) in distances.iter_mut().zip(column) {
                    *distance += (other - value) * (other - value);
                }
            }
            // A loop of its own: together with the sums, only two lanes at a time would be worked on.
            let mut terms = [0f32; LANES];
            for ((term, &coefficient), &distance) in terms.iter_mut().zip(coefficients).zip(&distances) {
                *term = coefficient * power_of_two(scale * distance);
            }
            for (sum, &term) in sums.iter_mut().zip(&terms) {
                *sum += f64::from(term);
            }
        }
        (sums.iter().sum::<f64>() - f64::from(self.rho)) as f32
    }

    /// Numbers in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of different support vectors.
    pub fn support_vectors(&self) -> usize {
        self.count
    }

    fn value(&self, vector: usize, feature: usize) -> f32 {
        self.vectors[(vector / LANES * self.width + feature) * LANES + vector % LANES]
    }

    /// The sections of a model file that hold it, their names beginning with `name/`:
    ///
    /// | section | numbers |
    /// |---|---|
    /// | `shape` | features, vectors, γ, ρ |
    /// | `columns` | for each feature: 0 and the two values that it has, or 1 and two zeros |
    /// | `bits` | for each vector, 24 to a number, lowest first: whether a feature of two values has the second |
    /// | `values` | for each vector: the other features |
    /// | `coefficients` | one for each vector |
    pub fn sections(&self, name: &str) -> Vec<Section<'static>> {
        let pairs: Vec<Option<[f32; 2]>> = (0..self.width).map(|feature| self.pair(feature)).collect();
        let words = pairs.iter().flatten().count().div_ceil(WORD);
        let (mut bits, mut values) = (Vec::with_capacity(self.count * words), Vec::new());
        for vector in 0..self.count {
            let mut codes = vec![0u32; words];
            let mut place = 0;
            for (feature, pair) in pairs.iter().enumerate() {
                let value = self.value(vector, feature);
                match pair {
                    Some([_, second]) => {
                        codes[place / WORD] |= u32::from(value.to_bits() == second.to_bits()) << (place % WORD);
                        place += 1;
                    }
                    None => values.push(value),
                }
            }
            bits.extend(codes.into_iter().map(|code| code as f32));
        }
        let columns = pairs.iter().flat_map(|pair| match pair {
            Some([first, second]) => [0.0, *first, *second],
            None => [1.0, 0.0, 0.0],
        });
        let section = |part: &str, values: Vec<f32>| Section {
            name: format!("{name}/{part}"),
            values: values.into(),
            half: false,
        };
        vec![
            section("shape", vec![self.width as f32, self.count as f32, self.gamma, self.rho]),
            section("columns", columns.collect()),
            section("bits", bits),
            section("values", values),
            section("coefficients", self.coefficients[..self.count].to_vec()),
        ]
    }

    /// Reads what [`sections`](Dense::sections) has made. Nothing when there are no sections of that name.
    pub fn from_sections(model: &Model<'_>, name: &str) -> Result<Option<Dense>, SvrError> {
        let wrong = |what: &str| SvrError::File(format!("section `{name}/{what}` is not as it should be: train again"));
        let section = |part: &str| model.section(&format!("{name}/{part}"));
        let Some(shape) = section("shape") else { return Ok(None) };
        let &[width, count, gamma, rho] = shape else { return Err(wrong("shape")) };
        let whole = |value: f32| value >= 0.0 && value < (1 << WORD) as f32 && value.fract() == 0.0;
        if !whole(width) || !whole(count) || !gamma.is_finite() || gamma <= 0.0 || !rho.is_finite() {
            return Err(wrong("shape"));
        }
        let (width, count) = (width as usize, count as usize);
        let part = |part: &str, length: usize| {
            section(part).filter(|found| found.len() == length && all_finite(found)).ok_or_else(|| wrong(part))
        };
        let columns = part("columns", 3 * width)?.as_chunks::<3>().0;
        if columns.iter().any(|column| column[0] != 0.0 && *column != [1.0, 0.0, 0.0]) {
            return Err(wrong("columns"));
        }
        let two_valued = columns.iter().filter(|column| column[0] == 0.0).count();
        let (words, others) = (two_valued.div_ceil(WORD), width - two_valued);
        let (bits, values) = (part("bits", count * words)?, part("values", count * others)?);
        let unused = |place: usize| place == words - 1 && two_valued % WORD != 0;
        let spare = |code: f32, place: usize| unused(place) && (code as u32) >> (two_valued % WORD) != 0;
        if bits.iter().enumerate().any(|(i, &code)| !whole(code) || spare(code, i % words)) {
            return Err(wrong("bits"));
        }
        let coefficients = part("coefficients", count)?;
        let rows = (0..count).map(|vector| {
            let (mut place, mut others) = (0, values[vector * others..][..others].iter());
            let codes = &bits[vector * words..][..words];
            let row = columns.iter().map(move |&[kind, first, second]| {
                if kind != 0.0 {
                    return others.next().copied().unwrap_or_default();
                }
                let code = codes[place / WORD] as u32 >> (place % WORD);
                place += 1;
                if code & 1 == 1 { second } else { first }
            });
            (coefficients[vector], row)
        });
        Ok(Some(Dense::build(width, gamma, rho, rows)))
    }

    /// The values of a feature where there are not more than two.
    fn pair(&self, feature: usize) -> Option<[f32; 2]> {
        let mut values = (0..self.count).map(|vector| self.value(vector, feature));
        let first = values.next().unwrap_or_default();
        let other = |value: &f32| value.to_bits() != first.to_bits();
        let second = values.find(other).unwrap_or(first);
        values.all(|value| !other(&value) || value.to_bits() == second.to_bits()).then_some([first, second])
    }
}

fn all_finite(values: &[f32]) -> bool {
    values.iter().all(|value| value.is_finite())
}

/// 2^x for x ≤ 0, to 2 units in the last place, in steps that work on many numbers at once: the whole part goes into the
/// exponent, for the fraction in [−½, ½] there is a polynomial (Taylor's of exp; the first term left out is 1e−8).
#[inline]
pub(crate) fn power_of_two(x: f32) -> f32 {
    /// Adding it leaves no place for a fraction.
    const ROUND: f32 = 12_582_912.0; // 1.5 · 2^23
    // Below 2^−126 it is nothing beside 1.
    let x = if x > -126.0 { x } else { -126.0 };
    let shifted = x + ROUND;
    let fraction = (x - (shifted - ROUND)) * std::f32::consts::LN_2;
    let mut power = 1.0 / 5040.0;
    for factor in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        power = power * fraction + factor;
    }
    f32::from_bits(power.to_bits().wrapping_add(shifted.to_bits() << 23))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "compared with the system's library")]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_right_to_two_units_in_the_last_place() {
        for step in 0..=130_000 {
            let x = -step as f32 / 1000.0;
            let exact = f64::from(x).exp2();
            let error = (f64::from(power_of_two(x)) - exact).abs();
            assert!(error <= exact * 2.5e-7 + 1.2e-38, "2^{x}: {} is off by {error}", power_of_two(x));
        }
        assert_eq!(power_of_two(0.0), 1.0);
    }
}
