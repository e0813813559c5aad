use std::sync::{Mutex, MutexGuard, PoisonError};

/// What went wrong with outside programs that were let play on: shared by all instances of a player, so that the
/// shell can report it with the result.
#[derive(Debug, Default)]
pub struct FaultLog(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    count: u64,
    first: Vec<String>,
}

impl FaultLog {
    /// How many messages are kept; the rest is only counted.
    pub const KEPT: usize = 5;

    /// An empty log.
    pub fn new() -> FaultLog {
        FaultLog::default()
    }

    /// Number of faults so far.
    pub fn count(&self) -> u64 {
        self.entries().count
    }

    /// The reports of the first few faults, in the order they came.
    pub fn messages(&self) -> Vec<String> {
        self.entries().first.clone()
    }

    /// Counts a fault.
    pub fn record(&self, message: String) {
        let mut entries = self.entries();
        entries.count += 1;
        if entries.first.len() < FaultLog::KEPT {
            entries.first.push(message);
        }
    }

    /// A thread that panicked while it counted leaves usable entries behind.
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
