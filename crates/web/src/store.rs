use std::collections::VecDeque;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::bell::Bell;
use crate::disk::{Disk, DiskStep, FileDisk};
use crate::table::{Sitting, Step};
use crate::{Refusal, forms};

/// The database: every table with every move, so that nothing is lost when the program ends, however it ends.
///
/// One thread writes, many writes to a transaction; readers have a connection of their own. A change that cannot be
/// written now (a full disk, a database that another program holds) is kept and tried again until it is written, and so
/// is everything after it: changes are written in their order or not at all. Until then [`flush`](Store::flush) says
/// why, so that nobody is told of a move that is not stored.
pub struct Store {
    writes: Sender<Write>,
    reader: Mutex<Connection>,
    failures: Arc<AtomicU64>,
    /// Why nothing can be written now; nothing where all is well.
    trouble: Arc<Bell<Option<String>>>,
    disk: Arc<dyn Disk>,
    /// The clock of use when it was opened, and when that was.
    opened: (u64, Instant),
    /// In a simulation nobody writes but when told to.
    #[cfg(test)]
    desk: Option<Arc<Desk>>,
}

/// A table as it was stored.
pub struct StoredTable {
    /// What is fixed.
    pub sitting: Sitting,
    /// The moves of each deal.
    pub deals: Vec<Vec<String>>,
}

/// A change to the database, which may have to be tried more than once.
type Change = Box<dyn Fn(&Connection) -> rusqlite::Result<()> + Send>;

enum Write {
    Do(Change),
    Flush(oneshot::Sender<Result<(), String>>),
}

/// So many changes are written at once.
const BATCH: usize = 512;
/// What could not be written is tried again after so long.
pub const AGAIN: Duration = Duration::from_millis(250);
/// Whether something was opened is known to the hour.
const HOUR: u64 = 3600;

impl Store {
    /// Opens or makes a database.
    pub fn open(path: &Path) -> Result<Store, String> {
        let (store, mut writer) = Store::on(Arc::new(FileDisk::open(path)?))?;
        std::thread::Builder::new()
            .name("store".to_string())
            .spawn(move || writer.work())
            .map_err(|why| format!("cannot start the thread of the database: {why}"))?;
        Ok(store)
    }

    /// A store on a disk, and who writes for it.
    fn on(disk: Arc<dyn Disk>) -> Result<(Store, Writer), String> {
        let (db, reader) = (connect(&*disk)?, connect(&*disk)?);
        let clock = clock_of(&reader, disk.wall_clock());
        let opened = (clock.map_err(|why| format!("cannot use the database {}: {why}", disk.name()))?, Instant::now());
        let (writes, changes) = channel();
        let failures = Arc::new(AtomicU64::new(0));
        let trouble = Arc::new(Bell::new(None));
        let writer = Writer {
            db,
            disk: Arc::clone(&disk),
            changes,
            pending: VecDeque::new(),
            failures: Arc::clone(&failures),
            trouble: Arc::clone(&trouble),
        };
        let store = Store {
            writes,
            reader: Mutex::new(reader),
            failures,
            trouble,
            disk,
            opened,
            #[cfg(test)]
            desk: None,
        };
        Ok((store, writer))
    }

    /// A store that writes when its desk is told to.
    #[cfg(test)]
    pub fn by_hand(disk: Arc<dyn Disk>) -> Result<(Store, Arc<Desk>), String> {
        let (store, writer) = Store::on(disk)?;
        let desk = Arc::new(Desk { writer: Mutex::new(writer), called: tokio::sync::Notify::new() });
        Ok((Store { desk: Some(Arc::clone(&desk)), ..store }, desk))
    }

    /// Stores a table, or what has changed about it besides moves.
    pub fn put_table(&self, id: &str, sitting: &Sitting, deals: u64) {
        let Ok(text) = serde_json::to_string(sitting) else {
            return;
        };
        let (id, used) = (id.to_string(), self.clock() as i64);
        self.write(move |db| {
            let sql = "INSERT INTO tables (id, sitting, deals, touched) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (id) DO UPDATE SET sitting = ?2, deals = ?3, touched = ?4";
            db.prepare_cached(sql)?.execute(params![id, text, deals as i64, used]).map(drop)
        });
    }

    /// Forgets a table that has no moves yet.
    pub fn drop_table(&self, id: &str) {
        let id = id.to_string();
        self.write(move |db| db.prepare_cached("DELETE FROM tables WHERE id = ?1")?.execute([&id]).map(drop));
    }

