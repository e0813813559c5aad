//! Several people, reloading, taking back.

use std::time::Duration;

use kirifuda_play::Rng;
use kirifuda_web::Limits;
use serde_json::{Value, json};

use crate::support::{House, Sitter, get, post, wish};

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_at_one_table() {
    let house = House::open().await;
    let mut order = wish("hearts", "falcon", &["random", "random", "random"]);
    order["seats"][2] = json!({ "kind": "open" });
    let made = house.table(order).await;
    let path = format!("/api/tables/{}", made.table);
    let (_, info) = get(house.address(), &path).await;
    assert_eq!(info["seats"][2]["taken"], false);
    let (status, joined) =
        post(house.address(), &format!("{path}/join"), &json!({ "seat": null, "name": "Bob" })).await;
    assert_eq!((status, joined["seat"].as_u64()), (200, Some(2)));
    let mut ada = made.sit().await;
    let before = ada.state["version"].clone();
    let (status, refused) = post(house.address(), &format!("{path}/join"), &json!({ "name": "Eve" })).await;
    assert_eq!((status, refused["error"]["code"].as_str()), (409, Some("taken")));
    assert!(ada.settle().await);
    assert_eq!(ada.state["version"], before, "whoever is refused disturbs nobody");

    let mut bob = Sitter::connect(house.address(), &made.table, joined["token"].as_str()).await;
    assert_eq!((bob.state["you"].as_u64(), bob.state["seats"][2]["name"].as_str()), (Some(2), Some("Bob")));
    while ada.state["seats"][2]["connected"] != true {
        ada.next_state().await;
    }
    assert_ne!(ada.state["hand"], bob.state["hand"]);
    let (mut one, mut two) = (Rng::new(1), Rng::new(2));
    tokio::join!(ada.play_deal(&mut one), bob.play_deal(&mut two));
    assert_eq!(ada.state["result"], bob.state["result"]);
    // Either may ask for the next deal; the second wish finds it dealt.
    bob.next_deal().await;
    ada.say(json!({ "type": "next" })).await;
    assert_eq!(ada.refusal().await, "not-over");
    // Bob goes.
    bob.close().await;
    while ada.state["seats"][2]["connected"] != false {
        ada.next_state().await;
    }
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_the_same_after_reloading() {
    let house = House::open().await;
    let made = house.table(wish("daifugo", "uecda", &["default", "default", "random", "random"])).await;
    let mut sitter = made.sit().await;
    sitter.turn().await;
    let before = sitter.state.clone();
    sitter.close().await;
    let mut again = made.sit().await;
    for field in ["hand", "legal", "history", "board", "turn", "phase", "score"] {
        assert_eq!(again.state[field], before[field], "{field}");
    }
    again.play_deal(&mut Rng::new(1)).await;
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_taken_back_while_nobody_has_answered() {
    let house = House::open().await;
    let mut order = wish("hearts", "standard,passing=left", &["random", "random", "random"]);
    order["pace_ms"] = json!(10_000);
    let made = house.table(order).await;
    let mut sitter = made.sit().await;
    sitter.say(json!({ "type": "undo" })).await;
    assert_eq!(sitter.refusal().await, "no-undo");
    let hand = sitter.state["hand"].clone();
    for given in 1..=3 {
        let card = sitter.legal()[0].clone();
        sitter.act_and_see(&card).await;
        assert_eq!(sitter.state["board"]["passing"]["given"].as_array().unwrap().len(), given);
        assert_eq!(sitter.state["can_undo"], true);
    }
    // All three, one after the other, the last first.
    for given in (0..3).rev() {
        sitter.say(json!({ "type": "undo" })).await;
        sitter.next_state().await;
        assert_eq!(sitter.state["board"]["passing"]["given"].as_array().unwrap().len(), given);
    }
    assert_eq!((&sitter.state["hand"], &sitter.state["can_undo"]), (&hand, &json!(false)));
    assert_eq!(sitter.legal().len(), 13);
    // Once others have moved it is still taken back, since only players play here; but the record says so.
    for _ in 0..3 {
        let card = sitter.legal()[0].clone();
        sitter.act_and_see(&card).await;
    }
    sitter.say(json!({ "type": "pace", "ms": 0 })).await;
    sitter.turn().await;
    assert_eq!(sitter.state["can_undo"], true);
    assert!(sitter.state["history"].as_array().unwrap().len() >= 12);
    sitter.say(json!({ "type": "undo" })).await;
    while sitter.state["history"].as_array().unwrap().len() != 2 {
        sitter.next_state().await;
    }
    assert_eq!(sitter.state["board"]["passing"]["given"].as_array().unwrap().len(), 2);
    sitter.play_deal(&mut Rng::new(1)).await;
    assert_eq!(sitter.state["can_undo"], false, "what is over is over");
    let (_, record) = get(house.address(), &format!("/api/tables/{}/record", made.table)).await;
    assert_eq!((&record["taken_back"], &record["stood_in"]), (&json!(1), &Value::Null));
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn among_people_a_move_is_not_taken_back_once_another_has_moved() {
    let house = House::open().await;
    let (mut ada, mut bob) = for_two(&house, 0).await;
    // Until both have moved, and Ada is to move again.
    for _ in 0..40 {
        let to_move = |sitter: &Sitter| sitter.state["turn"] == sitter.state["you"] && !sitter.legal().is_empty();
        let moved = ada.state["history"].as_array().unwrap().iter().any(|act| act["seat"] == 0);
        if moved && to_move(&ada) {
            break;
        }
        match (to_move(&ada), to_move(&bob)) {
            (true, _) => ada.act(&ada.legal()[0].clone()).await,
            (_, true) => bob.act(&bob.legal()[0].clone()).await,
            _ => {}
        }
        ada.settle().await;
        bob.settle().await;
    }
    assert_eq!(ada.state["can_undo"], false);
    ada.say(json!({ "type": "undo" })).await;
    assert_eq!(ada.refusal().await, "no-undo");
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_steps_in_for_who_is_away_until_he_is_back() {
    let house = House::with(Limits { away: Duration::from_millis(300), ..Limits::default() }).await;
    let player = json!({ "kind": "player", "player": "random" });
    let seats = json!([{ "kind": "person" }, { "kind": "open" }, player, player]);
    let made = house.table(json!({ "game": "plain-tricks", "rules": "plain", "seats": seats, "name": "Ada" })).await;
    let join = format!("/api/tables/{}/join", made.table);
    let (_, joined) = post(made.address, &join, &json!({ "name": "Bob" })).await;
    let token = joined["token"].as_str();
    let mut ada = made.sit().await;
    let bob = Sitter::connect(made.address, &made.table, token).await;
    ada.settle().await;
    // Who is there is not replaced, nor who has just gone.
    ada.say(json!({ "type": "replace", "seat": 1 })).await;
    assert_eq!(ada.refusal().await, "not-away");
    bob.close().await;
    while ada.state["seats"][1]["connected"] != false {
        ada.next_state().await;
    }
    assert!(ada.state["seats"][1]["away_ms"].as_u64().is_some());
    tokio::time::sleep(Duration::from_millis(350)).await;
    for (seat, code) in [(0, "not-away"), (9, "not-away")] {
        ada.say(json!({ "type": "replace", "seat": seat })).await;
        assert_eq!(ada.refusal().await, code);
    }
    ada.say(json!({ "type": "replace", "seat": 1 })).await;
    while ada.state["seats"][1]["stand_in"] == Value::Null {
        ada.next_state().await;
    }
    assert_eq!((&ada.state["seats"][1]["kind"], &ada.state["seats"][1]["name"]), (&json!("person"), &json!("Bob")));
    // The deal goes on without him, and Ada sees no more of his hand than before.
    let by_bob = |state: &Value| state["history"].as_array().unwrap().iter().filter(|act| act["seat"] == 1).count();
    while by_bob(&ada.state) < 2 {
        if ada.state["turn"] == 0 {
            let card = ada.legal()[0].clone();
            ada.act(&card).await;
        }
        ada.next_state().await;
    }
    assert_eq!(ada.state["board"]["hands"], Value::Null);
    // He is back, and plays himself.
    let mut bob = Sitter::connect(made.address, &made.table, token).await;
    while ada.state["seats"][1]["stand_in"] != Value::Null {
        ada.next_state().await;
    }
    assert_eq!(bob.state["you"], 1);
    let (mut one, mut two) = (Rng::new(1), Rng::new(2));
    tokio::join!(ada.play_deal(&mut one), bob.play_deal(&mut two));
    let (_, record) = get(house.address(), &format!("/api/tables/{}/record", made.table)).await;
    assert_eq!(record["stood_in"], json!([1]));
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_shows_something_new_is_taken_back_with_a_mark() {
    let house = House::open().await;
    // At the last seat, giving the third card shows what is received.
    let mut order = wish("hearts", "standard,passing=left", &["random", "random", "random"]);
    order["seats"].as_array_mut().unwrap().rotate_right(3);
    order["seats"].as_array_mut().unwrap().reverse();
    order["seats"] = json!([
        { "kind": "player", "player": "random" }, { "kind": "player", "player": "random" },
        { "kind": "player", "player": "random" }, { "kind": "person" }
    ]);
    let made = house.table(order).await;
    let mut sitter = made.sit().await;
    sitter.turn().await;
    for given in 1..=3 {
        let card = sitter.legal()[0].clone();
        sitter.act_and_see(&card).await;
        assert_eq!(sitter.state["can_undo"], true, "{given}");
    }
    assert_eq!(sitter.state["board"]["passing"]["received"].as_array().unwrap().len(), 3);
    sitter.say(json!({ "type": "undo" })).await;
    while sitter.state["phase"] != "pass" {
        sitter.next_state().await;
    }
    sitter.play_deal(&mut Rng::new(1)).await;
    let (_, record) = get(house.address(), &format!("/api/tables/{}/record", made.table)).await;
    assert_eq!(record["taken_back"], 1);
    // In a battle the second choice shows the first.
    let order = json!({ "game": "monsters", "rules": "dealt",
        "seats": [{ "kind": "player", "player": "greedy" }, { "kind": "person" }] });
    let made = house.table(order).await;
    let mut sitter = made.sit().await;
    sitter.turn().await;
    let lead = sitter.legal()[0].clone();
    sitter.act_and_see(&lead).await;
    let seen = sitter.state["history"].as_array().unwrap().len();
    sitter.say(json!({ "type": "undo" })).await;
    while sitter.state["history"].as_array().unwrap().len() >= seen {
        sitter.next_state().await;
    }
    house.server.stop().await.unwrap();
}

/// A table for two people and two players.
async fn for_two(house: &House, seconds: u64) -> (Sitter, Sitter) {
    let player = json!({ "kind": "player", "player": "random" });
    let seats = json!([{ "kind": "person" }, { "kind": "open" }, player, player]);
    let wish =
        json!({ "game": "plain-tricks", "rules": "plain", "seats": seats, "name": "Ada", "move_seconds": seconds });
    let made = house.table(wish).await;
    let (status, joined) =
        post(made.address, &format!("/api/tables/{}/join", made.table), &json!({ "name": "Bob" })).await;
    assert_eq!(status, 200, "{joined}");
    let first = made.sit().await;
    let second = Sitter::connect(made.address, &made.table, joined["token"].as_str()).await;
    (first, second)
}

#[tokio::test(flavor = "multi_thread")]
async fn among_several_people_hints_are_given_only_if_all_agree() {
    let house = House::open().await;
    let (mut ada, mut bob) = for_two(&house, 0).await;
    // Whoever is to move asks.
    let ask = async |one: &mut Sitter, other: &mut Sitter| {
        one.settle().await;
        other.settle().await;
        let asker = if one.legal().is_empty() { other } else { one };
        asker.say(json!({ "type": "hint", "adviser": "rule" })).await;
        loop {
            let heard = asker.hear().await.unwrap();
            match heard["type"].as_str().unwrap() {
                "hint" => return "hint".to_string(),
                "error" => return heard["code"].as_str().unwrap().to_string(),
                _ => {}
            }
        }
    };
    while ada.legal().is_empty() && bob.legal().is_empty() {
        ada.next_state().await;
        bob.settle().await;
    }
    assert_eq!(ada.state["hints"], false);
    assert_eq!(ask(&mut ada, &mut bob).await, "no-hints");
    ada.say(json!({ "type": "hints", "on": true })).await;
    assert_eq!(ask(&mut ada, &mut bob).await, "no-hints");
    bob.say(json!({ "type": "hints", "on": true })).await;
    assert_eq!(ask(&mut ada, &mut bob).await, "hint");
    // Whoever did not ask may hear of it a moment later.
    while ada.state["hints"] != true {
        ada.next_state().await;
    }
    assert_eq!((&ada.state["hints"], &ada.state["seats"][1]["agrees"]), (&json!(true), &json!(true)));
    bob.say(json!({ "type": "hints", "on": false })).await;
    assert_eq!(ask(&mut ada, &mut bob).await, "no-hints");
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_lets_his_time_pass_makes_a_random_move() {
    let house = House::open().await;
    let (mut ada, mut bob) = for_two(&house, 1).await;
    let mut told = false;
    // Nobody does anything: the deal comes to its end all the same.
    while ada.phase() != "over" {
        let heard = ada.hear().await.unwrap();
        told |= heard["code"] == "time-over";
        if let Some(left) = ada.state["left_ms"].as_u64() {
            assert!(left <= 1000, "{left}");
        }
        if heard["type"] == "state" && !ada.legal().is_empty() && ada.state["history"].as_array().unwrap().len() > 8 {
            // Enough is seen: on with it.
            let card = ada.legal()[0].clone();
            ada.act(&card).await;
        }
        if ada.state["history"].as_array().unwrap().len() > 16 {
            break;
        }
    }
    assert!(told, "nobody was told of the time");
    bob.settle().await;
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_has_a_seed_of_its_own_that_is_shown_when_it_is_over() {
    use kirifuda_games::plain_tricks::{PlainTricks, Rules};
    use kirifuda_play::{Game, Text};
    let house = House::open().await;
    let made = house.table(wish("plain-tricks", "plain", &["random"; 3])).await;
    let mut sitter = made.sit().await;
    let mut seeds = Vec::new();
    for deal in 0..3 {
        assert_eq!(sitter.state["result"], Value::Null);
        sitter.play_deal(&mut Rng::new(deal)).await;
        let result = &sitter.state["result"];
        let seed: u64 = result["seed"].as_str().unwrap().parse().unwrap();
        let rules = <Rules as kirifuda_play::Rules>::book().parse("plain").unwrap();
        let dealt = PlainTricks::deal(&rules, &mut Rng::new(seed));
        let hand = PlainTricks::seen(dealt.view(kirifuda_play::Seat(0))).hand;
        assert_eq!(json!(hand), result["hands"][0]);
        seeds.push(seed);
        sitter.next_deal().await;
    }
    seeds.dedup();
    assert_eq!(seeds.len(), 3);
    // Whoever has chosen the seed of the table knows it.
    let mut order = wish("plain-tricks", "plain", &["random"; 3]);
    order["seed"] = json!(7);
    let made = house.table(order).await;
    let mut sitter = made.sit().await;
    sitter.play_deal(&mut Rng::new(1)).await;
    assert_eq!(sitter.state["result"]["seed"], Value::Null);
    house.server.stop().await.unwrap();
}
