use kirifuda_play::Numbered;

use super::PlainTricks;
use crate::cards::Card;
use crate::tricks::PLAYERS;

/// A move is a card, and its number that of the card.
impl Numbered for PlainTricks {
    const NUMBERS: &'static str = "plain-tricks-cards-1";
    const SEATS: usize = PLAYERS;
    const ACTIONS: usize = Card::DECK.len();
    const LARGE: f32 = 3.25;

    fn number(card: Card) -> usize {
        card.index()
    }

    fn numbered(number: usize) -> Option<Card> {
        Card::DECK.get(number).copied()
    }
}
