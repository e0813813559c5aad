//! The vocabulary of Kirifuda.
//!
//! A [`Game`] is dealt once, with all its chance, and then only moves by actions: seed + actions = the whole game.
//! A [`Policy`] never sees the game, only the [`Game::View`] of its seat; what the view does not tell, the policy
//! cannot know. [`Imagine`] draws whole games that agree with a view. [`conformance`] holds the checks that every
//! game must pass.
//!
//! This crate knows no game, opens no file and starts no thread.

pub mod conformance;
mod deadline;
mod episode;
mod game;
mod kind;
pub mod math;
mod numbered;
mod opinion;
mod phrase;
mod policy;
mod rng;
mod rules;
mod seat;
mod series;
pub mod suggest;
mod tabular;
mod text;
mod whole;

pub use deadline::Deadline;
pub use episode::{Decision, Episode};
pub use game::{Actions, Better, Game, IllegalAction, Imagine, Measure, Measured, Retrace, Turn, Worlds};
pub use kind::{Items, Kind, Named, Word, named, names, word, words};
pub use numbered::Numbered;
pub use opinion::{Base, Grade, Grades, Meaning, Opinion, Scale, Unit};
pub use phrase::{Arg, Phrase};
pub use policy::{Fault, Maker, Many, Policy, Question, Uniform, Watch, play_out};
pub use rng::Rng;
pub use rules::{Preset, RuleBook, RuleError, Rules, Switch, choice};
pub use seat::Seat;
pub use series::{Opening, Series, Standing, open};
pub use tabular::Tabular;
pub use text::{Act, Fact, Seen, Text, moves};
pub use whole::whole_number;
