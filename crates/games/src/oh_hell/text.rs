use std::fmt::Write;

use kirifuda_play::{Fact, Phrase, Seat, Seen, Text};

use super::{Action, OhHell, Rules, View};
use crate::cards::{Card, CardSet};
use crate::tricks::PLAYERS;
use crate::tricks::notation::{self, known_hands, read_cards, read_hands, read_seat, show_trick};

/// Under what names the facts of a deal travel.
const DEALER: &str = "dealer";
const TURNED: &str = "turned";

impl Text for OhHell {
    fn show_action(_rules: &Rules, action: Action) -> String {
        action.to_string()
    }

    fn read_action(_rules: &Rules, text: &str) -> Result<Action, String> {
        Action::read(text)
    }

    /// `2; ♦7; ♣… ♠…; …`: the dealer, the card turned up (– if none), the four hands.
    fn show_deal(&self) -> String {
        let hands: Vec<String> = Seat::all(PLAYERS).map(|seat| self.table.first_hand(seat).to_string()).collect();
        let turned = self.table.form().card.map_or(CardSet::EMPTY, Card::set);
        format!("{}; {turned}; {}", self.bids.dealer(), hands.join("; "))
    }

    fn read_deal(rules: &Rules, text: &str) -> Result<OhHell, String> {
        let parts: Vec<&str> = text.split(';').map(str::trim).collect();
        let [dealer, turned, hands @ ..] = parts.as_slice() else {
            return Err("a deal of oh hell is `dealer; card turned up; hand; hand; hand; hand`".to_string());
        };
        let turned: CardSet = turned.parse().map_err(|why| format!("the card turned up: {why}"))?;
        // In a series the hands shrink and grow; all are of one size.
        let cards = hands.first().and_then(|hand| hand.parse::<CardSet>().ok()).map_or(0, CardSet::len);
        let cards = cards.clamp(1, rules.cards as usize);
        let hands = read_hands(hands, cards)?;
        let turned = read_turned(turned, hands.iter().fold(CardSet::EMPTY, |all, &hand| all | hand), cards)?;
        Ok(OhHell::with_hands(*rules, hands, turned, read_seat(DEALER, dealer)?))
    }

    fn trick_won(&self) -> Option<(Seat, usize)> {
        self.table.trick_won()
    }

    fn why_not(&self, action: Action) -> Option<Phrase> {
        self.forbids(action).map(Phrase::from)
    }

    /// Bids while bids are made, then cards of the hand.
    fn tries(&self) -> Vec<Action> {
        match self.bids.turn() {
            Some(_) => (0..=self.tricks()).map(Action::Bid).collect(),
            None => self.table.hand(self.table.trick().turn()).iter().map(Action::Play).collect(),
        }
    }

    fn picture(&self) -> String {
        let mut text = format!("dealer {}, ", self.bids.dealer());
        text.push_str(&match self.table.form().card {
            Some(card) => format!("turned up {card}\n"),
            None => "no trump\n".to_string(),
        });
        for seat in Seat::all(PLAYERS) {
            let _ = write!(text, "seat {seat}: {}", self.table.hand(seat));
            if let Some(bid) = self.bids.of(seat) {
                let _ = write!(text, ", bid {bid}, {} tricks", self.table.tricks_won(seat));
            }
            text.push('\n');
        }
        text.push_str(&show_trick(self.table.trick()));
        text
    }

    fn seen(view: View<'_>) -> Seen {
        let public = vec![Fact::new(DEALER, [view.dealer()]), Fact::new(TURNED, view.turned())];
        notation::seen::<OhHell>(view.table(), public, view.bids().iter())
    }

    fn reconstruct(rules: &Rules, seen: &Seen) -> Result<OhHell, String> {
        let hands = known_hands("oh hell", seen, 1..=rules.cards as usize)?;
        let own = hands[seen.seat.index()];
        let turned = read_turned(read_cards(TURNED, seen.fact(TURNED)?)?, own, own.len())?;
        let dealer = read_seat(DEALER, seen.single(DEALER)?)?;
        notation::reconstruct(seen, OhHell::with_hands(*rules, hands, turned, dealer))
    }
}

/// The card turned up, which nobody holds: one if any is left when so many are dealt to each.
fn read_turned(turned: CardSet, held: CardSet, cards: usize) -> Result<Option<Card>, String> {
    let expected = if PLAYERS * cards < CardSet::DECK.len() { 1 } else { 0 };
    if turned.len() != expected {
        let expected = if expected == 1 { "one card is" } else { "no card is" };
        return Err(format!("with hands of {cards}, {expected} turned up, not {}", turned.len()));
    }
    if !(turned & held).is_empty() {
        return Err(format!("the card turned up, {turned}, is in a hand: a card is dealt twice"));
    }
    Ok(turned.lowest())
}
