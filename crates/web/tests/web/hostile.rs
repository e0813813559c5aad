//! What one address may not do to the others: take all memory, all threads, all time.

use std::process::Child;
use std::time::{Duration, Instant};

use kirifuda_web::Limits;
use serde_json::json;

use crate::durable::spawn;
use crate::support::{Folder, House, make, wish};

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
    let _ = crate::support::get(address, "/api/catalog").await;
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
const LONG: [(&str, &str, usize, &str); 5] = [
    ("monsters", "paper004", 1, "best-response:worlds=1000,width=512"),
    ("hearts", "standard", 3, "search:worlds=2000"),
    ("hearts", "standard", 3, "ismcts:sims=20000"),
    ("hearts", "standard", 3, "uct:ms=5000"),
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
        // What it takes to look at a position at all comes on top, in a program that is not optimised.
        assert!(start.elapsed() < Duration::from_secs(4), "{player} took {:?}", start.elapsed());
        sitter.close().await;
    }
}
