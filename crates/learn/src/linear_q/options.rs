use kirifuda_play::{Rng, math};

use crate::choice::best;

/// How to learn. The default is paper 001 word for word: α = 0.1, γ = 0.8, ε-greedy with ε = 0.1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Step size: α.
    pub step: Step,
    /// What a reward one move later counts: γ.
    pub discount: f32,
    /// How moves are chosen while learning.
    pub selection: Selection,
    /// How much of the rewards that really followed goes into a target instead of the estimate: λ. At 0 weights
    /// change after every move as in the paper's Eq. 9; above 0 they change at the end of the deal.
    pub trace: f32,
    /// Play with an average of the weights over the run, later ones counting more, instead of the last ones.
    pub average: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            step: Step::default(),
            discount: 0.8,
            selection: Selection::Greedy { epsilon: 0.1 },
            trace: 0.0,
            average: false,
        }
    }
}

/// The size of a learning step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// At the start: α.
    pub size: f32,
    /// Divided by the number of active features, so that one step closes the share `size` of an error. (Without it,
    /// it closes `size` times the number of features.)
    pub shared: bool,
    /// The step is halved after so many deals: size · h / (h + deals), which satisfies the paper's Eq. 5. Nothing: a
    /// constant step.
    pub halved_after: Option<u64>,
}

impl Default for Step {
    fn default() -> Self {
        Step { size: 0.1, shared: false, halved_after: None }
    }
}

impl Step {
    /// The step for a move with so many active features after so many deals.
    #[inline]
    pub fn at(&self, deals: u64, active: usize) -> f32 {
        let size = if self.shared { self.size / active.max(1) as f32 } else { self.size };
        size * decay(self.halved_after, deals)
    }
}

/// How a move is chosen from the values of the legal ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// The best (the first of equals); with probability ε any one.
    Greedy {
        /// ε
        epsilon: f64,
    },
    /// In proportion to exp(value / T), where T falls to 0 with time.
    Boltzmann {
        /// T at the start.
        temperature: f64,
        /// T is halved after so many deals. Nothing: it stays.
        halved_after: Option<u64>,
    },
}

impl Selection {
    /// The place of the chosen value, and whether it is the best one.
    #[inline]
    pub fn choose(&self, values: &[f32], deals: u64, rng: &mut Rng) -> (usize, bool) {
        let (top, _) = best(values);
        let place = match *self {
            Selection::Greedy { epsilon } if epsilon > 0.0 && rng.chance(epsilon) => rng.below(values.len()),
            Selection::Greedy { .. } => top,
            Selection::Boltzmann { temperature, halved_after } => {
                let temperature = temperature * f64::from(decay(halved_after, deals));
                boltzmann(values, temperature, rng)
            }
        };
        (place, place == top)
    }
}

/// A place drawn in proportion to exp(value / temperature).
pub(super) fn boltzmann(values: &[f32], temperature: f64, rng: &mut Rng) -> usize {
    let (top, highest) = best(values);
    if temperature <= 0.0 || values.len() < 2 {
        return top;
    }
    // Differences to the best are at most 0, so that no exponential overflows.
    let weight = |value: f32| math::exp(f64::from(value - highest) / temperature);
    let total: f64 = values.iter().map(|&value| weight(value)).sum();
    let mut left = rng.unit() * total;
    for (place, &value) in values.iter().enumerate() {
        left -= weight(value);
        if left < 0.0 {
            return place;
        }
    }
    top
}

/// h / (h + deals); a half-life below one deal is one deal.
#[inline]
pub(crate) fn decay(halved_after: Option<u64>, deals: u64) -> f32 {
    let share = |half: f64| (half / (half + deals as f64)) as f32;
    halved_after.map_or(1.0, |half| share(half.max(1) as f64))
}
