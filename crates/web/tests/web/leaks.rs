//! No message to a seat ever tells what the seat may not know.

use std::collections::BTreeSet;

use kirifuda_play::Rng;
use serde_json::{Value, json};

use crate::support::{House, Sitter, wish};

/// What the joker stands for is no card that anybody holds.
fn without_joker_names(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        out.push(letter);
        if letter == '★' && letters.peek().is_some_and(|next| "♠♥♦♣".contains(*next)) {
            letters.next();
            letters.next();
        }
    }
    out
}

fn cards(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|card| card.as_str().unwrap().to_string()).collect()
}

/// The cards of a move in the finished deal, by the board's own lists where there is one.
fn cards_in(action: &str, of: &BTreeSet<String>) -> Vec<String> {
    let plain = without_joker_names(action);
    if let Some((low, high)) = plain.split_once('-') {
        // A run: ♦9-J.
        let order = "3456789TJQKA2";
        let suit = low.chars().next().unwrap();
        let from = order.find(low.chars().nth(1).unwrap()).unwrap();
        let to = order.find(high).unwrap();
        return order[from..=to].chars().map(|rank| format!("{suit}{rank}")).collect();
    }
    let mut found: Vec<String> = of.iter().filter(|card| plain.contains(card.as_str())).cloned().collect();
    if plain.contains('★') && plain.chars().count() > 3 && !plain.contains("give") {
        // A run with the joker in it: ♦9★J names its suit once.
        let suit = plain.chars().next().unwrap();
        if "♠♥♦♣".contains(suit) {
            let ranks = plain.chars().skip(1).filter(|rank| *rank != '★' && !"♠♥♦♣".contains(*rank));
            found.extend(ranks.map(|rank| format!("{suit}{rank}")).filter(|card| of.contains(card)));
        }
    }
    found
}

/// Looks through all that a seat (or a watcher) heard of one deal for cards that it had not seen.
/// `known` are cards of others that it may know from the start: those that it gave away.
fn check_cards(heard: &[String], you: Option<usize>, known: &BTreeSet<String>) -> usize {
    let last: Value = serde_json::from_str(heard.last().unwrap()).unwrap();
    assert_eq!(last["phase"], "over");
    let dealt: Vec<Vec<String>> = last["result"]["hands"].as_array().unwrap().iter().map(cards).collect();
    let deck: BTreeSet<String> = dealt.iter().flatten().cloned().collect();
    let history = last["history"].as_array().unwrap();
    let mut looked = 0;
    for text in heard {
        let message: Value = serde_json::from_str(text).unwrap();
        if message["phase"] == "over" {
            continue;
        }
        let moves = message["history"].as_array().map_or(0, Vec::len);
        let mut seen: BTreeSet<String> = known.clone();
        seen.extend(cards(&message["hand"]));
        for act in &history[..moves] {
            let own = you.is_some() && act["seat"].as_u64().map(|seat| seat as usize) == you;
            let hidden = message["phase"] == "pass"
                || history.iter().position(|known| std::ptr::eq(known, act)).is_some_and(|n| is_pass(&last, n));
            let given = act["action"].as_str().unwrap().starts_with("give");
            if own || !(hidden || given) {
                seen.extend(cards_in(act["action"].as_str().unwrap(), &deck));
            }
        }
        if let Some(you) = you {
            seen.extend(dealt[you].iter().cloned());
            for list in ["received", "given"] {
                for place in [&message["board"][list], &message["board"]["passing"][list]] {
                    if place.is_array() {
                        seen.extend(cards(place));
                    }
                }
            }
        }
        let text = without_joker_names(text);
        for card in deck.difference(&seen) {
            assert!(!text.contains(card.as_str()), "{card} is told to {you:?} after {moves} moves: {text}");
        }
        looked += 1;
    }
    looked
}

/// In Hearts with passing the first twelve moves are hidden.
fn is_pass(last: &Value, number: usize) -> bool {
    let direction = &last["board"]["passing"]["direction"];
    last["game"] == "hearts" && *direction != "hold" && number < 12
}

