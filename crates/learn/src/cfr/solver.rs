use kirifuda_play::Tabular;

use super::tree::START;
use super::{Strategy, Tree};

/// CFR+ (O. Tammelin, "Solving large imperfect information games using CFR+", 2014): the seats improve in turn,
/// regrets never fall below 0, and iteration `t` counts `t` times in the average.
///
/// The average approaches an equilibrium; the current strategy need not.
pub struct Cfr<G: Tabular> {
    tree: Tree<G>,
    iterations: u32,
    // One number for each sequence of the tree:
    /// Sum of counterfactual regrets, never below 0.
    regrets: Vec<f64>,
    /// The current strategy.
    probabilities: Vec<f64>,
    /// Probability that a seat, as far as it depends on the seat, plays all of a sequence.
    reach: Vec<f64>,
    /// Sum of `reach`, weighted by iteration.
    average: Vec<f64>,
    /// Counterfactual values, used again in every iteration.
    values: Vec<f64>,
}

impl<G: Tabular> Cfr<G> {
    /// Begins with the uniform strategy.
    pub fn new(tree: Tree<G>) -> Cfr<G> {
        let zeros = vec![0.0; tree.sequences()];
        let mut cfr = Cfr {
            iterations: 0,
            regrets: zeros.clone(),
            probabilities: zeros.clone(),
            reach: zeros.clone(),
            average: zeros.clone(),
            values: zeros,
            tree,
        };
        cfr.reach[START] = 1.0;
        for seat in [0, 1] {
            cfr.match_regrets(seat);
            cfr.spread(seat);
        }
        cfr
    }

    /// Improves both seats `count` times.
    pub fn iterate(&mut self, count: u32) {
        for _ in 0..count {
            self.iterations += 1;
            for seat in [0, 1] {
                self.tree.weigh_ends(seat, &self.reach, &mut self.values);
                self.add_regrets(seat);
                self.match_regrets(seat);
                self.spread(seat);
                self.add_to_average(seat);
            }
        }
    }

    /// Number of iterations so far.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// The tree of the game.
    pub fn tree(&self) -> &Tree<G> {
        &self.tree
    }

    /// The average strategy so far; before the first iteration the uniform strategy.
    pub fn average(&self) -> Strategy<G> {
        let mut strategy = Strategy::uniform();
        for situation in self.tree.situations.iter().flatten() {
            let weights = &self.average[situation.sequences()];
            // A situation that the seat itself has avoided has no weights and stays uniform.
            if weights.iter().sum::<f64>() > 0.0 {
                let actions = self.tree.actions(situation).iter().copied();
                strategy.set(situation.key.clone(), actions.zip(weights.iter().copied()));
            }
        }
        strategy
    }

    /// Adds what each action was worth more than the strategy, from the last situations to the first.
    fn add_regrets(&mut self, seat: usize) {
        for situation in self.tree.situations[seat].iter().rev() {
            let sequences = situation.sequences();
            let values = &self.values[sequences.clone()];
            let probabilities = &self.probabilities[sequences.clone()];
            let value: f64 = values.iter().zip(probabilities).map(|(value, probability)| value * probability).sum();
            for (regret, action_value) in self.regrets[sequences].iter_mut().zip(values) {
                *regret = (*regret + action_value - value).max(0.0);
            }
            self.values[situation.parent as usize] += value;
        }
    }

    /// Regret matching: actions in proportion to their regrets, uniform where there are none.
    fn match_regrets(&mut self, seat: usize) {
        for situation in &self.tree.situations[seat] {
            let regrets = &self.regrets[situation.sequences()];
            let sum: f64 = regrets.iter().sum();
            let uniform = 1.0 / regrets.len() as f64;
            for (probability, regret) in self.probabilities[situation.sequences()].iter_mut().zip(regrets) {
                *probability = if sum > 0.0 { regret / sum } else { uniform };
            }
        }
    }

    /// Computes `reach` from the current strategy.
    fn spread(&mut self, seat: usize) {
        for situation in &self.tree.situations[seat] {
            let here = self.reach[situation.parent as usize];
            for sequence in situation.sequences() {
                self.reach[sequence] = here * self.probabilities[sequence];
            }
        }
    }

    fn add_to_average(&mut self, seat: usize) {
        let weight = f64::from(self.iterations);
        for situation in &self.tree.situations[seat] {
            for sequence in situation.sequences() {
                self.average[sequence] += weight * self.reach[sequence];
            }
        }
    }
}
