use kirifuda_games::monsters::{Action, Monsters, Phase, View};
use kirifuda_play::{Policy, Rng};

use super::rule::next_of_draft;

/// Deals the most damage it can in this turn, by the true numbers, and thinks no further. It keeps the draft it was
/// dealt and leads with any of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Policy<Monsters> for Greedy {
    fn choose(&mut self, view: View<'_>, legal: &[Action], rng: &mut Rng) -> Action {
        let (deck, mine) = (view.deck(), view.own().fighter().monster);
        match (view.phase(), view.their_fighter()) {
            (Phase::Battle, Some(theirs)) => {
                let special = deck.special(mine, theirs.monster) > deck.attack(mine, theirs.monster);
                if special { Action::SPECIAL } else { Action::ATTACK }
            }
            (Phase::Replace, Some(theirs)) => {
                let hit = |action: &&Action| action.sent().map_or(0, |monster| deck.best_hit(monster, theirs.monster));
                legal.iter().max_by_key(hit).copied().unwrap_or(legal[0])
            }
            (Phase::Team, _) => next_of_draft(view, legal),
            _ => rng.pick(legal),
        }
    }
}
