/// A learned rule in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentence {
    /// When it applies: `4th to play, ♠Q is out, the ace is held`.
    pub when: String,
    /// What to do: `play the weakest card`.
    pub then: String,
    /// How often it was met while learning.
    pub uses: f32,
    /// How strongly the action is advised: what it means depends on the learner.
    pub strength: f32,
}
