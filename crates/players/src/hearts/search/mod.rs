//! Search for Hearts: cards are tried in worlds that are likely after what was seen, and played to the end by rule
//! players that may shoot the moon or stop who does.
//!
//! [`Searcher`] is the player. [`Belief`] draws worlds, [`Cast`] plays them out on a [`Position`], a race drops what is
//! clearly behind. [`Advice`] is where a trained net can join in.

mod advice;
mod belief;
mod kind;
mod manner;
pub mod moon;
mod options;
mod pass;
mod player;
mod playout;
mod position;
mod race;
mod sightings;

pub use advice::Advice;
pub use belief::Belief;
pub use kind::{KINDS, Kinds};
pub use manner::Manner;
pub use options::{MoonStyle, Options, Playouts, SETTINGS};
pub use player::{Finding, Searcher};
pub use playout::{Cast, Goal};
pub use position::Position;
pub use sightings::Sightings;

use kirifuda_games::hearts::Hearts;

use crate::Player;
use crate::strength::{error_of, fallible};

/// The player in the list.
pub(crate) fn player() -> Player<Hearts> {
    Player {
        name: "search",
        about: "looks ahead in likely worlds with rule players; passes by search, shoots and stops the moon",
        settings: SETTINGS,
        build: |rules, spec| {
            let error = error_of::<Hearts>(rules, spec)?;
            Ok(fallible(Searcher::new(Options::read(spec)?), error))
        },
    }
}
