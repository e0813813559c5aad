//! Search over a blueprint: a net that plays every seat is left only where playouts show that another move is clearly better.
//!
//! The parts, each in its file: the *blueprint* (a net, greedy, at all seats, also at one's own later turns), the [`Belief`]
//! (worlds that agree with what was seen, each weighed by how likely the others would have played what they played in it), the
//! playouts (all moves in the same worlds, to the end), and the threshold (the paired gain of a move must exceed some standard
//! errors). A game brings its worlds ([`Retrace`](kirifuda_play::Retrace)) and what nets see of it
//! ([`Encoder`](crate::net::Encoder)).
//!
//! After Lerer and others 2019 (SPARTA, Hanabi) and Rebstock and others 2019 (policy-based inference, Skat).

mod belief;
mod clairvoyant;
mod either;
mod gain;
mod options;
mod player;
mod playouts;
mod until;

pub use belief::Belief;
pub use clairvoyant::Clairvoyant;
pub use either::{Either, When};
pub use options::{ALIKE, Manner, Options};
pub use player::{Blueprint, Finding, Trial};
