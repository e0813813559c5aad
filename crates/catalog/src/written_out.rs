use kirifuda_play::{Game, Policy, Tabular};
use kirifuda_players::poker;

/// A game that is small enough to be written out in full.
pub struct WrittenOut<G: Game> {
    /// Every deal with its probability.
    pub deals: fn(&G::Rules) -> Vec<(f64, G)>,
    /// What a perfect opponent gains a game against a player that says how likely it makes each move.
    pub exploitability: fn(&G::Rules, &mut dyn Policy<G>) -> Result<f64, String>,
}

impl<G: Tabular> WrittenOut<G> {
    /// As the game says.
    pub fn new() -> WrittenOut<G> {
        WrittenOut { deals: G::deals, exploitability: poker::exploitability }
    }
}

impl<G: Tabular> Default for WrittenOut<G> {
    fn default() -> Self {
        Self::new()
    }
}
