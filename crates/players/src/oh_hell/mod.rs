//! Players of Oh Hell.

mod coach;
mod rule;

use kirifuda_games::oh_hell::OhHell;

pub use rule::Rule;

use crate::common::sighted;

sighted!(OhHell);
