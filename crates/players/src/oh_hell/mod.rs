//! Players of Oh Hell.

mod rule;

pub use rule::Rule;
