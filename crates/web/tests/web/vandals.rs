//! Many connections that mean no good, and somebody who plays on meanwhile.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use kirifuda_play::Rng;
use kirifuda_web::Limits;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::support::{Folder, House, Made, Sitter, get, make, server, wish};

/// Connects from another address of this machine, where it has one, so that limits tell vandals from others.
async fn connect(to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    match socket.bind(SocketAddr::from(([127, 0, 0, 2], 0))) {
        Ok(()) => socket.connect(to).await,
        Err(_) => TcpStream::connect(to).await,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_garbage_connections_disturb_nobody() {
    let limits = Limits { connections_per_address: 80, ..Limits::default() };
    let house = House::with(limits).await;
    let address = house.address();
    let made = house.table(wish("hearts", "falcon", &["random", "random", "random"])).await;
    let vandals = tokio::spawn(async move {
        let mut count = 0;
        for round in 0..100 {
            let mut gang = Vec::new();
            for number in 0..100u64 {
                gang.push(tokio::spawn(async move {
                    let Ok(mut stream) = connect(address).await else {
                        return;
                    };
                    let mut rng = Rng::stream(3, &[round, number]);
                    let mut garbage: Vec<u8> = (0..rng.below(600)).map(|_| rng.bits() as u8).collect();
                    match rng.below(4) {
                        0 => garbage = [b"GET /ws/x HTTP/1.1\r\nHost: ".as_slice(), &garbage].concat(),
                        1 => {
                            garbage =
                                b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{".to_vec()
                        }
                        _ => {}
                    }
                    let _ = stream.write_all(&garbage).await;
                    let mut answer = [0; 256];
                    let read = stream.read(&mut answer);
                    let _ = tokio::time::timeout(Duration::from_millis(50), read).await;
                }));
                count += 1;
            }
            for vandal in gang {
                vandal.await.unwrap();
            }
        }
        count
    });
    let mut longest = Duration::ZERO;
    let mut rng = Rng::new(1);
    let mut deals = 0;
    while !vandals.is_finished() || deals == 0 {
        // Each deal over a connection of its own: newcomers are let in, too.
        let mut sitter = made.sit().await;
        while sitter.turn().await {
            let legal = sitter.legal();
            tokio::time::sleep(Duration::from_millis(10)).await;
            let start = Instant::now();
            sitter.act_and_see(&legal[rng.below(legal.len())]).await;
            longest = longest.max(start.elapsed());
        }
        sitter.next_deal().await;
        assert!(sitter.settle().await);
        deals += 1;
    }
    assert_eq!(vandals.await.unwrap(), 10_000);
    assert!(longest < Duration::from_secs(5), "an answer took {longest:?}");
    let (status, health) = get(address, "/health").await;
    assert_eq!((status, health["status"].as_str()), (200, Some("ok")));
    house.server.stop().await.unwrap();
}

/// Something that whoever sits at a table might send, in whatever order.
fn anything(sitter: &Sitter, rng: &mut Rng) -> Value {
    let version = sitter.state["version"].as_u64().unwrap();
    let legal = sitter.legal();
    let action = match rng.below(4) {
        0 => rng
            .pick(&["", "pass", "♠Q", "★", "♥A♥2", "give ♠3", "give", "attack", "♠", "♠3-", "-", "call", "🂡"])
            .to_string(),
        _ if legal.is_empty() => "pass".to_string(),
        _ => legal[rng.below(legal.len())].clone(),
    };
    let at = match rng.below(4) {
        0 => rng.below(9) as u64,
        1 => version + 1,
        _ => version,
    };
    match rng.below(12) {
        0 => json!({ "type": "undo" }),
        1 => json!({ "type": "next" }),
        2 => json!({ "type": "pause", "on": rng.below(2) == 0 }),
        3 => json!({ "type": "pace", "ms": rng.bits() % 3 }),
        4 => json!({ "type": "hint", "adviser": "random" }),
        5 => json!({ "type": "hint", "adviser": rng.pick(&["", "nobody", "exec:ls", "random:x=1", ":"]) }),
        6 => json!({ "type": rng.pick(&["act", "dance", "state"]), "action": version, "at": action }),
        _ => json!({ "type": "act", "action": action, "at": at }),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_person_sends_in_whatever_order_the_table_stays_sound() {
    let limits = Limits { requests_per_second: 1e6, messages_per_second: 1e6, ..Limits::default() };
    for (game, rules, players) in [
        ("hearts", "standard", vec!["random"; 3]),
        ("daifugo", "uecda", vec!["random"; 4]),
        ("monsters", "paper004", vec!["random"]),
        ("plain-tricks", "plain", vec!["random"; 3]),
        ("leduc", "", vec!["random"]),
    ] {
        let folder = Folder::new();
        let first = server(&folder, limits.clone()).await;
        let mut order = wish(game, rules, &players);
        order["series"] = json!(["hearts", "daifugo"].contains(&game));
        let made = make(first.address(), order).await;
        let mut sitter = made.sit().await;
        let mut rng = Rng::new(6);
        for _ in 0..400 {
            let message = anything(&sitter, &mut rng);
            sitter.say(message).await;
            if !sitter.settle().await {
                // Too much of it made no sense.
                sitter = made.sit().await;
            }
        }
        sitter.say(json!({ "type": "pace", "ms": 0 })).await;
        sitter.turn().await;
        assert!(sitter.settle().await);
        let before = sitter.state.clone();
        assert_eq!(get(first.address(), "/health").await.1["status"], "ok");
        first.stop().await.unwrap();
        // What is stored is what was seen, and it can be played to its end.
        let second = server(&folder, limits.clone()).await;
        let mut again = Made { address: second.address(), ..made }.sit().await;
        for field in ["deal", "hand", "legal", "history", "board", "turn", "phase", "score"] {
            assert_eq!(again.state[field], before[field], "{field} of {game}");
        }
        again.play_deal(&mut rng).await;
        second.stop().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn random_messages_are_answered_and_change_nothing() {
    let house = House::open().await;
    let made = house.table(wish("daifugo", "uecda", &["random", "random", "random", "random"])).await;
    let mut sitter = made.sit().await;
    sitter.turn().await;
    let before = sitter.state.clone();
    let words = [
        "act", "undo", "next", "hint", "pause", "x", "♠3", "pass", "at", "type", "-1", "1e99", "null", "{}", "[", "\"",
    ];
    let mut rng = Rng::new(4);
    for _ in 0..20 {
        let mut vandal = made.watch().await;
        for _ in 0..40 {
            let words: Vec<&str> = (0..rng.below(6)).map(|_| rng.pick(&words)).collect();
            let text = match rng.below(3) {
                0 => words.join(" "),
                1 => format!(
                    "{{\"type\":\"{}\",\"action\":\"{}\",\"at\":{}}}",
                    rng.pick(&words_or(&words)),
                    words.join(""),
                    rng.below(9)
                ),
                _ => format!("{{\"type\":\"act\",\"action\":{:?},\"at\":1}}", words.join("")),
            };
            vandal.say_raw(&text).await;
            if vandal.hear().await.is_none() {
                break;
            }
        }
    }
    let again = made.sit().await;
    assert_eq!(again.state["history"], before["history"]);
    assert_eq!(again.state["hand"], before["hand"]);
    house.server.stop().await.unwrap();
}

fn words_or<'a>(words: &[&'a str]) -> Vec<&'a str> {
    if words.is_empty() { vec!["nothing"] } else { words.to_vec() }
}
