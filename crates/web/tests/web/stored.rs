//! What is there when the program begins anew.

use std::net::SocketAddr;
use std::time::Duration;

use kirifuda_play::Rng;
use kirifuda_web::{Limits, Options, Server};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::durable::spawn;
use crate::support::{Folder, House, Made, Sitter, get, make, request, server, wish};

const FIELDS: [&str; 8] = ["hand", "legal", "history", "board", "turn", "phase", "score", "deal"];

async fn play_some(made: &Made, moves: usize, rng: &mut Rng) -> Value {
    let mut sitter = made.sit().await;
    for _ in 0..moves {
        if !sitter.turn().await {
            sitter.next_deal().await;
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
        // A server in a process of its own can be killed.
        let mut child = None;
        let first = if graceful { Some(server(&folder, limits.clone()).await) } else { None };
        let address = match &first {
            Some(server) => server.address(),
            None => {
                let (process, address) = spawn(&folder);
                child = Some(process);
                address
            }
        };
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
            let made = make(address, order).await;
            let state = play_some(&made, 25, &mut rng).await;
            tables.push((made, state));
        }
        if let Some(first) = first {
            first.stop().await.unwrap();
        }
        if let Some(mut child) = child {
            // Nobody says good-bye; what was committed is there.
            child.kill().unwrap();
            child.wait().unwrap();
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
        second.stop().await.unwrap();
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
    first.stop().await.unwrap();
    let second = server(&folder, Limits::default()).await;
    let made = Made { address: second.address(), ..made };
    let sitter = made.sit().await;
    assert_eq!(sitter.state["history"].as_array().unwrap().len(), 1);
    assert_eq!(sitter.state["hand"], before["hand"]);
    second.stop().await.unwrap();
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
    house.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_are_opened_again_count_for_whoever_opens_them() {
    let limits = Limits { idle: Duration::from_millis(200), tables_per_address: 1, ..Limits::default() };
    let house = House::with(limits).await;
    let order = wish("hearts", "falcon", &["random", "random", "random"]);
    let first = house.table(order.clone()).await;
    let mut waited = 0;
    while get(house.address(), "/health").await.1["tables"] != 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        waited += 1;
        assert!(waited < 200, "the table is still open");
    }
    let second = house.table(order).await;
    let playing = second.sit().await;
    let (status, answer) = get(house.address(), &format!("/api/tables/{}", first.table)).await;
    assert_eq!((status, answer["error"]["code"].as_str()), (429, Some("busy")));
    // The page may try again: neither the table nor the token is wrong.
    let mut early = Sitter::knock(house.address(), &first.table, Some(&first.token)).await;
    assert_eq!(early.refusal().await, "busy");
    assert!(early.hear().await.is_none());
    assert_eq!(early.closed, Some(1013));
    playing.close().await;
    house.server.stop().await.unwrap();
}

fn in_database<T>(folder: &Folder, look: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> T {
    look(&Connection::open(folder.database()).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_has_opened_for_long_is_forgotten() {
    const DAY: i64 = 24 * 3600;
    let folder = Folder::new();
    let first = server(&folder, Limits::default()).await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        let made = make(first.address(), wish("hearts", "falcon", &["random", "random", "random"])).await;
        play_some(&made, 3, &mut Rng::new(1)).await;
        tables.push(made);
    }
    let mut sitter = tables[0].sit().await;
    sitter.play_deal(&mut Rng::new(1)).await;
    let path = format!("/api/tables/{}/record", tables[0].table);
    let (_, _, file) = request(first.address(), "GET", &path, &[], b"").await;
    let mut reviews = Vec::new();
    for _ in 0..2 {
        let (_, _, answer) = request(first.address(), "POST", "/api/records", &[], &file).await;
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        reviews.push(answer["review"].as_str().unwrap().to_string());
    }
    first.stop().await.unwrap();
    let age = |table: &'static str, id: &str, days: i64| {
        in_database(&folder, |db| {
            db.execute(&format!("UPDATE {table} SET touched = touched - ?2 WHERE id = ?1"), (id, days * DAY))
        });
    };
    age("tables", &tables[0].table, 91);
    age("tables", &tables[1].table, 89);
    age("reviews", &reviews[0], 91);
    age("reviews", &reviews[1], 89);

    let second = server(&folder, Limits::default()).await;
    let found = async |path: String| get(second.address(), &path).await.0;
    for (table, status) in tables.iter().zip([404, 200, 200]) {
        assert_eq!(found(format!("/api/tables/{}", table.table)).await, status);
    }
    for (review, status) in reviews.iter().zip([404, 200]) {
        assert_eq!(found(format!("/api/reviews/{review}")).await, status);
    }
    let (_, _, metrics) = request(second.address(), "GET", "/metrics", &[], b"").await;
    assert!(String::from_utf8_lossy(&metrics).contains("kirifuda_tables_forgotten_total 1"));
    second.stop().await.unwrap();
    let moves = in_database(&folder, |db| {
        let sql = "SELECT COUNT(*) FROM actions WHERE table_id = ?1";
        db.query_row(sql, [&tables[0].table], |row| row.get::<_, i64>(0))
    });
    assert_eq!(moves, 0, "its moves are forgotten, too");

    // What was opened is young again.
    age("tables", &tables[1].table, 89);
    let third = server(&folder, Limits::default()).await;
    assert_eq!(get(third.address(), &format!("/api/tables/{}", tables[1].table)).await.0, 200);
    third.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_files_do_not_fill_the_database() {
    let house = House::with(Limits { stored_reviews: 2, ..Limits::default() }).await;
    let made = house.table(wish("kuhn", "", &["random"])).await;
    made.sit().await.play_deal(&mut Rng::new(1)).await;
    let (_, _, file) = request(house.address(), "GET", &format!("/api/tables/{}/record", made.table), &[], b"").await;
    let mut reviews = Vec::new();
    for _ in 0..5 {
        let (_, _, answer) = request(house.address(), "POST", "/api/records", &[], &file).await;
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        reviews.push(answer["review"].as_str().unwrap().to_string());
    }
    let mut found = 0;
    for review in reviews {
        found += usize::from(get(house.address(), &format!("/api/reviews/{review}")).await.0 == 200);
    }
    assert_eq!(found, 2);
    house.server.stop().await.unwrap();
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

#[tokio::test(flavor = "multi_thread")]
async fn a_database_is_for_one_program_and_its_owner() {
    let folder = Folder::new();
    let first = server(&folder, Limits::default()).await;
    let made = make(first.address(), wish("plain-tricks", "plain", &["random", "random", "random"])).await;
    play_some(&made, 5, &mut Rng::new(1)).await;
    let options = || Options {
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: folder.database(),
        ..Options::default()
    };
    let why = Server::start(options()).await.map(drop).unwrap_err().to_string();
    assert!(why.contains("another program has the database") && why.contains("--database"), "{why}");
    let copy = folder.database().with_extension("backup");
    kirifuda_web::backup(&folder.database(), &copy).unwrap();
    let why = kirifuda_web::backup(&folder.database(), &copy).unwrap_err();
    assert!(why.contains("there already"), "{why}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let wal = folder.database().with_extension("sqlite-wal");
        for file in [&folder.database(), &wal, &copy] {
            let mode = std::fs::metadata(file).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{}", file.display());
        }
    }
    first.stop().await.unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).to_string();
    let stored = text(std::fs::read(folder.database()).unwrap());
    assert!(stored.contains(&made.table) && !stored.contains(&made.token), "the token is in the database");
    // The copy is a whole database, made while the table was open.
    let restored = Server::start(Options { database: copy, ..options() }).await.unwrap();
    let made = Made { address: restored.address(), ..made };
    let mut sitter = made.sit().await;
    assert_eq!(sitter.state["you"], 0);
    sitter.play_deal(&mut Rng::new(2)).await;
    restored.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_deletes_nothing() {
    let folder = Folder::new();
    let first = server(&folder, Limits::default()).await;
    let made = make(first.address(), wish("plain-tricks", "plain", &["random", "random", "random"])).await;
    first.stop().await.unwrap();
    let change = |sql: &str| Connection::open(folder.database()).unwrap().execute_batch(sql).unwrap();
    // As if the program had ended two hundred days ago, or the clock on the wall were wrong by as much.
    let days = 200 * 24 * 3600;
    change(&format!("UPDATE tables SET touched = touched - {days}; UPDATE facts SET value = value - {days};"));
    let second = server(&folder, Limits::default()).await;
    assert_eq!(get(second.address(), &format!("/api/tables/{}", made.table)).await.0, 200);
    second.stop().await.unwrap();
    // After so long in use it is forgotten.
    change(&format!("UPDATE facts SET value = value + {days};"));
    let third = server(&folder, Limits::default()).await;
    assert_eq!(get(third.address(), &format!("/api/tables/{}", made.table)).await.0, 404);
    third.stop().await.unwrap();
}
