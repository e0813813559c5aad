//! Opponents that go on learning, trainings, and pictures of what was learned.

use std::net::SocketAddr;
use std::time::Duration;

use kirifuda_play::Rng;
use kirifuda_web::{Limits, Options, Server};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::durable::spawn;
use crate::support::{Folder, House, Made, get, make, post, request, server, server_called};

async fn make_learner(address: SocketAddr, wish: Value) -> String {
    let (status, answer) = post(address, "/api/learners", &wish).await;
    assert_eq!(status, 201, "{answer}");
    answer["id"].as_str().unwrap().to_string()
}

async fn model(address: SocketAddr, id: &str) -> Vec<u8> {
    let (status, head, bytes) = request(address, "GET", &format!("/api/learners/{id}/model"), &[], b"").await;
    assert_eq!(status, 200);
    assert!(head.contains(".kfm"), "{head}");
    assert!(bytes.starts_with(b"KIRIFUDA"));
    bytes
}

/// Waits until a learner has learned from so many games.
async fn learned(address: SocketAddr, id: &str, games: u64) -> Value {
    for _ in 0..600 {
        let (_, card) = get(address, &format!("/api/learners/{id}")).await;
        if card["games"] == games {
            return card;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the learner did not learn {games} games");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_opponent_that_adapts_learns_from_a_game_against_a_person() {
    let house = House::open().await;
    let (_, catalog) = get(house.address(), "/api/catalog").await;
    let mut adapting = 0;
    for game in catalog["games"].as_array().unwrap() {
        let rules = game["presets"][0]["name"].as_str().unwrap();
        let seats = game["seats"][rules].as_u64().unwrap();
        for learner in game["learners"].as_array().unwrap().iter().filter(|learner| learner["adapts"] == true) {
            for start in ["shipped", "fresh"] {
                let wish = json!({ "game": game["name"], "rules": rules, "learner": learner["name"], "name": "Rival", "start": start });
                let id = make_learner(house.address(), wish).await;
                let before = model(house.address(), &id).await;
                let mut places = vec![json!({ "kind": "person" }), json!({ "kind": "learner", "learner": id })];
                places.extend((2..seats).map(|_| json!({ "kind": "player", "player": "random" })));
                let order = json!({ "game": game["name"], "rules": rules, "seats": places });
                let made = make(house.address(), order).await;
                let mut sitter = made.sit().await;
                assert_eq!(
                    (&sitter.state["seats"][1]["kind"], &sitter.state["seats"][1]["name"]),
                    (&json!("learner"), &json!("Rival"))
                );
                sitter.play_deal(&mut Rng::new(3)).await;
                let card = learned(house.address(), &id, 1).await;
                assert_eq!(card["chart"].as_array().unwrap().len(), 1);
                assert_ne!(model(house.address(), &id).await, before, "{learner} has not learned");
                let (status, picture) = get(house.address(), &format!("/api/learners/{id}/picture")).await;
                assert_eq!(status, 200, "{picture}");
                assert!(!picture["panels"].as_array().unwrap().is_empty(), "{learner}: {picture}");
                adapting += 1;
            }
        }
    }
    assert!(adapting >= 8, "{adapting}");
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_opponent_has_learned_survives_a_restart_and_can_be_forgotten() {
    let folder = Folder::new();
    let first = server(&folder, Limits::default()).await;
    let wish =
        json!({ "game": "plain-tricks", "rules": "plain", "learner": "linear-q", "name": "Rival", "start": "shipped" });
    let id = make_learner(first.address(), wish).await;
    let fresh = model(first.address(), &id).await;
    let places = json!([{ "kind": "learner", "learner": id }, { "kind": "person" }, { "kind": "player", "player": "random" },
        { "kind": "player", "player": "rule" }]);
    let made = make(first.address(), json!({ "game": "plain-tricks", "rules": "plain", "seats": places })).await;
    let mut sitter = made.sit().await;
    for deal in 1..=3 {
        sitter.play_deal(&mut Rng::new(deal)).await;
        learned(first.address(), &id, deal).await;
        sitter.next_deal().await;
    }
    let after = model(first.address(), &id).await;
    assert_ne!(after, fresh);
    first.stop().await.unwrap();

    let second = server(&folder, Limits::default()).await;
    assert_eq!(model(second.address(), &id).await, after);
    let card = learned(second.address(), &id, 3).await;
    assert_eq!(card["chart"].as_array().unwrap().len(), 3);
    // A deal that was learned from before is not learned from again.
    let made = Made { address: second.address(), ..made };
    made.sit().await.play_deal(&mut Rng::new(9)).await;
    learned(second.address(), &id, 4).await;
    let (status, _) = post(second.address(), &format!("/api/learners/{id}/reset"), &json!({})).await;
    assert_eq!(status, 200);
    let card = learned(second.address(), &id, 0).await;
    assert_eq!(card["chart"], json!([]));
    assert_eq!(model(second.address(), &id).await, fresh);
    let (status, ..) = request(second.address(), "DELETE", &format!("/api/learners/{id}"), &[], b"").await;
    assert_eq!(status, 200);
    let (_, all) = get(second.address(), "/api/learners").await;
    assert_eq!(all, json!([]));
    second.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_training_shows_its_curve_and_its_model_becomes_an_opponent() {
    let house = House::open().await;
    let wish = json!({ "game": "plain-tricks", "rules": "plain", "learner": "linear-q", "opponents": null, "deals": 3000, "seed": 1 });
    let (status, answer) = post(house.address(), "/api/trainings", &wish).await;
    assert_eq!(status, 201, "{answer}");
    let id = answer["training"].as_str().unwrap();
    let path = format!("/api/trainings/{id}");
    let report = loop {
        let (_, report) = get(house.address(), &path).await;
        if report["done"] == true {
            break report;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!((&report["deals"], &report["error"]), (&json!(3000), &Value::Null), "{report}");
    let curve = report["curve"].as_array().unwrap();
    assert!(curve.len() >= 20, "{curve:?}");
    let score = |point: &Value| point["score"].as_f64().unwrap();
    assert!(score(curve.last().unwrap()) > score(&curve[0]) + 0.2, "nothing was learned: {curve:?}");
    let panels = report["picture"]["panels"].as_array().unwrap();
    assert!(panels.iter().any(|panel| panel["kind"] == "grid"), "{panels:?}");
    let (status, _, bytes) = request(house.address(), "GET", &format!("{path}/model"), &[], b"").await;
    assert_eq!(status, 200);
    assert!(bytes.starts_with(b"KIRIFUDA"));
    let wish =
        json!({ "game": "plain-tricks", "learner": "linear-q", "name": "Pupil", "start": format!("training:{id}") });
    make_learner(house.address(), wish).await;
    let (_, all) = get(house.address(), "/api/trainings").await;
    assert_eq!(all.as_array().unwrap().len(), 1);
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_training_can_be_stopped_and_too_many_are_refused() {
    let house = House::open().await;
    let wish = json!({ "game": "hearts", "rules": "saito", "learner": "linear-q", "deals": 5_000_000 });
    let mut running = Vec::new();
    for _ in 0..2 {
        let (status, answer) = post(house.address(), "/api/trainings", &wish).await;
        assert_eq!(status, 201, "{answer}");
        running.push(answer["training"].as_str().unwrap().to_string());
    }
    let (status, answer) = post(house.address(), "/api/trainings", &wish).await;
    assert_eq!(status, 429, "{answer}");
    for id in &running {
        let (status, ..) = request(house.address(), "DELETE", &format!("/api/trainings/{id}"), &[], b"").await;
        assert_eq!(status, 200);
    }
    for id in &running {
        // What was learned so far is kept, and to be stopped is no error.
        let report = ended(house.address(), id).await;
        assert_eq!(report["error"], Value::Null);
        let path = format!("/api/trainings/{id}/model");
        assert_eq!(request(house.address(), "GET", &path, &[], b"").await.0, 200);
    }
    for wish in [
        json!({ "game": "hearts", "learner": "nobody", "deals": 10 }),
        json!({ "game": "hearts", "learner": "deep", "deals": 10 }),
        json!({ "game": "hearts", "learner": "linear-q", "deals": 0 }),
        json!({ "game": "hearts", "learner": "linear-q", "deals": 10, "opponents": "linear-q:model=/etc/passwd" }),
        json!({ "game": "hearts", "learner": "linear-q:step=1000", "deals": 10 }),
    ] {
        let (status, answer) = post(house.address(), "/api/trainings", &wish).await;
        assert!(status == 400 || status == 403, "{wish}: {status} {answer}");
    }
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn models_of_the_program_have_pictures() {
    let house = House::open().await;
    for (game, rules, learner, kind, title) in [
        ("hearts", "standard", "linear-q", "grid", "picture.leading"),
        ("hearts", "falcon", "falcon", "rules", "picture.rules"),
        // It has no opinion while cards are passed.
        ("hearts", "standard", "falcon", "grid", "picture.following"),
        ("daifugo", "paper003", "mel", "bars", "picture.pairs"),
        // Some moves are out of the question for it.
        ("monsters", "paper004", "learner", "grid", "picture.fighting"),
        ("monsters", "paper004", "learner", "grid", "picture.elements"),
        ("plain-tricks", "plain", "linear-q", "grid", "picture.leading"),
    ] {
        let (status, picture) =
            get(house.address(), &format!("/api/picture?game={game}&rules={rules}&learner={learner}")).await;
        assert_eq!(status, 200, "{picture}");
        let panels = picture["panels"].as_array().unwrap();
        let panel = panels.iter().find(|panel| panel["title"] == title && panel["kind"] == kind);
        let panel = panel.unwrap_or_else(|| panic!("{game} {learner} {title}: {picture}"));
        if kind == "grid" {
            let rows = panel["values"].as_array().unwrap();
            assert!(rows.iter().flat_map(|row| row.as_array().unwrap()).any(Value::is_number), "{panel}");
        }
        for panel in panels.iter().filter(|panel| panel["kind"] == "grid") {
            let (rows, columns) = (panel["rows"].as_array().unwrap().len(), panel["columns"].as_array().unwrap().len());
            assert_eq!(panel["values"].as_array().unwrap().len(), rows);
            assert_eq!(panel["values"][0].as_array().unwrap().len(), columns);
        }
    }
    let (status, _) = get(house.address(), "/api/picture?game=hearts&rules=standard&learner=nobody").await;
    assert!(status == 400 || status == 404);
    house.server.stop().await.unwrap();
}

/// Waits until a training has ended.
async fn ended(address: SocketAddr, id: &str) -> Value {
    for _ in 0..2400 {
        let (status, report) = get(address, &format!("/api/trainings/{id}")).await;
        assert_eq!(status, 200, "{report}");
        if report["done"] == true {
            return report;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the training goes on");
}

async fn start_training(address: SocketAddr, deals: u64) -> (String, String) {
    let wish = json!({ "game": "plain-tricks", "rules": "plain", "learner": "linear-q", "deals": deals, "seed": 1 });
    let (status, answer) = post(address, "/api/trainings", &wish).await;
    assert_eq!(status, 201, "{answer}");
    let text = |key: &str| answer[key].as_str().unwrap().to_string();
    (text("training"), text("token"))
}

#[tokio::test(flavor = "multi_thread")]
async fn where_others_come_a_learner_and_a_training_belong_to_whoever_made_them() {
    let folder = Folder::new();
    let server = server_called(&folder, Limits::default(), &["table.example"]).await;
    let address = server.address();
    let (_, catalog) = get(address, "/api/catalog").await;
    assert_eq!(catalog["shared"], true);
    let wish = json!({ "game": "plain-tricks", "learner": "linear-q", "name": "Rival" });
    let (_, made) = post(address, "/api/learners", &wish).await;
    let (learner, token) = (made["id"].as_str().unwrap(), made["token"].as_str().unwrap());
    let (training, stop) = start_training(address, 5_000_000).await;
    let requests = [
        ("POST", format!("/api/learners/{learner}/reset"), token),
        ("DELETE", format!("/api/learners/{learner}"), token),
        // Stops it first, and deletes it once it has ended.
        ("DELETE", format!("/api/trainings/{training}"), &stop),
        ("DELETE", format!("/api/trainings/{training}"), &stop),
    ];
    for (method, path, right) in requests {
        let wrong = format!("Bearer {}x", &right[1..]);
        for headers in [&[][..], &[("Authorization", wrong.as_str())][..], &[("Authorization", right)][..]] {
            let (status, _, answer) = request(address, method, &path, headers, b"").await;
            let answer: Value = serde_json::from_slice(&answer).unwrap();
            assert_eq!((status, answer["error"]["code"].as_str()), (403, Some("owner")), "{method} {path} {headers:?}");
            assert!(!answer["error"]["remedy"].as_str().unwrap().is_empty());
        }
        let (_, _, before) = request(address, "GET", path.trim_end_matches("/reset"), &[], b"").await;
        assert!(!String::from_utf8_lossy(&before).contains(right), "a token is said only once");
        let right = format!("Bearer {right}");
        let (status, ..) = request(address, method, &path, &[("Authorization", &right)], b"").await;
        assert_eq!(status, 200, "{method} {path}");
        if path.contains("trainings") && get(address, &path).await.0 == 200 {
            ended(address, &training).await;
        }
    }
    assert_eq!(get(address, &format!("/api/learners/{learner}")).await.0, 404);
    assert_eq!(get(address, &format!("/api/trainings/{training}")).await.0, 404);
    server.stop().await.unwrap();
    let alone = House::open().await;
    assert_eq!(get(alone.address(), "/api/catalog").await.1["shared"], false);
    alone.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_outlives_a_learner_that_is_deleted() {
    let folder = Folder::new();
    let first = server(&folder, Limits::default()).await;
    // Of the first no model comes with the program.
    let learners = [("daifugo", "uecda", "mel", 5), ("plain-tricks", "plain", "linear-q", 4)];
    let mut tables = Vec::new();
    for (game, rules, learner, seats) in learners {
        let wish = json!({ "game": game, "rules": rules, "learner": learner, "start": "fresh" });
        let id = make_learner(first.address(), wish).await;
        let mut places = vec![json!({ "kind": "person" }), json!({ "kind": "learner", "learner": id })];
        places.extend((2..seats).map(|_| json!({ "kind": "player", "player": "random" })));
        let made = make(first.address(), json!({ "game": game, "rules": rules, "seats": places })).await;
        let mut sitter = made.sit().await;
        sitter.play_deal(&mut Rng::new(1)).await;
        learned(first.address(), &id, 1).await;
        let (status, ..) = request(first.address(), "DELETE", &format!("/api/learners/{id}"), &[], b"").await;
        assert_eq!(status, 200);
        tables.push(made);
    }
    first.stop().await.unwrap();
    let second = server(&folder, Limits::default()).await;
    for made in tables {
        let made = Made { address: second.address(), ..made };
        let mut sitter = made.sit().await;
        assert_eq!(sitter.phase(), "over");
        let (status, _) = get(second.address(), &format!("/api/tables/{}/deals/1/review", made.table)).await;
        assert_eq!(status, 200);
        sitter.next_deal().await;
        sitter.play_deal(&mut Rng::new(2)).await;
    }
    second.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_learner_begins_anew_though_its_training_is_deleted() {
    let house = House::open().await;
    let address = house.address();
    let (training, _) = start_training(address, 500).await;
    ended(address, &training).await;
    let wish = json!({ "game": "plain-tricks", "learner": "linear-q", "start": format!("training:{training}") });
    let id = make_learner(address, wish).await;
    let before = model(address, &id).await;
    let places = json!([{ "kind": "learner", "learner": id }, { "kind": "person" }, { "kind": "player", "player": "random" },
        { "kind": "player", "player": "rule" }]);
    let made = make(address, json!({ "game": "plain-tricks", "rules": "plain", "seats": places })).await;
    made.sit().await.play_deal(&mut Rng::new(1)).await;
    learned(address, &id, 1).await;
    assert_ne!(model(address, &id).await, before);
    let (status, ..) = request(address, "DELETE", &format!("/api/trainings/{training}"), &[], b"").await;
    assert_eq!(status, 200);
    let (status, answer) = post(address, &format!("/api/learners/{id}/reset"), &json!({})).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(model(address, &id).await, before);
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_training_ends_when_its_time_is_over() {
    let limits = Limits { training_time: Duration::from_secs(1), ..Limits::default() };
    let house = House::with(limits).await;
    let (training, _) = start_training(house.address(), 5_000_000).await;
    let report = ended(house.address(), &training).await;
    let deals = report["deals"].as_u64().unwrap();
    assert!(deals < 5_000_000, "{deals}");
    assert_eq!(report["error"], Value::Null);
    let (status, ..) = request(house.address(), "GET", &format!("/api/trainings/{training}/model"), &[], b"").await;
    assert_eq!(status, 200);
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_being_learned_when_the_server_ends_is_not_lost() {
    let folder = Folder::new();
    let first = server(&folder, Limits::default()).await;
    let wish = json!({ "game": "plain-tricks", "learner": "linear-q", "start": "shipped" });
    let id = make_learner(first.address(), wish).await;
    let places = json!([{ "kind": "person" }, { "kind": "learner", "learner": id }, { "kind": "player", "player": "random" },
        { "kind": "player", "player": "random" }]);
    let made = make(first.address(), json!({ "game": "plain-tricks", "rules": "plain", "seats": places })).await;
    let (training, _) = start_training(first.address(), 5_000_000).await;
    let mut sitter = made.sit().await;
    sitter.play_deal(&mut Rng::new(1)).await;
    first.stop().await.unwrap();
    let second = server(&folder, Limits::default()).await;
    learned(second.address(), &id, 1).await;
    // It goes on, until somebody stops it.
    let (_, report) = get(second.address(), &format!("/api/trainings/{training}")).await;
    assert_eq!(report["done"], false, "{report}");
    let (status, ..) = request(second.address(), "DELETE", &format!("/api/trainings/{training}"), &[], b"").await;
    assert_eq!(status, 200);
    let report = ended(second.address(), &training).await;
    assert_eq!(report["error"], Value::Null);
    let (status, ..) = request(second.address(), "GET", &format!("/api/trainings/{training}/model"), &[], b"").await;
    assert_eq!(status, 200);
    second.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_training_that_ran_when_the_server_was_killed_or_closed_ends_as_if_it_had_not_been() {
    let deals = 2000;
    let whole = House::open().await;
    let (training, _) = start_training(whole.address(), deals).await;
    ended(whole.address(), &training).await;
    let path = |id: &str| format!("/api/trainings/{id}/model");
    let (_, _, expected) = request(whole.address(), "GET", &path(&training), &[], b"").await;
    whole.server.stop().await.unwrap();

    let folder = Folder::new();
    let (mut child, address) = spawn(&folder);
    let (training, _) = start_training(address, deals).await;
    child.kill().unwrap();
    child.wait().unwrap();
    let second = server(&folder, Limits::default()).await;
    let (_, all) = get(second.address(), "/api/trainings").await;
    assert_eq!(all[0]["training"], training.as_str(), "{all}");
    second.stop().await.unwrap();
    let third = server(&folder, Limits::default()).await;
    let report = ended(third.address(), &training).await;
    assert_eq!((&report["error"], &report["deals"]), (&Value::Null, &json!(deals)), "{report}");
    let (_, _, model) = request(third.address(), "GET", &path(&training), &[], b"").await;
    assert!(model == expected, "another model");
    third.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_thinks_long_is_nobody_to_train_against() {
    let house = House::open().await;
    for wish in [
        json!({ "game": "hearts", "learner": "linear-q", "deals": 10, "opponents": "uct:ms=5000" }),
        json!({ "game": "hearts", "learner": "linear-q", "deals": 10, "opponents": "stock+search+stock" }),
        json!({ "game": "monsters", "learner": "learner:mixed-until=9,mixed=balanced+mc", "deals": 10 }),
    ] {
        let (status, answer) = post(house.address(), "/api/trainings", &wish).await;
        assert_eq!((status, &answer["error"]["code"]), (403, &json!("forbidden")), "{wish}: {answer}");
    }
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_strangers_change_no_learner_unless_its_owner_says_so() {
    let folder = Folder::new();
    let server = server_called(&folder, Limits::default(), &["table.example"]).await;
    let address = server.address();
    let wish = json!({ "game": "plain-tricks", "rules": "plain", "learner": "linear-q", "start": "shipped" });
    let (status, answer) = post(address, "/api/learners", &wish).await;
    assert_eq!(status, 201, "{answer}");
    let (id, token) = (answer["id"].as_str().unwrap(), answer["token"].as_str().unwrap());
    let play = async |token: Option<&str>| {
        let random = json!({ "kind": "player", "player": "random" });
        let seats = json!([{ "kind": "person" }, { "kind": "learner", "learner": id, "token": token }, random, random]);
        let made = make(address, json!({ "game": "plain-tricks", "rules": "plain", "seats": seats })).await;
        made.sit().await.play_deal(&mut Rng::new(1)).await;
    };
    let before = model(address, id).await;
    play(None).await;
    play(Some("guessed")).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(learned(address, id, 0).await["games"], 0);
    assert_eq!(model(address, id).await, before);
    play(Some(token)).await;
    learned(address, id, 1).await;
    let open = |headers: Vec<(&'static str, String)>| async move {
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        request(address, "POST", &format!("/api/learners/{id}/open"), &headers, b"{\"open\": true}").await.0
    };
    assert_eq!(open(Vec::new()).await, 403);
    assert_eq!(open(vec![("Authorization", format!("Bearer {token}"))]).await, 200);
    play(None).await;
    learned(address, id, 2).await;
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_has_its_share_of_learners_imports_and_trainings() {
    let folder = Folder::new();
    let limits = Limits { learners_per_address: 2, imports_per_address: 1, trainings: 2, ..Limits::default() };
    let options = Options {
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: folder.database(),
        limits,
        trust_proxy: true,
        ..Options::default()
    };
    let server = Server::start(options).await.unwrap();
    let address = server.address();
    let learner = json!({ "game": "plain-tricks", "learner": "linear-q" }).to_string();
    let training = json!({ "game": "hearts", "rules": "saito", "learner": "linear-q", "deals": 5_000_000 }).to_string();
    // The last address is what the proxy says; what is before it the client may have made up.
    let ask = async |from: &str, path: &str, body: &str| {
        let from = format!("198.51.100.9, {from}");
        request(address, "POST", path, &[("X-Forwarded-For", &from)], body.as_bytes()).await.0
    };
    for (from, path, body, expected) in [
        ("192.0.2.1", "/api/learners", &learner, 201),
        ("192.0.2.1", "/api/learners", &learner, 201),
        ("192.0.2.1", "/api/learners", &learner, 429),
        ("192.0.2.2", "/api/learners", &learner, 201),
        ("192.0.2.1", "/api/trainings", &training, 201),
        ("192.0.2.1", "/api/trainings", &training, 429),
        ("192.0.2.2", "/api/trainings", &training, 201),
        ("192.0.2.3", "/api/trainings", &training, 429),
        ("192.0.2.1", "/api/records", &String::from("x"), 400),
        ("192.0.2.1", "/api/records", &String::from("x"), 429),
        ("192.0.2.2", "/api/records", &String::from("x"), 400),
    ] {
        assert_eq!(ask(from, path, body).await, expected, "{from} {path}");
    }
    assert_eq!(request(address, "GET", "/api/learners", &[], b"").await.0, 400, "nobody says from where");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn learners_that_nobody_has_played_against_give_way_to_new_ones() {
    let folder = Folder::new();
    let wish = json!({ "game": "plain-tricks", "learner": "linear-q" });
    let first = server(&folder, Limits::default()).await;
    let known = make_learner(first.address(), wish.clone()).await;
    first.stop().await.unwrap();
    let change = |sql: &str| Connection::open(folder.database()).unwrap().execute_batch(sql).unwrap();
    // The first of them has been played against.
    change(
        "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 499)
         INSERT INTO learners (id, name, game, rules, learner, spec, start, created, games, results, model)
         SELECT 'copy' || n, name, game, rules, learner, spec, start, created, n = 1, results, model
         FROM learners, number",
    );
    let second = server(&folder, Limits::default()).await;
    let (status, answer) = post(second.address(), "/api/learners", &wish).await;
    assert_eq!((status, answer["error"]["code"].as_str()), (429, Some("busy")));
    second.stop().await.unwrap();
    change("UPDATE learners SET created = created - 25 * 3600 WHERE id LIKE 'copy%'");
    let third = server(&folder, Limits::default()).await;
    let made = make_learner(third.address(), wish).await;
    let (_, all) = get(third.address(), "/api/learners").await;
    let mut left: Vec<&str> = all.as_array().unwrap().iter().map(|card| card["id"].as_str().unwrap()).collect();
    left.sort_unstable();
    let mut expected = ["copy1", &known, &made];
    expected.sort_unstable();
    assert_eq!(left, expected);
    third.stop().await.unwrap();
}
