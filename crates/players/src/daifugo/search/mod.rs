//! Search for Daifugo: moves are tried in imagined worlds that explain what the others did, and played on by the learned
//! policy, or a net, at one's own seat and by what the others seem to be.

mod belief;
mod player;
mod playout;
mod policy;
mod race;

pub use player::{Advice, Budget, Options, Others, Searcher};
