//! Many tables at once: how long answers take, what memory is held, and whether everything is there after a kill.
//!
//! ```text
//! cargo run --release -p kirifuda-web --example load -- --tables 500 --seconds 20
//! cargo run --release -p kirifuda-web --example load -- --tables 500 --kill
//! ```
//!
//! The server is a process of its own (this program again), so that memory is the server's and a kill is real. The clients read
//! only what they need of a state, and say how late they were themselves: where that is much, they are the limit and not the
//! server.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use kirifuda_play::Rng;
use kirifuda_web::{Limits, Options, Server};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

struct Settings {
    tables: usize,
    seconds: u64,
    /// Milliseconds that a scripted person thinks.
    think: u64,
    kill: bool,
    folder: PathBuf,
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| arguments.iter().position(|a| a == name).and_then(|at| arguments.get(at + 1)).cloned();
    let number = |name: &str, default: u64| value(name).map_or(default, |text| text.parse().unwrap());
    if let Some(database) = value("--serve") {
        return serve(PathBuf::from(database)).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        tables: number("--tables", 500) as usize,
        seconds: number("--seconds", 20),
        think: number("--think", 1000),
        kill: arguments.iter().any(|argument| argument == "--kill"),
        folder: folder.path().to_owned(),
    };
    run(&settings).await;
}

/// The server, until its input ends.
async fn serve(database: PathBuf) {
    let limits = Limits {
        tables: 10_000,
        tables_per_address: 10_000,
        connections: 10_000,
        connections_per_address: 10_000,
        requests_per_second: 1e9,
        ..Limits::default()
    };
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = Server::start(Options { address, database, limits, ..Options::default() }).await.unwrap();
    println!("{}", server.address());
    tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new())).await.unwrap().unwrap();
    server.stop().await.unwrap();
}

fn start(settings: &Settings) -> (Child, SocketAddr) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .arg("--serve")
        .arg(settings.folder.join("table.sqlite"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (child, line.trim().parse().unwrap())
}

/// A table, where its game stood when it was left, and how long answers took.
struct BusyTable {
    id: String,
    token: String,
    state: Told,
    answers: Vec<Duration>,
    errors: usize,
}

/// What a client needs of a message.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Told {
    #[serde(rename = "type")]
    kind: String,
    version: u64,
    deal: u64,
    phase: String,
    legal: Vec<String>,
    history: Vec<IgnoredAny>,
    /// Of an error.
    code: String,
}

impl Told {
    /// Deal and number of moves.
    fn place(&self) -> (u64, usize) {
        (self.deal, self.history.len())
    }
}

/// How late this program wakes up while the others work.
async fn lateness() -> Vec<Duration> {
    let mut late = Vec::new();
    while !MEMORY_DONE.load(std::sync::atomic::Ordering::Relaxed) {
        let (start, nap) = (Instant::now(), Duration::from_millis(10));
        tokio::time::sleep(nap).await;
        late.push(start.elapsed().saturating_sub(nap));
    }
    late.sort_unstable();
    late
}

async fn run(settings: &Settings) {
    let (mut child, address) = start(settings);
    let before = memory(child.id());
    let begun = Instant::now();
    let mut clients = Vec::new();
    for number in 0..settings.tables {
        let (think, until) = (settings.think, begun + Duration::from_secs(settings.seconds));
        clients.push(tokio::spawn(play(address, number, think, until)));
        if number % 50 == 49 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let watcher = tokio::spawn({
        let id = child.id();
        async move {
            let mut most = 0;
            loop {
                most = most.max(memory(id));
                tokio::time::sleep(Duration::from_millis(200)).await;
                if most == 0 || MEMORY_DONE.load(std::sync::atomic::Ordering::Relaxed) {
                    return most;
                }
            }
        }
    });
    let late = tokio::spawn(lateness());
    let mut tables = Vec::new();
    for client in clients {
        tables.push(client.await.unwrap());
    }
    MEMORY_DONE.store(true, std::sync::atomic::Ordering::Relaxed);
    let (most, late) = (watcher.await.unwrap(), late.await.unwrap());
    let mut answers: Vec<Duration> = tables.iter().flat_map(|table| table.answers.iter().copied()).collect();
    answers.sort_unstable();
    let of = |times: &[Duration], share: f64| {
        times.get((times.len().saturating_sub(1) as f64 * share) as usize).map_or(0.0, Duration::as_secs_f64) * 1000.0
    };
    let at = |share: f64| of(&answers, share);
    let errors: usize = tables.iter().map(|table| table.errors).sum();
    println!("{} tables, {} moves of people, {errors} errors", tables.len(), answers.len());
    println!(
        "answers: p50 {:.2} ms, p90 {:.2} ms, p99 {:.2} ms, longest {:.2} ms",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
    println!("the clients were late themselves by: p50 {:.2} ms, p99 {:.2} ms", of(&late, 0.5), of(&late, 0.99));
    println!("memory of the server: {} MiB at the start, {} MiB at most", before / 1024, most / 1024);
    if settings.kill {
        // The last moves were answered a moment ago; they are written within moments, too.
        tokio::time::sleep(Duration::from_millis(200)).await;
        child.kill().unwrap();
        child.wait().unwrap();
        let (mut again, address) = start(settings);
        let begun = Instant::now();
        let (mut found, mut same) = (0, 0);
        for table in &tables {
            let (mut socket, _) = connect_async(seat(address, &table.id, &table.token)).await.unwrap();
            let state = next(&mut socket).await.unwrap_or_default();
            found += usize::from(state.kind == "state");
            // Players may have moved on since.
            same += usize::from(state.deal == table.state.deal && state.history.len() >= table.state.history.len());
        }
        println!(
            "after kill -9: {found} of {} tables found, {same} as they were, in {:?}",
            tables.len(),
            begun.elapsed()
        );
        drop(again.stdin.take());
        again.wait().unwrap();
    } else {
        drop(child.stdin.take());
        child.wait().unwrap();
    }
}

static MEMORY_DONE: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// The resident memory of a process in KiB; 0 where the system does not tell.
fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)).and_then(|text| text.parse().ok()).unwrap_or(0)
}

