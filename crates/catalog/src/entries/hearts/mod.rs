//! Players of Hearts in the list that no other game has.

pub mod danger;
pub(crate) mod search;

use kirifuda_games::hearts::{Direction, Moon, Passing, Rules};

/// True with passing or the moon: models for such rules are not those for rules without.
pub(crate) fn is_full(rules: &Rules) -> bool {
    rules.passing != Passing::Always(Direction::Hold) || rules.moon != Moon::Off
}
