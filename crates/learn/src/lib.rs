//! Learning and solving algorithms that know no game.
//!
//! [`cfr`] solves small two-player games and measures exactly how far a strategy is from an equilibrium.

pub mod adam;
pub mod blueprint;
pub mod cfr;
pub mod choice;
mod elementary;
pub mod falcon;
pub mod linear_q;
pub mod mlp;
pub mod model;
pub mod net;
pub mod play_values;
pub mod search;
pub mod seats;
pub mod select;
pub mod softmax;
pub mod strength;
pub mod svr;
