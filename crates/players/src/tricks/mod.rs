//! What trick-taking games share: what nets see of a table, the features of linear Q-learning, and how rule
//! players bid and take tricks.

mod coach;
pub(crate) mod contract;
pub mod linear_q;
pub(crate) mod sight;

pub use coach::{TrickReason, for_action, for_card};
