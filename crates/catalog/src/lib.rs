//! The one list of names: players, learners, their settings, the models that come with the program, and strengths.
//!
//! [`entries`] has a file or folder for each player or learner, and knows nothing of the list; [`list`](games) names
//! games and entries; [`behaviour`] walks it; everything else is below, and reaches the list by the trait [`Listed`] only.

pub mod behaviour;
mod changes;
pub mod decisions;
mod differences;
pub mod entries;
mod error;
mod face;
mod frame;
mod list;
mod listed;
pub mod listing;
mod opposition;
mod parts;
mod rivals;
mod setting;
mod settings;
mod shipped;
mod spec;
pub mod strength;
mod succession;
mod training;
mod written_out;
mod yardstick;

pub use changes::{Change, changes};
pub use error::CatalogError;
pub use face::{Face, Shelf};
pub use list::{games, visit};
pub use listed::{About, Budget, Listed, Pace, Player, Visitor, contestant, pace, side_by_side, thinks_long};
pub use parts::{PartError, Timed, origin, portion, tally, timed};
pub use rivals::{Eyes, Hair, Head, Ladder, Looks, Mouth, Rival, Rung, ladders};
pub use setting::{Limit, NotShared, Setting, kind_json, words_json};
pub use settings::Settings;
pub use shipped::{Shipped, weighed};
pub use spec::Spec;
pub use succession::{MatchRunner, MatchTallier, Succession};
pub use written_out::WrittenOut;
pub use yardstick::Yardstick;

/// Learners by name: how a training is asked for, started, taken up again and written down.
pub mod trainers {
    pub(crate) use crate::frame::{Draft, Learn, MISFIT, Saved, recorded, with_pool};
    pub use crate::frame::{Explain, Explained, NO_PERCEPTS, Order, PerceptChoice, Planned, Started, Trainee, Trainer};
    pub(crate) use crate::opposition::{MIRROR, made};
    pub use crate::opposition::{Opposition, SELF_PLAY, others};
    pub use crate::training::{Wish, adopt, novice, plan, resume, start, start_from};
}

/// The examples of the README compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
