use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use kirifuda_play::Rng;
use kirifuda_web::{Limits, Options, Server};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

/// A folder that is gone at the end.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn database(&self) -> PathBuf {
        self.0.path().join("table.sqlite")
    }
}

/// A server with a database of its own.
pub struct House {
    pub server: Server,
    _folder: Folder,
}

impl House {
    pub async fn open() -> House {
        House::with(Limits { requests_per_second: 1e6, messages_per_second: 1e6, ..Limits::default() }).await
    }

    pub async fn with(limits: Limits) -> House {
        let folder = Folder::new();
        let server = server(&folder, limits).await;
        House { server, _folder: folder }
    }

    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }

    pub async fn table(&self, wish: Value) -> Made {
        make(self.address(), wish).await
    }
}

pub async fn server(folder: &Folder, limits: Limits) -> Server {
    server_called(folder, limits, &[]).await
}

/// A server with names of its own: others can reach it.
pub async fn server_called(folder: &Folder, limits: Limits, names: &[&str]) -> Server {
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let hosts = names.iter().map(|name| name.to_string()).collect();
    let options = Options { address, database: folder.database(), limits, hosts, ..Options::default() };
    Server::start(options).await.unwrap()
}

/// A table that was made.
#[derive(Clone)]
pub struct Made {
    pub address: SocketAddr,
    pub table: String,
    pub token: String,
    pub seat: Option<usize>,
}

impl Made {
    pub async fn sit(&self) -> Sitter {
        Sitter::connect(self.address, &self.table, Some(&self.token)).await
    }

    pub async fn watch(&self) -> Sitter {
        Sitter::connect(self.address, &self.table, None).await
    }
}

pub async fn make(address: SocketAddr, wish: Value) -> Made {
    let (status, answer) = post(address, "/api/tables", &wish).await;
    assert_eq!(status, 201, "{answer}");
    Made {
        address,
        table: answer["table"].as_str().unwrap().to_string(),
        token: answer["token"].as_str().unwrap().to_string(),
        seat: answer["seat"].as_u64().map(|seat| seat as usize),
    }
}

/// One person at the first seat, players at the others.
pub fn wish(game: &str, rules: &str, players: &[&str]) -> Value {
    let mut seats = vec![json!({ "kind": "person" })];
    seats.extend(players.iter().map(|player| json!({ "kind": "player", "player": player })));
    json!({ "game": game, "rules": rules, "seats": seats, "name": "Ada" })
}

pub async fn get(address: SocketAddr, path: &str) -> (u16, Value) {
    let (status, _, body) = request(address, "GET", path, &[], b"").await;
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

pub async fn post(address: SocketAddr, path: &str, body: &Value) -> (u16, Value) {
    let body = body.to_string();
    let (status, _, body) = request(address, "POST", path, &[], body.as_bytes()).await;
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

/// A request by hand: status, headers, body.
pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> (u16, String, Vec<u8>) {
    let stream = TcpStream::connect(address).await.unwrap();
    request_over(stream, address, method, path, headers, body).await
}

/// A connection from another address of this machine, so that limits tell clients apart.
pub async fn connect_from(last: u8, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).unwrap();
    socket.connect(to).await.unwrap()
}

/// A request by hand over a connection.
pub async fn request_over(
    mut stream: TcpStream,
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> (u16, String, Vec<u8>) {
    let host =
        if headers.iter().any(|(name, _)| *name == "Host") { String::new() } else { format!("Host: {address}\r\n") };
    let extra: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let head = format!(
        "{method} {path} HTTP/1.1\r\n{host}Connection: close\r\nContent-Type: application/json\r\n{extra}Content-Length: \
         {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    // A server that has read enough may close early.
    let _ = stream.write_all(body).await;
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut answer)).await.unwrap();
    let split = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(answer.len());
    let head = String::from_utf8_lossy(&answer[..split]).to_string();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = answer.get(split + 4..).unwrap_or_default().to_vec();
    let body = if head.to_lowercase().contains("transfer-encoding: chunked") { unchunk(&body) } else { body };
    (status, head.to_lowercase(), body)
}

fn unchunk(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            break;
        }
        whole.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
    }
    whole
}

/// Somebody at a table.
pub struct Sitter {
    socket: WebSocketStream<TcpStream>,
    /// Everything that was received.
    pub heard: Vec<String>,
    /// The newest state.
    pub state: Value,
    /// The code by which the server has closed the connection.
    pub closed: Option<u16>,
}

impl Sitter {
    pub async fn connect(address: SocketAddr, table: &str, token: Option<&str>) -> Sitter {
        let mut sitter = Sitter::knock(address, table, token).await;
        sitter.next_state().await;
        sitter
    }

