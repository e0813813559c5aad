//! FALCON for Hearts: the task, and players with what was learned.

mod explain;
mod guard;
mod table;
mod task;

pub use explain::sentence;
pub use guard::Guard;
pub use table::seat;
pub use task::{HeartsTask, Networks, numbers};

use crate::hearts::Side;

/// The percepts of the best players we have trained.
pub fn best(side: Side) -> &'static [u8] {
    match side {
        Side::Lead => &[6, 14, 15, 29],
        Side::Follow => &[3, 9, 11, 12, 13, 14, 17],
    }
}
