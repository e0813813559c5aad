use kirifuda_play::{Numbered, Seat};

use super::{Hearts, View};
use crate::cards::Card;
use crate::tricks::PLAYERS;

/// A move is a card, given or played, and its number that of the card.
impl Numbered for Hearts {
    const NUMBERS: &'static str = "hearts-cards-1";
    const SEATS: usize = PLAYERS;
    const ACTIONS: usize = Card::DECK.len();
    const LARGE: f32 = 26.0;

    #[inline]
    fn number(card: Card) -> usize {
        card.index()
    }

    #[inline]
    fn numbered(number: usize) -> Option<Card> {
        Card::DECK.get(number).copied()
    }

    fn seat(view: View<'_>) -> Seat {
        view.seat()
    }
}
