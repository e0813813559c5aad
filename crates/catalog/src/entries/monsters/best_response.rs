use kirifuda_games::monsters::Monsters;
use kirifuda_players::monsters::{BestResponse, RulePlayer, Style};

use super::rule::poison;
use crate::listed::same;
use crate::{Player, Setting, Spec, whole};

const SETTINGS: &[Setting] = &[
    Setting {
        name: "opponent",
        default: "auto",
        about: "whom it answers: balanced, brute, steady, or auto (whichever explains what was seen)",
    },
    Setting { name: "poison", default: "careful", about: "how its opponent thinks about poison: careful, naive" },
    Setting { name: "worlds", default: "12", about: "benches that it looks into, 1 to 1000" },
    Setting { name: "width", default: "16", about: "positions kept of each turn of the search, 1 to 10000" },
];

/// The player in the list.
pub(crate) fn player() -> Player<Monsters> {
    Player {
        name: "best-response",
        about: "knows how rule players decide and searches for the answer: the yardstick",
        settings: SETTINGS,
        build: |_, spec| build(spec).map(same),
    }
}

fn build(spec: &Spec) -> Result<BestResponse, String> {
    let styles: &[Style] = match spec.value("opponent", SETTINGS) {
        "auto" => &Style::ALL,
        "balanced" => &[Style::Balanced],
        "brute" => &[Style::Brute],
        "steady" => &[Style::Steady],
        other => return Err(format!("`opponent={other}`: allowed are auto, balanced, brute, steady")),
    };
    let poison = poison(spec.value("poison", SETTINGS))?;
    let opponents: Vec<RulePlayer> = styles.iter().map(|&style| RulePlayer { style, poison }).collect();
    let worlds = whole("worlds", spec.value("worlds", SETTINGS), 1..=1000)?;
    let width = whole("width", spec.value("width", SETTINGS), 1..=10_000)?;
    Ok(BestResponse::new(&opponents, worlds, width))
}
