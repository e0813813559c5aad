//! Many connections that mean no good, and somebody who plays on meanwhile.

use std::time::Duration;

use kirifuda_play::Rng;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{House, get, wish};

#[tokio::test(flavor = "multi_thread")]
async fn garbage_connections_disturb_nobody() {
    let house = House::open().await;
    let address = house.address();
    let made = house.table(wish("hearts", "falcon", &["random", "random", "random"])).await;
    let vandals = tokio::spawn(async move {
        let mut count = 0;
        for round in 0..20 {
            let mut gang = Vec::new();
            for number in 0..50u64 {
                gang.push(tokio::spawn(async move {
                    let Ok(mut stream) = TcpStream::connect(address).await else {
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
                    let _ = tokio::time::timeout(Duration::from_millis(100), read).await;
                }));
                count += 1;
            }
            for vandal in gang {
                vandal.await.unwrap();
            }
        }
        count
    });
    let mut sitter = made.sit().await;
    sitter.play_deal(&mut Rng::new(1)).await;
    assert_eq!(vandals.await.unwrap(), 1000);
    let (status, health) = get(address, "/health").await;
    assert_eq!((status, health["status"].as_str()), (200, Some("ok")));
    house.server.stop().await;
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
    house.server.stop().await;
}

fn words_or<'a>(words: &[&'a str]) -> Vec<&'a str> {
    if words.is_empty() { vec!["nothing"] } else { words.to_vec() }
}
