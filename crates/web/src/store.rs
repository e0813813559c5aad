use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};
use tokio::sync::oneshot;

use crate::Refusal;
use crate::table::{Sitting, Step};

/// The database: every table with every move, so that nothing is lost when the program ends, however it ends.
///
/// One thread writes, many writes to a transaction; readers have a connection of their own.
pub struct Store {
    writes: Sender<Write>,
    reader: Mutex<Connection>,
    failures: Arc<AtomicU64>,
}

/// A table as it was stored.
pub struct StoredTable {
    /// What is fixed.
    pub sitting: Sitting,
    /// The moves of each deal.
    pub deals: Vec<Vec<String>>,
}

/// A change to the database.
type Change = Box<dyn FnOnce(&Connection) -> rusqlite::Result<()> + Send>;

enum Write {
    Do(Change),
    Flush(oneshot::Sender<()>),
}

/// So many changes are written at once.
const BATCH: usize = 512;
/// The form of the database.
const VERSION: i64 = 1;

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, sitting TEXT NOT NULL, deals INTEGER NOT NULL, touched INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS actions (
    table_id TEXT NOT NULL, deal INTEGER NOT NULL, number INTEGER NOT NULL, action TEXT NOT NULL,
    PRIMARY KEY (table_id, deal, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reviews (id TEXT PRIMARY KEY, records TEXT NOT NULL, created INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS learners (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, rules TEXT NOT NULL, learner TEXT NOT NULL,
    spec TEXT NOT NULL, start TEXT NOT NULL, created INTEGER NOT NULL, games INTEGER NOT NULL, results TEXT NOT NULL,
    model BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS trainings (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, learner TEXT NOT NULL, created INTEGER NOT NULL,
    report TEXT NOT NULL, model BLOB
);
";

impl Store {
    /// Opens or makes a database.
    pub fn open(path: &Path) -> Result<Store, String> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .map_err(|why| format!("cannot make the folder {}: {why}", folder.display()))?;
        }
        let (writer, reader) = (connect(path)?, connect(path)?);
        let (writes, changes) = channel();
        let failures = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&failures);
        std::thread::Builder::new()
            .name("store".to_string())
            .spawn(move || write_all(&writer, &changes, &counted))
            .map_err(|why| format!("cannot start the thread of the database: {why}"))?;
        Ok(Store { writes, reader: Mutex::new(reader), failures })
    }

    /// Stores a table, or what has changed about it besides moves.
    pub fn put_table(&self, id: &str, sitting: &Sitting, deals: u64) {
        let Ok(text) = serde_json::to_string(sitting) else {
            return;
        };
        let id = id.to_string();
        self.write(move |db| {
            let sql = "INSERT INTO tables (id, sitting, deals, touched) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (id) DO UPDATE SET sitting = ?2, deals = ?3, touched = ?4";
            db.prepare_cached(sql)?.execute(params![id, text, deals as i64, now() as i64]).map(drop)
        });
    }

    /// Stores a move.
    pub fn put_step(&self, id: &str, step: Step) {
        let id = id.to_string();
        self.write(move |db| {
            let sql = "INSERT OR REPLACE INTO actions (table_id, deal, number, action) VALUES (?1, ?2, ?3, ?4)";
            db.prepare_cached(sql)?.execute(params![id, step.deal as i64, step.number as i64, step.action]).map(drop)
        });
    }

    /// Forgets a move and all after it in its deal.
    pub fn cut_steps(&self, id: &str, step: &Step) {
        let (id, deal, number) = (id.to_string(), step.deal as i64, step.number as i64);
        self.write(move |db| {
            let sql = "DELETE FROM actions WHERE table_id = ?1 AND deal = ?2 AND number >= ?3";
            db.prepare_cached(sql)?.execute(params![id, deal, number]).map(drop)
        });
    }

    /// Reads a table. Not for async threads.
    pub fn table(&self, id: &str) -> Result<Option<StoredTable>, Refusal> {
        self.read(|db| {
            let sql = "SELECT sitting, deals FROM tables WHERE id = ?1";
            let row = db
                .prepare_cached(sql)?
                .query_row([id], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))
                .optional()?;
            let Some((sitting, deals)) = row else {
                return Ok(None);
            };
            let mut moves: Vec<Vec<String>> = vec![Vec::new(); deals.max(1) as usize];
            let sql = "SELECT deal, action FROM actions WHERE table_id = ?1 ORDER BY deal, number";
            let mut statement = db.prepare_cached(sql)?;
            let mut rows = statement.query([id])?;
            while let Some(row) = rows.next()? {
                if let Some(deal) = moves.get_mut(row.get::<_, i64>(0)? as usize) {
                    deal.push(row.get(1)?);
                }
            }
            Ok(Some((sitting, moves)))
        })?
        .map(|(sitting, deals)| match serde_json::from_str(&sitting) {
            Ok(sitting) => Ok(StoredTable { sitting, deals }),
            Err(why) => Err(Refusal::broken(format!("the stored table is damaged: {why}"))),
        })
        .transpose()
    }

    /// Reads something. Not for async threads.
    pub fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Refusal> {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        read(&reader).map_err(|why| Refusal::broken(format!("the database cannot be read: {why}")))
    }

    /// Writes something, soon.
    pub fn write(&self, change: impl FnOnce(&Connection) -> rusqlite::Result<()> + Send + 'static) {
        if self.writes.send(Write::Do(Box::new(change))).is_err() {
            self.failures.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until all that was written so far is stored.
    pub async fn flush(&self) {
        let (done, wait) = oneshot::channel();
        if self.writes.send(Write::Flush(done)).is_ok() {
            let _ = wait.await;
        }
    }

    /// Changes that could not be written.
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs()
}

fn connect(path: &Path) -> Result<Connection, String> {
    let open = || -> rusqlite::Result<Connection> {
        let db = Connection::open(path)?;
        db.busy_timeout(Duration::from_secs(5))?;
        // A killed program loses nothing that was committed; a power failure may lose the last moments, no more.
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        db.set_prepared_statement_cache_capacity(64);
        db.execute_batch(SCHEMA)?;
        Ok(db)
    };
    let db = open().map_err(|why| format!("cannot open the database {}: {why}", path.display()))?;
    let version = db.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0)).unwrap_or(0);
    if version > VERSION {
        return Err(format!(
            "the database {} is of a later program (form {version}, known is {VERSION}): use that program, or another file",
            path.display()
        ));
    }
    db.pragma_update(None, "user_version", VERSION).map_err(|why| format!("{}: {why}", path.display()))?;
    Ok(db)
}

/// Writes until nobody is left who could send.
fn write_all(db: &Connection, changes: &Receiver<Write>, failures: &AtomicU64) {
    while let Ok(first) = changes.recv() {
        let mut flushes = Vec::new();
        let begun = db.execute_batch("BEGIN IMMEDIATE");
        let mut done = 0;
        let mut next = Some(first);
        while let Some(write) = next {
            match write {
                Write::Flush(flush) => flushes.push(flush),
                Write::Do(change) => {
                    done += 1;
                    if let Err(why) = change(db) {
                        failures.fetch_add(1, Ordering::Relaxed);
                        eprintln!("database: a change could not be written: {why}");
                    }
                }
            }
            next = if done < BATCH { changes.try_recv().ok() } else { None };
        }
        if let Err(why) = begun.and_then(|()| db.execute_batch("COMMIT")) {
            failures.fetch_add(done as u64, Ordering::Relaxed);
            eprintln!("database: {done} changes could not be written: {why}");
            let _ = db.execute_batch("ROLLBACK");
        }
        for flush in flushes {
            let _ = flush.send(());
        }
    }
}
