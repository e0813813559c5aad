//! Players of Spades.

mod rule;

use kirifuda_games::spades::Spades;

pub use rule::Rule;

use crate::common::sighted;

sighted!(Spades);
