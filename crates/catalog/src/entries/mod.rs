//! The players and learners of the list, a file or folder for each; those that one game has are in its folder.

pub(crate) mod cfr;
pub mod daifugo;
pub mod deep;
pub mod falcon;
pub mod hearts;
pub mod linear_q;
pub mod monsters;
pub(crate) mod search;
pub(crate) mod softmax;
