//! Strength to order: a good player made weaker the way people are weak, by as much as is asked for. Free of any game.
//!
//! A [`Judge`] says what it thinks of every move. A [`Fallible`] player looks at less than the judge would (fewer imagined
//! worlds, where the judge imagines) and misjudges every move by an error that belongs to the situation: no dice are
//! thrown, the same situation is misjudged in the same way, moves that are nearly as good are mistaken for the best, and
//! bad blunders stay rare. How large the error has to be for a wanted share of lost games is measured: a [`Curve`].

mod curve;
mod fallible;

pub use curve::{Curve, Point, Unreachable};
pub use fallible::{Fallible, Judge};
