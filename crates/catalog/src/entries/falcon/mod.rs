//! FALCON: the learner and the player of the list.

mod explain;
mod guard;
mod mode;
mod player;
mod shipped;
mod trainer;

pub use player::player;
pub(crate) use shipped::hearts as shipped;
pub use shipped::{SHIPPED, danger as shipped_danger};
pub(crate) use trainer::LEARNER;
pub use trainer::{SETTINGS, trainer};
