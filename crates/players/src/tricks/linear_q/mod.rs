//! Trick-taking games as tasks for linear Q-learning: features and rewards.

mod charts;
mod contract;
mod paper;
mod position;
mod wide_hearts;
mod wide_plain;

pub use charts::charts;
pub use contract::{Contract, ContractTask};
pub use paper::{HeartsTask, PaperFeatures, PlainTask, PlayedSuit, Strengths, WithoutWeakest};
pub use wide_hearts::{Part, WideHeartsTask};
pub use wide_plain::WidePlainTask;
