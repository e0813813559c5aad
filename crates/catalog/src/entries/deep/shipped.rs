use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::{Hearts, Leading};
use kirifuda_games::kuhn::Kuhn;
use kirifuda_games::leduc::Leduc;
use kirifuda_games::monsters::{Monsters, Teams};
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_play::Game;

use super::{DeepGame, NfspGame};
use crate::entries::hearts::is_full;
use crate::shipped::{Shipped, shipped};

/// All of Deep Monte Carlo.
pub static SHIPPED: [Shipped; 10] = [
    shipped!("hearts-deep-falcon.kfm"),
    shipped!("hearts-deep-saito.kfm"),
    shipped!("hearts-deep-standard.kfm"),
    shipped!("plain-deep.kfm"),
    shipped!("daifugo-deep.kfm"),
    shipped!("monsters-deep.kfm"),
    shipped!("monsters-deep-dealt.kfm"),
    shipped!("hearts-small-falcon.kfm"),
    shipped!("hearts-small-standard.kfm"),
    shipped!("hearts-answer-standard.kfm"),
];

/// All of neural fictitious self-play.
pub static AVERAGES: [Shipped; 4] =
    [shipped!("hearts-nfsp.kfm"), shipped!("plain-nfsp.kfm"), shipped!("kuhn-nfsp.kfm"), shipped!("leduc-nfsp.kfm")];

impl DeepGame for Hearts {
    /// One for rules with passing or the moon; without, one where hearts may be led at any time or soon, one for `falcon`.
    fn net(rules: &<Hearts as Game>::Rules) -> &'static Shipped {
        match rules.leading {
            _ if is_full(rules) => &SHIPPED[2],
            Leading::NoPoints => &SHIPPED[0],
            Leading::Free | Leading::NoHearts => &SHIPPED[1],
        }
    }
}

/// A small net of Hearts, for playouts: it has learned what the large one thinks.
pub(crate) fn small_net(rules: &<Hearts as Game>::Rules) -> &'static Shipped {
    if is_full(rules) { &SHIPPED[8] } else { &SHIPPED[7] }
}

/// A net of Hearts that has learned to play against three of the large one, for rules that have one.
pub(crate) fn answer_net(rules: &<Hearts as Game>::Rules) -> Option<&'static Shipped> {
    is_full(rules).then_some(&SHIPPED[9])
}

impl DeepGame for PlainTricks {
    fn net(_: &<PlainTricks as Game>::Rules) -> &'static Shipped {
        &SHIPPED[3]
    }
}

impl DeepGame for Daifugo {
    fn net(_: &<Daifugo as Game>::Rules) -> &'static Shipped {
        &SHIPPED[4]
    }
}

impl DeepGame for Monsters {
    fn net(rules: &<Monsters as Game>::Rules) -> &'static Shipped {
        match rules.teams {
            Teams::Choose => &SHIPPED[5],
            Teams::Dealt => &SHIPPED[6],
        }
    }
}

impl NfspGame for Hearts {
    fn average(_: &<Hearts as Game>::Rules) -> &'static Shipped {
        &AVERAGES[0]
    }
}

impl NfspGame for PlainTricks {
    fn average(_: &<PlainTricks as Game>::Rules) -> &'static Shipped {
        &AVERAGES[1]
    }
}

impl NfspGame for Kuhn {
    fn average(_: &<Kuhn as Game>::Rules) -> &'static Shipped {
        &AVERAGES[2]
    }
}

impl NfspGame for Leduc {
    fn average(_: &<Leduc as Game>::Rules) -> &'static Shipped {
        &AVERAGES[3]
    }
}
