//! What one address may not do to the others: take all memory, all threads, all time.

use std::net::SocketAddr;
use std::process::Child;
use std::time::{Duration, Instant};

use kirifuda_play::Rng;
use kirifuda_web::{Limits, Options, Server};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::durable::spawn;
use crate::support::{Folder, House, Made, Sitter, connect_from, get, make, request, request_over, wish};

/// The memory of a process, in MiB.
fn memory(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

/// What somebody may ask for who wants a copy of a model for each of his requests.
fn greedy(number: usize) -> (&'static str, &'static str, usize, String) {
    match number % 3 {
        0 => ("hearts", "falcon", 3, format!("falcon:danger=shipped,queen-below=0.{number:06}")),
        1 => ("hearts", "standard", 3, format!("deep-search:worlds=1,prior=0.{number:06}")),
        _ => ("daifugo", "paper003", 4, format!("deep-search:sims=1,trust=1.{number:06}")),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_specifications_of_one_model_share_it() {
    let folder = Folder::new();
    let (mut child, address) = spawn(&folder);
    // The catalog has put together many players by then.
    let _ = get(address, "/api/catalog").await;
    for number in 0..3 {
        let (game, rules, others, player) = greedy(number);
        make(address, wish(game, rules, &vec![player.as_str(); others])).await;
    }
    let before = memory(&child);
    for number in 3..93 {
        let (game, rules, others, player) = greedy(number);
        make(address, wish(game, rules, &vec![player.as_str(); others])).await;
    }
    let after = memory(&child);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(after < before + 100, "{before} MiB before, {after} MiB after 90 specifications");
}

/// The worst thoughts that may be asked for over the network.
const LONG: [(&str, &str, usize, &str); 7] = [
    ("monsters", "paper004", 1, "best-response:worlds=1000,width=512"),
    ("hearts", "standard", 3, "search:worlds=2000"),
    ("hearts", "standard", 3, "ismcts:sims=20000"),
    ("hearts", "standard", 3, "uct:ms=5000"),
    ("hearts", "standard", 3, "deep-search:worlds=500,blueprint=always"),
    ("plain-tricks", "plain", 3, "deep-search:worlds=500"),
    ("daifugo", "uecda", 4, "search:sims=20000,width=512"),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_thought_keeps_its_deadline() {
    let thought = Duration::from_millis(300);
    let house = House::with(Limits { thought, messages_per_second: 1e6, ..Limits::default() }).await;
    for (game, rules, others, player) in LONG {
        let rest = vec!["random"; others];
        let made = house.table(wish(game, rules, &rest)).await;
        let mut sitter = made.sit().await;
        assert!(sitter.turn().await);
        let start = Instant::now();
        sitter.say(json!({ "type": "hint", "adviser": player })).await;
        let hint = sitter.await_type("hint").await;
        assert!(!hint["best"].as_str().unwrap().is_empty());
        // What it takes to look at a position at all comes on top, in a program that is not optimised on a busy machine; without
        // a deadline the first takes minutes in it.
        assert!(start.elapsed() < Duration::from_secs(30), "{player} took {:?}", start.elapsed());
        sitter.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_lead_here_by_chance_or_malice_are_refused() {
    let folder = Folder::new();
    let everywhere = |hosts: &[&str]| Options {
        address: SocketAddr::from(([0, 0, 0, 0], 0)),
        database: folder.database(),
        hosts: hosts.iter().map(|host| host.to_string()).collect(),
        ..Options::default()
    };
    let ask = async |port: u16, hosts: &[&str]| {
        let headers: Vec<(&str, &str)> = hosts.iter().map(|host| ("Host", *host)).collect();
        request(SocketAddr::from(([127, 0, 0, 1], port)), "GET", "/health", &headers, b"").await.0
    };
    let server = Server::start(everywhere(&[])).await.unwrap();
    let port = server.address().port();
    for (hosts, expected) in [
        (["127.0.0.1"].as_slice(), 200),
        (&["192.0.2.7:7777"], 200),
        (&["[2001:db8::1]:7777"], 200),
        // A page of another place whose name was made to lead here (DNS rebinding).
        (&["evil.example"], 421),
        (&["127.0.0.1", "evil.example"], 400),
        (&["127.0.0.1", "127.0.0.1"], 400),
    ] {
        assert_eq!(ask(port, hosts).await, expected, "{hosts:?}");
    }
    server.stop().await.unwrap();
    let server = Server::start(everywhere(&["cards.example"])).await.unwrap();
    let port = server.address().port();
    assert_eq!(ask(port, &["cards.example"]).await, 200);
    assert_eq!(ask(port, &["192.0.2.7"]).await, 421);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_never_reads_gives_its_place_back() {
    let limits = Limits { patience: Duration::from_secs(3), requests_per_second: 1e6, ..Limits::default() };
    let house = House::with(limits).await;
    let count = async || get(house.address(), "/health").await.1["connections"].as_u64().unwrap();
    let before = count().await;
    let mut deaf = TcpStream::connect(house.address()).await.unwrap();
    // Answers enough to fill all buffers on the way.
    let asked = format!("GET /api/catalog HTTP/1.1\r\nHost: {}\r\n\r\n", house.address()).repeat(2000);
    let _ = tokio::time::timeout(Duration::from_secs(2), deaf.write_all(asked.as_bytes())).await;
    assert!(count().await > before);
    let begun = Instant::now();
    while count().await > before {
        assert!(begun.elapsed() < Duration::from_secs(20), "it still has its place");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    drop(deaf);
}

/// How long somebody waits for three opponents that look ahead: the median over some moves.
async fn wait_of(made: &Made) -> Duration {
    let mut sitter = made.sit().await;
    let mut rng = Rng::new(1);
    let mut waits = Vec::new();
    while waits.len() < 9 {
        if !sitter.turn().await {
            sitter.next_deal().await;
            continue;
        }
        let legal = sitter.legal();
        let start = Instant::now();
        sitter.act_and_see(&legal[rng.below(legal.len())]).await;
        sitter.turn().await;
        waits.push(start.elapsed());
    }
    sitter.close().await;
    waits.sort();
    waits[waits.len() / 2]
}

#[tokio::test(flavor = "multi_thread")]
async fn three_hostile_addresses_do_not_make_others_wait_for_players_that_look_ahead() {
    let house = House::with(Limits { messages_per_second: 1e6, ..Limits::default() }).await;
    let address = house.address();
    let made = house.table(wish("plain-tricks", "plain", &["uct:ms=60", "uct:ms=60", "uct:ms=60"])).await;
    let alone = wait_of(&made).await;
    // Tables at which nobody plays but those who think longest, watched from three addresses.
    let mut watching = Vec::new();
    for last in [2, 3, 4] {
        for _ in 0..3 {
            let seats = vec![json!({ "kind": "player", "player": "uct:ms=5000" }); 4];
            let order = json!({ "game": "plain-tricks", "rules": "plain", "seats": seats }).to_string();
            let stream = connect_from(last, address).await;
            let (status, _, body) = request_over(stream, address, "POST", "/api/tables", &[], order.as_bytes()).await;
            assert_eq!(status, 201);
            let table: Value = serde_json::from_slice(&body).unwrap();
            let stream = connect_from(last, address).await;
            watching.push(Sitter::over(stream, address, table["table"].as_str().unwrap(), None).await);
        }
    }
    // Long enough for all of them to have used much.
    tokio::time::sleep(Duration::from_secs(8)).await;
    let beset = wait_of(&made).await;
    // Twice as long is what is wanted; what a busy machine adds comes on top. Without fair lanes it would be a quarter of a minute
    // for each opponent.
    assert!(beset < 2 * alone + Duration::from_secs(1), "{alone:?} alone, {beset:?} beset");
    drop(watching);
    house.server.stop().await.unwrap();
}
