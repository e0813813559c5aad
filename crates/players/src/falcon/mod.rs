//! FALCON for Hearts: the task, the learner and the player of the list.

mod explain;
mod guard;
mod mode;
mod player;
mod shipped;
mod table;
mod task;
mod trainer;

pub use guard::Guard;
pub use player::player;
pub use shipped::{SHIPPED, danger as shipped_danger};
pub use table::seat;
pub use task::{HeartsTask, Networks};
pub use trainer::{SETTINGS, trainer};

use crate::hearts::Side;

/// The percepts of the best players we have trained.
pub fn best(side: Side) -> &'static [u8] {
    match side {
        Side::Lead => &[6, 14, 15, 29],
        Side::Follow => &[3, 9, 11, 12, 13, 14, 17],
    }
}
