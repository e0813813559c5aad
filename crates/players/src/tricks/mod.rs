//! What trick-taking games share: what nets see of a table, the features of linear Q-learning, and how rule
//! players bid and take tricks.

pub(crate) mod contract;
pub mod linear_q;
pub(crate) mod sight;
