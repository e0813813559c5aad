//! FALCON: the learner and the player of the list.

mod explain;
mod guard;
mod mode;
mod player;
mod shipped;
mod trainer;

pub use player::player;
pub use shipped::{SHIPPED, danger as shipped_danger};
pub use trainer::{SETTINGS, trainer};
