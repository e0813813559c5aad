//! One of several: the best, or one drawn by scores or probabilities.

use kirifuda_play::Rng;

use crate::elementary::{exp, ln};

/// The highest of some values and where it stands first.
#[inline]
pub(crate) fn best(values: &[f32]) -> (usize, f32) {
    let (mut best, mut highest) = (0, f32::NEG_INFINITY);
    for (place, &value) in values.iter().enumerate() {
        // Two selections, not one branch: which value is the highest so far is not predictable.
        best = if value > highest { place } else { best };
        highest = if value > highest { value } else { highest };
    }
    (best, highest)
}

/// Turns scores into probabilities in proportion to exp(score / temperature), above 0; gives their entropy.
#[inline]
pub fn softmax(scores: &mut [f32], temperature: f32) -> f32 {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let (mut total, mut mean) = (0.0, 0.0);
    for score in scores.iter_mut() {
        // Differences to the best are at most 0, so that no exponential overflows.
        let difference = (*score - highest) / temperature;
        // Beyond −100 nothing is left of it.
        let difference = if difference > -100.0 { difference } else { -100.0 };
        let power = exp(difference);
        (total, mean) = (total + power, mean + power * difference);
        *score = power;
    }
    for score in scores.iter_mut() {
        *score /= total;
    }
    ln(total) - mean / total
}

/// Who gets the trace of probability that rounding may leave over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// The likeliest.
    Likeliest,
    /// The last that is possible.
    Last,
}

/// A place drawn by probabilities.
#[inline]
pub fn draw(probabilities: &[f32], rest: Rest, rng: &mut Rng) -> usize {
    let mut left = rng.unit() as f32;
    for (place, &probability) in probabilities.iter().enumerate() {
        left -= probability;
        if left < 0.0 {
            return place;
        }
    }
    match rest {
        Rest::Likeliest => best(probabilities).0,
        Rest::Last => probabilities.iter().rposition(|&probability| probability > 0.0).unwrap_or(0),
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "compared with the system's library")]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_in_proportion_to_the_exponentials() {
        let scores = [1.0f32, 0.0, -0.5, 1.5];
        for temperature in [0.5f32, 1.0, 2.0] {
            let powers = scores.map(|score| f64::from(score / temperature).exp());
            let expected = powers.map(|power| power / powers.iter().sum::<f64>());
            let mut found = scores;
            let entropy = softmax(&mut found, temperature);
            for (found, expected) in found.iter().zip(&expected) {
                assert!((f64::from(*found) - expected).abs() < 1e-6);
            }
            let expected: f64 = -expected.iter().map(|chance| chance * chance.ln()).sum::<f64>();
            assert!((f64::from(entropy) - expected).abs() < 1e-5, "{entropy}, {expected}");
        }
    }

    #[test]
    fn scores_beyond_the_exponential_function_stay_probabilities() {
        let mut scores = [-3e38f32, 3e38, 1000.0];
        assert!(softmax(&mut scores, 0.001).abs() < 1e-6);
        assert!(scores[1] == 1.0 && scores[0] < 1e-37 && scores[2] < 1e-37, "{scores:?}");
        let mut equal = [5e37f32; 4];
        assert!((softmax(&mut equal, 1.0) - 4f32.ln()).abs() < 1e-6);
        assert_eq!(equal, [0.25; 4]);
    }

    #[test]
    fn items_are_drawn_as_often_as_their_probabilities_say() {
        for rest in [Rest::Likeliest, Rest::Last] {
            let (mut rng, mut counts) = (Rng::new(3), [0; 4]);
            for _ in 0..10_000 {
                counts[draw(&[0.5, 0.0, 0.3, 0.2], rest, &mut rng)] += 1;
            }
            assert_eq!(counts[1], 0);
            for (count, expected) in counts.iter().zip([5000, 0, 3000, 2000]) {
                assert!((expected - count as &i32).abs() < 200, "{counts:?}"); // four standard deviations of at most 50
            }
        }
    }

    #[test]
    fn what_rounding_leaves_over_goes_to_the_likeliest_or_to_the_last() {
        // Nearly all of the probability is missing: only the rest decides.
        let (few, mut rng) = ([1e-30f32, 3e-30, 2e-30, 0.0], Rng::new(1));
        assert_eq!([Rest::Likeliest, Rest::Last].map(|rest| draw(&few, rest, &mut rng)), [1, 2]);
    }
}
