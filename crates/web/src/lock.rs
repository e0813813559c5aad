use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::disk::private;

/// The exclusive lock of a database: a database is for one program at a time. It is a file beside the database, locked as long
/// as the program runs, however it ends; who has it stands in the file.
pub struct Lock(File);

impl Lock {
    /// Takes the lock. An error says who has it.
    pub fn take(database: &Path) -> Result<Lock, String> {
        let path = beside(database);
        let cannot = |why: std::io::Error| format!("cannot lock the database ({}): {why}", path.display());
        // Nobody else may hold it open, and so keep the database from its owner.
        private(&path).map_err(cannot)?;
        let mut file = OpenOptions::new().read(true).write(true).open(&path).map_err(cannot)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.take(64).read_to_string(&mut holder);
                let (name, holder) = (database.display(), holder.trim());
                return Err(format!("another program has the database {name} open (process {holder}): close it first"));
            }
            // Some file systems know no locks: the person who put the database there has to take care.
            Err(TryLockError::Error(why)) if why.kind() == std::io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(why)) => return Err(cannot(why)),
        }
        // Where it cannot be noted who has the lock, it is held all the same.
        let _ = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Lock(file))
    }

    /// Lets others have it.
    pub fn release(&self) {
        let _ = self.0.unlock();
    }
}

fn beside(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_os_string();
    name.push("-lock");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_program_has_the_lock_and_another_is_told_which() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("table.sqlite");
        let first = Lock::take(&database).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(beside(&database).metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
        let why = Lock::take(&database).map(drop).unwrap_err();
        assert!(why.contains(&format!("process {}", std::process::id())), "{why}");
        first.release();
        assert!(Lock::take(&database).is_ok());
    }
}
