use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use kirifuda_play::Rng;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::time::{Instant, sleep, timeout};

use super::disk::SimulatedDisk;
use super::people::{self, Line};
use super::{Book, delay, trace};
use crate::app::{App, Reach};
use crate::store::{AGAIN, Desk, Store};
use crate::{Limits, routes, server, shown};

/// A server that is simulated.
#[derive(Clone)]
pub struct House {
    pub app: Arc<App>,
    pub disk: Arc<SimulatedDisk>,
    pub book: Book,
    pub begun: Instant,
    router: Router,
}

/// Small, so that limits are met.
fn limits() -> Limits {
    Limits {
        tables: 12,
        tables_per_address: 6,
        connections: 60,
        connections_per_address: 12,
        requests_per_second: 30.0,
        messages_per_second: 10.0,
        idle: Duration::from_secs(20),
        stored_tables: 1000,
        slow_threads: 1,
        ..Limits::default()
    }
}

/// How long the people of a life are watched.
const LIFE: Duration = Duration::from_secs(60);
/// After so long without anybody everything is closed: the longest silence of a websocket, and the idle time of a table.
const AFTERMATH: Duration = Duration::from_secs(200);
/// One life of the server: true where it was killed. In calm weather all of it must work.
pub fn live(disk: &Arc<SimulatedDisk>, book: &Book, mut rng: Rng, storm: bool) -> bool {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        disk.calm();
        if rng.chance(0.3) {
            disk.jump();
        }
        let (store, desk) = Store::by_hand(Arc::clone(disk) as _).unwrap();
        tokio::spawn(write(Arc::clone(&desk)));
        let address = SocketAddr::from(([127, 0, 0, 1], 7700));
        let reach = Reach { address, hosts: Vec::new(), local: true, trust_proxy: false, shared: true };
        let mut app = App::new(store, limits(), reach);
        app.runner.here = true;
        let app = Arc::new(app);
        app.forget().await;
        tokio::spawn(server::sweep(Arc::clone(&app), limits().idle));
        let router = routes::router(Arc::clone(&app));
        let house = House { app, disk: Arc::clone(disk), book: book.clone(), begun: Instant::now(), router };
        book.lock().refused = 0;
        people::look_again(&house).await;
        if storm {
            house.storm(&mut rng).await;
        } else {
            people::play_on(&house).await;
            house.check_that_nothing_is_left(&desk).await;
        }
        disk.is_dead()
    })
}

/// Writes what there is to write, a while after it was called.
async fn write(desk: Arc<Desk>) {
    loop {
        desk.called.notified().await;
        sleep(delay()).await;
        while !desk.turn() {
            sleep(AGAIN).await;
        }
    }
}

impl House {
    /// People come, things break; in the end the server is killed or closed.
    async fn storm(&self, rng: &mut Rng) {
        people::come(self, rng);
        self.disk.storm();
        if rng.chance(0.1) {
            // The machine sleeps for an hour.
            let wait = Duration::from_millis(rng.below(30_000) as u64);
            tokio::spawn(async move {
                sleep(wait).await;
                tokio::time::advance(Duration::from_secs(3600)).await;
            });
        }
        let killed = timeout(LIFE, self.disk.death()).await.is_ok();
        if !killed && rng.chance(0.3) {
            self.disk.kill();
        } else if !killed {
            self.app.stop();
            // What cannot be stored is said; what was confirmed must be there all the same.
            let closed = timeout(LIFE, server::close(&self.app)).await;
            if matches!(closed, Ok(Ok(()))) && !self.disk.is_dead() {
                let mut ledger = self.book.lock();
                ledger.perhaps -= ledger.refused;
            }
        }
    }

    /// Connects from an address; nothing where there are too many connections.
    pub fn connect(&self, address: IpAddr, bytes: usize) -> Option<DuplexStream> {
        let client = server::let_in(&self.app, address).ok()?;
        let (ours, theirs) = tokio::io::duplex(bytes);
        tokio::spawn(server::converse(theirs, self.router.clone(), client, Arc::clone(&self.app)));
        Some(ours)
    }

    /// A request and its answer; nothing where there is none, or where it comes after the server's death.
    pub async fn ask(&self, who: &Line, method: &str, path: &str, body: &str) -> Option<(u16, Value)> {
        let mut stream = self.connect(who.address, 4096)?;
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.ok()?;
        stream.write_all(body.as_bytes()).await.ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.ok()?;
        if self.disk.is_dead() {
            return None;
        }
        let (head, body) = answer.split_once("\r\n\r\n")?;
        let status = head.get(9..12)?.parse().ok()?;
        trace(&self.book, self.begun, who.number, body);
        Some((status, serde_json::from_str(body).unwrap_or(Value::Null)))
    }

    /// Everybody has gone, or has at least said nothing for long.
    async fn check_that_nothing_is_left(&self, desk: &Desk) {
        sleep(AFTERMATH).await;
        let (connections, tables) = self.app.gate.counts();
        let idle = self.app.runner.is_idle();
        // Nobody asks for more than one player of a game.
        let (makers, most) = (self.app.makers.counts().0, shown::names().len());
        let stored = desk.turn() && self.app.store.ready().is_ok();
        if (connections, tables) != (0, 0) || !idle || !stored || makers > most {
            let left =
                format!("{connections} connections, {tables} tables, {makers} makers, idle: {idle}, stored: {stored}");
            self.book.fault(format!("something is left: {left}"));
        }
        let count =
            |db: &rusqlite::Connection| db.query_row("SELECT COUNT(*) FROM tables", [], |row| row.get::<_, i64>(0));
        let rows = self.app.store.read(count).unwrap() as usize;
        let mut ledger = self.book.lock();
        let (known, perhaps) = (ledger.tables.len(), ledger.perhaps);
        if rows < known || rows > known + perhaps {
            ledger.faults.push(format!("{rows} tables are stored, {known} are known, {perhaps} more may be"));
        }
    }
}
