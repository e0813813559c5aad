//! Intervals of means and of differences on common runs.

use std::f64::consts::FRAC_PI_2;

use kirifuda_play::math;
use serde::{Deserialize, Serialize};

/// A mean with its error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The mean.
    pub mean: f64,
    /// Half the width of its 95% interval; none for a single run.
    pub ci95: Option<f64>,
}

impl Score {
    /// The mean of some numbers with its 95% interval by Student's t; nothing for no numbers.
    pub fn of(values: &[f64]) -> Option<Score> {
        let spread = Spread::of(values)?;
        let half = |error: f64| error * student_t(values.len() as u64 - 1, 0.95);
        Some(Score { mean: spread.mean, ci95: spread.error.map(half) })
    }
}

/// A mean with its standard error.
pub(super) struct Spread {
    pub mean: f64,
    /// None for a single number.
    pub error: Option<f64>,
}

impl Spread {
    pub fn of(values: &[f64]) -> Option<Spread> {
        let n = values.len() as f64;
        if values.is_empty() {
            return None;
        }
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Some(Spread { mean, error: (values.len() > 1).then(|| (squares / (n - 1.0) / n).sqrt()) })
    }
}

/// What two candidates of a race must differ by so that the difference is not luck: every candidate has a value in every
/// run (`values[candidate][run]`), and what is left after the effects of candidate and run is the noise of all of them.
/// With two candidates this is the t-test on paired runs; with more the noise is known better, so that the first few runs
/// tell something.
pub(super) fn least_difference(values: &[Vec<f64>], confidence: f64) -> Option<f64> {
    let (candidates, runs) = (values.len(), values.first()?.len());
    if candidates < 2 || runs < 2 {
        return None;
    }
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let of_candidate: Vec<f64> = values.iter().map(|row| mean(row)).collect();
    let of_run: Vec<f64> =
        (0..runs).map(|run| values.iter().map(|row| row[run]).sum::<f64>() / candidates as f64).collect();
    let of_all = mean(&of_candidate);
    let mut squares = 0.0;
    for (row, of_candidate) in values.iter().zip(&of_candidate) {
        squares += row.iter().zip(&of_run).map(|(x, of_run)| (x - of_candidate - of_run + of_all).powi(2)).sum::<f64>();
    }
    let freedom = (candidates - 1) * (runs - 1);
    let variance = squares / freedom as f64;
    Some(student_t(freedom as u64, confidence) * (2.0 * variance / runs as f64).sqrt())
}

/// How many standard errors a two-sided interval of this confidence reaches from the mean, by halving an interval of
/// angles.
pub(super) fn student_t(freedom: u64, confidence: f64) -> f64 {
    if freedom == 0 {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (0.0, FRAC_PI_2);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if central_probability(middle, freedom) < confidence { low = middle } else { high = middle }
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
        let table = [(1, 0.95, 12.706_205), (3, 0.95, 3.182_446), (10, 0.99, 3.169_273), (120, 0.9, 1.657_651)];
        for (freedom, confidence, expected) in table {
            let found = student_t(freedom, confidence);
            assert!((found - expected).abs() < 1e-5, "{freedom}, {confidence}: {found}");
        }
        assert_eq!(student_t(0, 0.95), f64::INFINITY);
    }

    #[test]
    fn for_two_candidates_the_least_difference_is_that_of_the_paired_test() {
        let values = vec![vec![1.0, 4.0, 2.5], vec![2.0, 4.5, 5.0]];
        let differences: Vec<f64> = values[0].iter().zip(&values[1]).map(|(a, b)| a - b).collect();
        let paired = Score::of(&differences).unwrap().ci95.unwrap();
        assert!((least_difference(&values, 0.95).unwrap() - paired).abs() < 1e-9);
    }

    #[test]
    fn what_all_candidates_have_in_common_is_no_noise() {
        let values: Vec<Vec<f64>> =
            (0..4).map(|i| [0.0, 7.0, -3.0].iter().map(|run| run + f64::from(i)).collect()).collect();
        assert!(least_difference(&values, 0.95).unwrap() < 1e-9);
        assert_eq!(least_difference(&values[..1], 0.95), None);
        assert_eq!(least_difference(&[vec![1.0], vec![2.0]], 0.95), None);
    }

    #[test]
    fn one_run_has_no_interval() {
        assert_eq!(Score::of(&[3.0]), Some(Score { mean: 3.0, ci95: None }));
        assert_eq!(Score::of(&[]), None);
    }
}