    /// Connects without waiting for a state.
    pub async fn knock(address: SocketAddr, table: &str, token: Option<&str>) -> Sitter {
        Sitter::over(TcpStream::connect(address).await.unwrap(), address, table, token).await
    }

    /// Connects over a connection.
    pub async fn over(stream: TcpStream, address: SocketAddr, table: &str, token: Option<&str>) -> Sitter {
        let mut request = format!("ws://{address}/ws/{table}").into_client_request().unwrap();
        if let Some(token) = token {
            let offers = format!("kirifuda, kirifuda.token.{token}").parse().unwrap();
            request.headers_mut().insert("Sec-WebSocket-Protocol", offers);
        }
        let (socket, _) = client_async(request, stream).await.unwrap();
        Sitter { socket, heard: Vec::new(), state: Value::Null, closed: None }
    }

    /// The next message; nothing when the connection is closed.
    pub async fn hear(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(60), self.socket.next()).await.expect("silence");
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push(text.to_string());
                    let value: Value = serde_json::from_str(&text).unwrap();
                    if value["type"] == "state" {
                        self.state = value.clone();
                    }
                    return Some(value);
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(frame))) => {
                    self.closed = frame.map(|frame| frame.code.into());
                    return None;
                }
                Some(Err(_)) | None => return None,
                Some(Ok(other)) => panic!("{other:?}"),
            }
        }
    }

    /// Waits for a message of a type.
    pub async fn await_type(&mut self, kind: &str) -> Value {
        loop {
            let value = self.hear().await.expect("the connection was closed");
            if value["type"] == kind {
                return value;
            }
            assert_ne!(value["type"], "error", "{value}");
        }
    }

    pub async fn next_state(&mut self) -> &Value {
        self.await_type("state").await;
        &self.state
    }

    /// Waits until all that was said is answered; false when the connection is closed.
    pub async fn settle(&mut self) -> bool {
        self.say(json!({ "type": "ping", "id": 77 })).await;
        loop {
            match self.hear().await {
                Some(value) if value["type"] == "pong" => return true,
                Some(_) => {}
                None => return false,
            }
        }
    }

    /// Waits for an error and gives its code.
    pub async fn refusal(&mut self) -> String {
        loop {
            let value = self.hear().await.expect("the connection was closed");
            if value["type"] == "error" {
                assert!(!value["message"].as_str().unwrap().is_empty(), "{value}");
                assert!(!value["remedy"].as_str().unwrap().is_empty(), "{value}");
                return value["code"].as_str().unwrap().to_string();
            }
        }
    }

    pub async fn say(&mut self, message: Value) {
        self.say_raw(&message.to_string()).await;
    }

    pub async fn say_raw(&mut self, text: &str) {
        let _ = self.socket.send(Message::Text(text.into())).await;
    }

    pub async fn act(&mut self, action: &str) {
        let at = self.state["version"].clone();
        self.say(json!({ "type": "act", "action": action, "at": at })).await;
    }

    /// Acts, and waits for a state that shows it: one that was on its way before does not count.
    pub async fn act_and_see(&mut self, action: &str) {
        let moves = |state: &Value| (state["deal"].clone(), state["history"].as_array().unwrap().len());
        let before = moves(&self.state);
        self.act(action).await;
        while moves(&self.state) == before {
            self.next_state().await;
        }
    }

    pub fn legal(&self) -> Vec<String> {
        self.state["legal"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_string()).collect()
    }

    pub fn phase(&self) -> &str {
        self.state["phase"].as_str().unwrap()
    }

    /// Waits until it is the own turn or the deal is over.
    pub async fn turn(&mut self) -> bool {
        while self.legal().is_empty() && self.phase() != "over" {
            self.next_state().await;
        }
        self.phase() != "over"
    }

    /// Plays random legal moves until the deal is over.
    pub async fn play_deal(&mut self, rng: &mut Rng) {
        while self.turn().await {
            let legal = self.legal();
            let action = legal[rng.below(legal.len())].clone();
            let before = self.state["history"].as_array().unwrap().len();
            self.act(&action).await;
            while self.state["history"].as_array().unwrap().len() <= before && self.phase() != "over" {
                self.next_state().await;
            }
        }
    }

    /// Asks for the next deal and waits until it has begun: the end of the last one may be told more than once.
    pub async fn next_deal(&mut self) {
        let before = self.state["deal"].clone();
        self.say(json!({ "type": "next" })).await;
        while self.state["deal"] == before {
            self.next_state().await;
        }
    }

    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}
