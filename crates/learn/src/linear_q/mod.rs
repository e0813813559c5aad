//! Q-learning with a linear action value over sparse binary features (paper 001), free of any game.
//!
//! The value of making a move is the sum of the weights of its active features. A [`Task`] says which features a
//! move has and what is rewarded; [`LinearQ`] holds the weights and learns; [`LinearQTraining`] plays deals against
//! [`Opponents`], among them a growing [`Pool`] of the learner's own snapshots; a [`Player`] plays what was learned.
//!
//! Kuhn poker with a feature for each card, number of moves so far, and action:
//!
//! ```
//! use kirifuda_games::kuhn::{Action, Kuhn, Rules, View};
//! use kirifuda_learn::linear_q::{Opponents, Options, Task, LinearQTraining};
//! use kirifuda_play::{Actions, Game, Imagine, Policy, Rng, Seat, Turn};
//!
//! #[derive(Clone)]
//! struct Poker;
//!
//! impl Task<Kuhn> for Poker {
//!     fn layout(&self) -> &'static str {
//!         "card, moves, action"
//!     }
//!     fn dimensions(&self) -> usize {
//!         3 * 3 * 2
//!     }
//!     fn active(&self, view: View<'_>, action: Action, out: &mut Vec<u32>) {
//!         out.push((view.card() as u32 * 3 + view.history().len() as u32) * 2 + action as u32);
//!     }
//!     fn gain(&self, view: View<'_>) -> f32 {
//!         // The chips won are the same in every world that the seat thinks possible.
//!         if view.turn() == Turn::Over { Kuhn::imagine(view, &mut Rng::new(0)).payoff(view.seat()) } else { 0.0 }
//!     }
//! }
//!
//! let mut training = LinearQTraining::new(Rules::kuhn(), Poker, Options::default(), Opponents::Random, 1);
//! training.advance(10_000)?;
//!
//! // A King never gives up: whatever was bet, the learned player bets, too.
//! let (mut player, mut rng, mut legal) = (training.player(), Rng::new(2), Actions::new());
//! let mut game = Kuhn::deal(&Rules::kuhn(), &mut rng);
//! while game.view(Seat(1)).card() != kirifuda_games::kuhn::Card::King {
//!     game = Kuhn::deal(&Rules::kuhn(), &mut rng);
//! }
//! game.play(Action::Bet);
//! game.legal(&mut legal);
//! assert_eq!(player.choose(game.view(Seat(1)), &legal, &mut rng), Action::Bet);
//! # Ok::<(), kirifuda_learn::linear_q::Diverged>(())
//! ```

mod options;
mod player;
mod training;
mod update;

pub use crate::seats::Pool;
pub(crate) use options::decay;
pub use options::{Options, Selection, Step};
pub use player::Player;
pub use training::{Diverged, LinearQTraining, Opponents, State};
pub use update::LinearQ;

use kirifuda_play::{Base, Game, Meaning};

/// A game put as a task for Q-learning: what is seen of a move, and what is rewarded.
pub trait Task<G: Game>: Clone + Send + Sync + 'static {
    /// Names the features, in model files: it changes whenever a number comes to mean another feature.
    fn layout(&self) -> &'static str;

    /// Number of features.
    fn dimensions(&self) -> usize;

    /// Adds the features of making `action` to `out`, each below [`dimensions`](Task::dimensions). One that is there
    /// twice counts twice.
    fn active(&self, view: G::View<'_>, action: G::Action, out: &mut Vec<u32>);

    /// Replaces the contents of `out` with the value of every legal action: the sum of the weights of its features.
    ///
    /// Actions of one position share most of their features; a task that adds those only once is much faster.
    fn values(&self, weights: &[f32], view: G::View<'_>, legal: &[G::Action], out: &mut Vec<f32>) {
        let mut active = Vec::new();
        out.clear();
        out.extend(legal.iter().map(|&action| {
            active.clear();
            self.active(view, action, &mut active);
            value(weights, &active)
        }));
    }

    /// What the seat has gained so far. The reward of a move is what this grows by until the seat moves again, or
    /// until the end.
    fn gain(&self, view: G::View<'_>) -> f32;

    /// What is gained: payoffs that are still to come, where nothing else is said.
    fn meaning(&self) -> Meaning {
        Meaning { unit: G::UNIT, base: Base::Rest }
    }
}

/// The sum of the weights of active features.
#[inline]
pub(crate) fn value(weights: &[f32], active: &[u32]) -> f32 {
    active.iter().map(|&feature| weights.get(feature as usize).copied().unwrap_or_default()).sum()
}
