use std::fmt::Debug;

use super::PLAYERS;
use crate::cards::{Card, CardSet, Suit};

/// In what the tables of trick-taking games differ: the trump, and how many cards are dealt.
///
/// A game that always has the same is a type without fields, so that the compiler knows the answers.
pub trait Form: Copy + Debug + Send + Sync + 'static {
    /// The trump suit.
    fn trump(self) -> Option<Suit>;

    /// Cards of each hand, of which each makes a trick.
    fn tricks(self) -> usize;

    /// Cards that lie open and that nobody holds.
    fn open(self) -> CardSet {
        CardSet::EMPTY
    }

    /// Cards that are not dealt and lie hidden.
    #[inline]
    fn stock(self) -> usize {
        CardSet::DECK.len() - PLAYERS * self.tricks() - self.open().len()
    }
}

/// Thirteen tricks without trump.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoTrump;

impl Form for NoTrump {
    #[inline]
    fn trump(self) -> Option<Suit> {
        None
    }
    #[inline]
    fn tricks(self) -> usize {
        13
    }
}

/// Thirteen tricks in which spades are trump.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpadesTrump;

impl Form for SpadesTrump {
    #[inline]
    fn trump(self) -> Option<Suit> {
        Some(Suit::Spades)
    }
    #[inline]
    fn tricks(self) -> usize {
        13
    }
}

/// So many tricks; the card that is turned up after the deal names the trump. Without one there is no trump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnedUp {
    /// The card turned up: it belongs to the stock.
    pub card: Option<Card>,
    /// Cards of each hand.
    pub tricks: u8,
}

impl Form for TurnedUp {
    #[inline]
    fn trump(self) -> Option<Suit> {
        self.card.map(Card::suit)
    }
    #[inline]
    fn tricks(self) -> usize {
        self.tricks as usize
    }
    #[inline]
    fn open(self) -> CardSet {
        self.card.map_or(CardSet::EMPTY, Card::set)
    }
}
