//! Deep nets in play: what they see of a position, and their values of moves, without any framework.
//!
//! An [`Encoder`] writes what a seat may know as bits and says of which parts a move consists; a [`Net`] gives each part
//! a value, and a move is worth the sum of its parts. Training is the business of the crate `deep`; here is what play
//! needs: weights, and passes of one position or of many that allocate nothing.

mod bulk;
mod bytes;
mod desk;
mod encoder;
mod half;
mod mixed;
mod pass;
mod player;
mod row;
mod shape;
mod vectors;

pub use bulk::Passes;
pub use desk::Desk;
pub use encoder::{Encoder, Parts};
pub use half::{from_half, to_half};
pub use mixed::Mixed;
pub use pass::{Net, Pass, Trace};
pub use player::Player;
pub use row::{Row, words};
pub use shape::{Layer, Shape};
