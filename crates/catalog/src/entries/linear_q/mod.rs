//! Linear Q-learning: the learner and the player of the list.

mod explain;
mod features;
mod player;
mod shipped;
mod trainer;

pub use features::{FeatureSet, Linear};
pub use player::player;
pub use shipped::SHIPPED;
pub(crate) use shipped::{hearts as shipped_hearts, plain as shipped_plain};
pub(crate) use trainer::LEARNER;
pub use trainer::{SETTINGS, trainer};
