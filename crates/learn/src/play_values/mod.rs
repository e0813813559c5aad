//! Play-evaluation learning (paper 003): a value for every choice in every state, moved after a game towards what the
//! game was worth, for every play that was made in it. Free of any game.
//!
//! A [`Task`] says where a play stands in the table and which play the values advise; [`PlayValues`] holds the
//! [`Values`] and learns; [`PlayValueTraining`] plays deals against [`Opponents`]; a [`Player`] plays what was learned.
//!
//! Kuhn poker with a state for each card and number of moves so far:
//!
//! ```
//! use kirifuda_games::kuhn::{Action, Kuhn, Rules, View};
//! use kirifuda_learn::play_values::{Course, Opponents, Options, Place, Shape, Task, PlayValueTraining, Values};
//!
//! #[derive(Clone)]
//! struct Poker;
//!
//! impl Task<Kuhn> for Poker {
//!     fn layout(&self) -> &'static str {
//!         "card, moves; action"
//!     }
//!     fn shape(&self) -> Shape {
//!         Shape { states: 9, choices: 2 }
//!     }
//!     fn place(&self, view: View<'_>, action: Action) -> Option<Place> {
//!         Some(Place { state: view.card() as u32 * 3 + view.history().len() as u32, choice: action as u32 })
//!     }
//!     fn advise(&self, values: &Values, view: View<'_>, legal: &[Action]) -> Action {
//!         let state = view.card() as u32 * 3 + view.history().len() as u32;
//!         let best = values.best(state, legal.iter().map(|&action| action as u32));
//!         best.map_or(legal[0], |choice| Action::ALL[choice as usize])
//!     }
//! }
//!
//! let course = Course::new(Rules::kuhn(), Opponents::Players(Vec::new()), 1); // nobody named: random players
//! let mut training = PlayValueTraining::new(course, Poker, Options { step: 0.01, ..Options::default() });
//! training.advance(20_000);
//! // A King calls a bet (2 chips are won, never lost), a Jack gives up.
//! let values = training.learner().values();
//! let value = |card: u32, action| values.get(Place { state: card * 3 + 1, choice: action as u32 });
//! assert!(value(2, Action::Bet) > value(2, Action::Pass));
//! ```

mod options;
mod player;
mod training;
mod update;
mod values;

pub use options::{Fade, Options, Update};
pub use player::Player;
pub use training::{Course, Opponents, PlayValueTraining, State};
pub use update::PlayValues;
pub use values::{Place, Shape, Values};

use kirifuda_play::{Game, Rng, Seat};

/// A game put as a task for play-evaluation learning.
pub trait Task<G: Game>: Clone + Send + Sync + 'static {
    /// Names the states and choices, in model files: it changes whenever a number comes to mean another.
    fn layout(&self) -> &'static str;

    /// How many states and choices there are.
    fn shape(&self) -> Shape;

    /// Where a play stands in the table; nothing for one that is not valued, such as a pass.
    fn place(&self, view: G::View<'_>, action: G::Action) -> Option<Place>;

    /// The play that the values advise, one of the legal ones.
    fn advise(&self, values: &Values, view: G::View<'_>, legal: &[G::Action]) -> G::Action;

    /// A play to find out about, one of the legal ones: by default any.
    fn explore(&self, _view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        rng.pick(legal)
    }

    /// What a finished game is worth to a seat: by default its payoff.
    fn reward(&self, game: &G, seat: Seat) -> f32 {
        game.payoff(seat)
    }
}
