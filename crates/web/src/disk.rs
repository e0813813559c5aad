use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::Connection;

use crate::lock::Lock;

/// What a store stands on: a file, or in a simulation a database that fails when it is told to.
pub trait Disk: Send + Sync {
    /// A connection to the database.
    fn connect(&self) -> rusqlite::Result<Connection>;

    /// What to call the database where something is wrong with it.
    fn name(&self) -> String;

    /// A step is about to be made. An error is as if the database had refused it.
    fn step(&self, _step: DiskStep) -> rusqlite::Result<()> {
        Ok(())
    }

    /// What the clock on the wall shows, in seconds since 1970.
    fn wall_clock(&self) -> u64 {
        now()
    }

    /// Tells whoever runs the program.
    fn complain(&self, text: &str) {
        eprintln!("database: {text}");
    }

    /// Lets another program have the database.
    fn release(&self) {}
}

/// The steps in which a store changes and reads its database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskStep {
    /// A transaction begins.
    Begin,
    /// A change within it.
    Change,
    /// It is committed.
    Commit,
    /// It was committed; nobody has been told yet.
    Committed,
    /// Something is read.
    Read,
}

/// How long a database is waited for that another program holds.
const BUSY: Duration = Duration::from_secs(1);

/// A database in a file, which this program alone has open.
pub struct FileDisk {
    path: PathBuf,
    lock: Lock,
}

impl FileDisk {
    /// Takes the file, which is made where it is not there.
    pub fn open(path: &Path) -> Result<FileDisk, String> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .map_err(|why| format!("cannot make the folder {}: {why}", folder.display()))?;
        }
        let lock = Lock::take(path)?;
        private(path).map_err(|why| format!("cannot open the database {}: {why}", path.display()))?;
        Ok(FileDisk { path: path.to_path_buf(), lock })
    }
}

impl Disk for FileDisk {
    fn connect(&self) -> rusqlite::Result<Connection> {
        let db = Connection::open(&self.path)?;
        db.busy_timeout(BUSY)?;
        // A killed program loses nothing that was committed; a power failure may lose the last moments, no more.
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        Ok(db)
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn release(&self) {
        self.lock.release();
    }
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs()
}

/// Makes a file that only its owner may read, where it is not there; takes it from others, where it is.
pub fn private(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let file = options.mode(0o600).open(path)?;
        if file.metadata()?.permissions().mode() & 0o077 != 0 {
            file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
        }
        // What belongs to a database has its mode, but for what older programs have left.
        for part in ["-wal", "-shm"] {
            let mut name = path.as_os_str().to_os_string();
            name.push(part);
            match std::fs::set_permissions(&name, std::fs::Permissions::from_mode(0o600)) {
                Err(why) if why.kind() != std::io::ErrorKind::NotFound => return Err(why),
                _ => {}
            }
        }
        Ok(())
    }
    #[cfg(not(unix))]
    options.open(path).map(drop)
}
