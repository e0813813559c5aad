use kirifuda_games::hearts::Rules;

use crate::entries::hearts::is_full;
use crate::shipped::{Shipped, shipped};

/// All of them.
pub static SHIPPED: [Shipped; 3] =
    [shipped!("plain.kfm"), shipped!("hearts-saito.kfm"), shipped!("hearts-standard.kfm")];

/// For plain tricks there is one.
pub(crate) fn plain() -> &'static Shipped {
    &SHIPPED[0]
}

/// For Hearts there are two: one for rules with passing or the moon, one for rules without (`saito`, `saito-free`,
/// `falcon`). What may be led, ♦J and the limit of a match change less than those two.
pub(crate) fn hearts(rules: &Rules) -> &'static Shipped {
    if is_full(rules) { &SHIPPED[2] } else { &SHIPPED[1] }
}
