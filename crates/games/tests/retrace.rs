//! Worlds that are told again from their deals.

use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::Hearts;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_play::{Retrace, Rules, Text, conformance};

fn under_all_rules<G: Text + Retrace>(seeds: u64) {
    for preset in G::Rules::book().presets {
        conformance::retraces::<G>(&(preset.rules)(), seeds);
    }
}

#[test]
fn worlds_of_hearts_are_told_again() {
    under_all_rules::<Hearts>(12);
}

#[test]
fn worlds_of_plain_tricks_are_told_again() {
    under_all_rules::<PlainTricks>(12);
}

#[test]
fn worlds_of_daifugo_are_told_again() {
    under_all_rules::<Daifugo>(12);
}
