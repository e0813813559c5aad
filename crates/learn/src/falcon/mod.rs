//! FALCON: fuzzy-ART networks over percepts, actions and feedback (papers 000 and 002, and Tan's TD-FALCON), free of
//! any game.
//!
//! A [`Task`] says what is sensed of a position, which of the game's moves the actions name, and what a deal has cost.
//! A [`Memory`] is what is learned, in one of four modes: [`AsPrinted`], [`Resonant`], [`Average`], [`Temporal`].
//! [`FalconTraining`] plays deals and learns; a [`Player`] plays what was learned.

mod average;
mod fusion;
mod memory;
mod player;
mod printed;
mod resonant;
mod td;
mod temporal;
mod training;

pub use average::{Average, AverageOptions, Signal};
pub use fusion::{Channel, Fusion, FusionOptions, Tracking};
pub use memory::{Deal, Memory, Move, Parts, Place, Rule, Shape};
pub use player::{Filter, Player};
pub use printed::{AsPrinted, PrintedOptions, Start};
pub use resonant::{Resonant, ResonantOptions};
pub use td::{Access, Readout, TdFalcon, TdOptions};
pub use temporal::Temporal;
pub use training::{Course, FalconTraining, Opponents};

use kirifuda_play::{Game, Phrase};

/// What is sensed: one bit each.
pub type Bits = u128;

/// Bits that a task may use; the others hold the number of the network.
pub const MOST_BITS: usize = 112;

/// A game put as a task for FALCON.
pub trait Task<G: Game>: Clone + Send + Sync + 'static {
    /// Names percepts, actions and networks, in model files: it changes whenever a bit or number comes to mean another.
    fn layout(&self) -> String;

    /// Sizes of everything.
    fn shape(&self) -> Shape;

    /// Looks at a position: fills in where it is, and the moves that the actions name. False when FALCON has no say in it.
    fn look(&self, view: G::View<'_>, legal: &[G::Action], out: &mut Situation<G>) -> bool;

    /// The move where FALCON has no say, or no action applies.
    fn fallback(&self, view: G::View<'_>, legal: &[G::Action]) -> G::Action;

    /// What the seat has paid so far: little is good.
    fn cost(&self, view: G::View<'_>) -> f32;

    /// What nobody has paid yet.
    fn stake(&self, view: G::View<'_>) -> f32;

    /// A deal that cost no more was a good one.
    fn bearable(&self) -> f32;

    /// An action, for people.
    fn phrase(&self, _place: &Place, _action: u16) -> Option<Phrase> {
        None
    }
}

/// A position as FALCON sees it.
pub struct Situation<G: Game> {
    /// Where it is.
    pub place: Place,
    /// The actions that apply, ascending, with the moves that they name.
    pub options: Vec<(u16, G::Action)>,
}

impl<G: Game> Default for Situation<G> {
    fn default() -> Self {
        Situation { place: Place::default(), options: Vec::new() }
    }
}
