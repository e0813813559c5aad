use std::sync::{Mutex, MutexGuard, PoisonError};

use kirifuda_play::Rng;
use rusqlite::{Connection, ffi};

use crate::bell::Bell;
use crate::disk::{Disk, DiskStep};

/// A database in memory that outlives its server and fails as chance has it.
pub struct SimulatedDisk {
    name: String,
    /// As long as somebody is connected, it is there.
    _anchor: Mutex<Connection>,
    weather: Mutex<Weather>,
    killed: Bell<bool>,
}

struct Weather {
    rng: Rng,
    /// How likely a step fails.
    fails: f64,
    /// How likely a step is the first of many that fail.
    breaks: f64,
    /// So many steps fail from here on.
    outage: usize,
    /// The server is killed after so many steps.
    kill: Option<usize>,
    dead: bool,
    failures: u64,
    wall_clock: u64,
}

/// What the database may say, if it refuses something.
const REFUSALS: [i32; 6] = [
    ffi::SQLITE_FULL,
    ffi::SQLITE_IOERR,
    ffi::SQLITE_BUSY,
    ffi::SQLITE_READONLY,
    ffi::SQLITE_CORRUPT,
    ffi::SQLITE_CANTOPEN,
];
/// Some time this century.
const TODAY: u64 = 1_900_000_000;
const TEN_YEARS: u64 = 10 * 365 * 24 * 3600;

impl SimulatedDisk {
    /// An empty database.
    pub fn new(seed: u64) -> SimulatedDisk {
        static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("file:/simulation-{number}?vfs=memdb");
        let anchor = Connection::open(&name).unwrap();
        let weather = Weather {
            rng: Rng::stream(seed, &[5]),
            fails: 0.0,
            breaks: 0.0,
            outage: 0,
            kill: None,
            dead: false,
            failures: 0,
            wall_clock: TODAY,
        };
        SimulatedDisk { name, _anchor: Mutex::new(anchor), weather: Mutex::new(weather), killed: Bell::new(false) }
    }

    /// From here on all is well.
    pub fn calm(&self) {
        let mut weather = self.lock();
        (weather.fails, weather.breaks, weather.outage) = (0.0, 0.0, 0);
        (weather.kill, weather.dead) = (None, false);
        drop(weather);
        self.ring(false);
    }

    /// From here on steps fail, and perhaps the server is killed.
    pub fn storm(&self) {
        let mut weather = self.lock();
        weather.fails = weather.rng.pick(&[0.0, 0.0, 0.01, 0.1]);
        weather.breaks = weather.rng.pick(&[0.0, 0.01, 0.05]);
        weather.kill = if weather.rng.chance(0.7) { Some(1 + weather.rng.below(300)) } else { None };
    }

    /// The clock on the wall jumps.
    pub fn jump(&self) {
        let mut weather = self.lock();
        weather.wall_clock = TODAY - TEN_YEARS + weather.rng.bits() % (2 * TEN_YEARS);
    }

    /// Kills the server now.
    pub fn kill(&self) {
        self.lock().dead = true;
        self.ring(true);
    }

    /// The server is dead.
    pub fn is_dead(&self) -> bool {
        self.lock().dead
    }

    /// Waits for the server's death.
    pub async fn death(&self) {
        self.killed.wait_for(|killed| *killed).await;
    }

    /// Steps that have failed.
    pub fn failures(&self) -> u64 {
        self.lock().failures
    }

    fn ring(&self, dead: bool) {
        self.killed.change(|killed| {
            *killed = dead;
            true
        });
    }

    fn lock(&self) -> MutexGuard<'_, Weather> {
        self.weather.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Weather {
    /// What the database says to a step.
    fn refuses(&mut self) -> Option<i32> {
        if self.dead {
            return Some(ffi::SQLITE_IOERR);
        }
        if let Some(left) = &mut self.kill {
            *left -= 1;
            if *left == 0 {
                self.dead = true;
                return Some(ffi::SQLITE_IOERR);
            }
        }
        if self.outage == 0 && self.rng.chance(self.breaks) {
            self.outage = 1 + self.rng.below(40);
        }
        if self.outage > 0 {
            self.outage -= 1;
            self.failures += 1;
            return Some(ffi::SQLITE_FULL);
        }
        let fails = self.rng.chance(self.fails);
        self.failures += u64::from(fails);
        fails.then(|| self.rng.pick(&REFUSALS))
    }
}

impl Disk for SimulatedDisk {
    fn connect(&self) -> rusqlite::Result<Connection> {
        Connection::open(&self.name)
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn step(&self, _step: DiskStep) -> rusqlite::Result<()> {
        let mut weather = self.lock();
        let was = weather.dead;
        let Some(code) = weather.refuses() else { return Ok(()) };
        let dies = weather.dead && !was;
        drop(weather);
        if dies {
            self.ring(true);
        }
        Err(rusqlite::Error::SqliteFailure(ffi::Error::new(code), Some("simulated".to_string())))
    }

    fn wall_clock(&self) -> u64 {
        self.lock().wall_clock
    }

    fn complain(&self, _text: &str) {}
}
