//! Reading hands and plays, for the text forms of the games.

use kirifuda_play::{Act, Seat, Turn};

use super::PLAYERS;
use crate::cards::{Card, CardSet};

/// The cards that a fact names, each once.
pub(crate) fn read_cards(fact: &str, values: &[String]) -> Result<CardSet, String> {
    let cards: Result<CardSet, _> = values.iter().map(|text| text.parse::<Card>()).collect();
    let cards = cards.map_err(|why| format!("the fact `{fact}`: {why}"))?;
    if cards.len() != values.len() {
        return Err(format!("the fact `{fact}` names a card twice"));
    }
    Ok(cards)
}

/// Four hands of thirteen that make up the deck.
pub(crate) fn read_hands(texts: &[&str]) -> Result<[CardSet; PLAYERS], String> {
    let mut hands = [CardSet::EMPTY; PLAYERS];
    if texts.len() != PLAYERS {
        return Err(format!("a deal has 4 hands, not {}", texts.len()));
    }
    for (seat, (hand, text)) in hands.iter_mut().zip(texts).enumerate() {
        *hand = text.parse().map_err(|why| format!("hand of seat {seat}: {why}"))?;
        if hand.len() != 13 {
            return Err(format!("the hand of seat {seat} has {} cards, not 13", hand.len()));
        }
    }
    if hands.iter().fold(CardSet::EMPTY, |all, &hand| all | hand) != CardSet::DECK {
        return Err("the four hands do not make up the deck: a card is dealt twice".to_string());
    }
    Ok(hands)
}

/// The plays of a history that starts at index `first`: each card once, none hidden.
pub(crate) fn read_plays(acts: &[Act], first: usize) -> impl Iterator<Item = Result<(usize, Seat, Card), String>> + '_ {
    let mut gone = CardSet::EMPTY;
    acts.iter().zip(first..).map(move |(act, i)| {
        let text = act.action.as_ref().ok_or_else(|| format!("history[{i}]: a card played is seen by all"))?;
        let card: Card = text.parse().map_err(|why| format!("history[{i}]: {why}"))?;
        if gone.contains(card) {
            return Err(format!("history[{i}]: {card} was played before"));
        }
        gone.insert(card);
        Ok((i, act.seat, card))
    })
}

/// Refuses a play out of turn.
pub(crate) fn expect_turn(i: usize, seat: Seat, turn: Turn) -> Result<(), String> {
    match turn {
        Turn::Seat(turn) if turn == seat => Ok(()),
        Turn::Seat(turn) => Err(format!("history[{i}]: seat {turn} is to play, not seat {seat}")),
        Turn::Over => Err(format!("history[{i}]: the deal is over after 52 cards")),
    }
}

/// True when both lists name the same cards, in whatever order and notation.
pub(crate) fn same_cards(ours: &[String], theirs: &[String]) -> bool {
    let read = |texts: &[String]| texts.iter().map(|text| text.parse::<Card>()).collect::<Result<CardSet, _>>();
    ours.len() == theirs.len() && read(ours) == read(theirs)
}
