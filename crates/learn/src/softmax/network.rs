use kirifuda_play::Rng;

use super::Sparse;
use crate::elementary::ln;

/// The form of the policy and of the estimate of the payoff, and which weight stands where.
///
/// The score of a move is w·φ, and with hidden units w·φ + v·relu(Wφ + Uψ + b), where φ are the features of the move and
/// ψ those of the position. The estimate of the payoff is u·ψ + c. The weights lie in one block: w, u, c, W (a row for
/// each feature of moves), U (a row for each feature of positions), b, v.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    /// Features of moves.
    pub moves: usize,
    /// Features of positions.
    pub positions: usize,
    /// Hidden units.
    pub hidden: usize,
}

impl Network {
    /// Number of weights.
    pub fn length(&self) -> usize {
        self.output() + self.hidden
    }

    /// Weights to start with: all moves are equally likely. Those into the hidden units are small and random, or the
    /// units would remain alike.
    pub fn weights(&self, seed: u64) -> Vec<f32> {
        let mut weights = vec![0.0; self.length()];
        let (inner, rng) = (self.inner(), &mut Rng::stream(seed, &[STREAM]));
        for weight in &mut weights[inner..inner + (self.moves + self.positions) * self.hidden] {
            *weight = 0.2 * (rng.unit() as f32 - 0.5);
        }
        weights
    }

    /// The estimate of the payoff in a position, given by its row.
    #[inline]
    pub fn value(&self, weights: &[f32], features: &Sparse, position: usize) -> f32 {
        let estimate = &weights[self.moves..][..=self.positions];
        estimate[self.positions] + dot(estimate, features.row(position))
    }

    /// Adds the scores of the moves of a position to `out`.
    pub fn scores(
        &self,
        weights: &[f32],
        features: &Sparse,
        position: usize,
        moves: usize,
        units: &mut Vec<f32>,
        out: &mut Vec<f32>,
    ) {
        let direct = &weights[..self.moves];
        let rows = position + 1..=position + moves;
        if self.hidden == 0 {
            out.extend(rows.map(|row| dot(direct, features.row(row))));
            return;
        }
        let output = &weights[self.output()..];
        let (common, units) = self.split(units);
        self.common(weights, features, position, common);
        for row in rows {
            self.units(weights, features, row, common, units);
            let hidden: f32 = units.iter().zip(output).map(|(&unit, &weight)| unit.max(0.0) * weight).sum();
            out.push(dot(direct, features.row(row)) + hidden);
        }
    }

    /// Adds to `gradient` that of Σ coefficient · score over the moves of a position.
    pub fn add_score_gradient(
        &self,
        weights: &[f32],
        features: &Sparse,
        position: usize,
        coefficients: &[f32],
        units: &mut Vec<f32>,
        gradient: &mut [f32],
    ) {
        let rows = || (position + 1..).zip(coefficients);
        for (row, &coefficient) in rows() {
            for (feature, value) in features.row(row) {
                gradient[feature] += coefficient * value;
            }
        }
        if self.hidden == 0 {
            return;
        }
        let (hidden, inner, outer) = (self.hidden, self.inner(), self.output());
        let output = &weights[outer..];
        let (common, units) = self.split(units);
        self.common(weights, features, position, common);
        for (row, &coefficient) in rows() {
            self.units(weights, features, row, common, units);
            for ((unit, &weight), slope) in units.iter_mut().zip(output).zip(&mut gradient[outer..]) {
                *slope += coefficient * unit.max(0.0);
                *unit = if *unit > 0.0 { coefficient * weight } else { 0.0 };
            }
            for (feature, value) in features.row(row) {
                add(&mut gradient[inner + feature * hidden..][..hidden], units, value);
            }
            let inner = inner + self.moves * hidden;
            for (feature, value) in features.row(position) {
                add(&mut gradient[inner + feature * hidden..][..hidden], units, value);
            }
            add(&mut gradient[outer - hidden..outer], units, 1.0);
        }
    }

    /// Adds to `gradient` that of coefficient · value of a position.
    #[inline]
    pub fn add_value_gradient(&self, features: &Sparse, position: usize, coefficient: f32, gradient: &mut [f32]) {
        let estimate = &mut gradient[self.moves..][..=self.positions];
        for (feature, value) in features.row(position) {
            estimate[feature] += coefficient * value;
        }
        estimate[self.positions] += coefficient;
    }

    /// What the hidden units get from the position.
    fn common(&self, weights: &[f32], features: &Sparse, position: usize, out: &mut [f32]) {
        let hidden = self.hidden;
        out.copy_from_slice(&weights[self.output() - hidden..][..hidden]);
        let rows = &weights[self.inner() + self.moves * hidden..];
        for (feature, value) in features.row(position) {
            add(out, &rows[feature * hidden..][..hidden], value);
        }
    }

    /// What they get from position and move.
    #[inline]
    fn units(&self, weights: &[f32], features: &Sparse, row: usize, common: &[f32], out: &mut [f32]) {
        let (hidden, rows) = (self.hidden, &weights[self.inner()..]);
        out.copy_from_slice(common);
        for (feature, value) in features.row(row) {
            add(out, &rows[feature * hidden..][..hidden], value);
        }
    }

