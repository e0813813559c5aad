//! The forms that the database has had: each step leads from one to the next.

use rusqlite::{Connection, TransactionBehavior};

use crate::secret;
use crate::table::Sitting;

const STEPS: [&str; 4] = [
    "
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
",
    // Learners and trainings belong to whoever made them; a learner keeps what it began with, where that may go away;
    // and what nobody opens is forgotten.
    "
ALTER TABLE learners ADD COLUMN owner TEXT;
ALTER TABLE learners ADD COLUMN beginning BLOB;
ALTER TABLE trainings ADD COLUMN owner TEXT;
ALTER TABLE trainings ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reviews ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
UPDATE trainings SET touched = created;
UPDATE reviews SET touched = created;
CREATE INDEX tables_touched ON tables (touched);
CREATE INDEX trainings_touched ON trainings (touched);
CREATE INDEX reviews_touched ON reviews (touched);
",
    // What was called `strength` is called `loses`, and `reference` is `against`.
    "
UPDATE tables SET sitting = replace(replace(sitting, ':strength=', ':loses='), ',reference=', ',against=')
WHERE sitting LIKE '%:strength=%';
",
    // A training that runs is there after a restart: what was asked for, what it needs to go on, the seconds that it has
    // run. A learner may be open to the games of strangers.
    "
ALTER TABLE trainings ADD COLUMN wish TEXT;
ALTER TABLE trainings ADD COLUMN checkpoint BLOB;
ALTER TABLE trainings ADD COLUMN spent REAL NOT NULL DEFAULT 0;
ALTER TABLE learners ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
",
];

/// The first form in which tokens are stored as hashes.
const HASHED: u32 = 4;

/// Replaces the tokens of tables, learners and trainings by their hashes.
fn hash_secrets(db: &Connection) -> rusqlite::Result<()> {
    let rows = |sql: &str| -> rusqlite::Result<Vec<(String, String)>> {
        db.prepare(sql)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    };
    for (id, text) in rows("SELECT id, sitting FROM tables")? {
        // One that cannot be read is told of when somebody opens it.
        if let Ok(mut sitting) = serde_json::from_str::<Sitting>(&text) {
            sitting.hash_secrets();
            let text = serde_json::to_string(&sitting).unwrap_or(text);
            db.execute("UPDATE tables SET sitting = ?2 WHERE id = ?1", [&id, &text])?;
        }
    }
    for table in ["learners", "trainings"] {
        for (id, owner) in rows(&format!("SELECT id, owner FROM {table} WHERE owner IS NOT NULL"))? {
            db.execute(&format!("UPDATE {table} SET owner = ?2 WHERE id = ?1"), [&id, &secret::hash(&owner)])?;
        }
    }
    Ok(())
}

const NEWEST: u32 = STEPS.len() as u32;

/// Brings a database to the newest form. Nothing is changed where it has a later one.
pub fn renew(db: &mut Connection) -> Result<(), String> {
    match take_steps(db) {
        Ok(form) if form > NEWEST => {
            Err(format!("it is of a later program (form {form}, known is {NEWEST}): use that program, or another file"))
        }
        Ok(_) => Ok(()),
        Err(why) => Err(why.to_string()),
    }
}

/// The form that the database has in the end.
fn take_steps(db: &mut Connection) -> rusqlite::Result<u32> {
    let form = |db: &Connection| db.query_row("PRAGMA user_version", [], |row| row.get::<_, u32>(0));
    if form(db)? == NEWEST {
        return Ok(NEWEST);
    }
    // Another program may be about to do the same: what counts is what is there once it has ended.
    let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let was = form(&change)?;
    for step in STEPS.iter().skip(was as usize) {
        change.execute_batch(step)?;
    }
    if (1..HASHED).contains(&was) {
        hash_secrets(&change)?;
    }
    if was < NEWEST {
        change.pragma_update(None, "user_version", NEWEST)?;
    }
    change.commit()?;
    Ok(was.max(NEWEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_of_before_is_brought_to_the_newest_form_with_all_that_is_in_it() {
        let mut db = Connection::open_in_memory().unwrap();
        db.execute_batch(STEPS[0]).unwrap();
        db.execute_batch(
            "PRAGMA user_version = 1;
             INSERT INTO tables VALUES ('t', '{\"player\":\"linear-q:strength=0.35\"}', 1, 77);
             INSERT INTO reviews VALUES ('r', 'x', 77);
             INSERT INTO learners VALUES ('l', 'Rival', 'hearts', 'standard', 'falcon', 'falcon', 'shipped', 5, 6, '[]', x'00');",
        )
        .unwrap();
        for _ in 0..2 {
            renew(&mut db).unwrap();
            let touched = db.query_row("SELECT touched FROM reviews WHERE id = 'r'", [], |row| row.get::<_, i64>(0));
            assert_eq!(touched, Ok(77));
            let owner = db.query_row("SELECT owner FROM learners", [], |row| row.get::<_, Option<String>>(0));
            assert_eq!(owner, Ok(None));
            let sitting = db.query_row("SELECT sitting FROM tables", [], |row| row.get::<_, String>(0));
            assert_eq!(sitting, Ok(r#"{"player":"linear-q:loses=0.35"}"#.to_string()));
        }
    }

    #[test]
    fn a_database_of_a_later_program_is_left_alone() {
        let mut db = Connection::open_in_memory().unwrap();
        db.execute_batch("PRAGMA user_version = 99").unwrap();
        assert!(renew(&mut db).unwrap_err().contains("later program"));
        let tables = db.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0));
        assert_eq!(tables, Ok(0));
    }
}
