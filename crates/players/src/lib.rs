//! Where a game meets an algorithm: rule players, and the catalog, the one list of names.

mod blocks;
pub mod catalog;
pub mod daifugo;
pub mod danger;
pub mod deep;
pub mod falcon;
pub mod hearts;
pub mod linear_q;
pub mod monsters;
pub mod plain_tricks;
pub mod poker;
pub mod search;
mod settings;
mod shipped;
mod softmax;
mod spec;
pub mod strength;
pub mod trainers;
mod tricks_sight;

pub use catalog::{CatalogError, Listed, MatchRunner, Player, Visitor, contestant, games, visit};
pub use shipped::Shipped;
pub use spec::{Setting, Spec, on_off, real, whole};

/// The examples of the README compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
