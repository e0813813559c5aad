use kirifuda_games::monsters::Monsters;
use kirifuda_play::{Named, named, words};
use kirifuda_players::monsters::{Mixed, Poison, RulePlayer, Style};

use crate::listed::same;
use crate::{Pace, Player, Setting, Settings, Spec};

/// When poison is used.
pub(super) const POISONS: [Named<Poison>; 2] = [
    named("careful", Poison::Careful, "never into a trap that it sees"),
    named("naive", Poison::Naive, "whenever the target is healthy"),
];

const POISON: Setting = Setting::choice("poison", &words(&POISONS), "careful", "when it poisons");
const APART: Setting = Setting::switch("apart", "off", "further from balanced than in the paper");
const BALANCED: &[Setting] = &[POISON];
const OTHERS: &[Setting] = &[POISON, APART];
const MIXED: &[Setting] = &[APART];

fn balanced_of(spec: &Spec) -> Result<RulePlayer, String> {
    let poison = Settings::new(spec, BALANCED).choice("poison", &POISONS)?;
    Ok(RulePlayer { style: Style::Balanced, poison })
}

/// A personality, or the one that is further from balanced.
fn build(spec: &Spec, [style, apart]: [Style; 2]) -> Result<RulePlayer, String> {
    let mut settings = Settings::new(spec, OTHERS);
    let poison = settings.choice("poison", &POISONS)?;
    Ok(RulePlayer { style: if settings.on_off("apart")? { apart } else { style }, poison })
}

/// One of paper 004's rule players, drawn for every game.
pub(crate) fn mixed() -> Player<Monsters> {
    Player {
        name: "mixed",
        about: "balanced, brute or steady, drawn for every game",
        settings: MIXED,
        pace: Pace::Quick,
        models: &[],
        budget: None,
        build: |_, spec| {
            let apart = Settings::new(spec, MIXED).on_off("apart")?;
            Ok(same(Mixed::new(if apart { Style::APART } else { Style::ALL })))
        },
    }
}

/// Paper 004's balanced rule player.
pub(crate) fn balanced() -> Player<Monsters> {
    Player {
        name: "balanced",
        about: "paper 004: the rules in the printed order",
        settings: BALANCED,
        pace: Pace::Quick,
        models: &[],
        budget: None,
        build: |_, spec| balanced_of(spec).map(same),
    }
}

/// Paper 004's brute rule player.
pub(crate) fn brute() -> Player<Monsters> {
    Player {
        name: "brute",
        about: "paper 004: rather hurts the other than spares itself",
        settings: OTHERS,
        pace: Pace::Quick,
        models: &[],
        budget: None,
        build: |_, spec| build(spec, [Style::Brute, Style::Reckless]).map(same),
    }
}

/// Paper 004's steady rule player.
pub(crate) fn steady() -> Player<Monsters> {
    Player {
        name: "steady",
        about: "paper 004: rather spares itself than hurts the other",
        settings: OTHERS,
        pace: Pace::Quick,
        models: &[],
        budget: None,
        build: |_, spec| build(spec, [Style::Steady, Style::Timid]).map(same),
    }
}
