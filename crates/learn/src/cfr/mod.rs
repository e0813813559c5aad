//! Counterfactual regret minimisation: equilibria of small two-player zero-sum games, and exact exploitability.
//!
//! A [`Tree`] writes a [`Tabular`](kirifuda_play::Tabular) game out once, [`Cfr`] iterates over it, and the
//! [`Strategy`] that comes out plays as a [`Policy`](kirifuda_play::Policy). Nothing here is random.
//!
//! ```
//! use kirifuda_games::kuhn::{Kuhn, Rules};
//! use kirifuda_learn::cfr::{Cfr, Tree};
//!
//! let mut cfr = Cfr::new(Tree::<Kuhn>::build(&Rules::kuhn())?);
//! cfr.iterate(1_000);
//! let strategy = cfr.average();
//! assert!(cfr.tree().exploitability(&strategy) < 1e-3); // chips a game
//! # Ok::<(), kirifuda_learn::cfr::CfrError>(())
//! ```

mod solver;
mod strategy;
mod tree;

pub use solver::Cfr;
pub use strategy::Strategy;
pub use tree::Tree;

/// Why a game or a strategy does not fit the solver.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CfrError {
    /// The solver is for two players.
    #[error("{game} has {seats} seats, but the solver is for games of two")]
    Seats {
        /// Name of the game.
        game: &'static str,
        /// Its number of players.
        seats: usize,
    },
    /// What one seat wins the other must lose.
    #[error("{game} is not zero-sum: it can end with payoffs of {} and {}", payoffs[0], payoffs[1])]
    NotZeroSum {
        /// Name of the game.
        game: &'static str,
        /// Payoffs of an end that do not cancel.
        payoffs: [f32; 2],
    },
    /// The probabilities of the deals must add up to 1.
    #[error("the deals of {game} have a total probability of {total} instead of 1")]
    Deals {
        /// Name of the game.
        game: &'static str,
        /// What they add up to.
        total: f64,
    },
    /// States with equal keys must look the same to the seat to move.
    #[error("{game}: states with the key {key} differ in {what}")]
    Key {
        /// Name of the game.
        game: &'static str,
        /// The key.
        key: String,
        /// What the seat to move would see to differ.
        what: &'static str,
    },
    /// Weights of actions must be numbers from 0 up, and not all 0.
    #[error("the weights of the actions at {key} are not probabilities")]
    Weights {
        /// The key of the situation.
        key: String,
    },
}
