//! Players of Daifugo.

use kirifuda_games::daifugo::{Daifugo, Rules};

use crate::catalog::same;
use crate::softmax::SoftmaxGame;
use crate::{Player, Setting, Shipped};

mod default;
mod encoder;
mod features;
mod mel;
pub(crate) mod mel_trainer;
mod outlook;
mod pairs;
pub mod search;
mod shipped;

pub use default::{SampleClient, Sight};
pub use encoder::DaifugoEncoder;
pub use features::PolicyFeatures;
pub use mel::{Explore, Following, PlayEvaluation, Scope, rank_name};
pub use pairs::PairKeeper;
pub use shipped::SHIPPED;

impl SoftmaxGame for Daifugo {
    type Sight = PolicyFeatures;
    const PLAYER: &'static str =
        "a softmax policy over features of moves, trained, exchange included: `kirifuda train`";
    const OPPONENTS: &'static str = "mirror";

    fn shipped(rules: &Rules) -> &'static Shipped {
        shipped::softmax(rules)
    }
}

/// The players of paper 003 that keep the pairs of weak ranks; with or without those of eights.
pub(crate) fn under_12(name: &'static str, about: &'static str, eights: bool) -> Player<Daifugo> {
    const SETTINGS: &[Setting] = &[Setting {
        name: "upto",
        default: "K",
        about: "the highest rank whose pairs are kept: K, or J (another reading of \"under 12\")",
    }];
    let build = if eights {
        |_: &_, spec: &crate::Spec| upto(spec.value("upto", SETTINGS)).map(|below| same(PairKeeper::under(below, true)))
    } else {
        |_: &_, spec: &crate::Spec| {
            upto(spec.value("upto", SETTINGS)).map(|below| same(PairKeeper::under(below, false)))
        }
    };
    Player { name, about, settings: SETTINGS, build }
}

fn upto(rank: &str) -> Result<u8, String> {
    match rank {
        "K" => Ok(11),
        "J" => Ok(9),
        other => Err(format!("`upto={other}`: allowed are K, J")),
    }
}
