use kirifuda_games::monsters::Monsters;
use kirifuda_play::{Named, named, words};
use kirifuda_players::monsters::{BestResponse, RulePlayer, Style};

use super::rule::POISONS;
use crate::listed::same;
use crate::{Budget, Pace, Player, Setting, Settings, Spec};

const OPPONENTS: [Named<&[Style]>; 4] = [
    named("auto", &Style::ALL, "whichever explains what was seen"),
    named("balanced", &[Style::Balanced], ""),
    named("brute", &[Style::Brute], ""),
    named("steady", &[Style::Steady], ""),
];

const SETTINGS: &[Setting] = &[
    Setting::choice("opponent", &words(&OPPONENTS), "auto", "whom it answers"),
    Setting::choice("poison", &words(&POISONS), "careful", "how its opponent thinks about poison"),
    Setting::whole("worlds", 1..=1000, "12", "benches that it looks into"),
    Setting::whole("width", 1..=10_000, "16", "positions kept of each turn of the search").shared_most(512.0),
];

/// The player in the list.
pub(crate) fn player() -> Player<Monsters> {
    Player {
        name: "best-response",
        about: "knows how rule players decide and searches for the answer: the yardstick",
        settings: SETTINGS,
        pace: Pace::Long,
        models: &[],
        budget: Some(Budget { setting: "worlds", brief: "worlds=3,width=1", measured: "", one_in: 100 }),
        build: |_, spec| build(spec).map(same),
    }
}

fn build(spec: &Spec) -> Result<BestResponse, String> {
    let mut settings = Settings::new(spec, SETTINGS);
    let (styles, poison) = (settings.choice("opponent", &OPPONENTS)?, settings.choice("poison", &POISONS)?);
    let opponents: Vec<RulePlayer> = styles.iter().map(|&style| RulePlayer { style, poison }).collect();
    let (worlds, width) = (settings.whole("worlds")?, settings.whole("width")?);
    Ok(BestResponse::new(&opponents, worlds, width))
}
