//! Players of Hearts.

mod actions;
mod coach;
pub mod danger;
mod encoder;
pub mod falcon;
mod jake;
mod look;
mod percepts;
mod random_action;
mod rule;
pub mod search;
mod stock;

pub use actions::{ACTION_SETS, Action, ActionSet, DUCKING, NEW, PREVIOUS, Technique};
pub use coach::HeartsReason;
pub use encoder::HeartsEncoder;
pub use jake::Jake;
pub use look::{Look, Side};
pub use percepts::{FOLLOW, LEAD, Percept};
pub use random_action::{Depth, RandomAction, Scope, Worth};
pub use rule::Rule;
pub use stock::Stock;

use kirifuda_games::cards::{Card, CardSet};

const QUEEN: Card = Card::QUEEN_OF_SPADES;
const KING: Card = Card::KING_OF_SPADES;
const ACE: Card = Card::ACE_OF_SPADES;

/// The highest card by rank, the higher suit among equals.
#[inline]
fn highest(cards: CardSet) -> Option<Card> {
    cards.top_ranked().highest()
}

/// The lowest card by rank, the lower suit among equals.
#[inline]
fn lowest(cards: CardSet) -> Option<Card> {
    cards.bottom_ranked().lowest()
}

/// The first of some cards that is in a set.
#[inline]
fn first_of(cards: CardSet, wanted: &[Card]) -> Option<Card> {
    wanted.iter().copied().find(|&card| cards.contains(card))
}
