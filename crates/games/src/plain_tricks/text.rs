use std::fmt::Write;

use kirifuda_play::{Act, Fact, Game, Rng, Seat, Seen, Text, Worlds};

use super::{PlainTricks, PlainWorlds, Rules, View};
use crate::cards::{Card, CardSet};
use crate::tricks::PLAYERS;
use crate::tricks::notation::{expect_turn, read_cards, read_hands, read_plays, same_cards};

const LEADER: &str = "leader";
const DEALT: &str = "dealt";

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
        Ok(PlainTricks::with_hands(read_hands(hands)?, read_leader(leader)?))
    }

    fn trick_won(&self) -> Option<(Seat, usize)> {
        self.table.trick_won()
    }

    fn picture(&self) -> String {
        let mut text = String::new();
        for seat in Seat::all(PLAYERS) {
            let _ = writeln!(text, "seat {seat}: {}, {} tricks", self.table.hand(seat), self.table.tricks_won(seat));
        }
        if !self.table.trick().is_empty() {
            let plays: Vec<String> = self.table.trick().plays().map(|(seat, card)| format!("{seat} {card}")).collect();
            let _ = writeln!(text, "on the table: {}", plays.join(", "));
        }
        text
    }

    fn seen(view: View<'_>) -> Seen {
        let dealt = view.hand() | view.played_by(view.seat());
        Seen {
            seat: view.seat(),
            hand: view.hand().iter().map(|card| card.to_string()).collect(),
            public: vec![Fact::new(LEADER, [view.first_leader()])],
            private: vec![Fact::new(DEALT, dealt)],
            history: view.plays().map(|(seat, card)| Act { seat, action: Some(card.to_string()) }).collect(),
        }
    }

    fn reconstruct(rules: &Rules, seen: &Seen) -> Result<PlainTricks, String> {
        if seen.seat.index() >= PLAYERS {
            return Err(format!("seat {} does not exist: plain tricks has seats 0 to 3", seen.seat));
        }
        let dealt = read_cards(DEALT, seen.fact(DEALT)?)?;
        if dealt.len() != 13 {
            return Err(format!("the fact `{DEALT}` must have 13 different cards, not {}", dealt.len()));
        }
        // The public course of play, out of hands that are not known yet.
        let mut hands = [CardSet::EMPTY; PLAYERS];
        hands[seen.seat.index()] = dealt;
        let mut skeleton = PlainTricks::with_hands(hands, read_leader(seen.single(LEADER)?)?);
        for play in read_plays(&seen.history, 0) {
            let (i, seat, card) = play?;
            expect_turn(i, seat, skeleton.turn())?;
            // The others' cards come to light only as they are played.
            if seat != seen.seat {
                skeleton.table.set_hand(seat, card.set());
            } else if !skeleton.table.hand(seat).contains(card) {
                return Err(format!("history[{i}]: {card} was not in the hand of seat {seat}"));
            }
            skeleton.table.play(card);
        }
        let mut worlds = PlainWorlds::of(skeleton.view(seen.seat));
        if worlds.hidden.count() == 0 {
            return Err("no deal agrees with the history: somebody played a card that he cannot have held".to_string());
        }
        // Any world will do; the same one every time. Replayed from its deal, so that every play is checked.
        let mut replay = PlainTricks::read_deal(rules, &worlds.draw(&mut Rng::new(0)).show_deal())?;
        for play in read_plays(&seen.history, 0) {
            let (i, seat, card) = play?;
            replay.try_play(card).map_err(|why| format!("history[{i}]: {card} by seat {seat}: {why}"))?;
        }
        let rebuilt = PlainTricks::seen(replay.view(seen.seat));
        if !same_cards(&rebuilt.hand, &seen.hand) {
            return Err(format!("the hand should be {} after this history", rebuilt.hand.join(" ")));
        }
        Ok(replay)
    }
}

fn read_leader(text: &str) -> Result<Seat, String> {
    match text.parse() {
        Ok(seat @ 0..=3) => Ok(Seat(seat)),
        _ => Err(format!("the leader must be a seat from 0 to 3, not `{text}`")),
    }
}
