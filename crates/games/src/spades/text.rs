use std::fmt::Write;

use kirifuda_play::{Fact, Phrase, Seat, Seen, Text};

use super::{Action, MOST, Rules, Spades, Standing, TEAMS, View};
use crate::tricks::PLAYERS;
use crate::tricks::notation::{self, known_hands, read_hands, read_seat, show_trick};

/// Under what names the facts of a deal travel.
const DEALER: &str = "dealer";
const SCORES: &str = "scores";
const BAGS: &str = "bags";

impl Text for Spades {
    fn show_action(_rules: &Rules, action: Action) -> String {
        action.to_string()
    }

    fn read_action(_rules: &Rules, text: &str) -> Result<Action, String> {
        Action::read(text)
    }

    /// `2; 0 0; 0 0; ♣… ♠…; …`: the dealer, the scores and bags of the two teams in the match, the four hands.
    fn show_deal(&self) -> String {
        let hands: Vec<String> = Seat::all(PLAYERS).map(|seat| self.table.first_hand(seat).to_string()).collect();
        let Standing { scores, bags, .. } = self.standing;
        let [scores, bags] =
            [scores.map(i32::from), bags.map(i32::from)].map(|pair| pair.map(|n| n.to_string()).join(" "));
        format!("{}; {scores}; {bags}; {}", self.bids.dealer(), hands.join("; "))
    }

    fn read_deal(rules: &Rules, text: &str) -> Result<Spades, String> {
        let parts: Vec<&str> = text.split(';').map(str::trim).collect();
        let [dealer, scores, bags, hands @ ..] = parts.as_slice() else {
            return Err("a deal of spades is `dealer; scores; bags; hand; hand; hand; hand`".to_string());
        };
        let [scores, bags] = [scores, bags].map(|text| text.split_whitespace().collect::<Vec<_>>());
        Ok(Spades::with_hands(
            *rules,
            read_hands(hands, 13)?,
            read_seat(DEALER, dealer)?,
            read_standing(&scores, &bags)?,
        ))
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
            Some(_) => (0..=Action::MOST).map(Action::Bid).collect(),
            None => self.table.hand(self.table.trick().turn()).iter().map(Action::Play).collect(),
        }
    }

    fn picture(&self) -> String {
        let mut text =
            format!("dealer {}{}\n", self.bids.dealer(), if self.broken { ", spades are broken" } else { "" });
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
        let Standing { scores, bags, .. } = view.standing();
        let public = vec![Fact::new(DEALER, [view.dealer()]), Fact::new(SCORES, scores), Fact::new(BAGS, bags)];
        notation::seen::<Spades>(view.table(), public, view.bids().iter())
    }

    fn reconstruct(rules: &Rules, seen: &Seen) -> Result<Spades, String> {
        let hands = known_hands("spades", seen, 13..=13)?;
        let dealer = read_seat(DEALER, seen.single(DEALER)?)?;
        let words = |fact| -> Result<Vec<&str>, String> { Ok(seen.fact(fact)?.iter().map(String::as_str).collect()) };
        let standing = read_standing(&words(SCORES)?, &words(BAGS)?)?;
        notation::reconstruct(seen, Spades::with_hands(*rules, hands, dealer, standing))
    }
}

fn read_standing(scores: &[&str], bags: &[&str]) -> Result<Standing, String> {
    Ok(Standing {
        scores: read_pair(scores, |score| (-MOST..=MOST).contains(&score))
            .ok_or_else(|| format!("the match scores must be 2 whole numbers, not `{}`", scores.join(" ")))?,
        bags: read_pair(bags, |bags| (0..10).contains(&bags))
            .ok_or_else(|| format!("the bags must be 2 whole numbers from 0 to 9, not `{}`", bags.join(" ")))?
            .map(|bags| bags as u8),
        deals: 0,
    })
}

fn read_pair(words: &[&str], allowed: impl Fn(i16) -> bool) -> Option<[i16; TEAMS]> {
    let numbers: Vec<i16> = words.iter().filter_map(|word| word.parse().ok()).filter(|&n| allowed(n)).collect();
    if words.len() == TEAMS { numbers.try_into().ok() } else { None }
}
