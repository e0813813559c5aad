use kirifuda_games::daifugo::Rules;

use crate::shipped::{Shipped, shipped};

/// All models that come with the program for Daifugo.
pub static SHIPPED: [Shipped; 4] = [
    shipped!("daifugo-softmax.kfm"),
    shipped!("daifugo-softmax-paper003.kfm"),
    shipped!("daifugo-mel.kfm"),
    shipped!("daifugo-mel-paper003.kfm"),
];

/// The softmax policy for these rules.
pub(super) fn softmax(rules: &Rules) -> &'static Shipped {
    &SHIPPED[if is_plain(rules) { 1 } else { 0 }]
}

/// The values of plays for these rules.
pub(super) fn mel(rules: &Rules) -> &'static Shipped {
    &SHIPPED[if is_plain(rules) { 3 } else { 2 }]
}

/// Rules without sequences and revolution, as in paper 003.
fn is_plain(rules: &Rules) -> bool {
    !rules.sequences && !rules.revolution
}
