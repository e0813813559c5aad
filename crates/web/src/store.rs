use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use tokio::sync::oneshot;

use crate::table::{Sitting, Step};
use crate::{Refusal, forms};

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
/// A database that another program holds is waited for so often, five seconds each time.
const ATTEMPTS: u32 = 12;
/// Whether something was opened is known to the hour.
const HOUR: u64 = 3600;

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

    /// Reads a table, which counts as opening it. Not for async threads.
    pub fn table(&self, id: &str) -> Result<Option<StoredTable>, Refusal> {
        // Noted first: what is read must not be forgotten a moment later.
        self.touch("tables", id);
        self.settle();
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

    /// Notes that something of a table of the database was opened.
    pub fn touch(&self, table: &'static str, id: &str) {
        let id = id.to_string();
        self.write(move |db| {
            let sql = format!("UPDATE {table} SET touched = ?2 WHERE id = ?1 AND touched < ?2 - {HOUR}");
            db.prepare_cached(&sql)?.execute(params![id, now() as i64]).map(drop)
        });
    }

    /// Waits until all that was written so far is stored.
    pub async fn flush(&self) {
        // A store that has ended has nothing to wait for.
        let _ = self.ask_for_flush().await;
    }

    /// The same for threads that may wait. Not for async threads.
    pub fn settle(&self) {
        let _ = self.ask_for_flush().blocking_recv();
    }

    fn ask_for_flush(&self) -> oneshot::Receiver<()> {
        let (done, wait) = oneshot::channel();
        // If the writer has ended, the message is dropped, and with it the sender: the receiver gets an error.
        let _ = self.writes.send(Write::Flush(done));
        wait
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
        Ok(db)
    };
    let name = path.display();
    let mut db = open().map_err(|why| format!("cannot open the database {name}: {why}"))?;
    forms::renew(&mut db).map_err(|why| format!("cannot use the database {name}: {why}"))?;
    Ok(db)
}

/// Writes until all senders are dropped.
fn write_all(db: &Connection, changes: &Receiver<Write>, failures: &AtomicU64) {
    while let Ok(first) = changes.recv() {
        let mut flushes = Vec::new();
        let begun = begin(db);
        let mut done = 0;
        let mut next = Some(first);
        while let Some(write) = next {
            match write {
                Write::Flush(flush) => flushes.push(flush),
                Write::Do(change) => {
                    done += 1;
                    if begun.is_ok()
                        && let Err(why) = change(db)
                    {
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

/// Begins to write, as soon as no other program does.
fn begin(db: &Connection) -> rusqlite::Result<()> {
    let mut begun = db.execute_batch("BEGIN IMMEDIATE");
    for _ in 1..ATTEMPTS {
        match &begun {
            Err(why) if why.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                begun = db.execute_batch("BEGIN IMMEDIATE");
            }
            _ => break,
        }
    }
    begun
}