const GAMES: [(&str, &str, usize, &str); 4] = [
    ("hearts", "standard", 4, "stock"),
    ("daifugo", "uecda", 5, "default"),
    ("plain-tricks", "plain", 4, "rule"),
    ("monsters", "paper004", 2, "balanced"),
];

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A request for the websocket of a seat.
fn seat(address: SocketAddr, id: &str, token: &str) -> Request {
    let mut request = format!("ws://{address}/ws/{id}").into_client_request().unwrap();
    let offers = format!("kirifuda, kirifuda.token.{token}").parse().unwrap();
    request.headers_mut().insert("Sec-WebSocket-Protocol", offers);
    request
}

/// One person at a table of the list's game, until the time is over.
async fn play(address: SocketAddr, number: usize, think: u64, until: Instant) -> BusyTable {
    let (game, rules, seats, player) = GAMES[number % GAMES.len()];
    let mut places = vec![json!({ "kind": "person" })];
    places.extend((1..seats).map(|_| json!({ "kind": "player", "player": player })));
    let made = post(address, &json!({ "game": game, "rules": rules, "seats": places, "name": "load" })).await;
    let (id, token) = (made["table"].as_str().unwrap().to_string(), made["token"].as_str().unwrap().to_string());
    let (mut socket, _) = connect_async(seat(address, &id, &token)).await.unwrap();
    let mut rng = Rng::new(number as u64);
    let mut table = BusyTable { id, token, state: Told::default(), answers: Vec::new(), errors: 0 };
    // People do not think in step.
    tokio::time::sleep(Duration::from_millis(rng.below(think.max(1) as usize) as u64)).await;
    table.state = next(&mut socket).await.unwrap();
    while Instant::now() < until {
        let legal = table.state.legal.clone();
        let message = if table.state.phase == "over" {
            json!({ "type": "next" })
        } else if legal.is_empty() {
            match next(&mut socket).await {
                Some(state) => table.take(state),
                None => break,
            }
            continue;
        } else {
            // A second on average.
            tokio::time::sleep(Duration::from_millis(think / 2 + rng.below(think.max(1) as usize) as u64)).await;
            json!({ "type": "act", "action": legal[rng.below(legal.len())], "at": table.state.version })
        };
        let is_move = message["type"] == "act";
        let before = table.state.place();
        let start = Instant::now();
        socket.send(Message::Text(message.to_string().into())).await.unwrap();
        // The answer is the first state in which something has happened; others may be on their way before it.
        let errors = table.errors;
        while table.state.place() == before && table.errors == errors {
            match next(&mut socket).await {
                Some(message) => table.take(message),
                None => return table,
            }
        }
        if is_move {
            table.answers.push(start.elapsed());
        }
    }
    // What is on its way belongs to where the game stands.
    while let Ok(Some(state)) = tokio::time::timeout(Duration::from_millis(300), next(&mut socket)).await {
        table.take(state);
    }
    table
}

impl BusyTable {
    fn take(&mut self, message: Told) {
        match message.kind.as_str() {
            "state" => self.state = message,
            _ => {
                eprintln!("{} {}", message.kind, message.code);
                self.errors += 1;
            }
        }
    }
}

async fn next(socket: &mut Socket) -> Option<Told> {
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            _ => return None,
        }
    }
}

async fn post(address: SocketAddr, body: &Value) -> Value {
    let body = body.to_string();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
    serde_json::from_str(body).unwrap_or_else(|why| panic!("{why}: {answer}"))
}
