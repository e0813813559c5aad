//! Players of Spades.

mod rule;

pub use rule::Rule;
