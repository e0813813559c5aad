//! Shooting the moon, and stopping who does: two rule players on a [`Position`]. They see what their seat may see.

use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::hearts::POINT_CARDS;
use kirifuda_games::tricks::PLAYERS;
use kirifuda_play::Seat;

use super::Position;
use crate::hearts::{QUEEN, lowest};

/// Points that somebody must have, nobody else having any, to be taken for a shooter.
pub const THREAT: u8 = 5;

/// The card with which to go on shooting the moon.
#[inline]
pub fn shoot(position: &Position, hand: CardSet, legal: CardSet) -> Option<Card> {
    let unseen = !(position.played() | hand);
    if position.count() == 0 {
        return lead_to_win(hand, legal, unseen);
    }
    let cards = legal & position.follow();
    if cards.is_empty() {
        // A point given away ends it; the weakest card is the one that would lose a trick later.
        return weakest(legal - POINT_CARDS, unseen).or_else(|| weakest(legal, unseen));
    }
    let winning = cards & position.best().higher();
    let points = !(position.table() & POINT_CARDS).is_empty();
    if position.is_last() {
        // Without points the trick may go: a good place for a card that would lose later.
        let loser = (cards - POINT_CARDS).lowest().filter(|card| !(unseen & card.higher()).is_empty());
        return if points { winning.lowest() } else { loser.or(winning.lowest()) }.or_else(|| give_up(cards));
    }
    winning.highest().or_else(|| give_up(cards))
}

/// The lead that is most likely to take the trick: a sure winner of the longest suit, else the one with the fewest
/// cards above it.
#[inline]
fn lead_to_win(hand: CardSet, legal: CardSet, unseen: CardSet) -> Option<Card> {
    let tops = Suit::ALL.into_iter().filter_map(|suit| legal.of(suit).highest());
    tops.min_by_key(|card| ((unseen & card.higher()).len(), 13 - hand.of(card.suit()).len()))
}

/// The card with most unseen cards of its suit above it, the lower rank among equals.
#[inline]
fn weakest(cards: CardSet, unseen: CardSet) -> Option<Card> {
    let lows = Suit::ALL.into_iter().filter_map(|suit| cards.of(suit).lowest());
    lows.max_by_key(|card| (unseen & card.higher()).len())
}

/// Somebody else takes the trick: without a point of ours, if that can be.
#[inline]
fn give_up(cards: CardSet) -> Option<Card> {
    (cards - POINT_CARDS).lowest().or_else(|| cards.lowest())
}

/// The seat that is to be stopped: it alone has points, and enough of them.
#[inline]
pub fn threat(position: &Position, me: Seat) -> Option<Seat> {
    if position.all_taken() < THREAT {
        return None;
    }
    position.alone_with_points().filter(|&seat| seat != me)
}

/// The card that stops `shooter`, where there is something to be done about it.
#[inline]
pub fn stop(position: &Position, shooter: Seat, hand: CardSet, legal: CardSet) -> Option<Card> {
    let unseen = !(position.played() | hand);
    let is_sure = |card: Card| (unseen & card.higher()).is_empty();
    if position.count() == 0 {
        // A sure heart takes a point at least.
        return legal.of(Suit::Hearts).highest().filter(|&card| is_sure(card));
    }
    let me = position.turn();
    let shooter_plays_later = shooter.steps_after(me, PLAYERS) < PLAYERS - position.count();
    let goes_to_shooter = position.winner() == shooter || (shooter_plays_later && !is_sure(position.best()));
    let cards = legal & position.follow();
    if cards.is_empty() {
        if goes_to_shooter {
            // No points for him; what could take a trick from him later stays.
            return lowest(legal - POINT_CARDS);
        }
        return legal.of(Suit::Hearts).lowest().or_else(|| legal.contains(QUEEN).then_some(QUEEN));
    }
    let has_points = !(position.table() & POINT_CARDS).is_empty();
    if !goes_to_shooter || !has_points {
        return None;
    }
    let winning = cards & position.best().higher();
    if position.is_last() || !shooter_plays_later { winning.lowest() } else { winning.highest() }
}
