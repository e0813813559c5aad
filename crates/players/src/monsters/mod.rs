//! Players of Monsters.

use kirifuda_games::monsters::Monsters;

use crate::catalog::same;
use crate::{Player, Setting, Spec};

pub(crate) mod adaptive;
pub mod best_response;
mod encoder;
mod features;
mod greedy;
pub mod learner;
mod mixed;
mod rule;
mod shipped;

pub use adaptive::{Adaptive, Blend, MEMORY, PATTERNS, Pattern};
pub use best_response::BestResponse;
pub use encoder::MonstersEncoder;
pub use features::PolicyFeatures;
pub use greedy::Greedy;
pub use mixed::Mixed;
pub use rule::{Poison, RulePlayer, Situation, Style};
pub use shipped::SHIPPED;

const POISON: &[Setting] = &[Setting {
    name: "poison",
    default: "careful",
    about: "when it poisons: careful (never into a trap that it sees), naive (whenever the target is healthy)",
}];

fn build(spec: &Spec, style: Style) -> Result<RulePlayer, String> {
    Ok(RulePlayer { style, poison: Poison::read(spec.value("poison", POISON))? })
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
