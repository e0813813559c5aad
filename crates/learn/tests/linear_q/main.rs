//! Linear Q-learning against numbers computed by hand, against theory, and against itself.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod choices;
mod convergence;
mod toll;
mod training;
mod updates;

/// The chi-square statistic of counts against their probabilities.
fn chi_square(counts: &[u64], probabilities: &[f64]) -> f64 {
    let total = counts.iter().sum::<u64>() as f64;
    let off = |(&count, &probability): (&u64, &f64)| {
        let expected = total * probability;
        (count as f64 - expected).powi(2) / expected
    };
    counts.iter().zip(probabilities).map(off).sum()
}
