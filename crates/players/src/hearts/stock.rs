use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::hearts::{Hearts, POINT_CARDS, View};
use kirifuda_games::tricks::Trick;
use kirifuda_play::{Policy, Rng};

use super::{ACE, KING, QUEEN, first_of, highest, lowest};

/// The default opponent of gnome-hearts, the rule player of papers 000 and 002. It remembers nothing, never shoots
/// the moon and never defends against it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stock;

impl Stock {
    /// The card played to a trick: depends on nothing but the legal cards and the trick.
    pub fn card(legal: CardSet, trick: &Trick) -> Option<Card> {
        match (trick.suit(), trick.best()) {
            (Some(suit), _) if legal.of(suit).is_empty() => Self::discard(legal),
            (Some(suit), Some(best)) => Self::follow(legal.of(suit), suit, best, trick),
            _ => Self::lead(legal),
        }
    }

    /// The next card to give away.
    pub fn pass(hand: CardSet) -> Option<Card> {
        let single = |suit: Suit| Some(hand.of(suit)).filter(|cards| cards.len() == 1).and_then(CardSet::lowest);
        first_of(hand, &[QUEEN, KING, ACE])
            .or_else(|| single(Suit::Clubs))
            .or_else(|| single(Suit::Diamonds))
            .or_else(|| hand.of(Suit::Hearts).highest())
            .or_else(|| highest(hand))
    }

    fn lead(legal: CardSet) -> Option<Card> {
        lowest(legal).filter(|&card| card != QUEEN).or_else(|| lowest(legal.without(QUEEN))).or_else(|| lowest(legal))
    }

    fn discard(legal: CardSet) -> Option<Card> {
        first_of(legal, &[QUEEN, ACE, KING])
            .or_else(|| legal.of(Suit::Hearts).highest())
            // Clubs before diamonds before spades among equals.
            .or_else(|| legal.top_ranked().lowest())
    }

    fn follow(cards: CardSet, suit: Suit, best: Card, trick: &Trick) -> Option<Card> {
        let below = (cards & best.lower()).highest();
        let without_queen = cards.without(QUEEN).highest();
        if trick.cards().iter().any(|&card| POINT_CARDS.contains(card)) {
            return below.or_else(|| if trick.is_last() { without_queen } else { cards.lowest() }).or(cards.highest());
        }
        if suit != Suit::Spades {
            return cards.highest();
        }
        if cards.contains(QUEEN) && trick.cards().iter().any(|&card| card == KING || card == ACE) {
            return Some(QUEEN);
        }
        if trick.is_last() {
            // The highest; if that is ♠Q and there is another, the next lower.
            return cards.highest().filter(|&card| card != QUEEN).or(without_queen).or(cards.highest());
        }
        (cards & QUEEN.lower()).highest().or(cards.highest())
    }
}

impl Policy<Hearts> for Stock {
    fn choose(&mut self, view: View<'_>, legal: &[Card], _rng: &mut Rng) -> Card {
        let cards = legal.iter().copied().collect();
        let choice = if view.is_passing() { Stock::pass(cards) } else { Stock::card(cards, view.trick()) };
        choice.unwrap_or(legal[0])
    }
}
