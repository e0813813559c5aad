use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

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
    /// A person who has been away for so long can be replaced by a player.
    pub away: Duration,
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
    /// Trainings from one address that run at once.
    pub trainings_per_address: usize,
    /// Learners that one address may make in a day.
    pub learners_per_address: usize,
    /// Files that one address may import in a day.
    pub imports_per_address: usize,
    /// A training that has run for so long is stopped; what it has learned is kept.
    pub training_time: Duration,
    /// A client that takes nothing for so long is gone.
    pub patience: Duration,
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
            away: Duration::from_secs(60),
            kept: Duration::from_secs(90 * 24 * 3600),
            stored_tables: 100_000,
            stored_reviews: 2_000,
            stored_trainings: 200,
            trainings: 2,
            trainings_per_address: 1,
            learners_per_address: 50,
            imports_per_address: 200,
            training_time: Duration::from_secs(2 * 3600),
            patience: Duration::from_secs(15),
            thought: Duration::from_secs(5),
            // One core stays free for everybody else.
            slow_threads: cores.saturating_sub(1).max(1),
        }
    }
}

/// A limit that can be set by its name.
struct Named {
    name: &'static str,
    about: &'static str,
    least: f64,
    set: fn(&mut Limits, f64),
}

macro_rules! limits {
    ($($name:literal $least:literal $about:literal $field:ident $as:expr,)*) => {
        [$(Named { name: $name, about: $about, least: $least, set: |limits, value| limits.$field = $as(value) },)*]
    };
}

/// Those that can be set from the command line. Times are in seconds.
const NAMED: [Named; 19] = limits! {
    "tables" 1.0 "tables in memory" tables whole,
    "tables-per-address" 1.0 "of them from one address" tables_per_address whole,
    "connections" 1.0 "open connections" connections whole,
    "connections-per-address" 1.0 "of them from one address" connections_per_address whole,
    "requests" 1.0 "requests a second from one address" requests_per_second std::convert::identity,
    "messages" 1.0 "messages a second over one websocket" messages_per_second std::convert::identity,
    "away" 0.0 "seconds after which a player can take the place of a person who is away" away Duration::from_secs_f64,
    "idle" 1.0 "seconds after which a table that nobody looks at leaves memory" idle Duration::from_secs_f64,
    "kept" 3600.0 "seconds after which what nobody opens is deleted" kept Duration::from_secs_f64,
    "stored-tables" 1.0 "tables in the database" stored_tables whole,
    "stored-imports" 1.0 "imported files in the database" stored_reviews whole,
    "stored-trainings" 1.0 "trainings in the database" stored_trainings whole,
    "trainings" 0.0 "trainings at once" trainings whole,
    "trainings-per-address" 0.0 "of them from one address" trainings_per_address whole,
    "training-time" 1.0 "seconds of a training" training_time Duration::from_secs_f64,
    "learners-per-address" 0.0 "learners that one address may make in a day" learners_per_address whole,
    "imports-per-address" 0.0 "files that one address may import in a day" imports_per_address whole,
    "thought" 0.01 "seconds of a player's thought" thought Duration::from_secs_f64,
    "threads" 1.0 "threads for players that think long" slow_threads whole,
};

fn whole(value: f64) -> usize {
    value as usize
}

/// No limit is set higher than this.
const HIGHEST: f64 = 1e9;

