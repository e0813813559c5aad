//! Players of plain tricks.

mod coach;
mod encoder;

pub use encoder::PlainEncoder;

use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::plain_tricks::{PlainTricks, View};
use kirifuda_play::{Policy, Rng};

/// The rule player of paper 001, §4.1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule;

impl Policy<PlainTricks> for Rule {
    fn choose(&mut self, view: View<'_>, legal: &[Card], rng: &mut Rng) -> Card {
        let Some(best) = view.trick().best() else {
            return rng.pick(legal);
        };
        let cards: CardSet = legal.iter().copied().collect();
        let same = cards.of(best.suit());
        let choice = if same.is_empty() {
            // Void: the weakest of the suit of a random card.
            cards.of(rng.pick(legal).suit()).lowest()
        } else {
            // As cheaply as possible, if at all.
            (same & best.higher()).lowest().or(same.lowest())
        };
        choice.unwrap_or(legal[0])
    }
}
