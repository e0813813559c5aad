use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::disk::private;

/// Copies a database into a new file, as it is at one moment, also while a server plays on with it. Only its owner may read
/// the copy. An error says what to do.
pub fn backup(database: &Path, into: &Path) -> Result<(), String> {
    let (from, to) = (database.display(), into.display());
    if into.exists() {
        return Err(format!("{to} is there already: name another file, or delete it first"));
    }
    let db = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(|why| format!("cannot open the database {from}: {why}; name it by --database"))?;
    private(into).map_err(|why| format!("cannot write {to}: {why}"))?;
    let text = into.to_str().ok_or_else(|| format!("the name {to} is not Unicode: name another file"))?;
    let copied = db.execute("VACUUM INTO ?1", [text]).map(drop).map_err(|why| format!("cannot copy {from}: {why}"));
    if copied.is_err() {
        // Half a copy is none.
        let _ = std::fs::remove_file(into);
    }
    copied
}
