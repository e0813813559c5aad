//! The choice of percepts, on trials whose truth is known.

#![allow(clippy::unwrap_used)]

mod breaks;
mod greedy;
mod races;
mod world;
