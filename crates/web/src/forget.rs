//! Eviction: what nobody has opened for long is deleted, so that the database stays bounded.

use std::cell::Cell;
use std::collections::HashSet;

use rusqlite::{Connection, params};
use tokio::sync::oneshot;

use crate::limits::Limits;
use crate::store::Store;

/// So many tables are deleted in one transaction: a move that comes meanwhile waits for one transaction at most.
const SLICE: usize = 200;

/// Deletes tables, imported files and trainings that nobody has opened for long, and beyond the limits the least recently
/// opened. Tables that are `open` stay. Gives the number of tables deleted.
pub async fn forget(store: &Store, limits: &Limits, open: HashSet<String>) -> usize {
    // By the clock of use: a clock on the wall that jumps deletes nothing.
    let (clock, kept) = (store.clock(), limits.kept.as_secs());
    let (clock, before) = (clock as i64, clock.saturating_sub(kept) as i64);
    let (reviews, trainings) = (limits.stored_reviews, limits.stored_trainings);
    store.write(move |db| {
        db.execute("DELETE FROM reviews WHERE touched < ?1", [before])?;
        db.execute("DELETE FROM trainings WHERE touched < ?1", [before])?;
        keep_newest(db, "reviews", reviews)?;
        keep_newest(db, "trainings", trainings)
    });
    let names = open.iter().cloned().collect::<Vec<_>>();
    store.write(move |db| {
        let mut touch = db.prepare_cached("UPDATE tables SET touched = ?2 WHERE id = ?1")?;
        names.iter().try_for_each(|id| touch.execute(params![id, clock]).map(drop))
    });
    let mut gone = 0;
    loop {
        let (most, open) = (limits.stored_tables, open.clone());
        let (answer, count) = oneshot::channel();
        let answer = Cell::new(Some(answer));
        store.write(move |db| {
            let count = forget_tables(db, before, most, &open)?;
            // The receiver may have been dropped; a second attempt after a rollback has nobody to tell.
            if let Some(answer) = answer.take() {
                let _ = answer.send(count);
            }
            Ok(())
        });
        let count = count.await.unwrap_or(0);
        gone += count;
        if count < SLICE {
            return gone;
        }
    }
}

/// Deletes all rows of a database table but so many, the most recently opened.
pub fn keep_newest(db: &Connection, table: &'static str, most: usize) -> rusqlite::Result<()> {
    let sql = format!(
        "DELETE FROM {table} WHERE id IN (SELECT id FROM {table} ORDER BY touched DESC, id LIMIT -1 OFFSET ?1)"
    );
    db.prepare_cached(&sql)?.execute([most as i64]).map(drop)
}

fn forget_tables(db: &Connection, before: i64, most: usize, open: &HashSet<String>) -> rusqlite::Result<usize> {
    let count: i64 = db.query_row("SELECT COUNT(*) FROM tables", [], |row| row.get(0))?;
    let surplus = (count - most as i64).max(0);
    // The least recently opened: all that are too old, and as many more as there are beyond the limit.
    let sql = "SELECT id, touched FROM tables ORDER BY touched LIMIT ?1";
    let mut statement = db.prepare_cached(sql)?;
    let oldest = statement.query_map([(SLICE + open.len()) as i64], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?)))?;
    let oldest = oldest.collect::<rusqlite::Result<Vec<(String, i64)>>>()?;
    let mut gone = 0;
    for (place, (id, touched)) in oldest.into_iter().enumerate() {
        if (touched >= before && place as i64 >= surplus) || gone == SLICE {
            break;
        }
        if !open.contains(&id) {
            db.prepare_cached("DELETE FROM actions WHERE table_id = ?1")?.execute([&id])?;
            db.prepare_cached("DELETE FROM tables WHERE id = ?1")?.execute([&id])?;
            gone += 1;
        }
    }
    Ok(gone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forms;

    fn database() -> Connection {
        let mut db = Connection::open_in_memory().unwrap();
        forms::renew(&mut db).unwrap();
        for number in 0..6 {
            let id = format!("t{number}");
            db.execute("INSERT INTO tables VALUES (?1, '{}', 1, ?2)", params![id, 100 + number]).unwrap();
            db.execute("INSERT INTO actions VALUES (?1, 0, 0, 'x')", [&id]).unwrap();
            db.execute(
                "INSERT INTO reviews (id, records, created, touched) VALUES (?1, '', 0, ?2)",
                params![id, 100 + number],
            )
            .unwrap();
        }
        db
    }

    fn left(db: &Connection, sql: &str) -> Vec<String> {
        let mut statement = db.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn tables_that_are_too_old_are_forgotten_with_their_moves_unless_they_are_open() {
        let db = database();
        let open = HashSet::from(["t1".to_string()]);
        assert_eq!(forget_tables(&db, 103, 100, &open), Ok(2));
        assert_eq!(left(&db, "SELECT id FROM tables ORDER BY id"), ["t1", "t3", "t4", "t5"]);
        assert_eq!(left(&db, "SELECT table_id FROM actions ORDER BY 1"), ["t1", "t3", "t4", "t5"]);
        assert_eq!(forget_tables(&db, 103, 100, &open), Ok(0));
    }

    #[test]
    fn beyond_the_limit_those_go_that_were_opened_least_recently() {
        let db = database();
        assert_eq!(forget_tables(&db, 0, 4, &HashSet::new()), Ok(2));
        assert_eq!(left(&db, "SELECT id FROM tables ORDER BY id"), ["t2", "t3", "t4", "t5"]);
        keep_newest(&db, "reviews", 1).unwrap();
        assert_eq!(left(&db, "SELECT id FROM reviews"), ["t5"]);
    }
}
