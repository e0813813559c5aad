//! What is there when the program begins anew.

use std::time::Duration;

use kirifuda_play::Rng;
use kirifuda_web::Limits;
use serde_json::{Value, json};

use crate::support::{Folder, House, Made, get, make, server, wish};

const FIELDS: [&str; 8] = ["hand", "legal", "history", "board", "turn", "phase", "score", "deal"];

async fn play_some(made: &Made, moves: usize, rng: &mut Rng) -> Value {
    let mut sitter = made.sit().await;
    for _ in 0..moves {
        if !sitter.turn().await {
            sitter.say(json!({ "type": "next" })).await;
            sitter.next_state().await;
            continue;
        }
        let legal = sitter.legal();
        let action = legal[rng.below(legal.len())].clone();
        sitter.act_and_see(&action).await;
    }
    sitter.turn().await;
    sitter.state.clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_is_found_again_after_a_restart() {
    for graceful in [true, false] {
        let folder = Folder::new();
        let limits = Limits { requests_per_second: 1e6, messages_per_second: 1e6, ..Limits::default() };
        let first = server(&folder, limits.clone()).await;
        let mut rng = Rng::new(8);
        let mut tables = Vec::new();
        for (game, rules, players, series) in [
            ("hearts", "standard", vec!["random"; 3], true),
            ("daifugo", "uecda", vec!["default"; 4], true),
            ("monsters", "paper004", vec!["balanced"], false),
            ("plain-tricks", "plain", vec!["rule"; 3], false),
        ] {
            let mut order = wish(game, rules, &players);
            order["series"] = json!(series);
            let made = make(first.address(), order).await;
            let state = play_some(&made, 25, &mut rng).await;
            tables.push((made, state));
        }
        if graceful {
            first.stop().await;
        } else {
            // Nobody says good-bye; what was committed is there. Writes are batched for moments only.
            tokio::time::sleep(Duration::from_millis(300)).await;
            std::mem::forget(first);
        }
        let second = server(&folder, limits).await;
        for (made, before) in tables {
            let made = Made { address: second.address(), ..made };
            let mut sitter = made.sit().await;
            for field in FIELDS {
                assert_eq!(sitter.state[field], before[field], "{field} of {}", before["game"]);
            }
            sitter.play_deal(&mut rng).await;
        }
        second.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_taken_back_stays_taken_back() {
    let folder = Folder::new();
    let first = server(&folder, Limits::default()).await;
    let mut order = wish("hearts", "standard,passing=left", &["random", "random", "random"]);
    order["pace_ms"] = json!(10_000);
    let made = make(first.address(), order).await;
    let mut sitter = made.sit().await;
    for _ in 0..2 {
        let card = sitter.legal()[0].clone();
        sitter.act_and_see(&card).await;
    }
    sitter.say(json!({ "type": "undo" })).await;
    sitter.next_state().await;
    let before = sitter.state.clone();
    first.stop().await;
    let second = server(&folder, Limits::default()).await;
    let made = Made { address: second.address(), ..made };
    let sitter = made.sit().await;
    assert_eq!(sitter.state["history"].as_array().unwrap().len(), 1);
    assert_eq!(sitter.state["hand"], before["hand"]);
    second.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_nobody_looks_at_are_closed_and_opened_again() {
    let house = House::with(Limits { idle: Duration::from_millis(200), ..Limits::default() }).await;
    let made = house.table(wish("hearts", "falcon", &["random", "random", "random"])).await;
    let state = play_some(&made, 3, &mut Rng::new(1)).await;
    let tables = || async { get(house.address(), "/health").await.1["tables"].as_u64().unwrap() };
    let mut waited = 0;
    while tables().await > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        waited += 1;
        assert!(waited < 200, "the table is still open");
    }
    let sitter = made.sit().await;
    assert_eq!(sitter.state["hand"], state["hand"]);
    assert_eq!(tables().await, 1);
    // While somebody looks, it stays.
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(tables().await, 1);
    house.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_connected_hears_that_the_server_ends() {
    let house = House::open().await;
    let made = house.table(wish("hearts", "falcon", &["random", "random", "random"])).await;
    let mut sitter = made.sit().await;
    let (_, heard) = tokio::join!(house.server.stop(), async {
        loop {
            match sitter.hear().await {
                Some(value) if value["type"] == "closing" => break true,
                Some(_) => {}
                None => break false,
            }
        }
    });
    assert!(heard);
}
