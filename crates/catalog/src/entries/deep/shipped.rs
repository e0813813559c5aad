use kirifuda_games::hearts::{Hearts, Leading};
use kirifuda_games::monsters::{Monsters, Teams};
use kirifuda_play::Game;

use crate::entries::hearts::is_full;
use crate::shipped::{Shipped, shipped};

/// All of Deep Monte Carlo.
pub static SHIPPED: [Shipped; 11] = [
    shipped!("hearts-deep-falcon.kfm"),
    shipped!("hearts-deep-saito.kfm"),
    shipped!("hearts-deep-standard.kfm"),
    shipped!("plain-deep.kfm"),
    shipped!("daifugo-deep.kfm"),
    shipped!("monsters-deep.kfm"),
    shipped!("monsters-deep-dealt.kfm"),
    shipped!("hearts-small-falcon.kfm"),
    shipped!("hearts-small-standard.kfm"),
    shipped!("hearts-listener-standard.kfm"),
    shipped!("hearts-guess-standard.kfm"),
];

/// All of neural fictitious self-play.
pub static AVERAGES: [Shipped; 4] =
    [shipped!("hearts-nfsp.kfm"), shipped!("plain-nfsp.kfm"), shipped!("kuhn-nfsp.kfm"), shipped!("leduc-nfsp.kfm")];

/// Of Deep Monte Carlo in Hearts: one for rules with passing or the moon; without, one where hearts may be led at any time or
/// soon, one for `falcon`.
pub(crate) fn hearts_net(rules: &<Hearts as Game>::Rules) -> &'static Shipped {
    match rules.leading {
        _ if is_full(rules) => &SHIPPED[2],
        Leading::NoPoints => &SHIPPED[0],
        Leading::Free | Leading::NoHearts => &SHIPPED[1],
    }
}

/// A small net of Hearts, for playouts: it has learned what the large one thinks.
pub(crate) fn small_net(rules: &<Hearts as Game>::Rules) -> &'static Shipped {
    if is_full(rules) { &SHIPPED[8] } else { &SHIPPED[7] }
}

/// A net of Hearts that says how likely players like the large one play what they play; where there is none, the large one says it.
pub(crate) fn listener(rules: &<Hearts as Game>::Rules) -> Option<&'static Shipped> {
    is_full(rules).then_some(&SHIPPED[9])
}

/// A net of Hearts that guesses what is hidden where four of the large one play.
pub(crate) fn hearts_guesser(rules: &<Hearts as Game>::Rules) -> Option<&'static Shipped> {
    is_full(rules).then_some(&SHIPPED[10])
}

/// In Monsters: one for teams that are chosen, one for teams that are dealt.
pub(crate) fn monsters_net(rules: &<Monsters as Game>::Rules) -> &'static Shipped {
    match rules.teams {
        Teams::Choose => &SHIPPED[5],
        Teams::Dealt => &SHIPPED[6],
    }
}

/// In plain tricks.
pub(crate) static PLAIN_NET: &Shipped = &SHIPPED[3];
/// In Daifugo.
pub(crate) static DAIFUGO_NET: &Shipped = &SHIPPED[4];
