use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::Refusal;

/// How much anybody may take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Tables in memory; more are stored and wait.
    pub tables: usize,
    /// Tables in memory that were made or opened from one address.
    pub tables_per_address: usize,
    /// Open connections.
    pub connections: usize,
    /// Open connections from one address.
    pub connections_per_address: usize,
    /// Requests a second from one address, in the long run.
    pub requests_per_second: f64,
    /// Messages a second over one websocket, in the long run.
    pub messages_per_second: f64,
    /// The longest message over a websocket, in bytes.
    pub message_bytes: usize,
    /// A table at which nobody has looked for so long is closed; it is stored, and opened again when somebody comes.
    pub idle: Duration,
    /// What nobody has opened for so long is forgotten: tables, imported files and trainings.
    pub kept: Duration,
    /// Tables in the database; beyond that those are forgotten that nobody has opened for longest.
    pub stored_tables: usize,
    /// Imported files in the database, likewise.
    pub stored_reviews: usize,
    /// Trainings in the database, likewise.
    pub stored_trainings: usize,
    /// Trainings that run at once.
    pub trainings: usize,
    /// A training that has run for so long is stopped; what it has learned is kept.
    pub training_time: Duration,
    /// A player answers within so long, whatever its settings allow.
    pub thought: Duration,
    /// Threads for players that think long.
    pub slow_threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            tables: 2_000,
            tables_per_address: 200,
            connections: 4_000,
            connections_per_address: 400,
            requests_per_second: 1_000.0,
            messages_per_second: 20.0,
            message_bytes: 4096,
            idle: Duration::from_secs(600),
            kept: Duration::from_secs(90 * 24 * 3600),
            stored_tables: 100_000,
            stored_reviews: 2_000,
            stored_trainings: 200,
            trainings: 2,
            training_time: Duration::from_secs(2 * 3600),
            thought: Duration::from_secs(5),
            // One core stays free for everybody else.
            slow_threads: cores.saturating_sub(1).max(1),
        }
    }
}

/// A rate limiter (token bucket): a burst at once, and a rate a second in the long run.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    level: f64,
    burst: f64,
    rate: f64,
    at: Instant,
}

impl Bucket {
    /// A full bucket: three seconds' worth at once.
    pub fn new(rate: f64, now: Instant) -> Bucket {
        let burst = (3.0 * rate).max(1.0);
        Bucket { level: burst, burst, rate, at: now }
    }

    /// Takes a token; false when there is none.
    pub fn take(&mut self, now: Instant) -> bool {
        self.level = (self.level + now.duration_since(self.at).as_secs_f64() * self.rate).min(self.burst);
        self.at = now;
        let enough = self.level >= 1.0;
        if enough {
            self.level -= 1.0;
        }
        enough
    }
}

/// The key by which clients are limited: an IPv4 address, or the /64 network of an IPv6 address, all of which a single client
/// may use.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        address => address,
    }
}

/// Counts requests, connections and tables by address, and refuses those beyond the limits.
pub struct Gate {
    limits: Limits,
    clients: Mutex<Clients>,
}

#[derive(Default)]
struct Clients {
    by_address: HashMap<IpAddr, Client>,
    connections: usize,
    tables: usize,
}

struct Client {
    connections: usize,
    tables: usize,
    requests: Bucket,
}

/// A connection or table that is counted, until this guard is dropped.
pub struct Ticket {
    gate: Arc<Gate>,
    address: IpAddr,
    of: Of,
}

#[derive(Clone, Copy)]
enum Of {
    Connection,
    Table,
}

impl Gate {
    /// A gate with these limits.
    pub fn new(limits: Limits) -> Gate {
        Gate { limits, clients: Mutex::default() }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// A request comes in.
    pub fn request(&self, address: IpAddr) -> Result<(), Refusal> {
        let mut clients = self.lock();
        let client = clients.client(address, &self.limits);
        if client.requests.take(Instant::now()) {
            return Ok(());
        }
        Err(Refusal::busy("too many requests from this address", "wait a second"))
    }

    /// Somebody connects.
    pub fn connection(self: &Arc<Self>, address: IpAddr) -> Result<Ticket, Refusal> {
        let mut clients = self.lock();
        if clients.connections >= self.limits.connections {
            return Err(Refusal::new(503, "full", "the server has no free connection", "try again later"));
        }
        let most = self.limits.connections_per_address;
        let client = clients.client(address, &self.limits);
        if client.connections >= most {
            return Err(Refusal::busy("too many connections from this address", "close some"));
        }
        client.connections += 1;
        clients.connections += 1;
        Ok(Ticket { gate: Arc::clone(self), address, of: Of::Connection })
    }

    /// A table comes into memory: made or opened from an address.
    pub fn table(self: &Arc<Self>, address: IpAddr) -> Result<Ticket, Refusal> {
        let mut clients = self.lock();
        if clients.tables >= self.limits.tables {
            return Err(Refusal::new(503, "full", "the server has no free table", "try again later"));
        }
        let most = self.limits.tables_per_address;
        let client = clients.client(address, &self.limits);
        if client.tables >= most {
            return Err(Refusal::busy(
                "too many tables from this address",
                "go on at one of them; a table that nobody looks at is closed after a while",
            ));
        }
        client.tables += 1;
        clients.tables += 1;
        Ok(Ticket { gate: Arc::clone(self), address, of: Of::Table })
    }

    /// How many connections and tables there are.
    pub fn counts(&self) -> (usize, usize) {
        let clients = self.lock();
        (clients.connections, clients.tables)
    }

    /// Evicts idle addresses.
    pub fn sweep(&self) {
        let now = Instant::now();
        let idle = |client: &Client| {
            client.connections == 0 && client.tables == 0 && now.duration_since(client.requests.at).as_secs() > 60
        };
        self.lock().by_address.retain(|_, client| !idle(client));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Clients> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clients {
    fn client(&mut self, address: IpAddr, limits: &Limits) -> &mut Client {
        self.by_address.entry(address).or_insert_with(|| Client {
            connections: 0,
            tables: 0,
            requests: Bucket::new(limits.requests_per_second, Instant::now()),
        })
    }
}

impl Ticket {
    /// The address that it is counted for.
    pub fn address(&self) -> IpAddr {
        self.address
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut clients = self.gate.lock();
        match self.of {
            Of::Connection => clients.connections -= 1,
            Of::Table => clients.tables -= 1,
        }
        if let Some(client) = clients.by_address.get_mut(&self.address) {
            match self.of {
                Of::Connection => client.connections -= 1,
                Of::Table => client.tables -= 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const HOME: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn a_bucket_lets_a_burst_pass_and_then_its_rate() {
        let start = Instant::now();
        let mut bucket = Bucket::new(10.0, start);
        assert_eq!((0..100).filter(|_| bucket.take(start)).count(), 30);
        let later = start + Duration::from_millis(500);
        assert_eq!((0..100).filter(|_| bucket.take(later)).count(), 5);
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let limits = Limits { connections_per_address: 1, tables: 1, ..Limits::default() };
        let gate = Arc::new(Gate::new(limits));
        let first = gate.connection(HOME);
        assert!(first.is_ok() && gate.connection(HOME).is_err());
        drop(first);
        assert!(gate.connection(HOME).is_ok());
        let table = gate.table(HOME);
        assert_eq!(gate.table(HOME).err().map(|why| why.code), Some("full"));
        drop(table);
        assert_eq!(gate.counts(), (0, 0));
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one() {
        let of = |text: &str| household(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }
}
