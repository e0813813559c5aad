//! What trick-taking games share: what nets see of a table, and the features of linear Q-learning.

pub mod linear_q;
pub(crate) mod sight;
