//! What was confirmed is stored: whatever a client has been shown is there after the worst.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kirifuda_play::Rng;
use kirifuda_web::Limits;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::support::{Folder, Made, get, make, post, server, wish};

fn unlimited() -> Limits {
    Limits { requests_per_second: 1e6, messages_per_second: 1e6, tables_per_address: 10_000, ..Limits::default() }
}

/// Where the database of the server to be killed is.
const DATABASE: &str = "KIRIFUDA_TEST_DATABASE";

/// Not a test of its own: the server that the next test kills runs in a process of its own, as this.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "started by the test that kills it"]
async fn a_server_to_be_killed() {
    let Some(database) = std::env::var_os(DATABASE) else { return };
    let options = kirifuda_web::Options {
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: database.into(),
        limits: unlimited(),
        ..kirifuda_web::Options::default()
    };
    let server = kirifuda_web::Server::start(options).await.unwrap();
    println!("\nlistens at {}", server.address());
    std::future::pending::<()>().await;
}

pub fn spawn(folder: &Folder) -> (Child, SocketAddr) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "durable::a_server_to_be_killed", "--ignored", "--nocapture"])
        .env(DATABASE, folder.database())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines.map_while(Result::ok).find_map(|line| line.strip_prefix("listens at ")?.parse().ok());
    (child, address.expect("the server did not start"))
}

/// Plays at a table until the connection breaks: the last state that was shown.
async fn play_until_the_end(made: Made, seed: u64, seated: Arc<AtomicUsize>) -> Value {
    let mut rng = Rng::new(seed);
    let mut sitter = made.sit().await;
    seated.fetch_add(1, Ordering::Relaxed);
    loop {
        let mine = sitter.state["turn"] == sitter.state["seat"] && !sitter.legal().is_empty();
        if mine {
            let legal = sitter.legal();
            sitter.act(&legal[rng.below(legal.len())].clone()).await;
        } else if sitter.state["phase"] == "over" {
            sitter.say(json!({ "type": "next" })).await;
        }
        if sitter.hear().await.is_none() {
            return sitter.state;
        }
    }
}

/// How far a state is: the deal, and the moves in it.
fn progress(state: &Value) -> (u64, Vec<Value>) {
    (state["deal"].as_u64().unwrap(), state["history"].as_array().unwrap().clone())
}

/// `KILLS=100 TABLES=150` kills more often while more is played.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_has_stored_all_that_anybody_was_shown() {
    let number = |name: &str, usual: u64| std::env::var(name).map_or(usual, |text| text.parse().unwrap());
    let (kills, most) = (number("KILLS", 3), number("TABLES", 24) as usize);
    let folder = Folder::new();
    let mut tables: Vec<Made> = Vec::new();
    for kill in 0..kills {
        let (mut child, address) = spawn(&folder);
        while tables.len() < most {
            tables.push(make(address, wish("plain-tricks", "plain", &["random", "random", "random"])).await);
        }
        let seated = Arc::new(AtomicUsize::new(0));
        let players = tables.iter().enumerate().map(|(number, made)| {
            let made = Made { address, ..made.clone() };
            tokio::spawn(play_until_the_end(made, kill * 1000 + number as u64, Arc::clone(&seated)))
        });
        let players: Vec<_> = players.collect();
        // On a busy machine it takes a while until all have sat down.
        while seated.load(Ordering::Relaxed) < tables.len() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        tokio::time::sleep(Duration::from_millis(300 + 37 * (kill % 7))).await;
        child.kill().unwrap();
        child.wait().unwrap();
        let mut shown = Vec::new();
        for player in players {
            shown.push(player.await.unwrap());
        }
        let moves: usize = shown.iter().map(|state| progress(state).1.len()).sum();
        assert!(moves > 0, "nobody has moved");
        let second = server(&folder, unlimited()).await;
        for (made, shown) in tables.iter().zip(shown) {
            let made = Made { address: second.address(), ..made.clone() };
            let found = made.watch().await.state;
            let (deal, history) = progress(&shown);
            let (found_deal, found_history) = progress(&found);
            assert!(found_deal >= deal, "deal {deal} was shown, {found_deal} is stored");
            if found_deal == deal {
                let known = &found_history[..history.len().min(found_history.len())];
                assert_eq!(known, history, "moves were shown that are not stored");
            }
        }
        second.stop().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_cannot_be_stored_is_not_confirmed_until_it_can() {
    let folder = Folder::new();
    let server = server(&folder, unlimited()).await;
    let made = make(server.address(), wish("plain-tricks", "plain", &["random", "random", "random"])).await;
    let mut sitter = made.sit().await;
    assert!(sitter.turn().await);
    let before = progress(&sitter.state);
    // Another program holds the database.
    let holder = Connection::open(folder.database()).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let card = sitter.legal()[0].clone();
    sitter.act(&card).await;
    assert_eq!(sitter.refusal().await, "not-stored");
    assert_eq!(progress(&sitter.state), before, "a state was shown that is not stored");
    // Nothing new is confirmed, and what is wrong can be seen.
    let (status, answer) = post(server.address(), "/api/tables", &wish("kuhn", "", &["random"])).await;
    assert_eq!((status, answer["error"]["code"].as_str()), (507, Some("not-stored")), "{answer}");
    assert_eq!(get(server.address(), "/health").await.1["status"], "database");
    holder.execute_batch("ROLLBACK").unwrap();
    drop(holder);
    // It goes on by itself, and the move is there.
    while progress(&sitter.state).1.len() <= before.1.len() {
        sitter.hear().await.expect("the connection was closed");
    }
    assert_eq!(progress(&sitter.state).1[before.1.len()]["action"], json!(card));
    assert_eq!(get(server.address(), "/health").await.1["status"], "ok");
    server.stop().await.unwrap();
    // The log is empty: one file is all of it.
    let log = std::fs::metadata(folder.database().with_extension("sqlite-wal"));
    assert_eq!(log.map_or(0, |log| log.len()), 0);
    // The table that was refused is not there.
    let tables: i64 = Connection::open(folder.database())
        .unwrap()
        .query_row("SELECT COUNT(*) FROM tables", [], |row| row.get(0))
        .unwrap();
    assert_eq!(tables, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_end_without_room_says_so() {
    let folder = Folder::new();
    let server = server(&folder, unlimited()).await;
    let made = make(server.address(), wish("plain-tricks", "plain", &["random", "random", "random"])).await;
    let mut sitter = made.sit().await;
    assert!(sitter.turn().await);
    let holder = Connection::open(folder.database()).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let card = sitter.legal()[0].clone();
    sitter.act(&card).await;
    assert_eq!(sitter.refusal().await, "not-stored");
    let why = server.stop().await.unwrap_err().to_string();
    assert!(why.starts_with("what was played last and not confirmed to anybody is lost: "), "{why}");
}