#[tokio::test(flavor = "multi_thread")]
async fn no_message_tells_a_card_that_its_reader_has_not_seen() {
    let house = House::open().await;
    let tables: &[(&str, &str, &[&str])] = &[
        ("hearts", "standard", &["random", "stock", "jake"]),
        ("plain-tricks", "plain", &["random", "rule", "random"]),
        ("daifugo", "uecda", &["random", "default", "default", "random"]),
        ("daifugo", "casual", &["random", "default", "default", "random"]),
    ];
    let mut looked = 0;
    for (number, (game, rules, players)) in tables.iter().enumerate() {
        for seed in 0..6 {
            let mut order = wish(game, rules, players);
            let seats = order["seats"].as_array().unwrap().len();
            // The person sits at different seats, and a seed makes a failure come again.
            order["seats"].as_array_mut().unwrap().rotate_right(seed % seats);
            order["seed"] = json!(seed);
            order["series"] = json!(*game != "plain-tricks");
            // Moves come one by one, so that there is something to look at.
            order["pace_ms"] = json!(1);
            let made = house.table(order).await;
            let (mut sitter, mut watcher) = (made.sit().await, made.watch().await);
            let mut rng = Rng::stream(9, &[number as u64, seed as u64]);
            for _ in 0..2 {
                sitter.heard.clear();
                watcher.heard.clear();
                let at = sitter.state["deal"].clone();
                while watcher.state["deal"] != at {
                    watcher.next_state().await;
                }
                sitter.play_deal(&mut rng).await;
                while watcher.phase() != "over" {
                    watcher.next_state().await;
                }
                looked += check_cards(&states(&sitter), made.seat, &BTreeSet::new());
                looked += check_cards(&states(&watcher), None, &BTreeSet::new());
                sitter.next_deal().await;
            }
        }
    }
    assert!(looked > 1000, "only {looked} messages were looked at");
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_search_for_leaks_finds_a_card_that_is_planted() {
    let house = House::open().await;
    let mut order = wish("hearts", "standard", &["random", "random", "random"]);
    order["pace_ms"] = json!(1);
    let made = house.table(order).await;
    let mut sitter = made.sit().await;
    sitter.play_deal(&mut Rng::new(1)).await;
    let heard = states(&sitter);
    assert!(check_cards(&heard, made.seat, &BTreeSet::new()) > 10);
    let last: Value = serde_json::from_str(heard.last().unwrap()).unwrap();
    let acts = last["history"].as_array().unwrap();
    // The last card that another seat plays is hidden in the middle of the deal.
    let own = cards(&last["result"]["hands"][0]);
    let cards_of_others = acts.iter().rev().filter(|act| act["seat"] != 0).map(|act| act["action"].as_str().unwrap());
    // (One that was passed to it is no secret.)
    let hidden = cards_of_others.into_iter().find(|card| !own.contains(&card.to_string())).unwrap();
    let mut planted = heard.clone();
    let middle = planted.len() / 2;
    planted[middle] = planted[middle].replace("\"rules\":\"", &format!("\"rules\":\"{hidden}"));
    assert_ne!(planted, heard);
    let found = std::panic::catch_unwind(|| check_cards(&planted, made.seat, &BTreeSet::new()));
    assert!(found.is_err(), "{hidden} was not found");
    house.server.stop().await.unwrap();
}

/// The states of the newest deal only.
fn states(sitter: &Sitter) -> Vec<String> {
    let newest = &sitter.state["deal"];
    let of = |text: &&String| {
        let value: Value = serde_json::from_str(text).unwrap();
        value["type"] == "state" && value["deal"] == *newest
    };
    sitter.heard.iter().filter(of).cloned().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_message_names_a_monster_that_was_never_in_front() {
    let house = House::open().await;
    let mut looked = 0;
    for (rules, seed) in [("paper004", 1), ("paper004", 2), ("dealt", 3), ("dealt", 4), ("paper004", 5)] {
        let mut order = wish("monsters", rules, &["balanced"]);
        order["seats"].as_array_mut().unwrap().rotate_right(seed % 2);
        order["seed"] = json!(seed);
        order["pace_ms"] = json!(1);
        let made = house.table(order).await;
        let (mut sitter, mut watcher) = (made.sit().await, made.watch().await);
        sitter.play_deal(&mut Rng::new(seed as u64)).await;
        while watcher.phase() != "over" {
            watcher.next_state().await;
        }
        let you = made.seat.unwrap();
        for (sitter, eyes) in [(&sitter, Some(you)), (&watcher, None)] {
            let last = &sitter.state;
            let names = |seat: usize| -> BTreeSet<String> {
                let team = last["board"]["sides"][seat]["team"].as_array().unwrap();
                team.iter().map(|monster| monster["name"].as_str().unwrap().to_string()).collect()
            };
            let teams = [names(0), names(1)];
            assert!(teams.iter().all(|team| team.len() == 3), "{last}");
            for text in states(sitter) {
                let state: Value = serde_json::from_str(&text).unwrap();
                // While teams are chosen, all that can be picked is named.
                if ["team", "over"].contains(&state["phase"].as_str().unwrap()) {
                    continue;
                }
                let mut seen: BTreeSet<String> = BTreeSet::new();
                if let Some(you) = eyes {
                    seen.extend(teams[you].iter().cloned());
                }
                for event in state["board"]["events"].as_array().unwrap() {
                    if ["sent", "switched"].contains(&event["event"].as_str().unwrap()) {
                        seen.insert(event["monster"].as_str().unwrap().to_string());
                    }
                }
                // The list of all monsters tells nothing.
                let mut bare = state.clone();
                bare["board"]["catalog"] = Value::Null;
                let text = bare.to_string();
                for name in teams[0].union(&teams[1]).filter(|name| !seen.contains(*name)) {
                    assert!(!text.contains(name.as_str()), "{name} is told to {eyes:?}: {text}");
                }
                looked += 1;
            }
        }
    }
    assert!(looked > 50, "only {looked} messages were looked at");
    house.server.stop().await.unwrap();
}
