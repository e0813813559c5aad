//! The player of Monsters that recognises styles.

use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_games::monsters::{Monsters, Rules};
use kirifuda_players::monsters::{Adaptive, MEMORY, Pattern};

use super::learner::learned;
use crate::listed::same;
use crate::shipped::{Shipped, shipped};
use crate::{Pace, Player, Spec};

/// The patterns that come with the program, the general strategy first.
pub static PATTERNS: [(&str, Shipped); 6] = [
    ("general", shipped!("monsters-general.kfm")),
    ("balanced", shipped!("monsters-pattern-balanced.kfm")),
    ("steady", shipped!("monsters-pattern-steady.kfm")),
    ("naive", shipped!("monsters-pattern-naive.kfm")),
    ("greedy", shipped!("monsters-pattern-greedy.kfm")),
    ("random", shipped!("monsters-pattern-random.kfm")),
];

/// The player that recognises styles, as far as one game goes: it remembers nothing from game to game.
pub(crate) fn player() -> Player<Monsters> {
    Player {
        name: "adaptive",
        about: "a general strategy and five learned patterns, blended by what the opponent does",
        settings: &[],
        pace: Pace::Moment,
        models: &[],
        budget: None,
        build,
    }
}

fn build(rules: &Rules, _: &Spec) -> Result<Maker<Monsters>, String> {
    known(rules).map(|adaptive| same(adaptive.player()))
}

/// A player that knows the patterns that come with the program.
pub fn known(rules: &Rules) -> Result<Adaptive, String> {
    let pattern = |(name, shipped): &(&str, Shipped)| {
        let model = shipped.model().map_err(|why| format!("{}: {why}", shipped.file))?;
        let mind = learned(rules, model).map_err(|why| format!("{}: {why}", shipped.file))?;
        Ok(Pattern { name: (*name).to_string(), mind: Arc::new(mind) })
    };
    let mut patterns = PATTERNS.iter().map(pattern).collect::<Result<Vec<_>, String>>()?;
    let general = patterns.remove(0).mind;
    Ok(Adaptive::new(general, patterns, MEMORY))
}
