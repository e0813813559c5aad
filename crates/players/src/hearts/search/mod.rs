//! Search for Hearts: cards are tried in worlds that are likely after what was seen, and played to the end by rule
//! players that may shoot the moon or stop who does.
//!
//! [`Searcher`] is the player. [`Belief`] draws worlds, [`Cast`] plays them out on a [`Position`], a race drops what is
//! clearly behind. [`Advice`] is where a trained net can join in, as far as the others play like one, which a [`Pupil`]
//! tells.

mod advice;
mod belief;
mod kind;
mod likeness;
mod manner;
pub mod moon;
mod options;
mod pass;
mod player;
mod playout;
mod position;
mod pupil;
mod race;
mod sight;
mod sightings;

pub use advice::Advice;
pub use belief::Belief;
pub use kind::{KINDS, Kinds};
pub use likeness::Likeness;
pub use manner::Manner;
pub use options::{MoonStyle, Options, PassBy, Playouts};
pub use player::{Finding, Searcher};
pub use playout::{Cast, Goal};
pub use position::Position;
pub use pupil::{Pupil, in_points};
pub use sight::{Passed, Sight, sight, sight_of_passing};
use sightings::Sighting;
pub use sightings::Sightings;