    /// Stores a move.
    pub fn put_step(&self, id: &str, step: Step) {
        let id = id.to_string();
        self.write(move |db| {
            let sql = "INSERT OR REPLACE INTO actions (table_id, deal, number, action) VALUES (?1, ?2, ?3, ?4)";
            let Step { deal, number, action } = &step;
            db.prepare_cached(sql)?.execute(params![id, *deal as i64, *number as i64, action]).map(drop)
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
        let _ = self.settle();
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
        let read = self.disk.step(DiskStep::Read).and_then(|()| read(&reader));
        read.map_err(|why| Refusal::broken(format!("the database cannot be read: {why}")))
    }

    /// Writes something, soon.
    pub fn write(&self, change: impl Fn(&Connection) -> rusqlite::Result<()> + Send + 'static) {
        if !self.hand_over(Write::Do(Box::new(change))) {
            self.failures.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Notes that something of a table of the database was opened.
    pub fn touch(&self, table: &'static str, id: &str) {
        let (id, used) = (id.to_string(), self.clock() as i64);
        self.write(move |db| {
            let sql = format!("UPDATE {table} SET touched = ?2 WHERE id = ?1 AND touched < ?2 - {HOUR}");
            db.prepare_cached(&sql)?.execute(params![id, used]).map(drop)
        });
    }

    /// Waits until all that was written so far is stored; why not, where it cannot be now. It stays to be written.
    pub async fn flush(&self) -> Result<(), Refusal> {
        answered(self.ask_for_flush().await)
    }

    /// Waits until readers see all that was written so far, as far as it can be written.
    pub async fn catch_up(&self) {
        let _ = self.flush().await;
    }

    /// [`flush`](Store::flush) for threads that may wait. Not for async threads.
    pub fn settle(&self) -> Result<(), Refusal> {
        let wait = self.ask_for_flush();
        #[cfg(test)]
        if let Some(desk) = &self.desk {
            desk.turn();
            let mut wait = wait;
            return wait
                .try_recv()
                .map_or_else(|_| Err(not_stored("it is still to be written")), |done| answered(Ok(done)));
        }
        answered(wait.blocking_recv())
    }

    fn ask_for_flush(&self) -> oneshot::Receiver<Result<(), String>> {
        let (done, wait) = oneshot::channel();
        // If the writer has ended, the message is dropped, and with it the sender: the receiver gets an error.
        self.hand_over(Write::Flush(done));
        wait
    }

    /// False where there is no writer any more.
    fn hand_over(&self, write: Write) -> bool {
        let sent = self.writes.send(write).is_ok();
        #[cfg(test)]
        if let Some(desk) = &self.desk {
            desk.called.notify_one();
        }
        sent
    }

    /// Nothing, where changes can be written as far as is known.
    pub fn ready(&self) -> Result<(), Refusal> {
        self.trouble.get().as_deref().map_or(Ok(()), |why| Err(not_stored(why)))
    }

    /// Waits until changes cannot be written.
    pub async fn troubled(&self) {
        self.trouble.wait_for(Option::is_some).await;
    }

    /// Waits until changes can be written again.
    pub async fn recovered(&self) {
        self.trouble.wait_for(Option::is_none).await;
    }

    /// Moves what is in the log into the database: one file is then all of it, and a copy of it a backup. Where that
    /// fails, the next start does it.
    pub fn checkpoint(&self) {
        let _ = self.read(|db| db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())));
    }

    /// The clock of use, in seconds: it goes on only while a program has the database open, whatever the clock on the wall does.
    /// What was opened when is told by it.
    pub fn clock(&self) -> u64 {
        let (opened, since) = self.opened;
        opened + since.elapsed().as_secs()
    }

    /// Stores what the clock of use shows.
    pub fn keep_clock(&self) {
        let used = self.clock() as i64;
        self.write(move |db| {
            let sql =
                "INSERT INTO facts (name, value) VALUES ('clock', ?1) ON CONFLICT (name) DO UPDATE SET value = ?1";
            db.prepare_cached(sql)?.execute([used]).map(drop)
        });
    }

    /// Lets another program have the database.
    pub fn release(&self) {
        self.disk.release();
    }

    /// Attempts to write that failed.
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }
}

/// The clock of use as it was stored; a database that has none begins with the time on the wall, by which everything in it
/// was dated before.
fn clock_of(db: &Connection, wall_clock: u64) -> rusqlite::Result<u64> {
    let newest = "SELECT MAX(touched) FROM (SELECT MAX(touched) AS touched FROM tables
        UNION ALL SELECT MAX(touched) FROM reviews UNION ALL SELECT MAX(touched) FROM trainings)";
    let newest: Option<i64> = db.query_row(newest, [], |row| row.get(0))?;
    let kept =
        db.query_row("SELECT value FROM facts WHERE name = 'clock'", [], |row| row.get::<_, i64>(0)).optional()?;
    // Nothing was opened later than now, or it would never be forgotten.
    Ok(kept.unwrap_or(wall_clock as i64).max(newest.unwrap_or(0)) as u64)
}

