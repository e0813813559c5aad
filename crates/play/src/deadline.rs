use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// By when somebody who thinks has to answer. Whoever holds a copy may bring it forward while the other thinks; nobody can
/// put it off.
///
/// ```
/// # use kirifuda_play::Deadline;
/// # use std::time::Duration;
/// let deadline = Deadline::never();
/// assert!(!deadline.has_passed());
/// deadline.bring_forward(Duration::ZERO);
/// assert!(deadline.clone().has_passed());
/// ```
#[derive(Clone, Debug)]
pub struct Deadline {
    /// Nanoseconds since [`ZERO`].
    at: Arc<AtomicU64>,
}

/// Times are counted from here.
static ZERO: LazyLock<Instant> = LazyLock::new(Instant::now);

impl Deadline {
    /// None: a thought may take as long as it likes.
    pub fn never() -> Deadline {
        Deadline { at: Arc::new(AtomicU64::new(u64::MAX)) }
    }

    /// So long from now.
    pub fn within(time: Duration) -> Deadline {
        let deadline = Deadline::never();
        deadline.bring_forward(time);
        deadline
    }

    /// From now on it is so long from now at most.
    pub fn bring_forward(&self, time: Duration) {
        let at = ZERO.elapsed().saturating_add(time).as_nanos();
        self.at.fetch_min(u64::try_from(at).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// What is left until then; nothing where there is no end.
    pub fn left(&self) -> Option<Duration> {
        match self.at.load(Ordering::Relaxed) {
            u64::MAX => None,
            at => Some(Duration::from_nanos(at).saturating_sub(ZERO.elapsed())),
        }
    }

    /// The answer is due.
    pub fn has_passed(&self) -> bool {
        match self.at.load(Ordering::Relaxed) {
            u64::MAX => false,
            at => ZERO.elapsed().as_nanos() >= u128::from(at),
        }
    }
}
