//! Games as tasks for linear Q-learning: features and rewards; the learner and the player of the list.

mod features;
mod paper;
mod player;
mod position;
mod shipped;
mod trainer;
mod wide_hearts;
mod wide_plain;

pub use features::{FeatureSet, Linear};
pub use paper::{HeartsTask, PaperFeatures, PlainTask, Strengths, WithoutWeakest};
pub use player::player;
pub use shipped::SHIPPED;
pub(crate) use shipped::is_full;
pub use trainer::{SETTINGS, trainer};
pub use wide_hearts::{Part, WideHeartsTask};
pub use wide_plain::WidePlainTask;
