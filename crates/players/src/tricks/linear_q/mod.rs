//! Hearts and plain tricks as tasks for linear Q-learning: features and rewards.

mod paper;
mod position;
mod wide_hearts;
mod wide_plain;

pub use paper::{HeartsTask, PaperFeatures, PlainTask, Strengths, WithoutWeakest};
pub use wide_hearts::{Part, WideHeartsTask};
pub use wide_plain::WidePlainTask;
