//! What is refused, and in which words.

use kirifuda_web::Limits;
use serde_json::{Value, json};

use crate::support::{House, Sitter, get, post, request, wish};

#[tokio::test(flavor = "multi_thread")]
async fn moves_that_are_wrong_are_refused_and_change_nothing() {
    let house = House::open().await;
    let made = house.table(wish("hearts", "falcon", &["random", "random", "random"])).await;
    let mut sitter = made.sit().await;
    sitter.turn().await;
    let before = sitter.state.clone();
    let at = before["version"].as_u64().unwrap();
    let legal = sitter.legal();
    let hand: Vec<String> = before["hand"].as_array().unwrap().iter().map(|c| c.as_str().unwrap().into()).collect();
    let illegal = ["♥A", "♠K", "♦2", "♣9"].into_iter().find(|card| !hand.contains(&card.to_string())).unwrap();
    sitter.say(json!({ "type": "act", "action": illegal, "at": at })).await;
    assert_eq!(sitter.refusal().await, "illegal");
    sitter.say(json!({ "type": "act", "action": "nonsense", "at": at })).await;
    assert_eq!(sitter.refusal().await, "unreadable");
    sitter.say(json!({ "type": "act", "action": legal[0], "at": at + 1000 })).await;
    assert_eq!(sitter.refusal().await, "stale");
    sitter.say(json!({ "type": "act", "action": legal[0], "at": 0 })).await;
    assert_eq!(sitter.refusal().await, "stale");
    sitter.say(json!({ "type": "next" })).await;
    assert_eq!(sitter.refusal().await, "not-over");
    sitter.say(json!({ "type": "pause", "on": true })).await;
    assert_eq!(sitter.refusal().await, "no-pause");
    let again = made.sit().await;
    assert_eq!((&again.state["hand"], &again.state["history"]), (&before["hand"], &before["history"]));
    // Answers carry the number of what they answer.
    sitter.say(json!({ "type": "act", "action": "?", "at": at, "id": 42 })).await;
    let answer = loop {
        let value = sitter.hear().await.unwrap();
        if value["type"] == "error" {
            break value;
        }
    };
    assert_eq!(answer["re"], 42);
    sitter.say(json!({ "type": "ping", "id": 43 })).await;
    assert_eq!(sitter.await_type("pong").await["re"], 43);
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn out_of_turn_and_watching_nobody_plays() {
    let house = House::open().await;
    let mut order = wish("plain-tricks", "plain", &["random", "random", "random"]);
    order["pace_ms"] = json!(10_000);
    let mut made = house.table(order.clone()).await;
    let mut sitter = made.sit().await;
    // A table at which somebody else leads.
    while sitter.state["turn"] == 0 {
        made = house.table(order.clone()).await;
        sitter = made.sit().await;
    }
    let card = sitter.state["hand"][0].as_str().unwrap().to_string();
    sitter.act(&card).await;
    assert_eq!(sitter.refusal().await, "not-your-turn");
    sitter.say(json!({ "type": "hint" })).await;
    assert_eq!(sitter.refusal().await, "not-your-turn");
    let mut watcher = made.watch().await;
    assert_eq!((watcher.state["you"].clone(), watcher.state["hand"].clone()), (Value::Null, json!([])));
    for message in
        [json!({ "type": "act", "action": "♥2", "at": 1 }), json!({ "type": "undo" }), json!({ "type": "hint" })]
    {
        watcher.say(message).await;
        assert_eq!(watcher.refusal().await, "watching");
    }
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_is_refused_in_words_and_ends_when_it_goes_on() {
    let house = House::open().await;
    let made = house.table(wish("hearts", "falcon", &["random", "random", "random"])).await;
    let mut sitter = made.sit().await;
    for garbage in
        ["", "{", "null", "[1,2]", "{\"type\":\"dance\"}", "{\"type\":\"act\"}", "\u{0}", "{\"type\":\"say\"}"]
    {
        sitter.say_raw(garbage).await;
        assert_eq!(sitter.refusal().await, "bad-request", "{garbage}");
    }
    sitter.say_raw(&format!("{{\"type\":\"ping\",\"x\":\"{}\"}}", "y".repeat(5000))).await;
    assert_eq!(sitter.refusal().await, "too-large");
    sitter.say(json!({ "type": "ping" })).await;
    sitter.await_type("pong").await;
    for _ in 0..60 {
        sitter.say_raw("{").await;
    }
    let closing = loop {
        match sitter.hear().await {
            Some(value) if value["type"] == "closing" => break true,
            Some(_) => {}
            None => break false,
        }
    };
    assert!(closing, "nobody said why the connection was closed");
    // A frame beyond all measure ends the connection; the table does not mind.
    let mut sitter = made.sit().await;
    sitter.say_raw(&"z".repeat(200_000)).await;
    while sitter.hear().await.is_some() {}
    let again = made.sit().await;
    assert_eq!(again.state["you"], 0);
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_tables_and_tokens_are_shown_out() {
    let house = House::open().await;
    let made = house.table(wish("hearts", "falcon", &["random", "random", "random"])).await;
    let mut stranger = Sitter::knock(house.address(), "nosuchtable", None).await;
    assert_eq!(stranger.refusal().await, "unknown");
    assert!(stranger.hear().await.is_none());
    let mut forger = Sitter::knock(house.address(), &made.table, Some("forged")).await;
    assert_eq!(forger.refusal().await, "token");
    assert!(forger.hear().await.is_none());
    for path in ["/api/tables/nosuchtable", "/api/tables/%2e%2e", "/api/reviews/none", "/nothing.js", "/../Cargo.toml"]
    {
        let (status, answer) = get(house.address(), path).await;
        assert_eq!(status, 404, "{path}");
        assert!(!answer["error"]["remedy"].as_str().unwrap().is_empty());
    }
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_make_no_sense_are_refused_with_a_remedy() {
    let house = House::open().await;
    let good = wish("hearts", "standard", &["random", "random", "random"]);
    let with = |key: &str, value: Value| {
        let mut order = good.clone();
        order[key] = value;
        order
    };
    let seat = |spec: &str| {
        let mut order = good.clone();
        order["seats"][1]["player"] = json!(spec);
        order
    };
    let orders = [
        with("game", json!("chess")),
        with("rules", json!("nosuch")),
        with("rules", json!("standard,moon=maybe")),
        with("seats", json!([{ "kind": "person" }])),
        with("seats", json!([{ "kind": "person" }, { "kind": "person" }, { "kind": "open" }, { "kind": "open" }])),
        with("seats", json!([{ "kind": "ghost" }, { "kind": "open" }, { "kind": "open" }, { "kind": "open" }])),
        with("adviser", json!("nobody")),
        with("surprise", json!(1)),
        seat("nobody"),
        seat("mc:sims=1000000000"),
        seat("linear-q:model=/etc/passwd"),
        seat("exec:rm -rf /"),
        json!({ "game": "monsters", "rules": "paper004,cards=/etc/passwd", "seats": [{ "kind": "person" },
            { "kind": "player", "player": "random" }] }),
        json!({ "game": "hearts", "seed": 1, "seats": [{ "kind": "person" }, { "kind": "open" }, { "kind": "open" },
            { "kind": "open" }] }),
        json!(17),
    ];
    for order in orders {
        let (status, answer) = post(house.address(), "/api/tables", &order).await;
        assert!((400..404).contains(&status), "{order}: {status} {answer}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty(), "{answer}");
        assert!(!answer["error"]["remedy"].as_str().unwrap().is_empty(), "{answer}");
        assert!(!answer.to_string().contains("root:"), "{answer}");
    }
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn other_places_pages_are_turned_away() {
    let house = House::open().await;
    let made = house.table(wish("hearts", "falcon", &["random", "random", "random"])).await;
    let address = house.address();
    let own = format!("http://{address}");
    let upgrade = |origin: &str, host: &str| {
        let (origin, host) = (origin.to_string(), host.to_string());
        let (path, token) = (format!("/ws/{}", made.table), format!("kirifuda, kirifuda.token.{}", made.token));
        async move {
            let headers = [
                ("Host", host.as_str()),
                ("Origin", origin.as_str()),
                ("Upgrade", "websocket"),
                ("Connection", "Upgrade"),
                ("Sec-WebSocket-Version", "13"),
                ("Sec-WebSocket-Protocol", token.as_str()),
                ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ];
            let asked = request(address, "GET", &path, &headers, b"");
            tokio::time::timeout(std::time::Duration::from_secs(2), asked).await.map_or(101, |(status, ..)| status)
        }
    };
    assert_eq!(upgrade("http://evil.example", &address.to_string()).await, 403);
    assert_eq!(upgrade("null", &address.to_string()).await, 403);
    assert_eq!(upgrade("http://evil.example", "evil.example").await, 421);
    assert_ne!(upgrade(&own, &address.to_string()).await, 403);
    let body = b"{}";
    let headers = [("Origin", "http://evil.example")];
    let (status, ..) = request(address, "POST", "/api/tables", &headers, body).await;
    assert_eq!(status, 403);
    let (status, ..) = request(address, "GET", "/health", &[("Host", "evil.example")], b"").await;
    assert_eq!(status, 421);
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_has_its_headers() {
    let house = House::open().await;
    for path in ["/", "/health", "/metrics", "/api/catalog", "/nothing"] {
        let (status, head, body) = request(house.address(), "GET", path, &[], b"").await;
        assert_eq!(status, if path == "/nothing" { 404 } else { 200 }, "{path}");
        assert!(!body.is_empty());
        for header in ["content-security-policy: default-src 'self'", "x-content-type-options: nosniff", "no-referrer"]
        {
            assert!(head.contains(header), "{path}: {header} is missing in {head}");
        }
    }
    let (_, health) = get(house.address(), "/health").await;
    assert_eq!(health["status"], "ok");
    let (_, head, _) = request(house.address(), "GET", "/", &[], b"").await;
    let policy = head.lines().find(|line| line.starts_with("content-security-policy")).unwrap();
    let own = format!("connect-src 'self' ws://{0} wss://{0}", house.address());
    assert!(policy.trim_end().ends_with(&own), "pages speak to nobody else: {policy}");
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_names_the_problem_and_the_remedy() {
    let house = House::open().await;
    let large = vec![b' '; 100_000];
    let asked: &[(&str, &str, &[u8], u16)] = &[
        ("PUT", "/api/tables", b"{}", 405),
        ("DELETE", "/api/catalog", b"", 405),
        ("POST", "/", b"", 405),
        ("GET", "/api/tables/x/deals/one/review", b"", 400),
        ("GET", "/api/picture?game=hearts", b"", 400),
        ("GET", "/ws/x", b"", 400),
        ("POST", "/api/tables", b"\xff\xfe", 400),
        ("POST", "/api/tables", &large, 413),
        ("POST", "/api/learners/none/reset", b"", 404),
        ("DELETE", "/api/trainings/none", b"", 404),
        ("GET", "/api/trainings/none/model", b"", 404),
    ];
    for (method, path, body, expected) in asked {
        let (status, _, answer) = request(house.address(), method, path, &[], body).await;
        let text = String::from_utf8_lossy(&answer);
        assert_eq!(status, *expected, "{method} {path}: {text}");
        let answer: Value = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{method} {path}: {why}: {text}"));
        for part in ["code", "message", "remedy"] {
            assert!(!answer["error"][part].as_str().unwrap().is_empty(), "{method} {path}: {answer}");
        }
    }
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn too_much_from_one_address_is_refused() {
    let limits =
        Limits { tables_per_address: 2, messages_per_second: 5.0, requests_per_second: 1e6, ..Limits::default() };
    let house = House::with(limits).await;
    let order = wish("hearts", "falcon", &["random", "random", "random"]);
    let made = house.table(order.clone()).await;
    house.table(order.clone()).await;
    let (status, answer) = post(house.address(), "/api/tables", &order).await;
    assert_eq!((status, answer["error"]["code"].as_str()), (429, Some("busy")));
    let mut sitter = made.sit().await;
    for _ in 0..40 {
        sitter.say(json!({ "type": "ping" })).await;
    }
    assert_eq!(sitter.refusal().await, "busy");
    let house = House::with(Limits { requests_per_second: 3.0, ..Limits::default() }).await;
    let mut refused = 0;
    for _ in 0..30 {
        refused += usize::from(get(house.address(), "/health").await.0 == 429);
    }
    assert!(refused >= 10, "{refused} of 30 were refused");
    let (status, ..) = request(house.address(), "POST", "/api/tables", &[], &vec![b' '; 200_000]).await;
    assert!(status == 413 || status == 429, "{status}");
}
