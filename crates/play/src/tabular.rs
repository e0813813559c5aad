use std::fmt::Debug;
use std::hash::Hash;

use crate::Game;

/// Games small enough to be written out in full: all deals, all situations. Solvers work on these.
pub trait Tabular: Game {
    /// Names a situation of the seat to move: equal keys exactly when the seat cannot tell the states apart.
    type Key: Clone + Eq + Ord + Hash + Debug + Send + Sync;
    /// The situation that a view shows.
    fn key(view: Self::View<'_>) -> Self::Key;
    /// Every deal with its probability; the probabilities add up to 1.
    fn deals(rules: &Self::Rules) -> Vec<(f64, Self)>;
}
