//! A softmax policy over features of moves, trained by policy gradient in self-play. Free of any game.
//!
//! A move is made with a probability in proportion to exp(score / T); its score is the sum of the weights of its
//! features, to which a small layer of hidden units may add. [`Features`] says what is seen of a position and of its moves;
//! [`SoftmaxTraining`] plays batches of deals on all cores and moves the weights along the gradient of the expected payoff, with
//! a learned estimate of the payoff as baseline; a [`Player`] plays what was learned. Results do not depend on the number
//! of threads.
//!
//! Kuhn poker with a feature for each card, number of moves so far, and action:
//!
//! ```
//! use kirifuda_games::kuhn::{Action, Kuhn, Rules, View};
//! use kirifuda_learn::softmax::{Course, Features, Opponents, Options, Sparse, SoftmaxTraining};
//!
//! #[derive(Clone)]
//! struct Poker;
//!
//! impl Features<Kuhn> for Poker {
//!     fn layout(&self) -> &'static str {
//!         "card, moves; action"
//!     }
//!     fn moves(&self) -> usize {
//!         9 * 2
//!     }
//!     fn positions(&self) -> usize {
//!         9
//!     }
//!     fn extract(&self, view: View<'_>, legal: &[Action], out: &mut Sparse) {
//!         let situation = view.card() as u32 * 3 + view.history().len() as u32;
//!         out.position(situation, 1.0);
//!         for &action in legal {
//!             out.next_move();
//!             out.add(situation * 2 + action as u32);
//!         }
//!     }
//! }
//!
//! let course = Course::new(Rules::kuhn(), Opponents::Random, 1);
//! let options = Options { step: 0.05, batch: 100, ..Options::default() };
//! let mut training = SoftmaxTraining::new(course, Poker, options)?;
//! training.advance(20_000)?;
//! // A King always calls a bet.
//! let weights = training.playing_weights();
//! assert!(weights[14 + Action::Bet as usize] > weights[14 + Action::Pass as usize] + 3.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod network;
mod options;
mod player;
mod sparse;
mod training;
mod worker;

pub use crate::linear_q::Diverged;
pub use crate::seats::Pool;
pub use network::Network;
pub use options::Options;
pub use player::Player;
pub use sparse::Sparse;
pub use training::{Batch, Course, Opponents, SoftmaxTraining, State, Unfit};

use kirifuda_play::{Game, Seat};

/// What is seen of a game: features of positions and of their moves.
pub trait Features<G: Game>: Clone + Send + Sync + 'static {
    /// Names the features, in model files: it changes whenever a number comes to mean another feature.
    fn layout(&self) -> &'static str;

    /// Number of features of moves.
    fn moves(&self) -> usize;

    /// Number of features of positions. They tell how good a position is, and reach the hidden units; a linear score
    /// of moves has no use for what all moves have in common.
    fn positions(&self) -> usize;

    /// Adds a position: first its own features by [`Sparse::position`], then for each legal action, in order,
    /// [`Sparse::next_move`] and the features of the move.
    fn extract(&self, view: G::View<'_>, legal: &[G::Action], out: &mut Sparse);

    /// What a finished game is worth to a seat: by default its payoff.
    fn reward(&self, game: &G, seat: Seat) -> f32 {
        game.payoff(seat)
    }
}
