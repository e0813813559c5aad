//! Players of Spades.

mod coach;
mod rule;

use kirifuda_games::spades::Spades;

pub use rule::Rule;

use crate::common::sighted;

sighted!(Spades);
