//! Players of Daifugo in the list.

mod mel;
mod pairs;
pub(crate) mod search;
mod shipped;

pub(crate) use mel::{LEARNER as MEL, player as mel, trainer as mel_trainer};
pub use mel::{learned, score};
pub(crate) use pairs::under_12;
pub use shipped::SHIPPED;
pub(crate) use shipped::{mel as shipped_mel, softmax as shipped_softmax};
