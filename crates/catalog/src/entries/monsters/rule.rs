use kirifuda_games::monsters::Monsters;
use kirifuda_players::monsters::{Poison, RulePlayer, Style};

use crate::listed::same;
use crate::{Player, Setting, Spec};

const POISON: &[Setting] = &[Setting {
    name: "poison",
    default: "careful",
    about: "when it poisons: careful (never into a trap that it sees), naive (whenever the target is healthy)",
}];

fn build(spec: &Spec, style: Style) -> Result<RulePlayer, String> {
    Ok(RulePlayer { style, poison: poison(spec.value("poison", POISON))? })
}

/// Paper 004's balanced rule player.
pub(crate) fn balanced() -> Player<Monsters> {
    Player {
        name: "balanced",
        about: "paper 004: the rules in the printed order",
        settings: POISON,
        build: |_, spec| build(spec, Style::Balanced).map(same),
    }
}

/// Paper 004's brute rule player.
pub(crate) fn brute() -> Player<Monsters> {
    Player {
        name: "brute",
        about: "paper 004: rather hurts the other than spares itself",
        settings: POISON,
        build: |_, spec| build(spec, Style::Brute).map(same),
    }
}

/// Paper 004's steady rule player.
pub(crate) fn steady() -> Player<Monsters> {
    Player {
        name: "steady",
        about: "paper 004: rather spares itself than hurts the other",
        settings: POISON,
        build: |_, spec| build(spec, Style::Steady).map(same),
    }
}

/// Reads the value of the setting `poison`.
pub(super) fn poison(value: &str) -> Result<Poison, String> {
    match value {
        "careful" => Ok(Poison::Careful),
        "naive" => Ok(Poison::Naive),
        _ => Err(format!("`poison={value}`: allowed are careful and naive")),
    }
}
