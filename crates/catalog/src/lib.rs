//! The one list of names: players, learners, their settings, the models that come with the program, and strengths.
//!
//! [`entries`] has a file or folder for each player or learner, and knows nothing of the list; [`list`](games) names
//! games and entries; [`behaviour`] walks it; everything else is below, and reaches the list by the trait [`Listed`] only.

pub mod behaviour;
pub mod entries;
mod error;
mod list;
mod listed;
pub mod listing;
mod setting;
mod settings;
mod shipped;
mod spec;
pub mod strength;
pub mod trainers;

pub use error::CatalogError;
pub use list::{games, visit};
pub use listed::{Listed, MatchRunner, Pace, Player, Visitor, contestant, pace};
pub use setting::{NotShared, Setting, kind_json, words_json};
pub use settings::Settings;
pub use shipped::Shipped;
pub use spec::Spec;

/// The examples of the README compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
