use std::fmt::Write;

use kirifuda_play::{Fact, Phrase, Seat, Seen, Text};

use super::{PlainTricks, Rules, View};
use crate::cards::Card;
use crate::tricks::PLAYERS;
use crate::tricks::notation::{self, known_hands, read_hands, read_seat, show_trick};

const LEADER: &str = "leader";

impl Text for PlainTricks {
    fn show_action(_rules: &Rules, card: Card) -> String {
        card.to_string()
    }

    fn read_action(_rules: &Rules, text: &str) -> Result<Card, String> {
        text.parse().map_err(|why: crate::cards::NotACard| why.to_string())
    }

    /// `2; ♣… ♠…; …`: who leads, the four hands.
    fn show_deal(&self) -> String {
        let hands: Vec<String> = Seat::all(PLAYERS).map(|seat| self.table.first_hand(seat).to_string()).collect();
        format!("{}; {}", self.table.view(Seat(0)).first_leader(), hands.join("; "))
    }

    fn read_deal(_rules: &Rules, text: &str) -> Result<PlainTricks, String> {
        let parts: Vec<&str> = text.split(';').map(str::trim).collect();
        let [leader, hands @ ..] = parts.as_slice() else {
            return Err("a deal of plain tricks is `leader; hand; hand; hand; hand`".to_string());
        };
        Ok(PlainTricks::with_hands(read_hands(hands, 13)?, read_seat(LEADER, leader)?))
    }

    fn trick_won(&self) -> Option<(Seat, usize)> {
        self.table.trick_won()
    }

    fn why_not(&self, card: Card) -> Option<Phrase> {
        self.forbids(card).map(Phrase::from)
    }

    fn picture(&self) -> String {
        let mut text = String::new();
        for seat in Seat::all(PLAYERS) {
            let _ = writeln!(text, "seat {seat}: {}, {} tricks", self.table.hand(seat), self.table.tricks_won(seat));
        }
        text.push_str(&show_trick(self.table.trick()));
        text
    }

    fn seen(view: View<'_>) -> Seen {
        let public = vec![Fact::new(LEADER, [view.first_leader()])];
        notation::seen::<PlainTricks>(view.table(), public, [].into_iter())
    }

    fn reconstruct(_rules: &Rules, seen: &Seen) -> Result<PlainTricks, String> {
        let hands = known_hands("plain tricks", seen, 13..=13)?;
        notation::reconstruct(seen, PlainTricks::with_hands(hands, read_seat(LEADER, seen.single(LEADER)?)?))
    }
}
