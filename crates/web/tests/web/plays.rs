//! Whole games of every game, through the websocket.

use kirifuda_play::Rng;
use serde_json::{Value, json};

use crate::support::{House, get, wish};

/// Games with their rules and the players at the other seats.
const TABLES: &[(&str, &str, &[&str])] = &[
    ("hearts", "standard", &["random", "stock", "jake"]),
    ("hearts", "falcon", &["rule", "stock", "linear-q"]),
    ("hearts", "saito", &["rule", "rule", "linear-q"]),
    ("plain-tricks", "plain", &["random", "rule", "linear-q"]),
    ("daifugo", "uecda", &["random", "default", "enemy", "softmax"]),
    ("daifugo", "casual", &["default", "default", "pairsave", "random"]),
    ("daifugo", "paper003", &["enemy", "psunder12", "psinallstate", "random"]),
    ("monsters", "paper004", &["balanced"]),
    ("monsters", "dealt", &["greedy"]),
    ("kuhn", "", &["cfr"]),
    ("leduc", "", &["random"]),
];

#[tokio::test(flavor = "multi_thread")]
async fn whole_deals_of_every_game_are_played() {
    let house = House::open().await;
    for (game, rules, players) in TABLES {
        let mut players: Vec<&str> = players.to_vec();
        let (_, catalog) = get(house.address(), "/api/catalog").await;
        let games = catalog["games"].as_array().unwrap();
        let entry = games.iter().find(|entry| entry["name"] == *game).unwrap();
        let seats = entry["seats"].get(rules).and_then(Value::as_u64).unwrap_or(players.len() as u64 + 1) as usize;
        players.resize(seats - 1, "random");
        let made = house.table(wish(game, rules, &players)).await;
        assert_eq!(made.seat, Some(0));
        let mut sitter = made.sit().await;
        let mut rng = Rng::new(5);
        for deal in 1..=2 {
            sitter.play_deal(&mut rng).await;
            let state = &sitter.state;
            assert_eq!(state["deal"], deal, "{game} {rules}");
            assert_eq!(state["open"], true);
            assert_eq!(state["score"]["deals"].as_array().unwrap().len(), deal as usize);
            assert_eq!(state["result"]["payoffs"].as_array().unwrap().len(), seats, "{state}");
            sitter.next_deal().await;
        }
        let (status, _, record) =
            crate::support::request(house.address(), "GET", &format!("/api/tables/{}/record", made.table), &[], b"")
                .await;
        assert_eq!(status, 200);
        let lines = String::from_utf8(record).unwrap();
        assert_eq!(lines.lines().count(), 2);
        assert!(!lines.contains("seed"), "a record must not tell the deals to come");
    }
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_hearts_goes_to_its_limit() {
    let house = House::open().await;
    let mut order = wish("hearts", "standard", &["random", "random", "random"]);
    order["series"] = json!(true);
    let made = house.table(order).await;
    let mut sitter = made.sit().await;
    let mut rng = Rng::new(1);
    let mut directions = Vec::new();
    loop {
        directions.push(sitter.state["board"]["passing"]["direction"].as_str().unwrap().to_string());
        sitter.play_deal(&mut rng).await;
        let score = sitter.state["score"].clone();
        let totals: Vec<f64> = score["totals"].as_array().unwrap().iter().map(|t| t.as_f64().unwrap()).collect();
        let most = totals.iter().copied().fold(0.0, f64::max);
        assert_eq!(score["finished"] == true, most >= 100.0, "{totals:?}");
        if score["finished"] == true {
            sitter.say(json!({ "type": "next", "id": 7 })).await;
            assert_eq!(sitter.refusal().await, "finished");
            break;
        }
        sitter.next_deal().await;
    }
    let cycle = ["left", "right", "across", "hold"];
    assert!(directions.len() >= 4);
    for (number, direction) in directions.iter().enumerate() {
        assert_eq!(direction, cycle[number % 4]);
    }
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_of_daifugo_has_classes_and_exchange() {
    let house = House::open().await;
    let mut order = wish("daifugo", "uecda", &["default", "default", "default", "default"]);
    order["series"] = json!(true);
    let made = house.table(order).await;
    let mut sitter = made.sit().await;
    let mut rng = Rng::new(2);
    let mut exchanges = 0;
    for deal in 0..6 {
        let classes = sitter.state["board"]["classes"].as_array().unwrap();
        assert_eq!(classes.iter().any(Value::is_null), deal == 0, "deal {deal}: {classes:?}");
        exchanges += usize::from(sitter.phase() == "exchange");
        sitter.play_deal(&mut rng).await;
        // Places of this game are the classes of the next.
        let out = sitter.state["board"]["out"].as_array().unwrap().clone();
        assert_eq!(out.len(), 5);
        sitter.next_deal().await;
        let classes = sitter.state["board"]["classes"].as_array().unwrap();
        for (place, seat) in out.iter().enumerate() {
            assert_eq!(classes[seat.as_u64().unwrap() as usize], place);
        }
    }
    assert!(exchanges > 0, "no exchange was seen");
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn players_among_themselves_are_watched_with_all_hands_open() {
    let house = House::open().await;
    let seats: Vec<Value> = (0..4).map(|_| json!({ "kind": "player", "player": "random" })).collect();
    let made = house.table(json!({ "game": "hearts", "rules": "falcon", "seats": seats, "pace_ms": 50 })).await;
    assert_eq!(made.seat, None);
    let mut watcher = made.sit().await;
    assert_eq!(watcher.state["open"], true);
    assert_eq!(watcher.state["board"]["hands"][2].as_array().unwrap().len(), 13);
    watcher.say(json!({ "type": "pause", "on": true })).await;
    while watcher.state["paused"] != true {
        watcher.next_state().await;
    }
    let still = made.watch().await;
    assert_eq!(still.state["paused"], true);
    watcher.say(json!({ "type": "pace", "ms": 0 })).await;
    watcher.say(json!({ "type": "pause", "on": false })).await;
    while watcher.phase() != "over" {
        watcher.next_state().await;
    }
    assert_eq!(watcher.state["history"].as_array().unwrap().len(), 52);
    watcher.say(json!({ "type": "next" })).await;
    while watcher.state["deal"] != 2 {
        watcher.next_state().await;
    }
    // Somebody without the token only looks.
    let mut stranger = made.watch().await;
    stranger.say(json!({ "type": "next" })).await;
    assert_eq!(stranger.refusal().await, "watching");
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pace_is_kept() {
    let house = House::open().await;
    let mut order = wish("plain-tricks", "plain", &["random", "random", "random"]);
    order["pace_ms"] = json!(150);
    let made = house.table(order).await;
    let mut sitter = made.sit().await;
    let moves = |state: &Value| state["history"].as_array().unwrap().len();
    loop {
        sitter.turn().await;
        let (action, before) = (sitter.legal()[0].clone(), moves(&sitter.state));
        sitter.act(&action).await;
        while moves(&sitter.state) == before {
            sitter.next_state().await;
        }
        // Whoever takes the trick leads again, and nobody is waited for.
        if sitter.legal().is_empty() {
            break;
        }
    }
    let (start, before) = (std::time::Instant::now(), moves(&sitter.state));
    while moves(&sitter.state) == before {
        sitter.next_state().await;
    }
    assert!(start.elapsed().as_millis() >= 100, "{:?}", start.elapsed());
    house.server.stop().await.unwrap();
}
