use kirifuda_games::daifugo::Daifugo;
use kirifuda_play::{Named, named, words};
use kirifuda_players::daifugo::PairKeeper;

use crate::listed::same;
use crate::{Pace, Player, Setting, Settings, Spec};

/// Ranks below this place are kept together.
const UPTO: [Named<u8>; 2] = [named("K", 11, ""), named("J", 9, "another reading of \"under 12\"")];
const SETTINGS: &[Setting] = &[Setting::choice("upto", &words(&UPTO), "K", "the highest rank whose pairs are kept")];

/// The players of paper 003 that keep the pairs of weak ranks; with or without those of eights.
pub(crate) fn under_12(name: &'static str, about: &'static str, eights: bool) -> Player<Daifugo> {
    let build = if eights {
        |_: &_, spec: &Spec| upto(spec).map(|below| same(PairKeeper::under(below, true)))
    } else {
        |_: &_, spec: &Spec| upto(spec).map(|below| same(PairKeeper::under(below, false)))
    };
    Player { name, about, settings: SETTINGS, pace: Pace::Quick, models: &[], budget: None, build }
}

fn upto(spec: &Spec) -> Result<u8, String> {
    Settings::new(spec, SETTINGS).choice("upto", &UPTO)
}
