//! 2,000 decisions of the original program.
#![allow(clippy::unwrap_used)]

use kirifuda_games::cards::{Card, CardSet, Rank, Suit};
use kirifuda_games::tricks::Trick;
use kirifuda_play::Seat;
use kirifuda_players::hearts::Stock;
use serde_json::Value;

/// `[suit, rank]` with C = 0, D = 1, H = 2, S = 3 and ranks 2 to 14.
fn card(value: &Value) -> Card {
    let number = |i: usize| value[i].as_u64().unwrap();
    Suit::ALL[number(0) as usize].card(Rank(number(1) as u8 - 2))
}

fn cards(value: &Value) -> CardSet {
    value.as_array().unwrap().iter().map(card).collect()
}

#[test]
fn stock_agrees_with_every_decision_of_the_original_program() {
    let mut count = 0;
    for (number, line) in include_str!("data/gnome_stock_vectors.jsonl").lines().enumerate() {
        let vector: Value = serde_json::from_str(line).unwrap();
        let leader = Seat(vector["leader"].as_u64().unwrap() as u8);
        let mut trick = Trick::led_by(leader);
        let table = vector["table"].as_array().unwrap();
        for steps in 0..4 {
            let place = &table[leader.after(steps, 4).index()];
            if !place.is_null() {
                trick.push(card(place));
            }
        }
        let (legal, expected) = (cards(&vector["legal"]), card(&vector["choice"]));
        let choice = Stock::card(legal, &trick).unwrap();
        // Where several cards tie for a discard, any of them agrees: same rank, neither a heart nor a high spade.
        let discard = trick.suit().is_some_and(|suit| legal.of(suit).is_empty());
        let ties = discard
            && choice.rank() == expected.rank()
            && [choice, expected].iter().all(|card| card.suit() != Suit::Hearts);
        assert!(choice == expected || ties, "line {}: {choice} instead of {expected} of {legal}", number + 1);
        count += 1;
    }
    assert_eq!(count, 2000);
}