fn connect(disk: &dyn Disk) -> Result<Connection, String> {
    let name = disk.name();
    let mut db = disk.connect().map_err(|why| format!("cannot open the database {name}: {why}"))?;
    db.set_prepared_statement_cache_capacity(64);
    forms::renew(&mut db).map_err(|why| format!("cannot use the database {name}: {why}"))?;
    Ok(db)
}

/// What a flush has answered.
fn answered(answer: Result<Result<(), String>, oneshot::error::RecvError>) -> Result<(), Refusal> {
    match answer {
        Ok(Ok(())) => Ok(()),
        Ok(Err(why)) => Err(not_stored(&why)),
        Err(_) => Err(not_stored("its thread has ended")),
    }
}

/// The code of a refusal because the database cannot be written.
pub const NOT_STORED: &str = "not-stored";

fn not_stored(why: &str) -> Refusal {
    let remedy =
        "nothing that was confirmed is lost: make room on the disk or close what holds the database, then it goes on";
    Refusal::new(507, NOT_STORED, format!("the database cannot be written: {why}"), remedy)
}

/// The thread that writes.
struct Writer {
    db: Connection,
    disk: Arc<dyn Disk>,
    changes: Receiver<Write>,
    /// What is to be written, in its order.
    pending: VecDeque<Write>,
    failures: Arc<AtomicU64>,
    trouble: Arc<Bell<Option<String>>>,
}

impl Writer {
    /// Writes until all senders are dropped and all is written, or cannot be.
    fn work(&mut self) {
        loop {
            let next = match self.pending.is_empty() {
                true => self.changes.recv().map_err(|_| RecvTimeoutError::Disconnected),
                false => self.changes.recv_timeout(AGAIN),
            };
            match next {
                Ok(write) => self.pending.push_back(write),
                Err(RecvTimeoutError::Timeout) => {}
                // Nobody is there any more who could wait.
                Err(RecvTimeoutError::Disconnected) => {
                    while !self.pending.is_empty() && self.write_some() {}
                    return;
                }
            }
            self.turn();
        }
    }

    /// Writes what there is; false where something is left that cannot be written now.
    fn turn(&mut self) -> bool {
        self.pending.extend(self.changes.try_iter().take(BATCH));
        while !self.pending.is_empty() && self.write_some() {}
        self.pending.is_empty()
    }

    /// Writes a batch of what is pending in one transaction; false where that is not possible now.
    fn write_some(&mut self) -> bool {
        let batch = self.pending.len().min(BATCH);
        match transact(&self.db, &*self.disk, self.pending.iter().take(batch)) {
            Ok(()) => {
                self.trouble.change(|trouble| trouble.take().is_some());
                self.pending.drain(..batch).for_each(|write| answer(write, &Ok(())));
                true
            }
            Err(Failure { at: Some(at), why }) if !is_passing(&why) => {
                // This change will never be possible; the others are tried again without it.
                self.failures.fetch_add(1, Ordering::Relaxed);
                self.disk.complain(&format!("a change could not be written: {why}"));
                self.pending.remove(at);
                true
            }
            Err(Failure { why, .. }) => {
                self.failures.fetch_add(1, Ordering::Relaxed);
                let why = why.to_string();
                if self.trouble.get().as_ref() != Some(&why) {
                    self.disk.complain(&format!("{why}; {} changes wait to be written", self.pending.len()));
                    self.trouble.change(|trouble| {
                        *trouble = Some(why.clone());
                        true
                    });
                }
                // Whoever waits is told; the changes stay.
                let answer_with = Err(why);
                for write in std::mem::take(&mut self.pending) {
                    match write {
                        Write::Do(_) => self.pending.push_back(write),
                        Write::Flush(_) => answer(write, &answer_with),
                    }
                }
                false
            }
        }
    }
}

impl Drop for Writer {
    /// Without a writer there is nothing to wait for.
    fn drop(&mut self) {
        self.trouble.change(|trouble| trouble.take().is_some());
    }
}

/// Where what is to be written lies until somebody writes it.
#[cfg(test)]
pub struct Desk {
    writer: Mutex<Writer>,
    /// There is something to write.
    pub called: tokio::sync::Notify,
}

#[cfg(test)]
impl Desk {
    /// Writes what there is; false where something is left.
    pub fn turn(&self) -> bool {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner).turn()
    }
}

/// Tells whoever waits for a flush.
fn answer(write: Write, how: &Result<(), String>) {
    if let Write::Flush(waiting) = write {
        // Whoever waited may be gone.
        let _ = waiting.send(how.clone());
    }
}

