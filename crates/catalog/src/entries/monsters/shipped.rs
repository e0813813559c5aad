use kirifuda_games::monsters::{Monsters, Rules, Summon, Teams};
use kirifuda_players::monsters::PolicyFeatures;

use crate::entries::softmax::SoftmaxGame;
use crate::shipped::{Shipped, shipped};

/// All models of the softmax policy that come with the program for Monsters.
pub static SHIPPED: [Shipped; 3] =
    [shipped!("monsters-softmax.kfm"), shipped!("monsters-softmax-dealt.kfm"), shipped!("monsters-softmax-plain.kfm")];

impl SoftmaxGame for Monsters {
    type Sight = PolicyFeatures;
    const PLAYER: &'static str = "a softmax policy over features of moves, trained, teams included: `kirifuda train`";
    const OPPONENTS: &'static str = "mixed";

    fn sees(rules: &Rules) -> Result<(), String> {
        match rules.summon {
            Summon::Free => Ok(()),
            Summon::Lands => Err(
                "`softmax` does not see lands: play with `summon=free`, or take `learner`, which learns to lay them"
                    .into(),
            ),
        }
    }
}

/// One for teams that are chosen, one for teams that are dealt, one for battles without poison.
pub(crate) fn softmax(rules: &Rules) -> &'static Shipped {
    match rules.teams {
        _ if !rules.status => &SHIPPED[2],
        Teams::Choose => &SHIPPED[0],
        Teams::Dealt => &SHIPPED[1],
    }
}