    fn split<'a>(&self, units: &'a mut Vec<f32>) -> (&'a mut [f32], &'a mut [f32]) {
        units.resize(2 * self.hidden, 0.0);
        units.split_at_mut(self.hidden)
    }

    /// Where the weights into the hidden units start.
    fn inner(&self) -> usize {
        self.moves + self.positions + 1
    }

    /// Where the weights out of the hidden units start; before them stand their biases.
    fn output(&self) -> usize {
        self.inner() + (self.moves + self.positions + 1) * self.hidden
    }
}

#[inline]
fn dot(weights: &[f32], row: impl Iterator<Item = (usize, f32)>) -> f32 {
    row.map(|(feature, value)| weights[feature] * value).sum()
}

#[inline]
fn add(out: &mut [f32], row: &[f32], value: f32) {
    for (sum, &term) in out.iter_mut().zip(row) {
        *sum += value * term;
    }
}

/// Turns probabilities into the slopes, by the scores, of advantage · log(probability of the chosen) + weight · entropy.
pub(super) fn slopes(probabilities: &mut [f32], chosen: usize, advantage: f32, weight: f32, entropy: f32) {
    for (place, probability) in probabilities.iter_mut().enumerate() {
        let made = if place == chosen { 1.0 } else { 0.0 };
        let surprise = -ln(*probability);
        *probability = advantage * (made - *probability) + weight * *probability * (surprise - entropy);
    }
}

/// First step of the path of the stream of random numbers of the weights at the start, unlike those of deals.
const STREAM: u64 = 5;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "compared with the system's library")]
mod tests {
    use super::*;
    use crate::choice::softmax;

    /// Two positions with two and three moves.
    fn features() -> Sparse {
        let mut features = Sparse::new();
        for (position, moves) in [([0, 2], 2), ([1, 2], 3)] {
            features.begin();
            position.into_iter().for_each(|feature| features.position(feature, 0.5 + feature as f32));
            for number in 0..moves {
                features.next_move();
                features.add(number);
                features.add_value((number + 2) % 4, -1.5);
                features.add(number); // twice
            }
        }
        features
    }

    /// The gradient of Σ coefficient · score + 0.7 · value against differences.
    fn check(hidden: usize) {
        let (network, features) = (Network { moves: 4, positions: 3, hidden }, features());
        let mut rng = Rng::new(3);
        let weights: Vec<f32> = (0..network.length()).map(|_| 2.0 * rng.unit() as f32 - 1.0).collect();
        for (position, coefficients) in [(0, &[0.3f32, -1.2][..]), (3, &[1.0, 0.5, -0.25])] {
            let mut units = Vec::new();
            let objective = |weights: &[f32]| {
                let (mut units, mut scores) = (Vec::new(), Vec::new());
                network.scores(weights, &features, position, coefficients.len(), &mut units, &mut scores);
                let sum: f32 = scores.iter().zip(coefficients).map(|(score, coefficient)| score * coefficient).sum();
                f64::from(sum + 0.7 * network.value(weights, &features, position))
            };
            let mut gradient = vec![0.0; network.length()];
            network.add_score_gradient(&weights, &features, position, coefficients, &mut units, &mut gradient);
            network.add_value_gradient(&features, position, 0.7, &mut gradient);
            for place in 0..weights.len() {
                // The objective is linear in each weight but for the kinks of relu, which are not this near; so the
                // difference is off by rounding only, about 1e-6 / 2e-2.
                let shifted = |by: f32| {
                    let mut shifted = weights.clone();
                    shifted[place] += by;
                    objective(&shifted)
                };
                let slope = (shifted(0.01) - shifted(-0.01)) / 0.02;
                assert!(
                    (slope - f64::from(gradient[place])).abs() < 1e-3,
                    "weight {place}: {slope}, {}",
                    gradient[place]
                );
            }
            assert!(gradient.iter().filter(|&&slope| slope != 0.0).count() > 3);
        }
    }

    #[test]
    fn gradients_agree_with_differences() {
        check(0);
        check(5);
    }

    #[test]
    fn slopes_agree_with_differences() {
        let scores = [0.3f32, -0.8, 1.1, 0.0];
        let (chosen, advantage, weight) = (1, -1.7f32, 0.4f32);
        let objective = |scores: [f64; 4]| {
            let total: f64 = scores.iter().map(|score| score.exp()).sum();
            let chances = scores.map(|score| score.exp() / total);
            let entropy: f64 = -chances.iter().map(|chance| chance * chance.ln()).sum::<f64>();
            f64::from(advantage) * chances[chosen].ln() + f64::from(weight) * entropy
        };
        let mut found = scores;
        let entropy = softmax(&mut found, 1.0);
        slopes(&mut found, chosen, advantage, weight, entropy);
        for place in 0..scores.len() {
            let shifted = |by: f64| {
                let mut shifted = scores.map(f64::from);
                shifted[place] += by;
                objective(shifted)
            };
            let slope = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
            // Computed in f32.
            assert!((slope - f64::from(found[place])).abs() < 1e-5, "score {place}: {slope}, {}", found[place]);
        }
    }

    #[test]
    fn at_the_start_all_moves_are_equally_likely() {
        let (network, features) = (Network { moves: 4, positions: 3, hidden: 6 }, features());
        let (mut units, mut scores) = (Vec::new(), Vec::new());
        network.scores(&network.weights(1), &features, 3, 3, &mut units, &mut scores);
        assert_eq!(scores, [0.0; 3]);
        assert_ne!(network.weights(1), network.weights(2));
    }
}
