use kirifuda_games::hearts::Rules;

use crate::entries::hearts::is_full;
use crate::shipped::{Shipped, shipped};

/// All models of FALCON that come with the program.
pub static SHIPPED: [Shipped; 2] = [shipped!("hearts-falcon.kfm"), shipped!("hearts-falcon-standard.kfm")];

static DANGER: Shipped = shipped!("hearts-danger.kfm");

/// The best for these rules: one for rules with passing or the moon, one for rules without.
pub(crate) fn hearts(rules: &Rules) -> &'static Shipped {
    if is_full(rules) { &SHIPPED[1] } else { &SHIPPED[0] }
}

/// What predicts danger.
pub fn danger() -> &'static Shipped {
    &DANGER
}
