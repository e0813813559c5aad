//! Several people, reloading, taking back.

use kirifuda_play::Rng;
use serde_json::json;

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
    // Once another has moved, it is too late.
    for _ in 0..3 {
        let card = sitter.legal()[0].clone();
        sitter.act_and_see(&card).await;
    }
    sitter.say(json!({ "type": "pace", "ms": 0 })).await;
    sitter.turn().await;
    assert_eq!(sitter.state["can_undo"], false);
    sitter.say(json!({ "type": "undo" })).await;
    assert_eq!(sitter.refusal().await, "no-undo");
    sitter.play_deal(&mut Rng::new(1)).await;
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_shows_something_new_is_not_taken_back() {
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
        assert_eq!(sitter.state["can_undo"], json!(given < 3));
    }
    assert_eq!(sitter.state["board"]["passing"]["received"].as_array().unwrap().len(), 3);
    // In a battle the second choice shows the first.
    let order = json!({ "game": "monsters", "rules": "dealt",
        "seats": [{ "kind": "player", "player": "greedy" }, { "kind": "person" }] });
    let made = house.table(order).await;
    let mut sitter = made.sit().await;
    sitter.turn().await;
    let lead = sitter.legal()[0].clone();
    sitter.act_and_see(&lead).await;
    assert_eq!(sitter.state["can_undo"], false);
    house.server.stop().await.unwrap();
}
