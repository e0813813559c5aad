//! The forms that the database has had: each step leads from one to the next.

use rusqlite::{Connection, TransactionBehavior};

const STEPS: [&str; 3] = [
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
];

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
