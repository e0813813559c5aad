use crate::linear_q::decay;

/// How to learn. The default is a linear policy, 500 deals an update, a little entropy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Hidden units that add to the scores of moves; 0: a linear policy.
    pub hidden: usize,
    /// Deals to an update of the weights.
    pub batch: usize,
    /// The size of a step: about so much a weight changes in an update (Adam).
    pub step: f32,
    /// The step is halved after so many deals, to a third after twice as many, …; nothing: it stays.
    pub halved_after: Option<u64>,
    /// What a unit of entropy is worth while learning: it keeps the policy from settling too early.
    pub entropy: f32,
    /// How much of what really followed goes into the judgement of a move instead of the estimate of the next position:
    /// λ. At 1 only the payoff counts.
    pub trace: f32,
    /// Play with an average of the weights over the run, later ones counting more, instead of the last ones.
    pub average: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { hidden: 0, batch: 500, step: 0.01, halved_after: None, entropy: 0.01, trace: 0.95, average: true }
    }
}

impl Options {
    /// The size of the step after so many deals.
    pub fn step_at(&self, deals: u64) -> f32 {
        self.step * decay(self.halved_after, deals)
    }
}