impl Limits {
    /// Sets a limit by its name: `tables=500`. An error says what is allowed.
    ///
    /// ```
    /// # use kirifuda_web::Limits;
    /// let mut limits = Limits::default();
    /// limits.set("tables=500")?;
    /// assert_eq!(limits.tables, 500);
    /// assert!(limits.set("chairs=4").unwrap_err().contains("tables-per-address"));
    /// # Ok::<(), String>(())
    /// ```
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}`: write NAME=NUMBER"))?;
        let Some(named) = NAMED.iter().find(|named| named.name == name) else {
            let known: Vec<String> = NAMED.iter().map(|named| format!("{} ({})", named.name, named.about)).collect();
            return Err(format!("there is no limit `{name}`; there are: {}", known.join(", ")));
        };
        let number = value.parse::<f64>().ok().filter(|number| (named.least..=HIGHEST).contains(number));
        let number =
            number.ok_or_else(|| format!("`{text}`: allowed are numbers from {} to {HIGHEST}", named.least))?;
        (named.set)(self, number);
        Ok(())
    }

    /// The same where only one person can reach the server: nobody is there to be protected from him.
    pub(crate) fn alone(self) -> Limits {
        let most = usize::MAX;
        Limits { trainings_per_address: most, learners_per_address: most, imports_per_address: most, ..self }
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

    /// A full bucket: so many at once, and as many in a day.
    pub fn daily(most: usize, now: Instant) -> Bucket {
        let burst = most as f64;
        Bucket { level: burst, burst, rate: burst / DAY, at: now }
    }

    /// True when nothing has been taken for so long that it is full again.
    fn is_full(&self, now: Instant) -> bool {
        self.level + now.duration_since(self.at).as_secs_f64() * self.rate >= self.burst
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

/// Seconds of a day.
const DAY: f64 = 24.0 * 3600.0;

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
    trainings: usize,
}

struct Client {
    connections: usize,
    tables: usize,
    trainings: usize,
    requests: Bucket,
    learners: Bucket,
    imports: Bucket,
}

/// A connection, table or training that is counted, until this guard is dropped.
pub struct Ticket {
    gate: Arc<Gate>,
    address: IpAddr,
    of: Of,
}

#[derive(Clone, Copy)]
enum Of {
    Connection,
    /// One that a trusted proxy has made for somebody: those that it stands for are counted by their requests.
    Proxied,
    Table,
    Training,
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

    /// A proxy connects that is trusted to count.
    pub fn proxied(self: &Arc<Self>, address: IpAddr) -> Result<Ticket, Refusal> {
        let mut clients = self.lock();
        if clients.connections >= self.limits.connections {
            return Err(Refusal::new(503, "full", "the server has no free connection", "try again later"));
        }
        clients.connections += 1;
        Ok(Ticket { gate: Arc::clone(self), address, of: Of::Proxied })
    }

    /// A training is started from an address.
    pub fn training(self: &Arc<Self>, address: IpAddr) -> Result<Ticket, Refusal> {
        let mut clients = self.lock();
        if clients.trainings >= self.limits.trainings {
            let why = format!("{} trainings run already", clients.trainings);
            return Err(Refusal::busy(why, "wait for one to end, or stop it"));
        }
        let most = self.limits.trainings_per_address;
        let client = clients.client(address, &self.limits);
        if client.trainings >= most {
            let why = format!("{} trainings from this address run already", client.trainings);
            return Err(Refusal::busy(why, "wait for one to end, or stop it"));
        }
        client.trainings += 1;
        clients.trainings += 1;
        Ok(Ticket { gate: Arc::clone(self), address, of: Of::Training })
    }

    /// A learner is made from an address.
    pub fn learner(&self, address: IpAddr) -> Result<(), Refusal> {
        let mut clients = self.lock();
        match clients.client(address, &self.limits).learners.take(Instant::now()) {
            true => Ok(()),
            false => Err(Refusal::busy("too many learners from this address today", "play against one that is there")),
        }
    }

    /// A file is imported from an address.
    pub fn import(&self, address: IpAddr) -> Result<(), Refusal> {
        let mut clients = self.lock();
        match clients.client(address, &self.limits).imports.take(Instant::now()) {
            true => Ok(()),
            false => Err(Refusal::busy("too many files from this address today", "look at those that are there")),
        }
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
            client.connections + client.tables + client.trainings == 0
                && now.duration_since(client.requests.at).as_secs() > 60
                && client.learners.is_full(now)
                && client.imports.is_full(now)
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
            trainings: 0,
            requests: Bucket::new(limits.requests_per_second, Instant::now()),
            learners: Bucket::daily(limits.learners_per_address, Instant::now()),
            imports: Bucket::daily(limits.imports_per_address, Instant::now()),
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
            Of::Connection | Of::Proxied => clients.connections -= 1,
            Of::Table => clients.tables -= 1,
            Of::Training => clients.trainings -= 1,
        }
        if let Some(client) = clients.by_address.get_mut(&self.address) {
            match self.of {
                Of::Connection => client.connections -= 1,
                Of::Proxied => {}
                Of::Table => client.tables -= 1,
                Of::Training => client.trainings -= 1,
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
