use kirifuda_games::daifugo::Daifugo;
use kirifuda_players::daifugo::PairKeeper;

use crate::listed::same;
use crate::{Player, Setting, Spec};

/// The players of paper 003 that keep the pairs of weak ranks; with or without those of eights.
pub(crate) fn under_12(name: &'static str, about: &'static str, eights: bool) -> Player<Daifugo> {
    const SETTINGS: &[Setting] = &[Setting {
        name: "upto",
        default: "K",
        about: "the highest rank whose pairs are kept: K, or J (another reading of \"under 12\")",
    }];
    let build = if eights {
        |_: &_, spec: &Spec| upto(spec.value("upto", SETTINGS)).map(|below| same(PairKeeper::under(below, true)))
    } else {
        |_: &_, spec: &Spec| upto(spec.value("upto", SETTINGS)).map(|below| same(PairKeeper::under(below, false)))
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