/// Why a transaction was not made: the place of the change that failed, where it was one.
struct Failure {
    at: Option<usize>,
    why: rusqlite::Error,
}

/// Makes all of these changes or none.
fn transact<'a>(db: &Connection, disk: &dyn Disk, writes: impl Iterator<Item = &'a Write>) -> Result<(), Failure> {
    let mut begun = false;
    let whole = |why| Failure { at: None, why };
    let done = (|| {
        for (at, write) in writes.enumerate() {
            let Write::Do(change) = write else { continue };
            if !begun {
                disk.step(DiskStep::Begin).and_then(|()| db.execute_batch("BEGIN IMMEDIATE")).map_err(whole)?;
                begun = true;
            }
            disk.step(DiskStep::Change).and_then(|()| change(db)).map_err(|why| Failure { at: Some(at), why })?;
        }
        if begun {
            disk.step(DiskStep::Commit).and_then(|()| db.execute_batch("COMMIT")).map_err(whole)?;
        }
        Ok(())
    })();
    if begun && done.is_err() {
        // Some failures have rolled back already.
        let _ = db.execute_batch("ROLLBACK");
    }
    if begun && done.is_ok() {
        // All that can happen from here on is that nobody is told.
        let _ = disk.step(DiskStep::Committed);
    }
    done
}

/// True where the same change may be possible later: what is wrong is the disk, the database or another program, not the change.
fn is_passing(why: &rusqlite::Error) -> bool {
    use ErrorCode::{
        CannotOpen, DatabaseBusy, DatabaseCorrupt, DatabaseLocked, DiskFull, FileLockingProtocolFailed, NotADatabase,
        OperationInterrupted, OutOfMemory, PermissionDenied, ReadOnly, SystemIoFailure,
    };
    why.sqlite_error_code().is_some_and(|code| {
        matches!(
            code,
            CannotOpen
                | DatabaseBusy
                | DatabaseCorrupt
                | DatabaseLocked
                | DiskFull
                | FileLockingProtocolFailed
                | NotADatabase
                | OperationInterrupted
                | OutOfMemory
                | PermissionDenied
                | ReadOnly
                | SystemIoFailure
        )
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("table.sqlite")).unwrap();
        (folder, store)
    }

    fn reviews(store: &Store) -> Vec<String> {
        let read = |db: &Connection| {
            let mut statement = db.prepare("SELECT id FROM reviews ORDER BY rowid")?;
            statement.query_map([], |row| row.get(0))?.collect()
        };
        store.read(read).unwrap()
    }

    fn put(db: &Connection, id: &str, bytes: usize) -> rusqlite::Result<()> {
        let sql = "INSERT INTO reviews (id, records, created, touched) VALUES (?1, ?2, 0, 0)";
        db.execute(sql, params![id, "x".repeat(bytes)]).map(drop)
    }

    fn insert(store: &Store, id: &'static str, bytes: usize) {
        store.write(move |db| put(db, id, bytes));
    }

    #[test]
    fn what_a_full_disk_does_not_take_is_written_later_in_its_order() {
        let (_folder, store) = store();
        insert(&store, "before", 1);
        store.settle().unwrap();
        // The disk is as full as this says; the test makes room.
        let full = Arc::new(AtomicBool::new(true));
        let room = Arc::clone(&full);
        // One change, so that every attempt at it asks how full the disk is.
        store.write(move |db| {
            let pages: i64 = db.query_row("PRAGMA page_count", [], |row| row.get(0))?;
            let most = if room.load(Ordering::Relaxed) { pages } else { 1_000_000 };
            db.query_row(&format!("PRAGMA max_page_count = {most}"), [], |_| Ok(()))?;
            put(db, "large", 1_000_000)
        });
        insert(&store, "after", 1);
        let refusal = store.settle().unwrap_err();
        assert_eq!((refusal.status, refusal.code), (507, NOT_STORED));
        assert!(refusal.message.contains("full"), "{refusal}");
        assert_eq!(store.ready(), Err(refusal));
        assert_eq!(reviews(&store), ["before"]);
        full.store(false, Ordering::Relaxed);
        let late = Instant::now() + Duration::from_secs(60);
        while let Err(why) = store.settle() {
            assert!(Instant::now() < late, "still not written: {why}");
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(reviews(&store), ["before", "large", "after"]);
        assert_eq!(store.ready(), Ok(()));
    }

    #[test]
    fn a_change_that_is_never_possible_holds_up_no_other() {
        let (_folder, store) = store();
        insert(&store, "one", 1);
        insert(&store, "one", 1);
        insert(&store, "two", 1);
        store.settle().unwrap();
        assert_eq!(reviews(&store), ["one", "two"]);
        assert_eq!(store.failures(), 1);
    }
}
