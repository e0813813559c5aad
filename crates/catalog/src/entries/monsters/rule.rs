use kirifuda_games::monsters::Monsters;
use kirifuda_play::{Named, named, words};
use kirifuda_players::monsters::{Poison, RulePlayer, Style};

use crate::listed::same;
use crate::{Pace, Player, Setting, Settings, Spec};

/// When poison is used.
pub(super) const POISONS: [Named<Poison>; 2] = [
    named("careful", Poison::Careful, "never into a trap that it sees"),
    named("naive", Poison::Naive, "whenever the target is healthy"),
];

const POISON: &[Setting] = &[Setting::choice("poison", &words(&POISONS), "careful", "when it poisons")];

fn build(spec: &Spec, style: Style) -> Result<RulePlayer, String> {
    Ok(RulePlayer { style, poison: Settings::new(spec, POISON).choice("poison", &POISONS)? })
}

/// Paper 004's balanced rule player.
pub(crate) fn balanced() -> Player<Monsters> {
    Player {
        name: "balanced",
        about: "paper 004: the rules in the printed order",
        settings: POISON,
        pace: Pace::Quick,
        models: &[],
        budget: None,
        build: |_, spec| build(spec, Style::Balanced).map(same),
    }
}

/// Paper 004's brute rule player.
pub(crate) fn brute() -> Player<Monsters> {
    Player {
        name: "brute",
        about: "paper 004: rather hurts the other than spares itself",
        settings: POISON,
        pace: Pace::Quick,
        models: &[],
        budget: None,
        build: |_, spec| build(spec, Style::Brute).map(same),
    }
}

/// Paper 004's steady rule player.
pub(crate) fn steady() -> Player<Monsters> {
    Player {
        name: "steady",
        about: "paper 004: rather spares itself than hurts the other",
        settings: POISON,
        pace: Pace::Quick,
        models: &[],
        budget: None,
        build: |_, spec| build(spec, Style::Steady).map(same),
    }
}
