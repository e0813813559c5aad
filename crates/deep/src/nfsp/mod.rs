//! Neural fictitious self-play (J. Heinrich and D. Silver, "Deep reinforcement learning from self-play in
//! imperfect-information games", 2016): approximate equilibria of games with hidden cards, by learning alone.
//!
//! Each side has two nets. One learns the best answer to how the others play, by Q-learning from a [`Replay`] of recent
//! decisions; the other learns how the first has played on average, from a [`Reservoir`] of all its decisions. Before every
//! game each seat takes up the first net with a small probability, the anticipation, and otherwise the second. In games of
//! two players where one wins what the other loses, the average approaches an equilibrium.
//!
//! A training is made of rounds: games that are played with the same nets, and then the steps of learning that are due. So
//! it can stop between any two rounds and go on bit for bit, and the games of a round can share threads or calls of a
//! graphics card. Where it differs from the publication:
//!
//! - steps are those of Adam, for both nets;
//! - a move that is forced is not a decision: nothing is stored or learned about it;
//! - after a move made at random, to explore, the rest of the game is not learned as the first net's habit (set
//!   [`Options::habits`] to [`Habits::Played`] for the publication's way).

mod choice;
mod options;
mod replay;
mod reservoir;
mod side;
mod state;
mod table;
mod tabulate;
mod training;

pub use options::{Habits, Options};
pub use replay::Replay;
pub use reservoir::Reservoir;
pub use state::{SideState, State};
pub use tabulate::tabulate;
pub use training::{Machines, Nfsp};

use crate::MachineError;

/// Why a training does not begin or go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NfspError {
    /// An option that cannot be.
    #[error("{name} must be {allowed}, not {value}")]
    Option {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: String,
        /// What it may be.
        allowed: &'static str,
    },
    /// The nets.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// Numbers of another training.
    #[error("the numbers of the training do not fit its game and options ({0}): start again")]
    State(&'static str),
    /// Steps that were too large.
    #[error("the training diverged within {0} games: choose smaller rates")]
    Diverged(u64),
}
