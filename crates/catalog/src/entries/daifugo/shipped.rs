use kirifuda_games::daifugo::{Daifugo, Rules};
use kirifuda_players::daifugo::PolicyFeatures;

use crate::entries::softmax::SoftmaxGame;
use crate::shipped::{Shipped, shipped};

/// All models that come with the program for Daifugo.
pub static SHIPPED: [Shipped; 4] = [
    shipped!("daifugo-softmax.kfm"),
    shipped!("daifugo-softmax-paper003.kfm"),
    shipped!("daifugo-mel.kfm"),
    shipped!("daifugo-mel-paper003.kfm"),
];

impl SoftmaxGame for Daifugo {
    type Sight = PolicyFeatures;
    const PLAYER: &'static str =
        "a softmax policy over features of moves, trained, exchange included: `kirifuda train`";
    const OPPONENTS: &'static str = "mirror";
}

/// The softmax policy for these rules.
pub(crate) fn softmax(rules: &Rules) -> &'static Shipped {
    &SHIPPED[if is_plain(rules) { 1 } else { 0 }]
}

/// The values of plays for these rules.
pub(crate) fn mel(rules: &Rules) -> &'static Shipped {
    &SHIPPED[if is_plain(rules) { 3 } else { 2 }]
}

/// Rules without sequences and revolution, as in paper 003.
fn is_plain(rules: &Rules) -> bool {
    !rules.sequences && !rules.revolution
}
