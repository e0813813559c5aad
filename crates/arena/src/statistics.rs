use std::f64::consts::FRAC_PI_2;

use kirifuda_play::math;
use serde::{Deserialize, Serialize};

use crate::exact::{Accumulator, Sum};

/// A mean with its error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean of the observations.
    pub mean: f64,
    /// Half the width of the 95% interval around the mean; none for a single observation.
    pub ci95: Option<f64>,
}

impl Estimate {
    /// The estimate of the same quantity divided by a positive number.
    pub fn divided_by(self, divisor: f64) -> Estimate {
        Estimate { mean: self.mean / divisor, ci95: self.ci95.map(|half| half / divisor) }
    }
}

/// Means and variances of rows of observations, column by column.
///
/// ```
/// # use kirifuda_arena::Moments;
/// let mut moments = Moments::new(1);
/// for x in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
///     moments.push(&[x]);
/// }
/// assert_eq!(moments.estimate(0).mean, 5.0);
/// ```
///
/// Sums are exact: neither the order of the observations nor how they are shared out can be seen in an
/// estimate, and a large common offset costs no accuracy.
#[derive(Clone, Debug)]
pub struct Moments {
    count: u64,
    columns: Vec<Accumulator>,
}

impl Moments {
    /// No observations yet.
    pub fn new(columns: usize) -> Moments {
        Moments { count: 0, columns: vec![Accumulator::default(); columns] }
    }

    /// Adds one observation of every column.
    pub fn push(&mut self, row: &[f64]) {
        debug_assert_eq!(row.len(), self.columns.len());
        self.count += 1;
        for (column, &x) in self.columns.iter_mut().zip(row) {
            column.add(x);
        }
    }

    /// Number of rows.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Mean and 95% interval of a column, by Student's t. The mean of nothing is not a number.
    pub fn estimate(&self, column: usize) -> Estimate {
        let (sum, squares) = self.columns[column].sums();
        estimate(self.count, &sum, &squares)
    }

    /// For each column the sum and the sum of squares.
    pub(crate) fn sums(&self) -> impl Iterator<Item = (Sum, Sum)> + '_ {
        self.columns.iter().map(Accumulator::sums)
    }
}

/// Mean and 95% interval of so many observations, from their sum and the sum of their squares.
pub(crate) fn estimate(count: u64, sum: &Sum, squares: &Sum) -> Estimate {
    let n = count as f64;
    let ci95 = (count > 1).then(|| {
        let variance = sum.spread(squares, count) / n / (n - 1.0);
        student_t(count - 1) * (variance / n).sqrt()
    });
    Estimate { mean: sum.value() / n, ci95 }
}

/// The quantile of Student's t that a 95% interval needs (97.5% of the distribution lie below it).
///
/// ```
/// # use kirifuda_arena::student_t;
/// assert!((student_t(10) - 2.228).abs() < 0.001);
/// ```
pub fn student_t(degrees_of_freedom: u64) -> f64 {
    /// The quantile of the normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    match degrees_of_freedom {
        0 => f64::INFINITY,
        1..=30 => exact_student_t(degrees_of_freedom),
        _ => {
            // Cornish-Fisher expansion: Abramowitz and Stegun, 26.7.5. Off by less than 1e-7 from 31 on.
            let n = degrees_of_freedom as f64;
            let z2 = Z * Z;
            let g1 = Z * (z2 + 1.0) / 4.0;
            let g2 = Z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
            let g3 = Z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
            let g4 = Z * ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92_160.0;
            Z + (g1 + (g2 + (g3 + g4 / n) / n) / n) / n
        }
    }
}

/// Solves P(|T| < t) = 0.95 by halving an interval of angles.
fn exact_student_t(freedom: u64) -> f64 {
    let (mut low, mut high) = (0.0, FRAC_PI_2);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if central_probability(middle, freedom) < 0.95 { low = middle } else { high = middle }
    }
    math::tan(low) * (freedom as f64).sqrt()
}

/// P(|T| < t) for t = tan(angle) * sqrt(freedom): Abramowitz and Stegun, 26.7.3 and 26.7.4.
fn central_probability(angle: f64, freedom: u64) -> f64 {
    let (sin, cos) = math::sin_cos(angle);
    let odd = freedom % 2 == 1;
    let (mut sum, mut term) = (0.0, if odd { cos } else { 1.0 });
    let mut step = if odd { 3 } else { 2 };
    while step <= freedom {
        sum += term;
        term *= cos * cos * (step - 1) as f64 / step as f64;
        step += 2;
    }
    if odd { (angle + sin * sum) / FRAC_PI_2 } else { sin * sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_agree_with_the_printed_table() {
        let table = [
            (1, 12.706_205),
            (2, 4.302_653),
            (3, 3.182_446),
            (4, 2.776_445),
            (5, 2.570_582),
            (10, 2.228_139),
            (30, 2.042_272),
            (31, 2.039_513),
            (40, 2.021_075),
            (60, 2.000_298),
            (120, 1.979_930),
            (1_000_000_000, 1.959_964),
        ];
        for (freedom, expected) in table {
            assert!((student_t(freedom) - expected).abs() < 1e-6, "{freedom}: {}", student_t(freedom));
        }
    }

    #[test]
    fn the_expansion_continues_the_exact_quantiles() {
        let expanded = student_t(31);
        assert!((exact_student_t(31) - expanded).abs() < 1e-7, "{expanded}");
    }

    #[test]
    fn mean_and_interval_of_eight_numbers_worked_out_by_hand() {
        let mut moments = Moments::new(2);
        for x in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            moments.push(&[x, 1e9 + x]);
        }
        // Squared deviations from 5 add up to 32; t for 7 degrees of freedom is 2.364624.
        let half = 2.364_624 * (32.0f64 / 7.0 / 8.0).sqrt();
        let estimate = moments.estimate(0);
        assert_eq!(estimate.mean, 5.0);
        assert!((estimate.ci95.unwrap() - half).abs() < 1e-6);
        // A large common offset costs no accuracy.
        assert_eq!(moments.estimate(1).mean, 1e9 + 5.0);
        assert!((moments.estimate(1).ci95.unwrap() - half).abs() < 1e-6);
    }

    #[test]
    fn one_observation_has_no_interval() {
        let mut moments = Moments::new(1);
        moments.push(&[3.0]);
        assert_eq!(moments.estimate(0), Estimate { mean: 3.0, ci95: None });
    }
}
